// Every screen, wide and narrow, light and dark: axe finds nothing, nothing has to be scrolled sideways down to 320 px, nothing
// is drawn out to the edges of the widest screens, and the title in the header is never cut off.
// The pictures of README and docs show these screens as they really look; UPDATE_PICTURES=1 takes them anew.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { colorSchemeKey } from '../web/src/app/session/colorScheme.ts'
import { chooseColours, faultsOf } from './fixtures/axe.ts'
import { furnish, screens } from './fixtures/screens.ts'
import type { Screen } from './fixtures/screens.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ house: { company: 'demo', env: { CONTACT_DETAILS: '12 Rizal Avenue, Manila | (02) 8123 4567' } } })

test.beforeAll(async ({ portal, sessions }) => furnish(portal, sessions))

const pictures = fileURLToPath(new URL('../docs/images', import.meta.url))
const isUpdate = process.env.UPDATE_PICTURES === '1'

for (const { name, picture, who, open, narrow } of screens) {
  test(`everybody can use the screen '${name}', wide and narrow, light and dark`, async ({ page, become }) => {
    await resize(page, 1280)
    if (who) await become(page, who)
    await open(page)
    if (picture) await takePicture(page, isUpdate ? join(pictures, `${name}.png`) : undefined)
    expect(await faultsOf(page), 'at 1280 px').toEqual([])
    for (const width of [3840, 768]) {
      await resize(page, width)
      expect(await wrongWidths(page), `at ${width} px`).toEqual([])
    }
    await resize(page, 390)
    await narrow?.(page)
    expect(await faultsOf(page), 'at 390 px').toEqual([])
    await resize(page, 320)
    expect(await wrongWidths(page), 'at 320 px').toEqual([])

    if (who) await chooseColours(page, 'dark')
    else await openInDark(page, open)
    await resize(page, 390)
    expect(await faultsOf(page, 'at colours'), 'at 390 px, dark').toEqual([])
    await resize(page, 1280)
    expect(await faultsOf(page, 'at colours'), 'at 1280 px, dark').toEqual([])
  })
}

async function takePicture(page: Page, path: string | undefined): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  expect((await page.screenshot({ path })).length).toBeGreaterThan(10_000)
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  // A frame learns its new size a little later than the page around it.
  const widest = () => Promise.all(page.frames().map((frame) => frame.evaluate(() => innerWidth)))
  await expect.poll(async () => Math.max(...(await widest()))).toBe(width)
}

/** The widest line of words or figures that an eye follows; a page's content stops at 1200 px. */
const mostWide = 1200

/** The page and each frame in it, if they are wider than what shows them, and what in them is drawn out too far or cut off. */
async function wrongWidths(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate((most) => {
        const { scrollWidth, clientWidth } = document.documentElement
        const rightOf = (element: Element) => element.getBoundingClientRect().right
        const beyond = [...document.querySelectorAll('body *')].find((each) => rightOf(each) > clientWidth + 1)
        const tooWide =
          scrollWidth > clientWidth
            ? [`${location.pathname}: ${scrollWidth} px in ${clientWidth} px, ${beyond?.outerHTML.slice(0, 200)}`]
            : []
        const blocks = 'main p, main li, main h1, main h2, main table, main button, main form'
        const drawnOut = [...document.querySelectorAll(blocks)]
          // What scrolls in a place of its own is as wide as it is.
          .filter((each) => each.closest('[role=region][tabindex]') === null)
          .filter((each) => each.getBoundingClientRect().width > most)
          .map((each) => `${Math.round(each.getBoundingClientRect().width)} px of ${each.outerHTML.slice(0, 80)}`)
        // Whoever reads where one is reads all of it.
        const cutOff = [...document.querySelectorAll('header div')]
          .filter(
            ({ children, clientWidth, textContent }) => children.length === 0 && clientWidth > 1 && textContent !== '',
          )
          .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
          .map(({ textContent }) => `The header cuts '${textContent}' off.`)
        return [...tooWide, ...drawnOut, ...cutOff]
      }, mostWide),
    ),
  )
  return found.flat()
}

/** The open screens are not told by another tab; they look at the choice when they are loaded. */
async function openInDark(page: Page, open: Screen['open']): Promise<void> {
  await page.evaluate((key) => localStorage.setItem(key, 'dark'), colorSchemeKey)
  await open(page)
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
}
