// The six books: rows checked by hand, and properties of any entries.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standardChart, standardMoneyAccounts } from '../accounts/chart.ts'
import type { JournalCode } from '../accounts/journal.ts'
import { formatMoney, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { sumColumn } from '../reports/table.ts'
import { bookNames, fiscalYearOf, monthsOf } from './book.ts'
import type { BookAccount, BookEntry, BookLine, BookOfMonth, BookRow } from './book.ts'
import { bookOfMonth } from './books.ts'
import type { BooksInput } from './books.ts'
import { bookLayout, certificateText, standardLayout } from './layout.ts'
import { fromEntries, rowsOfBook, summed, yearOf } from '../../test/book-inputs.ts'

const money = new Set<string>(standardMoneyAccounts.map(({ code }) => code))
const accounts: ReadonlyMap<string, BookAccount> = new Map(
  standardChart.map(({ code, name, type, normal }) => [
    code,
    { code, name, type, normal, holdsMoney: money.has(code) },
  ]),
)
const company = { name: 'Bahay Kubo Trading', tinLine: 'VAT REG TIN 123-456-789-00000', address: 'Quezon City' }
const plain = { memo: '', vatClass: null, category: null } as const
const dr = (account: string, debit: Money, more: Partial<BookLine> = {}): BookLine => ({
  ...plain,
  account,
  debit,
  credit: 0n,
  ...more,
})
const cr = (account: string, credit: Money, more: Partial<BookLine> = {}): BookLine => ({
  ...plain,
  account,
  debit: 0n,
  credit,
  ...more,
})
const entryOf = (no: bigint, journal: JournalCode, lines: BookLine[], more: Partial<BookEntry> = {}): BookEntry => ({
  no,
  day: '2026-06-15',
  journal,
  memo: `Memo ${no}`,
  isReversal: false,
  document: {
    number: `${journal}-${no}`,
    externalNo: `P${no}`,
    day: '2026-06-15',
    terms: '',
    cheque: '',
    receiptNo: '',
    descriptions: [],
  },
  party: { name: 'Mabuhay Hardware', tin: '213-456-781-00000', address: 'Makati' },
  lines,
  ...more,
})

/** June as in section 2: an invoice paid with tax withheld, a bill paid by cheque, a cash expense, a depreciation. */
const june: BookEntry[] = [
  entryOf(1n, 'SJ', [
    dr('1110', 112_000_00n),
    cr('4020', 100_000_00n, { vatClass: 'vatable' }),
    cr('2110', 12_000_00n),
  ]),
  entryOf(2n, 'CRJ', [dr('1031', 110_000_00n), dr('1321', 2_000_00n), cr('1110', 112_000_00n)]),
  entryOf(3n, 'PJ', [
    dr('6050', 50_000_00n, { vatClass: 'vatable', category: 'services' }),
    dr('6070', 1_000_00n, { vatClass: 'exempt', category: 'goods' }),
    dr('1310', 6_000_00n),
    cr('2140', 2_500_00n),
    cr('2010', 54_500_00n),
  ]),
  entryOf(4n, 'CDJ', [dr('2010', 54_500_00n), cr('1031', 54_500_00n)], {
    document: {
      number: 'CV-4',
      externalNo: '',
      day: '2026-06-15',
      terms: '',
      cheque: '0000123',
      receiptNo: '',
      descriptions: [],
    },
  }),
  entryOf(5n, 'CDJ', [dr('6070', 300_00n), dr('6290', 200_00n), dr('6250', 15_00n), cr('1020', 515_00n)]),
  entryOf(6n, 'GJ', [dr('6160', 4_000_00n), cr('1541', 4_000_00n)]),
]

const given = (over: Partial<BooksInput> = {}, entries: readonly BookEntry[] = june): BooksInput => ({
  company,
  year: fiscalYearOf('2026-06', 12),
  month: '2026-06',
  accounts,
  ...fromEntries(entries),
  before: [],
  openings: new Map(),
  layout: standardLayout,
  ...over,
})

/** A row as titles and cells, amounts as printed; empty cells left out. */
async function rowsOf(book: BookOfMonth): Promise<Record<string, string>[]> {
  return (await rowsOfBook(book)).map(({ cells }) =>
    Object.fromEntries(
      book.table.columns.flatMap(({ title }, i) => {
        const cell = cells[i] ?? null
        return cell === null ? [] : [[title, typeof cell === 'bigint' ? formatMoney(cell) : cell]]
      }),
    ),
  )
}

test('a sale is listed in the sales journal under its class, with VAT and total', async () => {
  const [row, total] = await rowsOf(bookOfMonth('sales', given()))
  expect(row).toEqual({
    Date: '2026-06-15',
    'Invoice no.': 'P1',
    Customer: 'Mabuhay Hardware',
    TIN: '213-456-781-00000',
    Address: 'Makati',
    Description: 'Memo 1',
    'Document no.': 'SJ-1',
    'Vatable sales': '100,000.00',
    'Output VAT': '12,000.00',
    'Total invoice': '112,000.00',
  })
  expect(total).toMatchObject({ Date: 'Total for June 2026', 'Vatable sales': '100,000.00', 'Output VAT': '12,000.00' })
})

test('a collection shows the money, the tax withheld and the receivable', async () => {
  const [row] = await rowsOf(bookOfMonth('cash-receipts', given()))
  expect(row).toMatchObject({
    'Bank / fund': '1031 Cash in bank - PHP account 1',
    'Dr Cash': '110,000.00',
    'Dr CWT (2307)': '2,000.00',
    'Cr A/R - trade': '112,000.00',
  })
  expect(row).not.toHaveProperty('Sundry: account')
  expect(row).not.toHaveProperty('Receipt no.')
  const printed = { ...june[1]!, document: { ...june[1]!.document, receiptNo: '000231' } }
  expect((await rowsOf(bookOfMonth('cash-receipts', given({}, [printed]))))[0]).toMatchObject({
    'CR no.': 'CRJ-2',
    'Receipt no.': '000231',
  })
})

test('a bill is listed under its purchase type, with input VAT, the supplier invoice and the tax withheld', async () => {
  const [row] = await rowsOf(bookOfMonth('purchases', given()))
  expect(row).toMatchObject({
    Services: '50,000.00',
    Exempt: '1,000.00',
    'Input VAT': '6,000.00',
    'Total invoice': '57,000.00',
    EWT: '2,500.00',
    'Accounts payable': '54,500.00',
  })
})

test('a payment shows its cheque; accounts without a column go to Sundry, one row each', async () => {
  const rows = await rowsOf(bookOfMonth('cash-disbursements', given()))
  expect(rows.slice(0, 3)).toEqual([
    expect.objectContaining({ 'Cheque / ref. no.': '0000123', 'Cr Cash': '54,500.00', 'Dr A/P - trade': '54,500.00' }),
    expect.objectContaining({
      Fund: '1020 Petty cash fund',
      'Cr Cash': '515.00',
      'Dr Office supplies': '300.00',
      'Sundry: account': '6290 Miscellaneous expense',
      'Sundry Dr': '200.00',
    }),
    { 'Sundry: account': '6250 Bank charges', 'Sundry Dr': '15.00' },
  ])
  expect(rows[3]).toMatchObject({ Date: 'Total for June 2026', 'Cr Cash': '55,015.00', 'Sundry Dr': '215.00' })
})

test('the general journal has a row for each line, the ledger a section for each account with a running balance', async () => {
  expect((await rowsOf(bookOfMonth('general-journal', given()))).slice(0, 2)).toEqual([
    {
      Date: '2026-06-15',
      'JV no.': 'GJ-6',
      Account: '6160',
      'Account title': 'Depreciation and amortization',
      Particulars: 'Memo 6',
      Reference: 'P6',
      Debit: '4,000.00',
    },
    expect.objectContaining({ Account: '1541', Credit: '4,000.00' }),
  ])
  const ledger = await rowsOf(bookOfMonth('general-ledger', given({ openings: new Map([['2010', -1_000_00n]]) })))
  const at = ledger.findIndex(({ Date: first }) => first?.startsWith('2010'))
  expect(ledger.slice(at, at + 5)).toEqual([
    { Date: '2010 Accounts payable - trade (credit balance)' },
    { Date: '2026-06-01', Particulars: 'Balance brought forward', Balance: '1,000.00' },
    expect.objectContaining({ Folio: 'PJ 3', Credit: '54,500.00', Balance: '55,500.00' }),
    expect.objectContaining({ Folio: 'CDJ 4', Debit: '54,500.00', Balance: '1,000.00' }),
    expect.objectContaining({ Date: '2026-06-30', Debit: '54,500.00', Credit: '54,500.00', Balance: '1,000.00' }),
  ])
})

test('a void is listed as negative amounts in the original columns, and the totals exclude both', async () => {
  const undone = entryOf(
    7n,
    'SJ',
    [cr('1110', 112_000_00n), dr('4020', 100_000_00n, { vatClass: 'vatable' }), dr('2110', 12_000_00n)],
    { isReversal: true },
  )
  const paidBack = entryOf(8n, 'CDJ', [cr('6290', 200_00n), cr('6070', 300_00n), dr('1020', 500_00n)], {
    isReversal: true,
  })
  const entries = [...june, undone, paidBack]
  expect((await rowsOf(bookOfMonth('sales', given({}, entries))))[1]).toMatchObject({
    'Vatable sales': '-100,000.00',
    'Output VAT': '-12,000.00',
    'Total invoice': '-112,000.00',
  })
  const rows = await rowsOf(bookOfMonth('cash-disbursements', given({}, entries)))
  expect(rows[3]).toMatchObject({ 'Cr Cash': '-500.00', 'Dr Office supplies': '-300.00', 'Sundry Dr': '-200.00' })
})

test('a late entry shows the date of its document', async () => {
  const late = entryOf(9n, 'GJ', june[5]!.lines.slice(), {
    document: {
      number: 'JV-9',
      externalNo: '',
      day: '2026-05-31',
      terms: '',
      cheque: '',
      receiptNo: '',
      descriptions: [],
    },
  })
  expect((await rowsOf(bookOfMonth('general-journal', given({}, [late]))))[0]).toMatchObject({
    Particulars: 'Memo 9 (document date 2026-05-31)',
  })
})

test('the company chooses its columns: text columns can be left out, accounts can get their own column', async () => {
  const layout = {
    ...standardLayout,
    without: ['sales.address'],
    disbursements: [{ title: 'Bank charges', side: 'debit' as const, accounts: ['6250'] }],
  }
  expect(bookLayout.parse(layout)).toEqual(layout)
  expect((await rowsOf(bookOfMonth('sales', given({ layout }))))[0]).not.toHaveProperty('Address')
  const rows = await rowsOf(bookOfMonth('cash-disbursements', given({ layout })))
  expect(rows[1]).toMatchObject({ 'Dr Bank charges': '15.00', 'Sundry: account': '6070 Office supplies' })
  expect(bookLayout.safeParse({ ...layout, without: ['sales.day'] }).success).toBe(false)
  const twice = [...layout.disbursements, { title: 'Again', side: 'debit' as const, accounts: ['6250'] }]
  const refused = bookLayout.safeParse({ ...layout, disbursements: twice })
  expect(refused.error?.issues[0]?.message).toBe(
    "6250 is in both 'Bank charges' and 'Again'. Remove it from one of them.",
  )
})

test('a column that is empty in the whole fiscal year is left out, and all months of the year have the same columns', () => {
  const titles = (over: Partial<BooksInput>, entries: readonly BookEntry[] = june) =>
    bookOfMonth('cash-disbursements', given(over, entries)).table.columns.map(({ title }) => title)
  const used = titles({})
  expect(used.join(', ')).toBe(
    'Date, CV no., Cheque / ref. no., Payee, TIN, Particulars, Fund, Cr Cash, Dr A/P - trade, Dr Office supplies, ' +
      'Sundry: account, Sundry Dr',
  )
  const rent = entryOf(7n, 'CDJ', [dr('6050', 100n), cr('1031', 100n)], { day: '2026-09-15' })
  const inYear = yearOf([...june, rent])
  expect(titles({ inYear })).toEqual(used.toSpliced(9, 0, 'Dr Rent'))
  expect(titles({ inYear, month: '2026-09' }, [rent])).toEqual(titles({ inYear }))
  expect(titles({}, []), 'a year without entries').toHaveLength(16)
})

test('the sales and purchases journals describe a document by its lines, each once, and a void by its memo', async () => {
  const sold = (descriptions: string[], more: Partial<BookEntry> = {}) =>
    entryOf(1n, 'SJ', june[0]!.lines.slice(), {
      document: { ...june[0]!.document, descriptions },
      ...more,
    })
  const described = async (entry: BookEntry) =>
    (await rowsOf(bookOfMonth('sales', given({}, [entry]))))[0]!['Description']
  expect(await described(sold(['Bond paper', 'Ink', 'Bond paper']))).toBe('Bond paper; Ink')
  expect(await described(sold(['Bond paper'], { isReversal: true }))).toBe('Memo 1')
  const long = await described(sold(Array.from({ length: 50 }, (_, i) => `Item ${i}`)))
  expect(long).toHaveLength(200)
  expect(long).toMatch(/^Item 0; Item 1; .*…$/)
})

test('the certificate fills the template with its values', () => {
  const words = {
    company: 'Bahay Kubo',
    tin: '1',
    book: 'Book',
    period: 'June',
    pages: '12',
    officer: '',
    position: '',
  }
  expect(certificateText('{book} of {company}: {pages} {page}', words)).toBe('Book of Bahay Kubo: 12 {page}')
})

test('a fiscal year has twelve months and is named by its dates unless it is the calendar year', () => {
  expect(fiscalYearOf('2026-06', 12)).toEqual({ from: '2026-01', to: '2026-12', label: 'Fiscal year 2026' })
  const broken = fiscalYearOf('2026-06', 6)
  expect(broken).toEqual({ from: '2025-07', to: '2026-06', label: 'Fiscal year July 2025 to June 2026' })
  expect(monthsOf(broken)).toHaveLength(12)
  expect(fiscalYearOf('2026-07', 6)).toMatchObject({ from: '2026-07', to: '2027-06' })
})

// ── Properties of any entries.

const codes = ['1010', '1031', '1040', '1110', '1310', '1320', '2010', '2060', '2110', '2140', '4020', '6050', '6290']
const line = fc.record({
  account: fc.constantFrom(...codes),
  amount: fc.bigInt({ min: 1n, max: 10_000_000n }),
  isDebit: fc.boolean(),
  tax: fc.constantFrom(
    ...([null, null, ['vatable', 'services'], ['exempt', 'goods'], ['not_subject', 'goods']] as const),
    ...([
      ['vatable', 'not_creditable'],
      ['govt_vatable', null],
      ['zero_rated', 'importation'],
    ] as const),
  ),
})

/** Any balanced entry: random lines, and one for the difference. */
const anyEntry = fc
  .record({
    journal: fc.constantFrom<JournalCode[]>('SJ', 'PJ', 'CRJ', 'CDJ', 'GJ'),
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    isReversal: fc.boolean(),
    month: fc.constantFrom('2026-05', '2026-06'),
  })
  .map(({ journal, lines: made, isReversal, month }): Omit<BookEntry, 'no'> => {
    const lines = made.map(({ account, amount, isDebit, tax }) => ({
      ...(isDebit ? dr(account, amount) : cr(account, amount)),
      vatClass: tax?.[0] ?? null,
      category: tax?.[1] ?? null,
    }))
    const difference = sum(lines.map(({ debit, credit }) => debit - credit))
    if (difference > 0n) lines.push(cr('1031', difference) as (typeof lines)[number])
    if (difference < 0n) lines.push(dr('1031', -difference) as (typeof lines)[number])
    return { ...entryOf(0n, journal, lines), isReversal, day: `${month}-10` }
  })
const anyEntries = fc
  .array(anyEntry, { maxLength: 25 })
  .map((entries) => entries.map((entry, i) => ({ ...entry, no: BigInt(i + 1) })))

test('each row of a special journal balances, and belongs to exactly one entry', async () => {
  await fc.assert(
    fc.asyncProperty(anyEntries, async (entries) => {
      for (const name of ['cash-receipts', 'cash-disbursements', 'sales', 'purchases'] as const) {
        const book = bookOfMonth(name, given({}, entries))
        const { table } = book
        const byEntry = Map.groupBy(
          (await rowsOfBook(book)).filter(({ entry }) => entry !== undefined),
          ({ entry }) => entry!,
        )
        for (const rows of byEntry.values()) {
          expect(rows.filter(({ continued }) => !continued)).toHaveLength(1)
          expect(sideSum(table.columns, rows, 'debit')).toBe(sideSum(table.columns, rows, 'credit'))
        }
      }
    }),
    { numRuns: 200 },
  )
})

test('the five journals add up to the movement of the general ledger, per account and in total', async () => {
  await fc.assert(
    fc.asyncProperty(anyEntries, async (entries) => {
      const books = bookNames.map((name) => bookOfMonth(name, given({}, entries)))
      const ledger = books.find(({ book }) => book === 'general-ledger')!
      const journals = books.filter((book) => book !== ledger)
      expect(sum(journals.map(({ debit }) => debit))).toBe(ledger.debit)
      expect(sum(journals.map(({ credit }) => credit))).toBe(ledger.credit)
      expect(journals.reduce((all, { entries: count }) => all + count, 0)).toBe(entries.length)
      expect(ledger.entries).toBe(entries.length)

      const posted = new Map<string, Money>()
      for (const { recapitulation } of books) {
        for (const { cells, emphasis } of recapitulation?.rows ?? []) {
          if (emphasis !== undefined) continue
          const [code, , debit, credit] = cells as [string, string, bigint, bigint]
          posted.set(code, (posted.get(code) ?? 0n) + debit - credit)
        }
      }
      for (const { cells, emphasis } of await rowsOfBook(ledger)) {
        const code = /^Total and balance of (\d+)$/.exec(String(cells[2]))?.[1]
        if (emphasis !== 'subtotal' || code === undefined) continue
        expect(posted.get(code)).toBe((cells[3] as bigint) - (cells[4] as bigint))
        posted.delete(code)
      }
      expect([...posted]).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test('every total is the sum of its rows, and the year to date is the sum of its months', async () => {
  await fc.assert(
    fc.asyncProperty(anyEntries, async (entries) => {
      const [may, its] = [entries.filter(({ day }) => day < '2026-06'), entries.filter(({ day }) => day > '2026-06')]
      for (const name of bookNames) {
        const book = bookOfMonth(name, given({ before: summed(may) }, its))
        const earlier = bookOfMonth(name, given({ month: '2026-05' }, may))
        const rows = await rowsOfBook(book)
        const then = (await rowsOfBook(earlier)).at(-3)
        const [month, before, toDate] = rows.slice(-3)
        book.table.columns.forEach(({ key, kind, side }, i) => {
          if (kind !== 'money' || side === undefined) return
          expect(month?.cells[i], key).toBe(sumColumn({ ...book.table, rows }, key))
          const at = earlier.table.columns.findIndex((column) => column.key === key)
          expect(before?.cells[i], key).toBe(at < 0 ? 0n : then?.cells[at])
          expect(toDate?.cells[i], key).toBe((month?.cells[i] as bigint) + (before?.cells[i] as bigint))
        })
      }
    }),
    { numRuns: 100 },
  )
})

function sideSum(columns: BookOfMonth['table']['columns'], rows: readonly BookRow[], side: string): Money {
  return sum(
    rows.flatMap(({ cells }) =>
      columns.flatMap((column, i) => (column.side === side && typeof cells[i] === 'bigint' ? [cells[i]] : [])),
    ),
  )
}
