// The walks run in a real Chromium against the real server; each spec starts a server of its own.
import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

// Of two lists of features Chromium takes the last one, so this one begins with what Playwright would have switched off.
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Pages of the address bar that nobody sees; making them for every window took as long as our own page takes to load.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A process kept ready for a page that is not opened.
  'SpareRendererForSitePerProcess',
]

const longest = ['access', 'office-day', 'users', 'shell', 'form', 'year'].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: '.',
  globalSetup: './fixtures/demo.ts',
  // The longest files begin, so that at the end one browser does not wait long for the other.
  projects: [
    { name: 'long', testMatch: longest },
    { name: 'short', testMatch: '**/*.spec.ts', testIgnore: longest },
  ],
  outputDir: '../test-results',
  // While one walk waits for a pause in typing or for a password's hash, another one uses the processor; more than two would
  // only wait for each other. A walk that fails once is a fault, so at a desk nothing is tried twice; where nobody watches, a
  // second try tells a fault of the portal from one of the walk, and the summary names what needed it.
  workers: 2,
  retries: process.env.CI ? 1 : 0,
  forbidOnly: !!process.env.CI,
  timeout: 90_000,
  globalTimeout: (process.env.LARGE === '1' ? 45 : 20) * 60_000,
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
        `--disable-features=${withoutFeatures.join(',')}`,
      ],
    },
  },
})
