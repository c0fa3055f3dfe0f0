// The filters of a list of documents in its address, and the usual periods.
import { listDocuments } from '@talaan/contract/documents.ts'
import { addMonths, type Day, endOfMonth, monthOf, startOfMonth, yearOf } from '@talaan/ledger/core/date.ts'

const keys = ['search', 'status', 'from', 'to', 'order', 'ascending'] as const
type Filter = (typeof keys)[number]
export type ListFilters = { [K in Exclude<Filter, 'status' | 'order' | 'ascending'>]?: string | undefined } & {
  status?: NonNullable<Query['status']> | '' | undefined
  order?: Query['order']
  ascending?: Query['ascending']
}
type Query = typeof listDocuments.query._zod.output

/** The filters of an address; invalid ones are ignored. */
export function listFiltersOf(address: URLSearchParams): Omit<ListFilters, 'status'> & { status?: Query['status'] } {
  const filters: Record<string, string> = {}
  for (const key of keys) {
    const value = address.get(key)?.trim() ?? ''
    if (value !== '' && listDocuments.query.shape[key].safeParse(value).success) filters[key] = value
  }
  return filters
}

export type Period = { name: string; words: string; from: Day; to: Day }

/** The periods that a list offers, as of a day. */
export function periods(today: Day): Period[] {
  const month = monthOf(today)
  const last = addMonths(month, -1)
  const quarter = addMonths(month, -((Number(month.slice(5)) - 1) % 3))
  const year = yearOf(today)
  return [
    { name: 'month', words: 'This month', from: startOfMonth(month), to: endOfMonth(month) },
    { name: 'last-month', words: 'Last month', from: startOfMonth(last), to: endOfMonth(last) },
    { name: 'quarter', words: 'This quarter', from: startOfMonth(quarter), to: endOfMonth(addMonths(quarter, 2)) },
    { name: 'year', words: 'This year', from: `${year}-01-01`, to: `${year}-12-31` },
    { name: 'last-year', words: 'Last year', from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  ]
}

/** The name of the period that the filters are, '' for none, 'other' for dates that were chosen elsewhere. */
export function periodOf({ from, to }: Pick<ListFilters, 'from' | 'to'>, today: Day): string {
  if (from === undefined && to === undefined) return ''
  return periods(today).find((period) => period.from === from && period.to === to)?.name ?? 'other'
}
