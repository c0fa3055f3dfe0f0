// Receivables or payables by days past due, less unused credits.
import { formatLongDay } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { Row, Table } from './table.ts'

export type OwedSide = 'receivable' | 'payable'

/** The upper limit of each age in days past due; the first is not due yet, the last has no limit. */
export const ageEnds = [0, 30, 60, 90, 120] as const
export const ageTitles = ['Not due', '1-30', '31-60', '61-90', '91-120', 'Over 120'] as const

/** `ages` has the open amount for each title; `credit` is unused advances. */
export type AgedParty = { id: string; name: string; ages: readonly Money[]; credit: Money }

const words = {
  receivable: {
    name: 'receivable-ageing',
    title: 'Aging of Receivables',
    party: 'Customer',
    account: '1110',
    credit: '2060',
  },
  payable: { name: 'payable-ageing', title: 'Aging of Payables', party: 'Supplier', account: '2010', credit: '1140' },
} as const satisfies Record<OwedSide, unknown>

/** Parties in the given order; those without open items and credits are left out. */
export function ageing({
  company,
  side,
  asOf,
  parties,
}: {
  company: Table['company']
  side: OwedSide
  asOf: Day
  parties: readonly AgedParty[]
}): Table {
  const say = words[side]
  const shown = parties.filter(({ ages, credit }) => credit !== 0n || ages.some((amount) => amount !== 0n))
  const cells = (ages: readonly Money[], credit: Money) => [...ages, -credit, sum(ages) - credit]
  const rows: Row[] = shown.map(({ id, name, ages, credit }) => ({
    cells: [name, ...cells(ages, credit)],
    link: { to: 'statement', side, party: id },
  }))
  const columnOf = (at: number) => sum(shown.map(({ ages }) => ages[at] ?? 0n))
  const total = ageTitles.map((_, at) => columnOf(at))
  const credits = sum(shown.map(({ credit }) => credit))
  return {
    name: say.name,
    title: say.title,
    period: `As of ${formatLongDay(asOf)}`,
    company,
    columns: [
      { key: 'party', title: say.party, kind: 'text' },
      ...ageTitles.map((title, at) => ({ key: `age${at}`, title, kind: 'money' as const, width: 2 })),
      { key: 'credit', title: 'Credits', kind: 'money', width: 2 },
      { key: 'total', title: 'Total', kind: 'money', width: 2 },
    ],
    rows: [...rows, { cells: ['Total', ...cells(total, credits)], emphasis: 'total' }],
    notes: [
      `Days are counted from the due date, or from the document date if there is no due date. Credits come from account ${say.credit}. The other amounts add up to the balance of account ${say.account} on this date.`,
      'Documents paid by post-dated cheque stay open until the cheque date.',
    ],
  }
}
