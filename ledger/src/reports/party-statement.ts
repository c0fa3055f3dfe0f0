// A statement of account: what a customer owes us, or we a supplier, movement by movement, with the balance each leaves.
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
  /** Number on the paper, or of the payment. */
  externalNo: string | null
  dueDay: Day | null
  /** Above zero what is owed grows, below it shrinks; a credit that is used changes nothing. */
  amount: Money
}

/** Movements must come in the order of their days. `opening` is what was owed before `from`, less credits. */
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
