// A statement of account: the receivable from a customer or the payable to a supplier, with each movement and its
// running balance.
import { formatLongDay } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import type { DocumentTypeName } from '../documents/words.ts'
import { sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { OwedSide } from './ageing.ts'
import type { Row, Table } from './table.ts'

export type PartyMovement = {
  day: Day
  document: { id: string; number: string; kind: DocumentTypeName }
  /** The document number, or that of the payment. */
  externalNo: string | null
  dueDay: Day | null
  /** Positive increases the balance, negative reduces it; a used credit changes nothing. */
  amount: Money
}

/** Movements must be sorted by date. `opening` is the balance before `from`, less credits. */
export function partyStatement({
  company,
  side,
  party,
  from,
  to,
  opening,
  movements,
}: {
  company: Table['company']
  side: OwedSide
  party: { name: string }
  from: Day
  to: Day
  opening: Money
  movements: readonly PartyMovement[]
}): Table {
  let balance = opening
  const rows: Row[] = movements.map(({ day, document, externalNo, dueDay, amount }) => {
    balance += amount
    return {
      cells: [
        day,
        document.number,
        externalNo,
        dueDay,
        amount > 0n ? amount : null,
        amount < 0n ? -amount : null,
        balance,
      ],
      link: { to: 'document', id: document.id, kind: document.kind },
    }
  })
  const charged = sum(movements.map(({ amount }) => (amount > 0n ? amount : 0n)))
  const settled = sum(movements.map(({ amount }) => (amount < 0n ? -amount : 0n)))
  const incoming = side === 'receivable'
  return {
    name: incoming ? 'customer-statement' : 'supplier-statement',
    title: `Statement of Account, ${party.name}`,
    period: `From ${formatLongDay(from)} to ${formatLongDay(to)}`,
    company,
    columns: [
      { key: 'day', title: 'Date', kind: 'day' },
      { key: 'document', title: 'Document', kind: 'code', width: 2 },
      { key: 'paper', title: 'Reference no.', kind: 'code', width: 2 },
      { key: 'due', title: 'Due date', kind: 'day' },
      { key: 'charged', title: incoming ? 'Invoiced' : 'Billed', kind: 'money', width: 2 },
      { key: 'settled', title: incoming ? 'Collections and credits' : 'Payments and credits', kind: 'money', width: 2 },
      { key: 'balance', title: 'Balance', kind: 'money', width: 2 },
    ],
    rows: [
      { cells: [from, 'Balance brought forward', null, null, null, null, opening], emphasis: 'subtotal' },
      ...rows,
      { cells: [to, 'Total and balance', null, null, charged, settled, balance], emphasis: 'total' },
    ],
    notes: [
      incoming
        ? 'A balance in brackets is a customer credit. Tax withheld is included in collections.'
        : 'A balance in brackets is a supplier credit.',
    ],
  }
}
