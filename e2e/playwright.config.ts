// The end-to-end tests run in a real Chromium against the real server; each spec starts a server of its own.
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

/** The longest files begin, so that at the end one browser does not wait long for the other. */
const longest = ['form', 'access', 'year', 'documents', 'users', 'shell', 'contact'].map((name) => `**/${name}.spec.ts`)
/** Long tests, and tests of details that other tests pass by every time, are part of `npm run soak`. */
const isSoak = process.env.TALAAN_SOAK === '1'
const soak = isSoak ? [] : ['**/soak/**']

/** Work that is only slow is waited for; the limit of the suite's step is the guard against what hangs. */
const minute = 60_000

export default defineConfig({
  testDir: '.',
  globalSetup: './fixtures/set-up.ts',
  projects: [
    { name: 'long', testMatch: longest, testIgnore: soak },
    { name: 'short', testMatch: '**/*.spec.ts', testIgnore: [...longest, ...soak] },
  ],
  outputDir: '../test-results',
  // While one test waits for a pause in typing or for a password's hash, another one uses the processor; more than two would
  // only wait for each other. A test that fails once is a fault, so at a desk nothing is tried twice; where nobody watches, a
  // second try tells a fault of the portal from one of the test, and the summary names what needed it.
  workers: 2,
  ...(!isSoak && { grepInvert: /@soak/ }),
  retries: process.env.CI ? 1 : 0,
  forbidOnly: !!process.env.CI,
  timeout: (isSoak ? 60 : 10) * minute,
  expect: { timeout: minute },
  reporter: [['list']],
  use: {
    locale: 'en-PH',
    timezoneId: 'Asia/Manila',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: minute,
    navigationTimeout: 2 * minute,
    screenshot: 'only-on-failure',
    // A recording slows every test down; TRACE=1 makes one of those that fail.
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
