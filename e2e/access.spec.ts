// Accessibility of each layout of the portal, wide and narrow, light and dark. soak/screens.spec.ts checks every screen.
import { expectForEverybody, layoutScreens } from './fixtures/everybody.ts'
import { furnish } from './fixtures/screens.ts'
import { test } from './fixtures/test.ts'

test.beforeAll(async ({ portal, sessions }) => {
  await portal.beginAgain()
  await furnish(portal, sessions)
})

for (const { layout, screen } of layoutScreens) {
  test(`the layout '${layout}' (${screen.name}) is accessible, wide and narrow, light and dark`, async ({
    page,
    become,
  }) => {
    if (screen.who) await become(page, screen.who)
    await expectForEverybody(page, screen)
  })
}
