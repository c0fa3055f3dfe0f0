// The office day of docs/accounting/office-day.md, typed into the forms document by document: every figure agrees with those
// worked out by hand.
import { addDays, dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import {
  bill,
  chequeFor,
  chequeForBill,
  collect,
  deposit,
  fund,
  invoice,
  pay,
  transfer,
  voucher,
  withdraw,
} from '../fixtures/forms.ts'
import { setUpOffice, officeSetup, rowsOf, trialBalance } from '../fixtures/office-day.ts'
import type { FieldValues } from '../fixtures/office.ts'
import { storeSession } from '../fixtures/sign-in.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ setup: officeSetup })

test('the forty documents of one day are typed into the forms and give the figures calculated by hand', async ({
  page,
  portal,
}) => {
  const ben = await setUpOffice(portal)
  await storeSession(page.context(), portal, ben)
  const today = dayInManila(await portal.now())

  await test.step('1 to 5: deposits, transfers and the petty cash fund', async () => {
    await deposit(page, '1031', { Description: 'Capital', Account: '3010', Amount: '500,000' })
    await deposit(page, '1032', { Description: 'Loan', Account: '2210', Amount: '300,000' })
    await transfer(page, 'Local', { From: '1031', To: '1032', Amount: '50,000', Fee: '25' })
    await transfer(page, 'Foreign', {
      From: '1031',
      To: '1040',
      'Amount, PHP': '56,500',
      'Exchange rate, USD for one PHP': '0.017699115',
    })
    await fund(page, { Action: 'establish', 'Comes from': '1031', Amount: '10,000', Custodian: 'Ana Santos' })
  })

  const goods = { Description: 'Goods', 'Income account': '4010' }
  const services = { Description: 'Services', 'Income account': '4020' }
  await test.step('6 to 12: invoices', async () => {
    await invoice(page, 'Alon', '1001', { ...goods, 'Unit price': '112,000' })
    await invoice(page, 'Alon', '1002', { ...services, 'Unit price': '56,000' })
    await invoice(page, 'Municipality', '1003', { ...goods, 'Unit price': '224,000', VAT: 'Vatable, sale' })
    await invoice(page, 'Dela Cruz', '1004', { ...goods, 'Unit price': '25,000', VAT: 'VAT-exempt' })
    await invoice(page, 'Alon', '1005', { ...services, 'Unit price': '80,000', VAT: 'Zero-rated' })
    await invoice(
      page,
      'Dela Cruz',
      '1006',
      { ...goods, 'Unit price': '11,200' },
      { ...services, 'Unit price': '500', VAT: 'Not subject' },
    )
    await invoice(page, 'Alon', '1007', { ...goods, 'Unit price': '112,000', Discount: '10%' })
  })

  const line = (Type: string, Amount: string, more: FieldValues = {}): FieldValues => ({
    Type,
    Description: Type,
    Amount,
    ...more,
  })
  await test.step('13 to 19: bills', async () => {
    await bill(page, 'Matibay', '501', line('Merchandise', '112,000'))
    await bill(page, 'Bantay', '577', line('Security', '112,000', { Withheld: 'WC120' }))
    await bill(page, 'Lumang', '512', line('Office rent', '50,000', { VAT: 'No VAT', Withheld: 'WC100' }))
    await bill(page, 'Reyes', '508', line('Professional: legal', '22,400', { Withheld: 'WI011' }))
    await bill(page, 'Lumang', '531', line('Miscellaneous', '1,120', { VAT: 'No VAT', Withheld: '' }))
    await bill(page, 'Matibay', '502', line('Equipment, capitalized', '89,600'))
    await bill(
      page,
      'Matibay',
      '503',
      line('Office supplies', '1,120'),
      line('Pantry', '560'),
      line('Printing', '336'),
      line('Postage', '224'),
    )
  })

  await test.step('20 to 26: collections', async () => {
    const till = { 'Received into': '1010' }
    const bank = { 'Received into': '1031', 'Payment method': 'transfer', 'Reference number': 'IP-1' }
    const cheque = (no: string) => ({ ...till, 'Payment method': 'cheque', 'Cheque number': no })
    await collect(page, 'Alon', cheque('0099'), {
      '1001': { Code: 'WC158', 'Tax withheld': '1,000', 'Amount paid': '111,000' },
    })
    await collect(page, 'Alon', bank, { '1002': { Code: 'WC160', 'Tax withheld': '1,000', 'Amount paid': '55,000' } })
    await collect(page, 'Municipality', bank, {
      '1003': { Code: 'WC640', 'Tax withheld': '2,000', 'VAT withheld': '10,000', 'Amount paid': '212,000' },
    })
    await collect(page, 'Dela Cruz', { ...till, 'Payment method': 'cash' }, { '1004': { 'Amount paid': '28,000' } })
    await collect(
      page,
      'Dela Cruz',
      { ...till, 'Payment method': 'cash' },
      { '1006': { 'Amount paid': '8,000' } },
      { 'CR-': { Use: '3,000' } },
    )
    await collect(page, 'Alon', { ...till, 'Payment method': 'cash', 'Customer advance (optional)': '30,000' }, {})
    await collect(
      page,
      'Alon',
      { ...cheque('0100'), 'Cheque date': formatDay(addDays(today, 10)) },
      { '1007': { 'Amount paid': '100,800', Code: '', 'Tax withheld': '' } },
    )
  })

  await test.step('27 and 28: deposits', async () => {
    await deposit(page, '1031', {}, ['111,000.00', '28,000.00'])
    await deposit(page, '1032', { Description: 'Nobody knows whose', Account: '2065', Amount: '15,000' })
  })

  await test.step('29 to 33: payments', async () => {
    const from = (account: string) => ({
      'Paid from': account,
      'Payment method': 'transfer',
      'Reference number': 'T-1',
    })
    const cheque = (no: string) => ({ 'Paid from': '1031', 'Payment method': 'cheque', 'Cheque number': no })
    await pay(page, 'Bantay', cheque('0000101'), { '577': { 'Amount paid': '110,000' } })
    await pay(page, 'Matibay', { ...from('1032'), 'Bank charge': '15' }, { '501': { 'Amount paid': '40,000' } })
    await pay(page, 'Lumang', from('1031'), { '512': { 'Amount paid': '50,000' } })
    await pay(page, 'Matibay', from('1032'), { '502': { 'Amount paid': '88,000', Discount: '1,600' } })
    await pay(page, 'Reyes', cheque('0000102'), { '508': { 'Amount paid': '20,400' } })
  })

  await test.step('34 to 37: petty cash', async () => {
    await voucher(page, { 'Paid to': 'Jeepney' }, line('Transportation', '500'))
    await voucher(page, { supplier: 'Matibay', 'Receipt number': '601' }, line('Office supplies', '1,120'))
    await voucher(page, { supplier: 'Matibay', 'Receipt number': '602' }, line('Meals', '672'))
    const counted = { '1,000': '7', '500': '1', '100': '1', '50': '1', '20': '2', '5': '1', '1': '3' }
    await fund(
      page,
      { Action: 'replenish', 'Comes from': '1031', 'Reason for the difference': 'A coin was lost' },
      counted,
    )
  })

  await test.step('38 to 43: cheques, withdrawals, dollars sold, and a void', async () => {
    await chequeFor(page, '0000103', 'City Treasurer', '8,000')
    await chequeForBill(page, '0000104', 'Lumang', '531', '1,120')
    await withdraw(page, '1031', { Purpose: 'Cash on hand', Account: '1010', Amount: '10,000' })
    await withdraw(page, '1032', { Purpose: 'Drawing of the owner', Account: '3020', Amount: '20,000' })
    await transfer(page, 'Foreign', {
      From: '1040',
      To: '1031',
      'Amount, USD': '400',
      'Exchange rate, PHP for one USD': '57',
    })
    await page.goto('/invoice')
    await page.getByRole('row').filter({ hasText: '1005' }).getByRole('link').first().click()
    await page.getByRole('button', { name: /^Void/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/reason/i).fill('The customer went elsewhere')
    await dialog.getByRole('button', { name: /^Void/ }).click()
    await expect(page.getByText(/is void|Void/).first()).toBeVisible()
  })

  const expected = byHand()
  await expect.poll(() => trialBalance(page, today)).toEqual(expected.today)
  await expect.poll(() => trialBalance(page, addDays(today, 10))).toEqual(expected.later)
})

function byHand(): { today: string[]; later: string[] } {
  const rows = rowsOf('Trial balance')
  const figuresIn = (debit: number) =>
    rows
      .filter((row) => row[debit] !== '' || row[debit + 1] !== '')
      .map((row) => [row[0], row[debit], row[debit + 1]].join(' | '))
  expect(rows).toHaveLength(34)
  return { today: figuresIn(2), later: figuresIn(4) }
}
