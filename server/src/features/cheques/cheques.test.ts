// Cheque books and cheques on the real server: permissions, behaviour, storage, and races.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  getCheque,
  getChequeTemplate,
  listChequeBooks,
  listLeaves,
  listStaleCheques,
  nextLeaf,
  noteLeaf,
  printCheque,
  printTestCheque,
  registerChequeBook,
  saveChequeTemplate,
} from '@talaan/contract/cheques.ts'
import { getDocument, recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { printReport, viewReport } from '@talaan/contract/reports.ts'
import { usualTemplate } from '@talaan/ledger/banking/cheques.ts'
import { sql } from 'kysely'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { bothSayYes, reviewsOf, rounds, viewerOf } from '../../../test/race.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let supplier: string
let bookId: string

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  supplier = await newSupplier()
  await portal.db.kysely
    .updateTable('money_account')
    .set({ overdraft: 100_000_000n })
    .where('code', '=', '1031')
    .execute()
  bookId = (await registered()).id
})

test('a cheque book is registered once by an accountant; users, overlaps and other accounts are refused', async () => {
  const params = { bookId: crypto.randomUUID() }
  expect(
    await ana.call(registerChequeBook, { params, body: book({ firstNo: '0000300', lastNo: '0000310' }) }),
  ).toMatchObject({
    status: 403,
  })
  const again = await ben.call(registerChequeBook, { params: { bookId }, body: book() })
  expect(again.answer.book).toMatchObject({
    firstNo: '0000101',
    lastNo: '0000110',
    leaves: 10,
    counts: { unused: 10 },
    registeredBy: 'ben',
  })
  const refused = async (like: object) => {
    const reply = await ben.call(registerChequeBook, { params, body: book(like) })
    return [reply.status, reply.body.error, reply.body.fields?.[0].path]
  }
  expect(await refused({ firstNo: '0000110', lastNo: '0000120' })).toEqual([
    422,
    'The cheque book of 0000101 to 0000110, received 16 Mar 2026, already has some of these cheques. Check the numbers.',
    ['firstNo'],
  ])
  expect(await refused({ account: '1020', firstNo: '0001', lastNo: '0002' })).toEqual([
    422,
    'This account has no cheque books. Choose a bank account from the list.',
    ['account'],
  ])
  expect(await refused({ firstNo: '0000300', lastNo: '0000200' })).toEqual([
    400,
    'The last number is lower than the first. Swap them.',
    ['lastNo'],
  ])
  expect(await refused({ firstNo: '0000300', lastNo: '0000310', receivedOn: '2026-03-17' })).toEqual([
    422,
    'The date received cannot be in the future. Correct the date.',
    ['receivedOn'],
  ])
  const books = (await ana.call(listChequeBooks)).answer
  expect(books.books).toHaveLength(1)
  expect(books.accounts.map(({ code }) => code)).toContain('1031')
})

test('of two books with the same leaves registered at once, one is stored', async () => {
  for (let round = 0; round < 10; round++) {
    const firstNo = String(1000 + round * 100)
    const replies = await Promise.all(
      [0, 1, 2].map(() =>
        ben.call(registerChequeBook, {
          params: { bookId: crypto.randomUUID() },
          body: book({ firstNo, lastNo: String(Number(firstNo) + 50) }),
        }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  }
  await soundBooks()
})

test('a cheque uses its leaf, the next leaf is suggested, and a void cancels the leaf for good', async () => {
  expect((await ana.call(nextLeaf, { params: { account: '1031' } })).answer).toEqual({
    no: '0000101',
    digits: 7,
    left: 10,
  })
  const { documentId, number } = await recorded(cheque())
  expect(number).toBe('CV-2026-000001')
  expect((await ana.call(nextLeaf, { params: { account: '1031' } })).answer).toEqual({
    no: '0000102',
    digits: 7,
    left: 9,
  })
  const [first, second] = await leaves()
  expect(first).toMatchObject({
    no: '0000101',
    state: 'issued',
    since: '2026-03-16',
    document: { id: documentId, kind: 'cheque', number, isVoid: false, payee: 'Sikat Guards', amount: 800_000n },
  })
  expect(second).toEqual({
    account: '1031',
    no: '0000102',
    state: 'unused',
    since: null,
    reason: '',
    document: null,
    staleBy: null,
  })
  expect(await balances()).toEqual({ '1031': -800_000n, '6240': 800_000n })
  await soundBooks()

  const taken = await reviewed(cheque())
  expect(taken.body.fields).toEqual([
    { path: ['chequeNo'], message: 'Cheque 0000101 was used for CV-2026-000001. Use the next cheque.' },
  ])
  expect((await ana.call(voidDocument, asked(documentId))).status).toBe(403)
  expect((await ben.call(voidDocument, asked(documentId))).status).toBe(200)
  expect((await leaves())[0]).toMatchObject({ state: 'cancelled', reason: 'Wrong amount', document: { isVoid: true } })
  expect(await balances()).toEqual({})
  expect((await reviewed(cheque())).body.fields[0].message).toContain('was used for CV-2026-000001')
  expect((await note('0000101', { state: 'released' })).body.error).toBe(
    'CV-2026-000001 is void, so cheque 0000101 stays cancelled.',
  )
  await soundBooks()
})

test(`of two documents on one leaf at once, one is recorded and the other names it, ${rounds} times`, async () => {
  const leafNo = (index: number) => String(1000 + index).padStart(7, '0')
  for (let leaf = 0; leaf < rounds; leaf += 200) await registered({ firstNo: leafNo(leaf), lastNo: leafNo(leaf + 199) })
  const [user, accountant] = [await viewerOf(portal, 'ana'), await viewerOf(portal, 'ben')]
  for (let round = 0; round < rounds; round++) {
    const chequeNo = leafNo(round)
    const sheet = (payee: string) => ['cheque', cheque({ chequeNo, payee, lines: [line({ amount: '100' })] })] as const
    const [one] = await reviewsOf(portal, user, sheet('Sikat Guards'))
    const [other] = await reviewsOf(portal, accountant, sheet('Someone Else'))
    const { won, refusal } = await bothSayYes(portal, [
      [user, one],
      [accountant, other],
    ])
    expect(refusal).toEqual([
      { path: ['chequeNo'], message: `Cheque ${chequeNo} was used for ${won.number}. Use the next cheque.` },
    ])
  }
  await soundBooks()
})

test('every role updates the status of a cheque step by step, and impossible changes are refused', async () => {
  expect((await note('0000105', { state: 'spoiled', reason: 'Damaged in the printer' })).answer.leaf).toMatchObject({
    state: 'spoiled',
    reason: 'Damaged in the printer',
    since: '2026-03-16',
  })
  const { documentId } = await recorded(cheque())
  expect((await note('0000101', { state: 'spoiled', reason: 'Torn' })).body.error).toContain('Void that document')
  expect((await note('0000101', { state: 'returned', reason: 'No funds' })).status).toBe(409)
  expect((await note('0000101', { state: 'released' })).status).toBe(200)
  expect((await note('0000101', { state: 'cleared', day: '2026-03-17' })).body.fields[0].path).toEqual(['day'])
  expect((await note('0000101', { state: 'cleared' })).status).toBe(200)
  expect((await note('0000999', { state: 'released' })).status).toBe(404)
  expect((await note('0000101', { state: 'stopped' })).status).toBe(400)

  const cleared = await ben.call(voidDocument, asked(documentId))
  expect([cleared.status, cleared.body.error]).toEqual([
    409,
    'Cheque 0000101 has cleared. Mark it as not cleared first, or record the money returned as a deposit.',
  ])
  expect((await note('0000101', { state: 'released' })).status).toBe(200)
  expect((await note('0000101', { state: 'stopped', reason: 'Lost in the mail' })).status).toBe(200)
  expect((await ben.call(voidDocument, asked(documentId))).status).toBe(200)
  expect((await leaves())[0]).toMatchObject({
    state: 'stopped',
    reason: 'Lost in the mail',
    document: { isVoid: true },
  })
  const { books } = (await ana.call(listChequeBooks)).answer
  expect(books[0]?.counts).toEqual({ unused: 8, spoiled: 1, stopped: 1 })
  await soundBooks()
})

test('a leaf spoiled while a cheque is confirmed on it is either spoiled or used', async () => {
  for (let round = 0; round < 10; round++) {
    const chequeNo = String(101 + round).padStart(7, '0')
    const { yes } = await reviewed(cheque({ chequeNo }))
    const [done, noted] = await Promise.all([
      ana.call(recordDocument, { body: yes }),
      note(chequeNo, { state: 'spoiled', reason: 'Torn' }),
    ])
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([done.status, noted.status])
  }
  await soundBooks()
})

test('a stale cheque is written back by a document, paid again by another, and each void undoes one step', async () => {
  const { documentId, number } = await recorded(cheque({ chequeDay: '2025-09-01' }))
  await note('0000101', { state: 'released' })
  const back = { account: '1031', chequeNo: '0000101', day: '2026-03-16', partyId: supplier }
  const stale = await recorded(back, 'stalecheque')
  expect(stale.number).toBe('SQ-2026-000001')
  expect((await leaves())[0]).toMatchObject({ state: 'stale', staleBy: { id: stale.documentId, number: stale.number } })
  expect(await balances()).toEqual({ '2030': -800_000n, '6240': 800_000n })
  expect((await ben.call(voidDocument, asked(documentId))).body.error).toBe(
    'Cheque 0000101 is stale and was written back by SQ-2026-000001. Void that document first.',
  )
  expect((await reviewed(back, 'stalecheque')).body.error).toBe(
    'Cheque 0000101 is stale. Only an outstanding cheque can be stale.',
  )
  const owed = (await ana.call(listStaleCheques)).answer.cheques
  expect(owed).toEqual([
    {
      documentId: stale.documentId,
      number: stale.number,
      day: '2026-03-16',
      partyId: supplier,
      payee: 'Sikat Guards',
      chequeNo: '0000101',
      open: 800_000n,
    },
  ])
  await soundBooks()

  const rows = [{ documentId: stale.documentId, pay: '800000' }]
  const again = await recorded(cheque({ chequeNo: '0000102', pays: 'stale', lines: [], rows }))
  expect(await balances()).toEqual({ '1031': -800_000n, '6240': 800_000n })
  expect((await ana.call(listStaleCheques)).answer.cheques).toEqual([])
  expect((await ben.call(voidDocument, asked(stale.documentId))).body.error).toContain(again.number)
  for (const id of [again.documentId, stale.documentId])
    expect((await ben.call(voidDocument, asked(id))).status).toBe(200)
  expect((await leaves())[0]).toMatchObject({ state: 'released', document: { number, isVoid: false } })
  expect((await ben.call(voidDocument, asked(documentId))).status).toBe(200)
  expect((await leaves())[0]).toMatchObject({ state: 'cancelled' })
  expect(await balances()).toEqual({})
  await soundBooks()
})

test('a payment by cheque uses the same leaves, and its void cancels the leaf too', async () => {
  const bill = await recorded(
    {
      email: 'ana@bahaykubo.example',
      partyId: supplier,
      externalNo: 'S-1',
      day: '2026-03-10',
      priceMode: 'exclusive',
      lines: [line({ account: '6050', amount: '5000000' })],
    },
    'bill',
  )
  const rows = [{ documentId: bill.documentId, pay: '4750000' }]
  const paid = await recorded(
    { partyId: supplier, day: '2026-03-16', account: '1031', method: 'cheque', reference: '0000101', rows },
    'payment',
  )
  expect((await leaves())[0]).toMatchObject({ state: 'issued', document: { kind: 'payment', number: paid.number } })
  const second = await recorded(
    cheque({ pays: 'bills', chequeNo: '0000102', lines: [], rows: [{ ...rows[0], pay: '250000' }] }),
  )
  const { document } = (await ana.call(getDocument, { params: { documentId: bill.documentId } })).answer
  expect(document.open).toBe(0n)
  await ben.call(voidDocument, asked(paid.documentId))
  await ben.call(voidDocument, asked(second.documentId))
  expect((await leaves()).slice(0, 2).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  await soundBooks()
})

test('a dollar cheque is checked, worded and printed in dollars, and its voucher shows the peso value of the bills', async () => {
  await registered({ account: '1040', firstNo: '0000901', lastNo: '0000902' })
  const email = 'ana@bahaykubo.example'
  const bought = { email, type: 'foreign', day: '2026-03-10', from: '1031', to: '1040', amount: '5600000' }
  await recorded({ ...bought, rate: '0.0178571429', received: '100000' }, 'transfer')
  const { documentId } = await recorded(
    {
      email,
      partyId: supplier,
      externalNo: 'S-9',
      day: '2026-03-11',
      priceMode: 'exclusive',
      lines: [line({ amount: '2800000' })],
    },
    'bill',
  )
  const paying = (moved: string) => ({
    partyId: supplier,
    day: '2026-03-16',
    account: '1040',
    method: 'cheque',
    reference: '0000901',
    rows: [{ documentId, pay: '2800000' }],
    moved,
    rate: '56',
  })
  const beyond = await reviewed(paying('100001'), 'payment')
  expect(beyond.body.fields).toEqual([
    { path: ['account'], message: expect.stringContaining('is USD 1,000.00 on 16 Mar 2026') },
  ])
  const paid = await recorded(paying('50000'), 'payment')
  const params = { documentId: paid.documentId }
  expect((await ana.call(getCheque, { params })).answer.cheque).toMatchObject({
    no: '0000901',
    amount: 50_000n,
    words: 'FIVE HUNDRED US DOLLARS ONLY',
    stops: [],
  })
  expect((await ana.call(printCheque, { params })).status).toBe(200)
  const { receipt, total } = (await ana.call(getDocument, { params })).answer.document
  expect(receipt.amountInWords).toBe('Five hundred US dollars only')
  expect(receipt.facts).toContainEqual({ label: 'Paid in USD', value: '500.00' })
  expect(total).toBe(2_800_000n)
  await soundBooks()
})

test('a cheque is printed on the measured form, identical each time, and not if a bank would refuse it', async () => {
  const { documentId } = await recorded(cheque({ chequeDay: '2026-04-30' }))
  const params = { documentId }
  const { cheque: found } = (await ana.call(getCheque, { params })).answer
  expect(found).toMatchObject({
    no: '0000101',
    words: 'EIGHT THOUSAND PESOS ONLY',
    state: 'issued',
    measured: false,
    bookId,
    stops: [],
    looks: ['The cheque is post-dated: banks accept it from 30 Apr 2026.'],
  })
  const printed = await ana.call(printCheque, { params })
  expect(printed.headers['content-type']).toBe('application/pdf')
  expect(printed.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await ana.call(printCheque, { params })).bytes.equals(printed.bytes)).toBe(true)
  // 203 by 76 mm.
  expect(printed.bytes.toString('latin1')).toMatch(/\/MediaBox \[0 0 575\.43\d* 215\.43\d*\]/)

  const wide = { ...usualTemplate, width: 180, words: { ...usualTemplate.words, width: 30 } }
  expect((await ana.call(saveChequeTemplate, { params: { account: '1031' }, body: wide })).status).toBe(403)
  expect((await ben.call(saveChequeTemplate, { params: { account: '1031' }, body: wide })).status).toBe(200)
  expect((await ana.call(getChequeTemplate, { params: { account: '1031' } })).answer).toEqual({
    template: wide,
    measured: true,
  })
  expect((await ana.call(printTestCheque, { params: { account: '1031' } })).bytes.length).toBeGreaterThan(3000)
  expect((await ana.call(getChequeTemplate, { params: { account: '1020' } })).status).toBe(404)
  const refused = await ana.call(printCheque, { params })
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'The amount in words does not fit on one line, even at the smallest font size. Make the space larger in the print layout.',
  ])
  await note('0000101', { state: 'released' })
  expect((await ana.call(printCheque, { params })).body.error).toContain('Cheque 0000101 is released')
  const prints = await portal.db.kysely
    .selectFrom('audit')
    .select('action')
    .where('action', '=', 'cheques.print')
    .execute()
  expect(prints).toHaveLength(2)
})

test('a document without a cheque cannot print one', async () => {
  const { documentId } = await recorded({ ...withdrawal(), day: '2026-03-16' }, 'withdrawal')
  expect((await ana.call(getCheque, { params: { documentId } })).answer).toEqual({ cheque: null })
  expect((await ana.call(printCheque, { params: { documentId } })).status).toBe(404)
})

test('the register lists every leaf of every book, and post-dated cheques have their schedule', async () => {
  await recorded(cheque())
  const later = await recorded(cheque({ chequeNo: '0000103', chequeDay: '2026-06-30' }))
  await note('0000104', { state: 'spoiled', reason: 'Torn' })
  expect((await ana.call(viewReport, { params: { report: 'cheque-register' } })).status).toBe(403)
  const { table } = (await ben.call(viewReport, { params: { report: 'cheque-register' } })).answer
  expect(table.rows.map(({ cells }) => cells.filter((cell) => cell !== null).slice(0, 2))).toEqual([
    ['0000101 to 0000110', '2026-03-16'],
    ['0000101', 'Issued'],
    ['0000102', 'Unused'],
    ['0000103', 'Issued'],
    ['0000104', 'Spoiled'],
    ['0000105 to 0000110', 'Unused (6)'],
    ['10 leaves', '7 unused, 2 issued, 1 spoiled'],
  ])
  expect(table.notes[1]).toBe('1 cheque was skipped: 0000102. Use it or mark it as spoiled.')
  const dated = (await ben.call(viewReport, { params: { report: 'post-dated-cheques' } })).answer.table
  expect(dated.rows.map(({ cells }) => cells)).toEqual([
    [
      ...['2026-06-30', '0000103', '1031 Cash in bank - PHP account 1', 'Sikat Guards', later.number, '2026-03-16'],
      800_000n,
    ],
    [null, null, null, 'Total', null, null, 800_000n],
  ])
  const gone = await ben.call(viewReport, { params: { report: 'post-dated-cheques' }, query: { asOf: '2026-06-30' } })
  expect(gone.answer.table.rows).toEqual([])
  for (const format of ['xlsx', 'pdf', 'csv'])
    expect((await ben.call(printReport, { params: { report: 'cheque-register', format } })).status).toBe(200)
  // It is not posted until its date.
  expect(await balances('2026-05-31')).toEqual({ '1031': -800_000n, '6240': 800_000n })
  expect(await balances('2026-06-30')).toEqual({ '1031': -1_600_000n, '6240': 1_600_000n })
})

test('no SQL statement can change events and cheques, and verify finds overlapping books', async () => {
  await recorded(cheque())
  await note('0000101', { state: 'released' })
  for (const table of ['cheque', 'cheque_event'])
    await expect(sql`update ${sql.table(table)} set no = '0000109'`.execute(portal.db.kysely)).rejects.toThrow()
  await sql`insert into cheque_book select gen_random_uuid(), account, first_no + 5, last_no + 5, digits, received_on,
    registered_by, registered_at from cheque_book`.execute(portal.db.kysely)
  const { checks } = await verify(portal.db.kysely)
  expect(checks.flatMap(({ problems }) => problems)).toEqual(['Cheque books of account 1031 overlap at 106.'])
})

// ── Helpers.

const book = (like: object = {}) => ({
  account: '1031',
  firstNo: '0000101',
  lastNo: '0000110',
  receivedOn: '2026-03-16',
  ...like,
})

async function registered(like: object = {}) {
  const made = await ben.call(registerChequeBook, { params: { bookId: crypto.randomUUID() }, body: book(like) })
  return made.answer.book
}

const line = (like: object = {}) => ({
  description: 'Business permit',
  account: '6240',
  amount: '800000',
  vatClass: 'not_subject',
  category: 'services',
  ...like,
})

const cheque = (like: object = {}) => ({
  partyId: supplier,
  payee: 'Sikat Guards',
  day: '2026-03-16',
  account: '1031',
  chequeNo: '0000101',
  pays: 'direct',
  lines: [line()],
  ...like,
})

const withdrawal = () => ({
  email: 'ana@bahaykubo.example',
  account: '1031',
  lines: [{ description: 'Dues', account: '6180', amount: '10000' }],
})

const asked = (documentId: string) => ({
  params: { documentId },
  body: { day: '2026-03-16', reason: 'Wrong amount' },
})

async function newSupplier(): Promise<string> {
  const fields = {
    kind: 'non_individual',
    tin: '456-789-012',
    registeredName: 'Sikat Guards',
    vatStatus: 'non_vat',
    address: { city: 'Manila' },
  }
  const reply = await ana.call(registerParty, {
    body: { registrationId: crypto.randomUUID(), role: 'supplier', fields, lookAlikesSeen: true },
  })
  return reply.answer.party.id
}

async function reviewed(fields: Record<string, unknown>, kind = 'cheque') {
  const draftId = crypto.randomUUID()
  const review = await ana.call(reviewDraft, { params: { draftId }, body: { kind, fields } })
  return { status: review.status, body: review.body, yes: { draftId, digest: review.body.digest } }
}

async function recorded(fields: Record<string, unknown>, kind = 'cheque') {
  const { yes, status, body } = await reviewed(fields, kind)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return (await ana.call(recordDocument, { body: yes })).answer
}

const note = (no: string, body: object) =>
  ana.call(noteLeaf, { params: { account: '1031', no }, body: { day: '2026-03-16', ...body } })

const leaves = async () => (await ana.call(listLeaves, { params: { bookId } })).answer.leaves

async function balances(asOf = '2100-12-31'): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ account: string; balance: bigint }>`
    select account, sum(debit - credit)::bigint as balance from account_day where day <= ${asOf}::date
    group by account having sum(debit - credit) <> 0 order by account`.execute(portal.db.kysely)
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]))
}

async function soundBooks(): Promise<void> {
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
}
