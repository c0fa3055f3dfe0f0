// Invoices from a spreadsheet: who may not, what is judged, and that no row is recorded twice.
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkImport, readImportFile, recordImported } from '@talaan/contract/imports.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { importMappings } from '@talaan/ledger/imports/all.ts'
import { matchColumns, templateCsv } from '@talaan/ledger/imports/mapping.ts'
import { portal } from '../../test/portal.ts'
import type { Caller, Portal } from '../../test/portal.ts'
import { verify } from '../verify.ts'

let house: Portal
let ben: Caller

beforeAll(async () => void (house = await portal()))
afterAll(() => house.close())
beforeEach(async () => {
  await house.reset()
  ben = await house.signIn('ben')
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
const record = (rows: string[][], digest: string | null, by = ben) =>
  by.call(recordImported, { body: { kind: 'invoice', columns, rows, copy: 0, digest } })
const documents = async () => (await house.db.kysely.selectFrom('document').select('number').execute()).length

test('a user may not import; an admin and the accountant may', async () => {
  for (const [name, status] of [
    ['ana', 403],
    ['carla', 200],
  ] as const)
    expect((await check(good, await house.signIn(name))).status).toBe(status)
})

test('rows become invoices by number and customer, are all judged, and nothing is recorded before', async () => {
  expect(columns).toEqual(['number', 'customer', 'day', 'email', 'description', 'quantity', 'price', null])
  const found = (await check(good)).answer.documents
  expect(found.map(({ rows, total, mistakes, number }) => [rows, total, mistakes, number])).toEqual([
    [[0, 2], 280_00n, [], null],
    [[1], 112_00n, [], null],
  ])
  expect(await documents()).toBe(0)
})

test('mistakes stand beside their cells', async () => {
  const bad = [
    ['A-1', 'Nobody', '2026-02-30', 'x', '', '0', 'ten', ''],
    ['A-2', '213-456-781', '2026-03-01', 'ap@mabuhay.example', 'Pencils', '1', '5.00', ''],
    ['A-2', '213-456-781', '2026-03-02', '', 'Pens', '1.12345', '5.00', ''],
  ]
  const found = (await check(bad)).answer.documents
  expect(found.map(({ digest }) => digest)).toEqual([null, null])
  const cells = found.map(({ mistakes }) => mistakes.map(({ row, column }) => `${row} ${column}`).toSorted())
  expect(cells).toEqual([
    ['0 customer', '0 day', '0 description', '0 email', '0 price', '0 quantity'],
    ['2 day', '2 quantity'],
  ])
  expect((await record(bad.slice(1), 'f'.repeat(64))).status).toBe(409)
})

test('a row is recorded once, however often and at once, and in whatever file it comes again', async () => {
  const [first, second] = (await check(good)).answer.documents
  const lines = [good[0]!, good[2]!]
  const replies = await Promise.all(Array.from({ length: 5 }, () => record(lines, first!.digest)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(replies.map(({ answer }) => answer.documentId)).size).toBe(1)
  expect((await record([good[1]!], second!.digest)).answer).toMatchObject({ number: 'SI-2026-000002', already: false })

  const carla = await house.signIn('carla')
  const again = (await check([['B-1', ...good[1]!.slice(1)], ...good], carla)).answer.documents
  expect(again.map(({ number }) => number)).toEqual([null, 'SI-2026-000001', 'SI-2026-000002'])
  expect((await record(lines, first!.digest, carla)).answer).toMatchObject({ number: 'SI-2026-000001', already: true })
  expect(await documents()).toBe(2)
  expect((await verify(house.db.kysely)).sound).toBe(true)
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
  const twice = { kind: 'invoice', columns: ['number', 'number'], rows: [['1', '2']] }
  expect((await ben.call(checkImport, { body: twice })).status).toBe(422)
})
