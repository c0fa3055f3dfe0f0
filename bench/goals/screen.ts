// Goal 12: the bytes of the sign-in screen, counted between a real Chromium and the real server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { findBrowser } from '../../scripts/browser.ts'
import { startPortal } from '../../server/test/crash/portal.ts'
import type { Place } from '../place.ts'
import { kB } from '../result.ts'
import type { Result } from '../result.ts'

const limit = 91_000
const maxRequests = 6

export async function screen(place: Place): Promise<Result[]> {
  const browser = findBrowser()
  if (browser === undefined) throw new Error('No Chromium was found; set CHROMIUM_PATH to one.')
  const floor = await smallestPage()
  const books = await place.newBooks('embedded', 'screen')
  await using portal = await startPortal(books.environment)
  const fetched = await fetchedBy(browser, portal.url)
  const bytes = fetched.reduce((sum, { size }) => sum + size, 0)
  const asBrotli = fetched.reduce((sum, { brotli }) => sum + brotli, 0)
  const served = bytes === asBrotli ? '' : `, served as ${kB(bytes)}`
  return [
    {
      goal: '12',
      what: 'bytes of the login page, brotli',
      engine: '',
      floor: kB(floor),
      portal: kB(asBrotli),
      outcome: kB(asBrotli) + served,
      bound: `≤ ${kB(limit)}`,
      met: bytes <= limit,
    },
    {
      goal: '12',
      what: 'requests of the login page',
      engine: '',
      floor: '',
      portal: String(fetched.length),
      outcome: String(fetched.length),
      bound: `≤ ${maxRequests}`,
      met: fetched.length <= maxRequests,
    },
  ]
}

type Fetched = { path: string; size: number; brotli: number }

/** Opens the page in a new browser and counts the traffic. Sizes are of bodies, as sent. */
async function fetchedBy(browser: string, portal: string): Promise<Fetched[]> {
  const fetched: Fetched[] = []
  const between = createServer((incoming, answer) => {
    const { host, port } = new URL(portal)
    const headers = { ...incoming.headers, host, 'accept-encoding': 'br' }
    const upstream = request(
      { port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers },
      (answered) => {
        const parts: Buffer[] = []
        answered.on('data', (part: Buffer) => parts.push(part))
        answered.on('end', () => {
          const body = Buffer.concat(parts)
          const packed = answered.headers['content-encoding'] === 'br'
          fetched.push({ path: incoming.url ?? '', size: body.length, brotli: packed ? body.length : brotli(body) })
          answer.writeHead(answered.statusCode ?? 502, answered.headers).end(body)
        })
      },
    )
    upstream.on('error', () => answer.destroy())
    incoming.pipe(upstream)
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')

  const profile = mkdtempSync(join(tmpdir(), 'talaan-browser-'))
  try {
    const page = `http://localhost:${(between.address() as AddressInfo).port}/`
    const flags = [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ]
    const args = [
      '--headless',
      '--no-sandbox',
      ...flags,
      `--user-data-dir=${profile}`,
      '--virtual-time-budget=8000',
      '--dump-dom',
      page,
    ]
    const opened = spawn(browser, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let drawn = ''
    opened.stdout.setEncoding('utf8').on('data', (text: string) => (drawn += text))
    await once(opened, 'close')
    if (!/type="password"/.test(drawn)) throw new Error(`The browser shows no sign-in screen: ${drawn.slice(0, 500)}`)
  } finally {
    between.close()
    between.closeAllConnections()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  return fetched
}

/** The smallest page with one form that React can render, built like the portal. */
export async function buildSmallestPage(outDir: string): Promise<void> {
  const root = fileURLToPath(new URL('../floors/react', import.meta.url))
  await build({
    root,
    logLevel: 'warn',
    configFile: false,
    build: { outDir, emptyOutDir: true, modulePreload: { polyfill: false }, target: 'es2023' },
  })
}

async function smallestPage(): Promise<number> {
  const outDir = mkdtempSync(join(tmpdir(), 'talaan-floor-'))
  try {
    await buildSmallestPage(outDir)
    const files = readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return files.reduce((sum, { parentPath, name }) => sum + brotli(readFileSync(join(parentPath, name))), 0)
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

const brotli = (body: Buffer) => brotliCompressSync(body).length
