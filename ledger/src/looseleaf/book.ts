// The six books of accounts as values: the definition of a book, its input per entry, and its tables.
import type { AccountType, NormalSide } from '../accounts/chart.ts'
import type { Day, Month } from '../core/date.ts'
import { addMonths, formatMonth } from '../core/date.ts'
import { fiscalYearAround } from '../core/periods.ts'
import type { JournalCode } from '../accounts/journal.ts'
import type { Money } from '../core/money.ts'
import type { Column, Row, Table } from '../reports/table.ts'
import type { PurchaseCategory, VatClass } from '../tax/vat.ts'

/** The usual six books of a VAT-registered company (NIRC sections 232 and 113(C)). */
export const bookNames = [
  'general-journal',
  'general-ledger',
  'cash-receipts',
  'cash-disbursements',
  'sales',
  'purchases',
] as const
export type BookName = (typeof bookNames)[number]

export const bookWords = {
  'general-journal': { title: 'General Journal', journal: 'GJ' },
  'general-ledger': { title: 'General Ledger', journal: null },
  'cash-receipts': { title: 'Cash Receipts Journal', journal: 'CRJ' },
  'cash-disbursements': { title: 'Cash Disbursements Journal', journal: 'CDJ' },
  sales: { title: 'Subsidiary Sales Journal', journal: 'SJ' },
  purchases: { title: 'Subsidiary Purchases Journal', journal: 'PJ' },
} as const satisfies Record<BookName, { title: string; journal: JournalCode | null }>

/** A line of an entry, in minor units, with its frozen VAT. */
export type BookLine = {
  account: string
  debit: Money
  credit: Money
  memo: string
  vatClass: VatClass | null
  category: PurchaseCategory | null
}

export type BookEntry = {
  no: bigint
  day: Day
  journal: JournalCode
  memo: string
  /** A reversal: listed in the same columns with a minus. */
  isReversal: boolean
  document: {
    number: string
    externalNo: string
    day: Day
    terms: string
    cheque: string
    /** The serial number of a collection's printed receipt. */
    receiptNo: string
    /** The descriptions of the lines of a sale or purchase. */
    descriptions: readonly string[]
  }
  party: { name: string; tin: string; address: string }
  lines: readonly BookLine[]
}

export type BookAccount = { code: string; name: string; type: AccountType; normal: NormalSide; holdsMoney: boolean }

/** Summed lines: one for each account, side and tax of a journal, never both sides in one. */
export type SummedLine = BookLine & { journal: JournalCode; isReversal: boolean }

/** The columns of texts in the special journals. */
export type TextKey =
  | 'day'
  | 'number'
  | 'paper'
  | 'receipt'
  | 'cheque'
  | 'party'
  | 'tin'
  | 'address'
  | 'particulars'
  | 'fund'
  | 'terms'

/** The side of a column's figures; a memo column has none. */
export type BookSide = 'debit' | 'credit' | 'memo'
export type BookColumn = Column & { side?: BookSide }

/** `entry` is the entry of a row; further rows of the same entry are `continued`. */
export type BookRow = Row & { entry?: bigint; continued?: true }

/**
 * A book of one month: its table with the totals at its foot, and its postings to each account. Its rows come in chunks
 * and are generated again on each iteration: a month of a large company would fill the memory.
 */
export type BookOfMonth = {
  book: BookName
  month: Month
  table: Omit<Table, 'columns' | 'rows'> & { columns: BookColumn[]; rows: AsyncIterable<readonly BookRow[]> }
  /** Debits and credits per account, gross, as posted to the ledger; the ledger itself has none. */
  recapitulation: Table | null
  entries: number
  debit: Money
  credit: Money
}

/** The input of every book of a month. */
export type BookInput = {
  company: Table['company']
  year: FiscalYear
  month: Month
  accounts: ReadonlyMap<string, BookAccount>
  /** The entries of a journal by date and number, in chunks; can be iterated repeatedly. */
  entries: (journal: JournalCode) => AsyncIterable<readonly BookEntry[]>
  /** The number of entries in the month, by journal. */
  counts: ReadonlyMap<JournalCode, number>
  /** The lines of the month, summed. */
  moved: readonly SummedLine[]
  /** The lines of the fiscal year's earlier months, summed. */
  before: readonly SummedLine[]
  /** The fiscal year with its later months: a column that is empty in all of it is left out. */
  inYear: { moved: readonly SummedLine[]; texts: ReadonlyMap<JournalCode, ReadonlySet<TextKey>> }
}

export type FiscalYear = { from: Month; to: Month; label: string }

/** The fiscal year of a month. `endsWith` is the number of its last month, 12 for a calendar year. */
export function fiscalYearOf(month: Month, endsWith: number): FiscalYear {
  const { from, to } = fiscalYearAround(month, endsWith)
  const label =
    endsWith === 12 ? `Fiscal year ${to.slice(0, 4)}` : `Fiscal year ${formatMonth(from)} to ${formatMonth(to)}`
  return { from, to, label }
}

/** The months of a fiscal year, first to last. */
export function monthsOf({ from }: FiscalYear): Month[] {
  return Array.from({ length: 12 }, (_, i) => addMonths(from, i))
}

/** The text after the memo: the document date if it differs from the entry date (a late entry). */
export function particulars({
  memo,
  day,
  document,
}: Pick<BookEntry, 'memo' | 'day'> & { document: Pick<BookEntry['document'], 'day'> }): string {
  return document.day === day ? memo : `${memo} (document date ${document.day})`
}

const longestDescription = 200

/** The lines of a sale or purchase in words, each once; the memo of a void, and of a document without lines. */
export function description(entry: BookEntry): string {
  const words = [...new Set(entry.document.descriptions)].join('; ')
  if (entry.isReversal || words === '') return particulars(entry)
  const isLong = words.length > longestDescription
  return particulars({ ...entry, memo: isLong ? `${words.slice(0, longestDescription - 1).trimEnd()}…` : words })
}

/** An iterable that starts over on each iteration. */
export const again = <T>(items: () => AsyncIterator<T>): AsyncIterable<T> => ({ [Symbol.asyncIterator]: items })

export const periodOf = (month: Month): string => `For the month of ${formatMonth(month)}`
