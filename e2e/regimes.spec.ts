// The fields that appear with a setting: final tax on bills, the statutory discount on invoices; and a recurring entry with lines.
import { changeTaxProfile, viewRules } from '@talaan/contract/filings.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { expectAccessibleInSoak } from './fixtures/axe.ts'
import { fillIn, fillLine, openForm, pickParty, reviewAndRecord } from './fixtures/office.ts'
import { formOf } from './fixtures/invoice.ts'
import { asAny, callAs } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.beforeAll(({ portal }) => portal.reset())

test(
  'final tax, a statutory discount and a recurring entry of three lines are entered in their forms',
  { tag: '@soak' },
  async ({ page, portal, setSession }) => {
    const ben = await setSession(page, 'ben')
    const ask = async (endpoint: unknown, parts: Parameters<typeof callAs>[3] = {}) => {
      const answer = await callAs(portal, ben, asAny(endpoint), parts)
      expect(answer.ok).toBe(true)
      return (await answer.json()) as { profile: Record<string, unknown> }
    }
    const mailTo = { 'Receipt e-mail': 'office@example.com' }
    let invoice = ''

    await test.step('without these settings, the forms do not show the fields', async () => {
      const form = await openForm(page, '/invoiceform', 'Invoice Form')
      await expect(form.getByLabel('Prices')).toBeVisible()
      await expect(form.getByLabel('Statutory discount')).toHaveCount(0)
    })
    const { profile } = await ask(viewRules)
    const now = { ...profile, withholdsFinalTax: true, givesStatutoryDiscounts: true }
    await ask(changeTaxProfile, { body: { was: profile, now } })
    const fields = { kind: 'non_individual', noTin: 'foreign', country: 'SG', tin: '', registeredName: 'Nimbus Ltd.' }
    await ask(registerParty, { body: { registrationId: crypto.randomUUID(), role: 'supplier', fields } })

    await test.step('royalties to Singapore: the VAT and the final tax are withheld', async () => {
      const form = await openForm(page, '/billsform', 'Bills Form')
      await pickParty(form, /^Supplier TIN/, 'Nimbus Ltd.')
      await fillIn(form, { ...mailTo, "Supplier's invoice number": 'N-1', Amounts: 'exclusive' })
      const line = { Description: 'Licence', Amount: '100000', VAT: 'VAT, services', Withheld: 'WV080' }
      await fillLine(form, 'Lines of the bill', 1, { ...line, 'Final tax': 'WC230', Account: '6180' })
      await expect(form.getByText('Withheld WC230, 25%')).toBeVisible()
      await expectAccessibleInSoak(page)
      await form.getByRole('button', { name: /^Review/ }).click()
      await expect(form.getByRole('table', { name: 'Journal entry' })).toContainText(
        '2145 Final withholding tax payable',
      )
      await form.getByRole('button', { name: /^Yes/ }).click()
      await expect(form.getByRole('heading', { level: 1, name: /^BL-/ })).toBeVisible()
    })

    await test.step('a senior citizen pays 800.00 of 1,120.00', async () => {
      const form = await openForm(page, '/invoiceform', 'Invoice Form')
      await pickParty(form, /^Customer TIN/, 'Bayani Logistics Corporation')
      await fillIn(form, { ...mailTo, 'Invoice number': 'SC-1', Prices: 'inclusive' })
      await form.getByLabel('Statutory discount').selectOption('Senior citizen, 20%')
      await fillIn(form, { 'Name on the ID': 'Ramos, Nena', 'ID number': '1234567' })
      await fillLine(form, 'Lines of the invoice', 1, {
        Description: 'Reading lamp',
        'Unit price': '1120',
        'Income account': '4010',
      })
      await expect(form.getByText('Senior citizen discount, 20%')).toBeVisible()
      await expectAccessibleInSoak(page)
      invoice = await reviewAndRecord(form, 'SI')
      await expect(form.getByText('Ramos, Nena, ID no. 1234567')).toBeVisible()
    })

    await test.step('a sale to a registered business enterprise is suggested as zero-rated with its certificate', async () => {
      const own = {
        kind: 'non_individual',
        tin: '222-333-444',
        vatStatus: 'vat',
        registeredName: 'Ecozone Parts Corp.',
      }
      const enterprise = { ...own, registeredEnterprise: true, zeroRatingCertificate: 'PEZA-2026-0815' }
      await ask(registerParty, { body: { registrationId: crypto.randomUUID(), role: 'customer', fields: enterprise } })
      const form = await openForm(page, '/invoiceform', 'Invoice Form')
      await pickParty(form, /^Customer TIN/, 'Ecozone Parts Corp.')
      await expect(form.getByLabel('Zero-rated because')).toHaveValue('export_enterprise')
      await expect(form.getByLabel('VAT zero-rating certificate number')).toHaveValue('PEZA-2026-0815')
      await expect(form.getByLabel('VAT, line 1', { exact: true })).toHaveValue('Zero-rated')
    })

    await test.step('half of the sale is returned: half of the discount is credited', async () => {
      await page.goto('/invoice')
      await page.getByRole('link', { name: invoice }).first().click()
      await page.getByRole('link', { name: 'Credit this invoice' }).click()
      const form = formOf(page, 'Credit Memo Form')
      // The invoice is taken over only into an empty form.
      await expect(form.getByLabel('Invoice credited')).toHaveValue(/^SI-/)
      await fillIn(form, { ...mailTo, 'Credit memo number': 'SC-1', Reason: 'Returned' })
      await form.getByLabel('Unit price, line 1', { exact: true }).fill('560')
      await expect(form.getByText('Senior citizen discount, 20%')).toBeVisible()
      await expectAccessibleInSoak(page)
      await form.getByRole('button', { name: /^Review/ }).click()
      const entry = form.getByRole('table', { name: 'Journal entry' })
      await expect(entry.getByRole('row').filter({ hasText: '6115' })).toContainText('100.00')
      await form.getByRole('button', { name: /^Yes/ }).click()
      await expect(form.getByRole('heading', { level: 1, name: /^CM-/ })).toBeVisible()
    })

    await test.step('a loan payment with its principal and interest', async () => {
      await page.goto('/financialreport/monthend')
      await page.getByRole('button', { name: 'Add recurring entry' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Bank loan')
      await dialog.getByLabel('Type').selectOption('Fixed monthly entry')
      await dialog.getByLabel('Customer or supplier (optional)').fill('Nimbus Ltd.')
      await dialog.getByRole('button', { name: 'Add line' }).click()
      const cells = [
        ['2210', 'Debit', '9000', 'Principal'],
        ['8010', 'Debit', '1000', 'Interest'],
        ['2020', 'Credit', '9000', ''],
      ] as const
      for (const [i, [account, side, amount, memo]] of cells.entries()) {
        await dialog.getByLabel(`Account of line ${i + 1}`).fill(account)
        await page.keyboard.press('Enter')
        await dialog.getByLabel(`Explanation of line ${i + 1}`).fill(memo)
        await dialog.getByLabel(`${side} of line ${i + 1}`).fill(amount)
      }
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText(/^Debits exceed credits by 1,000\.00/)).toBeVisible()
      await dialog.getByLabel('Credit of line 3').fill('=9000+1000')
      await expect(dialog.getByText('Debits 10,000.00, credits 10,000.00')).toBeVisible()
      await expectAccessibleInSoak(page)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'Bank loan' })).toContainText('2210 + 8010, 2020')
    })
  },
)
