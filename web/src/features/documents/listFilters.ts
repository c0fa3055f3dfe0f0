// The filters of a list of documents in its address.
import { tagKinds } from '@talaan/contract/tag-kinds.ts'
import { listDocuments } from '@talaan/contract/documents.ts'
import { type FiscalToday, nameOfPeriod } from '@talaan/ledger/core/periods.ts'

const keys = ['search', 'status', 'from', 'to', ...tagKinds, 'order', 'ascending'] as const
type Filter = (typeof keys)[number]
export type ListFilters = { [K in Exclude<Filter, 'status' | 'order' | 'ascending'>]?: string | undefined } & {
  status?: NonNullable<Query['status']> | '' | undefined
  order?: Query['order']
  ascending?: Query['ascending']
}
type Query = typeof listDocuments.query._zod.output

/** The filters in an address; invalid filters are ignored. */
export function listFiltersOf(address: URLSearchParams): Omit<ListFilters, 'status'> & { status?: Query['status'] } {
  const filters: Record<string, string> = {}
  for (const key of keys) {
    const value = address.get(key)?.trim() ?? ''
    if (value !== '' && listDocuments.query.shape[key].safeParse(value).success) filters[key] = value
  }
  return filters
}

/** The name of the period with these dates: '' for no dates, 'custom' if no period has them. */
export function periodOf({ from, to }: Pick<ListFilters, 'from' | 'to'>, calendar: FiscalToday): string {
  if (from === undefined && to === undefined) return ''
  if (from === undefined || to === undefined) return 'custom'
  return nameOfPeriod({ from, to }, calendar) ?? 'custom'
}
