// Toasts that stay while they are read and can be read again, a banner while the server can't be reached, and
// the company's own logo.
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { addBookmark, bookmarkRefreshMs, bookmarkWords, listBookmarks } from '@talaan/contract/bookmarks.ts'
import { saveDraft } from '@talaan/contract/documents.ts'
import { notificationLimits } from '@talaan/contract/screen.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { openInvoiceForm } from './fixtures/invoice.ts'
import { demoPassword } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

const logo = fileURLToPath(new URL('fixtures/logo.svg', import.meta.url))
test.use({ setup: { company: 'demo', env: { COMPANY_LOGO: logo } } })

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const bell = (page: Page) => page.getByRole('button', { name: 'Notifications', exact: true })
const past = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const noNotifications = 'No notifications since you logged in'

test('a toast stays while it is pointed at or has the focus, closes by key, and can be read again until logout', async ({
  page,
  portal,
  signIn,
}) => {
  await page.clock.install({ time: await portal.now() })
  await signIn(page, 'ana', { at: '/invoice' })
  const star = page.getByRole('button', { name: 'Bookmark Invoice' })
  await bell(page).click()
  await expect(past(page)).toContainText(noNotifications)
  await page.keyboard.press('Escape')
  await expect(bell(page)).toBeFocused()

  await star.click()
  const added = toasts(page).getByText(bookmarkWords.added)
  await added.hover()
  await page.clock.runFor(3 * notificationLimits.autoCloseMs)
  await expect(added).toBeVisible()
  await page.mouse.move(400, 300)
  await page.clock.runFor(notificationLimits.autoCloseMs)
  await expect(added).toBeHidden()

  await star.press('Enter')
  const removed = toasts(page).getByText(bookmarkWords.removed)
  await expect(removed).toBeVisible()
  await page.keyboard.press('F8')
  await page.clock.runFor(3 * notificationLimits.autoCloseMs)
  await expect(toasts(page).getByRole('button', { name: 'Close notification' })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(removed).toBeHidden()
  await expect(star).toBeFocused()

  await page.route(`**${addBookmark.path}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 409, json: {} }) : route.continue(),
  )
  await star.press('Enter')
  await bell(page).click()
  await expect(past(page).getByRole('listitem')).toHaveText([
    new RegExp(`^!${bookmarkWords.addFailed}Failed, \\d\\d:\\d\\d$`),
    new RegExp(`^✓${bookmarkWords.removed}InvoiceDone, \\d\\d:\\d\\d$`),
    new RegExp(`^✓${bookmarkWords.added}InvoiceDone, \\d\\d:\\d\\d$`),
  ])
  await expectAccessibleInSoak(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByLabel('Client ID').fill('ana')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log In' }).click()
  await bell(page).click()
  await expect(past(page)).toContainText(noNotifications)
})

test(
  'while the server does not respond a banner says so and input is not lost; it disappears when the server is back',
  { tag: '@soak' },
  async ({ page, consoleErrors, signIn }) => {
    consoleErrors.expect(/^Failed to load resource: (net::ERR_|the server responded with a status of 502)/)
    await signIn(page, 'ana')
    const form = await openInvoiceForm(page)
    const banner = page.getByRole('status').filter({ hasText: 'Talaan is not responding.' })

    await page.route(/\/(api|healthz)/, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
    await form.getByLabel('Memo').fill('Typed while nobody answered')
    await expect(banner).toContainText('Your entries stay here')
    await expect(page.getByText(/^Trying again in \d+ s$/)).toBeVisible()
    await expect(form.getByText(saveDraft.failure)).toBeVisible()
    await expectAccessibleInSoak(page)
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(banner).toBeVisible()
    await expect(toasts(page)).toHaveText('')

    await page.unroute(/\/(api|healthz)/)
    await page.getByRole('button', { name: 'Try now' }).click()
    await expect(banner).toBeHidden()
    await expect(form.getByText(/^Draft saved/)).toBeVisible()
    await expect(form.getByLabel('Memo')).toHaveValue('Typed while nobody answered')
  },
)

test('a browser without network says so, sends no requests, and later refreshes stale data', async ({
  page,
  consoleErrors,
  portal,
  signIn,
}) => {
  consoleErrors.expect(/^Failed to load resource: net::ERR_/)
  await page.clock.install({ time: await portal.now() })
  let asked = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === listBookmarks.path) asked += 1
  })
  await signIn(page, 'ana')
  await expect.poll(() => asked).toBe(1)
  const banner = page.getByRole('status').filter({ hasText: 'This device is offline.' })
  // The parts of the page that load later are there.
  await page.waitForLoadState('networkidle')

  await page.context().setOffline(true)
  await expect(banner).toBeVisible()
  await page.clock.runFor(2 * bookmarkRefreshMs)
  expect(asked).toBe(1)
  await expect(toasts(page)).toHaveText('')

  await page.context().setOffline(false)
  await expect(banner).toBeHidden()
  await expect.poll(() => asked).toBe(2)
})

test("the company's own logo is on the sign-in page, in the header and on the contact page", async ({
  page,
  signIn,
}) => {
  const isDrawn = () =>
    page
      .locator('img[src^="/company-logo?"]')
      .evaluateAll((all) => all.map((each) => each instanceof HTMLImageElement && each.naturalWidth > 0))
  await page.goto('/')
  await expect.poll(isDrawn).toEqual([true])
  await signIn(page, 'ana', { at: '/contact' })
  await expect.poll(isDrawn).toEqual([true, true])
})
