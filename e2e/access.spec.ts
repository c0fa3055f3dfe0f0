// Each layout of the portal, wide and narrow, light and dark. soak/screens.spec.ts looks at every screen.
import { expectForEverybody, layoutScreens } from './fixtures/everybody.ts'
import { furnish } from './fixtures/screens.ts'
import { test } from './fixtures/test.ts'

test.beforeAll(async ({ portal, sessions }) => {
  await portal.beginAgain()
  await furnish(portal, sessions)
})

for (const { layout, screen } of layoutScreens) {
  test(`everybody can use the layout '${layout}' (${screen.name}), wide and narrow, light and dark`, async ({
    page,
    become,
  }) => {
    if (screen.who) await become(page, screen.who)
    await expectForEverybody(page, screen)
  })
}
