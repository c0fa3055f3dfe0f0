import { readXlsx, type CellValue } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { formatMoney, largestMoney } from '@talaan/ledger/core/money.ts'
import type { Row } from '@talaan/ledger/reports/table.ts'
import { salesJournal, salesTable } from '../../test/print/specimen.ts'
import { tableToXlsx } from './xlsx.ts'

const headRow = 7

test('the workbook shows the company, the title, the period and then the table', async () => {
  const { sheet } = await open(salesTable.rows)
  expect(sheet.name).toBe('Sales Journal')
  expect(sheet.rows.slice(0, headRow).map((row) => row[0] ?? null)).toEqual([
    'Peñafrancia Trading Corporation',
    'VAT REG TIN 123-456-789-00000',
    '1234 Quezon Avenue, Quezon City 1103',
    null,
    'Sales Journal',
    'June 2026',
    null,
  ])
  expect(sheet.rows[headRow]).toEqual(['Day', 'Number', 'Customer', 'Documents', 'Amount'])
  expect(sheet.rows.at(-1)?.[0]).toBe('Amounts are in ₱.')
})

test('amounts are numbers, days are dates and texts are texts', async () => {
  const { sheet, cell } = await open(salesTable.rows)
  expect(sheet.rows[headRow + 2]).toEqual([new Date('2026-06-30'), 'SI-2026-000001', 'Niño Dela Peña', 3, 112_000.5])
  expect(sheet.rows[headRow + 3]).toEqual([new Date('2026-07-01'), 'SI-2026-000002', 'Aling Nena', 1_234, -0.05])
  expect(cell(1, 4).style).toMatchObject({ numFmt: '#,##0.00', alignment: { horizontal: 'right' } })
  expect(cell(1, 3).style).toMatchObject({ numFmt: '#,##0', alignment: { horizontal: 'right' } })
  expect(cell(1, 0).style).toMatchObject({ numFmt: 'yyyy-mm-dd' })
})

test('a heading is shown in full, in any column', async () => {
  const { body } = await open(salesTable.rows)
  expect(body(0)[0]).toBe('Sales of June to customers of the main office')
})

test('the column titles are bold and frozen, totals are bold and ruled', async () => {
  const { sheet, cell } = await open(salesTable.rows)
  expect(sheet.freezePane).toMatchObject({ rows: headRow + 1 })
  expect(cell(-1, 4).style?.font?.bold).toBe(true)
  expect(cell(1, 4).style?.font?.bold ?? false).toBe(false)
  expect(cell(3, 4).style).toMatchObject({
    font: { bold: true },
    border: { top: { style: 'thin' }, bottom: { style: 'double' } },
  })
})

test('columns are wide enough for their content, but a heading runs over the next ones', async () => {
  const { sheet } = await open(salesTable.rows)
  const widths = sheet.columns?.map((column) => column.width ?? 0) ?? []
  expect(widths).toHaveLength(5)
  expect(widths[0]).toBeGreaterThanOrEqual('2026-06-30'.length)
  expect(widths[0]).toBeLessThan(20)
  expect(widths[4]).toBeGreaterThanOrEqual('112,000.50'.length)
})

test.each([largestMoney, -largestMoney, largestMoney - 1n, 1n, 0n, 10n, 29n, -57n])(
  'the amount %s reads back to the centavo',
  async (amount) => {
    const { body } = await open([{ cells: [null, null, null, null, amount] }])
    expect(body(0)[4]).toBeTypeOf('number')
    expect(BigInt(Math.round(Number(body(0)[4]) * 100))).toBe(amount)
  },
)

test.each([largestMoney + 1n, 2n ** 53n + 1n, -(10n ** 24n)])(
  'the amount %s has too many digits for a spreadsheet and is written as text, with a note',
  async (amount) => {
    const { body, sheet } = await open([{ cells: [null, null, null, null, amount] }])
    expect(body(0)[4]).toBe(formatMoney(amount))
    expect(sheet.rows.at(-1)?.[0]).toBe(
      'Amounts with more than 15 digits are stored as text so that the spreadsheet does not round them.',
    )
  },
)

test.each([
  '=1+1',
  '=cmd|"/c calc"!A1',
  '+1',
  '-1',
  '@SUM(A1)',
  '#N/A',
  '#REF!',
  "'",
  ' <b>&amp;</b> ',
  '00123',
  '1e5',
  'TRUE',
])('the text %j stays text', async (typed) => {
  const { body, cell } = await open([{ cells: [null, typed, typed, null, null] }])
  expect(body(0).slice(1, 3)).toEqual([typed, typed])
  expect(cell(0, 2).formula).toBeUndefined()
  expect(['string', 'richText']).toContain(cell(0, 2).type)
})

test('a text too long for a cell is truncated, and the file opens', async () => {
  const { body } = await open([{ cells: [null, null, 'x'.repeat(50_000), null, null] }])
  expect(body(0)[2]).toBe(`${'x'.repeat(32_766)}…`)
})

test('a table without rows opens', async () => {
  const { sheet } = await open([])
  expect(sheet.rows[headRow]).toEqual(['Day', 'Number', 'Customer', 'Documents', 'Amount'])
})

test.each(['History', "'Accounts' [2026] / 2027: a very long title?", ''])(
  'a report titled %j gets a sheet name that opens',
  async (title) => {
    const workbook = await readXlsx(await tableToXlsx({ ...salesTable, title }))
    expect(workbook.sheets[0]?.name).toMatch(/^[^[\]:*?/\\']{1,31}$/)
  },
)

async function open(rows: Row[]) {
  const notes = salesTable.notes
  const workbook = await readXlsx(await tableToXlsx({ ...salesJournal(rows), notes }), { readStyles: true })
  const sheet = workbook.sheets[0]!
  return {
    sheet,
    body: (row: number): CellValue[] => sheet.rows[headRow + 1 + row]!,
    cell: (row: number, column: number) => sheet.cells!.get(`${headRow + 1 + row},${column}`)!,
  }
}
