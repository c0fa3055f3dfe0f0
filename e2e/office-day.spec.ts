// The office day of docs/accounting/office-day.md, typed into the forms paper by paper: every figure agrees with what was
// worked out by hand.
import { readFile } from 'node:fs/promises'
import type { FrameLocator, Page } from '@playwright/test'
import { registerChequeBook } from '@talaan/contract/cheques.ts'
import { clientIdPrefix, changeFirstPassword } from '@talaan/contract/session.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { addUser } from '@talaan/contract/users.ts'
import { addDays, dayInManila, formatDay } from '@talaan/ledger/core/date.ts'
import { fillIn, fillLine, fillLineOf, openForm, pickParty, recordIt } from './fixtures/office.ts'
import type { Paper } from './fixtures/office.ts'
import { pieces } from './fixtures/purchases.ts'
import { companyName } from './fixtures/portal.ts'
import type { Portal } from './fixtures/portal.ts'
import { asAny, callAs, demoPassword, logInTo, putInto } from './fixtures/sign-in.ts'
import type { Session } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

const oneTime = 'Unang-salita-1898'
test.use({ house: { company: 'empty', env: { ADMIN_CLIENT_ID: 'carla', ADMIN_PASSWORD: oneTime } } })

const mailTo = { 'Receipt e-mail': 'office@example.com' }

test('forty papers of one day are typed into the forms and come to the figures worked out by hand', async ({
  page,
  portal,
}) => {
  test.setTimeout(300_000)
  const ben = await furnished(portal)
  await putInto(page.context(), portal, ben)
  const today = dayInManila(await portal.now())

  await test.step('1 to 5: money comes in and moves', async () => {
    await deposit(page, '1031', { Description: 'Capital', Account: '3010', Amount: '500,000' })
    await deposit(page, '1032', { Description: 'Loan', Account: '2210', Amount: '300,000' })
    await transfer(page, 'Local', { From: '1031', To: '1032', Amount: '50,000', Fee: '25' })
    await transfer(page, 'Foreign', {
      ...{ From: '1031', To: '1040', 'Amount, PHP': '56,500' },
      'Exchange rate, USD for one PHP': '0.017699115',
    })
    await fund(page, { 'What is done': 'establish', 'Comes from': '1031', Amount: '10,000', Custodian: 'Ana Santos' })
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

  const line = (Type: string, Amount: string, more: Paper = {}): Paper => ({ Type, Description: Type, Amount, ...more })
  await test.step('13 to 19: bills', async () => {
    await bill(page, 'Matibay', '501', line('Merchandise', '112,000'))
    await bill(page, 'Bantay', '577', line('Security', '112,000', { Withheld: 'WC120' }))
    await bill(page, 'Lumang', '512', line('Office rent', '50,000', { VAT: 'No VAT', Withheld: 'WC100' }))
    await bill(page, 'Reyes', '508', line('Professional: legal', '22,400', { Withheld: 'WI011' }))
    await bill(page, 'Lumang', '531', line('Miscellaneous', '1,120', { VAT: 'No VAT', Withheld: '' }))
    await bill(page, 'Matibay', '502', line('Equipment, capitalised', '89,600'))
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
    await collect(page, 'Alon', { ...till, 'Payment method': 'cash', 'Paid ahead': '30,000' }, {})
    await collect(
      page,
      'Alon',
      { ...cheque('0100'), 'Date on the cheque': formatDay(addDays(today, 10)) },
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
      { 'What is done': 'replenish', 'Comes from': '1031', 'Reason of the difference': 'A coin was lost' },
      counted,
    )
  })

  await test.step('38 to 43: cheques, withdrawals, dollars sold, and a void', async () => {
    await chequeFor(page, '0000103', 'City Treasurer', '8,000')
    await chequeForBill(page, '0000104', 'Lumang', '531', '1,120')
    await withdraw(page, '1031', { Purpose: 'Cash for the till', Account: '1010', Amount: '10,000' })
    await withdraw(page, '1032', { Purpose: 'Drawing of the owner', Account: '3020', Amount: '20,000' })
    await transfer(page, 'Foreign', {
      ...{ From: '1040', To: '1031', 'Amount, USD': '400' },
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

  const expected = await byHand()
  await expect.poll(() => trialBalance(page, today)).toEqual(expected.today)
  await expect.poll(() => trialBalance(page, addDays(today, 10))).toEqual(expected.later)
})

// ── One function for each form.

async function deposit(page: Page, account: string, other: Paper, receipts: readonly string[] = []): Promise<void> {
  const sheet = await openForm(page, '/depositform', 'Deposit Form')
  await sheet.getByRole('button', { name: /^Record a deposit/ }).click()
  await fillIn(sheet, { ...mailTo, 'Deposited into': account })
  for (const amount of receipts) {
    const list = sheet.getByRole('table', { name: 'Receipts to deposit' })
    await list.getByRole('row').filter({ hasText: amount }).getByRole('checkbox').check()
  }
  await fillLine(sheet, 'Other money', 1, other)
  await recordIt(sheet, 'DS')
}

async function withdraw(page: Page, account: string, line: Paper): Promise<void> {
  const sheet = await openForm(page, '/withdrawform', 'Withdraw Form')
  await sheet.getByRole('button', { name: /^Record a withdrawal/ }).click()
  await fillIn(sheet, { ...mailTo, 'Taken from': account })
  await fillLine(sheet, 'What the money was taken out for', 1, line)
  await recordIt(sheet, 'WD')
}

async function transfer(page: Page, type: 'Local' | 'Foreign', paper: Paper): Promise<void> {
  const sheet = await openForm(page, '/transferform', 'Fund Transfer Form')
  await sheet.getByRole('radio', { name: type }).check()
  await sheet.getByRole('button', { name: /^Start recording/ }).click()
  await fillIn(sheet, { ...mailTo, ...paper })
  await recordIt(sheet, 'FT')
}

async function invoice(page: Page, customer: string, number: string, ...lines: Paper[]): Promise<void> {
  const sheet = await openForm(page, '/invoiceform', 'Invoice Form')
  await pickParty(sheet, /^Customer TIN/, customer)
  await fillIn(sheet, { ...mailTo, 'Invoice number': number, 'Prices on the paper': 'inclusive' })
  for (const [i, cells] of lines.entries()) await fillLine(sheet, 'Lines of the invoice', i + 1, cells)
  await recordIt(sheet, 'SI')
}

async function bill(page: Page, supplier: string, number: string, ...lines: Paper[]): Promise<void> {
  const sheet = await openForm(page, '/billsform', 'Bills Form')
  await pickParty(sheet, /^Supplier TIN/, supplier)
  await fillIn(sheet, { ...mailTo, "Supplier's invoice number": number, 'Amounts on the paper': 'inclusive' })
  for (const [i, cells] of lines.entries()) await fillLine(sheet, 'Lines of the bill', i + 1, cells)
  await recordIt(sheet, 'BL')
}

async function voucher(page: Page, { supplier, ...paper }: Paper, line: Paper): Promise<void> {
  const sheet = await openForm(page, '/pettycashform', 'Petty Cash Form')
  if (supplier) await pickParty(sheet, /^Supplier TIN/, supplier)
  await fillIn(sheet, paper)
  await fillLine(sheet, 'Lines of the voucher', 1, line)
  await recordIt(sheet, 'PCV')
}

async function fund(page: Page, paper: Paper, count: Paper = {}): Promise<void> {
  const sheet = await openForm(page, '/pettycashform', 'Petty Cash Form')
  await sheet.getByRole('button', { name: 'Count and replenish' }).click()
  await expect(sheet.getByLabel('What is done')).toBeVisible()
  const { 'What is done': act = '', ...rest } = paper
  await fillIn(sheet, { 'What is done': act })
  for (const [denomination, number] of Object.entries(count)) await pieces(sheet, denomination).fill(number)
  if (Object.keys(count).length > 0) await fillIn(sheet, { 'Counted by': 'Ana Santos' })
  await fillIn(sheet, rest)
  await recordIt(sheet, 'PCF')
}

async function settle(
  sheet: FrameLocator,
  who: string,
  paper: Paper,
  rows: Readonly<Record<string, Paper>>,
  grid: string,
) {
  await sheet.getByRole('combobox', { name: /^Find a/ }).fill(who)
  await sheet.getByRole('option', { name: new RegExp(who) }).click()
  await fillIn(sheet, paper)
  for (const [number, cells] of Object.entries(rows)) await fillLineOf(sheet, grid, number, cells)
}

async function collect(
  page: Page,
  customer: string,
  paper: Paper,
  rows: Readonly<Record<string, Paper>>,
  credits: Readonly<Record<string, Paper>> = {},
): Promise<void> {
  const sheet = await openForm(page, '/collectionreceiptform', 'Collection Receipt Form')
  await settle(sheet, customer, paper, rows, 'Invoices collected')
  for (const [number, cells] of Object.entries(credits))
    await fillLineOf(sheet, 'Credits of this customer', number, cells)
  await recordIt(sheet, 'CR')
}

async function pay(page: Page, supplier: string, paper: Paper, rows: Readonly<Record<string, Paper>>): Promise<void> {
  const sheet = await openForm(page, '/paymentform', 'Bills Payment Form')
  await settle(sheet, supplier, paper, rows, 'Bills paid')
  await recordIt(sheet, 'PV')
}

async function chequeFor(page: Page, no: string, payee: string, amount: string): Promise<void> {
  const sheet = await openForm(page, '/chequedisbursementform', 'Cheque Disbursement Form')
  await sheet.getByRole('button', { name: /^Record a cheque/ }).click()
  await fillIn(sheet, { 'What the cheque pays': 'direct', 'Pay to the order of': payee, 'Drawn on': '1031' })
  await expect(sheet.getByLabel('Cheque number')).toHaveValue(no)
  const vat = 'No VAT'
  await fillLine(sheet, 'What the cheque is for', 1, {
    For: 'Business permit',
    Account: '6240',
    VAT: vat,
    Amount: amount,
  })
  await recordIt(sheet, 'CV')
}

async function chequeForBill(page: Page, no: string, supplier: string, number: string, amount: string): Promise<void> {
  const sheet = await openForm(page, '/chequedisbursementform', 'Cheque Disbursement Form')
  await sheet.getByRole('button', { name: /^Record a cheque/ }).click()
  await pickParty(sheet, /^Supplier TIN/, supplier)
  await fillIn(sheet, { 'What the cheque pays': 'bills', 'Drawn on': '1031' })
  await expect(sheet.getByLabel('Cheque number')).toHaveValue(no)
  await fillLineOf(sheet, 'Bills the cheque pays', number, { Pay: amount })
  await recordIt(sheet, 'CV')
}

// ── Before and after.

/** The accountant, everybody the papers name, and a cheque book. */
async function furnished(portal: Portal): Promise<Session> {
  const carla = await logInTo(portal, 'carla', oneTime)
  const asked = async (by: Session, endpoint: unknown, given: Parameters<typeof callAs>[3]) => {
    const answer = await callAs(portal, by, asAny(endpoint), given)
    expect(answer.status, await answer.clone().text()).toBe(200)
  }
  await asked(carla, changeFirstPassword, {
    params: { clientId: `${clientIdPrefix}carla` },
    body: { oldPassword: oneTime, newPassword: demoPassword },
  })
  await asked(carla, addUser, {
    body: { ClientId: 'ben', Company: companyName, Password: demoPassword, Role: 'accountant' },
  })
  const ben = await logInTo(portal, 'ben')
  const register = (role: 'customer' | 'supplier', fields: object) =>
    asked(ben, registerParty, { body: { registrationId: crypto.randomUUID(), role, fields, lookAlikesSeen: true } })
  const company = (registeredName: string, tin: string, more = {}) => ({
    ...{ kind: 'non_individual', tin, registeredName, vatStatus: 'vat' },
    ...{ address: { street: '1 Mabini Street', city: 'Manila', zip: '1000' } },
    ...more,
  })
  const person = (lastName: string, firstName: string, tin: string, vatStatus: string) => ({
    ...{ kind: 'individual', tin, lastName, firstName, vatStatus },
  })
  await register('customer', company('Alon Trading Corp.', '111-222-333', { withholdingAgent: true }))
  await register('customer', company('Municipality of Malinaw', '222-333-444', { government: true }))
  await register('customer', person('Dela Cruz', 'Juan', '333-444-555', 'non_vat'))
  await register('supplier', company('Matibay Hardware Inc.', '444-555-666'))
  await register('supplier', company('Bantay Security Agency', '555-666-777'))
  await register('supplier', company('Lumang Bahay Realty', '666-777-888', { vatStatus: 'non_vat' }))
  await register('supplier', person('Reyes', 'Maria', '777-888-999', 'vat'))
  await asked(ben, registerChequeBook, {
    params: { bookId: crypto.randomUUID() },
    body: { account: '1031', firstNo: '0000101', lastNo: '0000150', receivedOn: dayInManila(await portal.now()) },
  })
  return ben
}

/** 'code | debit | credit' as the screen shows them. */
async function trialBalance(page: Page, asOf: string): Promise<string[]> {
  await page.goto(`/financialreport?asOf=${asOf}`)
  await expect(page.getByRole('row').filter({ hasText: 'Total' })).toBeVisible()
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
  return rows.evaluateAll((all) =>
    all.map((row) => {
      const [code, , debit, credit] = [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim())
      return [code, debit, credit].join(' | ')
    }),
  )
}

async function byHand(): Promise<{ today: string[]; later: string[] }> {
  const page = await readFile(new URL('../docs/accounting/office-day.md', import.meta.url), 'utf8')
  const [, after = ''] = page.split('## Trial balance\n')
  const rows = (after.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((row) => /^\| \d{4}/.test(row))
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const told = (debit: number) =>
    rows
      .filter((row) => row[debit] !== '' || row[debit + 1] !== '')
      .map((row) => [row[0], row[debit], row[debit + 1]].join(' | '))
  expect(rows).toHaveLength(34)
  return { today: told(2), later: told(4) }
}
