// Sales by customer, purchases by supplier or expenses by type, largest first.
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { periodOf, periodTitles } from './statements.ts'
import type { Period } from '../core/periods.ts'
import type { Row, Table } from './table.ts'

/** A name with its amount in each period, minor units. */
export type NamedAmounts = { name: string; amounts: readonly Money[]; link?: Row['link'] }

export const namedReports = {
  'sales-by-customer': {
    title: 'Sales by Customer',
    of: 'Customer',
    note: 'Net of VAT, returns and discounts, by invoice date. Voids are deducted on the date of the void.',
  },
  'purchases-by-supplier': {
    title: 'Purchases by Supplier',
    of: 'Supplier',
    note: 'Purchases of goods, services and equipment recorded as bills, petty cash vouchers and cheques, net of input VAT.',
  },
  'expenses-by-type': {
    title: 'Expenses by Type',
    of: 'Type of expense',
    note: 'Expense lines of bills and petty cash vouchers, net of input VAT.',
  },
} as const
export type NamedReport = keyof typeof namedReports

/** Names are sorted by the column of the whole period: the first, or for months their total. */
export function byName(
  report: NamedReport,
  {
    company,
    periods,
    names,
  }: { company: Table['company']; periods: readonly Period[]; names: readonly NamedAmounts[] },
): Table {
  const { title, of, note } = namedReports[report]
  const whole = periods.length > 2 ? periods.length - 1 : 0
  const size = ({ amounts }: NamedAmounts) => amounts[whole] ?? 0n
  const inOrder = names
    .filter(({ amounts }) => amounts.some((amount) => amount !== 0n))
    .toSorted((a, b) => (size(a) === size(b) ? compare(a.name, b.name) : size(a) > size(b) ? -1 : 1))
  return {
    name: report,
    title,
    period: periodOf(periods),
    company,
    columns: [
      { key: 'name', title: of, kind: 'text', width: 4 },
      ...periodTitles(periods).map((head, i) => ({ key: `amount${i}`, title: head, kind: 'money' as const, width: 2 })),
    ],
    rows: [
      ...inOrder.map(({ name, amounts, link }): Row => ({ cells: [name, ...amounts], ...(link && { link }) })),
      {
        cells: ['Total', ...periods.map((_, i) => sum(inOrder.map(({ amounts }) => amounts[i] ?? 0n)))],
        emphasis: 'total',
      },
    ],
    notes: [note],
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
