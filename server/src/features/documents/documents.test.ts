// Documents on the real server: permissions, behaviour, storage.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  attachFile,
  detachFile,
  discardDraft,
  downloadAttachment,
  getDocument,
  getDraft,
  listDocuments,
  listDrafts,
  countPrint,
  printVoucher,
  recordDocument,
  reviewDraft,
  saveDraft,
  voidDocument,
} from '@talaan/contract/documents.ts'
import { correctParty, registerParty, removeParty } from '@talaan/contract/parties.ts'
import { health } from '@talaan/contract/portal.ts'
import { common } from '@talaan/contract/problem.ts'
import { checkCode } from '@talaan/contract/proof.ts'
import { codeOfDigest } from '@talaan/ledger/proof/code.ts'
import { sql } from 'kysely'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { verify, verifyIn } from '../../books/verify/verify.ts'

/** These run on both databases. */
const engine = { tags: ['engine'] }

let portal: Portal
let ana: Caller
let ben: Caller
let carla: Caller
let customer: string

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben, carla] = [await portal.signIn('ana'), await portal.signIn('ben'), await portal.signIn('carla')]
  customer = await newCustomer()
})

test('a clock set back posts nothing before the last entry, and the books stay sound', async () => {
  const times: string[] = []
  for (const [at, externalNo] of ['C1', 'C2', 'C3'].entries()) {
    if (at > 0) portal.clock.forward(-1.5)
    await recorded({ externalNo })
    const { posted_at } = await portal.db.kysely
      .selectFrom('entry')
      .select('posted_at')
      .orderBy('no', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    times.push(posted_at)
  }
  expect(new Set(times).size).toBe(1)
  portal.clock.forward(60)
  await recorded({ externalNo: 'C4' })
  const { sound, notes } = await verify(portal.db.kysely)
  expect([sound, notes]).toEqual([true, []])
})

test('entries posted out of order by an earlier release are a note, and the books are sound', async () => {
  for (const externalNo of ['N1', 'N2']) {
    await recorded({ externalNo })
    // As in earlier releases, which did not check the time of the last entry.
    await portal.db.kysely.updateTable('ledger_head').set({ last_posted_at: null }).execute()
    portal.clock.forward(-1.5)
  }
  const { posted_at: last } = await portal.db.kysely
    .selectFrom('entry')
    .select('posted_at')
    .orderBy('no', 'desc')
    .executeTakeFirstOrThrow()
  await portal.db.kysely.updateTable('ledger_head').set({ last_posted_at: last }).execute()
  const { sound, notes } = await verify(portal.db.kysely)
  expect(sound).toBe(true)
  expect(notes).toEqual(['Entry 2 has an earlier time than the previous entry. The server clock was set back.'])
})

test('a reviewed draft is recorded once, with number, entry, open item, receipt and audit row', engine, async () => {
  const draftId = crypto.randomUUID()
  const review = await ana.call(reviewDraft, { params: { draftId }, body: { kind: 'invoice', fields: invoice() } })
  expect(review.answer).toMatchObject({
    numberToBe: 'SI-2026-000001',
    warnings: [
      'Your company has no TIN and no registered address. Complete the details in the company settings: they are printed on this document.',
    ],
  })
  expect(review.answer.receipt.journal).toEqual([
    { account: '1110', name: 'Accounts receivable - trade', debit: 11_200_000n, credit: 0n },
    { account: '4010', name: 'Sales - goods', debit: 0n, credit: 10_000_000n },
    { account: '2110', name: 'Output VAT', debit: 0n, credit: 1_200_000n },
  ])

  const yes = { body: { draftId, digest: review.answer.digest } }
  const recorded = await ana.call(recordDocument, yes)
  expect(recorded.answer).toMatchObject({
    number: 'SI-2026-000001',
    receiptTo: 'ap@mabuhay.example',
    mailReady: false,
    already: false,
  })
  expect(portal.jobs.due).toBe(1)

  const again = await ana.call(recordDocument, yes)
  expect(again.answer).toEqual({ ...recorded.answer, already: true })
  expect(await counts()).toEqual({ document: 1, entry: 1, line: 3, open_item: 1, outbox: 1, draft: 0 })

  const { document } = (await ben.call(getDocument, { params: { documentId: recorded.answer.documentId } })).answer
  expect(document).toMatchObject({
    number: 'SI-2026-000001',
    total: 11_200_000n,
    open: 11_200_000n,
    status: 'recorded',
    recordedBy: 'ana',
  })
  expect(document.mail).toMatchObject({ to: 'ap@mabuhay.example', status: 'waiting' })
  await soundBooks()
})

test('Yes pressed fifty times at once records one document and gives fifty equal answers', engine, async () => {
  const yes = await reviewed()
  const replies = await Promise.all(Array.from({ length: 50 }, () => ana.call(recordDocument, { body: yes })))
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]))
  expect(new Set(replies.map((reply) => reply.answer.documentId)).size).toBe(1)
  expect(replies.filter((reply) => !reply.answer.already)).toHaveLength(1)
  expect(await counts()).toMatchObject({ document: 1, entry: 1 })
  await soundBooks()
})

test('twenty concurrent recordings get twenty numbers without a gap', engine, async () => {
  const drafts = await Promise.all(Array.from({ length: 20 }, (_, at) => reviewed({ externalNo: `A-${at}` })))
  const replies = await Promise.all(drafts.map((yes) => ana.call(recordDocument, { body: yes })))
  const numbers = replies.map((reply) => reply.answer.number).toSorted()
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => `SI-2026-${String(at + 1).padStart(6, '0')}`))
  await soundBooks()
})

test('Yes and No at once either records or discards, never both', engine, async () => {
  for (let round = 0; round < 15; round++) {
    const yes = await reviewed({ externalNo: `R-${round}` })
    const no = { params: { draftId: yes.draftId } }
    const [recorded, discarded] = await Promise.all([
      ana.call(recordDocument, { body: yes }),
      ana.call(discardDraft, no),
    ])
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([recorded.status, discarded.status])
  }
  await soundBooks()
})

test('Yes while an attachment is removed records with the attachment, or requires a review without it', async () => {
  for (let round = 0; round < 10; round++) {
    const draftId = crypto.randomUUID()
    const attachmentId = crypto.randomUUID()
    const query = { id: attachmentId, kind: 'invoice', name: 'a.png' }
    expect((await ana.call(attachFile, { params: { draftId }, query, bytes: png })).status).toBe(200)
    const yes = await reviewed({ externalNo: `P-${round}` }, draftId)
    const [recorded, off] = await Promise.all([
      ana.call(recordDocument, { body: yes }),
      ana.call(detachFile, { params: { draftId, attachmentId } }),
    ])
    expect([
      [200, 409],
      [409, 200],
    ]).toContainEqual([recorded.status, off.status])
  }
  await soundBooks()
})

test('a line is added to an entry only in the transaction that posts it', engine, async () => {
  await recorded()
  const late = sql`insert into line (entry_no, position, account, day, debit, credit)
    values (1, 8, '1110', '2026-03-16', 100, 0), (1, 9, '4010', '2026-03-16', 0, 100)`
  await expect(late.execute(portal.db.kysely)).rejects.toMatchObject({ code: 'TA001' })
  await soundBooks()
})

test('a digest that differs from the last review requires a new review, and the draft stays', async () => {
  const first = await reviewed()
  const second = await ana.call(reviewDraft, {
    params: { draftId: first.draftId },
    body: { kind: 'invoice', fields: invoice({ memo: 'Changed' }) },
  })
  const refused = await ana.call(recordDocument, { body: first })
  expect(refused).toMatchObject({ status: 409, body: { code: 'documents.reviewAgain' } })
  expect(
    (await ana.call(recordDocument, { body: { draftId: first.draftId, digest: second.answer.digest } })).status,
  ).toBe(200)
})

test('a customer changed since the review requires a new review', async () => {
  const yes = await reviewed()
  const fields = { ...mabuhay, registeredName: 'Mabuhay Two, Inc.' }
  const body = { correctionId: crypto.randomUUID(), fields, reason: 'It was renamed', after: 0, lookAlikesSeen: true }
  expect((await ben.call(correctParty, { params: { partyId: customer }, body })).status).toBe(200)
  expect(await ana.call(recordDocument, { body: yes })).toMatchObject({
    status: 409,
    body: { code: 'documents.reviewAgain' },
  })
  expect(await counts()).toMatchObject({ document: 0, draft: 1 })
})

test('a customer removed since the review is reported at the field, and nothing is recorded', async () => {
  const yes = await reviewed()
  expect((await carla.call(removeParty, { params: { partyId: customer } })).status).toBe(200)
  const refused = await ana.call(recordDocument, { body: yes })
  expect(refused).toMatchObject({ status: 422, body: { fields: [{ path: ['partyId'] }] } })
  expect(refused.body.error).toContain('This customer is no longer registered')
  expect(await counts()).toMatchObject({ document: 0, draft: 1 })
})

const wrong: [what: string, changes: Record<string, unknown>, path: (string | number)[], sentence: RegExp][] = [
  ['an invoice of 31 February', { day: '2026-02-31' }, ['day'], /31 February/],
  ['an invoice far ahead', { day: '2027-03-16', dueDay: null }, ['day'], /days ahead/],
  ['a negative quantity', { lines: [{ ...line(), quantity: '-1' }] }, ['lines', 0, 'quantity'], /quantity/i],
  ['a quantity in words', { lines: [{ ...line(), quantity: 'ten' }] }, ['lines', 0, 'quantity'], /quantity/i],
  ['a negative price', { lines: [{ ...line(), unitPrice: '-100' }] }, ['lines', 0, 'unitPrice'], /negative/],
  ['a price that is a number', { lines: [{ ...line(), unitPrice: 100 }] }, ['lines', 0, 'unitPrice'], /./],
  [
    'a price that overflows',
    { lines: [{ ...line(), quantity: '9999999', unitPrice: '999999999999999' }] },
    ['lines', 0, 'unitPrice'],
    /Check the quantity and the price/,
  ],
  ['an account that is not there', { lines: [{ ...line(), account: '4999' }] }, ['lines', 0, 'account'], /4999/],
  [
    'a control account',
    { lines: [{ ...line(), account: '1110' }] },
    ['lines', 0, 'account'],
    /choose an income account/,
  ],
  ['an e-mail with a line break', { email: 'a@b.example\r\nBcc: x@y.example' }, ['email'], /e-mail/],
  ['no lines', { lines: [] }, ['lines'], /at least one line/],
  ['an unknown field', { role: 'admin' }, [], /role/],
  ['a party that is no id', { partyId: "' or 1=1" }, ['partyId'], /customer/],
  ['a customer that was never there', { partyId: crypto.randomUUID() }, ['partyId'], /no longer registered/],
  ['a memo of 501 characters', { memo: 'x'.repeat(501) }, ['memo'], /500/],
]
test.for(wrong)('%s is refused at its field and the draft is stored', async ([, changes, path, sentence]) => {
  const draftId = crypto.randomUUID()
  await ana.call(saveDraft, { params: { draftId }, body: { kind: 'invoice', fields: { typed: 'kept' } } })
  const refused = await ana.call(reviewDraft, {
    params: { draftId },
    body: { kind: 'invoice', fields: invoice(changes) },
  })
  expect(refused.status).toBe(422)
  const mistake = refused.body.fields.find(
    (field: { path: unknown }) => JSON.stringify(field.path) === JSON.stringify(path),
  )
  expect(mistake?.message, JSON.stringify(refused.body)).toMatch(sentence)
  expect((await ana.call(getDraft, { params: { draftId } })).answer.draft?.fields).toEqual({ typed: 'kept' })
})

test('a memo of a million characters is refused at its field, and the previous draft is stored', async () => {
  const draftId = crypto.randomUUID()
  await ana.call(saveDraft, { params: { draftId }, body: { kind: 'invoice', fields: { memo: 'short' } } })
  const refused = await ana.call(saveDraft, {
    params: { draftId },
    body: { kind: 'invoice', fields: { memo: 'x'.repeat(1_000_000) } },
  })
  expect(refused).toMatchObject({ status: 413, body: { fields: [{ path: ['memo'] }] } })
  expect((await ana.call(getDraft, { params: { draftId } })).answer.draft?.fields).toEqual({ memo: 'short' })
})

test('a date in a closed month is refused at review, at recording, and by the database itself', async () => {
  const yes = await reviewed()
  await closed('2026-03')
  const refused = await ana.call(recordDocument, { body: yes })
  expect(refused).toMatchObject({ status: 422, body: { fields: [{ path: ['day'] }] } })
  expect(refused.body.error).toBe(
    'March 2026 is closed. Choose a date in an open month, or ask an accountant to reopen it.',
  )
  await expect(
    sql`insert into entry (no, document_id, journal, day, memo, posted_by, posted_at, previous_hash, hash)
      select 1, gen_random_uuid(), 'GJ', '2026-03-01', '', id, now(), repeat('0', 64), repeat('1', 64) from users limit 1`.execute(
      portal.db.kysely,
    ),
  ).rejects.toThrow('closed')
})

/** Bypasses the checklist; a month is closed together with its event. */
async function closed(month: string): Promise<void> {
  await sql`
    with event as (
      insert into period_event (month, act, seal, entries, last_entry, acted_by, acted_at)
      select ${month}, 'closed', repeat('0', 64), 0, 0, id, now() from users limit 1 returning month
    )
    insert into period (month, closed_at, seal, entries, last_entry) select month, now(), repeat('0', 64), 0, 0 from event`.execute(
    portal.db.kysely,
  )
}

test('a duplicate invoice number is refused and names its document, and is free again after a void', async () => {
  const { documentId } = await recorded({ externalNo: '000123' })
  const refused = await ana.call(reviewDraft, {
    params: { draftId: crypto.randomUUID() },
    body: { kind: 'invoice', fields: invoice({ externalNo: '000123' }) },
  })
  expect(refused.body.error).toContain('already recorded as SI-2026-000001')
  await ben.call(voidDocument, { params: { documentId }, body: { day: '2026-03-16', reason: 'Wrong amount' } })
  expect((await recorded({ externalNo: '000123' })).number).toBe('SI-2026-000002')
  await soundBooks()
})

test('a user may not void; the accountant may, once, and every balance is restored', engine, async () => {
  const { documentId } = await recorded()
  const body = { day: '2026-03-16', reason: 'Wrong customer' }
  expect((await ana.call(voidDocument, { params: { documentId }, body })).status).toBe(403)
  const [first, second] = await Promise.all([
    ben.call(voidDocument, { params: { documentId }, body }),
    carla.call(voidDocument, { params: { documentId }, body }),
  ])
  expect([first.status, second.status]).toEqual([200, 200])
  const { document } = (await ben.call(getDocument, { params: { documentId } })).answer
  expect(document).toMatchObject({
    status: 'void',
    open: 0n,
    voided: { reason: 'Wrong customer' },
    receipt: { status: 'void' },
  })
  const { rows } =
    await sql`select account, debit - credit as balance from account_month where debit <> credit`.execute(
      portal.db.kysely,
    )
  expect(rows).toEqual([])
  expect(await counts()).toMatchObject({ entry: 2, open_item: 2 })
  await soundBooks()
})

test('a void dated before the invoice, after today or without a reason is refused', async () => {
  const { documentId } = await recorded()
  const tries = [
    { day: '2026-03-01', reason: 'Before the invoice' },
    { day: '2026-03-17', reason: 'After today' },
    { day: '2026-03-16', reason: '' },
  ]
  for (const body of tries)
    expect((await ben.call(voidDocument, { params: { documentId }, body })).status).toSatisfy(
      (status: number) => status === 422 || status === 400,
    )
  expect(await counts()).toMatchObject({ entry: 1 })
})

test('a draft of another user cannot be read, saved, reviewed, recorded or discarded', async () => {
  const yes = await reviewed()
  const params = { draftId: yes.draftId }
  const tries = await Promise.all([
    ben.call(saveDraft, { params, body: { kind: 'invoice', fields: {} } }),
    ben.call(reviewDraft, { params, body: { kind: 'invoice', fields: invoice() } }),
    ben.call(recordDocument, { body: yes }),
    ben.call(discardDraft, { params }),
    ben.call(attachFile, { params, query: { id: crypto.randomUUID(), kind: 'invoice', name: 'a.png' }, bytes: png }),
  ])
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect((await ben.call(getDraft, { params })).answer).toEqual({ draft: null })
  expect((await ben.call(listDrafts)).answer.drafts).toEqual([])
  expect((await ana.call(recordDocument, { body: yes })).status).toBe(200)
})

test('a draft is stored as typed, listed newest first, and gone when discarded', async () => {
  const params = { draftId: crypto.randomUUID() }
  const typed = { lines: [{ quantity: '1o', unitPrice: '12,' }], nested: { deep: ['ñ', '₱'] } }
  await ana.call(saveDraft, { params, body: { kind: 'invoice', fields: typed } })
  expect((await ana.call(getDraft, { params })).answer.draft).toMatchObject({ fields: typed, documentId: null })
  expect((await ana.call(listDrafts, { query: { kind: 'invoice' } })).answer.drafts).toHaveLength(1)
  await ana.call(discardDraft, { params })
  expect((await ana.call(discardDraft, { params })).status).toBe(200)
  expect((await ana.call(getDraft, { params })).answer).toEqual({ draft: null })
})

test('an autosave that arrives after Yes does not restore the draft', async () => {
  const yes = await reviewed()
  await ana.call(recordDocument, { body: yes })
  const late = await ana.call(saveDraft, { params: { draftId: yes.draftId }, body: { kind: 'invoice', fields: {} } })
  expect(late).toMatchObject({ status: 409, body: { code: 'documents.draftRecorded' } })
  expect((await ana.call(getDraft, { params: { draftId: yes.draftId } })).answer.draft?.documentId).not.toBeNull()
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

test('attachments are typed by their content, stored with the document, and served as downloads', engine, async () => {
  const draftId = crypto.randomUUID()
  const id = crypto.randomUUID()
  const attach = {
    params: { draftId },
    query: { id, kind: 'invoice', name: '../../scan of the booklet.png' },
    bytes: png,
  }
  expect((await ana.call(attachFile, attach)).answer.attachment).toEqual({
    id,
    name: 'scan of the booklet.png',
    type: 'image/png',
    bytes: png.byteLength,
  })
  expect((await ana.call(attachFile, attach)).status).toBe(200)
  const other = {
    params: { draftId },
    query: { id: crypto.randomUUID(), kind: 'invoice', name: 'receipt.pdf' },
    bytes: pdf,
  }
  expect((await ana.call(attachFile, other)).status).toBe(200)
  expect((await ben.call(downloadAttachment, { params: { attachmentId: id } })).status).toBe(404)

  const { documentId } = await recorded({}, draftId)
  const { document } = (await ben.call(getDocument, { params: { documentId } })).answer
  expect(document.attached.map(({ name }) => name)).toEqual(['scan of the booklet.png', 'receipt.pdf'])
  const file = await ben.call(downloadAttachment, { params: { attachmentId: id } })
  expect(file.bytes.equals(png)).toBe(true)
  expect(file.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(file.headers['content-disposition']).toContain('attachment; filename="scan of the booklet.png"')
  expect((await ana.call(detachFile, { params: { draftId, attachmentId: id } })).status).toBe(409)
  await soundBooks()
})

const scan = (kilobytes: number) => Buffer.concat([png, randomBytes(kilobytes * 1000)])
const attachNew = (by: Caller, bytes: Buffer) =>
  by.call(attachFile, {
    params: { draftId: crypto.randomUUID() },
    query: { id: crypto.randomUUID(), kind: 'invoice', name: 'scan.png' },
    bytes,
  })

test('a user at the daily storage limit is refused until tomorrow, even after removing files; other users are not', async () => {
  const { env } = portal.context
  env.uploadMegabytesPerDay = 1
  const [draftId, attachmentId, removed] = [crypto.randomUUID(), crypto.randomUUID(), scan(200)]
  const query = { id: attachmentId, kind: 'invoice', name: 'a.png' }
  const attach = () => ana.call(attachFile, { params: { draftId }, query, bytes: removed })
  for (const _ of ['sent', 'sent again']) expect((await attach()).status).toBe(200)
  expect((await attachNew(ana, removed)).status).toBe(200)
  expect((await attachNew(ana, scan(650))).status).toBe(200)
  const { status, body } = await attachNew(ana, scan(300))
  expect([status, body.code]).toEqual([507, 'quotaUsed'])
  expect(body.error).toMatch(/^You have reached your daily storage limit \(1 MB\)\. Try again tomorrow/)
  expect((await attachNew(ben, scan(300))).status).toBe(200)

  const params = { draftId: crypto.randomUUID() }
  const save = (texts: number) => {
    const fields = Object.fromEntries(Array.from({ length: texts }, (_, at) => [at, 'x'.repeat(2000)]))
    return ana.call(saveDraft, { params, body: { kind: 'invoice', fields } })
  }
  for (const _ of ['typed', 'saved again', 'and again']) expect((await save(50)).status).toBe(200)
  expect((await save(100)).body.code).toBe('quotaUsed')
  expect((await save(10)).status).toBe(200)

  const small = { params: { draftId }, query: { ...query, id: crypto.randomUUID() }, bytes: scan(30) }
  expect((await ana.call(attachFile, small)).status).toBe(200)
  await ana.call(detachFile, { params: { draftId, attachmentId: small.query.id } })
  expect((await ana.call(attachFile, small)).body.code).toBe('quotaUsed')
  portal.clock.forward(86_400)
  ana = await portal.signIn('ana', { force: true })
  expect((await attachNew(ana, scan(900))).status).toBe(200)
  env.uploadMegabytesPerDay = 500
})

test('while the disk has too little free space no file is stored; documents are recorded, and the health of the portal says it', async () => {
  const { env } = portal.context
  expect((await portal.nobody.call(health)).answer).toMatchObject({ status: 'ok', disk: 'ok' })
  env.minFreeDiskMegabytes = 1e9
  const { status, body } = await attachNew(ana, png)
  expect([status, body.code, body.error]).toEqual([507, 'diskLow', common.diskLow.sentence])
  await recorded({}, crypto.randomUUID())
  expect((await portal.nobody.call(health)).answer).toMatchObject({
    status: 'ok',
    disk: 'low',
    message: expect.stringContaining('Free some space'),
  })
  env.minFreeDiskMegabytes = 0
})

test('a full or read-only disk reported by the database gives a clear message, and the next call works', async () => {
  const params = { draftId: crypto.randomUUID() }
  const save = () => ana.call(saveDraft, { params, body: { kind: 'invoice', fields: {} } })
  const failing = (code: string, message: string) =>
    portal.db.pool.query(`create function disk_fails() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '${code}', message = '${message}'; end $$;
      create trigger disk_fails before insert on draft for each row execute function disk_fails()`)
  for (const [problem, code, message] of [
    [common.diskFull, '53100', 'could not extend file: No space left on device'],
    [common.diskReadOnly, '42501', 'could not open file: Read-only file system'],
  ] as const) {
    await failing(code, message)
    const { status, body } = await save()
    expect([status, body.code, body.error]).toEqual([507, problem.code, problem.sentence])
    await portal.db.pool.query('drop trigger disk_fails on draft; drop function disk_fails')
  }
  expect((await save()).status).toBe(200)
})

test('another type of expense keeps the draft and its attachments; another type of document does not', async () => {
  const params = { draftId: crypto.randomUUID() }
  const save = (kind: string) => ana.call(saveDraft, { params, body: { kind, fields: { typed: { memo: kind } } } })
  await save('bill')
  const query = { id: crypto.randomUUID(), kind: 'bill', name: 'receipt.png' }
  expect((await ana.call(attachFile, { params, query, bytes: png })).status).toBe(200)
  expect((await save('pettycash')).status).toBe(200)
  expect((await ana.call(getDraft, { params })).answer.draft).toMatchObject({
    kind: 'pettycash',
    fields: { typed: { memo: 'pettycash' } },
    attachments: [{ name: 'receipt.png' }],
  })
  expect((await save('invoice')).status).toBe(404)
})

const liars: [what: string, name: string, bytes: Buffer, status: number][] = [
  ['a program called PDF', 'invoice.pdf', Buffer.from('MZ\x90\0\x03\0\0\0\x04'), 415],
  ['a web page called PNG', 'logo.png', Buffer.from('<html><script>alert(1)</script></html>'), 415],
  ['a drawing with a script', 'logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 415],
  ['a PNG called PDF', 'invoice.pdf', png, 415],
  ['a PDF that is cut off', 'invoice.pdf', Buffer.from('%PDF-1.4\n1 0 obj'), 415],
  ['an empty file', 'invoice.pdf', Buffer.alloc(0), 400],
]
test.for(liars)('%s is refused with a way to correct it', async ([, name, bytes, status]) => {
  const reply = await ana.call(attachFile, {
    params: { draftId: crypto.randomUUID() },
    query: { id: crypto.randomUUID(), kind: 'invoice', name },
    bytes,
  })
  expect(reply.status).toBe(status)
  expect(reply.body.error.length).toBeGreaterThan(20)
})

test('an attachment above the limit is refused before it is stored', async () => {
  const bytes = Buffer.alloc(10 * 1024 * 1024 + 1)
  const reply = await ana.call(attachFile, {
    params: { draftId: crypto.randomUUID() },
    query: { id: crypto.randomUUID(), kind: 'invoice', name: 'a.png' },
    bytes,
  })
  expect(reply.status).toBe(413)
})

test('a document has at most ten attachments', async () => {
  const params = { draftId: crypto.randomUUID() }
  const send = () =>
    ana.call(attachFile, { params, query: { id: crypto.randomUUID(), kind: 'invoice', name: 'a.png' }, bytes: png })
  for (let at = 0; at < 10; at++) expect((await send()).status).toBe(200)
  expect(await send()).toMatchObject({ status: 409, body: { code: 'documents.tooManyAttachments' } })
})

test('the list is newest first, searched by word, number, TIN or amount, filtered by status, and paged', async () => {
  for (let at = 1; at <= 53; at++) {
    portal.clock.forward(1)
    await recorded({ externalNo: `B-${at}`, memo: at === 7 ? 'Delivery 100% done' : '' })
  }
  const first = (await ana.call(listDocuments, { query: { kind: 'invoice' } })).answer
  expect(first.documents).toHaveLength(50)
  expect(first.documents[0]?.externalNo).toBe('B-53')
  const rest = (await ana.call(listDocuments, { query: { kind: 'invoice', after: first.next ?? '' } })).answer
  expect(rest.documents.map(({ externalNo }) => externalNo)).toEqual(['B-3', 'B-2', 'B-1'])
  expect(rest.next).toBeNull()
  for (const search of ['100%', 'delivery MABUHAY', 'b-7']) {
    const found = (await ana.call(listDocuments, { query: { search } })).answer.documents
    expect(
      found.map(({ externalNo }) => externalNo),
      search,
    ).toContain('B-7')
  }
  expect((await ana.call(listDocuments, { query: { search: '100% b-8' } })).answer.documents).toEqual([])
  expect((await ana.call(listDocuments, { query: { search: '112,000.00' } })).answer.documents).toHaveLength(50)
  expect((await ana.call(listDocuments, { query: { status: 'void' } })).answer.documents).toEqual([])
})

test('a document is found by any part of its number and TIN, by words without punctuation, and not by centavos', async () => {
  const { documentId } = await recorded({ externalNo: 'OR-77', memo: 'Biñan plant: two drums, acme/blue' })
  const { document } = (await ana.call(getDocument, { params: { documentId: documentId } })).answer
  const { number, partyTin: party } = document
  const [, year, serial = ''] = number.split('-')
  const digits = (party ?? '').replaceAll('-', '')
  const finding = [
    ...[number, `${year}-${serial}`, serial, serial.replace(/^0+/, ''), 'or-7', '77', '₱112,000', '112000.0'],
    ...[
      `TIN ${party}`,
      digits,
      digits.slice(4),
      (party ?? '').slice(4, 11),
      'binan',
      'BIÑAN drum',
      'blue',
      '"plant:"',
      'drums,',
    ],
  ]
  for (const search of finding)
    expect((await ana.call(listDocuments, { query: { search } })).answer.documents, search).toHaveLength(1)
  for (const search of ['iñan', 'rums', 'plant nowhere', "'", "blue' | 'x", 'drum:*', '\\'])
    expect((await ana.call(listDocuments, { query: { search } })).status, search).toBe(200)
  for (const search of ['lant', "x' | 'drums", 'drums & nothing'])
    expect((await ana.call(listDocuments, { query: { search } })).answer.documents, search).toEqual([])
})

test('a selective search gets few rows, and the next page continues after them', engine, async () => {
  for (let at = 1; at <= 5; at++) {
    portal.clock.forward(1)
    await recorded({ externalNo: `B-${at}`, memo: at % 2 === 1 ? 'odd' : '' })
  }
  const first = (await ana.call(listDocuments, { query: { search: 'odd', atMost: '2' } })).answer
  expect(first.documents.map(({ externalNo }) => externalNo)).toEqual(['B-5', 'B-3'])
  const rest = (await ana.call(listDocuments, { query: { search: 'odd', atMost: '2', after: first.next ?? '' } }))
    .answer
  expect(rest.documents.map(({ externalNo }) => externalNo)).toEqual(['B-1'])
  expect(rest.next).toBeNull()
  expect((await ana.call(listDocuments, { query: { atMost: '51' } })).status).toBe(400)
})

test('every printed copy after the first has its number and date, and is an event of the audit trail', async () => {
  const { documentId } = await recorded()
  const params = { documentId }
  const pdf = async (caller: Caller) => (await pagesOf((await caller.call(printVoucher, { params })).bytes)).join('\n')
  const first = await pdf(ana)
  expect((await ana.call(printVoucher, { params })).headers['content-type']).toBe('application/pdf')
  expect((await ana.call(countPrint, { params })).answer).toEqual({ reprint: 2, day: '2026-03-16' })
  portal.clock.forward(86_400)
  const again = await portal.signIn('ana', { force: true })
  const later = await pdf(again)
  expect(first).not.toContain('Reprint')
  expect(later).toContain('Reprint 3, 17 Mar 2026')
  // Nothing else differs.
  expect(later.replace('Reprint 3, 17 Mar 2026\n', '')).toBe(first)
  const events = await portal.db.kysely
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('object_id', '=', documentId)
    .where('action', 'in', [printVoucher.name, countPrint.name])
    .orderBy('seq')
    .execute()
  expect(events).toEqual([
    { action: 'documents.voucher', detail: {} },
    { action: 'documents.voucher', detail: { copy: 'Reprint 1, 16 Mar 2026' } },
    { action: 'documents.printed', detail: { copy: 'Reprint 2, 16 Mar 2026' } },
    { action: 'documents.voucher', detail: { copy: 'Reprint 3, 17 Mar 2026' } },
  ])
  expect((await again.call(countPrint, { params: { documentId: crypto.randomUUID() } })).status).toBe(404)
})

test('a voucher keeps the names of the signatories at the time of its recording', async () => {
  const before = await recorded()
  await portal.db.kysely.updateTable('company').set({ checked_by: 'Ben Cruz', approved_by: 'Carla Reyes' }).execute()
  const after = await recorded({ externalNo: '1002' })
  await portal.db.kysely.updateTable('company').set({ checked_by: 'Someone else' }).execute()
  const receiptOf = async ({ documentId }: { documentId: string }) =>
    (await ana.call(getDocument, { params: { documentId } })).answer.document.receipt
  expect((await receiptOf(before)).signatories).toBeUndefined()
  expect((await receiptOf(after)).signatories).toEqual({
    preparedBy: '',
    checkedBy: 'Ben Cruz',
    approvedBy: 'Carla Reyes',
  })
  const { documentId } = after
  const pages = await pagesOf((await ana.call(printVoucher, { params: { documentId } })).bytes)
  expect(pages.join(' ')).toContain('Ben Cruz')
})

test('the code on a voucher shows any signed-in user its document and whether the books still agree', async () => {
  const yes = await reviewed()
  const { documentId, number } = (await ana.call(recordDocument, { body: yes })).answer
  const { code } = (await ana.call(getDocument, { params: { documentId } })).answer.document
  const [page = ''] = await pagesOf((await ana.call(printVoucher, { params: { documentId } })).bytes)
  expect(page).toContain(`Code ${code}`)

  const check = (typed: string, by = ana) => by.call(checkCode, { query: { code: typed } })
  for (const typed of [code, code.toLowerCase().replaceAll('-', ''), `https://books.example.com/proof?code=${code}`])
    expect((await check(typed)).answer).toMatchObject({
      code,
      problems: [],
      found: { what: 'voucher', id: documentId, number, party: expect.stringContaining('Mabuhay'), voided: null },
    })
  const wrong = await check(code.replace(/.$/, (last) => (last === '0' ? '1' : '0')))
  expect([wrong.status, wrong.body]).toMatchObject([422, { code: 'proof.mistyped', fields: [{ path: ['code'] }] }])
  const other = await check(codeOfDigest('0123456789abcdef'))
  expect([other.status, other.body]).toMatchObject([404, { code: 'proof.noSuchCode' }])

  const { day } = (await ana.call(getDocument, { params: { documentId } })).answer.document
  await ben.call(voidDocument, { params: { documentId }, body: { day, reason: 'Recorded twice' } })
  const voided = (await check(code, carla)).answer
  expect(voided).toMatchObject({ problems: [], found: { voided: { by: 'ben', reason: 'Recorded twice' } } })

  await portal.db.pool.query('alter table document disable trigger document_only_grows')
  await portal.db.pool.query('update document set memo = memo || $1 where id = $2', ['.', documentId])
  await portal.db.pool.query('alter table document enable trigger document_only_grows')
  expect((await check(code)).answer.problems[0]).toContain(`its document ${number} was changed after it was posted`)
})

test('no SQL statement can change, remove or add to posted rows', engine, async () => {
  await recorded()
  const tries = [
    'update entry set memo = memo',
    'delete from entry',
    'truncate entry cascade',
    'update line set debit = debit + 1',
    'delete from line',
    'update document set total = 1',
    'delete from document',
    'delete from open_item',
    'update open_item set amount = 1',
    'delete from audit',
    'update audit set action = action',
    'truncate audit',
    "insert into line (entry_no, position, account, day, debit, credit) values (1, 9, '4010', '2026-03-16', 1, 0)",
  ]
  for (const statement of tries) await expect(sql.raw(statement).execute(portal.db.kysely), statement).rejects.toThrow()
  await soundBooks()
})

test('an unbalanced entry fails at its commit', engine, async () => {
  await recorded()
  await expect(
    portal.db.kysely.transaction().execute(async (trx) => {
      await sql`insert into entry (no, document_id, journal, day, memo, reverses, posted_by, posted_at, previous_hash, hash)
        select 2, document_id, 'GJ', day, '', 1, posted_by, posted_at, hash, repeat('2', 64) from entry`.execute(trx)
      await sql`insert into line (entry_no, position, account, day, debit, credit) values (2, 1, '4010', '2026-03-16', 100, 0), (2, 2, '1110', '2026-03-16', 0, 99)`.execute(
        trx,
      )
    }),
  ).rejects.toThrow('out of balance by 1')
})

test('verify finds every change of a posted row that bypassed the database triggers', async () => {
  await recorded()
  await recorded({ externalNo: '2' })
  const changes = [
    'update line set debit = debit + 1 where position = 1 and entry_no = 1',
    "update line set account = '4020' where account = '4010' and entry_no = 2",
    'update line set tax_base = tax_base - 1, vat = vat + 1 where vat_class is not null and entry_no = 1',
    'update entry set day = day - 1 where no = 1',
    "update entry set memo = 'other' where no = 2",
    'update document set party_id = null where serial = 1',
    "update document set external_no = '9' where serial = 2",
    "update document set fields = jsonb_set(fields, '{memo}', '\"other\"') where serial = 1",
    "update document set receipt = jsonb_set(receipt, '{amountInWords}', '\"Ten pesos\"') where serial = 2",
    "update account_month set debit = debit + 1 where account = '1110'",
    "update account_day set credit = credit + 1 where account = '4010'",
    'delete from line where entry_no = 2; delete from open_item where document_id = (select document_id from entry where no = 2); update document set serial = 9 where serial = 2',
    'update ledger_head set last_entry = 1',
    'update number_series set last = 5',
    'update open_item set amount = amount - 1',
    'delete from outbox',
  ]
  for (const change of changes) {
    await expect(
      portal.db.kysely.transaction().execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        for (const statement of change.split(';')) await sql.raw(statement).execute(trx)
        throw new Undo((await verifyIn(trx)).sound)
      }),
      change,
    ).rejects.toMatchObject({ sound: false })
  }
  await soundBooks()
})

class Undo extends Error {
  readonly sound: boolean
  constructor(sound: boolean) {
    super('undo')
    this.sound = sound
  }
}

// ── Attachments.

function line() {
  return {
    description: 'Bond paper',
    quantity: '10',
    unitPrice: '1120000',
    discountPercent: null,
    discountAmount: null,
    vatClass: 'vatable',
    account: '4010',
  }
}

function invoice(changes: Record<string, unknown> = {}) {
  return {
    email: 'ap@mabuhay.example',
    partyId: customer,
    externalNo: '000101',
    day: '2026-03-16',
    dueDay: '2026-04-15',
    terms: 'Net 30',
    priceMode: 'inclusive',
    lines: [line()],
    memo: '',
    ...changes,
  }
}

const mabuhay = {
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

async function newCustomer(): Promise<string> {
  const reply = await ana.call(registerParty, {
    body: { registrationId: crypto.randomUUID(), role: 'customer', fields: mabuhay },
  })
  return reply.answer.party.id
}

const variousCustomers = '00000000-0000-4000-8000-000000000001'

test('a day of walk-in sales is one invoice without a receipt, and none of its numbers is used again', async () => {
  const walkIn = { partyId: variousCustomers, email: '' }
  const { number } = await recorded({ ...walkIn, externalNo: '000101', externalNoTo: '000148' })
  const [document] = (await ana.call(listDocuments, { query: { kind: 'invoice' } })).answer.documents
  expect(document).toMatchObject({
    number,
    externalNo: '000101 to 000148',
    partyName: 'Various customers',
    partyTin: null,
  })
  const refused = async (changes: Record<string, unknown>) =>
    (
      await ana.call(reviewDraft, {
        params: { draftId: crypto.randomUUID() },
        body: { kind: 'invoice', fields: invoice(changes) },
      })
    ).body.fields?.[0]?.message
  const used = (no: string) =>
    `Invoice no. ${no} is already recorded as ${number}. Void that document first, or correct the number.`
  expect(await refused({ externalNo: '000101' })).toBe(used('000101'))
  expect(await refused({ externalNo: '000120' })).toBe(used('000120'))
  const later = { ...walkIn, externalNo: '000148', externalNoTo: '000160' }
  expect(await refused(later)).toBe(used('000148 to 000160'))
  await recorded({ externalNo: '000149' })
  expect(await refused({ ...later, externalNo: '000149' })).toContain(
    'Invoice no. 000149 to 000160 is already recorded',
  )
  expect(await counts()).toMatchObject({ document: 2, outbox: 1 })
  await soundBooks()
})

async function reviewed(changes: Record<string, unknown> = {}, draftId: string = crypto.randomUUID()) {
  const review = await ana.call(reviewDraft, {
    params: { draftId },
    body: { kind: 'invoice', fields: invoice(changes) },
  })
  return { draftId, digest: review.answer.digest }
}

async function recorded(changes: Record<string, unknown> = {}, draftId?: string) {
  return (await ana.call(recordDocument, { body: await reviewed(changes, draftId) })).answer
}

async function counts(): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from document) as document, (select count(*)::int from entry) as entry, (select count(*)::int from line) as line,
      (select count(*)::int from open_item) as open_item, (select count(*)::int from outbox) as outbox, (select count(*)::int from draft) as draft`.execute(
    portal.db.kysely,
  )
  return rows[0] ?? {}
}

async function soundBooks(): Promise<void> {
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
}
