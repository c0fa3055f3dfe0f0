// The annual inventory list on the real server: checked, saved, compared with account 1210, and its files read back.
import { randomUUID } from 'node:crypto'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readImportFile } from '@talaan/contract/imports.ts'
import { checkCount, printInventory, saveCount, viewInventory } from '@talaan/contract/inventory.ts'
import { recordDocument } from '../../../test/recorded.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { verify } from '../../books/verify/verify.ts'

let here: Portal
let ben: Caller
beforeAll(async () => {
  here = await openPortal()
  ben = await here.signIn('ben')
  await recordDocument(here, {
    number: 'SI-2025-000001',
    day: '2025-06-30',
    lines: [debit('1210', 30_000_00n), credit('3010', 30_000_00n)],
  })
})
afterAll(() => here.close())

const rows = [
  ['Product code', 'Item description', 'Unit price', 'Quantity in stock', 'Unit of measurement'],
  ['BP-010', 'Bond paper A4', '185.50', '120', 'ream'],
  ['PN-001', 'Pens', '10', '50', 'box'],
]
const params = { to: '2025-12-31', countId: randomUUID() }

test('a count from a workbook is checked, saved once, compared with the books, and printed as the BIR wants it', async () => {
  const file = await writeXlsx({ sheets: [{ name: 'Count', rows }] })
  const read = await ben.call(readImportFile, {
    query: { name: 'count.xlsx' },
    bytes: file,
    type: 'application/octet-stream',
  })
  const [cells = []] = read.answer.tables
  expect((await ben.call(checkCount, { body: { rows: cells } })).answer).toEqual({
    lines: 2,
    total: 22_760_00n,
    mistakes: [],
  })
  expect((await ben.call(viewInventory)).answer).toMatchObject({ to: '2025-12-31', count: null })
  const wrong = [...rows, ['', 'Nameless', '1', '0', 'box']]
  expect((await ben.call(saveCount, { params, body: { method: 'fifo', rows: wrong } })).status).toBe(422)
  for (let times = 0; times < 2; times++)
    expect((await ben.call(saveCount, { params, body: { method: 'weighted', rows: cells } })).status).toBe(200)

  const { answer } = await ben.call(viewInventory)
  expect(answer.balances).toEqual([{ code: '1210', name: 'Merchandise inventory', balance: 30_000_00n }])
  expect(answer.count).toMatchObject({ counted: 22_760_00n, booked: 30_000_00n, difference: 7_240_00n, by: 'ben' })
  expect(answer.count?.voucher).toMatchObject({
    day: '2025-12-31',
    reference: 'INV 2025-12-31',
    lines: [
      { account: '5010', debit: 7_240_00n },
      { account: '1210', credit: 7_240_00n },
    ],
  })
  expect(answer.count?.declaration.join(' ')).toContain('has 2 items with a total cost of PHP 22,760.00')

  const print = async (format: string) =>
    new Uint8Array((await ben.call(printInventory, { params: { to: '2025-12-31', format } })).bytes)
  const [sheet] = (await readXlsx(await print('xlsx'))).sheets
  const line = sheet?.rows.find((row) => row[0] === 'BP-010')
  expect(line).toEqual([
    'BP-010',
    'Bond paper A4',
    null,
    'O',
    null,
    'Weighted average',
    185.5,
    120,
    'ream',
    null,
    22_260,
  ])
  expect(sheet?.rows.flat()).toContainEqual(expect.stringContaining('under the penalties of perjury'))
  expect((await pagesOf(await print('pdf'))).join(' ')).toContain('22,760.00')
  const problems = (await verify(here.db.kysely)).checks.flatMap((check) => check.problems)
  expect(problems.filter((problem) => problem.includes('inventory count'))).toEqual([])
})

test('a later count replaces the list of its year and the earlier one is kept; only accountants see it', async () => {
  const body = { method: 'weighted', rows: rows.slice(0, 2) }
  expect((await ben.call(saveCount, { params: { ...params, countId: randomUUID() }, body })).status).toBe(200)
  expect((await ben.call(viewInventory)).answer.count?.counted).toBe(22_260_00n)
  const { stored } = await here.db.kysely
    .selectFrom('inventory_count')
    .select(({ fn }) => fn.countAll().as('stored'))
    .executeTakeFirstOrThrow()
  expect(Number(stored)).toBe(2)
  expect((await ben.call(saveCount, { params: { to: '2025-06-30', countId: randomUUID() }, body })).status).toBe(404)
  expect((await (await here.signIn('ana')).call(viewInventory)).status).toBe(403)
})
