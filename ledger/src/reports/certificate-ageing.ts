// Tax withheld by customers without a certificate, by days past due.
import { formatLongDay } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { ageTitles } from './ageing.ts'
import type { Row, Table } from './table.ts'

/** `ages` has one amount for each age of `ageTitles`, in centavos. */
export type AgedCertificates = { id: string; name: string; ages: readonly Money[] }

/** Customers in the given order; those without expected certificates are left out. */
export function certificateAgeing({
  company,
  asOf,
  customers,
}: {
  company: Table['company']
  asOf: Day
  customers: readonly AgedCertificates[]
}): Table {
  const shown = customers.filter(({ ages }) => ages.some((amount) => amount !== 0n))
  const rows: Row[] = shown.map(({ id, name, ages }) => ({
    cells: [name, ...ages, sum(ages)],
    link: { to: 'statement', side: 'receivable', party: id },
  }))
  const totals = ageTitles.map((_, at) => sum(shown.map(({ ages }) => ages[at] ?? 0n)))
  return {
    name: 'certificates-by-age',
    title: 'Aging of Expected Certificates',
    period: `As of ${formatLongDay(asOf)}`,
    company,
    columns: [
      { key: 'customer', title: 'Customer', kind: 'text' },
      ...ageTitles.map((title, at) => ({ key: `age${at}`, title, kind: 'money' as const, width: 2 })),
      { key: 'total', title: 'Total', kind: 'money', width: 2 },
    ],
    rows: [...rows, { cells: ['Total', ...totals, sum(totals)], emphasis: 'total' }],
    notes: [
      'Days are counted from the due date of form 2307, the 20th of the month after the quarter. The total is the balance of account 1321 on this date.',
    ],
  }
}
