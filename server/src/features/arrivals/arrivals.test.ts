// Arrivals on the real server: files are stored once, as they came, and every decision is kept and can be undone.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import PDFDocument from 'pdfkit'
import {
  addArrival,
  arrivalProblems,
  assignArrival,
  attachArrival,
  dismissArrival,
  downloadArrival,
  draftArrival,
  getArrival,
  getArrivalOfDraft,
  getArrivalPage,
  getArrivalThumbnail,
  listArrivals,
  listArrivalWords,
  listMissing,
  mergeArrivals,
  noteArrival,
  postponeArrival,
  readArrivalAgain,
  splitArrival,
  undoRearrangement,
} from '@talaan/contract/arrivals.ts'
import {
  attachFile,
  discardDraft,
  getAttachmentPage,
  getDocument,
  getDraft,
  listAttachmentPages,
  recordDocument,
  reviewDraft,
  voidDocument,
} from '@talaan/contract/documents.ts'
import { listNotePages, listNotes } from '@talaan/contract/notes.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { viewTask } from '@talaan/contract/tasks.ts'
import { lastChange } from '@talaan/contract/undo.ts'
import { undoLast } from '../../../test/undo.ts'
import { workOff } from '../../../test/jobs.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { verify } from '../../books/verify/verify.ts'
import { pngOf } from '../../platform/reading/picture.ts'
import { readUploaded } from '../../platform/reading/reader.ts'
import { readsArrivals } from './read.ts'

let portal: Portal
let ana: Caller
let ben: Caller

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
  'base64',
)
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')

beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben] = [await portal.signIn('ana'), await portal.signIn('ben')]
})

test('a file is stored once whoever sends it, is downloaded unchanged, and outlives a draft with the same file', async () => {
  expect((await added(ana, 'a.pdf', png)).body.code).toBe('documents.attachmentType')
  const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0', 'latin1')
  expect(await refused(added(ana, 'photo.jpg', heic))).toContain('HEIC')
  expect((await added(ana, 'a.png', Buffer.from(''))).status).toBe(400)
  const id = crypto.randomUUID()
  const first = (await added(ana, 'receipt.png', png, id)).answer
  expect(first).toMatchObject({ already: false, attachedTo: [] })
  expect(first.arrival).toMatchObject({
    id,
    state: 'new',
    by: 'ana',
    note: '',
    file: { name: 'receipt.png', type: 'image/png', bytes: png.length },
  })
  // A repeated call is the same call; another person learns that it is already there.
  expect((await added(ana, 'receipt.png', png, id)).answer).toEqual(first)
  expect((await added(ben, 'again.png', png)).answer).toEqual({ ...first, already: true })
  expect((await added(ben, 'other.pdf', pdf, id)).body.code).toBe('arrivals.idUsed')

  const draftId = crypto.randomUUID()
  const query = { id: crypto.randomUUID(), kind: 'bill', name: 'receipt.png' } as const
  await ana.call(attachFile, { params: { draftId }, query, bytes: png })
  await ana.call(discardDraft, { params: { draftId } })
  const file = await ben.call(downloadArrival, { params: { arrivalId: id } })
  expect(file.bytes.equals(png)).toBe(true)
  expect(file.headers['content-disposition']).toContain('attachment')
  expect((await ben.call(downloadArrival, { params: { arrivalId: crypto.randomUUID() } })).status).toBe(404)

  await expect(portal.db.pool.query('delete from arrival')).rejects.toThrow()
  await expect(portal.db.pool.query(`update arrival set file_name = 'x.png'`)).rejects.toThrow('does not change')
  const { checks } = await verify(portal.db.kysely)
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
})

test('a file is a task for everyone until it is not a document, which is undone; notes and persons are kept', async () => {
  const { id } = (await added(ana, 'first.pdf', pdf)).answer.arrival
  portal.clock.forward(60)
  await added(ana, 'second.png', png)
  expect(await listed()).toEqual(['first.pdf', 'second.png'])

  const params = { arrivalId: id }
  expect((await ben.call(noteArrival, { params, body: { text: ' For the Cebu branch ' } })).answer.arrival.note).toBe(
    'For the Cebu branch',
  )
  expect((await ben.call(assignArrival, { params, body: { to: 'dino' } })).body.code).toBe('arrivals.noPerson')
  expect((await ben.call(assignArrival, { params, body: { to: 'ana' } })).answer.arrival.assignedTo).toBe('ana')
  const task = (await ana.call(viewTask, { params: { kind: 'arrivals' } })).answer
  expect(task.task).toMatchObject({ count: 2 })
  expect(task.rows.find(({ ref }) => ref === id)).toMatchObject({
    title: 'first.pdf',
    detail: 'From ana, for ana, For the Cebu branch',
  })

  // It is no longer a task of others.
  expect((await ben.call(viewTask, { params: { kind: 'arrivals' } })).answer.task).toMatchObject({ count: 1 })
  const files = async (query: Record<string, string>) =>
    (await ana.call(listArrivals, { query })).answer.arrivals.map(({ file }) => file.name)
  expect(await files({ assignedTo: 'ana' })).toEqual(['first.pdf'])
  expect(await files({ assignedTo: 'no one' })).toEqual(['second.png'])

  // Postponed, it is neither in the list nor a task until its date.
  const postpone = (until: string | null) => ana.call(postponeArrival, { params, body: { until } })
  expect((await postpone('2026-03-16')).body.code).toBe('arrivals.dayPassed')
  expect((await postpone('2026-03-18')).answer.arrival.laterUntil).toBe('2026-03-18')
  expect(await listed()).toEqual(['second.png'])
  expect(await files({ list: 'later' })).toEqual(['first.pdf'])
  expect((await ana.call(viewTask, { params: { kind: 'arrivals' } })).answer.task).toMatchObject({ count: 1 })
  portal.clock.forward(2 * 24 * 60 * 60)
  ;[ana, ben] = [await portal.signIn('ana', { force: true }), await portal.signIn('ben', { force: true })]
  expect(await listed()).toEqual(['first.pdf', 'second.png'])

  const body = { isDocument: false, reason: ' Advertising ' }
  const dismissed = await ana.call(dismissArrival, { params, body })
  expect(dismissed.answer.arrival).toMatchObject({
    state: 'notDocument',
    dismissed: { by: 'ana', reason: 'Advertising' },
  })
  expect(await listed()).toEqual(['second.png'])
  expect(await listed('notDocument')).toEqual(['first.pdf'])
  await ben.call(dismissArrival, { params, body: { isDocument: true } })
  expect(await listed()).toEqual(['first.pdf', 'second.png'])
  // Saying the same again changes nothing.
  await ben.call(dismissArrival, { params, body: { isDocument: true } })

  const { rows } = await portal.db.pool.query<{ action: string }>(
    `select action from audit where object_type = 'arrival' and object_id = $1 order by seq`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'arrivals.add',
    'arrivals.note',
    'arrivals.assign',
    'arrivals.postpone',
    'arrivals.dismiss',
    'arrivals.dismiss',
  ])
})

test('each decision about a file is undone by its last change, unless somebody has changed it since', async () => {
  const { id } = (await added(ben, 'first.pdf', pdf)).answer.arrival
  const params = { arrivalId: id }
  const arrival = async () => (await ana.call(getArrival, { params })).answer.arrival
  const before = await arrival()
  await ana.call(noteArrival, { params, body: { text: 'For Cebu' } })
  expect(await undoLast(ana)).toEqual({ words: 'added a note to first.pdf in Arrivals: For Cebu', button: 'Undo note' })
  await ana.call(assignArrival, { params, body: { to: 'ben' } })
  expect(await undoLast(ana)).toMatchObject({ button: 'Undo assignment' })
  await ana.call(postponeArrival, { params, body: { until: '2026-03-20' } })
  expect(await undoLast(ana)).toEqual({
    words: 'postponed first.pdf in Arrivals to 20 Mar 2026',
    button: 'Undo date',
  })
  expect(await arrival()).toEqual(before)
  await ana.call(dismissArrival, { params, body: { isDocument: false, reason: 'Private' } })
  expect(await undoLast(ana)).toEqual({
    words: 'marked first.pdf in Arrivals as not a document: Private',
    button: 'Mark as a document',
  })
  expect(await arrival()).toEqual(before)
  // The undo of the undo has the reason again.
  await undoLast(ana)
  expect((await arrival()).dismissed).toMatchObject({ reason: 'Private' })
  await ben.call(dismissArrival, { params, body: { isDocument: true } })
  expect((await ana.call(lastChange)).answer.change?.undo).toMatchObject({ by: 'nothing' })
})

test('a PDF of several bills becomes several files, pictures of one bill become one, and both are undone', async () => {
  const names = async (list: 'open' | 'notDocument') =>
    (await ben.call(listArrivals, { query: { list } })).answer.arrivals.map(({ file }) => file.name)
  const batch = (await added(ana, 'batch.pdf', await pagesPdf(['First bill', 'Second bill', 'Its second page']))).answer
    .arrival
  portal.clock.forward(1)
  const after = (await added(ana, 'after.pdf', pdf)).answer.arrival
  portal.clock.forward(1)
  const params = { arrivalId: batch.id }
  await ana.call(noteArrival, { params, body: { text: 'From the scanner' } })
  const split = (starts: number[], id = crypto.randomUUID()) => ana.call(splitArrival, { params, body: { id, starts } })

  // Refused, and nothing is changed.
  expect(await refused(split([3, 2]))).toBe('List the pages in ascending order.')
  expect(await refused(split([4]))).toBe('This PDF has 3 pages. Choose other pages.')
  const gray = pngOf({ width: 60, height: 80, data: new Uint8Array(60 * 80 * 4).fill(200) })
  const picture = (await added(ana, 'page-1.png', gray)).answer.arrival
  const [onePage, starts] = [{ arrivalId: picture.id }, { id: crypto.randomUUID(), starts: [2] }]
  expect(await refused(ana.call(splitArrival, { params: onePage, body: starts }))).toBe(
    arrivalProblems.onePage.sentence,
  )

  const id = crypto.randomUUID()
  const parts = (await split([2], id)).answer.arrivals
  expect(parts.map(({ file, note, state }) => [file.name, note, state])).toEqual([
    ['batch-1.pdf', 'From the scanner', 'new'],
    ['batch-2.pdf', 'From the scanner', 'new'],
  ])
  // Sent again, nothing is split twice. The parts are in the place of the PDF, which is set aside.
  expect((await split([2], id)).answer.arrivals).toEqual(parts)
  expect(await names('open')).toEqual(['batch-1.pdf', 'batch-2.pdf', 'after.pdf', 'page-1.png'])
  const whole = (await ben.call(getArrival, { params })).answer
  expect(whole.arrival).toMatchObject({ state: 'notDocument', dismissed: { reason: 'Split into 2 files' } })
  expect(whole.rearrangement).toMatchObject({ id, how: 'split', to: parts.map(({ id: to }) => ({ id: to })) })
  expect(await refused(ana.call(dismissArrival, { params, body: { isDocument: true } }))).toBe(
    arrivalProblems.rearranged.sentence,
  )
  await workOff(portal.context, [readsArrivals(portal.context)])
  const texts = async (arrivalId: string) =>
    (await ana.call(listArrivalWords, { params: { arrivalId } })).answer.words.map(([page, text]) => `${page} ${text}`)
  expect(await texts(parts[1]?.id ?? '')).toEqual(expect.arrayContaining(['1 Second', '2 second']))

  // A part with a draft keeps the PDF split.
  const part = { arrivalId: parts[0]?.id ?? '' }
  const { draftId } = (await ana.call(draftArrival, { params: part, body: { kind: 'bill' } })).answer
  const undo = { params: { rearrangementId: id }, body: {} }
  expect(await refused(ana.call(undoRearrangement, undo))).toBe(arrivalProblems.partUsed.sentence)
  await ana.call(discardDraft, { params: { draftId } })
  expect((await ana.call(undoRearrangement, undo)).answer.arrivals).toMatchObject([
    { id: batch.id, state: 'attention' },
  ])
  expect(await refused(ana.call(undoRearrangement, undo))).toBe(arrivalProblems.notRearranged.sentence)
  expect(await names('open')).toEqual(['batch.pdf', 'after.pdf', 'page-1.png'])

  // Three files of one bill become a PDF with four pages.
  portal.clock.forward(1)
  const back = (await added(ana, 'back.pdf', await pagesPdf(['Terms and conditions', 'More of them']))).answer.arrival
  const merge = (arrivalIds: string[]) => ben.call(mergeArrivals, { body: { id: crypto.randomUUID(), arrivalIds } })
  expect(await refused(merge([picture.id, picture.id]))).toBe('Choose each file once.')
  expect(await refused(merge([picture.id, after.id]))).toMatch(/^after\.pdf is damaged/)
  const merged = (await merge([picture.id, batch.id, back.id])).answer.arrival
  expect(merged.file).toMatchObject({ name: 'page-1-merged.pdf', type: 'application/pdf' })
  expect(await names('notDocument')).toEqual(expect.arrayContaining(['page-1.png', 'batch.pdf', 'back.pdf']))
  await workOff(portal.context, [readsArrivals(portal.context)])
  expect(await texts(merged.id)).toEqual(expect.arrayContaining(['2 First', '4 second', '6 More']))
  expect(await undoLast(ben)).toEqual({
    words: 'merged page-1.png, batch.pdf, back.pdf in Arrivals into page-1-merged.pdf',
    button: 'Undo merge',
  })
  expect(await names('open')).toEqual(['batch.pdf', 'after.pdf', 'page-1.png', 'back.pdf'])
  expect((await ben.call(lastChange)).answer.change?.undo).toMatchObject({ by: 'nothing' })
})

test('a PDF and a picture of it are read with proofs and places, and a draft begins with what was read', async () => {
  await portal.db.pool.query(`update company set tin9 = '009111222'`)
  const invoice = await invoicePdf()
  const born = (await added(ana, 'invoice.pdf', invoice)).answer.arrival
  expect(born.state).toBe('new')
  await workOff(portal.context, [readsArrivals(portal.context)])
  const first = (await ana.call(getArrival, { params: { arrivalId: born.id } })).answer
  expect(first.arrival).toMatchObject({ state: 'attention', party: { id: null, name: 'Silahis Supplies Corp.' } })
  expect(first.reading?.points).toEqual([
    'The supplier is not registered yet. Register the supplier, or choose another one.',
  ])

  const supplier = await registeredSupplier()

  const scan = (await added(ana, 'scan.png', await pictureOf(invoice))).answer.arrival
  const broken = (await added(ana, 'broken.pdf', pdf)).answer.arrival
  // The newer reading replaces the first.
  await ana.call(readArrivalAgain, { params: { arrivalId: born.id } })
  await workOff(portal.context, [readsArrivals(portal.context)])

  for (const { id } of [born, scan]) {
    const { arrival, reading } = (await ben.call(getArrival, { params: { arrivalId: id } })).answer
    expect(arrival).toMatchObject({
      state: 'ready',
      party: { name: 'Silahis Supplies Corp.' },
      number: '004512',
      day: '2026-03-10',
      total: 112000n,
    })
    expect(reading).toMatchObject({ kind: 'invoice', isOwn: false, points: [] })
    const total = reading?.fields.find(({ name }) => name === 'total')
    expect(total).toMatchObject({ value: '112000', grade: 'proved', evidence: { page: 1 } })
    // The amount is at the right, a little below the middle.
    expect(total?.evidence.x0).toBeGreaterThan(0.6)
    expect(total?.evidence.y0).toBeCloseTo(0.385, 1)
  }
  const page = await ana.call(getArrivalPage, { params: { arrivalId: born.id, page: '1' } })
  expect(page.bytes.subarray(1, 4).toString()).toBe('PNG')
  expect((await ana.call(getArrivalPage, { params: { arrivalId: scan.id, page: '1' } })).status).toBe(404)

  // Every word can be picked on the page, also one that no rule recognised.
  const { words } = (await ana.call(listArrivalWords, { params: { arrivalId: scan.id } })).answer
  expect(words.find(([, text]) => text === 'Printer')).toMatchObject([
    1,
    'Printer',
    expect.closeTo(0.084, 2),
    ...Array(3).fill(expect.any(Number)),
  ])
  expect((await ana.call(listArrivalWords, { params: { arrivalId: broken.id } })).answer.words).toEqual([])

  // Its draft begins with what was read, has the file, and is the same one however often it is asked for.
  const params = { arrivalId: born.id }
  const begun = (await ana.call(draftArrival, { params, body: { kind: 'bill' } })).answer
  expect((await ana.call(draftArrival, { params, body: { kind: 'pettycash' } })).answer).toEqual(begun)
  expect((await ben.call(draftArrival, { params, body: { kind: 'bill' } })).body.code).toBe('arrivals.drafted')
  const { draft } = (await ana.call(getDraft, { params: begun })).answer
  expect(draft).toMatchObject({
    kind: 'bill',
    attachments: [{ name: 'invoice.pdf', bytes: invoice.length }],
    fields: {
      typed: {
        party: { id: supplier, name: 'Silahis Supplies Corp.' },
        externalNo: '004512',
        day: '10 Mar 2026',
        priceMode: 'inclusive',
        vatPrinted: '',
        lines: [{ id: '1', amount: '1,120.00', vat: 'vatable.services' }],
      },
    },
  })
  expect((await ben.call(getArrivalOfDraft, { params: { draftId: begun.draftId } })).answer.arrival).toMatchObject({
    id: born.id,
    state: 'drafted',
    draft: { by: 'ana' },
  })
  expect(await waiting()).toEqual(['broken.pdf', 'scan.png'])

  // Recorded, the file is attached to the document and no longer to be recorded; a void opens it again.
  const typed = { ...repair, partyId: supplier, externalNo: '004512' }
  const { draftId } = begun
  const reviewed = await ana.call(reviewDraft, { params: { draftId }, body: { kind: 'bill', fields: typed } })
  const { digest } = reviewed.answer
  const { documentId } = (await ana.call(recordDocument, { body: { draftId, digest } })).answer
  // Its pages are shown as pictures, without storing them.
  const { attached } = (await ben.call(getDocument, { params: { documentId } })).answer.document
  const file = { attachmentId: attached[0]?.id ?? '' }
  expect(attached).toHaveLength(1)
  expect((await ben.call(listAttachmentPages, { params: file })).answer).toEqual({ pages: 1 })
  const shown = await ben.call(getAttachmentPage, { params: { ...file, page: '1' } })
  expect(shown.bytes.subarray(1, 4).toString()).toBe('PNG')
  expect((await ben.call(getAttachmentPage, { params: { ...file, page: '2' } })).body.error).toBe(
    'This PDF has 1 page.',
  )
  expect((await ben.call(listArrivals, { query: { list: 'recorded' } })).answer.arrivals).toMatchObject([
    { id: born.id, state: 'recorded', document: { id: documentId, kind: 'bill' } },
  ])
  expect((await ana.call(draftArrival, { params, body: { kind: 'bill' } })).body.code).toBe('arrivals.recorded')
  // The scan is of the same invoice: it is said which document and which file, and why.
  const { number } = (await ben.call(getDocument, { params: { documentId } })).answer.document
  expect((await ben.call(getArrival, { params: { arrivalId: scan.id } })).answer.alike).toEqual([
    { why: 'same', label: number, document: { id: documentId, kind: 'bill' }, arrivalId: null },
    { why: 'same', label: 'invoice.pdf', document: null, arrivalId: born.id },
  ])
  expect((await ben.call(getArrival, { params: { arrivalId: broken.id } })).answer.alike).toEqual([])
  expect((await added(ben, 'copy.pdf', invoice)).answer).toMatchObject({
    already: true,
    attachedTo: [{ id: documentId, kind: 'bill' }],
  })
  // A bill that was typed without its file: the scan has its amount and date, and is added to it.
  const second = await bill({ ...typed, externalNo: '004513' })
  const [gap] = (await ana.call(listMissing, {})).answer.missing
  expect(gap).toMatchObject({ what: 'document', id: second, kind: 'bill', amount: 112000n, day: '2026-03-10' })
  expect(gap?.found.map(({ name }) => name)).toEqual(['scan.png'])
  expect((await ana.call(listMissing, { query: { from: '2026-03-11' } })).answer).toEqual({ missing: [], count: 0 })
  const adding = { params: { arrivalId: scan.id }, body: { documentId: second } }
  expect((await ana.call(attachArrival, { params, body: { documentId: second } })).body.code).toBe('arrivals.recorded')
  expect((await ana.call(attachArrival, adding)).answer.arrival).toMatchObject({
    state: 'recorded',
    document: { id: second },
  })
  expect((await ana.call(attachArrival, adding)).status).toBe(200)
  const { notes } = (await ben.call(listNotes, { query: { document: second } })).answer
  expect(notes).toMatchObject([{ file: { name: 'scan.png', type: 'image/png' }, by: 'ana' }])
  // Each has a thumbnail, except the file that can't be opened.
  for (const { id } of [born, scan]) {
    const { bytes } = await ben.call(getArrivalThumbnail, { params: { arrivalId: id } })
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    expect([width <= 96, height <= 128, height > 120]).toEqual([true, true, true])
  }
  expect((await ben.call(getArrivalThumbnail, { params: { arrivalId: broken.id } })).body.code).toBe('arrivals.noPage')
  // Only a PDF has pages.
  const noteId = notes[0]?.id ?? ''
  expect((await ben.call(listNotePages, { params: { noteId } })).body.code).toBe('documents.noPages')
  expect((await ana.call(listMissing, {})).answer.count).toBe(0)
  expect(await waiting()).toEqual(['broken.pdf'])

  await ben.call(voidDocument, { params: { documentId }, body: { day: '2026-03-16', reason: 'Wrong account' } })
  expect((await ana.call(getArrival, { params })).answer.arrival.state).toBe('ready')
  expect((await ana.call(draftArrival, { params, body: { kind: 'bill' } })).answer.draftId).not.toBe(draftId)

  const failed = (await ana.call(getArrival, { params: { arrivalId: broken.id } })).answer
  expect(failed.arrival.state).toBe('attention')
  expect(failed.reading?.points).toEqual(['This PDF is damaged and cannot be read. Save or scan it again.'])
})

test('two bills of which the number was entered teach where the supplier prints it', async () => {
  await portal.db.pool.query(`update company set tin9 = '009111222'`)
  const partyId = await registeredSupplier()
  const read = async (number: string) => {
    const { id } = (await added(ana, `${number}.pdf`, await invoicePdf(`Our Ser. ${number}`))).answer.arrival
    await workOff(portal.context, [readsArrivals(portal.context)])
    return (await ana.call(getArrival, { params: { arrivalId: id } })).answer
  }
  for (const externalNo of ['004512', '004513']) {
    const { arrival } = await read(externalNo)
    expect(arrival).toMatchObject({ state: 'attention', number: null })
    const begin = { params: { arrivalId: arrival.id }, body: { kind: 'bill' } } as const
    const { draftId } = (await ana.call(draftArrival, begin)).answer
    await bill({ ...repair, partyId, externalNo }, draftId)
  }
  const { arrival, reading } = await read('004601')
  expect(arrival).toMatchObject({ state: 'ready', number: '004601' })
  expect(reading?.fields.find(({ name }) => name === 'number')).toMatchObject({ grade: 'labelled', value: '004601' })
})

const repair = {
  day: '2026-03-10',
  priceMode: 'inclusive',
  lines: [{ description: 'Repair', amount: '112000', vatClass: 'vatable', category: 'services', account: '6150' }],
}

async function registeredSupplier(): Promise<string> {
  const fields = {
    kind: 'non_individual',
    vatStatus: 'vat',
    tin: '123-456-789',
    registeredName: 'Silahis Supplies Corp.',
  }
  const body = { registrationId: crypto.randomUUID(), role: 'supplier' as const, fields, lookAlikesSeen: true }
  return (await ana.call(registerParty, { body })).answer.party.id
}

async function bill(fields: object, draftId: string = crypto.randomUUID()): Promise<string> {
  const { digest } = (await ana.call(reviewDraft, { params: { draftId }, body: { kind: 'bill', fields } })).answer
  return (await ana.call(recordDocument, { body: { draftId, digest } })).answer.documentId
}

/** A page for each text, with enough letters to be read as text. */
async function pagesPdf(texts: readonly string[]): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', autoFirstPage: false })
  for (const text of texts)
    document.addPage().fontSize(20).text(`${text} of Silahis Supplies Corporation, Cebu City. `.repeat(3))
  return endedPdf(document)
}

async function endedPdf(document: InstanceType<typeof PDFDocument>): Promise<Buffer> {
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => document.once('end', resolve))
  document.end()
  await ended
  return Buffer.concat(parts)
}

/** An invoice as a program prints it. */
async function invoicePdf(number = 'No. 004512'): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 0 })
  const line = (y: number, left: string, right = '', size = 11) => {
    document.fontSize(size).text(left, 50, y, { lineBreak: false })
    if (right !== '') document.text(right, 400, y, { lineBreak: false })
  }
  line(40, 'Silahis Supplies Corp.', '', 20)
  line(70, 'VAT REG TIN 123-456-789-00000')
  line(100, 'SALES INVOICE', number, 16)
  line(130, 'Sold to: Bahay Kubo Trading', 'Date: 03/10/2026')
  line(150, 'TIN: 009-111-222-00000')
  line(200, 'Printer repair', '1,120.00')
  line(250, 'VATable Sales', '1,000.00')
  line(270, 'VAT Amount', '120.00')
  line(320, 'Total Sales (VAT Inclusive)', '1,120.00')
  line(500, 'BIR Authority to Print No. OCN9AU0001234567  Date Issued: 01/15/2025', '', 8)
  return endedPdf(document)
}

async function pictureOf(bytes: Buffer): Promise<Buffer> {
  const problems = { unreadable: arrivalProblems.unreadable, tooHeavy: arrivalProblems.tooHeavy }
  const file = { bytes, type: 'application/pdf', layout: 'anywhere', withPictures: true } as const
  const { pictures } = await readUploaded('pages', file, { problems })
  return Buffer.from(pictures[0] ?? [])
}

const added = (caller: Caller, name: string, bytes: Buffer, id = crypto.randomUUID()) =>
  caller.call(addArrival, { query: { id, name }, bytes })

const refused = async (reply: Promise<{ body: { error: string } }>) => (await reply).body.error

const waiting = async () =>
  (await ana.call(viewTask, { params: { kind: 'arrivals' } })).answer.rows.map(({ title }) => title).toSorted()

const listed = async (list?: 'notDocument') =>
  (await ana.call(listArrivals, { query: list ? { list } : {} })).answer.arrivals.map(({ file }) => file.name)
