// Every screen at 320, 768 and 3840 px: nothing has to be scrolled sideways, and nothing is drawn out to the edges of a
// wide screen. One window walks them all, because only the widths are looked at here.
import type { Page } from '@playwright/test'
import { furnish, screens } from './fixtures/screens.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ house: { company: 'demo', env: { CONTACT_DETAILS: '12 Rizal Avenue, Manila | (02) 8123 4567' } } })

const widths = [320, 768, 3840] as const
/** The widest line of words or figures that an eye follows; a page's content stops at 1200 px. */
const widest = 1200

test.beforeAll(async ({ portal, sessions }) => furnish(portal, sessions))

const people = [null, 'ana', 'ben', 'carla'] as const

for (const who of people) {
  test(`no screen of ${who ?? 'a stranger'} is too wide at 320 or 768 px or drawn out at 3840 px`, async ({
    page,
    signIn,
  }) => {
    const seen = screens.filter((screen) => screen.who === who)
    if (who) await signIn(page, who)
    const found: string[] = []
    for (const { name, open } of seen) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(page)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        // A frame learns its new size a little later than the page around it.
        await expect
          .poll(async () =>
            Math.max(...(await Promise.all(page.frames().map((each) => each.evaluate(() => innerWidth))))),
          )
          .toBe(width)
        found.push(...(await faultsAt(page)).map((fault) => `${name} at ${width} px: ${fault}`))
      }
    }
    expect(found).toEqual([])
  })
}

async function faultsAt(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame.evaluate((most) => {
        const { scrollWidth, clientWidth } = document.documentElement
        const tooWide = scrollWidth > clientWidth ? [`${scrollWidth} px of page in ${clientWidth} px`] : []
        const blocks = document.querySelectorAll(
          'main p, main li, main h1, main h2, main table, main button, main form',
        )
        const drawnOut = [...blocks]
          .filter((each) => each.getBoundingClientRect().width > most)
          .map((each) => `${Math.round(each.getBoundingClientRect().width)} px of ${each.outerHTML.slice(0, 80)}`)
        return [...tooWide, ...drawnOut]
      }, widest),
    ),
  )
  return found.flat()
}
