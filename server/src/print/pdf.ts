// A table or a receipt on A4, black on white: the company and its TIN on every page, page x of y, the same bytes on a reprint.
import { dayMistake, formatDay } from '@talaan/ledger/day.ts'
import { formatMoney, sum, type Money } from '@talaan/ledger/money.ts'
import type { Receipt } from '@talaan/ledger/receipt.ts'
import type { Cell, Column, Table } from '@talaan/ledger/reports/table.ts'
import { fits, gridBlocks, measure, type GridColumn, type GridRow } from './grid.ts'
import {
  atMost,
  leading,
  openPaper,
  printPages,
  printTime,
  rule,
  tagged,
  wrap,
  widthOf,
  write,
  writeLines,
} from './paper.ts'
import type { Block, Frame, Paper, Type } from './paper.ts'

const plain: Type = { face: 'regular', size: 9 }
const strong: Type = { face: 'bold', size: 9 }
const small: Type = { face: 'regular', size: 7.5 }

/** Tags let a table be read aloud cell by cell, but make a file eight times as large; a long book does without. */
const mostTagged = 1_000

/** Tried in this order, until the figures fit. */
const shapes = [
  { layout: 'portrait', size: 8.5 },
  { layout: 'portrait', size: 7.5 },
  { layout: 'landscape', size: 8.5 },
  { layout: 'landscape', size: 7.5 },
  { layout: 'landscape', size: 6.5 },
  { layout: 'landscape', size: 5.5 },
] as const

export async function tableToPdf(table: Table, print: { printedAt: number; printedBy: string }): Promise<Uint8Array> {
  const columns = table.columns.map(gridColumn)
  const rows = table.rows.map((row): GridRow => ({
    cells: table.columns.map((column, i) => shown(row.cells[i] ?? null, column)),
    emphasis: row.emphasis,
  }))
  const about = { title: `${table.title} ${table.period}`, author: table.company.name, printedAt: print.printedAt }

  const tagged = rows.length <= mostTagged
  const measures = measure(openPaper({ ...about, layout: 'portrait', tagged: false }), columns, rows)
  const shape =
    shapes.find(({ layout, size }) => fits(measures, size, (layout === 'portrait' ? 595 : 841) - 80)) ?? shapes.at(-1)!
  const paper = openPaper({ ...about, layout: shape.layout, tagged })

  const blocks = [
    ...gridBlocks(paper, columns, rows, shape.size),
    ...(rows.length === 0 ? paragraph(paper, 'Nothing to show for this period.', plain, 8) : []),
    ...table.notes.flatMap((note, i) => paragraph(paper, note, { face: 'regular', size: 8 }, i === 0 ? 10 : 2)),
  ]
  const heading = [
    { line: table.title, type: { face: 'bold', size: 14 } as const },
    { line: table.period, type: plain },
  ]
  return printPages(paper, blocks, {
    header: pageHeader(paper, table.company, heading),
    footer: `Printed ${printTime(print.printedAt)} by ${print.printedBy}`,
  })
}

export async function receiptToPdf(receipt: Receipt, print: { printedAt: number }): Promise<Uint8Array> {
  const title = receipt.number === null ? `${receipt.title}, no number yet` : `${receipt.title} ${receipt.number}`
  const paper = openPaper({
    title,
    author: receipt.company.name,
    printedAt: print.printedAt,
    layout: 'portrait',
    tagged: true,
  })
  const blocks = [
    ...partyAndFacts(paper, receipt),
    ...lines(paper, receipt),
    ...totals(paper, receipt),
    ...labelled(paper, 'Amount in words', receipt.amountInWords, strong),
    ...labelled(paper, 'Memo', receipt.memo, plain),
    ...journal(paper, receipt),
    ...labelled(paper, 'Attachments', receipt.attachments.join('\n'), plain),
    signatures(paper),
  ]
  const heading = [
    { line: receipt.title, type: { face: 'bold', size: 13 } as const },
    { line: receipt.number ?? 'No number yet', type: { face: 'bold', size: 20 } as const },
    { line: formatDay(receipt.day), type: { face: 'regular', size: 10 } as const },
  ]
  return printPages(paper, blocks, {
    header: noted(paper, receipt, pageHeader(paper, receipt.company, heading)),
    footer: `${title}, printed ${printTime(print.printedAt)}`,
    watermark: { review: 'DRAFT', recorded: undefined, void: 'VOID' }[receipt.status],
  })
}

function gridColumn(column: Column): GridColumn {
  const wraps = column.kind === 'text'
  const align = column.kind === 'money' || column.kind === 'count' ? 'right' : 'left'
  return { title: column.title, align, wraps, weight: column.width ?? (wraps ? 3 : 1) }
}

function shown(cell: Cell, { kind }: Column): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint') return kind === 'money' ? formatMoney(cell) : cell.toLocaleString('en')
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

/** What this paper is not, in a box that cannot be overlooked; a draft and a void document say so here too. */
function noted(paper: Paper, receipt: Receipt, header: Frame['header']): Frame['header'] {
  const state = { review: 'DRAFT - not recorded', recorded: '', void: 'VOID - reversed in the books' }[receipt.status]
  const type: Type = { face: 'bold', size: 10 }
  const stateWidth = state === '' ? 0 : widthOf(paper, state, type) + 20
  const note = atMost(wrap(paper, receipt.note, type, paper.right - paper.left - 20 - stateWidth), 4)
  if (receipt.note === '' && state === '') return header
  const inner = note.length * leading(type) + 8
  return {
    height: header.height + inner + 12,
    draw: (y) => {
      header.draw(y)
      const top = y + header.height
      paper.doc
        .lineWidth(0.8)
        .strokeColor([0, 0, 0])
        .rect(paper.left, top, paper.right - paper.left, inner)
        .stroke()
      writeLines(paper, note, paper.left + 10, top + 4, type)
      write(paper, state, paper.right - 10, top + 4, type, 'right')
    },
  }
}

function partyAndFacts(paper: Paper, { party, facts }: Receipt): Block[] {
  const half = (paper.right - paper.left - 30) / 2
  const middle = paper.left + half + 30
  const labelWidth = half * 0.42
  const left =
    party === null
      ? []
      : [
          { lines: [party.label], type: small },
          {
            lines: atMost(wrap(paper, party.name, { face: 'bold', size: 10.5 }, half), 4),
            type: { face: 'bold', size: 10.5 } as const,
          },
          ...[party.tinLine, party.address]
            .filter((line) => line !== '')
            .map((line) => ({ lines: atMost(wrap(paper, line, plain, half), 5), type: plain })),
        ]
  const right = facts.map(({ label, value }) => ({
    label: wrap(paper, label, plain, labelWidth),
    value: wrap(paper, value, strong, half - labelWidth - 8),
  }))
  const factHeight = (fact: (typeof right)[number]) =>
    Math.max(fact.label.length, fact.value.length) * leading(plain) + 2
  const leftHeight = left.reduce((height, { lines, type }) => height + lines.length * leading(type), 0)
  const height = Math.max(
    leftHeight,
    right.reduce((sum, fact) => sum + factHeight(fact), 0),
  )
  if (height === 0) return []
  const draw = (y: number) => {
    if (left.length > 0) {
      tagged(paper, 'P', () =>
        left.reduce((top, { lines, type }) => writeLines(paper, lines, paper.left, top, type), y),
      )
    }
    let top = y
    for (const fact of right) {
      tagged(paper, 'P', () => {
        writeLines(paper, fact.label, middle, top, plain)
        writeLines(paper, fact.value, middle + labelWidth + 8, top, strong)
      })
      top += factHeight(fact)
    }
  }
  return [{ height: height + 12, draw }]
}

function lines(paper: Paper, receipt: Receipt): Block[] {
  if (receipt.lines.length === 0) return []
  const columns: GridColumn[] = [
    { title: 'Description', align: 'left', wraps: true, weight: 3 },
    { title: 'Quantity', align: 'right', wraps: false, weight: 1 },
    { title: 'Unit price', align: 'right', wraps: false, weight: 1 },
    { title: 'VAT', align: 'left', wraps: false, weight: 1 },
    { title: 'Amount', align: 'right', wraps: false, weight: 1 },
  ]
  const rows = receipt.lines.map((line): GridRow => ({
    cells: [line.description, line.quantity, formatMoney(line.unitPrice), line.vatClass, formatMoney(line.amount)],
  }))
  return keptWithNext(gridBlocks(paper, columns, rows, 9))
}

function totals(paper: Paper, receipt: Receipt): Block[] {
  const left = paper.right - 250
  return receipt.totals.map(({ label, amount, emphasis }, i): Block => {
    const grand = emphasis === 'grand'
    const type: Type = grand ? { face: 'bold', size: 11.5 } : plain
    const figure = formatMoney(amount)
    const words = wrap(paper, label, type, 250 - widthOf(paper, figure, type) - 12)
    const above = (i === 0 ? 4 : 0) + (grand ? 4 : 1)
    const height = above + words.length * leading(type) + (grand ? 6 : 1)
    const draw = (y: number) =>
      tagged(paper, 'P', () => {
        writeLines(paper, words, left, y + above, type)
        write(paper, figure, paper.right, y + above + (words.length - 1) * leading(type), type, 'right')
        if (!grand) return
        rule(paper, left, paper.right, y + above - 2, 0.8)
        rule(paper, left, paper.right, y + height - 4, 0.6)
        rule(paper, left, paper.right, y + height - 2.2, 0.6)
      })
    return { height, draw, keepWithNext: i < receipt.totals.length - 1 }
  })
}

function journal(paper: Paper, receipt: Receipt): Block[] {
  if (receipt.journal.length === 0) return []
  const columns: GridColumn[] = [
    { title: 'Account', align: 'left', wraps: false, weight: 1 },
    { title: 'Name', align: 'left', wraps: true, weight: 3 },
    { title: 'Debit', align: 'right', wraps: false, weight: 1 },
    { title: 'Credit', align: 'right', wraps: false, weight: 1 },
  ]
  const side = (amount: Money) => (amount === 0n ? '' : formatMoney(amount))
  const rows = receipt.journal.map((line): GridRow => ({
    cells: [line.account, line.name, side(line.debit), side(line.credit)],
  }))
  const [debit, credit] = [
    sum(receipt.journal.map((line) => line.debit)),
    sum(receipt.journal.map((line) => line.credit)),
  ]
  const total: GridRow = { cells: ['', 'Total', formatMoney(debit), formatMoney(credit)], emphasis: 'total' }
  const words = {
    review: 'Entry that will be made in the books',
    recorded: 'Entry in the books',
    void: 'Entry in the books, reversed',
  }
  return [
    ...paragraph(paper, words[receipt.status], strong, 12).map((block) => ({ ...block, keepWithNext: true })),
    ...gridBlocks(paper, columns, [...rows, total], 8.5),
  ]
}

/** A label at the left and its text beside it; nothing when there is no text. */
function labelled(paper: Paper, label: string, text: string, type: Type): Block[] {
  if (text.trim() === '') return []
  const indent = 96
  return wrap(paper, text, type, paper.right - paper.left - indent).map((line, i): Block => {
    const above = i === 0 ? 10 : 0
    const draw = (y: number) =>
      tagged(paper, 'P', () => {
        if (i === 0) write(paper, label, paper.left, y + above, plain)
        write(paper, line, paper.left + indent, y + above, type)
      })
    return { height: above + leading(type), draw, keepWithNext: i === 0 && line !== text }
  })
}

function paragraph(paper: Paper, text: string, type: Type, above: number): Block[] {
  return wrap(paper, text, type, paper.right - paper.left).map((line, i): Block => {
    const space = i === 0 ? above : 0
    return {
      height: space + leading(type),
      draw: (y) => tagged(paper, 'P', () => write(paper, line, paper.left, y + space, type)),
    }
  })
}

function signatures(paper: Paper): Block {
  const names = ['Prepared by', 'Checked by', 'Approved by', 'Received by']
  const gap = 18
  const width = (paper.right - paper.left - gap * (names.length - 1)) / names.length
  const draw = (y: number) =>
    names.forEach((name, i) =>
      tagged(paper, 'P', () => {
        const x = paper.left + i * (width + gap)
        write(paper, name, x, y + 20, plain)
        rule(paper, x, x + width, y + 64, 0.6)
        write(paper, 'Name, signature, date', x, y + 67, small)
      }),
    )
  return { height: 82, draw }
}

function keptWithNext(blocks: Block[]): Block[] {
  return blocks.map((block, i) => (i === blocks.length - 1 ? { ...block, keepWithNext: true } : block))
}
