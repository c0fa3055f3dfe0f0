// One document of each type from docs/accounting/office-day.md, typed into its form in an empty company: the trial
// balance shows the entries that were worked out by hand. soak/office-day.spec.ts types the whole day.
import type { Page } from '@playwright/test'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { addDays, dayInManila } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import {
  bill,
  chequeFor,
  collect,
  creditMemo,
  debitMemo,
  deposit,
  fund,
  invoice,
  journalVoucher,
  pay,
  transfer,
  voucher,
  withdraw,
} from './fixtures/forms.ts'
import { setUpOffice, officeSetup, rowsOf, trialBalance } from './fixtures/office-day.ts'
import type { Portal } from './fixtures/portal.ts'
import { recordFields } from './fixtures/recording.ts'
import { storeSession } from './fixtures/sign-in.ts'
import type { Session } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ setup: officeSetup })

/** Types without a form of their own, and the test that records one from another page. */
const elsewhere: Partial<Record<DocumentTypeName, string>> = {
  certificate: 'certificates.spec.ts',
  opening: 'settings.spec.ts',
  bankadjustment: 'reconciliation.spec.ts',
  yearend: 'year.spec.ts',
  payroll: 'payroll.spec.ts',
  unapply: 'flow.spec.ts',
}

/** Entries of documents that the page does not have, worked out in the same way. */
const others = {
  creditmemo: { debit: '4080 10,000.00; 2110 1,200.00', credit: '1110 11,200.00' },
  debitmemo: { debit: '1110 1,120.00', credit: '4020 1,000.00; 2110 120.00' },
  journalvoucher: { debit: '6050 50,000.00', credit: '2020 50,000.00' },
  /** Including the capital it was drawn on and the permit it paid for half a year earlier. */
  stalecheque: { debit: '6240 5,000.00; 1031 5,000.00', credit: '3010 5,000.00; 2030 5,000.00' },
}

test('a document of each type is typed into its form and posts the entry worked out by hand', async ({
  page,
  portal,
}) => {
  const ben = await setUpOffice(portal)
  await storeSession(page.context(), portal, ben)
  const today = dayInManila(await portal.now())
  await chequeOf(portal, ben, addDays(today, -200))
  const line = { Type: 'Merchandise', Description: 'Goods', Amount: '112,000' }
  const permit = { Type: 'Transportation', Description: 'Fares', Amount: '500' }
  let billed = ''
  /** Ordered so that each document finds the ones it depends on. The numbers are those of the documents. */
  const typed: readonly (readonly [DocumentTypeName, number | keyof typeof others, () => Promise<unknown>])[] = [
    ['deposit', 1, () => deposit(page, '1031', { Description: 'Capital', Account: '3010', Amount: '500,000' })],
    ['deposit', 2, () => deposit(page, '1032', { Description: 'Loan', Account: '2210', Amount: '300,000' })],
    ['transfer', 3, () => transfer(page, 'Local', { From: '1031', To: '1032', Amount: '50,000', Fee: '25' })],
    [
      'pettycashfund',
      5,
      () =>
        fund(page, {
          Action: 'establish',
          'Comes from': '1031',
          Amount: '10,000',
          Custodian: 'Ana Santos',
        }),
    ],
    [
      'invoice',
      6,
      () => invoice(page, 'Alon', '1001', { Description: 'Goods', 'Income account': '4010', 'Unit price': '112,000' }),
    ],
    [
      'invoice',
      7,
      async () => {
        const cells = { Description: 'Services', 'Income account': '4020', 'Unit price': '56,000' }
        return (billed = await invoice(page, 'Alon', '1002', cells))
      },
    ],
    ['creditmemo', 'creditmemo', () => creditMemo(page, billed, '51', '11,200')],
    ['debitmemo', 'debitmemo', () => debitMemo(page, billed, '61', '1,120')],
    ['bill', 13, () => bill(page, 'Matibay', '501', line)],
    [
      'collection',
      20,
      () =>
        collect(
          page,
          'Alon',
          { 'Received into': '1010', 'Payment method': 'cheque', 'Cheque number': '0099' },
          { '1001': { Code: 'WC158', 'Tax withheld': '1,000', 'Amount paid': '111,000' } },
        ),
    ],
    [
      'payment',
      30,
      () =>
        pay(
          page,
          'Matibay',
          { 'Paid from': '1032', 'Payment method': 'transfer', 'Reference number': 'T-1', 'Bank charge': '15' },
          { '501': { 'Amount paid': '40,000' } },
        ),
    ],
    ['pettycash', 34, () => voucher(page, { 'Paid to': 'Jeepney' }, permit)],
    ['cheque', 38, () => chequeFor(page, '0000102', 'City Treasurer', '8,000')],
    ['withdrawal', 40, () => withdraw(page, '1031', { Purpose: 'For the till', Account: '1010', Amount: '10,000' })],
    [
      'journalvoucher',
      'journalvoucher',
      () =>
        journalVoucher(
          page,
          { Explanation: 'Rent that is not billed yet' },
          { Account: '6050', Debit: '50,000' },
          { Account: '2020', Credit: '50,000' },
        ),
    ],
    ['stalecheque', 'stalecheque', () => writeBackCheque(page, '0000101')],
  ]
  const recorded = new Set([...typed.map(([kind]) => kind), ...Object.keys(elsewhere)])
  expect(documentTypeNames.filter((kind) => !recorded.has(kind))).toEqual([])

  for (const [kind, document, record] of typed) await test.step(`${kind} (${document})`, record)
  const expected = balances(typed.map(([, document]) => document))
  await expect.poll(() => trialBalance(page, today)).toEqual(expected)
})

/** A cheque of that day, and the money for it. */
async function chequeOf(portal: Portal, ben: Session, day: Day): Promise<void> {
  const record = (kind: DocumentTypeName, fields: object) =>
    recordFields({ portal, session: ben }, kind, { day, account: '1031', ...fields })
  await record('deposit', { others: [{ description: 'Capital', account: '3010', amount: '500000' }] })
  const line = { description: 'Permit', account: '6240', amount: '500000', atc: null }
  await record('cheque', {
    chequeNo: '0000101',
    payee: 'City Treasurer',
    pays: 'direct',
    lines: [{ ...line, vatClass: 'not_subject', category: 'not_creditable' }],
  })
}

async function writeBackCheque(page: Page, no: string): Promise<void> {
  await page.goto('/chequedisbursement')
  const leaf = page.getByRole('region', { name: 'Cheque books' }).getByRole('row').filter({ hasText: no })
  await leaf.getByRole('button', { name: `Change status of ${no}` }).click()
  await page.getByRole('menuitem', { name: 'Write back as stale' }).click()
  const dialog = page.getByRole('dialog', { name: `Write back cheque ${no}?` })
  await dialog.getByRole('button', { name: 'Yes, write it back' }).click()
  await expect(dialog).toBeHidden()
}

/** 'code | debit | credit' of each account with a balance after these documents. */
function balances(documents: readonly (number | keyof typeof others)[]): string[] {
  const entries = new Map(
    rowsOf('The documents').map(([no, , debit = '', credit = '']) => [Number(no), { debit, credit }]),
  )
  const accounts = new Map<string, bigint>()
  const add = (cell: string, sign: bigint) => {
    for (const part of cell.split('; ')) {
      const [code = '', amount = ''] = part.split(' ')
      accounts.set(code, (accounts.get(code) ?? 0n) + sign * BigInt(amount.replace(/[,.]/g, '')))
    }
  }
  for (const document of documents) {
    const entry = typeof document === 'number' ? entries.get(document) : others[document]
    if (entry === undefined) throw new Error(`The page has no document ${document}.`)
    add(entry.debit, 1n)
    add(entry.credit, -1n)
  }
  return [...accounts]
    .filter(([, balance]) => balance !== 0n)
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([code, balance]) =>
      balance > 0n ? `${code} | ${formatMoney(balance)} | ` : `${code} |  | ${formatMoney(-balance)}`,
    )
}
