// The six books of accounts as values: what a book is, what it is told of an entry, and the tables it is made of.
import type { AccountType, NormalSide } from '../accounts/chart.ts'
import type { Day, Month } from '../core/date.ts'
import { addMonths, formatMonth } from '../core/date.ts'
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

/** A line of an entry, in minor units, with what it froze of VAT. */
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
  /** It undoes another entry: it stands in the same columns with a minus. */
  isReversal: boolean
  document: { number: string; externalNo: string; day: Day; terms: string; cheque: string }
  party: { name: string; tin: string; address: string }
  lines: readonly BookLine[]
}

export type BookAccount = { code: string; name: string; type: AccountType; normal: NormalSide; holdsMoney: boolean }

/** Lines added up: one for each account, side and tax of a journal, never both sides in one. */
export type SummedLine = BookLine & { journal: JournalCode; isReversal: boolean }

/** On which side of an entry a column's figures stand; a memo column stands on neither. */
export type BookSide = 'debit' | 'credit' | 'memo'
export type BookColumn = Column & { side?: BookSide }

/** `entry` is the entry that a row belongs to; a further row of the same entry is `continued`. */
export type BookRow = Row & { entry?: bigint; continued?: true }

/**
 * A book of one month: its table with the totals at its foot, and what it posts to each account. Its rows come some at a
 * time, and are made again whenever they are gone through: a month of a large company would fill the memory.
 */
export type BookOfMonth = {
  book: BookName
  month: Month
  table: Omit<Table, 'columns' | 'rows'> & { columns: BookColumn[]; rows: AsyncIterable<readonly BookRow[]> }
  /** Debits and credits per account, gross, as the ledger takes them from this journal; the ledger itself has none. */
  recapitulation: Table | null
  entries: number
  debit: Money
  credit: Money
}

/** What every book of a month is made from. */
export type BookInput = {
  company: Table['company']
  year: FiscalYear
  month: Month
  accounts: ReadonlyMap<string, BookAccount>
  /** The entries of a journal in the order of their days and numbers, some at a time, as often as asked. */
  entries: (journal: JournalCode) => AsyncIterable<readonly BookEntry[]>
  /** How many entries the month has, by journal. */
  counts: ReadonlyMap<JournalCode, number>
  /** The lines of the month, added up. */
  moved: readonly SummedLine[]
  /** The lines of the fiscal year's months before this one, added up. */
  before: readonly SummedLine[]
}

export type FiscalYear = { from: Month; to: Month; label: string }

/** The fiscal year a month lies in. `endsWith` is the number of its last month, 12 for a calendar year. */
export function fiscalYearOf(month: Month, endsWith: number): FiscalYear {
  const ahead = (endsWith - Number(month.slice(5, 7)) + 12) % 12
  const to = addMonths(month, ahead)
  const from = addMonths(to, -11)
  const label =
    endsWith === 12 ? `Fiscal year ${to.slice(0, 4)}` : `Fiscal year ${formatMonth(from)} to ${formatMonth(to)}`
  return { from, to, label }
}

/** The months of a fiscal year, first to last. */
export function monthsOf({ from }: FiscalYear): Month[] {
  return Array.from({ length: 12 }, (_, i) => addMonths(from, i))
}

/** What is printed beside the memo: the paper's own day where it is not the day of the entry (a late entry). */
export function particulars({
  memo,
  day,
  document,
}: Pick<BookEntry, 'memo' | 'day'> & { document: Pick<BookEntry['document'], 'day'> }): string {
  return document.day === day ? memo : `${memo} (document date ${document.day})`
}

/** What goes through its items from the beginning whenever it is gone through. */
export const again = <T>(items: () => AsyncIterator<T>): AsyncIterable<T> => ({ [Symbol.asyncIterator]: items })

export const periodOf = (month: Month): string => `For the month of ${formatMonth(month)}`
