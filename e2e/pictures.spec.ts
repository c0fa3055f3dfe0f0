// The pictures of README and docs show the demo company as it really looks; UPDATE_PICTURES=1 takes them anew.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { markCards, screens } from './fixtures/screens.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ house: { company: 'demo', env: {} } })

const folder = fileURLToPath(new URL('../docs/images', import.meta.url))
const isUpdate = process.env.UPDATE_PICTURES === '1'
const pictures = ['dashboard', 'invoice-form', 'invoice-confirmation', 'invoice-voucher', 'trial-balance']

test.beforeAll(async ({ portal, sessions }) => markCards(portal, await sessions('ana')))

for (const name of pictures) {
  test(`the picture '${name}' can be taken`, async ({ page, signIn }) => {
    const screen = screens.find((each) => each.name === name)
    if (screen === undefined) throw new Error(`No screen is called ${name}.`)
    await page.setViewportSize({ width: 1280, height: 800 })
    if (screen.who) await signIn(page, screen.who)
    await screen.open(page)
    await page.evaluate(() => document.fonts.ready)
    const path = isUpdate ? join(folder, `${name}.png`) : undefined
    expect((await page.screenshot({ path })).length).toBeGreaterThan(10_000)
  })
}
