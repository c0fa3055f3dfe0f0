// Every screen in every state that a test can produce, wide and narrow, light and dark.
import { allScreens, expectForEverybody } from '../fixtures/everybody.ts'
import { furnish } from '../fixtures/screens.ts'
import { expect, test } from '../fixtures/test.ts'

test.beforeAll(async ({ portal, sessions }) => furnish(portal, sessions))

for (const screen of allScreens) {
  test(`the screen '${screen.name}' is accessible, wide and narrow, light and dark`, async ({ page, become }) => {
    if (screen.who) await become(page, screen.who)
    await expectForEverybody(page, screen, async () => {
      if (!screen.picture) return
      await page.evaluate(() => document.fonts.ready)
      expect((await page.screenshot()).length).toBeGreaterThan(10_000)
    })
  })
}
