// Checking a document by its code, which every user may do; and a budget next to an income statement.
import { dayInManila, endOfMonth, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('the code of a voucher shows its document, a wrong code is refused, and the palette finds it', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ana')
  await page.goto('/invoice')
  await page.locator('main table tbody tr').first().click()
  const link = page
    .locator('dt', { hasText: /^Code$/ })
    .locator('xpath=following-sibling::dd[1]')
    .getByRole('link')
  const code = await link.innerText()
  await link.click()
  await expect(page).toHaveURL(`/proof?code=${code}`)
  await expect(page.getByText('This document matches the books.')).toBeVisible()
  await expectAccessibleInSoak(page)

  const field = page.getByRole('textbox', { name: 'Printed code' })
  await field.fill(code.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
  await field.press('Enter')
  await expect(page.getByText('it may have a typing error', { exact: false })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(code.toLowerCase().replaceAll('-', ''))
  await expect(page.getByRole('option', { name: `Check the document with code ${code}` })).toBeVisible()
})

test(
  'a budget is entered for a year, spread and saved, and shown next to the income statement',
  { tag: '@soak' },
  async ({ page, portal, signIn }) => {
    await signIn(page, 'ben')
    await page.goto('/financialreport/budget')
    const year = page.getByRole('textbox', { name: '6050 Rent, the year' })
    await year.fill('120,000')
    await year.press('Enter')
    await expect(page.getByRole('textbox', { name: /^6050 Rent, / }).first()).toHaveValue('10,000')
    await expectAccessibleInSoak(page)
    await page.getByRole('button', { name: 'Save budget' }).click()
    await expect(page.getByText(/ben: 12 figures of 1 account/)).toBeVisible()

    const month = monthOf(dayInManila(await portal.now()))
    const period = `from=${startOfMonth(month)}&to=${endOfMonth(month)}`
    await page.goto(`/financialreport/income-statement?${period}&compare=budget&difference=yes`)
    await expect(page.getByRole('columnheader', { name: '% of budget' })).toBeVisible()
    await expect(page.getByRole('row', { name: /6050 Rent/ })).toContainText('%')
  },
)
