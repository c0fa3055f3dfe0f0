// Accessibility of each layout of the portal, wide and narrow, light and dark. soak/screens.spec.ts checks every screen.
import { expectAccessible, layoutScreens } from './fixtures/accessible.ts'
import { addSampleData } from './fixtures/screens.ts'
import { test } from './fixtures/test.ts'

test.beforeAll(async ({ portal, sessions }) => {
  await portal.reset()
  await addSampleData(portal, sessions)
})

for (const { layout, screen } of layoutScreens) {
  test(`the layout '${layout}' (${screen.name}) is accessible, wide and narrow, light and dark`, async ({
    page,
    setSession,
  }) => {
    if (screen.who) await setSession(page, screen.who)
    await expectAccessible(page, screen)
  })
}
