// Every screen in every state that a test can produce, wide and narrow, light and dark.
import { allScreens, expectAccessible } from '../fixtures/accessible.ts'
import { addSampleData } from '../fixtures/screens.ts'
import { expect, test } from '../fixtures/test.ts'

test.beforeAll(async ({ portal, sessions }) => addSampleData(portal, sessions))

for (const screen of allScreens) {
  test(`the screen '${screen.name}' is accessible, wide and narrow, light and dark`, async ({ page, setSession }) => {
    if (screen.who) await setSession(page, screen.who)
    await expectAccessible(page, screen, async () => {
      if (!screen.picture) return
      await page.evaluate(() => document.fonts.ready)
      expect((await page.screenshot()).length).toBeGreaterThan(10_000)
    })
  })
}
