// The company at a glance on the dashboard: by keyboard, in both schemes, and only for the people who may see it.
import { axeViolations, chooseColours } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const cents = (text: string | null) => Math.round(Number((text ?? '').replaceAll(',', '')) * 100)

test('the accountant opens the table and the items of a week by keyboard, and they add up to the bars', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ben', { at: '/dashboard' })
  const overview = page.getByRole('region', { name: 'Company at a glance' })
  await expect(overview.getByRole('img', { name: /^Money in, money out and cash by week/ })).toBeVisible()
  await expect(overview.locator('.recharts-surface').first()).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await chooseColours(page, 'dark')
  expect(await axeViolations(page, 'colours')).toEqual([])

  await overview.getByRole('button', { name: 'Show table' }).first().press('Enter')
  const weeks = overview.getByRole('button', { name: /^Show the \d+ items of the week/ })
  await expect(weeks).toHaveCount(13)
  const rows = overview.getByRole('row').filter({ has: page.getByRole('button', { name: /^Show the \d+ items/ }) })
  const bars = await rows.first().getByRole('cell').allTextContents()
  expect(bars).toHaveLength(3)
  await weeks.first().press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Week 1 of 13' })
  await expect(dialog.getByRole('row', { name: /^Money in/ })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  const amounts = await dialog.locator('tbody td').allTextContents()
  const total = amounts.reduce((all, amount) => all + cents(amount), 0)
  expect(total).toBe(cents(bars[0] ?? '') - cents(bars[1] ?? ''))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(weeks.first()).toBeFocused()
})

test('a user sees the overview after an admin shows it to the account', { tag: '@soak' }, async ({ page, signIn }) => {
  await signIn(page, 'carla', { at: '/userManagement' })
  await page.getByRole('button', { name: 'Account settings of ana' }).click()
  await page.getByRole('menuitem', { name: 'Show company overview' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Company overview shown')

  await page.goto('about:blank')
  await signIn(page, 'ana', { at: '/dashboard' })
  const overview = page.getByRole('region', { name: 'Company at a glance' })
  await expect(overview.getByRole('heading', { name: 'Cash in the next 13 weeks' })).toBeVisible()
})
