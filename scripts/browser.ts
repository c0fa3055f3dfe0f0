// The browser tests run in a Chromium of this machine, or in one that this file installs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './install.mjs'

// The headless shell is the same Chromium without a window, which makes every test a tenth faster.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const usualPaths: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'].flatMap((folder) =>
    names.map((name) => `${folder}/${name}`),
  ),
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']].flatMap(
    (folder) => (folder ? [join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')] : []),
  ),
}

/** The path of a Chromium that runs; undefined if Playwright installed its own and knows the path. */
export function findOrInstallBrowser(): string | undefined {
  const found = findBrowser()
  if (found) return found

  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('No Chromium was found; installing the Debian package.')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-qq'], env)
    for (const name of ['chromium-headless-shell', 'chromium']) {
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env)
      const installed = findBrowser()
      if (installed) return installed
    }
  }

  console.error('No Chromium was found; installing the one that Playwright provides.')
  const playwright = join(root, 'node_modules', 'playwright-core', 'cli.js')
  if (run(process.execPath, [playwright, 'install', 'chromium-headless-shell'], process.env)) return undefined
  throw new Error('Chromium was not found and could not be installed. Install it and set CHROMIUM_PATH to its path.')
}

export function findBrowser(): string | undefined {
  const configured = process.env.CHROMIUM_PATH
  if (configured && !runs(configured))
    throw new Error(`CHROMIUM_PATH is ${configured}, but this is not a Chromium that runs.`)
  if (configured) return configured
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...(usualPaths[process.platform] ?? []), ...inPath].find(runs)
}

/** Ubuntu's package only refers to a snap and starts nothing, so an existing file is not enough. */
function runs(file: string): boolean {
  if (!existsSync(file)) return false
  // On Windows, asking Chrome for its version opens a window.
  if (process.platform === 'win32') return true
  return spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0
}

const run = (command: string, args: string[], env: NodeJS.ProcessEnv): boolean =>
  spawnSync(command, args, { env, stdio: ['ignore', 2, 2], timeout: 5 * 60_000 }).status === 0
