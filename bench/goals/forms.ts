// The time from the keys of a form, pressed on the dashboard, to its fields: on the first visit and later.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { formScreens, type FormScreen } from '@talaan/contract/cards.ts'
import { keysTo } from '@talaan/contract/keys.ts'
import { companyName, runCommand } from '../../e2e/fixtures/programs.ts'
import { logInTo, storeSession } from '../../e2e/fixtures/sign-in.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { startPortal } from '../../server/test/crash/portal.ts'
import { median } from '../measure.ts'
import { ms } from '../result.ts'
import type { Result } from '../result.ts'

const boundMs = { first: 500, again: 250 }
/** How often a form is opened again in each round. */
const again = 3

/** Opens each form that has keys, with the data of the demo, and opens it again a few times. */
export async function forms({ rounds }: { rounds: number }): Promise<Result[]> {
  const home = mkdtempSync(join(tmpdir(), 'talaan-forms-'))
  const environment = { DATA_DIR: join(home, 'data'), COMPANY_NAME: companyName }
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    await runCommand(['demo'], environment)
    await using portal = await startPortal(environment)
    const session = await logInTo(portal, 'ben')
    const results: Result[] = []
    for (const screen of formScreens) {
      const keys = keysTo(screen.path)
      if (keys === undefined) continue
      const took = { first: [] as number[], again: [] as number[] }
      for (let round = 0; round < rounds; round += 1) {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
        await storeSession(context, portal, session)
        await openTimes(context, { url: portal.url, keys, took })
        await context.close()
      }
      results.push(...asResults(screen, took))
    }
    return results
  } finally {
    await browser.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function openTimes(
  context: BrowserContext,
  { url, keys, took }: { url: string; keys: string; took: { first: number[]; again: number[] } },
): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}/dashboard`)
  await quiet(page)
  took.first.push(await opened(page, keys))
  for (let at = 0; at < again; at += 1) {
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await page.waitForURL('**/dashboard')
    await quiet(page)
    took.again.push(await opened(page, keys))
  }
  await page.close()
}

/** The user has read the page: the frame of the next form has loaded, and nothing else is loading. */
async function quiet(page: Page): Promise<void> {
  const next = await page.waitForSelector('body > iframe', { state: 'attached', timeout: 0 })
  await (await next.contentFrame())?.evaluate(whenLoaded)
}

/** The frame has loaded the files of all forms, so none has been added for two seconds. */
const whenLoaded = `new Promise((resolve) => {
  let files = -1
  const look = () => {
    const now = performance.getEntriesByType('resource').length
    if (document.readyState === 'complete' && now === files) resolve()
    else setTimeout(look, 2000)
    files = now
  }
  look()
})`

const whenFields = `new Promise((resolve) => {
  const look = () => {
    const field = document.querySelector('main :is(input, select, textarea, button)')
    if (field?.checkVisibility() && !document.querySelector('[aria-busy=true]')) requestAnimationFrame(() => resolve(Date.now()))
    else requestAnimationFrame(look)
  }
  look()
})`

/** The milliseconds from the second key to the fields. Both clocks are the machine's. */
async function opened(page: Page, keys: string): Promise<number> {
  await page.evaluate(`addEventListener('keydown', () => (globalThis.pressedAt = Date.now()), { capture: true })`)
  // Without anything between them, because the second key has to follow soon.
  for (const key of keys.split(' ')) await page.keyboard.press(key)
  const frame = await (await page.waitForSelector('main iframe')).contentFrame()
  const shownAt = Number(await frame?.evaluate(whenFields))
  return shownAt - Number(await page.evaluate('globalThis.pressedAt'))
}

const asResults = ({ title }: FormScreen, took: { first: number[]; again: number[] }): Result[] =>
  (['first', 'again'] as const).map((visit) => {
    const figure = median(took[visit])
    return {
      goal: '',
      what: `${title}, ${visit}`,
      engine: '',
      floor: '',
      portal: took[visit].map((each) => each.toFixed(0)).join(', '),
      outcome: ms(figure),
      bound: `≤ ${boundMs[visit]} ms`,
      met: figure <= boundMs[visit],
    }
  })
