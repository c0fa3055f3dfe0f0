// A quarter's VAT return from the calendar to its documents and back: adjusted, prepared, filed, and changed by later documents.
import { addMonths, dayInManila, monthOf } from '@talaan/ledger/core/date.ts'
import { quarterStart } from '@talaan/ledger/tax/lists/taxpayer.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test('a return is calculated, traced to its documents, adjusted, prepared and filed, and later postings show their effect', async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(page, 'ben')
  // The calendar shows this year, and the newest quarter that has ended may be of the last one.
  const [year] = addMonths(quarterStart(monthOf(dayInManila(await portal.now()))), -1).split('-')
  await page.goto(`/taxcompliance?year=${year}`)
  // The demo's accountant has filed everything due except the newest of each return.
  await page.getByRole('button', { name: /^Show \d+ filed earlier$/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Filed' })).not.toHaveCount(0)
  const row = page
    .getByRole('row')
    .filter({ hasText: '2550Q', hasNotText: /Not ended|Filed/ })
    .first()
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: '2550Q Quarterly VAT Return' })).toBeVisible()

  const address = page.url()

  // A box links to its lines, and a line to its document.
  await page.getByRole('link', { name: /^Box 31, / }).click()
  await page
    .getByRole('link', { name: /^\d+ \w+ 20\d\d$/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Journal entry' })).toBeVisible()
  await page.goto(address)

  await page.getByRole('button', { name: 'Enter in box 17', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tax').fill('1,500')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Enter the reason.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Advance payment, confirmation 77')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Manual entry: Advance payment, confirmation 77')).toBeVisible()

  await page.getByRole('button', { name: 'Mark as prepared' }).click()
  await expect(page.getByText('Prepared by')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as filed' }).click()
  await dialog.getByLabel('Reference').fill('E-2026-0001')
  await dialog.getByRole('button', { name: 'Mark as filed' }).click()
  await expect(page.getByText('reference E-2026-0001')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF as filed' }).click()
  expect((await download).suggestedFilename()).toContain('worksheet-2550q')

  // Later entries change boxes, and the worksheet becomes the amendment.
  await page.getByRole('button', { name: 'Enter in box 19', exact: true }).click()
  await dialog.getByLabel('Tax').fill('100')
  await dialog.getByLabel('Reason').fill('Found in the drawer')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const moved = page.getByRole('table', { name: 'Changed boxes' })
  await expect(moved.getByRole('row').filter({ hasText: '19 Other credits' })).toContainText('100.00')
  await expect(page.getByRole('button', { name: 'File amendment' })).toBeVisible()

  await page.getByRole('link', { name: 'Tax reconciliation', exact: true }).click()
  await expect(page.getByText('All differences are explained')).toBeVisible()

  // The entry of the quarter opens as a voucher that only needs Yes.
  await page.goto(address)
  await page.getByRole('button', { name: 'Prepare closing entry' }).click()
  const form = page.frameLocator('main iframe')
  await expect(form.getByLabel('Reference')).toHaveValue(/^2550Q /)
  await form.getByRole('button', { name: /^Review/ }).click()
  await expect(form.getByText('2120 VAT payable').first()).toBeVisible()
})
