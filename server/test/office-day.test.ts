// The office day of docs/accounting/office-day.md, entered document by document, as a program does through the public API: every
// figure agrees with the manual calculation.
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerChequeBook } from '@talaan/contract/cheques.ts'
import { sentAmounts } from '@talaan/contract/api/amount.ts'
import { allowRecording, createApiKey } from '@talaan/contract/api-keys.ts'
import { recordersOf, voidDocument } from '@talaan/contract/documents.ts'
import { listMoneyAccounts } from '@talaan/contract/money-accounts.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import type { NamedReport } from '@talaan/ledger/reports/by-name.ts'
import { addDays, dayInManila } from '@talaan/ledger/core/date.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { verify } from '../src/books/verify/verify.ts'
import { answered, apiClient } from './api-client.ts'
import type { ApiClient } from './api-client.ts'
import type { operations } from './api.generated.ts'
import { openPortal } from './portal.ts'
import type { Caller, Portal } from './portal.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let api: ApiClient
let day: string

beforeAll(async () => {
  portal = await openPortal()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  const carla = await portal.signIn('carla')
  const params = { keyId: crypto.randomUUID() }
  const body = {
    name: 'Office',
    owner: 'ana',
    networks: [],
    expiresOn: '2026-12-31',
    scopes: ['drafts:write', 'parties:write'],
  }
  api = apiClient(portal.app, { key: (await carla.call(createApiKey, { params, body })).answer.secret })
  const kinds = documentTypeNames.filter((kind) => recordersOf(kind).includes('user'))
  const recording = kinds.map((kind) => ({ kind, upTo: '99999999999' }))
  await ben.call(allowRecording, { params, body: { recording } })
  day = dayInManila(portal.clock.now())
})
afterAll(() => portal.close())

test('an office day of forty documents gives the figures calculated by hand, to the centavo', async () => {
  const alon = await register('customer', company('Alon Trading Corp.', '111-222-333', { withholdingAgent: true }))
  const town = await register('customer', company('Municipality of Malinaw', '222-333-444', { government: true }))
  const cruz = await register('customer', person('Dela Cruz', 'Juan', '333-444-555'))
  const matibay = await register('supplier', company('Matibay Hardware Inc.', '444-555-666'))
  const bantay = await register('supplier', company('Bantay Security Agency', '555-666-777'))
  const bahay = await register('supplier', company('Lumang Bahay Realty', '666-777-888', { vatStatus: 'non_vat' }))
  const reyes = await register('supplier', person('Reyes', 'Maria', '777-888-999', { vatStatus: 'vat' }))
  const book = { account: '1031', firstNo: '0000101', lastNo: '0000150', receivedOn: day }
  await ben.call(registerChequeBook, { params: { bookId: crypto.randomUUID() }, body: book })

  // 1 to 5: deposits and transfers.
  await record('deposit', {
    account: '1031',
    others: [{ description: 'Capital', account: '3010', amount: '50000000' }],
  })
  await record('deposit', { account: '1032', others: [{ description: 'Loan', account: '2210', amount: '30000000' }] })
  await record('transfer', { type: 'local', from: '1031', to: '1032', amount: '5000000', fee: '2500' })
  await record('transfer', { type: 'foreign', from: '1031', to: '1040', amount: '5650000', rate: '0.017699115' })
  const fund = { fund: '1020', account: '1031', countedBy: 'Ana Santos' }
  await record('pettycashfund', { ...fund, act: 'establish', amount: '1000000', custodian: 'Ana Santos' })

  // 6 to 12: invoices.
  const goods = { description: 'Goods', quantity: '1', vatClass: 'vatable', account: '4010' }
  const service = { ...goods, description: 'Services', account: '4020' }
  const sold = (partyId: string, externalNo: string, lines: object[]) =>
    record('invoice', { partyId, externalNo, priceMode: 'inclusive', lines })
  const i1001 = await sold(alon, '1001', [{ ...goods, unitPrice: '11200000' }])
  const i1002 = await sold(alon, '1002', [{ ...service, unitPrice: '5600000' }])
  const i1003 = await sold(town, '1003', [{ ...goods, vatClass: 'govt_vatable', unitPrice: '22400000' }])
  const i1004 = await sold(cruz, '1004', [{ ...goods, vatClass: 'exempt', unitPrice: '2500000' }])
  const i1005 = await sold(alon, '1005', [{ ...service, vatClass: 'zero_rated', unitPrice: '8000000' }])
  const i1006 = await sold(cruz, '1006', [
    { ...goods, unitPrice: '1120000' },
    { ...service, vatClass: 'not_subject', unitPrice: '50000' },
  ])
  const i1007 = await sold(alon, '1007', [{ ...goods, unitPrice: '11200000', discountPercent: '10' }])

  // 13 to 19: bills.
  const bought = (partyId: string, externalNo: string, ...lines: object[]) =>
    record('bill', { partyId, externalNo, priceMode: 'inclusive', lines })
  const line = (description: string, account: string, amount: string, more = {}) => ({
    description,
    account,
    amount,
    vatClass: 'vatable',
    category: 'services',
    atc: null,
    ...more,
  })
  const b501 = await bought(matibay, '501', line('Merchandise', '1210', '11200000', { category: 'goods' }))
  const b577 = await bought(bantay, '577', line('Guards', '6130', '11200000', { atc: 'WC120' }))
  const b512 = await bought(bahay, '512', line('Rent', '6050', '5000000', { vatClass: 'not_subject', atc: 'WC100' }))
  const b508 = await bought(reyes, '508', line('Fees', '6120', '2240000', { atc: 'WI011' }))
  const b531 = await bought(bahay, '531', line('Sundries', '6290', '112000', { vatClass: 'not_subject' }))
  const b502 = await bought(matibay, '502', line('Computer', '1540', '8960000', { category: 'capital_goods' }))
  await bought(
    matibay,
    '503',
    line('Supplies', '6070', '112000', { category: 'goods' }),
    line('Pantry', '6070', '56000', { category: 'goods' }),
    line('Printing', '6070', '33600'),
    line('Courier', '6290', '22400'),
  )

  // 20 to 26: collections.
  const collect = (partyId: string, fields: object) => record('collection', { partyId, account: '1010', ...fields })
  const c20 = await collect(alon, {
    method: 'cheque',
    reference: '0099',
    rows: [{ documentId: i1001, pay: '11100000', withheld: '100000', atc: 'WC158' }],
  })
  await collect(alon, {
    account: '1031',
    method: 'transfer',
    reference: 'IP-1',
    rows: [{ documentId: i1002, pay: '5500000', withheld: '100000', atc: 'WC160' }],
  })
  await collect(town, {
    account: '1031',
    method: 'transfer',
    reference: 'LDDAP-1',
    rows: [{ documentId: i1003, pay: '21200000', withheld: '200000', atc: 'WC640', vatWithheld: '1000000' }],
  })
  const c23 = await collect(cruz, { rows: [{ documentId: i1004, pay: '2800000' }] })
  await collect(cruz, {
    rows: [{ documentId: i1006, pay: '800000' }],
    credits: [{ documentId: c23, amount: '300000' }],
  })
  await collect(alon, { advance: '3000000' })
  await collect(alon, {
    method: 'cheque',
    reference: '0100',
    chequeDay: addDays(day, 10),
    rows: [{ documentId: i1007, pay: '10080000' }],
  })

  // 27 and 28: deposits.
  await record('deposit', { account: '1031', receipts: [c20, c23] })
  await record('deposit', { account: '1032', others: [{ description: '?', account: '2065', amount: '1500000' }] })

  // 29 to 33: payments.
  const pay = (partyId: string, fields: object) =>
    record('payment', { partyId, account: '1031', method: 'transfer', reference: 'T', ...fields })
  const cheque = (no: string) => ({ method: 'cheque', reference: no })
  await pay(bantay, { ...cheque('0000101'), rows: [{ documentId: b577, pay: '11000000' }] })
  await pay(matibay, { account: '1032', rows: [{ documentId: b501, pay: '4000000' }], charge: '1500' })
  await pay(bahay, { rows: [{ documentId: b512, pay: '5000000' }] })
  await pay(matibay, { account: '1032', rows: [{ documentId: b502, pay: '8800000', discount: '160000' }] })
  await pay(reyes, { ...cheque('0000102'), rows: [{ documentId: b508, pay: '2040000' }] })

  // 34 to 37: petty cash.
  const voucher = (fields: object) =>
    record('pettycash', { nature: 'expense', fund: '1020', priceMode: 'inclusive', ...fields })
  await voucher({ paidTo: 'Jeepney', lines: [line('Fares', '6090', '50000', { vatClass: 'not_subject' })] })
  const office = line('Supplies', '6070', '112000', { category: 'goods' })
  await voucher({ partyId: matibay, externalNo: '601', lines: [office] })
  await voucher({ partyId: matibay, externalNo: '602', lines: [line('Meals', '6100', '67200', { category: 'goods' })] })
  // 7,698.00: seven thousands, one five hundred, one hundred, one fifty, two twenties, one five, three ones.
  const count = [7, 1, 0, 1, 1, 2, 0, 1, 3, 0, 0, 0, 0]
  await record('pettycashfund', { ...fund, act: 'replenish', count, amount: '230200', reason: 'A coin was lost' })

  // 38 to 42: cheques, withdrawals, dollars sold.
  const written = (chequeNo: string, fields: object) => record('cheque', { account: '1031', chequeNo, ...fields })
  await written('0000103', {
    payee: 'City Treasurer',
    pays: 'direct',
    lines: [line('Permit', '6240', '800000', { vatClass: 'not_subject', category: 'not_creditable' })],
  })
  await written('0000104', {
    partyId: bahay,
    payee: 'Lumang Bahay Realty',
    pays: 'bills',
    rows: [{ documentId: b531, pay: '112000' }],
  })
  const out = (account: string, amount: string) => [{ description: 'Taken out', account, amount }]
  await record('withdrawal', { account: '1031', lines: out('1010', '1000000') })
  await record('withdrawal', { account: '1032', lines: out('3020', '2000000') })
  await record('transfer', { type: 'foreign', from: '1040', to: '1031', amount: '40000', rate: '57' })

  // And one that is discarded.
  await ben.call(voidDocument, { params: { documentId: i1005 }, body: { day, reason: 'The customer went elsewhere' } })

  const expected = await byHand()
  expect(await trialBalance(day)).toEqual(expected.trialBalance.today)
  expect(await trialBalance(addDays(day, 10))).toEqual(expected.trialBalance.later)
  expect(await openItems()).toEqual(expected.openItems)
  expect(await money(addDays(day, 10))).toEqual(expected.money)
  expect(await named('sales-by-customer')).toEqual({
    'Alon Trading Corp.': '240,000.00',
    'Municipality of Malinaw': '200,000.00',
    'Dela Cruz, Juan': '35,500.00',
    Total: '475,500.00',
  })
  expect(await named('purchases-by-supplier')).toEqual({
    'Matibay Hardware Inc.': '183,600.00',
    'Bantay Security Agency': '100,000.00',
    'Lumang Bahay Realty': '51,120.00',
    'Reyes, Maria': '20,000.00',
    'No supplier': '8,500.00',
    Total: '363,220.00',
  })
  expect((await named('expenses-by-type'))['Total']).toBe('355,220.00')
  // Other programs are told of each draft, each document, and each payment that came in.
  const { rows: events } = await sql<{ type: string; number: bigint }>`
    select type, count(*) as number from event group by type`.execute(portal.db.kysely)
  const { rows: kinds } = await sql<{ all: bigint; collections: bigint }>`
    select count(*) as all, count(*) filter (where kind = 'collection') as collections from document`.execute(
    portal.db.kysely,
  )
  expect(Object.fromEntries(events.map(({ type, number }) => [type, number]))).toEqual({
    'draft.waiting': kinds[0]?.all,
    'document.recorded': kinds[0]?.all,
    'document.voided': 1n,
    'payment.received': kinds[0]?.collections,
  })
  expect((await verify(portal.db.kysely)).checks.flatMap(({ problems }) => problems)).toEqual([])
})

/** Reviews, expects no unexpected warning, says Yes, and returns the document's id. */
async function record(kind: DocumentTypeName, given: object): Promise<string> {
  const draftId = crypto.randomUUID()
  const fields = { ...(mailed.includes(kind) && { email: 'office@example.com' }), day, ...given }
  const sent = { kind, fields: sentAmounts(documentTypeOf(kind).fields, fields) as Record<string, unknown> }
  const path = { draftId }
  answered(await api.PUT('/api/v1/drafts/{draftId}', { params: { path }, body: sent }))
  const { digest } = answered(await api.POST('/api/v1/drafts/{draftId}/review', { params: { path } }))
  return answered(await api.POST('/api/v1/documents', { body: { draftId, digest } })).documentId
}

const mailed: readonly DocumentTypeName[] = ['invoice', 'bill', 'deposit', 'withdrawal', 'transfer']

async function register(role: 'customer' | 'supplier', fields: PartyFields): Promise<string> {
  const params = { header: { 'Idempotency-Key': crypto.randomUUID() } }
  return answered(await api.POST('/api/v1/parties', { params, body: { role, fields, lookAlikesSeen: true } })).party.id
}

type PartyFields = operations['registerParty']['requestBody']['content']['application/json']['fields']
const company = (registeredName: string, tin: string, more: Partial<PartyFields> = {}): PartyFields => ({
  kind: 'non_individual',
  tin,
  registeredName,
  vatStatus: 'vat',
  address: { street: '1 Mabini Street', city: 'Manila', zip: '1000' },
  ...more,
})
const person = (lastName: string, firstName: string, tin: string, more: Partial<PartyFields> = {}): PartyFields => ({
  kind: 'individual',
  tin,
  lastName,
  firstName,
  vatStatus: 'non_vat',
  ...more,
})

async function trialBalance(asOf: string): Promise<string[]> {
  const { table } = (await ben.call(viewReport, { params: { report: 'trial-balance' }, query: { asOf } })).answer
  const at = (key: string) => table.columns.findIndex((column) => column.key === key)
  const figure = (cell: unknown) => (typeof cell === 'bigint' && cell !== 0n ? formatMoney(cell) : '')
  return table.rows
    .filter((row) => row.emphasis === undefined)
    .map(({ cells }) => [cells[at('code')], figure(cells[at('debit')]), figure(cells[at('credit')])].join(' | '))
}

async function named(report: NamedReport): Promise<Record<string, string>> {
  const { table } = (await ben.call(viewReport, { params: { report } })).answer
  return Object.fromEntries(table.rows.map(({ cells }) => [String(cells[0]), formatMoney(cells[1] as bigint)]))
}

async function openItems(): Promise<string[]> {
  const { rows } = await sql<{ account: string; open: bigint }>`
    select account, open from item_balance where open > 0`.execute(portal.db.kysely)
  return rows.map(({ account, open }) => `${account} | ${formatMoney(open)}`).toSorted()
}

async function money(asOf: string): Promise<string[]> {
  const { accounts } = (await ana.call(listMoneyAccounts, { query: { day: asOf } })).answer
  return accounts
    .filter(({ code, held }) => code !== '1010' && held > 0n)
    .map(({ code, currency, held, balance }) =>
      currency === 'PHP'
        ? `${code} ${formatMoney(held)}`
        : `${code} ${currency} ${formatMoney(held)} ${formatMoney(balance)}`,
    )
}

/** The figures on the page, in the form of the queries above. */
async function byHand() {
  const page = await readFile(new URL('../../docs/accounting/office-day.md', import.meta.url), 'utf8')
  const rowsOf = (heading: string) =>
    (page.split(`## ${heading}\n`)[1] ?? '')
      .split('\n## ')[0]!
      .split('\n')
      .filter((row) => /^\| \d{4}/.test(row))
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
  const balances = rowsOf('Trial balance')
  const told = (debit: number) =>
    balances
      .filter((row) => row[debit] !== '' || row[debit + 1] !== '')
      .map((row) => [row[0], row[debit], row[debit + 1]].join(' | '))
  const items = rowsOf('Open items').map((row) => `${row[0]} | ${row[3]}`)
  const holdings = rowsOf('Money').map(([account = '', holds = '']) => {
    const [, currency, held, carried] = /^([A-Z]{3}) ([\d,.]+), carried at ([\d,.]+)$/.exec(holds) ?? []
    return `${account.slice(0, 4)} ${currency === undefined ? holds : `${currency} ${held} ${carried}`}`
  })
  expect([balances.length, items.length, holdings.length]).toEqual([34, 14, 4])
  return {
    trialBalance: { today: told(2), later: told(4) },
    openItems: items.toSorted(),
    money: holdings,
  }
}
