// Bookmarks change on the screen at once and on the server a moment later, in every tab, and are undone if the server refuses.
import type { Page } from '@playwright/test'
import { bookmarkWords } from '@talaan/contract/bookmarks.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const star = (page: Page, card: string) => page.getByRole('button', { name: `Bookmark ${card}`, exact: true })
const marked = (page: Page) => page.getByRole('main').getByRole('article')
const listed = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/bookmarks') && response.request().method() === 'GET')

async function openCategory(page: Page, path: string): Promise<void> {
  const known = listed(page)
  await page.goto(path)
  await known
}

test.beforeEach(async ({ page, signIn }) => {
  const known = listed(page)
  await signIn(page, 'ana')
  await known
})

test('a bookmarked card appears on the dashboard, survives a reload, and can be removed', async ({ page }) => {
  await expect(page.getByText(bookmarkWords.none)).toBeVisible()
  await openCategory(page, '/invoice')
  await expect(star(page, 'Invoice')).toHaveAttribute('aria-pressed', 'false')
  await star(page, 'Invoice').click()
  await expect(star(page, 'Invoice')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(bookmarkWords.added)).toBeVisible()

  await page.goto('/dashboard')
  await expect(marked(page)).toHaveCount(1)
  await expect(marked(page).getByRole('link', { name: 'Upload Invoice' })).toHaveAttribute('href', '/invoiceform')
  await page.evaluate(() => localStorage.removeItem('bookmarks'))
  await page.reload()
  await expect(marked(page)).toHaveCount(1)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('bookmarks') ?? '[]') as unknown[])).toHaveLength(1)

  await star(page, 'Invoice').click()
  await expect(marked(page)).toHaveCount(0)
  await expect(page.getByText(bookmarkWords.removed)).toBeVisible()
  await expect(page.getByText(bookmarkWords.none)).toBeVisible()
})

test('the star changes before the server has answered, and the server gets the clicks in order', async ({ page }) => {
  await openCategory(page, '/tinregistration')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/bookmarks', async (route) => {
    await held
    await route.continue()
  })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/bookmarks') && request.method() !== 'GET') sent.push(request.method())
  })
  await star(page, 'Vendor TIN').click()
  await expect(star(page, 'Vendor TIN')).toHaveAttribute('aria-pressed', 'true')
  await star(page, 'Vendor TIN').click()
  await expect(star(page, 'Vendor TIN')).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText(bookmarkWords.added)).toBeHidden()
  expect(sent).toEqual(['POST'])
  answer()
  await expect(page.getByText(bookmarkWords.added)).toBeVisible()
  await expect(page.getByText(bookmarkWords.removed)).toBeVisible()
  expect(sent).toEqual(['POST', 'DELETE'])
})

test('a bookmark set in one tab appears in the other', async ({ page, context }) => {
  const other = await context.newPage()
  await openCategory(other, '/dashboard')
  await expect(other.getByText(bookmarkWords.none)).toBeVisible()
  await openCategory(page, '/bills')
  await star(page, 'Bills').click()
  await expect(marked(other)).toHaveCount(1)
  await star(other, 'Bills').click()
  await expect(star(page, 'Bills')).toHaveAttribute('aria-pressed', 'false')
  await expect(other.getByText(bookmarkWords.removed)).toBeVisible()
})

test(
  'a bookmark that the server refuses is undone, and the list is fetched again',
  { tag: '@soak' },
  async ({ page, consoleErrors }) => {
    consoleErrors.expect(/net::ERR|Failed to load resource/)
    await openCategory(page, '/deposit')
    await page.route('**/api/bookmarks', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    const again = listed(page)
    await star(page, 'Deposit').click()
    await expect(page.getByText(bookmarkWords.addFailed)).toBeVisible()
    await again
    await expect(star(page, 'Deposit')).toHaveAttribute('aria-pressed', 'false')
  },
)

test('a removal that the server refuses is undone too', { tag: '@soak' }, async ({ page, consoleErrors }) => {
  consoleErrors.expect(/Failed to load resource/)
  await openCategory(page, '/withdraw')
  await star(page, 'Withdraw').click()
  await expect(page.getByText(bookmarkWords.added)).toBeVisible()
  await page.route('**/api/bookmarks/*', (route) => route.abort())
  const again = listed(page)
  await star(page, 'Withdraw').click()
  await expect(page.getByText(bookmarkWords.removeFailed)).toBeVisible()
  await again
  await expect(star(page, 'Withdraw')).toHaveAttribute('aria-pressed', 'true')
})

test('another user sees only their own bookmarks', { tag: '@soak' }, async ({ page, signIn }) => {
  // Close the page of the previous user, which would otherwise react to the new session by going to the sign-in page.
  await page.goto('about:blank')
  const known = listed(page)
  await signIn(page, 'carla')
  await known
  await expect(page.getByText(bookmarkWords.none)).toBeVisible()
})
