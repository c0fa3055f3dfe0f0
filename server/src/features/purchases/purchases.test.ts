// Bills, petty cash and its fund on the real server: permissions, behaviour, storage.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getDocument, recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { listMoneyAccounts } from '@talaan/contract/money-accounts.ts'
import { listOpenItems } from '@talaan/contract/open-items.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { getPettyCashFund, keepCount } from '@talaan/contract/petty-cash.ts'
import { getLastDocument, listAlike, listExpenseTypes } from '@talaan/contract/purchases.ts'
import { denominations } from '@talaan/ledger/documents/pettycashfund/fields.ts'
import { standardExpenseTypes } from '@talaan/ledger/accounts/expense-types.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import { standardWithholdingCodes } from '@talaan/ledger/tax/standard-codes.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { setUp } from '../../cli/setup.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let supplier: string

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  supplier = await newSupplier()
})

// ── Bills.

test('a bill is recorded with its number, amount payable and tax withheld; a void reverses everything', async () => {
  const { documentId, number } = await recorded('bill', bill())
  expect(number).toBe('BL-2026-000001')
  expect(await balances()).toEqual({ '1310': 1_200_000n, '2010': -11_000_000n, '2140': -200_000n, '6130': 10_000_000n })
  const { items } = (await ana.call(listOpenItems, { query: { side: 'payable', partyId: supplier } })).answer
  expect(items).toMatchObject([{ number, open: 11_000_000n, net: 10_000_000n, vat: 1_200_000n, withheld: 200_000n }])
  const withheld = await portal.db.kysely
    .selectFrom('line')
    .select(['atc', 'ewt_rate', 'ewt_base', 'ewt'])
    .where('atc', 'is not', null)
    .execute()
  expect(withheld).toEqual([{ atc: 'WC120', ewt_rate: '0.020000', ewt_base: 10_000_000n, ewt: 200_000n }])
  await soundBooks()

  await ben.call(voidDocument, { params: { documentId }, body: { day: '2026-03-16', reason: 'Entered twice' } })
  expect(await balances()).toEqual({})
  await soundBooks()
})

test('a duplicate number of the same supplier is refused, of another supplier it is not', async () => {
  await recorded('bill', bill())
  const again = await reviewed('bill', bill({ externalNo: ' s-1007 ' }))
  expect(again).toMatchObject({ status: 422 })
  expect(again.body.fields).toEqual([
    { path: ['externalNo'], message: expect.stringContaining('is already recorded as BL-2026-000001') },
  ])
  const other = await newSupplier({ tin: '777-888-999', registeredName: 'Another Agency Inc.' })
  expect(await recorded('bill', bill({ partyId: other }))).toMatchObject({ number: 'BL-2026-000002' })
})

test('a return is credited to its bill, which then cannot be voided first', async () => {
  const first = await recorded('bill', bill())
  const back = await recorded(
    'bill',
    bill({ externalNo: 'CM-1', nature: 'credit', creditOf: first.documentId, lines: [line({ amount: '1000000' })] }),
  )
  expect(await balances()).toEqual({ '1310': 1_080_000n, '2010': -9_900_000n, '2140': -180_000n, '6130': 9_000_000n })
  const refused = await ben.call(voidDocument, {
    params: { documentId: first.documentId },
    body: { day: '2026-03-16', reason: 'Entered twice' },
  })
  expect(refused).toMatchObject({ status: 409, body: { code: 'documents.restedOn' } })
  await ben.call(voidDocument, {
    params: { documentId: back.documentId },
    body: { day: '2026-03-16', reason: 'Kept the goods' },
  })
  const { document } = (await ana.call(getDocument, { params: { documentId: first.documentId } })).answer
  expect(document.open).toBe(11_000_000n)
  await soundBooks()
})

test('the rest of a credit is used by one later bill, even if many are confirmed at once', async () => {
  const credit = await recorded('bill', bill({ externalNo: 'CM-2', nature: 'credit' }))
  const advances = [{ documentId: credit.documentId, amount: '11000000' }]
  const both = await Promise.all(['A-1', 'A-2'].map((externalNo) => reviewed('bill', bill({ externalNo, advances }))))
  const replies = await Promise.all(both.map(({ yes }) => ana.call(recordDocument, { body: yes })))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(replies.find(({ status }) => status === 422)?.body.fields).toEqual([
    { path: ['advances', 0, 'amount'], message: expect.stringMatching(/has only 0\.00 left after BL-2026-00000\d/) },
  ])
  await soundBooks()
})

// ── While one types.

test('types of expense and tax codes come with the registrations of the company', async () => {
  const { types, withholdingCodes, registrations } = (await ana.call(listExpenseTypes)).answer
  expect(types).toEqual(standardExpenseTypes)
  expect(withholdingCodes).toEqual(standardWithholdingCodes)
  expect(registeredOn(registrations, '2026-03-16')).toMatchObject({
    vatRegistered: true,
    topAgentFrom: null,
    withholdAt: 'bill',
  })
})

test('a company created before the codes existed gets them at the next start, and keeps its changes', async () => {
  const { kysely } = portal.db
  await kysely.deleteFrom('withholding_code').execute()
  await kysely.deleteFrom('expense_type').where('code', '<>', 'fuel').execute()
  await setUp(portal.context)
  expect(await kysely.selectFrom('expense_type').select('code').execute()).toEqual([{ code: 'fuel' }])
  const codes = await kysely.selectFrom('withholding_code').select('code').execute()
  expect(codes).toHaveLength(standardWithholdingCodes.length)
})

test('a bill similar to an existing one gives a warning, across bills and petty cash', async () => {
  await establish()
  await recorded('bill', bill())
  await recorded(
    'pettycash',
    voucher({ partyId: supplier, externalNo: '555', lines: [line({ amount: '50000', atc: null })] }),
  )
  const alike = async (query: Record<string, string>) =>
    (await ana.call(listAlike, { query: { partyId: supplier, ...query } })).answer.documents.map(
      ({ number, likeness }) => `${number} ${likeness}`,
    )
  expect(await alike({ externalNo: 's 1007' })).toEqual(['BL-2026-000001 same_number'])
  expect(await alike({ externalNo: 'S-1070' })).toEqual(['BL-2026-000001 near_number'])
  expect(await alike({ externalNo: 'S-1008' })).toEqual([])
  expect(await alike({ externalNo: 'X', day: '2026-03-20', gross: '11200000' })).toEqual(['BL-2026-000001 same_amount'])
  expect(await alike({ externalNo: '555' })).toEqual(['PCV-2026-000001 same_number'])
  const other = await newSupplier({ tin: '777-888-999', registeredName: 'Another Agency Inc.' })
  expect(await alike({ externalNo: 'S-1007', partyId: other })).toEqual([])
})

test('the next bill of a supplier is filled from its last bill that is not void', async () => {
  const asked = { query: { kind: 'bill', partyId: supplier } }
  expect((await ana.call(getLastDocument, asked)).answer.document).toBeNull()
  await recorded('bill', bill())
  const second = await recorded('bill', bill({ externalNo: 'S-1008', terms: 'Net 30' }))
  expect((await ana.call(getLastDocument, asked)).answer.document).toMatchObject({
    number: 'BL-2026-000002',
    fields: { terms: 'Net 30', lines: [{ expenseType: 'security', amount: '10000000', account: '6130' }] },
  })
  await ben.call(voidDocument, {
    params: { documentId: second.documentId },
    body: { day: '2026-03-16', reason: 'Entered twice' },
  })
  expect((await ana.call(getLastDocument, asked)).answer.document).toMatchObject({ number: 'BL-2026-000001' })

  const own = { query: { kind: 'bill' } }
  expect((await ana.call(getLastDocument, own)).answer.document).toMatchObject({ number: 'BL-2026-000001' })
  expect((await ben.call(getLastDocument, own)).answer.document).toBeNull()
})

test('the types, accounts and codes of the last five bills of a supplier come as usual ones, the most frequent first', async () => {
  const asked = { query: { kind: 'bill', partyId: supplier } }
  const none = { expenseType: [], account: [], atc: [] }
  expect((await ana.call(getLastDocument, asked)).answer.usual).toEqual(none)
  const supplies = line({ expenseType: 'office_supplies', account: '6070', amount: '50000', atc: null })
  await recorded('bill', bill({ lines: [supplies, supplies] }))
  for (const serial of [1, 2, 3]) await recorded('bill', bill({ externalNo: `S-200${serial}` }))
  const { usual } = (await ana.call(getLastDocument, asked)).answer
  expect(usual.expenseType).toEqual(['security', 'office_supplies'])
  expect(usual.account).toEqual(['6130', '6070'])
  expect(usual.atc).toHaveLength(1)
  for (const serial of [4, 5]) await recorded('bill', bill({ externalNo: `S-200${serial}` }))
  expect((await ana.call(getLastDocument, asked)).answer.usual.account).toEqual(['6130'])
})

// ── Petty cash.

test('a fund is established, spent, counted, replenished and closed, and its books are always sound', async () => {
  await establish()
  expect(await fund()).toMatchObject({ balance: 1_000_000n, float: 1_000_000n, custodian: 'Tess Cruz', vouchers: [] })
  await recorded('pettycash', voucher())
  const out = await recorded('pettycash', {
    nature: 'advance',
    fund: '1020',
    paidTo: 'Leo Santos',
    day: '2026-03-16',
    amount: '200000',
  })
  expect(await fund()).toMatchObject({
    balance: 750_000n,
    vouchers: [
      { number: 'PCV-2026-000002', paidTo: 'Leo Santos', amount: 200_000n },
      { number: 'PCV-2026-000001', paidTo: 'Mang Ben', amount: 50_000n },
    ],
    advances: [{ number: 'PCV-2026-000002', paidTo: 'Leo Santos', amount: 200_000n }],
  })
  await recorded(
    'pettycash',
    voucher({ advance: out.documentId, lines: [fare({ amount: '170000' })], paidTo: 'Leo Santos' }),
  )
  expect(await fund()).toMatchObject({ balance: 780_000n, advances: [] })

  const replenished = await recorded('pettycashfund', {
    act: 'replenish',
    fund: '1020',
    day: '2026-03-16',
    account: '1031',
    amount: '223000',
    count: pieces(777_000n),
    countedBy: 'Ana',
    witness: 'Ben',
    reason: 'Change given wrongly',
  })
  expect(replenished.number).toBe('PCF-2026-000002')
  const { receipt } = (await ana.call(getDocument, { params: { documentId: replenished.documentId } })).answer.document
  const [vouchers, sums] = receipt.tables ?? []
  expect(vouchers?.rows.map((row) => [row[0], row.at(-1)])).toEqual([
    ['PCV-2026-000001', '500.00'],
    ['PCV-2026-000002', '2,000.00'],
    ['PCV-2026-000003', '-300.00'],
    ['Total', '2,200.00'],
  ])
  expect(sums?.rows.at(-1)).toEqual(['Total', '2,200.00'])
  expect(await fund()).toMatchObject({
    balance: 1_000_000n,
    vouchers: [],
    counts: [{ counted: 777_000n, difference: -3_000n, number: 'PCF-2026-000002', countedBy: 'Ana' }],
  })
  expect(await balances()).toMatchObject({ '7060': 3_000n, '6090': 220_000n })
  await soundBooks()

  await recorded('pettycashfund', {
    act: 'close',
    fund: '1020',
    day: '2026-03-16',
    account: '1031',
    count: pieces(1_000_000n),
    countedBy: 'Ana',
  })
  expect(await fund()).toMatchObject({ balance: 0n, float: 0n })
  await soundBooks()
})

test('the fund never becomes negative: not by a voucher, not by two at once, not by a void', async () => {
  const established = await establish()
  const all = (externalNo: string) => voucher({ lines: [fare({ amount: '600000' })], memo: externalNo })
  const both = await Promise.all(['one', 'other'].map((memo) => reviewed('pettycash', all(memo))))
  const replies = await Promise.all(both.map(({ yes }) => ana.call(recordDocument, { body: yes })))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(replies.find(({ status }) => status === 422)?.body.fields).toEqual([
    {
      path: ['fund'],
      message: expect.stringContaining(
        'Petty cash fund has only 4,000.00 on 16 Mar 2026, but this voucher needs 6,000.00',
      ),
    },
  ])
  const voided = await ben.call(voidDocument, {
    params: { documentId: established },
    body: { day: '2026-03-16', reason: 'Never happened' },
  })
  expect(voided).toMatchObject({
    status: 409,
    body: { code: 'documents.restedOn', error: expect.stringContaining('would have a balance of -6,000.00') },
  })
  expect((await fund()).balance).toBe(400_000n)
  await soundBooks()
})

test('a void restores the custodian and the target amount of the fund', async () => {
  const documentId = await establish()
  await ben.call(voidDocument, { params: { documentId }, body: { day: '2026-03-16', reason: 'Never happened' } })
  expect(await fund()).toMatchObject({ balance: 0n, float: 0n, custodian: '' })
  await soundBooks()
})

test('a count that agrees is stored once and may change the custodian; one that differs is not stored', async () => {
  await establish()
  const count = {
    id: crypto.randomUUID(),
    account: '1020',
    day: '2026-03-16',
    count: pieces(1_000_000n),
    countedBy: 'Ana',
    witness: 'Ben',
    custodian: 'Leo Santos',
    memo: '',
  }
  expect((await ana.call(keepCount, { body: count })).answer).toEqual({ counted: 1_000_000n })
  expect((await ana.call(keepCount, { body: count })).answer).toEqual({ counted: 1_000_000n })
  expect(await portal.db.kysely.selectFrom('cash_count').selectAll().execute()).toMatchObject([
    { account: '1020', counted: 1_000_000n, counted_by: 'Ana', witness: 'Ben', custodian: 'Leo Santos' },
  ])
  expect(await fund()).toMatchObject({
    custodian: 'Leo Santos',
    counts: [{ counted: 1_000_000n, difference: 0n, number: null }],
  })
  const short = { ...count, id: crypto.randomUUID(), count: pieces(999_900n) }
  expect(await ana.call(keepCount, { body: short })).toMatchObject({
    status: 409,
    body: { code: 'pettyCash.differs', error: expect.stringContaining('is 1.00 short') },
  })
  const toCome = { ...count, id: crypto.randomUUID(), day: '2026-03-17' }
  expect(await ana.call(keepCount, { body: toCome })).toMatchObject({ status: 422 })
  expect(await ana.call(keepCount, { body: { ...short, id: count.id } })).toMatchObject({ status: 409 })
  expect(await ana.call(getPettyCashFund, { params: { account: '1031' } })).toMatchObject({ status: 404 })
})

// ── Helpers.

async function newSupplier(more: Record<string, unknown> = {}): Promise<string> {
  const fields = {
    kind: 'non_individual',
    tin: '222-333-444',
    registeredName: 'Bantay Security Agency Inc.',
    vatStatus: 'vat',
    ...more,
  }
  const body = { registrationId: crypto.randomUUID(), role: 'supplier', fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

const line = (more: Record<string, unknown> = {}) => ({
  expenseType: 'security',
  description: 'Guards, March',
  amount: '10000000',
  vatClass: 'vatable',
  category: 'services',
  atc: 'WC120',
  account: '6130',
  ...more,
})
const bill = (more: Record<string, unknown> = {}) => ({
  email: 'ana@bahaykubo.example',
  partyId: supplier,
  externalNo: 'S-1007',
  day: '2026-03-15',
  priceMode: 'exclusive',
  lines: [line()],
  ...more,
})

const fare = (more: Record<string, unknown> = {}) => ({
  description: 'Fare',
  amount: '50000',
  vatClass: 'not_subject',
  category: 'services',
  account: '6090',
  ...more,
})
const voucher = (more: Record<string, unknown> = {}) => ({
  nature: 'expense',
  fund: '1020',
  paidTo: 'Mang Ben',
  day: '2026-03-16',
  priceMode: 'exclusive',
  lines: [fare()],
  ...more,
})

/** The largest denominations for an amount. */
function pieces(amount: bigint): number[] {
  let rest = amount
  return denominations.map((value) => {
    const number = rest / value
    rest %= value
    return Number(number)
  })
}

/** A fund of 10,000.00, drawn from a bank with this overdraft limit. */
async function establish(): Promise<string> {
  await portal.db.kysely
    .updateTable('money_account')
    .set({ overdraft: 100_000_000n })
    .where('code', '=', '1031')
    .execute()
  const fields = { act: 'establish', fund: '1020', day: '2026-03-16', account: '1031', amount: '1000000' }
  return (await recorded('pettycashfund', { ...fields, custodian: 'Tess Cruz' })).documentId
}

async function reviewed(kind: string, fields: Record<string, unknown>) {
  const draftId = crypto.randomUUID()
  const review = await ana.call(reviewDraft, { params: { draftId }, body: { kind, fields } })
  return { status: review.status, body: review.body, yes: { draftId, digest: review.body.digest } }
}

async function recorded(kind: string, fields: Record<string, unknown>) {
  const { yes, status, body } = await reviewed(kind, fields)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return (await ana.call(recordDocument, { body: yes })).answer
}

const fund = async () => (await ana.call(getPettyCashFund, { params: { account: '1020' } })).answer

/** The balance of each account except the bank, debits positive. */
async function balances(): Promise<Record<string, bigint>> {
  const rows = await portal.db.kysely
    .selectFrom('account_month')
    .select(['account'])
    .select((is) => is.fn.sum<string>('debit').as('debit'))
    .select((is) => is.fn.sum<string>('credit').as('credit'))
    .where('account', '<>', '1031')
    .groupBy('account')
    .execute()
  const found = rows.map(({ account, debit, credit }) => [account, BigInt(debit) - BigInt(credit)] as const)
  return Object.fromEntries(found.filter(([, balance]) => balance !== 0n))
}

async function soundBooks(): Promise<void> {
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
  const { accounts } = (await ana.call(listMoneyAccounts)).answer
  expect(accounts.find(({ code }) => code === '1020')?.lowest).toBeGreaterThanOrEqual(0n)
}
