// Files and notes on the real server: who may read, add and remove them, and what stays.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { attachFile, discardDraft, getDocument, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { addFile, addNote, downloadNote, listNotes, removeNote } from '@talaan/contract/notes.ts'
import type { NoteSubject } from '@talaan/contract/notes.ts'
import { mergeParty, registerParty } from '@talaan/contract/parties.ts'
import { getRelated } from '@talaan/contract/related.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ana: Caller
let ben: Caller
let carla: Caller
let customer: string

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben, carla] = [await portal.signIn('ana'), await portal.signIn('ben'), await portal.signIn('carla')]
  customer = await registered('Mabuhay Corp.', '123-456-789')
})

test('notes of statements and returns are for accountants, and only admins and accountants remove one', async () => {
  const period = { duty: '2550Q', period: '2026-03-31' } as const
  for (const subject of [period, { statement: crypto.randomUUID() }]) {
    for (const caller of [ana, carla]) {
      expect((await caller.call(listNotes, { query: subject })).status).toBe(403)
      expect((await noted(caller, subject, 'Filed by e-mail')).status).toBe(403)
      expect((await filed(caller, subject, 'a.pdf', pdf)).status).toBe(403)
    }
  }
  expect((await noted(ben, { statement: crypto.randomUUID() }, 'Where is it?')).status).toBe(404)
  expect((await noted(ana, { document: crypto.randomUUID() }, 'Where is it?')).status).toBe(404)
  expect((await noted(ana, { party: crypto.randomUUID() }, 'Who is it?')).status).toBe(404)

  const noteId = crypto.randomUUID()
  expect((await noted(ben, period, 'Filed by e-mail', noteId)).status).toBe(200)
  expect((await removed(carla, noteId)).status).toBe(403)
  expect((await filed(ben, period, 'confirmation.pdf', pdf)).status).toBe(200)
  const { notes } = (await ben.call(listNotes, { query: period })).answer
  expect(notes.map(({ text, file }) => file?.name ?? text).toSorted()).toEqual(['Filed by e-mail', 'confirmation.pdf'])
  expect((await ben.call(listNotes, { query: { ...period, period: '2026-06-30' } })).answer.notes).toEqual([])
  const file = notes.find((one) => one.file !== null)
  expect((await ana.call(downloadNote, { params: { noteId: file?.id ?? '' } })).status).toBe(403)

  const own = crypto.randomUUID()
  await noted(ana, { party: customer }, 'Pays on Fridays', own)
  expect((await removed(ana, own)).status).toBe(403)
  expect((await removed(carla, own)).status).toBe(200)
})

test('a file is checked like an attachment, added once, downloaded unchanged, and its removal keeps a trace', async () => {
  const subject = { party: customer }
  expect(await filed(ana, subject, 'a.pdf', png)).toMatchObject({
    status: 415,
    body: { code: 'documents.attachmentType' },
  })
  expect((await filed(ana, subject, 'a.png', Buffer.from(''))).status).toBe(400)
  const noteId = crypto.randomUUID()
  const first = await filed(ana, subject, 'scan.png', png, noteId)
  expect(first.answer.note).toMatchObject({
    file: { name: 'scan.png', type: 'image/png', bytes: png.length },
    by: 'ana',
  })
  // Sent again, it is the same file; another content under its id is refused.
  expect((await filed(ana, subject, 'scan.png', png, noteId)).answer).toEqual(first.answer)
  expect((await filed(ana, subject, 'other.pdf', pdf, noteId)).status).toBe(409)
  expect((await filed(ben, subject, 'scan.png', png, noteId)).status).toBe(409)
  const { bytes, headers } = await ben.call(downloadNote, { params: { noteId } })
  expect(bytes.equals(png)).toBe(true)
  expect(headers['content-disposition']).toContain('attachment')

  // The same file as an attachment of a draft that is discarded stays here.
  const draftId = crypto.randomUUID()
  const query = { id: crypto.randomUUID(), kind: 'invoice', name: 'scan.png' } as const
  expect((await ana.call(attachFile, { params: { draftId }, query, bytes: png })).status).toBe(200)
  expect((await ana.call(discardDraft, { params: { draftId } })).status).toBe(200)
  expect((await ben.call(downloadNote, { params: { noteId } })).status).toBe(200)

  expect((await removed(ben, noteId, 'no')).status).toBe(400)
  expect((await removed(ben, noteId, 'Belongs to another customer')).status).toBe(200)
  expect((await removed(ben, noteId)).body.code).toBe('notes.removed')
  expect((await ben.call(downloadNote, { params: { noteId } })).status).toBe(409)
  const [note] = (await ana.call(listNotes, { query: subject })).answer.notes
  expect(note?.removed).toMatchObject({ by: 'ben', reason: 'Belongs to another customer' })
  expect(await events()).toEqual([
    ['notes.attach', 'party', customer],
    ['notes.remove', 'party', customer],
  ])
  await soundBooks()
})

test('a recorded document gets additions: its attachments, its digest and its history of entries stay', async () => {
  const documentId = await invoiced()
  const before = (await ana.call(getDocument, { params: { documentId } })).answer.document
  await noted(ana, { document: documentId }, 'The customer asked for a copy')
  await filed(ana, { document: documentId }, 'signed.pdf', pdf)
  expect((await ana.call(getDocument, { params: { documentId } })).answer.document).toEqual(before)
  const { history } = (await ana.call(getRelated, { params: { documentId } })).answer
  expect(history.map(({ action, detail }) => `${action} ${detail}`)).toEqual(
    expect.arrayContaining(['notes.add The customer asked for a copy', 'notes.attach signed.pdf']),
  )
  await soundBooks()
})

test('the notes of a merged registration are on the page of the one that stays', async () => {
  const goes = await registered('Mabuhay Corporation', '123-456-789-00001')
  await noted(ana, { party: goes }, 'Registered twice')
  const body = { mergeId: crypto.randomUUID(), into: customer, reason: 'The same company' }
  expect((await ben.call(mergeParty, { params: { partyId: goes }, body })).status).toBe(200)
  const { notes } = (await ana.call(listNotes, { query: { party: customer } })).answer
  expect(notes.map(({ text }) => text)).toEqual(['Registered twice'])
})

test('rows of notes cannot be changed or deleted', async () => {
  await noted(ana, { party: customer }, 'Pays on Fridays')
  await expect(portal.db.pool.query(`update added_note set text = 'x'`)).rejects.toThrow()
  await expect(portal.db.pool.query('delete from added_note')).rejects.toThrow()
})

const noted = (caller: Caller, subject: NoteSubject, text: string, noteId = crypto.randomUUID()) =>
  caller.call(addNote, { params: { noteId }, query: subject, body: { text } })

const filed = (caller: Caller, subject: NoteSubject, name: string, bytes: Buffer, id = crypto.randomUUID()) =>
  caller.call(addFile, { query: { ...subject, id, name }, bytes })

const removed = (caller: Caller, noteId: string, reason = 'No longer needed') =>
  caller.call(removeNote, { params: { noteId }, body: { reason } })

async function events(): Promise<unknown[]> {
  const { rows } = await portal.db.pool.query<{ action: string; object_type: string; object_id: string }>(
    `select action, object_type, object_id from audit where action like 'notes.%' and outcome = 'done' order by seq`,
  )
  return rows.map(({ action, object_type: type, object_id: id }) => [action, type, id])
}

async function soundBooks(): Promise<void> {
  const { checks } = await verify(portal.db.kysely)
  expect(checks.filter(({ problems }) => problems.length > 0)).toEqual([])
}

async function registered(registeredName: string, tin: string): Promise<string> {
  const fields = { kind: 'non_individual', vatStatus: 'vat', tin, registeredName }
  const body = { registrationId: crypto.randomUUID(), role: 'customer' as const, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

async function invoiced(): Promise<string> {
  const fields = {
    email: 'ap@mabuhay.example',
    partyId: customer,
    externalNo: '000101',
    day: '2026-03-16',
    dueDay: '2026-04-15',
    priceMode: 'inclusive',
    lines: [{ description: 'Cement', quantity: '1', unitPrice: '1120000', vatClass: 'vatable', account: '4010' }],
  }
  const draftId = crypto.randomUUID()
  const { digest } = (await ana.call(reviewDraft, { params: { draftId }, body: { kind: 'invoice', fields } })).answer
  return (await ana.call(recordDocument, { body: { draftId, digest } })).answer.documentId
}
