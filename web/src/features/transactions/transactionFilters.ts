// The filters in the address of the Transactions page, as users type them and as the server expects them.
import { stateFilter, stateFilterWords } from '@talaan/contract/documents.ts'
import { type TagKind, tagKinds, tagWords } from '@talaan/contract/tag-kinds.ts'
import { listTransactions } from '@talaan/contract/transactions.ts'
import { type Day, dayInManila, formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { documentWords, isDocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'

export const filterKeys = [
  'search',
  'kinds',
  'status',
  'from',
  'to',
  'party',
  'recordedBy',
  'least',
  'most',
  'files',
  'open',
  ...tagKinds,
] as const
export type FilterKey = (typeof filterKeys)[number]
export type Filters = Partial<Record<FilterKey | 'order' | 'ascending', string>>

/** Used until the server has sent its date. */
export const openedOn = dayInManila(Date.now())

/**
 * The filters of an address in the server's format; invalid filters are ignored. Dates are written as in the fields of
 * a form, so `from=t-30` always means thirty days before today.
 */
export function filtersOf(address: URLSearchParams, today: Day): Filters {
  const filters: Filters = {}
  for (const key of [...filterKeys, 'order', 'ascending'] as const) {
    const text = address.get(key)?.trim() ?? ''
    const value =
      key === 'least' || key === 'most' ? centavos(text) : key === 'from' || key === 'to' ? dayIn(text, today) : text
    if (value === '' || value === undefined) continue
    if (listTransactions.query.shape[key].safeParse(value).success) filters[key] = value
  }
  return filters
}

/** A filter in words, for its chip. `party` is the name of the customer or supplier, `tag` the name of the tag. */
export function chipOf(
  key: FilterKey,
  value: string,
  { party, tag }: { party: string | undefined; tag: string | undefined },
): string {
  const tagged = (kind: TagKind) => () => tagWords(kind, value === 'none' ? null : (tag ?? '…'))
  const words: Record<FilterKey, () => string> = {
    search: () => `With “${value}”`,
    kinds: () =>
      typesIn(value)
        .map((kind) => documentWords[kind].words.plural)
        .join(', '),
    status: () => stateFilterWords[stateFilter.parse(value)],
    from: () => `From ${formatDay(value)}`,
    to: () => `To ${formatDay(value)}`,
    party: () => party ?? 'One customer or supplier',
    recordedBy: () => `Recorded by ${value}`,
    least: () => `Minimum amount ${formatMoney(BigInt(value))}`,
    most: () => `Maximum amount ${formatMoney(BigInt(value))}`,
    files: () => (value === 'with' ? 'With files' : 'Without files'),
    open: () => 'Open',
    project: tagged('project'),
    department: tagged('department'),
    branch: tagged('branch'),
  }
  return words[key]()
}

export const typesIn = (value: string | undefined) => (value ?? '').split('.').filter(isDocumentTypeName)

function centavos(typed: string): string | undefined {
  const read = parseTypedAmount(typed)
  return read.ok ? read.amount.toString() : undefined
}

/** In an address a plus is a space unless it is escaped. */
function dayIn(typed: string, today: Day): string | undefined {
  const read = parseTypedDay(typed.replace(/^(t?) (?=\d{1,5}$)/, '$1+'), today)
  return read.ok ? read.day : undefined
}
