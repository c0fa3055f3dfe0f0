// Reconciliation on the real server: permissions, suggestions, matching and undoing, adjustments through the regular
// write path, the sign-off that locks the month, and races.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { approveDocument, getApproval, removeApprovalRule, saveApprovalRule } from '@talaan/contract/approvals.ts'
import {
  addArrival,
  draftArrival,
  getArrival,
  listMissing,
  listMonthReceipts,
  setArrivalLine,
} from '@talaan/contract/arrivals.ts'
import { listDocuments, recordDocument, reviewDraft, stateOf, voidDocument } from '@talaan/contract/documents.ts'
import { getRelated } from '@talaan/contract/related.ts'
import {
  applyRules,
  getReconciliation,
  listMatches,
  listOutstanding,
  listReconciliations,
  listRules,
  listUnidentified,
  markLine,
  matchLines,
  matchTogether,
  previewReopening,
  previewUndo,
  previewUndoRule,
  previewUndoTogether,
  refuseSuggestion,
  reopenMonth,
  retireRule,
  saveRule,
  searchForLine,
  setStart,
  signOffMonth,
  switchRule,
  tryRule,
  undoMatch,
  undoRule,
  undoTogether,
} from '@talaan/contract/reconciliation.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { printReport, viewReport } from '@talaan/contract/reports.ts'
import { viewTask } from '@talaan/contract/tasks.ts'
import { figuresAfter } from '@talaan/ledger/banking/matching/figures.ts'
import type { PaperKind } from '@talaan/ledger/capture/names.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { sql } from 'kysely'
import { lastChange } from '@talaan/contract/undo.ts'
import { openPortal } from '../../../test/portal.ts'
import { toldOf } from '../../../test/tampered.ts'
import { undoLast } from '../../../test/undo.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { inAccount, undo, writeMatch } from './matches.ts'
import { timestamp } from '../../platform/clock.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ben: Caller

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  portal.clock.ms = Date.parse('2026-04-02T01:00:00Z')
  ben = await portal.signIn('ben')
})

const march = { account: '1031', month: '2026-03' }
/** A month with its lists, each short enough for one page. */
const month = async (params = march) => ({
  ...(await ben.call(getReconciliation, { params })).answer,
  books: (await ben.call(listOutstanding, { params })).answer.books,
  matches: (await ben.call(listMatches, { params })).answer.matches,
})
const unreconciled = async () =>
  (
    await sql<{
      key: string
    }>`select account || ' ' || month || ' ' || state as key from bank_account_month_unreconciled order by 1`.execute(
      portal.db.kysely,
    )
  ).rows.map(({ key }) => key)

test('only accountants reconcile', async () => {
  const lineId = randomUUID()
  const body = { matchId: randomUUID(), month: '2026-03', lines: [lineId], books: [], how: 'hand' }
  for (const name of ['ana', 'carla'] as const) {
    const who = await portal.signIn(name)
    for (const reply of [
      await who.call(listReconciliations),
      await who.call(getReconciliation, { params: march }),
      await who.call(listOutstanding, { params: march }),
      await who.call(listMatches, { params: march }),
      await who.call(searchForLine, { params: { ...march, lineId } }),
      await who.call(matchLines, { params: { account: '1031' }, body }),
      await who.call(matchTogether, { params: { account: '1031' }, body: { matches: [body] } }),
      await who.call(previewUndo, { params: { account: '1031', matchId: randomUUID() } }),
      await who.call(previewReopening, { params: march }),
      await who.call(undoTogether, { params: { account: '1031' }, body: { matches: [randomUUID()] } }),
      await who.call(previewUndoTogether, { params: { account: '1031' }, body: { matches: [randomUUID()] } }),
      await who.call(previewUndoRule, { params: { account: '1031', ruleId: randomUUID() } }),
      await who.call(signOffMonth, { params: march, body: {} }),
      await who.call(listRules, { params: { account: '1031' } }),
      await who.call(applyRules, { params: { account: '1031' } }),
      await who.call(reviewDraft, { params: { draftId: randomUUID() }, body: { kind: 'bankadjustment', fields: {} } }),
    ])
      expect(reply.status).toBe(403)
  }
  const other = await ben.call(getReconciliation, { params: { account: '1020', month: '2026-03' } })
  expect([other.status, other.body.code]).toEqual([404, 'reconciliation.noSuchAccount'])
})

test('certain matches are confirmed together, once even if sent repeatedly, and all or none', async () => {
  const { capital, rent } = await office()
  const lines = await statement({
    lines: [
      { day: '2026-03-03', amount: 250_000_000n, description: 'CASH DEPOSIT DS 000417' },
      { day: '2026-03-12', amount: -4_500_000n, description: 'DEBIT MEMO WS-01' },
    ],
  })
  const together = (...matches: ReturnType<typeof bodyOf>[]) =>
    ben.call(matchTogether, { params: { account: '1031' }, body: { matches } })
  const first = bodyOf([lines[0]], [capital.key])
  const states = async (kind: DocumentTypeName) =>
    (await ben.call(listDocuments, { query: { kind } })).answer.documents.map((row) => stateOf(row, '2026-04-02').words)
  expect([await states('deposit'), await states('withdrawal')]).toEqual([['Recorded'], ['Recorded']])
  const unequal = await together(first, bodyOf([lines[1]], [`${capital.key}`]))
  expect(unequal.status).toBeGreaterThanOrEqual(400)
  expect((await month()).matches).toHaveLength(0)

  const second = bodyOf([lines[1]], [rent.key])
  for (let times = 0; times < 2; times++) expect((await together(first, second)).status).toBe(200)
  expect((await month()).matches.map(({ how, by }) => [how, by])).toEqual([
    ['proposal', 'ben'],
    ['proposal', 'ben'],
  ])
  expect((await month()).figures).toMatchObject({ difference: 0n, openLines: 0 })
  expect([await states('deposit'), await states('withdrawal')]).toEqual([['Cleared'], ['Cleared']])
  const { rows } = await sql<{ of: string }>`
    select detail::text as of from audit where action = 'reconciliation.match'`.execute(portal.db.kysely)
  expect(rows).toHaveLength(2)

  // The document of a matched line shows the line and who matched it; a user without bank access sees the document only.
  const params = { documentId: capital.documentId }
  const { bankLines, history } = (await ben.call(getRelated, { params })).answer
  expect(bankLines).toMatchObject([{ day: '2026-03-03', account: '1031', amount: 250_000_000n, currency: 'PHP' }])
  expect(history.map(({ by, action }) => [by, action])).toEqual(
    expect.arrayContaining([
      ['ben', 'matched'],
      ['ben', 'documents.record'],
    ]),
  )
  const ofStaff = (await (await portal.signIn('ana')).call(getRelated, { params })).answer
  expect(ofStaff.bankLines).toEqual([])
  expect(ofStaff.history.map(({ action }) => action)).toEqual(['documents.record'])
})

test('undoing a match voids the document recorded for it, or says why the document stays', async () => {
  await office()
  const lines = await statement({
    lines: [
      { day: '2026-03-20', amount: -30_000n, description: 'SERVICE CHARGE' },
      { day: '2026-03-21', amount: -500_000n, description: 'TO OTHER BANK' },
    ],
  })
  const [theirs = ''] = await statement({
    account: '1032',
    lines: [{ day: '2026-03-21', amount: 500_000n, description: 'FROM MAIN BANK' }],
  })
  await portal.db.kysely
    .updateTable('money_account')
    .set({ bank: 'Bank of Luzon', bank_account_no: '0012-3456-8808' })
    .where('code', '=', '1032')
    .execute()
  const matchedAs = async (account: string, line: string | undefined, parts: object) => {
    const body = bodyOf([line], [], parts)
    expect((await ben.call(matchLines, { params: { account }, body })).status).toBe(200)
    return body.matchId
  }
  const undone = async (account: string, matchId: string) => {
    const preview = (await ben.call(previewUndo, { params: { account, matchId } })).answer
    const { consequences, reopensFirst, ...planned } = preview
    expect((await ben.call(undoMatch, { params: { account, matchId } })).answer).toEqual(planned)
    expect(reopensFirst).toEqual([])
    return { ...planned, consequences }
  }

  const charge = await recorded('bankadjustment', {
    type: 'charge',
    account: '1031',
    day: '2026-03-20',
    amount: '30000',
    description: 'SERVICE CHARGE',
  })
  // Money out that is not matched has no receipt yet; only those who reconcile see it.
  const missing = async (caller: Caller) =>
    (await caller.call(listMissing, {})).answer.missing.map(({ what, account, label, amount }) =>
      [what, account, label, amount].join(' '),
    )
  expect(await missing(ben)).toEqual(['line 1031 SERVICE CHARGE 30000', 'line 1031 TO OTHER BANK 500000'])
  expect(await missing(await portal.signIn('ana'))).toEqual([])
  const first = await matchedAs('1031', lines[0], { documents: [charge.documentId] })
  expect(await missing(ben)).toEqual(['line 1031 TO OTHER BANK 500000'])
  expect((await month()).matches[0]?.recorded).toMatchObject([{ number: charge.number }])
  expect(await undone('1031', first)).toMatchObject({
    voided: [{ number: charge.number, on: '2026-03-20' }],
    kept: [],
    consequences: [],
  })
  expect((await month()).lines).toHaveLength(2)
  const { rows } = await sql<{ reason: string }>`select reason from document_void`.execute(portal.db.kysely)
  expect(rows).toEqual([{ reason: 'The match was undone: SERVICE CHARGE, -300.00 of 20 Mar 2026' }])
  expect((await ben.call(previewUndo, { params: { account: '1031', matchId: first } })).status).toBe(404)

  // A transfer whose other side is matched in the other bank.
  const moved = await recorded('transfer', {
    type: 'local',
    day: '2026-03-21',
    from: '1031',
    to: '1032',
    amount: '500000',
    reference: 'T1',
    email: 'ben@example.com',
  })
  const left = await matchedAs('1031', lines[1], { documents: [moved.documentId] })
  const key = (await month({ account: '1032', month: '2026-03' })).books[0]?.key ?? ''
  const arrived = await matchedAs('1032', theirs, { books: [key] })
  expect(await undone('1031', left)).toMatchObject({
    voided: [],
    kept: [
      {
        number: moved.number,
        reason: "This line is also matched with 'FROM MAIN BANK' of Bank of Luzon ·8808. Undo that match first.",
      },
    ],
  })
  // A document that was not recorded for the match stays without a word.
  expect(await undone('1032', arrived)).toEqual({
    voided: [],
    kept: [],
    consequences: [`${moved.number} of 21 Mar 2026 is outstanding again.`],
  })
  expect((await verify(portal.db.kysely)).checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})

test('a bill recorded from the receipt of a bank line is paid and matched with it at once; undoing the match voids the payment', async () => {
  await office()
  const [lineId = '', other = '', incoming = ''] = await statement({
    lines: [
      { day: '2026-03-12', amount: -112_000n, description: 'POS SILAHIS SUPPLIES' },
      { day: '2026-03-25', amount: -112_000n, description: 'ATM WITHDRAWAL' },
      { day: '2026-03-26', amount: 112_000n, description: 'CASH DEPOSIT' },
    ],
  })
  const registered = await ben.call(registerParty, {
    body: {
      registrationId: randomUUID(),
      role: 'supplier',
      fields: {
        kind: 'non_individual',
        vatStatus: 'vat',
        tin: '123-456-789',
        registeredName: 'Silahis Supplies Corp.',
      },
    },
  })
  const partyId = registered.answer.party.id
  const readAs = (id: string, kind: PaperKind) =>
    portal.db.kysely
      .insertInto('arrival_reading')
      .values({
        arrival_id: id,
        rules_version: 1,
        read_at: timestamp(portal.clock.ms),
        took_ms: 1,
        source: 'text',
        result: 'read',
        pages: 1,
        kind,
        is_own: false,
        names_us: true,
        party_id: partyId,
        day: '2026-03-10',
        total: 112_000n,
        is_ready: true,
        fields: '[]',
      })
      .execute()
  const receipt = async (name: string) => {
    const id = randomUUID()
    await ben.call(addArrival, { query: { id, name }, bytes: Buffer.from(`%PDF-1.4 ${id}\n%%EOF`) })
    await readAs(id, 'invoice')
    return id
  }
  const arrivalId = await receipt('silahis.pdf')
  const receipts = async () => (await ben.call(listMonthReceipts, { params: march })).answer
  // By amount and near date; the later line is too far from the receipt.
  expect(await receipts()).toMatchObject({
    lines: [{ lineId, receipt: null, found: [{ id: arrivalId }] }],
    missing: [],
  })
  const link = (id: string, to: string | null) =>
    ben.call(setArrivalLine, { params: { arrivalId: id }, body: { lineId: to } })
  expect(
    (await (await portal.signIn('ana')).call(setArrivalLine, { params: { arrivalId }, body: { lineId } })).status,
  ).toBe(403)
  expect((await link(arrivalId, randomUUID())).body.code).toBe('arrivals.noLine')
  expect((await link(arrivalId, incoming)).body.code).toBe('arrivals.lineIncoming')
  expect((await link(arrivalId, lineId)).answer.line).toMatchObject({
    account: '1031',
    amount: -112_000n,
    matched: false,
  })
  const second = await receipt('copy.pdf')
  expect((await link(second, lineId)).body.code).toBe('arrivals.lineTaken')
  expect((await link(second, other)).status).toBe(200)
  expect((await link(second, null)).answer.line).toBeNull()
  expect((await receipts()).lines).toMatchObject([{ lineId, receipt: { id: arrivalId }, found: [] }])

  const { draftId } = (await ben.call(draftArrival, { params: { arrivalId }, body: { kind: 'bill' } })).answer
  const record = async (amount: string) => {
    const fields = {
      partyId,
      externalNo: '004512',
      day: '2026-03-10',
      priceMode: 'inclusive',
      lines: [{ description: 'Repair', amount, vatClass: 'vatable', category: 'services', account: '6150' }],
    }
    const { digest } = (await ben.call(reviewDraft, { params: { draftId }, body: { kind: 'bill', fields } })).answer
    return ben.call(recordDocument, { body: { draftId, digest } })
  }
  const unequal = await record('112100')
  expect([unequal.status, unequal.body.error]).toEqual([
    422,
    'The bank paid 1,120.00, but 1,121.00 of this bill is payable. Correct the bill, or remove the bank line next to the form.',
  ])
  // Nothing of it was recorded.
  expect((await ben.call(listDocuments, { query: { kind: 'bill' } })).answer.documents).toEqual([])
  const bill = (await record('112000')).answer
  const { matches, lines } = await month()
  expect(lines.map(({ id }) => id)).toEqual([other, incoming])
  expect(matches).toMatchObject([{ how: 'hand', by: 'ben', bank: [{ key: lineId }], recorded: [{ kind: 'payment' }] }])
  const states = async () =>
    (await ben.call(listDocuments, { query: { kind: 'bill' } })).answer.documents.map(
      (row) => stateOf(row, '2026-04-02').words,
    )
  expect(await states()).toEqual(['Paid'])
  // Its bill has its file.
  expect((await receipts()).missing).toEqual([])
  expect((await ben.call(getArrival, { params: { arrivalId } })).answer).toMatchObject({
    arrival: { state: 'recorded', document: { id: bill.documentId } },
    line: { id: lineId, matched: true },
  })

  const matchId = matches[0]?.id ?? ''
  const undone = await ben.call(undoMatch, { params: { account: '1031', matchId } })
  expect(undone.answer).toMatchObject({ voided: [{ kind: 'payment' }], kept: [] })
  expect(await states()).toEqual(['Overdue 23 d'])
  expect((await month()).lines.map(({ id }) => id)).toContain(lineId)

  // A bill without a file that was paid by a matched line is missing its receipt.
  const without = await recorded('bill', {
    partyId,
    externalNo: '004513',
    day: '2026-03-11',
    priceMode: 'inclusive',
    lines: [{ description: 'Repair', amount: '112000', vatClass: 'vatable', category: 'services', account: '6150' }],
  })
  const paid = await recorded('payment', {
    partyId,
    day: '2026-03-12',
    account: '1031',
    method: 'transfer',
    rows: [{ documentId: without.documentId, pay: '112000' }],
    reference: 'POS',
  })
  await ben.call(matchLines, {
    params: { account: '1031' },
    body: bodyOf([lineId], [], { documents: [paid.documentId] }),
  })
  expect(await receipts()).toMatchObject({
    missing: [{ id: without.documentId, kind: 'bill', amount: 112_000n, found: [{ id: second }] }],
    missingCount: 1,
  })

  // A statement of a bank is never an invoice, and is no longer waiting once the same file is uploaded.
  await readAs(second, 'bankStatement')
  const asBill = await ben.call(draftArrival, { params: { arrivalId: second }, body: { kind: 'bill' } })
  expect(asBill.body.code).toBe('arrivals.neverInvoice')
  const state = async () => (await ben.call(getArrival, { params: { arrivalId: second } })).answer.arrival.state
  expect(await state()).toBe('new')
  await sql`insert into bank_statement select (jsonb_populate_record(bank_statement,
    jsonb_build_object('id', gen_random_uuid(), 'sha256', (select sha256 from arrival where id = ${second}::uuid)))).*
    from bank_statement limit 1`.execute(portal.db.kysely)
  expect(await state()).toBe('recorded')
  await sql`update bank_statement set removed_at = now(), removed_by = uploaded_by, removal_reason = 'Twice' where sha256 = (
    select sha256 from arrival where id = ${second}::uuid)`.execute(portal.db.kysely)
  expect(await state()).toBe('new')
  expect((await verify(portal.db.kysely)).checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})

test('matches confirmed with one key are undone with one, all or none', async () => {
  const { capital, rent } = await office()
  const lines = await statement({
    lines: [
      { day: '2026-03-03', amount: 250_000_000n, description: 'CASH DEPOSIT DS 000417' },
      { day: '2026-03-12', amount: -4_500_000n, description: 'DEBIT MEMO WS-01' },
    ],
  })
  const made = [bodyOf([lines[0]], [capital.key]), bodyOf([lines[1]], [rent.key])]
  await ben.call(matchTogether, { params: { account: '1031' }, body: { matches: made } })
  expect((await ben.call(lastChange)).answer.change?.undo).toEqual({
    by: 'unmatch',
    account: '1031',
    matches: made.map(({ matchId }) => matchId).toSorted(),
  })
  const undo = (...matches: string[]) => ben.call(undoTogether, { params: { account: '1031' }, body: { matches } })
  const ids = made.map(({ matchId }) => matchId)
  const preview = (matches: string[]) =>
    ben.call(previewUndoTogether, { params: { account: '1031' }, body: { matches } })
  expect((await preview(ids)).answer).toEqual({
    voided: [],
    kept: [],
    consequences: [
      'DS-2026-000001 of 2 Mar 2026 is outstanding again.',
      'WD-2026-000001 of 10 Mar 2026 is outstanding again.',
    ],
    reopensFirst: [],
  })
  expect((await preview([...ids, randomUUID()])).body.code).toBe('reconciliation.noSuchMatch')
  expect((await undo(...ids, randomUUID())).body.code).toBe('reconciliation.noSuchMatch')
  expect((await month()).matches).toHaveLength(2)
  for (let times = 0; times < 2; times++) expect((await undo(...ids)).status).toBe(200)
  expect((await preview(ids)).body.code).toBe('reconciliation.noSuchMatch')
  expect((await month()).matches).toHaveLength(0)
  expect((await month()).lines).toHaveLength(2)
})

test('each bank is listed by its name and last digits, with both balances and the state of its months', async () => {
  const { capital } = await office()
  const lines = await statement({
    opening: 0n,
    closing: 249_970_000n,
    lines: [
      { day: '2026-03-03', amount: 250_000_000n, description: 'CASH DEPOSIT DS 000417' },
      { day: '2026-03-31', amount: -30_000n, description: 'SERVICE CHARGE' },
    ],
  })
  await matched([lines[0]], [capital.key])
  await portal.db.kysely
    .updateTable('money_account')
    .set({ bank: 'Bank of Luzon', bank_account_no: '0012-3456-7890' })
    .where('code', '=', '1031')
    .execute()
  const { accounts } = (await ben.call(listReconciliations)).answer
  expect(accounts.find(({ code }) => code === '1031')).toMatchObject({
    label: 'Bank of Luzon ·7890',
    statement: { to: '2026-03-31', balance: 249_970_000n },
    bookBalance: 245_500_000n,
    months: [{ month: '2026-03', state: 'open', closed: false, lines: 2, open: 1 }],
  })
  const other = accounts.find(({ code }) => code === '1032')
  expect(other).toMatchObject({ label: other?.name, statement: null, bookBalance: 0n, months: [] })
})

test('a month of many lines is paged, with the entries of its suggestions and all certain matches', async () => {
  const { capital, rent } = await office()
  const others = Array.from({ length: 450 }, (_, at) => ({
    day: `2026-03-${String(1 + (at % 31)).padStart(2, '0')}`,
    amount: -1_000n - BigInt(at),
    description: `WITHDRAWAL ${at}`,
  }))
  const lines = await statement({
    lines: [
      ...others,
      { day: '2026-03-03', amount: 250_000_000n, description: 'CASH DEPOSIT DS 000417' },
      { day: '2026-03-31', amount: -4_500_000n, description: 'DEBIT MEMO WS-01' },
    ],
  })
  const page = async (query: { after?: string; until?: string } = {}) =>
    (await ben.call(getReconciliation, { params: march, query })).answer
  const first = await page()
  expect([first.open, first.lines.length, first.matched, first.outstanding]).toEqual([452, 200, 0, 2])
  expect(first.books.map(({ key }) => key)).toEqual([capital.key])
  expect(first.certain).toEqual([{ lines: [lines[450]], books: [capital.key], reasons: expect.any(Array) as string[] }])
  const second = await page({ after: first.next ?? '' })
  const third = await page({ after: second.next ?? '' })
  expect([second.lines.length, third.lines.length, third.next]).toEqual([200, 52, null])
  const known = [...first.lines, ...second.lines]
  expect(new Set([...known, ...third.lines].map(({ id }) => id))).toEqual(new Set(lines))

  // A reload of the screen: the same lines, except those matched meanwhile.
  await matched([lines[450]], [capital.key])
  const again = await page({ until: second.next ?? '' })
  expect(again.lines.map(({ id }) => id)).toEqual(known.map(({ id }) => id).filter((id) => id !== lines[450]))
  expect([again.next, again.certain]).toEqual([second.next, []])
  expect((await ben.call(getReconciliation, { params: march, query: { after: 'nonsense' } })).status).toBe(400)

  // By hand: book lines first, then other bank lines, paged.
  const search = async (query: object, lineId = lines[451] ?? '') =>
    (await ben.call(searchForLine, { params: { ...march, lineId }, query: query as { words: string } })).answer
  expect(await search({})).toMatchObject({ books: [{ key: rent.key }], lines: [], left: 0, kinds: ['withdrawal'] })
  const found = await search({ words: 'withdrawal', atMost: '1049' })
  expect([found.books.length, found.lines.length, found.left]).toEqual([0, 40, 10])
  const rest = await search({ words: 'withdrawal', atMost: '1049', after: found.lines.at(-1)?.id })
  expect([rest.lines.length, rest.left]).toEqual([10, 0])
  expect(new Set([...found.lines, ...rest.lines].map(({ id }) => id)).size).toBe(50)
  expect((await ben.call(searchForLine, { params: { ...march, lineId: lines[450] ?? '' } })).body.code).toBe(
    'reconciliation.noSuchLine',
  )
})

test('matches and outstanding items are paged, each listed once', async () => {
  await office()
  const day = '2026-03-20'
  await portal.db.kysely
    .insertInto('bank_start')
    .values({ account: '1031', day: '2026-03-15', balance: 0n, set_by: benId, set_at: '2026-04-01T00:00:00Z' })
    .execute()
  const items = Array.from({ length: 250 }, (_, at) => ({ id: randomUUID(), amount: BigInt(at + 1) }))
  await portal.db.kysely
    .insertInto('bank_start_item')
    .values(items.map((item) => ({ ...item, account: '1031', day, cheque_no: null, words: 'Before' })))
    .execute()
  const outstanding: string[] = []
  for (let after: string | null | undefined; after !== null;) {
    const query: Record<string, string> = after === undefined ? {} : { after }
    const { books, next } = (await ben.call(listOutstanding, { params: march, query })).answer
    outstanding.push(...books.map(({ key }) => key))
    after = next
  }
  expect(outstanding).toHaveLength(250)
  expect(new Set(outstanding)).toEqual(new Set(items.map(({ id }) => `before:${id}`)))

  const lines = await statement({ lines: items.map(({ amount }) => ({ day, amount, description: 'DEPOSIT' })) })
  const together = items.map(({ id }, at) => bodyOf([lines[at]], [`before:${id}`]))
  expect((await ben.call(matchTogether, { params: { account: '1031' }, body: { matches: together } })).status).toBe(200)
  const matches: string[] = []
  for (let after: string | null | undefined; after !== null;) {
    const query: Record<string, string> = after === undefined ? {} : { after }
    const { matches: some, next } = (await ben.call(listMatches, { params: march, query })).answer
    matches.push(...some.map(({ id }) => id))
    after = next
  }
  // Created at the same moment, they are sorted by id, descending: the first one is undone first.
  expect(matches).toEqual(
    together
      .map(({ matchId }) => matchId)
      .toSorted()
      .toReversed(),
  )
  expect((await month()).matched).toBe(250)
  for (const after of ['nonsense', '2026-02-30|x', '2026-02-30T00:00:00Z|' + randomUUID()])
    for (const list of [listOutstanding, listMatches])
      expect((await ben.call(list, { params: march, query: { after } })).status).toBe(200)
})

test('the effect of a match on the figures is known before the server answers', async () => {
  const { capital, rent } = await office()
  const late = await withdrawn('2026-04-01', '100000')
  const lines = await statement({
    lines: [
      { day: '2026-03-03', amount: 250_000_000n, description: 'CASH DEPOSIT DS 000417' },
      { day: '2026-03-12', amount: -4_500_000n, description: 'DEBIT MEMO WS-01' },
      { day: '2026-03-30', amount: -100_000n, description: 'ERROR OF OURS' },
      { day: '2026-03-31', amount: -30_000n, description: 'SERVICE CHARGE' },
    ],
  })
  await ben.call(markLine, { params: { account: '1031', lineId: lines[2] ?? '' }, body: { mark: 'bank_error' } })
  const charge = { type: 'charge', account: '1031', day: '2026-03-31', amount: '30000', description: 'Charge' }
  for (const [line, books, documents] of [
    [lines[0], [capital.key], []],
    [lines[1], [rent.key], []],
    [lines[2], [late.key], []],
    [lines[3], [], ['charge']],
  ] as const) {
    const { figures, asOf } = await month()
    const recordedFor = await Promise.all(
      documents.map(async () => (await recorded('bankadjustment', charge)).documentId),
    )
    const body = bodyOf([line], [...books], { documents: recordedFor })
    const { match } = (await ben.call(matchLines, { params: { account: '1031' }, body })).answer
    const known = figuresAfter(figures, asOf, {
      bank: match.bank.map((part) => ({ ...part, isBankError: part.key === lines[2] })),
      books: match.books.filter(({ key }) => body.books.includes(key)),
      recorded: match.books.filter(({ key }) => !body.books.includes(key)),
    })
    expect((await month()).figures).toEqual(known)
  }
})

test('a month is matched, adjusted, signed off, locked and reopened', async () => {
  const { capital, rent } = await office()
  const lines = await statement({
    lines: [
      { day: '2026-03-03', amount: 250_000_000n, description: 'CASH DEPOSIT DS 000417' },
      { day: '2026-03-12', amount: -4_500_000n, description: 'DEBIT MEMO WS-01' },
      { day: '2026-03-31', amount: -30_000n, description: 'SERVICE CHARGE' },
    ],
  })
  const before = await month()
  expect(before.figures).toMatchObject({ difference: 245_470_000n, openLines: 3, outstanding: -4_500_000n })
  expect(before.lines.map(({ suggestions: [best] }) => [best?.books, best?.record?.what ?? null])).toEqual([
    [[capital.key], null],
    [[rent.key], null],
    [[], 'charge'],
  ])
  expect(before.obstacles).toEqual(['3 bank lines are unmatched.'])

  const first = await matched([lines[0]], [capital.key])
  expect(first.answer.match).toMatchObject({
    by: 'ben',
    how: 'proposal',
    bank: [{ key: lines[0] }],
    books: [{ key: capital.key }],
  })
  expect((await month()).figures.openLines).toBe(2)
  // The same press again, and another user with the same line.
  const again = {
    params: { account: '1031' },
    body: bodyOf([lines[0]], [capital.key], { matchId: first.answer.match.id }),
  }
  expect((await ben.call(matchLines, again)).answer.match.id).toBe(first.answer.match.id)
  expect((await matched([lines[0]], [capital.key])).body.code).toBe('reconciliation.matchedMeanwhile')
  expect((await matched([lines[1]], [capital.key])).body.error).toBe(
    'The bank has -45,000.00 and the books have 2,500,000.00, a difference of 2,545,000.00. Select more lines, or add an adjustment.',
  )
  expect((await matched([randomUUID()], [rent.key])).body.code).toBe('reconciliation.noSuchLine')
  expect((await matched([lines[1]], ['1/1', 'nonsense'])).status).toBe(400)
  expect((await matched([lines[1]], [`before:${'-'.repeat(36)}`])).status).toBe(400)
  expect((await matched([lines[1]], [`before:${randomUUID()}`])).body.code).toBe('reconciliation.noSuchLine')

  expect((await ben.call(undoMatch, { params: { account: '1031', matchId: first.answer.match.id } })).status).toBe(200)
  expect((await ben.call(undoMatch, { params: { account: '1031', matchId: first.answer.match.id } })).status).toBe(200)
  expect((await month()).lines).toHaveLength(3)
  await matched([lines[0]], [capital.key])
  await matched([lines[1]], [rent.key])

  const unready = await ben.call(signOffMonth, { params: march, body: {} })
  expect([unready.status, unready.body.error]).toEqual([409, '1 bank line is unmatched.'])
  const record = (await month()).lines[0]?.suggestions[0]?.record
  const charge = await recorded('bankadjustment', record?.fields ?? {})
  expect(charge.number).toBe('BA-2026-000001')
  const reply = await ben.call(matchLines, {
    params: { account: '1031' },
    body: bodyOf([lines[2]], [], { documents: [charge.documentId] }),
  })
  expect((await month()).figures).toMatchObject({ difference: 0n, openLines: 0 })
  expect((await month()).matches).toHaveLength(3)

  expect(await unreconciled()).toEqual(['1031 2026-03 open'])
  const signed = await ben.call(signOffMonth, { params: march, body: { note: 'Seen with the passbook' } })
  expect(signed.answer.signed).toMatchObject({ by: 'ben', note: 'Seen with the passbook' })
  expect(await unreconciled()).toEqual([])
  const query = { account: '1031', asOf: '2026-03-31' }
  const { table } = (await ben.call(viewReport, { params: { report: 'bank-reconciliation' }, query })).answer
  expect(table.rows.at(-1)?.cells).toEqual([null, null, 'Difference', null, null, 0n])
  expect(table.notes.at(-1)).toContain('Signed off by ben on 2 Apr 2026, 09:00.')
  const proof = (await ben.call(viewReport, { params: { report: 'proof-of-cash' }, query })).answer.table
  expect(proof.rows.map(({ cells }) => cells)).toEqual([
    ['Balance per bank statement', 0n, 250_000_000n, 4_530_000n, 245_470_000n],
    ['Adjusted bank', 0n, 250_000_000n, 4_530_000n, 245_470_000n],
    ['Balance per books, account 1031', 0n, 250_000_000n, 4_530_000n, 245_470_000n],
    ['Adjusted books', 0n, 250_000_000n, 4_530_000n, 245_470_000n],
    ['Difference', 0n, 0n, 0n, 0n],
  ])
  for (const [report, format] of [
    ['bank-reconciliation', 'pdf'],
    ['bank-reconciliation', 'xlsx'],
    ['bank-reconciliation', 'csv'],
    ['proof-of-cash', 'pdf'],
    ['proof-of-cash', 'xlsx'],
  ] as const) {
    const file = await ben.call(printReport, { params: { report, format }, query })
    expect([file.status, file.bytes.length > 200]).toEqual([200, true])
  }

  const locked = await ben.call(undoMatch, { params: { account: '1031', matchId: reply.answer.match.id } })
  expect([locked.status, locked.body.code]).toEqual([409, 'reconciliation.monthSigned'])
  const params = { account: '1031', matchId: reply.answer.match.id }
  expect((await ben.call(previewUndo, { params })).answer.reopensFirst).toEqual(['2026-03'])
  const mark = await ben.call(markLine, { params: { account: '1031', lineId: lines[0] ?? '' }, body: { mark: 'ask' } })
  expect(mark.body.code).toBe('reconciliation.monthSigned')
  await expect(
    statement({ from: '2026-03-30', lines: [{ day: '2026-03-30', amount: -1n, description: 'LATE' }] }),
  ).rejects.toThrow('signed off')

  // A document dated back into the month does not change the signed statement, and is reported at its closing.
  await withdrawn('2026-03-30', '700000')
  expect(await unreconciled()).toEqual(['1031 2026-03 changed'])
  const { accounts } = (await ben.call(listReconciliations)).answer
  expect(accounts.find(({ code }) => code === '1031')?.months).toMatchObject([
    { month: '2026-03', state: 'changed', lines: 3, open: 0, signed: { by: 'ben' } },
  ])
  const frozen = (await ben.call(viewReport, { params: { report: 'bank-reconciliation' }, query })).answer
  expect(frozen.table).toEqual(table)

  expect((await ben.call(reopenMonth, { params: march, body: { reason: 'no' } })).status).toBe(400)
  expect((await ben.call(previewReopening, { params: march })).answer).toEqual({
    first: [],
    consequences: [
      'You can undo the 3 matches of March 2026, and add and remove statements of Cash in bank - PHP account 1.',
      'The signed reconciliation statement is stored with your name and the reason for reopening.',
      'The next month begins with the balance at the end of March 2026.',
    ],
    afterwards: ['Match the lines of March 2026.', 'Sign March 2026 off again.'],
  })
  expect((await ben.call(reopenMonth, { params: march, body: { reason: 'A payment was found late' } })).status).toBe(
    200,
  )
  expect((await ben.call(reopenMonth, { params: march, body: { reason: 'A payment was found late' } })).body.code).toBe(
    'reconciliation.notSigned',
  )
  expect((await ben.call(previewReopening, { params: march })).body.code).toBe('reconciliation.notSigned')
  expect((await month()).figures).toMatchObject({ difference: 0n, outstanding: -700_000n })
  expect((await ben.call(signOffMonth, { params: march, body: {} })).status).toBe(200)
  const { rows } = await sql<{
    action: string
  }>`select action from audit where action like 'reconciliation.%' order by seq`.execute(portal.db.kysely)
  expect(rows.map(({ action }) => action.replace('reconciliation.', ''))).toEqual([
    'match',
    'undo',
    'match',
    'match',
    'match',
    'signOff',
    'reopen',
    'signOff',
  ])
  expect((await undoLast(ben)).button).toBe('Reopen month')
  expect((await ben.call(signOffMonth, { params: march, body: {} })).status).toBe(200)
  expect((await verify(portal.db.kysely)).checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})

test('rejected suggestions are not offered again, bank errors and questions are marked, voids cancel each other', async () => {
  const { capital, rent } = await office()
  const lines = await statement({
    lines: [
      { day: '2026-03-03', amount: 250_000_000n, description: 'CASH DEPOSIT' },
      { day: '2026-03-20', amount: -99_900n, description: 'DEBIT OF SOMEBODY ELSE' },
    ],
  })
  const refuse = { params: { account: '1031', lineId: lines[0] ?? '' }, body: { books: [capital.key], record: null } }
  expect((await ben.call(refuseSuggestion, refuse)).status).toBe(200)
  expect((await ben.call(refuseSuggestion, refuse)).status).toBe(200)
  expect((await month()).lines[0]?.suggestions.map(({ books }) => books)).not.toContainEqual([capital.key])

  const mark = (body: object, lineId = lines[1] ?? '') =>
    ben.call(markLine, { params: { account: '1031', lineId }, body })
  await mark({ mark: 'ask', note: 'Ask the owner' })
  expect((await month()).lines[1]).toMatchObject({ mark: 'ask', note: 'Ask the owner' })
  await mark({ mark: 'bank_error' })
  expect((await month()).figures).toMatchObject({ bankErrors: 99_900n, openLines: 1 })
  expect((await mark({ mark: 'ask' }, randomUUID())).body.code).toBe('reconciliation.noSuchLine')

  const voided = { params: { documentId: rent.documentId }, body: { day: '2026-03-31', reason: 'Paid by the owner' } }
  expect((await ben.call(voidDocument, voided)).status).toBe(200)
  expect((await month()).books.map(({ key }) => key)).toEqual([capital.key])

  await matched([lines[0]], [capital.key])
  const withdrawal = { removed_at: timestamp(portal.clock.now()), removed_by: benId, removal_reason: 'Wrong file' }
  await expect(portal.db.kysely.updateTable('bank_statement').set(withdrawal).execute()).rejects.toThrow(
    'lines of this statement are matched',
  )
})

test('a rule is suggested, qualifies by its record, matches automatically if enabled, and only suggests again after an error', async () => {
  await office()
  const params = { account: '1031' }
  const fee = (at: number) => ({ day: `2026-03-${10 + at}`, amount: -1_500n, description: `DM SMS ALERT 00${at}` })
  const lines = await statement({ lines: Array.from({ length: 12 }, (_, at) => fee(at)) })
  const rules = async () => (await ben.call(listRules, { params })).answer
  const decide = async (line: string | undefined, at: number) => {
    const fields = { type: 'charge', account: '1031', day: fee(at).day, amount: '1500', counter: '6240' }
    const { documentId } = await recorded('bankadjustment', { ...fields, description: 'SMS alerts' })
    await ben.call(matchLines, { params, body: bodyOf([line], [], { documents: [documentId] }) })
  }
  for (const at of [0, 1]) await decide(lines[at], at)
  expect((await rules()).suggestions).toEqual([])
  await decide(lines[2], 2)
  const [suggested] = (await rules()).suggestions
  expect(suggested).toMatchObject({ times: 3, fields: { does: 'charge', words: 'SMS ALERT', counter: '6240' } })
  const fields = { ...suggested?.fields, atMost: '1500' }
  const { record } = (await ben.call(tryRule, { params, body: fields })).answer
  expect(record).toMatchObject({ right: 3, wrong: 0, silent: 0, earned: false, moved: 4_500n })
  const ruleId = randomUUID()
  const asked = { params: { ...params, ruleId } }
  expect((await ben.call(saveRule, { ...asked, body: { ...fields, words: '' } })).body.fields?.[0]?.path).toEqual([
    'words',
  ])
  const abroad = { ...fields, does: 'transfer', counter: null, other: '1040' }
  for (const refused of [saveRule, tryRule]) {
    const { status, body } = await ben.call(refused, { ...asked, body: abroad })
    expect({ status, fields: body.fields }).toEqual({
      status: 422,
      fields: [{ path: ['other'], message: expect.stringMatching(/^1040 is in USD and 1031 in PHP/) }],
    })
  }
  expect((await ben.call(saveRule, { ...asked, body: fields })).status).toBe(200)
  expect((await rules()).suggestions).toEqual([])

  // It suggests from now on, and may not act yet.
  const open = (await month()).lines.find(({ id }) => id === lines[3])
  expect(open?.suggestions[0]).toMatchObject({ record: { fields: { counter: '6240' } } })
  expect(open?.suggestions[0]?.reasons[0]?.words).toBe(`Rule “${suggested?.fields.name}”`)
  const on = { ...asked, body: { acting: true } }
  expect((await ben.call(switchRule, on)).body).toMatchObject({
    code: 'reconciliation.notEarned',
    error: 'Correct 3 times. The rule needs 10 correct matches to match automatically.',
  })
  for (const at of [3, 4, 5, 6, 7, 8, 9]) await decide(lines[at], at)
  expect((await ben.call(switchRule, on)).answer).toEqual({ matched: 2 })
  const acted = await month()
  const alone = acted.matches.filter(({ how }) => how === 'rule')
  expect([acted.lines.length, acted.rulesAct, alone.length]).toEqual([0, true, 2])
  expect(alone[0]?.rule).toBe(suggested?.fields.name)
  expect((await ben.call(applyRules, { params })).answer).toEqual({ matched: 0 })
  const [kept] = (await rules()).rules.filter(({ id }) => id === ruleId)
  expect(kept).toMatchObject({ acting: true, record: { right: 10 }, did: [{ undone: false }, { undone: false }] })
  const isActing = async () => (await rules()).rules.find(({ id }) => id === ruleId)?.acting
  for (const [button, acting] of [
    ['Only suggest', false],
    ['Match automatically', true],
  ] as const) {
    expect([(await undoLast(ben)).button, await isActing()]).toEqual([button, acting])
    portal.clock.forward(1)
  }

  const ofRule = `where id = '${ruleId}'`
  const tampered = await toldOf(portal.db, [
    `update bank_rule set fields = jsonb_set(fields, '{atMost}', '"999999"') ${ofRule}`,
    `update bank_rule set retired_at = now(), acting = false ${ofRule}`,
    `update bank_rule set account = '1032' ${ofRule}`,
  ])
  expect(tampered.map((sentences) => sentences.length)).toEqual([0, 1, 1, 1])

  // Undone: the document with it, and the rule only suggests from now on, with the reason.
  const wrong = { params: { ...params, matchId: alone[0]?.id ?? '' } }
  expect((await ben.call(undoMatch, wrong)).status).toBe(200)
  const after = await month()
  expect([after.lines.length, after.books.filter(({ amount }) => amount === -1_500n)]).toEqual([1, []])
  const [stopped] = (await rules()).rules.filter(({ id }) => id === ruleId)
  const [, again] = await toldOf(portal.db, [
    `update bank_rule set acting = true, stopped = null, stopped_at = null ${ofRule}`,
  ])
  expect(again).toHaveLength(1)
  expect(stopped).toMatchObject({ acting: false, record: { right: 10, wrong: 1, earned: false } })
  expect(stopped?.stopped).toMatch(/^ben undid DM SMS ALERT 001[01], -15.00 of 2[01] Mar 2026\.$/)
  expect((await ben.call(switchRule, on)).body.code).toBe('reconciliation.notEarned')
  const all = (await ben.call(previewUndoRule, asked)).answer
  expect([all.matches, all.voided.length, all.reopensFirst]).toEqual([1, 1, []])
  expect((await ben.call(undoRule, asked)).answer).toEqual({ undone: 1 })
  expect((await month()).lines).toHaveLength(2)
  expect((await ben.call(retireRule, asked)).status).toBe(200)
  expect((await ben.call(retireRule, asked)).body.code).toBe('reconciliation.noSuchRule')
  expect((await verify(portal.db.kysely)).checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})

test('a rule records and matches a line once, or leaves it to the person who was faster, also when run concurrently', async () => {
  await office()
  const params = { account: '1031' }
  const fee = (at: number) => ({ day: `2026-03-${10 + at}`, amount: -1_500n, description: `DM SMS ALERT 00${at}` })
  const lines = await statement({ lines: Array.from({ length: 18 }, (_, at) => fee(at)) })
  const charge = (at: number) =>
    recorded('bankadjustment', {
      type: 'charge',
      account: '1031',
      day: fee(at).day,
      amount: '1500',
      counter: '6240',
      description: 'SMS alerts',
    })
  const decide = async (at: number) => {
    const { documentId } = await charge(at)
    return ben.call(matchLines, { params, body: bodyOf([lines[at]], [], { documents: [documentId] }) })
  }
  for (let at = 0; at < 10; at++) await decide(at)
  const asked = { params: { ...params, ruleId: randomUUID() } }
  const fields = (await ben.call(listRules, { params })).answer.suggestions[0]?.fields
  await ben.call(saveRule, { ...asked, body: { ...fields, atMost: '1500' } })
  const switched = (acting: boolean) => ben.call(switchRule, { ...asked, body: { acting } })

  // The rule runs three times, and a person matches four of its eight lines by hand.
  const replies = await Promise.all([
    switched(true),
    ...[10, 12].map(decide),
    ben.call(applyRules, { params }),
    ...[14, 16].map(decide),
    ben.call(applyRules, { params }),
  ])
  for (const { status, body } of replies)
    expect(status === 200 || body.code === 'reconciliation.matchedMeanwhile').toBe(true)
  await ben.call(applyRules, { params })
  const after = await month()
  expect(after.lines).toEqual([])
  expect(after.matches).toHaveLength(18)
  const { rows } = await sql<{ loose: number; acted: number }>`
    select count(*) filter (where draft_id not in (select draft_id from document join entry on document_id = document.id
        join bank_matched on entry_no = entry.no))::int as loose,
      (select count(*) from bank_match where rule_id is not null)::int as acted
    from document where kind = 'bankadjustment'`.execute(portal.db.kysely)
  // A person may have to void a document they could not match; a rule leaves nothing behind.
  expect(rows[0]?.loose).toBe(replies.filter(({ status }) => status !== 200).length)
  const [kept] = (await ben.call(listRules, { params })).answer.rules.filter(({ id }) => id === asked.params.ruleId)
  expect(kept).toMatchObject({ acting: true, stopped: null })
  expect(kept?.did).toHaveLength(rows[0]?.acted ?? 0)
  expect((await verify(portal.db.kysely)).checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})

test('a rule sends a transfer that needs an approval once; its approval matches the line, and another match withdraws it', async () => {
  await office()
  const params = { account: '1031' }
  const moved = (at: number) => ({ day: `2026-03-${10 + at}`, amount: -1_000_000n, description: `ONLINE TRF 00${at}` })
  const lines = await statement({ lines: Array.from({ length: 12 }, (_, at) => moved(at)) })
  const transfer = { type: 'local', from: '1031', to: '1032', amount: '1000000', email: 'ben@example.com' }
  const matchedWithTransfer = async (at: number) => {
    const { documentId } = await recorded('transfer', { ...transfer, day: moved(at).day })
    return ben.call(matchLines, { params, body: bodyOf([lines[at]], [], { documents: [documentId] }) })
  }
  for (let at = 0; at < 10; at++) expect((await matchedWithTransfer(at)).status).toBe(200)
  const carla = await portal.signIn('carla')
  const kind = { params: { kind: 'transfer' } }
  await carla.call(saveApprovalRule, { ...kind, body: { from: '0', approvers: [] } })
  const asked = { params: { ...params, ruleId: randomUUID() } }
  const toOther = {
    name: 'To account 2',
    does: 'transfer',
    words: 'ONLINE TRF',
    other: '1032',
    email: 'ben@example.com',
  }
  expect((await ben.call(saveRule, { ...asked, body: { ...toOther, direction: 'out', needs: [] } })).status).toBe(200)

  const waiting = async () => {
    const { rows } = (await carla.call(viewTask, { params: { kind: 'approvals' } })).answer
    return rows.map(({ detail, ref }) => [detail, ref] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
  }
  const details = async () => (await waiting()).map(([detail]) => detail)
  expect((await ben.call(switchRule, { ...asked, body: { acting: true } })).answer).toEqual({ matched: 0 })
  const sent = await waiting()
  expect(await details()).toEqual(['Prepared by ben, 20 Mar 2026', 'Prepared by ben, 21 Mar 2026'])
  expect((await ben.call(applyRules, { params })).answer).toEqual({ matched: 0 })
  expect(await waiting()).toEqual(sent)
  const [rule] = (await ben.call(listRules, { params })).answer.rules.filter(({ id }) => id === asked.params.ruleId)
  expect(rule).toMatchObject({ acting: true, stopped: null })

  const draft = { params: { draftId: sent[0]?.[1] ?? '' } }
  const { review } = (await carla.call(getApproval, draft)).answer
  expect((await carla.call(approveDocument, { ...draft, body: { digest: review?.digest } })).status).toBe(200)
  const { matches, lines: open } = await month()
  expect(open.map(({ id }) => id)).toEqual([lines[11]])
  expect(matches.find(({ bank }) => bank.some(({ key }) => key === lines[10]))).toMatchObject({
    how: 'proposal',
    by: 'ben',
    recorded: [{ kind: 'transfer' }],
  })

  await carla.call(removeApprovalRule, kind)
  expect((await matchedWithTransfer(11)).status).toBe(200)
  expect(await waiting()).toEqual([])
  const second = { params: { draftId: sent[1]?.[1] ?? '' } }
  expect((await carla.call(getApproval, second)).answer.state).toBe('discarded')
  expect((await verify(portal.db.kysely)).checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})

test('an open question keeps a month open until it is answered, even if its line is matched', async () => {
  const { capital } = await office()
  const [line = ''] = await statement({ lines: [{ day: '2026-03-03', amount: 250_000_000n, description: 'DEPOSIT' }] })
  const mark = (body: object) => ben.call(markLine, { params: { account: '1031', lineId: line }, body })
  await mark({ mark: 'ask', note: 'Whose money is this?' })
  await matched([line], [capital.key])
  const { questions, obstacles } = await month()
  expect(questions).toMatchObject([{ lineId: line, note: 'Whose money is this?', by: 'ben', matched: true }])
  expect(obstacles).toEqual(['1 question is still open.'])
  expect((await ben.call(signOffMonth, { params: march, body: {} })).body.error).toBe('1 question is still open.')
  expect((await mark({ mark: 'answered', note: 'x' })).status).toBe(400)
  expect((await mark({ mark: 'answered', note: 'Capital of the owner' })).status).toBe(200)
  expect((await month()).questions).toEqual([])
  expect((await ben.call(signOffMonth, { params: march, body: {} })).status).toBe(200)
})

test('an unknown deposit stays unidentified, with a matching invoice suggested, until it pays one', async () => {
  await office()
  const deposits = async () => (await ben.call(listUnidentified)).answer.deposits
  expect(await deposits()).toEqual([])
  const known = {
    type: 'direct',
    account: '1031',
    day: '2026-03-20',
    amount: '1120000',
    description: 'PESONET CREDIT',
  }
  const { documentId } = await recorded('bankadjustment', known)
  expect(await deposits()).toMatchObject([{ documentId, open: 1_120_000n, words: 'PESONET CREDIT', likely: [] }])
  expect((await (await portal.signIn('ana')).call(listUnidentified)).status).toBe(403)

  const address = { street: '5 Mabini Street', city: 'Manila', zip: '1000' }
  const names = { tin: '111-222-333', registeredName: 'Lakbay Trading, Inc.', email: 'ap@lakbay.example' }
  const fields = { kind: 'non_individual', vatStatus: 'vat', ...names, address }
  const register = { registrationId: randomUUID(), role: 'customer', fields, lookAlikesSeen: true }
  const partyId = (await ben.call(registerParty, { body: register as never })).answer.party.id
  const line = { description: 'Bamboo', quantity: '1', unitPrice: '1000000', vatClass: 'vatable', account: '4010' }
  const sold = { email: 'ap@lakbay.example', partyId, externalNo: '1001', day: '2026-03-15', priceMode: 'exclusive' }
  const invoice = await recorded('invoice', { ...sold, lines: [line] })
  const [found] = await deposits()
  expect(found?.likely).toEqual([
    { documentId: invoice.documentId, number: invoice.number, partyId, party: 'Lakbay Trading, Inc.' },
  ])
  const out = { type: 'identified', day: '2026-03-25', amount: '1120000', partyId, description: 'Found out' }
  await recorded('bankadjustment', { ...out, source: documentId, settles: invoice.documentId })
  expect(await deposits()).toEqual([])
})

test('a dollar account is reconciled in dollars, unaffected by a peso revaluation or a month without lines', async () => {
  await office()
  const dollars = (of: string) => ({ account: '1040', month: of })
  const { key } = await booked(
    'deposit',
    {
      email: 'ana@example.com',
      day: '2026-01-12',
      account: '1040',
      rate: '55.2',
      reference: 'TT 881',
      others: [{ description: 'Capital', account: '3010', amount: '100000' }],
    },
    '1040',
  )
  const ids = await statement({
    account: '1040',
    from: '2026-01-01',
    to: '2026-01-31',
    opening: 0n,
    closing: 99_100n,
    lines: [
      { day: '2026-01-13', amount: 100_000n, description: 'INWARD TT 881' },
      { day: '2026-01-30', amount: -1_000n, description: 'SERVICE CHARGE' },
      { day: '2026-01-31', amount: 100n, description: 'INTEREST EARNED' },
    ],
  })
  const match = async (line: string | undefined, books: string[], documents: string[] = []) =>
    (
      await ben.call(matchLines, {
        params: { account: '1040' },
        body: bodyOf([line], books, { month: '2026-01', documents }),
      })
    ).status
  const best = async (id: string | undefined) =>
    (await month(dollars('2026-01'))).lines.find((line) => line.id === id)?.suggestions[0]
  expect(await best(ids[0])).toMatchObject({ books: [key], best: true })
  expect(await match(ids[0], [key])).toBe(200)

  // An outflow is valued at the dollar rate of its date; an inflow needs the rate.
  const charge = await best(ids[1])
  expect(charge?.record).toMatchObject({ what: 'charge', fields: { account: '1040', amount: '1000', rate: null } })
  const paid = await recorded('bankadjustment', { ...charge?.record?.fields, rate: '56' })
  expect(await match(ids[1], [], [paid.documentId])).toBe(200)
  const interest = { ...(await best(ids[2]))?.record?.fields, amount: '100', tax: '0' }
  const draft = { params: { draftId: randomUUID() }, body: { kind: 'bankadjustment' as const, fields: interest } }
  const unrated = await ben.call(reviewDraft, draft)
  expect(unrated.status).toBe(422)
  expect(JSON.stringify(unrated.body)).toContain('Enter the exchange rate (PHP per USD) on this date.')
  const earned = await recorded('bankadjustment', { ...interest, rate: '56' })
  expect(await match(ids[2], [], [earned.documentId])).toBe(200)
  expect((await month(dollars('2026-01'))).figures).toMatchObject({ bookBalance: 99_100n, difference: 0n })
  expect((await ben.call(signOffMonth, { params: dollars('2026-01'), body: {} })).status).toBe(200)

  // Revalued at a closing rate: other pesos, the same dollars.
  await recorded('journalvoucher', {
    day: '2026-01-31',
    memo: 'Closing rate',
    revalues: true,
    lines: [
      { account: '1040', debit: '10000' },
      { account: '7035', credit: '10000' },
    ],
  })
  await recorded('journalvoucher', {
    day: '2026-02-01',
    memo: 'Closing rate taken back',
    revalues: true,
    lines: [
      { account: '7035', debit: '10000' },
      { account: '1040', credit: '10000' },
    ],
  })
  const states = async () =>
    (await ben.call(listReconciliations)).answer.accounts
      .find(({ code }) => code === '1040')
      ?.months.map(({ month: of, state }) => `${of} ${state}`)
  expect(await states()).toEqual(['2026-02 reversals', '2026-01 signed'])

  // The next statement begins with the previous closing balance: nothing moved in between.
  await statement({ account: '1040', opening: 99_100n, closing: 99_000n, lines: [] })
  expect(await states()).toEqual(['2026-02 ready', '2026-01 signed'])
  expect((await ben.call(signOffMonth, { params: dollars('2026-02'), body: {} })).status).toBe(200)

  const rules = (await ben.call(listRules, { params: { account: '1040' } })).answer.rules
  expect(rules.find(({ fields }) => fields.does === 'interest')?.record).toMatchObject({
    earned: false,
    words: expect.stringContaining('Interest in USD requires an exchange rate'),
  })
})

test('an account with earlier history begins with its balance and its outstanding items', async () => {
  const { capital } = await office()
  const outstanding = { day: '2026-02-20', amount: '-10000000', chequeNo: '0000077', words: 'Haligi Realty' }
  const begin = (items: object[]) =>
    ben.call(setStart, { params: { account: '1031' }, body: { day: '2026-03-05', balance: '260000000', items } })
  expect((await begin([{ ...outstanding, day: '2026-03-06' }])).body.code).toBe('reconciliation.startItemLate')
  expect((await begin([])).status).toBe(200)
  expect((await begin([outstanding])).status).toBe(200)
  const { id: item } = await portal.db.kysely.selectFrom('bank_start_item').select('id').executeTakeFirstOrThrow()
  const [line] = await statement({
    from: '2026-03-06',
    lines: [{ day: '2026-03-08', amount: -10_000_000n, description: 'CHECK', chequeNo: '77' }],
  })
  const seen = await month()
  expect(seen.books.map(({ key }) => key)).not.toContain(capital.key)
  expect(seen.lines[0]?.suggestions[0]).toMatchObject({ books: [`before:${item}`], certainty: 'certain' })
  expect((await matched([line], [`before:${item}`])).status).toBe(200)
  expect((await month()).figures).toMatchObject({
    difference: 0n,
    statementBalance: 250_000_000n,
    bookBalance: 245_500_000n,
    outstanding: -4_500_000n,
  })
  expect((await begin([])).body.code).toBe('reconciliation.startFixed')
})

test('a line is matched once, even if two people try at the same time', async () => {
  const { capital } = await office()
  const [line] = await statement({ lines: [{ day: '2026-03-03', amount: 250_000_000n, description: 'DEPOSIT' }] })
  const db = portal.db.kysely
  const at = timestamp(portal.clock.now())
  const write = (matchId: string) =>
    inAccount(db, (trx) =>
      writeMatch(trx, { ...bodyOf([line], [capital.key], { matchId }), account: '1031', userId: benId, at }),
    ).then(
      () => matchId,
      () => null,
    )
  for (let round = 0; round < 200; round += 1) {
    const won = (await Promise.all([write(randomUUID()), write(randomUUID())])).filter((id) => id !== null)
    if (won.length !== 1) expect.fail(`${won.length} of two matches were written in round ${round}`)
    await inAccount(db, (trx) => undo(trx, { account: '1031', matchId: won[0] ?? '', userId: benId, at }))
  }
  const { rows } = await sql<{ held: bigint }>`select count(*) as held from bank_matched`.execute(db)
  expect(rows[0]?.held).toBe(0n)
})

test('the database refuses an unbalanced match from any writer', async () => {
  const { capital } = await office()
  const [line] = await statement({ lines: [{ day: '2026-03-03', amount: 249_999_999n, description: 'DEPOSIT' }] })
  const [entryNo = '', position = ''] = capital.key.split('/')
  await expect(
    portal.db.kysely.transaction().execute(async (trx) => {
      const id = randomUUID()
      const match = { id, account: '1031', how: 'hand' as const, rule_id: null, reasons: '[]', recorded: null }
      await trx
        .insertInto('bank_match')
        .values({ ...match, matched_by: benId, matched_at: '2026-04-02T00:00:00Z' })
        .execute()
      const none = { bank_line_id: null, entry_no: null, line_position: null, start_item_id: null }
      await trx
        .insertInto('bank_match_part')
        .values([
          { match_id: id, position: 1, ...none, bank_line_id: line ?? '' },
          { match_id: id, position: 2, ...none, entry_no: BigInt(entryNo), line_position: Number(position) },
        ])
        .execute()
    }),
  ).rejects.toThrow('is out by')
  expect((await month()).lines).toHaveLength(1)
})

// ── Setup.

let benId = ''

type Booked = { documentId: string; key: string }

/** Capital paid in, and a withdrawal. */
async function office(): Promise<{ capital: Booked; rent: Booked }> {
  const { id } = await portal.db.kysely
    .selectFrom('users')
    .select('id')
    .where('client_id', '=', 'ben')
    .executeTakeFirstOrThrow()
  benId = id
  const capital = await booked('deposit', {
    email: 'ana@example.com',
    day: '2026-03-02',
    account: '1031',
    reference: 'DS 000417',
    others: [{ description: 'Capital', account: '3010', amount: '250000000' }],
  })
  return { capital, rent: await withdrawn('2026-03-10', '4500000') }
}

const withdrawn = (day: Day, amount: string): Promise<Booked> =>
  booked('withdrawal', {
    email: 'ana@example.com',
    day,
    account: '1031',
    reference: 'WS-01',
    lines: [{ description: 'Rent', account: '6050', amount }],
  })

async function recorded(kind: string, fields: Record<string, unknown>) {
  const draftId = randomUUID()
  const { digest } = (await ben.call(reviewDraft, { params: { draftId }, body: { kind, fields } })).answer
  return (await ben.call(recordDocument, { body: { draftId, digest } })).answer
}

async function booked(kind: string, fields: Record<string, unknown>, account = '1031'): Promise<Booked> {
  const { documentId } = await recorded(kind, fields)
  const { rows } = await sql<{ key: string }>`
    select entry_no || '/' || position as key from line join entry on entry.no = entry_no
    where document_id = ${documentId}::uuid and account = ${account}`.execute(portal.db.kysely)
  return { documentId, key: rows[0]?.key ?? '' }
}

const bodyOf = (lines: (string | undefined)[], books: string[], more: object = {}) => ({
  matchId: randomUUID(),
  month: '2026-03',
  lines: lines.map((id) => id ?? ''),
  books,
  documents: [] as string[],
  how: 'proposal' as const,
  reasons: ['Same amount'],
  ...more,
})
const matched = (lines: (string | undefined)[], books: string[]) =>
  ben.call(matchLines, { params: { account: '1031' }, body: bodyOf(lines, books) })

type Line = { day: Day; amount: bigint; description: string; chequeNo?: string }

/** A statement of the month as stored after its upload; returns the ids of its lines. */
async function statement({
  account = '1031',
  from = '2026-03-01',
  to = '2026-03-31',
  opening = null,
  closing = null,
  lines,
}: {
  account?: string
  from?: Day
  to?: Day
  opening?: bigint | null
  closing?: bigint | null
  lines: Line[]
}): Promise<string[]> {
  return portal.db.kysely.transaction().execute(async (trx) => {
    const id = randomUUID()
    const sha256 = createHash('sha256').update(id).digest('hex')
    await trx
      .insertInto('attachment_content')
      .values({ sha256, content: Buffer.from(id) })
      .execute()
    await trx
      .insertInto('bank_statement')
      .values({
        id,
        account,
        sha256,
        file_name: 'march.csv',
        format: 'csv',
        profile_version: null,
        from_day: from,
        to_day: to,
        opening,
        closing,
        lines: lines.length,
        findings: '[]',
        uploaded_by: benId,
        uploaded_at: '2026-04-02T00:00:00Z',
        removed_by: null,
        removed_at: null,
        removal_reason: null,
      })
      .execute()
    const rows = lines.map(({ day, amount, description, chequeNo }, at) => {
      const lineId = randomUUID()
      const otherColumns = { value_day: null, balance: null, reference: null, cheque_no: chequeNo ?? null, description }
      const fingerprint = createHash('sha256').update(lineId).digest('hex')
      const position = at + 1
      return {
        line: { id: lineId, account, day, amount, ...otherColumns, fingerprint, position, first_statement_id: id },
        seen: { statement_id: id, position, line_id: lineId, ...otherColumns },
      }
    })
    if (rows.length > 0) {
      await trx
        .insertInto('bank_line')
        .values(rows.map(({ line }) => line))
        .execute()
      await trx
        .insertInto('bank_line_seen')
        .values(rows.map(({ seen }) => seen))
        .execute()
    }
    return rows.map(({ line }) => line.id)
  })
}
