// The entries of an account by date, each with its running balance.
import type { NormalSide } from '../accounts/chart.ts'
import { formatLongDay } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import type { DocumentTypeName } from '../documents/words.ts'
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { Row, Table } from './table.ts'

export type AccountLine = {
  day: Day
  entryNo: bigint
  document: { id: string; number: string; kind: DocumentTypeName } | null
  memo: string
  debit: Money
  credit: Money
}

/**
 * Lines must be sorted by date and entry. `opening` is debits less credits before `from`, in minor units. The balance
 * is shown on the account's normal side: a minus means the other side.
 */
export function accountEntries({
  company,
  account,
  from,
  to,
  opening,
  lines,
  notes = [],
}: {
  company: Table['company']
  account: { code: string; name: string; normal: NormalSide }
  from: Day
  to: Day
  opening: Money
  lines: readonly AccountLine[]
  notes?: string[]
}): Table {
  const asShown = (balance: Money) => (account.normal === 'debit' ? balance : -balance)
  let balance = opening
  const rows: Row[] = lines.map((line) => {
    balance += line.debit - line.credit
    return {
      cells: [
        line.day,
        line.entryNo.toString(),
        line.document?.number ?? null,
        line.memo,
        line.debit === 0n ? null : line.debit,
        line.credit === 0n ? null : line.credit,
        asShown(balance),
      ],
      ...(line.document !== null && {
        link: { to: 'document' as const, id: line.document.id, kind: line.document.kind },
      }),
    }
  })

  return {
    name: `account-entries-${account.code}`,
    title: `${account.code} ${account.name}`,
    period: `From ${formatLongDay(from)} to ${formatLongDay(to)}`,
    company,
    columns: [
      { key: 'day', title: 'Date', kind: 'day' },
      { key: 'entry', title: 'Entry', kind: 'code' },
      { key: 'document', title: 'Document', kind: 'code', width: 2 },
      { key: 'memo', title: 'Memo', kind: 'text' },
      { key: 'debit', title: 'Debit', kind: 'money', width: 2 },
      { key: 'credit', title: 'Credit', kind: 'money', width: 2 },
      {
        key: 'balance',
        title: account.normal === 'debit' ? 'Debit balance' : 'Credit balance',
        kind: 'money',
        width: 2,
      },
    ],
    rows: [
      { cells: [from, null, null, 'Balance brought forward', null, null, asShown(opening)], emphasis: 'subtotal' },
      ...rows,
      {
        cells: [
          to,
          null,
          null,
          'Total and closing balance',
          sum(lines.map((l) => l.debit)),
          sum(lines.map((l) => l.credit)),
          asShown(balance),
        ],
        emphasis: 'total',
      },
    ],
    notes,
  }
}
