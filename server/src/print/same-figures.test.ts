import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { largestMoney } from '@talaan/ledger/core/money.ts'
import type { Cell, Column, Row, Table } from '@talaan/ledger/reports/table.ts'
import { tableToCsv } from './csv.ts'
import { tableToPdf } from './pdf.ts'
import { wordsOf } from '../../test/print/read-pdf.ts'
import { printedAt, salesTable } from '../../test/print/specimen.ts'
import { tableToXlsx } from './xlsx.ts'

const cells = {
  money: fc.oneof(fc.bigInt(-largestMoney, largestMoney), fc.bigInt(-500n, 500n)),
  count: fc.bigInt(0n, 1_000_000n),
  percent: fc.bigInt(-5_000n, 5_000n),
  day: fc.constantFrom('2026-01-31', '2026-02-28', '2024-02-29', '1999-12-31'),
  code: fc.constantFrom('SI-A', 'x', 'GJ'),
  text: fc
    .array(fc.constantFrom('Peña', 'cement', 'delivered', '-', '=SUM', '₱'), { maxLength: 30 })
    .map((words) => words.join(' ')),
} satisfies Record<Column['kind'], fc.Arbitrary<Cell>>

const kinds = fc.array(fc.constantFrom<Column['kind'][]>('money', 'count', 'percent', 'day', 'code', 'text'), {
  minLength: 1,
  maxLength: 7,
})

const tables: fc.Arbitrary<Table> = kinds.chain((columnKinds) => {
  const columns = columnKinds.map((kind, i): Column => ({ key: `c${i}`, title: kind, kind }))
  const row = fc.record({
    cells: fc.tuple(...columnKinds.map((kind) => fc.option(cells[kind] as fc.Arbitrary<Cell>, { freq: 8 }))),
    emphasis: fc.constantFrom<Row['emphasis'][]>(undefined, undefined, undefined, 'heading', 'subtotal', 'total'),
  })
  return fc.array(row, { maxLength: 60 }).map((rows) => ({ ...salesTable, columns, rows, notes: [] }))
})

test('workbook, CSV and PDF of any table show the same figures, to the centavo, in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async (table) => {
      const figures = amountsIn(table)
      expect(await amountsInXlsx(table)).toEqual(figures)
      expect(amountsInCsv(table)).toEqual(figures)
      expect(await amountsInPdf(table)).toEqual(figures)
    }),
    { numRuns: 40 },
  )
})

function amountsIn(table: Table): bigint[] {
  const amounts = table.columns.flatMap(({ kind }, i) => (kind === 'money' ? [i] : []))
  return table.rows.flatMap((row) => amounts.map((i) => row.cells[i])).filter((cell) => typeof cell === 'bigint')
}

async function amountsInXlsx(table: Table): Promise<bigint[]> {
  const sheet = (await readXlsx(await tableToXlsx(table))).sheets[0]!
  const head = 8
  return sheet.rows.slice(head, head + table.rows.length).flatMap((row) =>
    table.columns.flatMap(({ kind }, i) => {
      const value = row[i]
      return kind === 'money' && typeof value === 'number' ? [BigInt(Math.round(value * 100))] : []
    }),
  )
}

function amountsInCsv(table: Table): bigint[] {
  const [, ...rows] = Papa.parse<string[]>(new TextDecoder().decode(tableToCsv(table)).replace(/\r\n$/, '')).data
  return rows.flatMap((row) =>
    table.columns.flatMap(({ kind }, i) => (kind === 'money' && row[i] !== '' ? [centavos(row[i]!)] : [])),
  )
}

async function amountsInPdf(table: Table): Promise<bigint[]> {
  const pages = await wordsOf(await tableToPdf(table, { printedAt, printedBy: 'ana' }))
  const words = pages.flat().flatMap((word) => word.text.split(/\s+/))
  return words.filter((word) => /^(\([\d,]+\.\d\d\)|[\d,]+\.\d\d)$/.test(word)).map(centavos)
}

/** A PDF has negative figures in brackets, a CSV file with a minus. */
function centavos(figure: string): bigint {
  return BigInt(figure.replace(/^\(/, '-').replace(/[.,)]/g, ''))
}
