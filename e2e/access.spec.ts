// Every screen, wide and narrow, light and dark: axe finds nothing, and nothing has to be scrolled sideways at 320 px.
import type { Page } from '@playwright/test'
import { faultsOf } from './fixtures/axe.ts'
import { markCards, screens } from './fixtures/screens.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ house: { company: 'demo', env: {} } })

const widths = [1280, 390] as const

test.beforeAll(async ({ portal, sessions }) => markCards(portal, await sessions('ana')))

for (const { name, who, open } of screens) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`everybody can use the screen '${name}', ${scheme}`, async ({ page, signIn }) => {
      await page.setViewportSize({ width: widths[0], height: 800 })
      if (who) await signIn(page, who, { scheme })
      else await chooseScheme(page, scheme)
      await open(page)
      for (const width of widths) {
        await resize(page, width)
        expect(await faultsOf(page, scheme === 'light' ? 'at everything' : 'at colours'), `at ${width} px`).toEqual([])
      }
      await resize(page, 320)
      expect(await sidewaysOverflow(page)).toEqual([])
    })
  }
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  // A frame learns its new size a little later than the page around it.
  const widest = () => Promise.all(page.frames().map((frame) => frame.evaluate(() => innerWidth)))
  await expect.poll(async () => Math.max(...(await widest()))).toBe(width)
}

/** The page and each frame in it, if they are wider than what shows them. */
async function sidewaysOverflow(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        const widest = [...document.querySelectorAll('body *')].filter(
          (each) => each.getBoundingClientRect().right > clientWidth + 1,
        )
        return scrollWidth > clientWidth
          ? [`${location.pathname}: ${scrollWidth} px in ${clientWidth} px, ${widest[0]?.outerHTML.slice(0, 200)}`]
          : []
      }),
    ),
  )
  return found.flat()
}

async function chooseScheme(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.addInitScript((chosen) => {
    // The frame has no storage to choose in.
    if (location.pathname.startsWith('/forms/')) return
    localStorage.setItem('mantine-color-scheme-value', chosen)
  }, scheme)
}
