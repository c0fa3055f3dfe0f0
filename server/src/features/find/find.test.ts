// Find anything on the real server: notes, files, their text and account numbers, and only what the user may open.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addArrival } from '@talaan/contract/arrivals.ts'
import { findAnything } from '@talaan/contract/find.ts'
import { addFile, addNote, removeNote } from '@talaan/contract/notes.ts'
import type { NoteSubject } from '@talaan/contract/notes.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { savePartyAccount } from '@talaan/contract/party-accounts.ts'
import { attachFile, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import { workOff } from '../../../test/jobs.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { readsAttachedFiles } from './read-files.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let supplier: string

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin: '123-456-789', registeredName: 'Kalinga Security' }
  const body = { registrationId: crypto.randomUUID(), role: 'supplier' as const, fields, lookAlikesSeen: true }
  supplier = (await ana.call(registerParty, { body })).answer.party.id
})

test('notes of statements and returns are found by accountants only, and removed ones by nobody', async () => {
  await noted(ben, { party: supplier }, 'Ask for Ms. Reyes on Fridays')
  await noted(ben, { duty: '2550Q', period: '2026-03-31' }, 'Reyes of the RDO confirmed the payment')
  expect((await found(ben, 'reyes')).map(({ at }) => at)).toEqual([
    { duty: '2550Q', period: '2026-03-31' },
    { party: supplier, name: 'Kalinga Security' },
  ])
  expect(await found(ana, 'REY frid')).toMatchObject([{ kind: 'note', title: 'Ask for Ms. Reyes on Fridays' }])
  expect(await found(ana, 'Monday')).toEqual([])
  const noteId = await noted(ben, { party: supplier }, 'A typing error')
  expect(await found(ana, 'typing')).toHaveLength(1)
  await ben.call(removeNote, { params: { noteId }, body: { reason: 'Nothing useful' } })
  expect(await found(ana, 'typing')).toEqual([])
})

test('files are found by parts of their names: added ones and attachments of recorded documents, not of drafts', async () => {
  const query = { id: crypto.randomUUID(), name: 'Service_contract-2026.pdf', party: supplier }
  await ana.call(addFile, { query, bytes: pdf })
  for (const search of ['contract', '2026.pdf', 'service contract']) {
    expect(await found(ana, search)).toMatchObject([{ kind: 'file', title: 'Service_contract-2026.pdf' }])
  }
  const draftId = crypto.randomUUID()
  const attached = { id: crypto.randomUUID(), kind: 'journalvoucher', name: 'accrual memo.pdf' } as const
  await ben.call(attachFile, { params: { draftId }, query: attached, bytes: pdf })
  expect(await found(ben, 'accrual')).toEqual([])
  const lines = [
    { account: '6020', debit: '10000' },
    { account: '3010', credit: '10000' },
  ]
  const fields = { day: '2026-03-16', memo: 'Accrued', lines }
  const review = await ben.call(reviewDraft, { params: { draftId }, body: { kind: 'journalvoucher', fields } })
  expect(review.body.error).toBeUndefined()
  await ben.call(recordDocument, { body: { draftId, digest: review.answer.digest } })
  expect(await found(ana, 'accrual')).toMatchObject([{ kind: 'file', at: { kind: 'journalvoucher' } }])
  // As if it were the file of a payroll register.
  await portal.db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.updateTable('document').set({ kind: 'payroll' }).execute()
  })
  expect(await found(ana, 'accrual')).toEqual([])
  expect(await found(ben, 'accrual')).toHaveLength(1)
})

test('files that were attached to documents are found by their text once it was read', async () => {
  const attach = async (name: string, bytes: Buffer) => {
    const draftId = crypto.randomUUID()
    const query = { id: crypto.randomUUID(), kind: 'journalvoucher', name } as const
    await ben.call(attachFile, { params: { draftId }, query, bytes })
    const lines = [
      { account: '6020', debit: '10000' },
      { account: '3010', credit: '10000' },
    ]
    const fields = { day: '2026-03-16', memo: 'Accrued', lines }
    const review = await ben.call(reviewDraft, { params: { draftId }, body: { kind: 'journalvoucher', fields } })
    return (await ben.call(recordDocument, { body: { draftId, digest: review.answer.digest } })).answer.documentId
  }
  const text = 'Guarantee of two years for the water pump with the serial number 88-2210 of Kalinga Security'
  const document = await attach('scan 3.pdf', await pdfWith(text))
  await attach('damaged.pdf', pdf)
  expect(await found(ana, '88-2210')).toEqual([])
  const handlers = [readsAttachedFiles(portal.context)]
  await workOff(portal.context, handlers)
  expect(await handlers[0]?.hasWork?.()).toBe(false)
  expect(await found(ana, 'pump 88-2210')).toMatchObject([
    { kind: 'text', title: 'scan 3.pdf', at: { document, kind: 'journalvoucher' } },
  ])
  const query = { id: crypto.randomUUID(), name: 'annex.pdf', document }
  await ana.call(addFile, { query, bytes: await pdfWith(`${text}, and the address of its workshop in Cebu City`) })
  portal.clock.forward(60)
  await workOff(portal.context, handlers)
  expect(await found(ana, 'workshop')).toMatchObject([{ title: 'annex.pdf', at: { document } }])
  // As if it were the file of a payroll register.
  await portal.db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.updateTable('document').set({ kind: 'payroll' }).execute()
  })
  expect(await found(ana, '88-2210')).toEqual([])
  expect(await found(ben, '88-2210')).toHaveLength(2)
})

test('files in Arrivals are found by the newest text that was read of them, with the part where it is', async () => {
  const { arrival } = (
    await ana.call(addArrival, { query: { id: crypto.randomUUID(), name: 'scan 12.pdf' }, bytes: pdf })
  ).answer
  const read = (words: string) =>
    portal.db.kysely
      .insertInto('arrival_reading')
      .values({
        ...{ arrival_id: arrival.id, rules_version: 1, read_at: '2026-03-16T01:00:00Z', took_ms: 1, pages: 1 },
        ...{
          source: 'text',
          result: 'read',
          kind: 'unknown',
          is_own: false,
          names_us: false,
          is_ready: false,
          fields: '[]',
        },
        words: JSON.stringify(words.split(' ').map((word) => [1, word, 0, 0, 1, 1])),
      })
      .execute()
  await read('compresor serial 77-4410')
  await read('Compressor, serial 77-4410 with hose')
  for (const search of ['compressor', '77-4410', 'hose serial', '4410'])
    expect(await found(ana, search), search).toEqual([
      {
        ...{ id: arrival.id, kind: 'text', title: 'scan 12.pdf', at: { arrival: arrival.id, name: 'scan 12.pdf' } },
        snippet: 'Compressor, serial 77-4410 with hose',
      },
    ])
  expect(await found(ana, 'compresor')).toEqual([])
  // As if it were the file of a payroll register.
  const draftId = crypto.randomUUID()
  const lines = [
    { account: '6020', debit: '10000' },
    { account: '3010', credit: '10000' },
  ]
  const fields = { day: '2026-03-16', memo: 'Accrued', lines }
  const review = await ben.call(reviewDraft, { params: { draftId }, body: { kind: 'journalvoucher', fields } })
  await ben.call(recordDocument, { body: { draftId, digest: review.answer.digest } })
  await portal.db.kysely.updateTable('arrival').set({ draft_id: draftId }).execute()
  expect(await found(ana, 'compressor')).toMatchObject([{ at: { kind: 'journalvoucher' } }])
  await portal.db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.updateTable('document').set({ kind: 'payroll' }).execute()
  })
  expect(await found(ana, 'compressor')).toEqual([])
  expect(await found(ben, 'compressor')).toHaveLength(1)
})

test('bank accounts are found by the last digits of their newest number, and shown masked', async () => {
  const accountId = crypto.randomUUID()
  const save = (after: number, number: string) =>
    ben.call(savePartyAccount, {
      params: { partyId: supplier, accountId },
      body: {
        changeId: crypto.randomUUID(),
        after,
        bank: 'Bank of Luzon',
        accountName: 'Kalinga Security',
        number,
        currency: 'PHP',
        active: true,
        reason: 'As they wrote',
      },
    })
  await save(0, '0012-3456-7890')
  const expected = [
    { id: accountId, kind: 'account', title: 'Bank of Luzon ·7890', at: { party: supplier, name: 'Kalinga Security' } },
  ]
  for (const search of ['7890', '·7890', '3456-7890', '0012 3456 7890'])
    expect(await found(ana, search)).toEqual(expected)
  for (const search of ['90', '0012', '%', '_890']) expect(await found(ana, search)).toEqual([])
  await save(1, '5555-6666-7777')
  expect(await found(ana, '7890')).toEqual([])
  expect(await found(ana, '7777')).toHaveLength(1)
  await portal.db.kysely
    .updateTable('money_account')
    .set({ bank: 'Mayon Bank', bank_account_no: '77-007-777' })
    .where('code', '=', '1031')
    .execute()
  expect((await found(ben, '7777')).map(({ title }) => title)).toEqual(['Mayon Bank ·7777', 'Bank of Luzon ·7777'])
  expect((await found(ana, '7777')).map(({ title }) => title)).toEqual(['Bank of Luzon ·7777'])
})

async function pdfWith(text: string): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4' })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => document.once('end', resolve))
  document.fontSize(20).text(text)
  document.end()
  await ended
  return Buffer.concat(parts)
}

const found = async (by: Caller, search: string) => (await by.call(findAnything, { query: { search } })).answer.found

async function noted(by: Caller, subject: NoteSubject, text: string): Promise<string> {
  const noteId = crypto.randomUUID()
  expect((await by.call(addNote, { params: { noteId }, query: subject, body: { text } })).status).toBe(200)
  portal.clock.forward(1)
  return noteId
}
