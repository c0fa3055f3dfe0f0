// The filings of the year: annual statements, inventory list, other deadlines and sales documents.
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test(
  'the accountant completes the annual statements, counts the inventory, and exports the sales documents',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ben')
    await page.goto('/financialreport/annual')
    const dialog = page.getByRole('dialog')
    await expect(page.getByRole('list', { name: 'Missing' })).toContainText('Enter the line of business.')
    await page.getByRole('button', { name: 'Edit details' }).first().click()
    await dialog.getByLabel('Line of business').fill('wholesale of office supplies')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('list', { name: 'Missing' })).not.toContainText('line of business')
    await page.getByLabel('Part', { exact: true }).selectOption('Notes to Financial Statements')
    await expect(page.getByText('engaged in wholesale of office supplies')).toBeVisible()
    const pdf = page.waitForEvent('download')
    await page.getByRole('button', { name: 'All parts as PDF' }).click()
    expect((await pdf).suggestedFilename()).toMatch(/^EAFS\d{9}AFSTY\d{6}\.pdf$/)

    await page.goto('/taxcompliance/inventory')
    await page
      .getByLabel('Rows from a spreadsheet')
      .fill('Product code\tItem description\tUnit price\tQuantity\tUnit\nBP-010\tBond paper\t185.50\t120\tream')
    await page.getByRole('button', { name: 'Check rows' }).click()
    await expect(page.getByText('1 item with a total of 22,260.00')).toBeVisible()
    await page.getByRole('button', { name: 'Save count' }).click()
    await expect(page.getByRole('heading', { name: 'Sworn declaration' })).toBeVisible()

    await page.goto('/settings/taxes')
    await page.getByRole('button', { name: 'Choose deadlines' }).click()
    await dialog.getByLabel('Inventories').selectOption('Yes')
    await dialog.getByLabel('Electronic invoices').selectOption('Yes')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.goto('/taxcompliance')
    await expect(page.getByRole('row').filter({ hasText: 'Annual Inventory List' }).first()).toBeVisible()
    await page.getByRole('link', { name: 'the export of sales documents' }).click()
    await expect(page.getByText('Agrees with the sales book')).toBeVisible()
    const json = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download signed JSON' }).click()
    expect((await json).suggestedFilename()).toMatch(/^sales-documents-.*\.json$/)
  },
)
