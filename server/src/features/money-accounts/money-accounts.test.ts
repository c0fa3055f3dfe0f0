// Deposits, withdrawals and fund transfers on the real server: permissions, behaviour, storage.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getDocument, listDocuments, recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { listMoneyAccounts } from '@talaan/contract/money-accounts.ts'
import { listUndeposited } from '@talaan/contract/open-items.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { listTransactions } from '@talaan/contract/transactions.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { sql } from 'kysely'
import type { Viewer } from '../../platform/viewer.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { bothSayYes, reviewsOf, rounds, viewerOf } from '../../../test/race.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let customer: string

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  customer = await newCustomer()
})

const email = 'ana@bahaykubo.example'
const day = '2026-03-16'
const other = (account: string, amount: string) => ({ description: 'Capital', account, amount })
const capital = (amount: string, more: object = {}) =>
  ['deposit', { email, day: '2026-03-01', account: '1031', others: [other('3010', amount)], ...more }] as const
const banked = (receipts: string[], more: object = {}) =>
  ['deposit', { email, day, account: '1031', receipts, ...more }] as const
const taken = (account: string, amount: string, more: object = {}) =>
  [
    'withdrawal',
    { email, day, account: '1031', lines: [{ description: 'For the week', account, amount }], ...more },
  ] as const
const moved = (amount: string, more: object = {}) =>
  ['transfer', { email, day, type: 'local', from: '1031', to: '1032', amount, ...more }] as const
const bought = (pesos: string, rate: string, more: object = {}) =>
  moved(pesos, { type: 'foreign', to: '1040', rate, ...more })
const sold = (dollars: string, rate: string, more: object = {}) =>
  moved(dollars, { type: 'foreign', from: '1040', to: '1031', rate, ...more })

test('balances, undeposited receipts and recording need a session', async () => {
  const [kind, fields] = capital('100')
  const tries = await Promise.all([
    portal.nobody.call(listMoneyAccounts),
    portal.nobody.call(listUndeposited),
    portal.nobody.call(reviewDraft, { params: { draftId: crypto.randomUUID() }, body: { kind, fields } }),
  ])
  expect(tries.map(({ status }) => status)).toEqual([401, 401, 401])
})

test('a deposit takes collected receipts out of undeposited funds, with other money, a bank charge and its receipt by e-mail', async () => {
  const first = await collected('1120000')
  const second = await collected('560000')
  expect(await undeposited()).toEqual([
    ['CR-2026-000001', 'Mabuhay Hardware, Inc.', 1_120_000n],
    ['CR-2026-000002', 'Mabuhay Hardware, Inc.', 560_000n],
  ])
  const { documentId, number } = await recorded(
    ...banked([first, second], { others: [other('2065', '100000')], charge: '30000', reference: '4471' }),
  )
  expect(number).toBe('DS-2026-000001')
  expect(await linesOf(documentId)).toEqual([
    { account: '1031', debit: 1_750_000n, credit: 0n, currency: null, amount: null },
    { account: '6250', debit: 30_000n, credit: 0n, currency: null, amount: null },
    { account: '1010', debit: 0n, credit: 1_680_000n, currency: null, amount: null },
    { account: '2065', debit: 0n, credit: 100_000n, currency: null, amount: null },
  ])
  expect(await itemsOf(documentId)).toEqual([
    ['1010', first, -1_120_000n],
    ['1010', second, -560_000n],
    ['2065', documentId, 100_000n],
  ])
  expect(await undeposited()).toEqual([])
  expect(await held('1010', '1031')).toEqual([0n, 1_750_000n])
  const { document } = (await ben.call(getDocument, { params: { documentId } })).answer
  expect(document).toMatchObject({ status: 'recorded', total: 1_750_000n, recordedBy: 'ana' })
  expect(document.mail).toMatchObject({ to: email, status: 'waiting' })
  const found = await ana.call(listDocuments, { query: { kind: 'deposit', search: 'CR-2026-000002' } })
  expect(found.answer.documents.map((one) => one.number)).toEqual(['DS-2026-000001'])
  await soundBooks()
})

test('a deposited receipt is refused and names its deposit; a void one is refused too', async () => {
  const receipt = await collected('1120000')
  const gone = await collected('560000')
  await voided(gone)
  await recorded(...banked([receipt]))
  expect(await refused(...banked([receipt, gone]))).toEqual([
    'receipts.0: CR-2026-000001 is already deposited with DS-2026-000001. Deselect it.',
    'receipts.1: This receipt is void or is not in undeposited funds. Deselect it.',
  ])
})

test('a post-dated cheque is deposited on its date, not before', async () => {
  const receipt = await collected('1120000', { method: 'cheque', reference: '001234', chequeDay: '2026-03-18' })
  expect(await refused(...banked([receipt]))).toEqual([
    'receipts.0: CR-2026-000001 is dated 18 Mar 2026, after this deposit. Deselect it or correct the date.',
  ])
  await recorded(...banked([receipt], { day: '2026-03-18' }))
  await soundBooks()
})

test('a deposit is voided before the documents it depends on; its void restores everything', async () => {
  const receipt = await collected('1120000')
  const deposit = await recorded(...banked([receipt], { others: [other('2065', '100000')] }))
  const refusal = await ben.call(voidDocument, {
    params: { documentId: receipt },
    body: { day, reason: 'Wrong paper' },
  })
  expect(refusal.status).toBe(409)
  expect(refusal.body.error).toBe('DS-2026-000001 depends on CR-2026-000001. Void that document first.')
  await voided(deposit.documentId)
  expect(await held('1010', '1031')).toEqual([1_120_000n, 0n])
  expect(await undeposited()).toEqual([['CR-2026-000001', 'Mabuhay Hardware, Inc.', 1_120_000n]])
  await voided(receipt)
  expect(await undeposited()).toEqual([])
  await soundBooks()
})

test('a withdrawal pays for its purpose; cash withdrawn into undeposited funds stays there until it is deposited again', async () => {
  await recorded(...capital('5000000'))
  const { documentId } = await recorded(
    ...taken('1010', '1000000', {
      partyId: customer,
      lines: [
        { description: "Cash for customers' change", account: '1010', amount: '1000000' },
        { description: 'Electricity', account: '6060', amount: '560000', vatClass: 'vatable' },
      ],
    }),
  )
  expect(await linesOf(documentId)).toMatchObject([
    { account: '1010', debit: 1_000_000n },
    { account: '6060', debit: 500_000n },
    { account: '1310', debit: 60_000n },
    { account: '1031', credit: 1_560_000n },
  ])
  expect(await undeposited()).toEqual([['WD-2026-000001', null, 1_000_000n]])
  await recorded(...banked([documentId]))
  expect(await held('1010', '1031')).toEqual([0n, 4_440_000n])
  await soundBooks()
})

test('an account cannot be overdrawn, on the date and on every later date', async () => {
  await recorded(...capital('5000000'))
  await recorded(...taken('3020', '3000000', { day: '2026-03-10' }))
  expect(await refused(...taken('3020', '2000001'))).toEqual([
    'lines.0.amount: The balance of Cash in bank - PHP account 1 is 20,000.00 on 16 Mar 2026. Lower the amount, choose another account, or record missing receipts first.',
  ])
  expect(await refused(...taken('3020', '2000001', { day: '2026-03-05' }))).toEqual([
    'lines.0.amount: The balance of Cash in bank - PHP account 1 is 50,000.00 on 5 Mar 2026, but later documents reduce it to 20,000.00. Lower the amount or choose another account.',
  ])
  expect(await refused(...moved('2000000', { fee: '1' }))).toEqual([
    'amount: The balance of Cash in bank - PHP account 1 is 20,000.00 on 16 Mar 2026. Lower the amount, choose another account, or record missing receipts first.',
  ])
  await portal.db.kysely.updateTable('money_account').set({ overdraft: 100n }).where('code', '=', '1031').execute()
  await recorded(...moved('2000000', { fee: '100' }))
  expect(await held('1031', '1032')).toEqual([-100n, 2_000_000n])
  await soundBooks()
})

test('an account that only warns can be overdrawn, with a warning at review', async () => {
  await recorded(...capital('5000000'))
  await portal.db.kysely.updateTable('money_account').set({ over_limit: 'warn' }).where('code', '=', '1031').execute()
  const [kind, fields] = taken('3020', '5000001')
  const review = await ben.call(reviewDraft, { params: { draftId: crypto.randomUUID() }, body: { kind, fields } })
  expect(review.body).toMatchObject({
    warnings: [
      'Cash in bank - PHP account 1 would be overdrawn by 0.01 on 16 Mar 2026 or later. Check for receipts and deposits that are not recorded yet.',
    ],
  })
  await recorded(kind, fields)
  expect(await held('1031')).toEqual([-1n])
  await soundBooks()
})

test('a payment that undeposited receipts would cover names them and offers the deposit', async () => {
  await recorded(...capital('5000000'))
  const receipt = await collected('1120000')
  const [kind, fields] = taken('3020', '6000000')
  const review = await ben.call(reviewDraft, { params: { draftId: crypto.randomUUID() }, body: { kind, fields } })
  expect(review.body.fields).toEqual([
    {
      path: ['lines', 0, 'amount'],
      message:
        'The balance of Cash in bank - PHP account 1 is 50,000.00, and receipts of 11,200.00 have not been deposited yet. Record the deposit first, or choose another account.',
      remedy: 'deposit',
    },
  ])
  await recorded(...banked([receipt]))
  await recorded(kind, fields)
  expect(await refused(...taken('3020', '120001'))).toEqual([
    'lines.0.amount: The balance of Cash in bank - PHP account 1 is 1,200.00 on 16 Mar 2026. Lower the amount, choose another account, or record missing receipts first.',
  ])
})

test('a transfer is in transit until a deposit clears it, and cannot be voided after that', async () => {
  await recorded(...capital('5000000'))
  const transfer = await recorded(...moved('2000000', { fee: '2500', arrived: false }))
  expect(await held('1031', '1032')).toEqual([2_997_500n, 0n])
  expect(await undeposited()).toEqual([['FT-2026-000001', null, 2_000_000n]])
  const deposit = await recorded(...banked([transfer.documentId], { account: '1032' }))
  expect(await linesOf(deposit.documentId)).toMatchObject([
    { account: '1032' },
    { account: '1050', credit: 2_000_000n },
  ])
  expect(await held('1031', '1032')).toEqual([2_997_500n, 2_000_000n])
  // The list names the account that the money will arrive in, although its entry has only the first.
  const { accounts } = (await ana.call(listMoneyAccounts)).answer
  const [from, to] = ['1031', '1032'].map((code) => accounts.find((account) => account.code === code)?.label)
  const { documents } = (await ana.call(listTransactions)).answer
  const listed = (of: { documentId: string }) => documents.find(({ id }) => id === of.documentId)
  expect(listed(transfer)).toMatchObject({ accountFrom: from, accountTo: to, clearing: 'outstanding' })
  expect(listed(deposit)).toMatchObject({ accountFrom: null, accountTo: to, clearing: 'outstanding' })
  const refusal = await ben.call(voidDocument, {
    params: { documentId: transfer.documentId },
    body: { day, reason: 'Wrong account' },
  })
  expect(refusal.body.error).toBe('DS-2026-000002 depends on FT-2026-000001. Void that document first.')
  await soundBooks()
})

test('dollars are bought and sold at their rates, carried at the moving average, and also counted in dollars', async () => {
  await recorded(...capital('20000000'))
  const buy = await recorded(...bought('5520000', '0.0181159420'))
  await recorded(...bought('5650000', '0.0176991150'))
  expect(await balancesOf('1040')).toEqual({ balance: 11_170_000n, held: 200_000n })
  expect(await linesOf(buy.documentId)).toEqual([
    { account: '1040', debit: 5_520_000n, credit: 0n, currency: 'USD', amount: 100_000n },
    { account: '1031', debit: 0n, credit: 5_520_000n, currency: null, amount: null },
  ])
  // Half of the balance leaves at half of its carrying amount: 55,850.00.
  const gain = await recorded(...sold('100000', '56.50', { fee: '15000', feeFrom: 'received' }))
  expect(await linesOf(gain.documentId)).toEqual([
    { account: '1031', debit: 5_635_000n, credit: 0n, currency: null, amount: null },
    { account: '6250', debit: 15_000n, credit: 0n, currency: null, amount: null },
    { account: '1040', debit: 0n, credit: 5_585_000n, currency: 'USD', amount: 100_000n },
    { account: '7030', debit: 0n, credit: 65_000n, currency: null, amount: null },
  ])
  expect(await refused(...sold('100001', '56'))).toEqual([
    'amount: The balance of Cash in bank - USD account 1 is USD 1,000.00 on 16 Mar 2026. Lower the amount, choose another account, or record missing receipts first.',
  ])
  const loss = await recorded(...sold('100000', '55'))
  expect(await linesOf(loss.documentId)).toMatchObject([
    { account: '1031', debit: 5_500_000n },
    { account: '8020', debit: 85_000n },
    { account: '1040', credit: 5_585_000n },
  ])
  expect(await balancesOf('1040')).toEqual({ balance: 0n, held: 0n })
  await voided(loss.documentId)
  expect(await balancesOf('1040')).toEqual({ balance: 5_585_000n, held: 100_000n })
  await recorded('deposit', { email, day, account: '1040', rate: '56', others: [other('3010', '50000')] })
  const taking = await recorded(...taken('3020', '150000', { account: '1040', rate: '56' }))
  expect(await linesOf(taking.documentId)).toMatchObject([
    { account: '3020', debit: 8_400_000n },
    { account: '1040', credit: 8_385_000n, currency: 'USD', amount: 150_000n },
    { account: '7030', credit: 15_000n },
  ])
  await soundBooks()
})

test('balances are as of the requested date, with their lowest later value', async () => {
  await recorded(...capital('10000000', { day: '2026-03-02' }))
  await recorded(...bought('5600000', '0.0178571429', { day: '2026-03-04' }))
  await recorded(...sold('40000', '56', { day: '2026-03-06' }))
  await recorded(...capital('100000', { day: '2026-03-08' }))
  const on = async (asked: string) => {
    const { accounts } = (await ana.call(listMoneyAccounts, { query: { day: asked } })).answer
    return accounts
      .filter(({ code }) => ['1031', '1040'].includes(code))
      .map(({ balance, lowest, held: foreign, lowestHeld }) => [balance, lowest, foreign, lowestHeld])
  }
  expect(await on('2026-03-01')).toEqual([
    [0n, 0n, 0n, 0n],
    [0n, 0n, 0n, 0n],
  ])
  expect(await on('2026-03-02')).toEqual([
    [10_000_000n, 4_400_000n, 10_000_000n, 4_400_000n],
    [0n, 0n, 0n, 0n],
  ])
  expect(await on('2026-03-05')).toEqual([
    [4_400_000n, 4_400_000n, 4_400_000n, 4_400_000n],
    [5_600_000n, 3_360_000n, 100_000n, 60_000n],
  ])
  expect(await on('2026-03-16')).toEqual([
    [6_740_000n, 6_740_000n, 6_740_000n, 6_740_000n],
    [3_360_000n, 3_360_000n, 60_000n, 60_000n],
  ])
})

test('a balance changed since the review requires a new review', async () => {
  await recorded(...capital('5000000'))
  const yes = await reviewed(...taken('3020', '1000000'))
  await recorded(...taken('3020', '4500000'))
  expect((await ana.call(recordDocument, { body: yes })).status).toBeOneOf([409, 422])
  const other = await reviewed(...taken('3020', '100000'))
  await recorded(...capital('700'))
  const late = await ana.call(recordDocument, { body: other })
  expect([late.status, late.body.code]).toEqual([409, 'documents.reviewAgain'])
  await soundBooks()
})

test(`of two withdrawals above the balance, and of two deposits of one receipt, one is recorded: ${rounds} times each`, async () => {
  await recorded(...capital('10000'))
  const people = [await viewerOf(portal, 'ana'), await viewerOf(portal, 'ben')]
  for (let round = 0; round < rounds; round += 1) {
    const take = taken('1010', '6000')
    const cash = await raced(take, people)
    expect(cash.refusal.map(({ path }) => path[0])).toEqual(['lines'])
    const bank = await raced(banked([cash.won.documentId]), people)
    expect(bank.refusal.map(({ path }) => path[0])).toEqual(['receipts'])
  }
  expect(await held('1010', '1031')).toEqual([0n, 10_000n])
  await soundBooks()
})

/** ana and ben record the same at once. */
async function raced(sheet: readonly [DocumentTypeName, object], people: readonly Viewer[]) {
  const both = await Promise.all(
    people.map(async (viewer) => [viewer, (await reviewsOf(portal, viewer, sheet))[0]] as const),
  )
  return bothSayYes(portal, both)
}

// ── Helpers.

async function newCustomer(): Promise<string> {
  const fields = {
    kind: 'non_individual',
    tin: '213-456-781',
    registeredName: 'Mabuhay Hardware, Inc.',
    vatStatus: 'vat',
    address: {
      street: '45 Aurora Boulevard',
      city: 'Quezon City',
      substreet: '',
      barangay: '',
      province: '',
      zip: '1112',
    },
  }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields }
  return (await ana.call(registerParty, { body })).answer.party.id
}

async function reviewed(kind: DocumentTypeName, fields: object, caller: Caller = ana) {
  const draftId = crypto.randomUUID()
  const review = await caller.call(reviewDraft, { params: { draftId }, body: { kind, fields } })
  return { draftId, digest: review.answer.digest }
}

async function recorded(kind: DocumentTypeName, fields: object) {
  return (await ana.call(recordDocument, { body: await reviewed(kind, fields) })).answer
}

async function refused(kind: DocumentTypeName, fields: object): Promise<string[]> {
  const params = { draftId: crypto.randomUUID() }
  const { status, body } = await ana.call(reviewDraft, { params, body: { kind, fields } })
  expect(status).toBe(422)
  return (body.fields as FieldMistake[]).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

/** A customer payment into undeposited funds. */
async function collected(advance: string, more: object = {}): Promise<string> {
  const fields = { partyId: customer, day, account: '1010', method: 'cash', advance, ...more }
  return (await recorded('collection', fields)).documentId
}

async function voided(documentId: string): Promise<void> {
  const reply = await ben.call(voidDocument, { params: { documentId }, body: { day, reason: 'Recorded by mistake' } })
  expect(reply.status).toBe(200)
}

async function undeposited() {
  const { items } = (await ana.call(listUndeposited)).answer
  return items.map(({ number, partyName, open }) => [number, partyName, open])
}

async function held(...codes: string[]): Promise<(bigint | undefined)[]> {
  const { accounts } = (await ana.call(listMoneyAccounts, { query: { day: '2026-03-31' } })).answer
  return codes.map((code) => accounts.find((account) => account.code === code)?.held)
}

async function balancesOf(code: string) {
  const { accounts } = (await ana.call(listMoneyAccounts)).answer
  const { balance, held: foreign } = accounts.find((account) => account.code === code)!
  return { balance, held: foreign }
}

async function linesOf(documentId: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select line.account, debit, credit, currency, currency_amount as amount
    from line join entry on entry.no = entry_no where document_id = ${documentId}::uuid order by position`.execute(
    portal.db.kysely,
  )
  return rows
}

async function itemsOf(documentId: string) {
  const { rows } = await sql<{ account: string; settles: string; amount: bigint }>`
    select account, settles, amount from open_item where document_id = ${documentId}::uuid order by account, amount`.execute(
    portal.db.kysely,
  )
  return rows.map(({ account, settles, amount }) => [account, settles, amount])
}

async function soundBooks(): Promise<void> {
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
}
