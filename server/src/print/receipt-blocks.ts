// A receipt in print order: party and facts, lines, further tables, totals, words, memo, entry, attachments,
// signatures.
import { formatMoney, formatUnitPrice, sum, type Money } from '@talaan/ledger/core/money.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import { codeAddress, proofPath } from '@talaan/ledger/proof/code.ts'
import { gridBlocks } from './grid.ts'
import type { GridColumn, GridRow } from './grid.ts'
import { leading, paragraph, write, writeLines } from './page.ts'
import type { Block, PageSize, Piece } from './page.ts'
import { qrOf } from './qr.ts'
import { atMost, wrap } from './text.ts'
import type { Type } from './typeface.ts'

const plain: Type = { face: 'regular', size: 9 }
const strong: Type = { face: 'bold', size: 9 }
const small: Type = { face: 'regular', size: 7.5 }

/** The lookup code of the print. */
export type Proof = { code: string; publicUrl: string | null }

export async function receiptBlocks(page: PageSize, receipt: Receipt, proof: Proof | null): Promise<Block[]> {
  return [
    ...partyAndFacts(page, receipt),
    ...(await lines(page, receipt)),
    ...(await tables(page, receipt)),
    ...totals(page, receipt),
    ...labelled(page, 'Amount in words', receipt.amountInWords, strong),
    ...labelled(page, 'Memo', receipt.memo, plain),
    ...(await journal(page, receipt)),
    ...labelled(page, 'Attachments', receipt.attachments.join('\n'), plain),
    signatures(page, receipt),
    ...(proof === null ? [] : [proofBlock(page, proof)]),
  ]
}

/** The code as a picture and as letters, at the end of the document. */
function proofBlock(page: PageSize, { code, publicUrl }: Proof): Block {
  const side = 46
  const qr = qrOf(codeAddress(publicUrl, code))
  const where = publicUrl === null ? 'in the portal, under Check a Document' : `at ${publicUrl}${proofPath}`
  return {
    height: side + 16,
    draw: (y) => {
      const [left, top] = [page.left, y + 14]
      page.pdf.artifact(() => page.pdf.fill(qr.boxes(left, top, side)))
      const x = left + side + 10
      page.pdf.tagged('P', () => write(page.pdf, `Code ${code}`, x, top + 8, strong))
      page.pdf.tagged('P', () =>
        write(page.pdf, `Scan the QR code or enter the code ${where} to check this document.`, x, top + 24, small),
      )
    },
  }
}

/** The disclaimer in a prominent box; it also marks drafts and void documents. */
export function noted(page: PageSize, receipt: Receipt, header: Piece): Piece {
  const state = { review: 'DRAFT - not recorded', recorded: '', void: 'VOID - reversed in the books' }[receipt.status]
  const type: Type = { face: 'bold', size: 10 }
  const stateWidth = state === '' ? 0 : page.pdf.width(state, type) + 20
  const note = atMost(wrap(page.pdf, receipt.note, type, page.right - page.left - 20 - stateWidth), 4)
  if (receipt.note === '' && state === '') return header
  const inner = note.length * leading(type) + 8
  return {
    height: header.height + inner + 12,
    draw: (y) => {
      header.draw(y)
      const top = y + header.height
      page.pdf.box(page.left, top, page.right - page.left, inner, 0.8)
      writeLines(page.pdf, note, page.left + 10, top + 4, type)
      write(page.pdf, state, page.right - 10, top + 4, type, 'right')
    },
  }
}

/** The other party at the left, the document's facts to the right; facts that reach further down follow one by one. */
function partyAndFacts(page: PageSize, { party, facts }: Receipt): Block[] {
  const half = (page.right - page.left - 30) / 2
  const left = partyLines(page, party, half)
  const right = facts.map((fact) => factBlock(page, fact, half))
  const leftHeight = left.reduce((height, { type }) => height + leading(type), 0)
  if (leftHeight === 0 && right.length === 0) return []

  let rightCount = 0
  let rightHeight = 0
  while (
    rightCount < right.length &&
    (rightCount === 0 || rightHeight + right[rightCount]!.height <= leftHeight + 20)
  ) {
    rightHeight += right[rightCount++]!.height
  }
  const first: Block = {
    height: Math.max(leftHeight, rightHeight),
    draw: (y) => {
      let top = y
      for (const { line, type } of left) {
        page.pdf.tagged('P', () => write(page.pdf, line, page.left, top, type))
        top += leading(type)
      }
      top = y
      for (const fact of right.slice(0, rightCount)) {
        fact.draw(top)
        top += fact.height
      }
    },
  }
  return [first, ...right.slice(rightCount), { height: 12, draw: () => {} }]
}

function partyLines(page: PageSize, party: Receipt['party'], width: number): { line: string; type: Type }[] {
  if (party === null) return []
  const name: Type = { face: 'bold', size: 10.5 }
  return [
    { text: party.label, type: small },
    { text: party.name, type: name },
    { text: party.tinLine, type: plain },
    { text: party.address, type: plain },
  ]
    .filter(({ text }) => text !== '')
    .flatMap(({ text, type }) => atMost(wrap(page.pdf, text, type, width), 5).map((line) => ({ line, type })))
}

function factBlock(page: PageSize, { label, value }: Receipt['facts'][number], width: number): Block {
  const labelWidth = width * 0.42
  const x = page.right - width
  const labelLines = atMost(wrap(page.pdf, label, plain, labelWidth), 30)
  const valueLines = atMost(wrap(page.pdf, value, strong, width - labelWidth - 8), 30)
  return {
    height: Math.max(labelLines.length, valueLines.length) * leading(plain) + 2,
    draw: (y) =>
      page.pdf.tagged('P', () => {
        writeLines(page.pdf, labelLines, x, y, plain)
        writeLines(page.pdf, valueLines, x + labelWidth + 8, y, strong)
      }),
  }
}

async function lines(page: PageSize, receipt: Receipt): Promise<Block[]> {
  if (receipt.lines.length === 0) return []
  const columns: GridColumn[] = [
    { title: 'Description', align: 'left', wraps: true, weight: 3 },
    { title: 'Quantity', align: 'right', wraps: false, weight: 1 },
    { title: 'Unit price', align: 'right', wraps: false, weight: 1 },
    { title: 'VAT', align: 'left', wraps: false, weight: 1 },
    { title: 'Amount', align: 'right', wraps: false, weight: 1 },
  ]
  const rows = receipt.lines.map((line): GridRow => ({
    cells: [line.description, line.quantity, formatUnitPrice(line.unitPrice), line.vatClass, formatMoney(line.amount)],
  }))
  return keptWithNext(await gridBlocks(page, { columns, rows, size: 9 }))
}

async function tables(page: PageSize, { tables: all = [] }: Receipt): Promise<Block[]> {
  const blocks: Block[] = []
  for (const { title, columns, rows } of all.filter((table) => table.rows.length > 0)) {
    const grid = await gridBlocks(page, {
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
      ...paragraph(page, title, strong, 12).map((block) => ({ ...block, keepWithNext: true })),
      ...keptWithNext(grid),
    )
  }
  return blocks
}

function totals(page: PageSize, receipt: Receipt): Block[] {
  const left = page.right - 250
  return receipt.totals.map(({ label, amount, emphasis }, i): Block => {
    const grand = emphasis === 'grand'
    const type: Type = grand ? { face: 'bold', size: 11.5 } : plain
    const figure = formatMoney(amount)
    const words = wrap(page.pdf, label, type, 250 - page.pdf.width(figure, type) - 12)
    const above = (i === 0 ? 4 : 0) + (grand ? 4 : 1)
    const height = above + words.length * leading(type) + (grand ? 6 : 1)
    const draw = (y: number) =>
      page.pdf.tagged('P', () => {
        writeLines(page.pdf, words, left, y + above, type)
        write(page.pdf, figure, page.right, y + above + (words.length - 1) * leading(type), type, 'right')
        if (!grand) return
        page.pdf.line([left, y + above - 2], [page.right, y + above - 2], 0.8)
        page.pdf.line([left, y + height - 4], [page.right, y + height - 4], 0.6)
        page.pdf.line([left, y + height - 2.2], [page.right, y + height - 2.2], 0.6)
      })
    return { height, draw, keepWithNext: i < receipt.totals.length - 1 }
  })
}

async function journal(page: PageSize, receipt: Receipt): Promise<Block[]> {
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
    review: 'Journal entry to be recorded',
    recorded: 'Journal entry',
    void: 'Journal entry, reversed',
  }
  return [
    ...paragraph(page, words[receipt.status], strong, 12).map((block) => ({ ...block, keepWithNext: true })),
    ...(await gridBlocks(page, { columns, rows: [...rows, total], size: 8.5 })),
  ]
}

/** A label at the left and its text to the right; nothing without a text. */
function labelled(page: PageSize, label: string, text: string, type: Type): Block[] {
  if (text.trim() === '') return []
  const indent = 96
  return wrap(page.pdf, text, type, page.right - page.left - indent).map((line, i): Block => {
    const above = i === 0 ? 10 : 0
    const draw = (y: number) =>
      page.pdf.tagged('P', () => {
        if (i === 0) write(page.pdf, label, page.left, y + above, plain)
        write(page.pdf, line, page.left + indent, y + above, type)
      })
    return { height: above + leading(type), draw, keepWithNext: i === 0 && line !== text }
  })
}

function signatures(page: PageSize, { signatories }: Receipt): Block {
  const names = ['Prepared by', 'Checked by', 'Approved by', 'Received by']
  const printed = [signatories?.preparedBy, signatories?.checkedBy, signatories?.approvedBy].map((name = '') => name)
  const gap = 18
  const width = (page.right - page.left - gap * (names.length - 1)) / names.length
  const draw = (y: number) =>
    names.forEach((name, i) =>
      page.pdf.tagged('P', () => {
        const x = page.left + i * (width + gap)
        write(page.pdf, name, x, y + 20, plain)
        for (const line of atMost(wrap(page.pdf, printed[i] ?? '', strong, width), 1))
          write(page.pdf, line, x, y + 50, strong)
        page.pdf.line([x, y + 64], [x + width, y + 64], 0.6)
        write(page.pdf, printed[i] ? 'Signature, date' : 'Name, signature, date', x, y + 67, small)
      }),
    )
  return { height: 82, draw }
}

function keptWithNext(blocks: Block[]): Block[] {
  return blocks.map((block, i) => (i === blocks.length - 1 ? { ...block, keepWithNext: true } : block))
}
