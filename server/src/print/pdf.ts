// A table or a receipt on A4: the company and its TIN on every page, page x of y, and the same bytes on a reprint.
import { dayMistake, formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { formatPercent, isFigure } from '@talaan/ledger/reports/table.ts'
import type { Cell, Column, Table } from '@talaan/ledger/reports/table.ts'
import { fits, gridBlocks, measure, type GridColumn, type GridRow } from './grid.ts'
import { atMost, leading, openPaper, paragraph, printPages, printTime, rule, turned, wrap, write } from './paper.ts'
import type { Frame, Paper, Type } from './paper.ts'
import { noted, receiptBlocks } from './receipt-blocks.ts'
import type { Proof } from './receipt-blocks.ts'

/** Tags let a table be read aloud cell by cell, but make a file eight times as large; a long book does without. */
const mostTagged = 1_000

/** Tried in this order until the figures fit: first on upright paper, then on its side. */
const typeSizes = [
  [8.5, 7.5],
  [8.5, 7.5, 6.5, 5.5],
]

export async function tableToPdf(table: Table, print: { printedAt: number; printedBy: string }): Promise<Uint8Array> {
  const columns = table.columns.map(gridColumn)
  const rows = table.rows.map((row): GridRow => ({
    cells: table.columns.map((column, i) => shown(row.cells[i] ?? null, column)),
    emphasis: row.emphasis,
  }))
  const upright = openPaper({
    title: `${table.title} ${table.period}`,
    author: table.company.name,
    printedAt: print.printedAt,
    tagged: rows.length <= mostTagged,
  })
  const measures = await measure(upright, columns, rows)
  const shapes = [upright, turned(upright)].flatMap((paper, i) => typeSizes[i]!.map((size) => ({ paper, size })))
  const shape = shapes.find(({ paper, size }) => fits(measures, size, paper.right - paper.left)) ?? shapes.at(-1)!
  const { paper, size } = shape

  const blocks = [
    ...(await gridBlocks(paper, { columns, rows, size, measures })),
    ...(rows.length === 0 ? paragraph(paper, 'Nothing to show for this period.', { face: 'regular', size }, 8) : []),
    ...table.notes.flatMap((note, i) => paragraph(paper, note, { face: 'regular', size: 8 }, i === 0 ? 10 : 2)),
  ]
  const heading = [
    { line: table.title, type: { face: 'bold', size: 14 } as const },
    { line: table.period, type: { face: 'regular', size: 9 } as const },
  ]
  return printPages(paper, blocks, {
    header: pageHeader(paper, table.company, heading),
    footer: `Printed ${printTime(print.printedAt)} by ${print.printedBy}`,
  })
}

/** A document's paper; once it is recorded, with the code that leads back to it. */
export async function receiptToPdf(receipt: Receipt, print: { printedAt: number; proof?: Proof }): Promise<Uint8Array> {
  const title = receipt.number === null ? `${receipt.title}, no number yet` : `${receipt.title} ${receipt.number}`
  const paper = openPaper({ title, author: receipt.company.name, printedAt: print.printedAt, tagged: true })
  const heading = [
    { line: receipt.title, type: { face: 'bold', size: 13 } as const },
    { line: receipt.number ?? 'No number yet', type: { face: 'bold', size: 20 } as const },
    { line: formatDay(receipt.day), type: { face: 'regular', size: 10 } as const },
  ]
  return printPages(paper, await receiptBlocks(paper, receipt, print.proof ?? null), {
    header: noted(paper, receipt, pageHeader(paper, receipt.company, heading)),
    footer: `${title}, printed ${printTime(print.printedAt)}`,
    watermark: { review: 'DRAFT', recorded: undefined, void: 'VOID' }[receipt.status],
  })
}

function gridColumn(column: Column): GridColumn {
  const wraps = column.kind === 'text'
  const align = isFigure(column.kind) ? 'right' : 'left'
  return { title: column.title, align, wraps, weight: column.width ?? (wraps ? 3 : 1) }
}

function shown(cell: Cell, { kind }: Column): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint')
    return kind === 'money' ? formatMoney(cell) : kind === 'percent' ? formatPercent(cell) : cell.toLocaleString('en')
  // A heading may stand in any column.
  return kind === 'day' && dayMistake(cell) === null ? formatDay(cell) : cell
}

/** The company at the left, what is printed at the right; on every page, since pages get parted. */
function pageHeader(paper: Paper, company: Table['company'], heading: { line: string; type: Type }[]): Frame['header'] {
  const room = paper.right - paper.left
  const left = [
    { line: company.name, type: { face: 'bold', size: 11 } as const },
    { line: company.tinLine, type: { face: 'regular', size: 8.5 } as const },
    { line: company.address, type: { face: 'regular', size: 8.5 } as const },
  ]
  const columns = [set(left, room * 0.52), set(heading, room * 0.44)]
  const height = Math.max(...columns.map((column) => column.reduce((sum, { type }) => sum + leading(type), 0))) + 16
  return {
    height,
    draw: (y) => {
      columns.forEach((column, i) => {
        let top = y
        for (const { line, type } of column) {
          write(paper, line, i === 0 ? paper.left : paper.right, top, type, i === 0 ? 'left' : 'right')
          top += leading(type)
        }
      })
      rule(paper, paper.left, paper.right, y + height - 10, 1.2)
    },
  }

  function set(texts: { line: string; type: Type }[], width: number): { line: string; type: Type }[] {
    return texts
      .filter(({ line }) => line !== '')
      .flatMap(({ line, type }) => atMost(wrap(paper, line, type, width), 4).map((part) => ({ line: part, type })))
  }
}
