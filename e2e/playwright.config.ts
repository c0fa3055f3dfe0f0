// The end-to-end tests run in a real Chromium against the real server; each spec starts a server of its own.
import { defineConfig } from '@playwright/test'

const isRoot = process.getuid?.() === 0

// Chromium uses only the last list of features, so this one begins with those that Playwright switches off.
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
  // Pages of the address bar that are never shown; making them took as long as loading our own page.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // A spare process for a page that is not opened.
  'SpareRendererForSitePerProcess',
]

/** Long tests, and details that other tests cover as well, run only in `npm run soak`. */
const isSoak = process.env.TALAAN_SOAK === '1'

/** Slow work is not an error. The longest test takes ten seconds; one that takes minutes hangs. */
const minute = 60_000

export default defineConfig({
  testDir: '.',
  globalSetup: './fixtures/set-up.ts',
  // One project: for each of several, every worker would start a browser and a portal anew.
  testMatch: '**/*.spec.ts',
  testIgnore: isSoak ? [] : ['**/soak/**'],
  outputDir: '../test-results',
  // While one test waits for a pause in typing or a password hash, the others use the processor: on two cores the third worker
  // makes the browser tests a seventh shorter. On a developer's machine a test that fails once has failed; in CI a
  // second try tells a fault of the portal from a flaky test, and the summary names the tests that needed it.
  workers: 3,
  ...(!isSoak && { grepInvert: /@soak/ }),
  retries: process.env.CI ? 1 : 0,
  forbidOnly: !!process.env.CI,
  timeout: (isSoak ? 60 : 4) * minute,
  expect: { timeout: minute },
  reporter: [['list']],
  use: {
    // A new context compiles all scripts again, which takes a sixth of the time of a test.
    reuseContext: true,
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: minute,
    navigationTimeout: 2 * minute,
    screenshot: 'only-on-failure',
    // A trace slows every test down; TRACE=1 records the failing ones.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      // Without a path Playwright takes the browser that it installed itself.
      executablePath: process.env.CHROMIUM_PATH || undefined,
      args: [
        // Chromium refuses its sandbox to root, and CI runs as root.
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        // A page lives for a second: optimizing its code takes 4 % of the processor time and never pays.
        '--js-flags=--no-opt --no-maglev',
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
