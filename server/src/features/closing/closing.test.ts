// Journal vouchers and month closing on the real server: permissions, behaviour, storage, and undoing.
import { removeApprovalRule, returnDocument, saveApprovalRule, sendForApproval } from '@talaan/contract/approvals.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  closeMonth,
  explainFinding,
  getChecklist,
  keepAsset,
  keepDisposal,
  keepRate,
  keepRecurring,
  listMonthEnd,
  listMonths,
  listSuggestions,
  previewReopening,
  reopenMonth,
  cancelDisposal,
} from '@talaan/contract/closing.ts'
import type { ClosingItem } from '@talaan/contract/closing.ts'
import { listDocuments, recordDocument, reviewDraft, saveDraft, voidDocument } from '@talaan/contract/documents.ts'
import { listItemsOn } from '@talaan/contract/open-items.ts'
import type { Refusal } from '@talaan/contract/problem.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { sealedText } from '@talaan/ledger/accounts/closing.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { sql } from 'kysely'
import { eventsOf } from '../../../test/events.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { undoLast } from '../../../test/undo.ts'
import { auditHead, sealAuditEvents } from '../../platform/audit/sealing.ts'
import { findingsOf } from './findings.ts'
import { close, reopen } from './months.ts'
import { inBooks } from '../../books/recording/record.ts'
import { sha256 } from '../../books/journal.ts'
import { recordedBy, reviewsOf, rounds, viewerOf } from '../../../test/race.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
})

const memo = 'Rent that is not billed yet'
const rent = (more: object = {}) => ({
  day: '2026-01-31',
  memo,
  lines: [
    { account: '6050', debit: '5000000' },
    { account: '2020', credit: '5000000' },
  ],
  ...more,
})

test('a journal voucher is for administrators and accountants, and its reference is used once', async () => {
  const draft = { params: { draftId: crypto.randomUUID() }, body: { kind: 'journalvoucher', fields: rent() } }
  for (const call of [saveDraft, reviewDraft]) expect((await ana.call(call, draft)).status).toBe(403)
  expect((await ana.call(listItemsOn, { params: { account: '1110' } })).status).toBe(403)

  const once = rent({ reference: 'ACC-2026-01' })
  const { documentId } = await recorded(once)
  expect(await refused(once)).toMatch('ACC-2026-01 is already recorded as JV-2026-000001')
  await voided(documentId, '2026-03-16')
  expect((await recorded(once)).number).toBe('JV-2026-000002')
  await soundBooks()
})

test('an accrual and its reversing voucher are recorded together, and the later one is voided first', async () => {
  const { documentId, number } = await recorded(rent({ reverse: true }))
  // Recorded at the same moment, their order in the list is arbitrary.
  const listed = (await ben.call(listDocuments, { query: { kind: 'journalvoucher' } })).answer.documents
  const documents = listed.toSorted((a, b) => (a.number < b.number ? 1 : -1))
  expect(documents.map((each) => [each.number, each.day, each.memo])).toEqual([
    ['JV-2026-000002', '2026-02-01', `Reversal of ${number}: ${memo}`],
    [number, '2026-01-31', memo],
  ])
  expect(await balancesOn('2026-01-31')).toEqual({ 6050: 5_000_000n, 2020: -5_000_000n })
  expect(await balancesOn('2026-02-28')).toEqual({})
  const early = await ben.call(voidDocument, {
    params: { documentId },
    body: { day: '2026-03-16', reason: 'Billed after all' },
  })
  expect(early.body.error).toBe(`JV-2026-000002 depends on ${number}. Void that document first.`)
  await voided(documents[0]?.id ?? '', '2026-03-16')
  await voided(documentId, '2026-03-16')
  await soundBooks()
})

test('foreign currency is revalued once at the entered closing rate, and reversed on the next day', async () => {
  await recorded({
    day: '2026-01-10',
    memo: 'Dollars brought in by the owner',
    lines: [
      { account: '1040', debit: '5520000', foreign: '100000' },
      { account: '3010', credit: '5520000' },
    ],
  })
  const params = { month: '2026-01' }
  const [unrated] = (await findingsOf(portal.db.kysely, { ...params, viewer: await viewerOf(portal, 'ben') })).filter(
    ({ item }) => item === 'banks',
  )
  expect(unrated?.sentences).toContainEqual(expect.stringContaining('but the closing rate for January 2026 is missing'))

  const rate = { params: { ...params, currency: 'USD' }, body: { rate: '56.1', source: 'BAP' } }
  expect((await ana.call(keepRate, rate)).status).toBe(403)
  expect((await ben.call(keepRate, { ...rate, body: { rate: '0', source: 'BAP' } })).status).toBe(400)
  expect((await ben.call(keepRate, rate)).status).toBe(200)
  expect((await ben.call(listSuggestions, { params })).answer.foreign).toMatchObject([
    { account: '1040', currency: 'USD', held: 1_000_00n, carried: 55_200_00n, rate: '56.1', source: 'BAP' },
  ])
  // With an approval rule it is sent, and shown as waiting until it is decided.
  const carla = await portal.signIn('carla')
  const vouchers = { params: { kind: 'journalvoucher' } }
  await carla.call(saveApprovalRule, { ...vouchers, body: { from: '0', approvers: [] } })
  const shown = async () => (await ben.call(listSuggestions, { params })).answer.suggestions
  const [due] = await shown()
  const draft = { params: { draftId: due?.draftId ?? '' } }
  const review = await ben.call(reviewDraft, { ...draft, body: { kind: 'journalvoucher', fields: due?.fields } })
  expect(review.answer.approval?.approvers).toEqual(['carla'])
  await ben.call(sendForApproval, { body: { ...draft.params, digest: review.answer.digest } })
  expect(await shown()).toMatchObject([{ isWaiting: true, document: null }])
  await carla.call(returnDocument, { ...draft, body: { reason: 'The rate is of another day' } })
  expect(await shown()).toMatchObject([{ isWaiting: false, document: null }])
  await carla.call(removeApprovalRule, vouchers)

  expect(await record('2026-01')).toHaveLength(1)
  expect(await balancesOn('2026-01-31')).toEqual({ 1040: 56_100_00n, 3010: -55_200_00n, 7035: -900_00n })
  expect(await balancesOn('2026-02-01')).toEqual({ 1040: 55_200_00n, 3010: -55_200_00n })
  // After recording it asks for the same amount.
  expect((await suggested('2026-01')).map(([, amount]) => amount)).toEqual([900_00n])
  // A revaluation is not a movement of the bank.
  const { rows } = await sql`select amount from bank_book_line where account = '1040'`.execute(portal.db.kysely)
  expect(rows).toEqual([{ amount: 100_000n }])
  expect(
    await refused({
      ...rent(),
      revalues: true,
      lines: [
        { account: '1031', debit: '1' },
        { account: '7035', credit: '1' },
      ],
    }),
  ).toMatch('so it cannot be revalued')
  await soundBooks()
})

test('a voucher opens an item for its party, which a later voucher settles', async () => {
  const partyId = await newCustomer()
  const bounced = {
    day: '2026-02-10',
    memo: 'Cheque of Mabuhay came back',
    partyId,
    lines: [
      { account: '1110', debit: '11200000' },
      { account: '7050', credit: '11200000' },
    ],
  }
  const { documentId } = await recorded(bounced)
  const [open] = (await ben.call(listItemsOn, { params: { account: '1110' } })).answer.items
  expect(open).toMatchObject({ documentId, partyName: 'Mabuhay Hardware, Inc.', open: 11_200_000n })
  await recorded({
    day: '2026-02-20',
    memo: 'Written off',
    lines: [
      { account: '6170', debit: '11200000' },
      { account: '1110', credit: '11200000', settles: documentId },
    ],
  })
  expect((await ben.call(listItemsOn, { params: { account: '1110' } })).answer.items).toEqual([])
  await soundBooks()
})

test('only accountants see and close months', async () => {
  const params = { month: '2026-01' }
  const carla = await portal.signIn('carla')
  for (const caller of [ana, carla]) {
    expect((await caller.call(listMonths)).status).toBe(403)
    expect((await caller.call(closeMonth, { params, body: {} })).status).toBe(403)
  }
})

test('months without open points are closed in order and sealed, and accept no further postings', async () => {
  expect((await ben.call(listMonths)).answer).toEqual({ months: [], next: null, reopens: null, events: [] })
  await recorded(rent())
  await recorded(rent({ day: '2026-02-28' }))
  expect(await refusedClosing('2026-02')).toBe('Months are closed in order. Close January 2026 first.')
  expect(await refusedClosing('2026-03')).toMatch('March 2026 has not ended')

  await sealAuditEvents(portal.db.kysely)
  const acts = await auditHead(portal.db.kysely)
  const { seal, entries } = (await ben.call(closeMonth, { params: { month: '2026-01' }, body: {} })).answer
  const hash = async (no: number) =>
    (await sql<{ hash: string }>`select hash from entry where no = ${no}`.execute(portal.db.kysely)).rows[0]?.hash ?? ''
  expect(entries).toBe(1)
  expect(seal).toBe(sha256(sealedText({ month: '2026-01', previous: '0'.repeat(64), hashes: [await hash(1)], acts })))
  const again = await ben.call(closeMonth, { params: { month: '2026-01' }, body: {} })
  expect(again.answer).toEqual({ seal, entries })
  const february = (await ben.call(closeMonth, { params: { month: '2026-02' }, body: {} })).answer
  expect(february.seal).toBe(sha256(sealedText({ month: '2026-02', previous: seal, hashes: [await hash(2)], acts })))

  const closed = 'is closed. Choose a date in an open month, or ask an accountant to reopen it.'
  expect(await refused(rent())).toBe(`January 2026 ${closed}`)
  expect(await refused(rent({ day: '2025-12-31' }))).toBe(`December 2025 ${closed}`)
  const { months, next, reopens } = (await ben.call(listMonths)).answer
  expect([months.map(({ month, closed: isClosed }) => [month, isClosed]), next, reopens]).toEqual([
    [
      ['2026-03', false],
      ['2026-02', true],
      ['2026-01', true],
    ],
    '2026-03',
    '2026-02',
  ])
  await soundBooks()
  expect(await eventsOf(portal.db.kysely, 'month.closed')).toEqual(['2026-01', '2026-02'])

  expect(await undoLast(ben)).toEqual({ words: 'closed February 2026', button: 'Reopen month' })
  expect((await ben.call(listMonths)).answer).toMatchObject({ next: '2026-02', reopens: '2026-01' })
})

test('a draft without a date belongs to the day in Manila on which it was saved', async () => {
  // Half past midnight on 1 April in Manila is still 31 March in UTC.
  portal.clock.ms = Date.parse('2026-03-31T16:30:00Z')
  ben = await portal.signIn('ben', { force: true })
  const params = { draftId: crypto.randomUUID() }
  await ben.call(saveDraft, { params, body: { kind: 'journalvoucher', fields: { typed: {} } } })
  expect(await openItems('2026-03')).not.toHaveProperty('drafts')
  expect((await openItems('2026-04')).drafts).toEqual([
    'Journal Voucher started by ben on 1 Apr 2026 has not been recorded.',
  ])
})

test('blocking points are resolved or explained, and an explanation applies until its point changes', async () => {
  await recorded(
    rent({
      lines: [
        { account: '6050', debit: '100' },
        { account: '3090', credit: '100' },
      ],
    }),
  )
  const params = { month: '2026-01' }
  const draftId = crypto.randomUUID()
  await ben.call(saveDraft, {
    params: { draftId },
    body: { kind: 'journalvoucher', fields: { typed: { day: '31 Jan 2026' } } },
  })
  expect(await openItems('2026-01')).toEqual({
    drafts: ['Journal Voucher started by ben on 16 Mar 2026 has not been recorded.'],
    suspense: ['3090 Opening balance equity (must be zero) has a credit balance of 1.00 on 31 Jan 2026.'],
  })
  expect(await refusedClosing('2026-01')).toContain('started by ben')

  const explained = async (item: ClosingItem, sentences: string[]) =>
    (await ben.call(explainFinding, { params, body: { item, sentences, words: 'Looked at with the owner' } })).status
  const found = await openItems('2026-01')
  expect(await explained('suspense', ['Something else.'])).toBe(409)
  for (const item of ['drafts', 'suspense'] as const) expect(await explained(item, found[item] ?? [])).toBe(200)
  expect(await openItems('2026-01')).toEqual({})
  await recorded(
    rent({
      lines: [
        { account: '6050', debit: '50' },
        { account: '3090', credit: '50' },
      ],
    }),
  )
  expect(Object.keys(await openItems('2026-01'))).toEqual(['suspense'])
  expect(await explained('suspense', (await openItems('2026-01')).suspense ?? [])).toBe(200)
  expect((await ben.call(closeMonth, { params, body: {} })).status).toBe(200)

  const { rows } = await sql<{ item: string; state: string; words: string | null }>`
    select each ->> 'item' as item, each ->> 'state' as state, each -> 'explanation' ->> 'words' as words
    from period_event, jsonb_array_elements(checklist) as each`.execute(portal.db.kysely)
  expect(rows).toContainEqual({ item: 'suspense', state: 'explained', words: 'Looked at with the owner' })
})

test('the last closed month is reopened with a reason, and its history stays', async () => {
  await recorded(rent())
  await recorded(rent({ day: '2026-02-28' }))
  for (const month of ['2026-01', '2026-02']) await ben.call(closeMonth, { params: { month }, body: {} })
  const asked = (month: string, reason = 'A bill of January came late') =>
    ben.call(reopenMonth, { params: { month }, body: { reason } })
  const before = async (month: string) => (await ben.call(previewReopening, { params: { month } })).answer
  expect((await ana.call(previewReopening, { params: { month: '2026-01' } })).status).toBe(403)
  expect((await ben.call(previewReopening, { params: { month: '2026-03' } })).body.error).toBe(
    'March 2026 is not closed.',
  )
  expect([(await before('2026-01')).first, (await before('2026-02')).first]).toEqual([['2026-02'], []])
  expect((await asked('2026-01')).body.error).toBe('February 2026 is also closed. Reopen that month first.')
  expect((await asked('2026-02', 'oh')).status).toBe(400)
  expect((await asked('2026-02')).status).toBe(200)
  expect((await asked('2026-01')).status).toBe(200)
  await recorded(rent({ memo: 'The bill that came late' }))
  await ben.call(closeMonth, { params: { month: '2026-01' }, body: {} })
  const { events } = (await ben.call(getChecklist, { params: { month: '2026-01' } })).answer
  expect(events.map(({ act, entries, reason, by }) => [act, entries, reason, by])).toEqual([
    ['closed', 2, '', 'ben'],
    ['reopened', 1, 'A bill of January came late', 'ben'],
    ['closed', 1, '', 'ben'],
  ])
  expect(events[0]?.seal).not.toBe(events[2]?.seal)
  await soundBooks()
  expect(await eventsOf(portal.db.kysely, 'month.reopened')).toEqual(['2026-02', '2026-01'])
})

test('before a month is reopened, returns, books, banks, certificates and year-end entries of it are named, with the steps afterwards', async () => {
  await recorded(rent({ day: '2025-11-30' }))
  expect((await ben.call(closeMonth, { params: { month: '2025-11' }, body: {} })).status).toBe(200)
  const preview = async () => (await ben.call(previewReopening, { params: { month: '2025-11' } })).answer
  const plain = await preview()
  expect([plain.first, plain.consequences.length, plain.afterwards]).toEqual([
    [],
    2,
    [
      'Make your corrections in November 2025: record missing documents and void wrong ones.',
      'Close November 2025 again.',
    ],
  ])
  await portal.db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`insert into filing (id, form, period, amendment, content, digest, filed_at, filed_by, filed_on, last_entry, reference, revision)
      select gen_random_uuid(), form, period::date, 0, '{}', repeat('0', 64), now(), users.id, '2026-01-20', 1, 'R-' || form, '1'
      from users, (values ('2550Q', '2025-12-31'), ('2550Q', '2025-09-30'), ('1601-C', '2025-11-30'), ('1601-C', '2025-10-31')) as filed (form, period)
      where client_id = 'ben'`.execute(trx)
    await sql`insert into bound_book (id, book, paper, first_month, last_month, version, first_page, pages, entries, last_entry, debit, credit, figures, job_id, bound_by, bound_at)
      select gen_random_uuid(), 'general-journal', 'a4', '2025-11', '2025-12', 1, 1, 1, 1, 1, 0, 0, repeat('0', 64), gen_random_uuid(), id, now()
      from users where client_id = 'ben'`.execute(trx)
    await sql`insert into bank_month_signed (account, month, reconciliation_id) values ('1031', '2025-11', gen_random_uuid())`.execute(
      trx,
    )
    await sql`insert into certificate_issued (id, form, party_id, quarter, revision, tax, content, digest, issued_by, issued_at)
      select gen_random_uuid(), '2307', gen_random_uuid(), '2025-10-01', 1, 100, '{}', repeat('0', 64), id, now()
      from users where client_id = 'ben'`.execute(trx)
  })
  const { consequences, afterwards } = await preview()
  expect(consequences.slice(2)).toEqual([
    '1601-C (Monthly Remittance of Tax Withheld on Compensation) for the period ended 30 Nov 2025 is filed and stays as it is.',
    '2550Q (Quarterly VAT Return) for the period ended 31 Dec 2025 is filed and stays as it is.',
    'The General Journal of November 2025 to December 2025 is bound and stays as it is.',
    '1 certificate on form 2307 was issued and stays as it is.',
    'The reconciliation of Cash in bank - PHP account 1 stays signed off, and its matches stay as they are.',
  ])
  expect(afterwards).toEqual([
    'To match other lines of Cash in bank - PHP account 1 in November 2025, reopen its reconciliation too.',
    'Make your corrections in November 2025: record missing documents and void wrong ones.',
    'If withheld taxes changed, issue corrected certificates (1 certificate on form 2307).',
    'If the amounts changed, amend 1601-C (Monthly Remittance of Tax Withheld on Compensation) for the period ended 30 Nov 2025.',
    'If the amounts changed, amend 2550Q (Quarterly VAT Return) for the period ended 31 Dec 2025.',
    'Close November 2025 again.',
    'Bind the General Journal of November 2025 to December 2025 again.',
  ])
})

test('each closing sends the ends of both chains to the accountant, once', async () => {
  const env = { SMTP_URL: 'smtp://localhost', ACCOUNTANT_EMAIL: 'audit@cruz.example' }
  await using elsewhere = await openPortal({ env })
  ben = await elsewhere.signIn('ben')
  await recorded(rent())
  for (let time = 0; time < 2; time += 1)
    expect((await ben.call(closeMonth, { params: { month: '2026-01' }, body: {} })).status).toBe(200)
  const mails = await elsewhere.db.kysely.selectFrom('outbox').select(['recipient', 'subject', 'body']).execute()
  expect(mails).toEqual([
    {
      recipient: env.ACCOUNTANT_EMAIL,
      subject: expect.stringMatching(/^January 2026 was closed - /),
      body: expect.stringMatching(
        /Its seal is [0-9a-f]{64}\.\n\nTalaan 2026-\S+Z: 1 entries [0-9a-f]{64}, \d+ audit events [0-9a-f]{64}\n/,
      ),
    },
  ])
})

test('the database itself enforces the order, the event with each action, and the seal', async () => {
  await recorded(rent())
  const { kysely } = portal.db
  const row = sql`('2026-01', now(), repeat('1', 64), 1, 1)`
  const columns = sql`period (month, closed_at, seal, entries, last_entry)`
  await expect(sql`insert into ${columns} values ${row}`.execute(kysely)).rejects.toThrow('together with its event')
  await ben.call(closeMonth, { params: { month: '2026-01' }, body: {} })
  await expect(sql`update period set seal = repeat('2', 64)`.execute(kysely)).rejects.toThrow()
  await expect(sql`delete from period`.execute(kysely)).rejects.toThrow('together with its event')
  await expect(sql`delete from period_event`.execute(kysely)).rejects.toThrow()
  await expect(
    kysely.transaction().execute(async (trx) => {
      await sql`insert into period_event (month, act, seal, entries, last_entry, acted_by, acted_at)
        select '2026-03', 'closed', repeat('1', 64), 0, 1, id, now() from users limit 1`.execute(trx)
      await sql`insert into period (month, closed_at, seal, entries, last_entry)
        values ('2026-03', now(), repeat('1', 64), 0, 1)`.execute(trx)
    }),
  ).rejects.toThrow('not the next')
  await kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update entry set hash = repeat('3', 64) where no = 1`.execute(trx)
  })
  expect(await problems()).toContain(
    'The seal of January 2026 does not match the books (entries: 1 in the seal, 1 in the books).',
  )
})

test('a recurring entry is suggested each month, recorded once through the document calls, and reported if missing', async () => {
  const [insurance, van] = [crypto.randomUUID(), crypto.randomUUID()]
  const between = (amount: string, credited = '1340') => [
    { account: '6150', debit: amount },
    { account: credited, credit: amount },
  ]
  const prepaid = {
    name: 'Fire insurance',
    kind: 'prepayment',
    lines: between('1000000'),
    firstMonth: '2026-01',
    lastMonth: '2026-03',
  }
  const wear = {
    name: 'Delivery van',
    acquiredOn: '2025-12-10',
    cost: '10000000',
    salvage: '1000000',
    lifeMonths: 36,
    firstMonth: '2026-01',
    accumulatedAccount: '1551',
    expenseAccount: '6160',
  }
  const keep = (id: string, body: object) => ben.call(keepRecurring, { params: { id }, body })
  expect((await ana.call(keepRecurring, { params: { id: insurance }, body: prepaid })).status).toBe(403)
  const wrong = await keep(insurance, { ...prepaid, lines: between('1000000', '1110') })
  expect(wrong.body.fields).toEqual([
    {
      path: ['lines', 1, 'account'],
      message:
        '1110 Accounts receivable - trade cannot be used here, because other types of documents post to it. Choose another account.',
    },
  ])
  const { no } = (await keep(insurance, prepaid)).answer
  expect((await keep(insurance, prepaid)).answer.no).toBe(no)
  expect(
    (await ben.call(keepAsset, { params: { id: van }, body: { ...wear, accumulatedAccount: '1550' } })).status,
  ).toBe(422)
  await ben.call(keepAsset, { params: { id: van }, body: wear })

  expect(await suggested('2026-01')).toEqual([
    ['Fire insurance', 333_333n, null],
    ['Depreciation', 250_000n, null],
  ])
  const [first] = await record('2026-01')
  expect(await record('2026-01')).toEqual([first, 'JV-2026-000002'])
  expect(await balancesOn('2026-01-31')).toEqual({ 6150: 333_333n, 1340: -333_333n, 6160: 250_000n, 1551: -250_000n })
  expect((await openItems('2026-02')).entries).toEqual([
    `Fire insurance, 3,333.34, is not recorded (R-${no} 2026-02).`,
    'Depreciation, 2,500.00, is not recorded (DEP 2026-02).',
  ])

  // Recorded entries depend on the register; a voided one may be recorded again.
  const late = await keep(insurance, { ...prepaid, lines: between('900000') })
  expect(late.body.error).toMatch('This entry is recorded up to January 2026')
  const { documents } = (await ben.call(listDocuments, { query: { kind: 'journalvoucher' } })).answer
  await voided(documents.find(({ number }) => number === first)?.id ?? '', '2026-03-16')
  expect((await keep(insurance, { ...prepaid, lines: between('900000') })).status).toBe(200)
  expect(await suggested('2026-01')).toEqual([
    ['Fire insurance', 300_000n, null],
    ['Depreciation', 250_000n, 'JV-2026-000002'],
  ])
  expect(await record('2026-01')).toEqual(['JV-2026-000003', 'JV-2026-000002'])

  // Any number of lines, with the customer or supplier they belong to; listed again as they were saved.
  const lender = await newCustomer()
  const payment = {
    name: 'Bank loan',
    kind: 'standing',
    partyId: lender,
    lines: [
      { account: '2210', debit: '900000', memo: 'Principal' },
      { account: '8010', debit: '100000', memo: 'Interest' },
      { account: '2020', credit: '1000000' },
    ],
    firstMonth: '2026-02',
  }
  const loan = crypto.randomUUID()
  const unknown = await keep(loan, { ...payment, partyId: crypto.randomUUID() })
  expect(unknown.body.fields).toMatchObject([{ path: ['partyId'] }])
  expect((await keep(loan, payment)).status).toBe(200)
  const listed = (await ben.call(listMonthEnd)).answer.recurring.find(({ id }) => id === loan)
  expect(listed).toMatchObject({ party: { id: lender }, lines: [{ memo: 'Principal' }, { memo: 'Interest' }, {}] })
  await record('2026-02')
  const { rows } = await sql<{ account: string; memo: string | null; party: string | null }>`
    select account, line.memo, line.party_id as party from line join entry on entry.no = entry_no
    where entry.memo like 'Bank loan%' order by position`.execute(portal.db.kysely)
  expect(rows).toEqual([
    { account: '2210', memo: 'Principal', party: lender },
    { account: '8010', memo: 'Interest', party: lender },
    { account: '2020', memo: '', party: lender },
  ])
  await soundBooks()
})

test('an asset sale is recorded by one voucher with its invoice, ends depreciation, and is undone by a void', async () => {
  const [van, desk] = [crypto.randomUUID(), crypto.randomUUID()]
  const wear = {
    name: 'Delivery van',
    acquiredOn: '2025-12-10',
    cost: '10000000',
    salvage: '1000000',
    lifeMonths: 36,
    firstMonth: '2026-01',
    accumulatedAccount: '1551',
    expenseAccount: '6160',
  }
  await ben.call(keepAsset, { params: { id: van }, body: wear })
  await ben.call(keepAsset, { params: { id: desk }, body: { ...wear, name: 'Desk', accumulatedAccount: '1531' } })
  await record('2026-01')
  const { documentId: invoiceId } = await recorded(
    {
      partyId: await newCustomer(),
      day: '2026-02-14',
      externalNo: '000901',
      terms: 'net15',
      email: 'buyer@example.com',
      priceMode: 'exclusive',
      lines: [
        {
          description: 'Delivery van, used',
          quantity: '1',
          unitPrice: '8800000',
          vatClass: 'vatable',
          account: '7040',
        },
      ],
    },
    'invoice',
  )
  const goes = (id: string, body: object) => ben.call(keepDisposal, { params: { id }, body })
  const sold = { day: '2026-02-14', reason: 'sold', invoiceId, costAccount: '1550' }
  expect((await ana.call(keepDisposal, { params: { id: van }, body: sold })).status).toBe(403)
  const mistaken = async (body: object, id = van) => (await goes(id, { ...sold, ...body })).body.fields[0]
  expect(await mistaken({ invoiceId: null })).toMatchObject({ path: ['invoiceId'] })
  expect(await mistaken({ costAccount: '1551' })).toMatchObject({ path: ['costAccount'] })
  expect((await mistaken({ day: '2025-12-09' })).message).toMatch('was acquired on 10 Dec 2025')
  expect((await mistaken({ day: '2026-01-31' })).message).toMatch('is recorded up to January 2026')
  expect((await goes(van, sold)).answer.month).toBe('2026-02')
  expect((await mistaken({}, desk)).message).toMatch(
    'a sales invoice with a line on account 7040 that is not used for another disposal',
  )
  expect((await goes(desk, { ...sold, reason: 'lost', invoiceId: null, costAccount: '1530' })).status).toBe(200)
  expect((await ben.call(cancelDisposal, { params: { id: desk } })).status).toBe(200)

  // 14 of 28 days of 2,500.00; the carrying amount was 100,000.00 less 3,750.00 and 88,000.00 were invoiced.
  expect(await suggested('2026-02')).toEqual([
    ['Depreciation', 250_000n, null],
    ['Disposal of Delivery van', 10_125_000n, null],
  ])
  await record('2026-02')
  expect(await balancesOn('2026-02-28')).toMatchObject({
    1550: -10_000_000n,
    7040: 9_625_000n - 8_800_000n,
    1531: -500_000n,
    6160: 250_000n * 3n + 125_000n,
  })
  expect(await balancesOn('2026-02-28')).not.toHaveProperty('1551')
  const registered = async () => (await ben.call(listMonthEnd)).answer.assets.find(({ id }) => id === van)
  const gone = (await registered())?.disposal
  expect(gone).toMatchObject({ reason: 'sold', proceeds: 8_800_000n, voucher: { number: 'JV-2026-000003' } })
  expect((await mistaken({})).message).toMatch('was already disposed of in JV-2026-000003')
  expect((await ben.call(cancelDisposal, { params: { id: van } })).body.error).toMatch(
    'Void that voucher to restore the asset',
  )
  expect((await ben.call(keepAsset, { params: { id: van }, body: wear })).body.error).toMatch('Void that voucher first')
  await expect(sql`delete from asset_disposal`.execute(portal.db.kysely)).rejects.toThrow('is recorded and stays')

  await voided(gone?.voucher?.id ?? '', '2026-03-16')
  expect((await registered())?.disposal).toBeNull()
  // February was depreciated for the desk only, and the van is back.
  expect((await openItems('2026-02')).entries).toEqual([
    'Depreciation is recorded as 2,500.00 in JV-2026-000002, but the calculated amount is now 5,000.00.',
  ])
  expect((await goes(van, sold)).status).toBe(200)
  expect((await suggested('2026-02')).at(-1)).toEqual(['Disposal of Delivery van', 10_125_000n, null])

  await record('2026-02')
  await voided(invoiceId, '2026-03-16')
  expect((await openItems('2026-02')).entries).toContainEqual(
    expect.stringMatching(
      /^SI-2026-000001, the sales invoice for Delivery van, is void, but JV-2026-\d{6} still records the asset as sold\.$/,
    ),
  )
  expect((await openItems('2026-01')).entries ?? []).not.toContainEqual(expect.stringMatching(/is void/))
  await soundBooks()
})

test('a year is closed to retained earnings, income statements exclude the closing, and it is reversed on its own date', async () => {
  await recorded(rent({ day: '2025-11-30' }))
  await recorded(
    rent({
      day: '2025-12-20',
      lines: [
        { account: '1120', debit: '9000000' },
        { account: '4020', credit: '9000000' },
      ],
    }),
  )
  expect((await openItems('2025-12')).yearend).toEqual([
    'The profit of the year, 40,000.00, is not closed to retained earnings.',
  ])
  expect(await record('2025-12')).toEqual(['YE-2025-000001'])
  expect(await openItems('2025-12')).toEqual({})
  expect(await balancesOn('2025-12-31')).toEqual({ 1120: 9_000_000n, 2020: -5_000_000n, 3030: -4_000_000n })
  const earned = async () => {
    const query = { from: '2025-01-01', to: '2025-12-31' }
    const { table } = (await ben.call(viewReport, { params: { report: 'income-statement' }, query })).answer
    return table.rows.at(-1)?.cells.at(-1)
  }
  expect(await earned()).toBe(4_000_000n)

  await recorded(rent({ day: '2025-12-29', memo: 'Found later' }))
  expect((await openItems('2025-12')).yearend).toEqual([
    'A loss of 50,000.00 was recorded after YE-2025-000001. Void YE-2025-000001 and close the year again.',
  ])
  const id = (await ben.call(listDocuments, { query: { kind: 'yearend' } })).answer.documents[0]?.id ?? ''
  const body = { day: '2026-03-16', reason: 'Rent found later' }
  expect((await ben.call(voidDocument, { params: { documentId: id }, body })).body.error).toMatch(
    'The void of YE-2025-000001 must be dated 31 Dec 2025',
  )
  await voided(id, '2025-12-31')
  expect(await record('2025-12')).toEqual(['YE-2025-000002'])
  expect(await earned()).toBe(-1_000_000n)
  await soundBooks()
})

test(`a posting and the closing of its month run one after the other, and the seal matches: ${rounds} times`, async () => {
  await recorded(rent())
  const { kysely } = portal.db
  const viewer = await viewerOf(portal, 'ben')
  const who = { viewer, address: '' }
  const month = '2026-01'
  let posted = 0
  const reviews = await reviewsOf(portal, viewer, ['journalvoucher', rent()], rounds)
  for (const [round, yes] of reviews.entries()) {
    const post = () => recordedBy(portal, viewer, yes)
    const shut = () =>
      kysely.transaction().execute((trx) => close(trx, portal.clock, { month, ...who, findingsOf: async () => [] }))
    const begun = round % 2 === 0 ? { posting: post(), closing: shut() } : { closing: shut(), posting: post() }
    const [posting, closing] = await Promise.allSettled([begun.posting, begun.closing])
    if (closing.status !== 'fulfilled') throw closing.reason
    if (posting.status === 'fulfilled') posted += 1
    else expect((posting.reason as Refusal).problem.sentence).toContain('January 2026 is closed')
    const { entries } = await kysely.selectFrom('period').select('entries').executeTakeFirstOrThrow()
    expect(Number(entries)).toBe(1 + posted)
    await inBooks(kysely, (trx) => reopen(trx, portal.clock, { month, reason: 'The next round', ...who }))
  }
  await inBooks(kysely, (trx) => trx.deleteFrom('draft').execute())
  const looked = (trx: typeof kysely) => findingsOf(trx, { month, viewer })
  await inBooks(kysely, (trx) => close(trx, portal.clock, { month, ...who, findingsOf: looked }))
  await soundBooks()
})

// ── Helpers.

async function recorded(fields: object, kind: DocumentTypeName = 'journalvoucher') {
  const draftId = crypto.randomUUID()
  const review = await ben.call(reviewDraft, { params: { draftId }, body: { kind, fields } })
  return (await ben.call(recordDocument, { body: { draftId, digest: review.answer.digest } })).answer
}

/** Records the month-end entries like the page, and returns their numbers. */
async function record(month: string): Promise<string[]> {
  const { suggestions } = (await ben.call(listSuggestions, { params: { month } })).answer
  const numbers: string[] = []
  for (const { kind, draftId, fields, document } of suggestions) {
    if (document !== null) numbers.push(document.number)
    else {
      const review = await ben.call(reviewDraft, { params: { draftId }, body: { kind, fields } })
      const yes = { draftId, digest: review.answer.digest }
      const [one, other] = await Promise.all([yes, yes].map((body) => ben.call(recordDocument, { body })))
      expect(other?.answer.number).toBe(one?.answer.number)
      numbers.push(one?.answer.number ?? '')
    }
  }
  return numbers
}

async function suggested(month: string) {
  const { suggestions } = (await ben.call(listSuggestions, { params: { month } })).answer
  return suggestions.map(({ title, amount, document }) => [title, amount, document?.number ?? null])
}

async function refused(fields: object): Promise<string> {
  const params = { draftId: crypto.randomUUID() }
  const { status, body } = await ben.call(reviewDraft, { params, body: { kind: 'journalvoucher', fields } })
  expect(status).toBe(422)
  return body.error
}

async function voided(documentId: string, day: string): Promise<void> {
  const reply = await ben.call(voidDocument, { params: { documentId }, body: { day, reason: 'Recorded by mistake' } })
  expect(reply.status).toBe(200)
}

async function newCustomer(): Promise<string> {
  const fields = { kind: 'non_individual', tin: '213-456-781', registeredName: 'Mabuhay Hardware, Inc.' }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields }
  return (await ben.call(registerParty, { body })).answer.party.id
}

async function balancesOn(day: string): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ account: string; balance: bigint }>`
    select account, sum(debit - credit)::bigint as balance from account_day where day <= ${day}::date
    group by account having sum(debit - credit) <> 0`.execute(portal.db.kysely)
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]))
}

/** The messages of open points before a month's closing. */
async function openItems(month: string): Promise<Partial<Record<ClosingItem, string[]>>> {
  const { findings } = (await ben.call(getChecklist, { params: { month } })).answer
  const open = findings.filter(({ state }) => state === 'open')
  return Object.fromEntries(open.map(({ item, sentences }) => [item, sentences]))
}

async function refusedClosing(month: string): Promise<string> {
  const { status, body } = await ben.call(closeMonth, { params: { month }, body: {} })
  expect(status).toBe(409)
  return body.error
}

async function problems(): Promise<string[]> {
  return (await verify(portal.db.kysely)).checks.flatMap((check) => check.problems)
}

async function soundBooks(): Promise<void> {
  expect(await problems()).toEqual([])
}
