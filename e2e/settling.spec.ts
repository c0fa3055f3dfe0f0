// Collecting and paying by keyboard alone: from the list of customers who owe to the voucher, with tax withheld and an advance.
import type { Page } from '@playwright/test'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { formOf } from './fixtures/invoice.ts'
import { expect, test } from './fixtures/test.ts'
import { pick } from './fixtures/office.ts'

test.beforeAll(({ portal }) => portal.reset())

const cell = (page: Page, title: string, grid: string, label: string, line: number) =>
  formOf(page, title).getByRole('table', { name: grid }).getByLabel(`${label}, line ${line}`, { exact: true })

test(
  'a collection by keyboard: open invoices, tax withheld, one total for all, an amount to be credited, and the voucher',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    await page.goto('/collectionreceiptform')
    const form = formOf(page, 'Collection Receipt Form')
    const list = form.getByRole('listbox', { name: 'Customers with unpaid invoices' })
    const find = form.getByRole('combobox', { name: 'Find a customer' })
    await expect(find).toBeFocused()
    await expect(list.getByRole('option').first()).toContainText('Oldest due')
    await expectAccessibleInSoak(page)
    await page.keyboard.press('ArrowDown')
    await expect(list.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.type('mabuhay')
    await expect(list.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')

    const account = form.getByLabel('Received into')
    // The receipt number is suggested, and account and method are as last time: the first field to fill in has the focus.
    await expect(form.getByLabel('Receipt no. (optional)')).toBeVisible()
    await expect(form.getByLabel('Reference number')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(account).toBeFocused()
    await pick(account, '1031')
    await expect(form.getByLabel('Payment method')).toHaveValue('transfer')
    await page.keyboard.press('Enter')
    await page.keyboard.type('FT-7781')
    const grid = (label: string, line: number) =>
      cell(page, 'Collection Receipt Form', 'Invoices collected', label, line)
    await page.keyboard.press('Alt+a')
    await expect(grid('Pay', 1)).toBeChecked()
    // The register says that this customer withholds tax: 1% of the goods without VAT is suggested.
    await expect(grid('Code', 1)).toHaveValue(/^WC158 /)
    await expect(grid('Tax withheld', 1)).not.toHaveValue('')
    const centavos = async (label: string) => Number((await grid(label, 1).inputValue()).replaceAll(/\D/g, ''))
    const withheld = await centavos('Tax withheld')
    // On the part without VAT: 1% of the exempt part, and less of the part with VAT.
    const share = withheld / ((await centavos('Amount paid')) + withheld)
    expect(share).toBeGreaterThan(0.0089)
    expect(share).toBeLessThan(0.0101)

    await form.getByLabel('Customer advance (optional)').fill('1500')
    const totals = form.getByLabel('Totals')
    await expect(totals).toContainText('To be credited1,500.00')
    await expect(form.getByText(/exceeds the selected documents by 1,500\.00, which becomes/)).toBeVisible()
    await expectAccessibleInSoak(page)
    await page.keyboard.press('Control+Enter')
    await expect(form.getByRole('heading', { name: 'Check before recording' })).toBeVisible()
    await expect(form.getByText(/exceeds the selected documents by 1,500\.00, which will be credited to/)).toBeVisible()
    await expect(form.getByRole('button', { name: /^Cancel Payment/ })).toBeVisible()
    await form.getByRole('button', { name: /^Confirm Payment/ }).click()
    const number = form.getByRole('heading', { level: 1, name: /^CR-/ })
    await expect(number).toBeVisible()
    await expect(form.getByRole('button', { name: /^Print/ })).toBeVisible()
    const recorded = (await number.textContent()) ?? ''

    await test.step('the credit is available for the next document of this customer', async () => {
      await page.goto('/collectionreceiptform')
      await form.getByRole('combobox', { name: 'Find a customer' }).fill('mabuhay')
      await form.getByRole('option', { name: /Mabuhay/ }).click()
      const credits = form.getByRole('table', { name: 'Customer credits' })
      await expect(credits).toContainText(recorded)
      // The last choices are suggested again.
      await expect(form.getByLabel('Received into')).toHaveValue(/^1031 /)
    })
  },
)

test('a payment by keyboard: the oldest bill of a supplier with an advance, cancelled, confirmed, and the voucher', async ({
  page,
  setSession,
}) => {
  await setSession(page, 'ana')
  await page.goto('/paymentform')
  const form = formOf(page, 'Bills Payment Form')
  const find = form.getByRole('combobox', { name: 'Find a supplier' })
  await expect(find).toBeFocused()
  await expect(form.getByRole('option').first()).toContainText('Oldest due')
  await page.keyboard.press('Enter')
  await pick(form.getByLabel('Paid from'), '1031')
  await form.getByLabel('Reference number').fill('FT-9')
  const bills = (label: string) => cell(page, 'Bills Payment Form', 'Bills paid', label, 1)
  // Without a total, = takes the whole open amount.
  await bills('Amount paid').focus()
  await page.keyboard.press('=')
  await expect(bills('Pay')).toBeChecked()
  const paid = await bills('Amount paid').inputValue()
  expect(paid).toMatch(/^[\d,]+\.\d\d$/)
  await expect(form.getByLabel('Totals')).toContainText(`Bills settled${paid}`)
  await form.getByLabel('Supplier advance (optional)', { exact: true }).fill('1000')
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText(/becomes a supplier advance/)).toBeVisible()
  await test.step('Cancel Payment records nothing and returns to the start page, which offers the draft', async () => {
    await form.getByRole('button', { name: /^Cancel Payment/ }).click()
    await expect(find).toBeVisible()
    await form
      .getByRole('button', { name: /^Continue/ })
      .first()
      .click()
    await expect(form.getByLabel('Reference number')).toHaveValue('FT-9')
    await page.keyboard.press('Control+Enter')
  })
  await form.getByRole('button', { name: /^Confirm Payment/ }).click()
  await expect(form.getByRole('heading', { level: 1, name: /^PV-/ })).toBeVisible()
  await expect(form.getByRole('region', { name: 'Voucher' })).toContainText(paid)
  for (const name of [/^Print/, /^Save as PDF/]) await expect(form.getByRole('button', { name })).toBeVisible()
})
