// Known layouts of Philippine banks: their column titles, and what their rows leave open, the order of day and month.
// Layouts not confirmed from files of the bank say so and are only suggestions.
import type { DateOrder } from './figures.ts'

export type ReadyLayout = {
  /** The name on the screen. */
  name: string
  /** Confirmed from files of the bank; the others follow published descriptions. */
  confirmed: boolean
  /** Titles, as normalized by `plainTitle`, that must all be present. */
  titles: readonly string[]
  /** Null if months are names. */
  dateOrder: DateOrder | null
  end: string
}

export const readyLayouts: readonly ReadyLayout[] = [
  {
    name: 'BDO, until March 2025',
    confirmed: true,
    titles: [
      'posting date',
      'description',
      'branch',
      'debit amount',
      'credit amount',
      'running balance',
      'currency',
      'check number',
    ],
    dateOrder: null,
    end: '** End of Report **',
  },
  {
    name: 'BDO, since March 2025',
    confirmed: true,
    titles: ['book date', 'description', 'amount', 'credit/debit indicator'],
    dateOrder: 'dmy',
    end: '** End of Report **',
  },
  {
    name: 'BPI',
    confirmed: false,
    titles: ['date', 'description', 'withdrawal', 'deposit', 'balance', 'reference'],
    dateOrder: 'mdy',
    end: '',
  },
  {
    name: 'Metrobank',
    confirmed: false,
    titles: ['date', 'description', 'debit', 'credit', 'check no'],
    dateOrder: 'mdy',
    end: '',
  },
  {
    name: 'GCash transaction history',
    confirmed: false,
    titles: ['date and time', 'description', 'reference no', 'debit', 'credit', 'balance'],
    dateOrder: 'ymd',
    end: '',
  },
]

/** The layout whose titles are all in this row; the one with the most titles if there are several. */
export function readyLayoutFor(titles: readonly string[]): ReadyLayout | undefined {
  return readyLayouts
    .filter((ready) => ready.titles.every((title) => titles.includes(title)))
    .toSorted((a, b) => b.titles.length - a.titles.length)[0]
}
