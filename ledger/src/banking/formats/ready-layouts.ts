// Layouts of Philippine banks as far as they are known. A bank's own words for its columns, and what its rows leave open:
// the order of day and month. What is not confirmed from files of the bank says so and is only a suggestion.
import type { DateOrder } from './figures.ts'

export type ReadyLayout = {
  /** What it is called on the screen. */
  name: string
  /** Seen in files of the bank; the others are what its statements are said to look like. */
  confirmed: boolean
  /** Titles, as `plainTitle` writes them, that all have to be there. */
  titles: readonly string[]
  /** Null where the month stands in letters. */
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

/** The layout whose titles are all in this row; the one with most of them, if there are several. */
export function readyLayoutFor(titles: readonly string[]): ReadyLayout | undefined {
  return readyLayouts
    .filter((ready) => ready.titles.every((title) => titles.includes(title)))
    .toSorted((a, b) => b.titles.length - a.titles.length)[0]
}
