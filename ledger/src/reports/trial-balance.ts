// The trial balance lists every account's closing balance on its side; both sides must agree.
import type { AccountType, NormalSide } from '../accounts/chart.ts'
import { formatLongDay } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { formatMoney } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { sumColumn } from './table.ts'
import type { Column, Row, Table } from './table.ts'

/** An account with all its debits and credits up to and including a day, in minor units. */
export type AccountBalance = {
  code: string
  name: string
  type: AccountType
  normal: NormalSide
  debit: Money
  credit: Money
}

/** Accounts in the order of their codes; zero balances are left out. */
export function trialBalance({
  company,
  asOf,
  balances,
}: {
  company: Table['company']
  asOf: Day
  balances: readonly AccountBalance[]
}): Table {
  const columns: Column[] = [
    { key: 'code', title: 'Account code', kind: 'code' },
    { key: 'name', title: 'Account title', kind: 'text', width: 4 },
    { key: 'debit', title: 'Debit', kind: 'money', width: 2 },
    { key: 'credit', title: 'Credit', kind: 'money', width: 2 },
  ]
  const rows: Row[] = balances
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .flatMap(({ code, name, debit, credit }) => {
      const closing = debit - credit
      if (closing === 0n) return []
      return [
        {
          cells: [code, name, closing > 0n ? closing : null, closing < 0n ? -closing : null],
          link: { to: 'account', code },
        },
      ]
    })

  const debit = sumColumn({ columns, rows }, 'debit')
  const credit = sumColumn({ columns, rows }, 'credit')
  return {
    name: 'trial-balance',
    title: 'Trial Balance',
    period: `As of ${formatLongDay(asOf)}`,
    company,
    columns,
    rows: [...rows, { cells: ['', 'Total', debit, credit], emphasis: 'total' }],
    notes: notes(debit, credit),
  }
}

// The journal always balances; if it ever did not, the report would show the difference.
function notes(debit: Money, credit: Money): string[] {
  if (debit === credit) return []
  const [more, less, difference] =
    debit > credit ? ['Debits', 'credits', debit - credit] : ['Credits', 'debits', credit - debit]
  return [
    `${more} exceed ${less} by ${formatMoney(difference)}: the data has been damaged. ` +
      'Ask your administrator to run the verify command before you use this report.',
  ]
}
