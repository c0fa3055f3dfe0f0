// Rows of a spreadsheet: who is refused, which rows are checked, how the batch is compared with its count and total, and that no row is recorded twice.
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeBatch, saveBatch, getOpenBatch } from '@talaan/contract/batches.ts'
import { getDocument, listDocuments, voidDocument } from '@talaan/contract/documents.ts'
import {
  beginImport,
  checkImport,
  listImports,
  previewUndoImport,
  readImportFile,
  maximumRecordedAtOnce,
  recordImported,
  undoImport,
} from '@talaan/contract/imports.ts'
import { registerParty, searchParties } from '@talaan/contract/parties.ts'
import { changeTag } from '@talaan/contract/settings.ts'
import type { ChosenTags } from '@talaan/contract/tag-kinds.ts'
import { importMappings } from '@talaan/ledger/documents/import/mappings.ts'
import type { ImportKind } from '@talaan/ledger/documents/import/kinds.ts'
import { matchColumns, templateCsv } from '@talaan/ledger/documents/import/mapping.ts'
import { farRight } from '../../../test/evil-files.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordNow, viewerOf } from '../../../test/race.ts'
import { verify } from '../../books/verify/verify.ts'

let portal: Portal
let ben: Caller

beforeAll(async () => void (portal = await openPortal()))
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ben = await portal.signIn('ben')
  const address = { street: '45 Aurora Boulevard', city: 'Quezon City', zip: '1112' }
  const fields = {
    kind: 'non_individual',
    tin: '213-456-781',
    registeredName: 'Mabuhay Hardware',
    vatStatus: 'vat',
    address,
  }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields }
  expect((await ben.call(registerParty, { body })).status).toBe(200)
})

const titles = ['Number', 'Customer TIN', 'Invoice date', 'E-mail', 'Item', 'Qty', 'Price', 'Shelf']
const columns = matchColumns(importMappings.invoice, titles)
const good = [
  ['A-1', '213-456-781', '2026-03-01', 'ap@mabuhay.example', 'Bond paper', '2', '112.00', 'x'],
  ['A-2', 'mabuhay hardware', '3/2/2026', 'ap@mabuhay.example', 'Pencils', '10', '11.20', ''],
  ['A-1', '213-456-781', '', '', 'Delivery', '', '56.00', ''],
  ['', '', '', '', '', '', '', ''],
]
const check = async (rows: string[][], by = ben) => by.call(checkImport, { body: { kind: 'invoice', columns, rows } })
type Control = { count: number; total: string | null; again?: boolean; tags?: ChosenTags }
const begin = async (rows: string[][], control: Control, by = ben) =>
  by.call(beginImport, { body: { kind: 'invoice', columns, rows, ...control } })
const record = async (batchId: string, at: number, by = ben) =>
  by.call(recordImported, { params: { batchId }, body: { at } })
const recordFrom = async (batchId: string, at: number) =>
  ben.call(recordImported, { params: { batchId }, body: { at, count: maximumRecordedAtOnce } })
const documents = async () => (await portal.db.kysely.selectFrom('document').select('number').execute()).length
const soundBooks = async () => expect((await verify(portal.db.kysely)).sound).toBe(true)

/** Imports a file of another type by the titles of its template; returns its errors, or the numbers it got. */
async function imported(kind: ImportKind, rows: Record<string, string>[], total: string | null): Promise<unknown[]> {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const body = { kind, columns: keys, rows: rows.map((row) => keys.map((key) => row[key] ?? '')) }
  const found = (await ben.call(checkImport, { body })).answer.documents
  const mistakes = found.flatMap((one) =>
    one.mistakes.map(({ row, column, message }) => `${row} ${column}: ${message}`),
  )
  if (mistakes.length > 0) return mistakes
  const { batchId, due } = (await ben.call(beginImport, { body: { ...body, count: found.length, total } })).answer
  const numbers: string[] = []
  for (let at = 0; at < due; at++) numbers.push((await record(batchId, at)).answer.recorded[0]?.number ?? '')
  const again = (await ben.call(checkImport, { body })).answer.documents
  expect(again.map(({ number }) => number)).toEqual(numbers)
  return numbers
}

test('a user may not import; an admin and the accountant may, each their own batch', async () => {
  for (const [name, status] of [
    ['ana', 403],
    ['carla', 200],
  ] as const)
    expect((await check(good, await portal.signIn(name))).status).toBe(status)
  const { batchId } = (await begin(good, { count: 2, total: '39200' })).answer
  expect((await record(batchId, 0, await portal.signIn('carla', { force: true }))).status).toBe(404)
  expect((await record(batchId, 2)).status).toBe(404)
  expect((await record(crypto.randomUUID(), 0)).status).toBe(404)
})

test('rows become invoices by number and customer, and all are checked before anything is recorded', async () => {
  expect(columns).toEqual(['number', 'customer', 'day', 'email', 'description', 'quantity', 'price', null])
  const found = (await check(good)).answer.documents
  expect(found.map(({ rows, total, mistakes, number }) => [rows, total, mistakes, number])).toEqual([
    [[0, 2], 280_00n, [], null],
    [[1], 112_00n, [], null],
  ])
  expect(await documents()).toBe(0)
})

test('mistakes are shown next to their cells, and a batch with a mistake is not started', async () => {
  const bad = [
    ['A-1', 'Nobody', '2026-02-30', 'x', '', '0', 'ten', ''],
    ['A-2', '213-456-781', '2026-03-01', 'ap@mabuhay.example', 'Pencils', '1', '5.00', ''],
    ['A-2', '213-456-781', '2026-03-02', '', 'Pens', '1.12345', '5.00', ''],
  ]
  const found = (await check(bad)).answer.documents
  const cells = found.map(({ mistakes }) => mistakes.map(({ row, column }) => `${row} ${column}`).toSorted())
  expect(cells).toEqual([
    ['0 customer', '0 day', '0 description', '0 email', '0 price', '0 quantity'],
    ['2 day', '2 quantity'],
  ])
  expect(await begin(bad, { count: 2, total: '1000' })).toMatchObject({
    status: 422,
    body: { code: 'imports.mistakes' },
  })
})

test('the server itself compares the count and total of the source documents with the file', async () => {
  for (const control of [
    { count: 1, total: '39200' },
    { count: 2, total: '39201' },
    { count: 2, total: null },
  ])
    expect(await begin(good, control)).toMatchObject({
      status: 422,
      body: {
        code: 'imports.controlTotal',
        error: expect.stringContaining('The file has 2 items to record with a total of 392.00, but you entered'),
      },
    })
  expect(await documents()).toBe(0)
  expect((await begin(good, { count: 2, total: '39200' })).answer.due).toBe(2)
})

test('a row is recorded once, with the tags of its batch, even if it is sent repeatedly, at the same time or in another file', async () => {
  const project = crypto.randomUUID()
  const tower = { kind: 'project', name: 'Tower', active: true } as const
  await ben.call(changeTag, { params: { code: project }, body: { was: null, now: tower } })
  const control = { count: 2, total: '39200' }
  const unknown = { branch: project }
  expect((await begin(good, { ...control, tags: unknown })).body.code).toBe('tags.inactive')
  const { batchId } = (await begin(good, { ...control, tags: { project } })).answer
  const replies = await Promise.all(Array.from({ length: 5 }, () => record(batchId, 0)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(replies.map(({ answer }) => answer.recorded[0]?.number))).toEqual(new Set(['SI-2026-000001']))
  expect((await record(batchId, 1)).answer.recorded).toEqual([{ number: 'SI-2026-000002', already: false }])
  const tagged = (await ben.call(listDocuments, { query: { project } })).answer.documents
  expect(new Set(tagged.map(({ number }) => number))).toEqual(new Set(['SI-2026-000001', 'SI-2026-000002']))

  const carla = await portal.signIn('carla')
  const again = (await check([['B-1', ...good[1]!.slice(1)], ...good], carla)).answer.documents
  expect(again.map(({ number }) => number)).toEqual([null, 'SI-2026-000001', 'SI-2026-000002'])
  expect((await record(batchId, 0)).answer.recorded).toEqual([{ number: 'SI-2026-000001', already: true }])
  expect(await begin(good, { count: 0, total: null }, carla)).toMatchObject({ status: 409 })
  expect(await documents()).toBe(2)
  await soundBooks()
})

test('documents are recorded together in their order, and one that is refused stops none of the others', async () => {
  const rows = ['C-1', 'C-2', 'C-3', 'C-4'].map((number) => [number, ...good[1]!.slice(1)])
  const { batchId } = (await begin(rows, { count: 4, total: '44800' })).answer
  // Meanwhile the second number is used for another invoice.
  const other = [['C-2', ...good[1]!.slice(1, 4), 'Erasers', '1', '11.20', '']]
  const { batchId: otherId } = (await begin(other, { count: 1, total: '1120' })).answer
  expect((await record(otherId, 0)).status).toBe(200)

  const numbersFrom = async (at: number) => (await recordFrom(batchId, at)).answer.recorded.map(({ number }) => number)
  expect(await numbersFrom(0)).toEqual(['SI-2026-000002'])
  expect((await recordFrom(batchId, 1)).status).toBe(422)
  expect(await numbersFrom(2)).toEqual(['SI-2026-000003', 'SI-2026-000004'])
  expect((await recordFrom(batchId, 4)).status).toBe(404)
  expect(await documents()).toBe(4)
  await soundBooks()
})

test('voided documents are skipped unless the user includes them, and are then recorded again', async () => {
  const { batchId } = (await begin(good, { count: 2, total: '39200' })).answer
  for (const at of [0, 1]) await record(batchId, at)
  const { id } = await portal.db.kysely
    .selectFrom('document')
    .select('id')
    .where('number', '=', 'SI-2026-000001')
    .executeTakeFirstOrThrow()
  const body = { day: '2026-03-16', reason: 'Sent to the wrong branch' }
  expect((await ben.call(voidDocument, { params: { documentId: id }, body })).status).toBe(200)

  expect((await check(good)).answer.documents).toMatchObject([
    { number: null, total: null, voided: { number: 'SI-2026-000001', day: '2026-03-16', reason: body.reason } },
    { number: 'SI-2026-000002', voided: null },
  ])
  expect((await begin(good, { count: 1, total: '28000' })).status).toBe(409)
  expect((await record(batchId, 0)).answer.recorded).toEqual([{ number: 'SI-2026-000001', already: true }])
  const next = (await begin(good, { count: 1, total: '28000', again: true })).answer
  expect((await record(next.batchId, 0)).answer.recorded).toEqual([{ number: 'SI-2026-000003', already: false }])
  expect((await check(good)).answer.documents.map(({ number }) => number)).toEqual(['SI-2026-000003', 'SI-2026-000002'])
  await soundBooks()
})

test('every type of document and the register can be imported, and each row is checked after those above it', async () => {
  const email = 'ap@mabuhay.example'
  const supplier = { tin: '222-333-444', registeredName: 'Bantay Security Agency Inc.', vatStatus: 'VAT' }
  expect(await imported('supplier', [supplier, { ...supplier, registeredName: 'Bantay Two Corp.' }], null)).toEqual([
    '1 tin: This TIN is already in row 2 of this file. Register each customer or supplier only once.',
  ])
  expect(await imported('supplier', [supplier], null)).toEqual(['Bantay Security Agency Inc.'])
  expect(
    (await ben.call(searchParties, { query: { role: 'supplier', search: 'bantay' } })).answer.parties,
  ).toHaveLength(1)

  const day = '2026-03-10'
  const capital = {
    reference: '1',
    account: '1031',
    day,
    email,
    source: '3010',
    description: 'Capital',
    amount: '50,000',
  }
  expect(await imported('deposit', [capital], '5000000')).toEqual(['DS-2026-000001'])
  const bill = {
    number: '77',
    party: '222-333-444',
    day,
    email,
    type: 'Security and janitorial agency',
    amount: '11,200',
  }
  expect(await imported('bill', [bill, { ...bill, number: '78', amount: '1,120' }], '1232000')).toEqual([
    'BL-2026-000001',
    'BL-2026-000002',
  ])
  const paid = {
    number: '9',
    party: 'Bantay Security Agency',
    day: '2026-03-12',
    account: '1031',
    method: 'Bank transfer',
  }
  const settled = [
    { ...paid, document: 'BL-2026-000001', amount: '11,000' },
    { ...paid, document: '78', amount: '1,100' },
  ]
  expect(await imported('payment', [...settled, { ...settled[1]!, number: '10' }], '1210000')).toEqual([
    '2 amount: BL-2026-000002 is already paid by row 2 of this file. Deselect it, or record the money as an advance.',
  ])
  expect(await imported('payment', settled, '1210000')).toEqual(['PV-2026-000001'])
  expect(
    await imported(
      'withdrawal',
      [{ reference: 'W1', account: '1031', day, email, description: 'Till', purpose: '1010', amount: '500' }],
      '50000',
    ),
  ).toEqual(['WD-2026-000001'])
  const moved = { from: '1031', to: '1032', day, email, amount: '37,400.00' }
  expect(await imported('transfer', [moved, { ...moved, amount: '0.01' }], '3740001')).toEqual([
    expect.stringContaining('1 amount: '),
  ])
  expect(await imported('transfer', [moved], '3740000')).toEqual(['FT-2026-000001'])
  await soundBooks()
})

test('credits are imported from a file: an amount credited by one row is not available to the next', async () => {
  const email = 'ap@mabuhay.example'
  const day = '2026-03-10'
  const sold = {
    number: '501',
    customer: '213-456-781',
    day,
    email,
    description: 'Chairs',
    quantity: '10',
    price: '112',
  }
  expect(await imported('invoice', [sold], '112000')).toEqual(['SI-2026-000001'])
  const memo = { ...sold, number: '17', invoice: '501', day: '2026-03-12', reason: 'Came back broken', quantity: '6' }
  expect(await imported('creditmemo', [memo, { ...memo, number: '18' }], '134400')).toEqual([
    '1 price: The total of SI-2026-000001 is 1,120.00, of which 672.00 was credited by row 2 of this file. This memo credits 672.00, which is too much. Lower the quantities or prices.',
  ])
  const kept = { ...memo, number: '18', invoice: '', quantity: '2' }
  expect(await imported('creditmemo', [memo, kept], '89600')).toEqual(['CM-2026-000001', 'CM-2026-000002'])

  const receipt = { number: '9', party: '213-456-781', day, account: '1010' }
  const paid = [
    { ...receipt, day: '2026-03-14', document: '501', amount: '300' },
    { ...receipt, day: '2026-03-14', credit: 'CM-2026-000002', amount: '224' },
  ]
  expect(
    await imported('collection', [...paid, ...paid.map((row) => ({ ...row, number: '10', amount: '1' }))], ''),
  ).toEqual([
    '3 amount: CM-2026-000002 has only 0.00 of credit left after row 2 of this file. Use at most that amount.',
  ])
  expect(await imported('collection', paid, '7600')).toEqual(['CR-2026-000001'])

  await imported(
    'supplier',
    [{ tin: '222-333-444', registeredName: 'Bantay Security Agency Inc.', vatStatus: 'VAT' }],
    null,
  )
  const guards = {
    number: '77',
    party: '222-333-444',
    day,
    email,
    type: 'Security and janitorial agency',
    amount: '11,200',
  }
  expect(await imported('bill', [guards], '1120000')).toEqual(['BL-2026-000001'])
  // The supplier's invoice does not show the tax that was withheld.
  const credit = { ...guards, number: 'C-1', bill: '77', amount: '1,120' }
  expect(await imported('suppliercredit', [credit], '112000')).toEqual(['BL-2026-000002'])
  await soundBooks()
})

test('the template, a workbook and a list with tabs are read; what is no table is refused', async () => {
  const read = (name: string, bytes: Uint8Array) => ben.call(readImportFile, { query: { name }, bytes })
  const template = (await read('a.csv', Buffer.from(templateCsv(importMappings.invoice)))).answer.tables[0]!
  expect(matchColumns(importMappings.invoice, template[0]!)).toEqual(
    importMappings.invoice.columns.map(({ key }) => key),
  )
  const book = await writeXlsx({
    sheets: [
      {
        name: 'A',
        rows: [
          ['Qty', 'Price'],
          [0.125, 1234.5],
        ],
      },
    ],
  })
  expect((await read('a.xlsx', book)).answer.tables[0]).toEqual([
    ['Qty', 'Price'],
    ['0.125', '1234.50'],
  ])
  expect((await read('a.txt', Buffer.from('Qty\tPrice\n1\t2,000.00'))).answer.tables[0]?.[1]).toEqual(['1', '2,000.00'])
  expect((await read('a.csv', Buffer.from('%PDF\0'))).status).toBe(422)
  const misnamed = await read('a.csv', book)
  expect([misnamed.status, misnamed.body.error]).toEqual([
    422,
    'The content of this file is XLSX, but its name does not end in .xlsx or .xls. Rename the file, or choose another one.',
  ])
  expect((await read('a.xlsx', Buffer.from('Qty,Price'))).body.error).toContain('is CSV, but its name does not end in')
  const wide = await read('a.xlsx', farRight())
  expect([wide.status, wide.body.code, wide.body.error]).toEqual([
    422,
    'opening.unreadable',
    expect.stringContaining('cells beyond column 200. Delete the columns to the right of your table'),
  ])
  expect((await read('a.xlsx', book)).status).toBe(200)
  const twice = { kind: 'invoice', columns: ['number', 'number'], rows: [['1', '2']] }
  expect((await ben.call(checkImport, { body: twice })).status).toBe(422)
})

test('a batch typed into a form stays open until it matches or its difference is explained, and belongs to its user', async () => {
  const ana: Caller = await portal.signIn('ana')
  const batchId = crypto.randomUUID()
  const form = 'withdraw'
  const keep = (more: object, by = ana) =>
    by.call(saveBatch, { params: { batchId }, body: { form, count: 2, total: '100000', numbers: [], ...more } })
  const put = (explanation = '', by = ana) => by.call(closeBatch, { params: { batchId }, body: { explanation } })
  const open = async (by = ana) => (await by.call(getOpenBatch, { query: { form } })).answer.batch
  expect((await portal.nobody.call(getOpenBatch, { query: { form } })).status).toBe(401)
  expect(await open()).toBeNull()
  const lines = [{ description: 'Capital', account: '3010', amount: '60000' }]
  const fields = { email: 'ana@bahaykubo.example', day: '2026-03-16', account: '1031', others: lines }
  const { number, documentId } = await recordNow(portal, await viewerOf(portal, 'ana'), ['deposit', fields])
  const batch = async () => (await ben.call(getDocument, { params: { documentId } })).answer.document.batch
  // Numbers recorded by another user, or by no one, are not part of this batch.
  expect((await keep({ numbers: [number, 'SI-2026-999999'] })).answer.batch.documents).toMatchObject([
    { number, kind: 'deposit', total: 60_000n },
  ])
  expect(await open()).toMatchObject({ batchId, count: 2, total: 100_000n })
  expect(await open(ben)).toBeNull()
  expect((await keep({}, ben)).status).toBe(404)
  expect((await put('', ben)).body.code).toBe('bundles.notThere')
  expect((await put()).body).toMatchObject({
    code: 'bundles.differs',
    error: 'Counted: 2, control total 1,000.00. Recorded: 1, total 600.00. Find the difference, or explain it.',
  })
  expect(await batch()).toBeNull()
  expect((await put('One paper is on its way')).status).toBe(200)
  expect(await batch()).toMatchObject({
    count: 2,
    controlTotal: 100_000n,
    difference: -40_000n,
    missing: 1,
    explanation: 'One paper is on its way',
    by: 'ana',
  })
  expect(await open()).toBeNull()
  expect((await put()).status).toBe(404)
  const row = await portal.db.kysely.selectFrom('import_batch').selectAll().where('id', '=', batchId).executeTakeFirst()
  expect(row).toMatchObject({ difference: -40_000n, missing: 1, explanation: 'One paper is on its way' })
  const body = { at: 0 }
  expect((await ben.call(recordImported, { params: { batchId: batchId }, body })).status).toBe(404)
})

test('a batch is undone as one: the preview names what blocks it and what else changes, and all are voided or none', async () => {
  const { batchId } = (await begin(good, { count: 2, total: '39200' })).answer
  for (const at of [0, 1]) await record(batchId, at)
  const params = { batchId }
  const preview = async () => (await ben.call(previewUndoImport, { params, query: { day: '2026-03-16' } })).answer
  const undo = (by = ben) => by.call(undoImport, { params, body: { day: '2026-03-16', reason: 'The wrong file' } })
  const listed = async () => (await ben.call(listImports)).answer.imports
  expect(await listed()).toMatchObject([
    { id: batchId, kind: 'invoice', by: 'ben', recorded: 2, voided: 0, total: 392_00n },
  ])

  const ana = await portal.signIn('ana')
  for (const endpoint of [listImports, previewUndoImport, undoImport] as const)
    expect((await ana.call(endpoint, { params, query: { day: '2026-03-16' } })).status, endpoint.name).toBe(403)
  expect(
    (
      await ben.call(undoImport, {
        params: { batchId: crypto.randomUUID() },
        body: { day: '2026-03-16', reason: 'The wrong file' },
      })
    ).status,
  ).toBe(404)

  // A collection from outside the batch depends on its first invoice.
  const { documentId, partyId } = await portal.db.kysely
    .selectFrom('document')
    .select(['id as documentId', 'party_id as partyId'])
    .where('number', '=', 'SI-2026-000001')
    .executeTakeFirstOrThrow()
  const collected = await recordNow(portal, await viewerOf(portal, 'ben'), [
    'collection',
    { partyId, day: '2026-03-16', account: '1010', rows: [{ documentId, pay: '28000' }] },
  ])
  expect((await preview()).blockers).toMatchObject([{ number: 'CR-2026-000001' }])
  const refused = await undo()
  expect([refused.status, refused.body.code]).toEqual([409, 'imports.notUndone'])
  expect(await listed()).toMatchObject([{ voided: 0 }])

  const body = { day: '2026-03-16', reason: 'Recorded by mistake' }
  await ben.call(voidDocument, { params: { documentId: collected.documentId }, body })
  const free = await preview()
  expect(free).toMatchObject({ blockers: [], refusals: [], documents: [{ isVoid: false }, { isVoid: false }] })
  expect(free.consequences.map(({ words }) => words)).toContain(
    'SI-2026-000001: Its open balance of 280.00 is removed.',
  )
  // Sent twice at once, it is undone once.
  const both = await Promise.all([undo(), undo()])
  expect(both.map(({ answer }) => answer.voided).toSorted((a, b) => a - b)).toEqual([0, 2])
  expect(await listed()).toMatchObject([{ recorded: 2, voided: 2 }])
  expect((await undo()).answer).toEqual({ voided: 0 })
  // The same rows can be recorded again.
  expect((await begin(good, { count: 2, total: '39200', again: true })).status).toBe(200)
  await soundBooks()
})

test('a batch can be undone after its rows are gone', async () => {
  const { batchId } = (await begin(good, { count: 2, total: '39200' })).answer
  for (const at of [0, 1]) await record(batchId, at)
  portal.clock.forward(31 * 86_400)
  ben = await portal.signIn('ben', { force: true })
  await begin([['A-9', '213-456-781', '2026-03-05', '', 'Pens', '1', '10.00', '']], { count: 1, total: '1000' })
  expect((await record(batchId, 0)).status).toBe(404)
  const body = { day: '2026-04-16', reason: 'The wrong file' }
  expect((await ben.call(undoImport, { params: { batchId }, body })).answer).toEqual({ voided: 2 })
})
