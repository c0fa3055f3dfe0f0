// A report as its reader builds it: period and columns by keyboard, saved as a view, and opened again.
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('the period and columns are chosen by keyboard, change the address, dates and figures, and are restored by a saved view', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ben', { at: '/financialreport/income-statement' })
  const sheet = page.getByRole('table', { name: /^Income Statement/ })
  const profit = sheet.getByRole('row').filter({ hasText: 'Net profit' })
  const lastMonth = await profit.textContent()
  const dates = await sheet.getByRole('caption').textContent()

  const period = page.getByLabel('Period', { exact: true })
  await period.press('ArrowDown')
  await expect(period).toHaveValue('this-quarter')
  await period.press('ArrowDown')
  await expect(page).toHaveURL('/financialreport/income-statement?period=last-quarter')
  await expect(sheet.getByRole('caption')).not.toHaveText(dates ?? '')
  await expect(profit).not.toHaveText(lastMonth ?? '')
  await expect(period).toBeFocused()

  await page.getByLabel('Columns').press('ArrowDown')
  await expect(page).toHaveURL('/financialreport/income-statement?period=last-quarter&columns=months')
  // Code, title, three months and their total.
  await expect(sheet.getByRole('columnheader')).toHaveCount(6)
  await expect(sheet.getByRole('columnheader').last()).toHaveText('Total')

  await page.getByRole('button', { name: 'Customize' }).press('Enter')
  const budget = page.getByRole('checkbox', { name: 'Budget' })
  await budget.press('Space')
  await page.getByRole('checkbox', { name: 'Show differences' }).press('Space')
  await expect(sheet.getByRole('columnheader', { name: 'Difference' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Customize (2)' })).toBeVisible()
  const [box, words] = await Promise.all([
    budget.boundingBox(),
    page.getByText('Budget', { exact: true }).first().boundingBox(),
  ])
  expect(words?.x, 'the label is beside its box').toBeGreaterThanOrEqual((box?.x ?? 0) + (box?.width ?? 0))
  await expectAccessibleInSoak(page, { dark: true })

  const built = page.url()
  await page.getByRole('button', { name: 'Saved views' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Save this view' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).fill('Quarter by month')
  await page.getByRole('checkbox', { name: 'For everyone' }).press('Space')
  await expectAccessibleInSoak(page)
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Quarter by month' })).toBeVisible()

  await page.goto('/financialreport/balance-sheet')
  await page.getByRole('button', { name: 'Saved views' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Quarter by month' }).press('Enter')
  await expect(page).toHaveURL(built)
  await expect(period).toHaveValue('last-quarter')
  await expect(sheet.getByRole('columnheader', { name: 'Difference' })).toBeVisible()
})
