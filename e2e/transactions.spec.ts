// All transactions: searched, totaled and exported by keyboard, with the filters in the address.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { invoiceNumber } from './fixtures/invoice.ts'
import { pressSequence } from './fixtures/keys.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

const table = (page: Page) => page.getByRole('table', { name: 'Transactions' })
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' })
const selection = (page: Page) => page.getByRole('region', { name: 'Selection' })

test('transactions are searched, filtered in the address, selected by keyboard, totaled and exported', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'ana')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await pressSequence(page, 'ge')
  await expect(page).toHaveURL('/transactions')
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.type('bayani')
  await expect(page).toHaveURL('/transactions?search=bayani')
  await expect(chips(page)).toContainText('With “bayani”')
  await expect(table(page).locator('tbody tr').filter({ hasNotText: 'Bayani' })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(selection(page)).toContainText('2 documents selected')
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await expect(selection(page)).toContainText('3 documents selected')

  const [vouchers] = await Promise.all([
    page.waitForEvent('download'),
    selection(page).getByRole('button', { name: 'Vouchers (ZIP)' }).click(),
  ])
  expect(vouchers.suggestedFilename()).toBe('vouchers-3.zip')

  await page.keyboard.press('f')
  await page.getByRole('checkbox', { name: 'Invoices' }).check()
  await page.getByRole('textbox', { name: 'Minimum amount' }).fill('5000')
  await page.getByRole('textbox', { name: 'Minimum amount' }).press('Tab')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Not void')
  await expect(page).toHaveURL('/transactions?search=bayani&kinds=invoice&least=5000.00&status=recorded')
  await expect(selection(page)).toBeHidden()
  await expectAccessibleInSoak(page)

  await expect(table(page)).not.toContainText('Void')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  const [, ...lines] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.length).toBeGreaterThan(0)
  await expect(table(page).locator('tbody tr')).toHaveCount(lines.length)

  await chips(page).getByRole('button', { name: 'Remove filter: Minimum amount 5,000.00' }).click()
  await expect(page).toHaveURL('/transactions?search=bayani&kinds=invoice&status=recorded')
  await chips(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/transactions')

  // Left before the answer of the search came.
  await page.getByRole('combobox', { name: 'Customer or supplier' }).fill('bayani')
  await page.keyboard.press('Tab')
  await expect(chips(page)).toContainText('Bayani Logistics Corporation')
})

test(
  'a batch is mapped, checked, compared with its control total, and recorded once',
  { tag: '@soak' },
  async ({ page, signIn }) => {
    await signIn(page, 'ben', { at: '/transactions' })
    await page.getByRole('link', { name: 'Import' }).click()
    const number = invoiceNumber()
    const rows = [
      ['Invoice no.', 'Customer', 'Date', 'Email', 'Particulars', 'Qty', 'Unit price'],
      [number, 'Bayani Logistics Corporation', 't', 'payables@example.com', 'Bond number', '10', '112.00'],
      [number, 'Bayani Logistics Corporation', '', '', 'Delivery', '1', 'fifty'],
    ]
    const paste = async () => {
      await page.getByRole('textbox', { name: /Or paste rows/ }).fill(rows.map((row) => row.join('\t')).join('\n'))
      await page.getByRole('button', { name: 'Use pasted rows' }).click()
      await page.getByRole('combobox', { name: 'Particulars' }).fill('Description')
      await page.getByRole('button', { name: 'Check 2 rows' }).click()
    }
    await paste()
    const documents = page.getByRole('list', { name: 'Documents of the batch' })
    await expect(documents).toContainText('Row 3, Unit price ‘fifty’')
    await expect(page.getByRole('button', { name: /^Record/ })).toBeHidden()
    await expectAccessibleInSoak(page)

    rows[2]![6] = '56.00'
    await paste()
    await expect(documents).toContainText('1,176.00')
    await page.getByRole('textbox', { name: 'Number of documents' }).fill('1')
    await page.getByRole('textbox', { name: 'Control total' }).fill('1100')
    await expect(page.getByText('with a total of 1,176.00')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Record 1' })).toBeDisabled()
    await page.getByRole('textbox', { name: 'Control total' }).fill('1176')
    await page.getByRole('button', { name: 'Record 1' }).click()
    await expect(page.getByText('1 was recorded.')).toBeVisible()

    await paste()
    await expect(documents).toContainText('recorded before')
    await expect(page.getByRole('button', { name: /^Record/ })).toBeHidden()
  },
)
