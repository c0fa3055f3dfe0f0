// Bills and petty cash by keyboard from the first field to the voucher, and the fund counted and replenished.
import { invoiceNumber } from './fixtures/invoice.ts'
import {
  openFund,
  openPurchase,
  pickSupplier,
  pieces,
  purchaseCell,
  purchaseForm,
  recordPurchase,
} from './fixtures/purchases.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test(
  'a bill of four lines is recorded by keyboard alone, with tax withheld and the last bill suggested',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    const form = await openPurchase(page, 'bill')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const type = async (text: string) => {
      await page.keyboard.type(text)
      await press('Enter')
    }

    await expect(form.getByRole('combobox', { name: 'Supplier TIN' })).toBeFocused()
    await page.keyboard.type('Haligi')
    await expect(form.getByRole('option', { name: /^Haligi/ })).toBeVisible()
    await press('Enter')
    await expect(form.getByText(/^Copied from BL-/)).toBeVisible()
    // Enter passes over what the form filled in.
    await expect(form.getByLabel("Supplier's invoice number")).toBeFocused()
    await form.getByLabel('Receipt e-mail').fill('finance@example.com')
    await press('Enter')
    await type(invoiceNumber())
    await type('t')

    await test.step('the rent is suggested without its amount', async () => {
      await expect(purchaseCell(form, 1, 'Amount')).toBeFocused()
      await expect(purchaseCell(form, 1, 'Description')).toHaveValue('Office rent')
      await type('44,800')
    })
    for (const [line, [kind, amount]] of (
      [
        ['water', '500'],
        ['repairs - off', '1000*1.12'],
        ['security', '11,200'],
      ] as const
    ).entries()) {
      await expect(purchaseCell(form, line + 2, 'Type')).toBeFocused()
      await type(kind)
      await press('Enter')
      await type(amount)
    }
    await expect(purchaseCell(form, 3, 'Withheld')).toHaveValue(/^WC120 /)
    await expect(purchaseCell(form, 4, 'Account')).toHaveValue(/^6130 /)
    await expect(purchaseCell(form, 5, 'Type')).toBeFocused()
    await press('Enter')
    await expect(form.getByLabel('VAT on the invoice')).toBeFocused()
    // 5% of 40,000.00 of rent, and 2% of 1,000.00 and 10,000.00.
    await expect(form.getByLabel('Totals')).toContainText('Withheld WC100, 5%-2,000.00Withheld WC120, 2%-220.00')
    await press('Control+Enter')

    await expect(form.getByText('Record this bill of 55,400.00?')).toBeVisible()
    await press('y')
    await expect(form.getByRole('heading', { level: 1, name: /^BL-/ })).toBeVisible()
    await press('Enter')
    await expect((await purchaseForm(page, 'bill')).getByLabel('Receipt e-mail')).toHaveValue('finance@example.com')
  },
)

test(
  'a duplicate bill is reported while typing, and the bill becomes a petty cash voucher with the same input',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ana')
    const form = await openPurchase(page, 'bill')
    const supplier = 'Papel at Tinta Trading Corporation'
    const batch = page.getByRole('region', { name: 'Batch' })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Start batch' }).click()
    await batch.getByRole('textbox', { name: 'Number of documents' }).fill('2')
    await batch.getByRole('textbox', { name: 'Control total' }).fill('1,120+880')
    await form.getByLabel('Receipt e-mail').fill('finance@example.com')
    await pickSupplier(form, supplier)
    const number = invoiceNumber()
    await form.getByLabel("Supplier's invoice number").fill(number)
    await purchaseCell(form, 1, 'Amount').fill('1,120')
    await form.getByRole('button', { name: /^Review/ }).click()
    const recorded = await recordPurchase(form)
    await expect(batch.getByRole('status')).toHaveText('1 document is left to record: 880.00 of 2,000.00.')
    await expect(batch.getByRole('link', { name: recorded })).toBeVisible()
    await expectAccessibleInSoak(page)
    await batch.getByRole('textbox', { name: 'Number of documents' }).fill('1')
    await expect(batch.getByRole('status')).toContainText(
      'All documents are recorded, but the total is 1,120.00, 880.00 less',
    )
    await page.reload()
    await batch.getByRole('button', { name: 'Close batch' }).first().click()
    await expect(batch.getByText(/^Counted: [12], control total 2,000.00/)).toBeVisible()
    await batch.getByLabel('Explanation of the difference').fill('The second paper is a copy of the first')
    await batch.getByRole('button', { name: 'Close batch' }).last().click()
    await expect(batch).toBeHidden()

    const again = await openPurchase(page, 'bill')
    await pickSupplier(again, supplier)
    await again.getByLabel("Supplier's invoice number").fill(number.toLowerCase())
    const told = again.getByRole('status').filter({ hasText: 'This document may already be recorded.' })
    await expect(told).toContainText(`${recorded}: no. ${number}`)
    await expect(told).toContainText('Same number, same supplier.')

    await again.getByLabel('Type of Expense').selectOption('Petty Cash')
    await expect(page).toHaveURL(/\/pettycashform\?draft=/)
    const voucher = await purchaseForm(page, 'voucher')
    await expect(voucher.getByRole('combobox', { name: /^Supplier TIN/ })).toHaveValue(supplier)
    await expect(voucher.getByLabel('Receipt number')).toHaveValue(number.toLowerCase())
    await expect(voucher.getByRole('button', { name: recorded })).toBeVisible()
  },
)

test("a voucher can't take more cash than the fund has; the count shows the shortage and replenishes the fund", async ({
  page,
  setSession,
}) => {
  await setSession(page, 'ana')
  const form = await openPurchase(page, 'voucher')
  await form.getByLabel('Paid to').fill('Mang Ben')
  await purchaseCell(form, 1, 'Type').fill('fare')
  await purchaseCell(form, 1, 'Type').press('Enter')
  await expect(purchaseCell(form, 1, 'Account')).toHaveValue(/^6090 /)
  await purchaseCell(form, 1, 'Amount').fill('99,999')
  await form.getByRole('button', { name: /^Review/ }).click()
  await expect(form.getByLabel('Petty cash fund')).toHaveAccessibleDescription(/this voucher needs 99,999.00/)
  await purchaseCell(form, 1, 'Amount').fill('20')
  await form.getByRole('button', { name: /^Review/ }).click()
  expect(await recordPurchase(form)).toMatch(/^PCV-/)

  const fund = await openFund(page)
  await expect(fund.getByText('Last counted')).toBeVisible()
  await pieces(fund, '1,000').fill('5')
  await expect(fund.getByText(/The difference is posted/)).toBeVisible()
  await fund.getByLabel('Reason for the difference').fill('Not found')
  await fund.getByRole('button', { name: /^Review/ }).click()
  await expect(fund.getByRole('heading', { name: 'Check before recording' })).toBeVisible()
  await expect(fund.getByText('Record this petty cash replenishment of 5,000.00?')).toBeVisible()
  expect(await recordPurchase(fund)).toMatch(/^PCF-/)

  await test.step('a count that agrees is saved and posts nothing', async () => {
    const full = await openFund(page)
    await full.getByLabel('Action').selectOption('Count only')
    await pieces(full, '1,000').fill('10')
    await full.getByRole('button', { name: 'Save count' }).click()
    await expect(full.getByText('Count saved.')).toBeVisible()
    const after = await openFund(page)
    await expect(after.getByText(/^Last counted .* by ana: no difference\.$/)).toBeVisible()
  })
})

test(
  'a recorded document is copied with one key, with its details and the focus in the first empty field',
  { tag: '@soak' },
  async ({ page, setSession }) => {
    await setSession(page, 'ben')
    const form = page.frameLocator('main iframe')
    const copies = {
      '/pettycash': ['Amount, line 1', 'Supplier TIN (optional)'],
      '/chequedisbursement': ['Pay to the order of', 'Cheque date'],
      '/transfer': ['Amount', 'Reference number (optional)'],
      '/journalvoucher': ['Explanation', 'Reference'],
    } as const
    for (const [list, [kept, begun]] of Object.entries(copies)) {
      await page.goto(`${list}?status=recorded`)
      await page.getByRole('table').first().getByRole('link').first().click()
      await expect(page.getByRole('link', { name: 'Record a copy' })).toBeVisible()
      await page.keyboard.press('c')
      await expect(form.getByLabel(kept, { exact: true }).first()).toHaveValue(/./)
      await expect(form.getByLabel(begun, { exact: true })).toHaveValue('')
      if (list !== '/chequedisbursement') await expect(form.getByLabel(begun, { exact: true })).toBeFocused()
    }

    await page.goto('/invoice?status=recorded')
    await page.getByRole('table').first().getByRole('link').first().click()
    await page.getByRole('link', { name: 'Record a copy' }).click()
    await form.getByLabel('Invoice number').fill(invoiceNumber())
    await page.keyboard.press('Control+Enter')
    await expect(form.getByRole('button', { name: /^Yes/ })).toBeVisible()
    await page.keyboard.press('y')
    await expect(form.getByRole('heading', { level: 1, name: /^SI-/ })).toBeVisible()
  },
)

test('an invoice is credited from its own page, with its lines', async ({ page, setSession }) => {
  await setSession(page, 'ana')
  await page.goto('/invoice?status=recorded')
  const listed = page.getByRole('region', { name: 'Recorded invoices' })
  await listed.getByRole('link', { name: /^SI-/ }).first().click()
  const number = (await page.getByRole('heading', { level: 1, name: /^SI-/ }).innerText()).slice(0, 14)
  await page.getByRole('link', { name: 'Credit this invoice' }).click()
  const form = page.frameLocator('main iframe')
  await expect(form.getByLabel('Invoice credited')).toHaveValue(new RegExp(`^${number}`))
  await expect(purchaseCell(form, 1, 'Account')).toHaveValue(/^4080 /)
  await form.getByLabel('Credit memo number').fill(invoiceNumber())
  await form.getByLabel('Reason').fill('Came back damaged')
  await purchaseCell(form, 1, 'Quantity').fill('1')
  await expectAccessibleInSoak(page)
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText(/no longer owes this amount|becomes a customer advance/)).toBeVisible()
  await page.keyboard.press('y')
  await expect(form.getByRole('heading', { level: 1, name: /^CM-/ })).toBeVisible()
})
