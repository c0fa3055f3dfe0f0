// A printed book is read back from its file: each printed total is the sum of the rows above it, also over pages.
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { bookNames, fiscalYearOf } from '@talaan/ledger/looseleaf/book.ts'
import type { BookAccount, BookEntry, BookLine, BookName, BookOfMonth } from '@talaan/ledger/looseleaf/book.ts'
import { bookOfMonth } from '@talaan/ledger/looseleaf/books.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { standardLayout } from '@talaan/ledger/looseleaf/layout.ts'
import { standardChart, standardMoneyAccounts } from '@talaan/ledger/accounts/chart.ts'
import { collisions, pagesOf, wordsOf } from '../../test/print/read-pdf.ts'
import { bookToCsv, bookToText, bookToXlsx } from './book-files.ts'
import { bookPdf } from './book-pdf.ts'
import { fromEntries, rowsOfBook } from '../../../ledger/test/book-inputs.ts'

const money = new Set<string>(standardMoneyAccounts.map(({ code }) => code))
const accounts: ReadonlyMap<string, BookAccount> = new Map(
  standardChart.map((account) => [account.code, { ...account, holdsMoney: money.has(account.code) }]),
)
const line = (account: string, debit: bigint, credit: bigint, more: Partial<BookLine> = {}): BookLine => ({
  account,
  debit,
  credit,
  memo: '',
  vatClass: null,
  category: null,
  ...more,
})

/** Enough sales and payments to fill some pages, every tenth of them voided. */
const entries = Array.from({ length: 160 }, (_, i): BookEntry => {
  const no = BigInt(i + 1)
  const amount = 1_000_00n + no * 7_31n
  const isReversal = i % 10 === 9
  const lines =
    i % 2 === 0
      ? [line('6050', amount, 0n), line('6250', 15_00n, 0n), line('6290', 1n, 0n), line('1031', 0n, amount + 15_01n)]
      : [line('1110', amount, 0n), line('4020', 0n, amount, { vatClass: 'zero_rated' })]
  return {
    no,
    day: '2026-06-15',
    journal: i % 2 === 0 ? 'CDJ' : 'SJ',
    memo: `₱ for Niño, no. ${no}`,
    isReversal,
    lines: isReversal ? lines.map((one) => ({ ...one, debit: one.credit, credit: one.debit })) : lines,
    document: {
      number: `CV-2026-${i}`,
      externalNo: '',
      day: '2026-06-15',
      terms: '',
      cheque: '',
      receiptNo: '',
      descriptions: [],
    },
    party: { name: 'Mabuhay Hardware', tin: '213-456-781-00000', address: '12 Mabini Street, Quezon City' },
  }
})

const made = (book: BookName, from = entries): BookOfMonth =>
  bookOfMonth(book, {
    company: { name: 'Bahay Kubo Trading', tinLine: 'VAT REG TIN 123-456-789-00000', address: 'Quezon City' },
    year: fiscalYearOf('2026-06', 12),
    month: '2026-06',
    accounts,
    before: [],
    layout: standardLayout,
    ...fromEntries(from),
    openings: new Map([['1031', 900_000_00n]]),
  })

async function printed(book: BookName, paper: 'a4' | 'folio' = 'a4', from = entries): Promise<Uint8Array> {
  const pdf = await bookPdf({
    title: made(book).table.title,
    year: 'Fiscal year 2026',
    period: 'For the month of June 2026',
    paper,
    company: { name: 'Bahay Kubo Trading', tradeName: 'Kubo', address: 'Quezon City', tinLine: 'VAT REG TIN 123-456' },
    permit: 'PTU No. 77 issued 5 Jan 2026',
    isBroad: !book.startsWith('general'),
    firstPage: 37,
    volume: '',
    printedAt: Date.parse('2026-07-05T06:00:00Z'),
    printedBy: 'ben',
    software: 'Talaan 1',
    proof: { bookId: '3f2a91c0-0000-4000-8000-000000000000', publicUrl: 'https://books.example.com' },
  })
  const seals = [{ month: '2026-06', seal: 'closed 2026-07-03' }]
  const pages = await whole(pdf.section(made(book, from)))
  const end = pdf.finish({ text: () => 'I certify.', officer: 'Ben Cruz', position: 'Accountant', seals, heads: '' })
  return Buffer.concat([pages, end])
}

async function whole(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

test.each(['cash-disbursements', 'sales', 'general-ledger'] as const)(
  'every total of the printed %s is the sum of the rows above it, on each page and overall',
  async (book) => {
    const { totals, pages } = recomputed(await wordsOf(await printed(book)))
    expect(pages).toBeGreaterThan(2)
    expect(totals).toBeGreaterThan(pages)
  },
)

test('each page has its header, running page number and place in the print-out, and no text overlaps', async () => {
  for (const paper of ['a4', 'folio'] as const) {
    const bytes = await printed('cash-disbursements', paper)
    const pages = await pagesOf(bytes)
    expect(pages[0]).toContain('CASH DISBURSEMENTS JOURNAL')
    expect(pages[0]).toContain(`Pages 37 to ${36 + pages.length - 3}, ${pages.length} sheets`)
    pages.slice(1).forEach((page, i) => {
      for (const words of ['Bahay Kubo Trading', 'VAT REG TIN 123-456', 'PTU No. 77 issued 5 Jan 2026'])
        expect(page).toContain(words)
      expect(page).toMatch(/Code ([0-9A-Z]{4}-){2}[0-9A-Z]{3}/)
      if (i < pages.length - 3) expect(page).toContain(`Page ${37 + i}`)
      expect(page).toMatch(new RegExp(`sheet ${i + 2} of ?${pages.length}`))
    })
    expect(pages.at(-1)).toContain('CERTIFICATE')
    expect((await collisions(bytes)).filter((found) => !found.includes('margin'))).toEqual([])
  }
})

const far = (text: string, i: number) => `${text} ${i} ${'9'.repeat(11)}`

/** Every column in use, with amounts of millions. */
const wide = Array.from({ length: 60 }, (_, i): BookEntry => {
  const spent = standardLayout.disbursements.flatMap(({ accounts: codes, side }) => (side === 'debit' ? codes : []))
  const each = 9_000_000_00n + BigInt(i)
  const ewt = line('2140', 0n, 1n)
  const cash = line('1031', 0n, each * BigInt(spent.length) + 15_00n - 1n)
  return {
    ...entries[0]!,
    no: BigInt(i + 1),
    isReversal: false,
    lines: [...spent.map((code) => line(code, each, 0n)), line('6250', 15_00n, 0n), ewt, cash],
    document: { ...entries[0]!.document, number: `CV-2026-${i}`, cheque: far('MC', i) },
  }
})

test('no text of a book is below 7 points, and a wide book continues its columns on the next page', async () => {
  for (const book of bookNames) {
    const sizes = (await wordsOf(await printed(book))).flat().map(({ size }) => size)
    expect(Math.min(...sizes), book).toBeGreaterThanOrEqual(7)
  }
  const bytes = await printed('cash-disbursements', 'a4', wide)
  expect((await collisions(bytes)).filter((found) => !found.includes('margin'))).toEqual([])
  const pages = (await wordsOf(bytes)).filter((words) => words.some(({ text }) => text.includes('columns on page')))
  expect(Math.min(...pages.flat().map(({ size }) => size))).toBeGreaterThanOrEqual(7)
  const over = [1, 2].map((page) =>
    pages.filter((words) => words.some(({ text }) => text.endsWith(`columns on page ${page} of 2`))),
  )
  expect(over[0]!.length).toBeGreaterThan(1)
  expect(over[1]).toHaveLength(over[0]!.length)
  expect(recomputed(over[1]!).totals).toBeGreaterThan(over[1]!.length)
  const a4 = { left: 70, right: 842 - 28 }
  expect(pages.flat().filter(({ x, width }) => x < a4.left || x + width > a4.right)).toEqual([])
  // Every column has its title, and every row its number and all amounts, on one of the two pages.
  const texts = over.map((some) => some.flat().map(({ text }) => text))
  const { columns } = made('cash-disbursements', wide).table
  for (const { title } of columns)
    for (const word of title.split(' ')) expect(texts.flat().join(' '), title).toContain(word)
  for (const { lines, document } of wide) {
    expect(texts[0]).toContain(document.number)
    expect(texts[1]).toContain(document.number)
    for (const { debit, credit } of lines) expect(texts[1]).toContain(formatMoney(debit + credit))
  }
})

test('a reprinted book is identical to the byte', async () => {
  expect(Buffer.from(await printed('sales')).equals(Buffer.from(await printed('sales')))).toBe(true)
})

test('the workbook, the CSV and the audit text have every figure of the book', async () => {
  const book = made('cash-disbursements')
  const rowsOf = await rowsOfBook(book)
  const cash = book.table.columns.findIndex(({ key }) => key === 'cash')
  const total = rowsOf.find(({ emphasis }) => emphasis === 'subtotal')!.cells[cash]
  const rows = (await readXlsx(await whole(bookToXlsx([book])))).sheets[0]!.rows
  const head = rows.findIndex((row) => row[0] === 'Date')
  const end = rows.findIndex((row) => row[0] === 'Total for June 2026')
  const inSheet = rows.slice(head + 1, end).map((row) => BigInt(Math.round(Number(row[cash] ?? 0) * 100)))
  expect(inSheet.reduce((sum, amount) => sum + amount, 0n)).toBe(total)
  expect(BigInt(Math.round(Number(rows[end]![cash]) * 100))).toBe(total)

  const text = new TextDecoder()
    .decode(await whole(bookToText([book])))
    .split('\r\n')
    .map((row) => row.split('|'))
  const figures = text.filter(([kind]) => kind === 'D').map((row) => BigInt((row[cash + 1] || '0').replace('.', '')))
  expect(figures.reduce((sum, amount) => sum + amount, 0n)).toBe(total)
  expect(text.find(([kind]) => kind === 'E')).toEqual(['E', String(rowsOf.length), String(book.entries)])
  expect(new TextDecoder().decode(await whole(bookToCsv([book]))).split('\r\n')).toHaveLength(rowsOf.length + 2)
})

type Word = { text: string; x: number; y: number; width: number }

/** Adds up every column from the file alone; throws if a printed sum differs from the rows above. */
function recomputed(pages: Word[][]): { totals: number; pages: number } {
  let totals = 0
  let counted = 0
  let sums = new Map<number, bigint>()
  let month = new Map<number, bigint>()
  let carried = new Map<number, bigint>()
  const ends: number[] = []
  for (const page of pages) {
    if (!page.some(({ text }) => /^Page \d+$/.test(text))) continue
    counted += 1
    const rows = Map.groupBy(page, ({ y }) => Math.round(y * 10))
    for (const row of [...rows].toSorted(([a], [b]) => b - a).map(([, words]) => words.toSorted((a, b) => a.x - b.x))) {
      const first = row[0]?.text ?? ''
      const figures = new Map(
        row.flatMap(({ text, x, width }): [number, bigint][] =>
          /^-?[\d,]+\.\d\d$/.test(text) ? [[columnAt(x + width), BigInt(text.replace(/[,.]/g, ''))]] : [],
        ),
      )
      if (first.startsWith('Recapitulation')) return { totals, pages: counted }
      const isAccount = row.some(({ text }) => text.startsWith('Total and balance of'))
      const isTotal = isAccount || first.startsWith('Total for')
      if (isTotal || first === 'Carried forward') same(figures, sums)
      if (first === 'Brought forward') expect([...figures]).toEqual([...carried])
      if (first === 'Year to date') same(figures, month)
      if (first === 'Carried forward') carried = figures
      if (first.startsWith('Total for')) month = figures
      if (isAccount) for (const [at, amount] of figures) month.set(at, (month.get(at) ?? 0n) + amount)
      if (first.startsWith('Movement')) same(figures, month)
      if (isTotal || /^(Carried|Brought|Year|Movement)/.test(first)) totals += 1
      else if (/\((debit|credit) balance\)$/.test(first)) sums = new Map()
      else if (!first.startsWith('Before'))
        for (const [at, amount] of figures) sums.set(at, (sums.get(at) ?? 0n) + amount)
    }
  }
  return { totals, pages: counted }

  /** The column that ends here; bold and regular figures differ by a fraction of a point. */
  function columnAt(end: number): number {
    const known = ends.find((each) => Math.abs(each - end) < 2)
    if (known === undefined) ends.push(end)
    return known ?? end
  }

  /** The last column of the ledger has running balances, which are not summed. */
  function same(printed: Map<number, bigint>, added: Map<number, bigint>): void {
    const balance = pages[1]?.find(({ text }) => text === 'Balance')
    const at = balance && Math.round(balance.x + balance.width)
    for (const [column, amount] of printed) {
      if (at !== undefined && Math.abs(column - at) < 3) continue
      expect(amount).toBe(added.get(column) ?? 0n)
    }
  }
}
