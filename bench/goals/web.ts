// Goals 13 to 16: the size of pages, their loading time on a slow phone, and the speed of interactions.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Page, Response } from '@playwright/test'
import { companyName, runCommand } from '../../e2e/fixtures/programs.ts'
import { logInTo, storeSession } from '../../e2e/fixtures/sign-in.ts'
import type { Session } from '../../e2e/fixtures/sign-in.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { startPortal } from '../../server/test/crash/portal.ts'
import { median } from '../measure.ts'
import { openProxy, serveSecurely } from '../proxy.ts'
import { kB, ms, times } from '../result.ts'
import type { Result } from '../result.ts'
import { buildSmallestPage } from './screen.ts'
import { fromYesToNumber } from './yes.ts'

type AppContext = { browser: Browser; url: string; session: Session }

const signInPath = '/'
const dashboardPath = '/dashboard'
const formPath = '/invoiceform'
/** One of each kind of page after the dashboard. */
const otherPaths = [
  '/invoice',
  '/tinregistration',
  formPath,
  '/financialreport',
  '/financialreport/account/4010',
  '/usermanagement',
  '/usermanual?tab=invoices',
  '/Documentation',
  '/contact',
]

export async function web({ rounds }: { rounds: number }): Promise<Result[]> {
  const home = mkdtempSync(join(tmpdir(), 'talaan-web-'))
  const dataDir = join(home, 'data')
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  try {
    await runCommand(['demo'], { DATA_DIR: dataDir })
    const socket = join(home, 'portal.sock')
    await using proxy = await openProxy(socket)
    const { url } = proxy
    await using _portal = await startPortal({
      DATA_DIR: dataDir,
      COMPANY_NAME: companyName,
      HOST: socket,
      PUBLIC_URL: url,
    })
    const visit = { browser, url, session: await logInTo({ url }, 'ben') }
    const results = [...(await sizes(visit)), ...(await scores(visit, rounds)), ...(await interactions(visit, rounds))]
    await buildSmallestPage(join(home, 'floor'))
    await using floor = await served(join(home, 'floor'))
    return [
      ...results,
      ...(await readiness(visit, floor.url, rounds)),
      ...(await fromYesToNumber(await desktopFor(visit), url, rounds * 10)),
    ]
  } finally {
    await browser.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A browser with an empty cache, with ben signed in unless it is the sign-in screen. */
async function contextFor({ browser, url, session }: AppContext, path: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    isMobile: true,
    hasTouch: true,
    // The certificate of the proxy is for tests.
    ignoreHTTPSErrors: true,
  })
  if (path !== signInPath) await storeSession(context, { url }, session)
  return context
}

async function desktopFor({ browser, url, session }: AppContext): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ignoreHTTPSErrors: true })
  await storeSession(context, { url }, session)
  return context
}

// ── 13: bytes

async function sizes(visit: AppContext): Promise<Result[]> {
  const dashboard = await fetchedBy(visit, dashboardPath)
  const signIn = await fetchedBy(visit, signInPath)
  const both = new Map([...signIn.page, ...dashboard.page])
  const results = [row('13', 'login page and dashboard together, brotli', kB, sum(both), 215_000)]
  const further: { path: string; own: number }[] = []
  for (const path of otherPaths) {
    const { page, frame } = await fetchedBy(visit, path)
    // Its page and calls are loaded as well, but files that are there already are not loaded again.
    further.push({ path, own: sum(new Map([...page].filter(([name]) => !both.has(name)))) })
    if (path === formPath) results.push(row('13', 'the frame of the invoice form, brotli', kB, sum(frame), 170_000))
  }
  const largest = further.toSorted((a, b) => b.own - a.own)[0] ?? { path: '', own: 0 }
  results.push(row('13', `the heaviest of ${further.length} other pages: ${largest.path}`, kB, largest.own, 30_000))
  return results
}

/** The bodies that a page loads, with their length under brotli; those of a frame separately. */
async function fetchedBy(
  visit: AppContext,
  path: string,
): Promise<{ page: Map<string, number>; frame: Map<string, number> }> {
  const context = await contextFor(visit, path)
  const page = await context.newPage()
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(visit.url + path, { waitUntil: path === formPath ? 'load' : 'networkidle' })
  if (path === formPath) await reviewButton(page).waitFor()
  const fetched = { page: new Map<string, number>(), frame: new Map<string, number>() }
  for (const response of responses) {
    const { pathname } = new URL(response.url())
    const isFrame = response.frame() !== page.mainFrame()
    // A redirect or an answer without a body has no bytes.
    const body = await response.body().catch(() => Buffer.alloc(0))
    fetched[isFrame ? 'frame' : 'page'].set(
      pathname === path ? 'the page itself' : pathname,
      brotliCompressSync(body).length,
    )
  }
  await context.close()
  return fetched
}

/** The last part of a form in its frame. */
const reviewButton = (page: Page) => page.frameLocator('main iframe').getByRole('button', { name: /^Review/ })

const sum = (sizes: ReadonlyMap<string, number>): number => [...sizes.values()].reduce((all, size) => all + size, 0)

// ── 14: the score of Lighthouse, calculated here

/** Slow 4G and a quarter of the processor, as Lighthouse applies them to a mobile page with throttling by DevTools. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const cpuSlowdown = 4

type Seen = { fcp: number; lcp: number; tbt: number; cls: number }

/** Weights and log-normal curves of Lighthouse 10 and later for mobile. */
const curves: Record<keyof Seen, { weight: number; p10: number; median: number }> = {
  fcp: { weight: 10, p10: 1800, median: 3000 },
  lcp: { weight: 25, p10: 2500, median: 4000 },
  tbt: { weight: 30, p10: 200, median: 600 },
  cls: { weight: 25, p10: 0.1, median: 0.25 },
}

/** Everything is painted, no answer is outstanding, and nothing happened for two seconds. */
const isIdle = `(() => {
  const { lcp, tasks } = globalThis.seen
  const [start, duration] = tasks.at(-1) ?? [0, 0]
  const isLoading = document.querySelector('[aria-busy=true], [role=status][aria-label^=Loading]') !== null
  return lcp > 0 && !isLoading && performance.now() > Math.max(lcp, start + duration) + 2000
})()`

const watch = `(() => {
  const seen = (globalThis.seen = { fcp: 0, lcp: 0, cls: 0, tasks: [] })
  const each = (type, look) => new PerformanceObserver((list) => list.getEntries().forEach(look)).observe({ type, buffered: true })
  each('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime })
  each('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime })
  each('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.cls += entry.value })
  each('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]))
})()`

async function scores(visit: AppContext, rounds: number): Promise<Result[]> {
  const visits: { path: string; score: number; seen: Seen }[] = []
  for (const path of [signInPath, dashboardPath, ...otherPaths]) {
    const turns: Seen[] = []
    for (let round = 0; round < rounds; round += 1) turns.push(await slowVisit(visit, path))
    const middle = (figure: keyof Seen) => median(turns.map((turn) => turn[figure]))
    const seen = {
      fcp: middle('fcp'),
      lcp: middle('lcp'),
      tbt: middle('tbt'),
      cls: Math.max(...turns.map(({ cls }) => cls)),
    }
    visits.push({ path, seen, score: scoreOf(seen) })
  }
  const [shifting] = visits.toSorted((a, b) => b.seen.cls - a.seen.cls)
  return [
    ...visits.map(({ path, score, seen }): Result => {
      const bound = path === signInPath ? 96 : 90
      return {
        goal: '14',
        what: `score of ${path}, phone on slow 4G`,
        engine: '',
        floor: '',
        portal: `FCP ${ms(seen.fcp)}, LCP ${ms(seen.lcp)}, TBT ${ms(seen.tbt)}`,
        outcome: score.toFixed(0),
        bound: `≥ ${bound}`,
        met: score >= bound,
      }
    }),
    row(
      ...(['14', `largest layout shift of all pages: ${shifting?.path}`] as const),
      ...([(value: number) => value.toFixed(3), shifting?.seen.cls ?? 0, 0] as const),
    ),
  ]
}

async function slowVisit(visit: AppContext, path: string): Promise<Seen> {
  const context = await contextFor(visit, path)
  await context.addInitScript(watch)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  // Don't wait for the network to be idle: on this connection the next pages are prefetched before a form's frame loads.
  await page.goto(visit.url + path, { waitUntil: 'load' })
  if (path === formPath) await reviewButton(page).waitFor()
  for (let tries = 0; tries < 240 && !(await page.evaluate(isIdle)); tries += 1) await page.waitForTimeout(250)
  const { fcp, lcp, cls, tasks } = (await page.evaluate('globalThis.seen')) as Seen & { tasks: [number, number][] }
  await context.close()
  const blocked = tasks.filter(([start]) => start > fcp).map(([, duration]) => Math.max(0, duration - 50))
  return { fcp, lcp, cls, tbt: blocked.reduce((all, time) => all + time, 0) }
}

function scoreOf(seen: Seen): number {
  const parts = Object.entries(curves).map(([name, curve]) => ({ ...curve, value: seen[name as keyof Seen] }))
  const total = parts.reduce((all, { weight }) => all + weight, 0)
  return (100 * parts.reduce((all, { weight, ...curve }) => all + weight * logNormal(curve), 0)) / total
}

/** 0.9 at p10, 0.5 at the median: the share of pages in a log-normal distribution that are slower. */
function logNormal({ value, p10, median }: { value: number; p10: number; median: number }): number {
  if (value <= 0) return 1
  const tenth = 0.9061938024368232
  const standard = (tenth * Math.log(value / median)) / Math.log(median / p10)
  return Math.min(1, Math.max(0, (1 - erf(standard)) / 2))
}

/** Abramowitz and Stegun 7.1.26. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const y = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - y * Math.exp(-x * x))
}

// ── Ready

const whenReady = `new Promise((resolve) => {
  const look = () => document.querySelector('form input') ? requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))) : requestAnimationFrame(look)
  look()
})`

async function readiness(visit: AppContext, floor: string, rounds: number): Promise<Result[]> {
  const once = async (url: string) => {
    const context = await contextFor(visit, signInPath)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.goto(url, { waitUntil: 'commit' })
    const ready = (await page.evaluate(whenReady)) as number
    await context.close()
    return ready
  }
  const pairs: { ours: number; theirs: number }[] = []
  for (let round = 0; round < rounds * 3; round += 1)
    pairs.push({ ours: await once(visit.url), theirs: await once(floor) })
  const ratio = median(pairs.map(({ ours, theirs }) => ours / theirs))
  return [
    {
      goal: '',
      what: 'login page ready on a quarter of the processor',
      engine: '',
      floor: ms(median(pairs.map(({ theirs }) => theirs))),
      portal: ms(median(pairs.map(({ ours }) => ours))),
      outcome: times(ratio),
      bound: '≤ 1.2 ×',
      met: ratio <= 1.2,
    },
  ]
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Files of a folder, compressed as the portal does it. */
const served = (folder: string) =>
  serveSecurely((request, answer) => {
    const name = request.url === '/' ? '/index.html' : request.url
    try {
      const body = brotliCompressSync(readFileSync(join(folder, name)))
      answer.writeHead(200, { 'content-type': types[extname(name)] ?? '', 'content-encoding': 'br' }).end(body)
    } catch {
      answer.writeHead(404).end()
    }
  })

// ── 15: from an interaction to the next paint, by Event Timing

const listen = `(() => {
  globalThis.slowest = 0
  const look = (list) => { for (const entry of list.getEntries()) if (entry.interactionId) globalThis.slowest = Math.max(globalThis.slowest, entry.duration) }
  new PerformanceObserver(look).observe({ type: 'event', durationThreshold: 16, buffered: true })
})()`

const workflows: { what: string; path: string; ready: string; act: (page: Page) => Promise<void> }[] = [
  {
    what: 'menu',
    path: dashboardPath,
    ready: 'button[aria-label^="User menu"], header button[aria-haspopup]',
    act: (page) => page.locator('header button[aria-haspopup]').last().click(),
  },
  {
    what: 'card search',
    path: dashboardPath,
    ready: '[role=combobox]',
    act: (page) => page.getByRole('combobox', { name: 'Search cards' }).pressSequentially('form'),
  },
  {
    what: 'bookmark',
    path: '/invoice',
    ready: 'article button[aria-pressed]',
    act: async (page) => {
      await page.locator('article button[aria-pressed]').first().click()
      await page.locator('article button[aria-pressed]').first().click()
    },
  },
  {
    what: 'tab',
    path: '/usermanual',
    ready: '[role=tab]',
    act: (page) => page.getByRole('tab', { name: 'Invoices' }).click(),
  },
  {
    what: 'filter',
    path: '/invoice',
    ready: 'main table',
    act: async (page) => void (await page.getByLabel('Status', { exact: true }).first().selectOption('Void')),
  },
  {
    what: 'field',
    path: formPath,
    ready: 'main iframe',
    act: (page) => page.frameLocator('main iframe').getByLabel('Invoice number').pressSequentially('SI-0042'),
  },
]

async function interactions(visit: AppContext, rounds: number): Promise<Result[]> {
  const worst: { what: string; took: number }[] = []
  for (const { what, path, ready, act } of workflows) {
    const turns: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const context = await desktopFor(visit)
      await context.addInitScript(listen)
      const page = await context.newPage()
      await page.goto(visit.url + path, { waitUntil: path === formPath ? 'load' : 'networkidle' })
      await page.locator(ready).first().waitFor()
      if (path === formPath) await page.frameLocator('main iframe').getByLabel('Invoice number').waitFor()
      await slowDown(context, page)
      await act(page)
      await page.waitForTimeout(400)
      const slowest = await Promise.all(page.frames().map((frame) => frame.evaluate('globalThis.slowest')))
      turns.push(Math.max(...(slowest as number[])))
      await context.close()
    }
    worst.push({ what, took: median(turns) })
  }
  const slowest = Math.max(...worst.map(({ took }) => took))
  const each = worst.map(({ what, took }) => `${what} ${took < 16 ? '< 16' : took.toFixed(0)}`).join(', ')
  return [
    {
      ...row('15', 'slowest response to an interaction, on a quarter of the processor', ms, slowest, 100),
      portal: `${each} ms`,
    },
  ]
}

/** The portal and its frame may be two processes. */
async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  for (const target of [page, ...page.frames().slice(1)]) {
    const devtools = await context.newCDPSession(target).catch(() => undefined)
    await devtools?.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown }).catch(() => undefined)
  }
}

function row(goal: string, what: string, written: (value: number) => string, value: number, limit: number): Result {
  const figure = written(value)
  return {
    goal,
    what,
    engine: '',
    floor: '',
    portal: figure,
    outcome: figure,
    bound: `≤ ${written(limit)}`,
    met: value <= limit,
  }
}
