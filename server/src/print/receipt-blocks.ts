// A receipt in the order of the paper: party and facts, lines, further tables, totals, words, memo, entry, attachments, signatures.
import { formatMoney, sum, type Money } from '@talaan/ledger/core/money.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { codeAddress, proofPath } from '@talaan/ledger/proof/code.ts'
import { gridBlocks, type GridColumn, type GridRow } from './grid.ts'
import { artifact, atMost, leading, paragraph, rule, tagged, wrap, widthOf, write, writeLines } from './paper.ts'
import type { Block, Frame, Paper, Type } from './paper.ts'
import { qrOf } from './qr.ts'

const plain: Type = { face: 'regular', size: 9 }
const strong: Type = { face: 'bold', size: 9 }
const small: Type = { face: 'regular', size: 7.5 }

/** What leads from the paper to what it proves. */
export type Proof = { code: string; publicUrl: string | null }

export async function receiptBlocks(paper: Paper, receipt: Receipt, proof: Proof | null): Promise<Block[]> {
  return [
    ...partyAndFacts(paper, receipt),
    ...(await lines(paper, receipt)),
    ...(await tables(paper, receipt)),
    ...totals(paper, receipt),
    ...labelled(paper, 'Amount in words', receipt.amountInWords, strong),
    ...labelled(paper, 'Memo', receipt.memo, plain),
    ...(await journal(paper, receipt)),
    ...labelled(paper, 'Attachments', receipt.attachments.join('\n'), plain),
    signatures(paper),
    ...(proof === null ? [] : [proofBlock(paper, proof)]),
  ]
}

/** The code as a picture and as letters, at the end of the paper. */
function proofBlock(paper: Paper, { code, publicUrl }: Proof): Block {
  const side = 46
  const { size, runs } = qrOf(codeAddress(publicUrl, code))
  const module = side / size
  const where = publicUrl === null ? 'in the portal, under Check a Paper' : `at ${publicUrl}${proofPath}`
  return {
    height: side + 16,
    draw: (y) => {
      const [left, top] = [paper.left, y + 14]
      artifact(paper, () => {
        for (const run of runs) paper.doc.rect(left + run.x * module, top + run.y * module, run.width * module, module)
        paper.doc.fillColor([0, 0, 0]).fill()
      })
      const x = left + side + 10
      tagged(paper, 'P', () => write(paper, `Code ${code}`, x, top + 8, strong))
      tagged(paper, 'P', () =>
        write(
          paper,
          `Scan it or type it ${where}, to see whether this paper agrees with the books.`,
          x,
          top + 24,
          small,
        ),
      )
    },
  }
}

/** What this paper is not, in a box that cannot be overlooked; a draft and a void document say so here too. */
export function noted(paper: Paper, receipt: Receipt, header: Frame['header']): Frame['header'] {
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

/** The other party at the left, the document's facts beside it; facts that reach further down follow one by one. */
function partyAndFacts(paper: Paper, { party, facts }: Receipt): Block[] {
  const half = (paper.right - paper.left - 30) / 2
  const left = partyLines(paper, party, half)
  const right = facts.map((fact) => factBlock(paper, fact, half))
  const leftHeight = left.reduce((height, { type }) => height + leading(type), 0)
  if (leftHeight === 0 && right.length === 0) return []

  let beside = 0
  let rightHeight = 0
  while (beside < right.length && (beside === 0 || rightHeight + right[beside]!.height <= leftHeight + 20)) {
    rightHeight += right[beside++]!.height
  }
  const first: Block = {
    height: Math.max(leftHeight, rightHeight),
    draw: (y) => {
      let top = y
      for (const { line, type } of left) {
        tagged(paper, 'P', () => write(paper, line, paper.left, top, type))
        top += leading(type)
      }
      top = y
      for (const fact of right.slice(0, beside)) {
        fact.draw(top)
        top += fact.height
      }
    },
  }
  return [first, ...right.slice(beside), { height: 12, draw: () => {} }]
}

function partyLines(paper: Paper, party: Receipt['party'], width: number): { line: string; type: Type }[] {
  if (party === null) return []
  const name: Type = { face: 'bold', size: 10.5 }
  return [
    { text: party.label, type: small },
    { text: party.name, type: name },
    { text: party.tinLine, type: plain },
    { text: party.address, type: plain },
  ]
    .filter(({ text }) => text !== '')
    .flatMap(({ text, type }) => atMost(wrap(paper, text, type, width), 5).map((line) => ({ line, type })))
}

function factBlock(paper: Paper, { label, value }: Receipt['facts'][number], width: number): Block {
  const labelWidth = width * 0.42
  const x = paper.right - width
  const labelLines = atMost(wrap(paper, label, plain, labelWidth), 30)
  const valueLines = atMost(wrap(paper, value, strong, width - labelWidth - 8), 30)
  return {
    height: Math.max(labelLines.length, valueLines.length) * leading(plain) + 2,
    draw: (y) =>
      tagged(paper, 'P', () => {
        writeLines(paper, labelLines, x, y, plain)
        writeLines(paper, valueLines, x + labelWidth + 8, y, strong)
      }),
  }
}

async function lines(paper: Paper, receipt: Receipt): Promise<Block[]> {
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
  return keptWithNext(await gridBlocks(paper, { columns, rows, size: 9 }))
}

async function tables(paper: Paper, { tables: all = [] }: Receipt): Promise<Block[]> {
  const blocks: Block[] = []
  for (const { title, columns, rows } of all.filter((table) => table.rows.length > 0)) {
    const grid = await gridBlocks(paper, {
      columns: columns.map(({ label, numeric }): GridColumn => ({
        title: label,
        align: numeric ? 'right' : 'left',
        wraps: !numeric,
        weight: numeric ? 1 : 2,
      })),
      rows: rows.map((cells) => ({ cells })),
      size: 9,
    })
    blocks.push(
      ...paragraph(paper, title, strong, 12).map((block) => ({ ...block, keepWithNext: true })),
      ...keptWithNext(grid),
    )
  }
  return blocks
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

async function journal(paper: Paper, receipt: Receipt): Promise<Block[]> {
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
    ...(await gridBlocks(paper, { columns, rows: [...rows, total], size: 8.5 })),
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
