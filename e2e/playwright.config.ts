// The walks run in a real Chromium against the real server; each spec starts a server of its own.
import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  globalSetup: './fixtures/demo.ts',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  // While one walk waits for a pause in typing or for a password's hash, another one uses the processor; more than two would
  // only wait for each other. A walk that fails once is a fault, so nothing is tried twice.
  workers: 2,
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 90_000,
  globalTimeout: 14 * 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // A recording slows every walk down; TRACE=1 makes one of those that fail.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      // Without a path Playwright takes the browser that it installed itself.
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        // Chromium refuses its sandbox to root, and CI is root.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--disable-dev-shm-usage',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
