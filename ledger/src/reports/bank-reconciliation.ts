// The bank reconciliation statement by the adjusted-balance method: both balances are adjusted to the true balance.
import { formatDay, formatLongDay } from '../core/date.ts'
import type { DocumentTypeName } from '../documents/words.ts'
import { formatMoney, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { OutstandingLine, Position, UnmatchedLine } from '../banking/matching/position.ts'
import type { Column, Row, Table } from './table.ts'

export type ReconciledAccount = { code: string; name: string; bank: string; bankAccountNo: string; currency: string }

/** Who signed it off, as printed; null before. */
export type SignOff = { by: string; at: string; note: string } | null

const columns: Column[] = [
  { key: 'day', title: 'Date', kind: 'day' },
  { key: 'reference', title: 'Reference', kind: 'text', width: 1.6 },
  { key: 'words', title: 'Particulars', kind: 'text', width: 4 },
  { key: 'age', title: 'Days outstanding', kind: 'count', width: 0.8 },
  { key: 'amount', title: 'Amount', kind: 'money', width: 1.5 },
  { key: 'balance', title: 'Balance', kind: 'money', width: 1.5 },
]

/**
 * Amounts have the sign of their effect on the balance above: deposits in transit add, outstanding cheques subtract.
 */
export function bankReconciliation({
  company,
  account,
  position,
  signOff,
}: {
  company: Table['company']
  account: ReconciledAccount
  position: Position
  signOff: SignOff
}): Table {
  const { depositsInTransit, outstandingCheques, paymentsInTransit, bankErrors, adjustments, unexplained } = position
  const unit = account.currency === 'PHP' ? '' : `, ${account.currency}`
  const no = account.bankAccountNo === '' ? '' : `, account no. ${account.bankAccountNo}`
  return {
    name: 'bank-reconciliation',
    title: 'Bank Reconciliation',
    period: `${account.bank === '' ? account.name : account.bank}${no}${unit}, as of ${formatLongDay(position.asOf)}`,
    company,
    columns,
    rows: [
      balance('Balance per bank statement', position.statementBalance),
      ...section('Add: deposits in transit', depositsInTransit.map(outstanding)),
      ...section('Less: outstanding cheques', outstandingCheques.map(outstanding)),
      ...section('Less: other payments not yet cleared', paymentsInTransit.map(outstanding)),
      ...section(
        'Add (less): bank errors',
        bankErrors.map((line) => plain(line, -line.amount)),
      ),
      total('Adjusted bank balance', position.adjustedBank),
      balance(`Balance per books, account ${account.code}`, position.bookBalance),
      ...section(
        'Add: recorded after this date',
        adjustments.filter(isIn).map((line) => plain(line, line.amount)),
      ),
      ...section(
        'Less: recorded after this date',
        adjustments.filter(isOut).map((line) => plain(line, line.amount)),
      ),
      total('Adjusted book balance', position.adjustedBook),
      ...section(
        'Unmatched on the bank statement',
        unexplained.map((line) => plain(line, line.amount)),
      ),
      total('Difference', position.difference),
    ],
    notes: notesOf(position, signOff),
  }
}

const isIn = ({ amount }: UnmatchedLine) => amount > 0n
const isOut = ({ amount }: UnmatchedLine) => amount < 0n

const balance = (words: string, amount: Money): Row => ({
  cells: [null, null, words, null, null, amount],
  emphasis: 'subtotal',
})
const total = (words: string, amount: Money): Row => ({
  cells: [null, null, words, null, null, amount],
  emphasis: 'total',
})

/** A heading, its lines, and their sum; nothing without lines. */
function section(words: string, rows: Row[]): Row[] {
  if (rows.length === 0) return []
  const added = sum(rows.map(({ cells }) => (typeof cells[4] === 'bigint' ? cells[4] : 0n)))
  return [
    { cells: [null, null, words, null, null, null], emphasis: 'heading' },
    ...rows,
    {
      cells: [null, null, `${rows.length} ${rows.length === 1 ? 'item' : 'items'}`, null, null, added],
      emphasis: 'subtotal',
    },
  ]
}

const outstanding = (line: OutstandingLine): Row => ({
  cells: [
    line.day,
    line.reference || null,
    line.stale ? `${line.words} (stale)` : line.words,
    BigInt(line.age),
    line.amount,
    null,
  ],
  ...linkOf(line),
})

const plain = (line: UnmatchedLine, amount: Money): Row => ({
  cells: [line.day, line.reference || null, line.words, null, amount, null],
  ...linkOf(line),
})

const linkOf = ({ document }: UnmatchedLine): Pick<Row, 'link'> =>
  document === null ? {} : { link: { to: 'document', id: document.id, kind: document.kind as DocumentTypeName } }

function notesOf({ outstandingCheques, difference, unexplained }: Position, signOff: SignOff): string[] {
  const stale = outstandingCheques.filter((line) => line.stale)
  const open = unexplained.length
  return [
    ...(stale.length === 0
      ? []
      : [
          `Stale, more than 180 days old: ${stale
            .map((line) => `${line.reference || line.words} of ${formatDay(line.day)}, ${formatMoney(-line.amount)}`)
            .join('; ')}. Write ${stale.length === 1 ? 'it' : 'them'} back.`,
        ]),
    difference === 0n && open === 0
      ? 'Both adjusted balances agree.'
      : `Not reconciled: a difference of ${formatMoney(difference)}${open === 0 ? '' : `, ${open} bank ${open === 1 ? 'line' : 'lines'} unmatched`}.`,
    signOff === null
      ? 'Prepared by:                    Checked by:                    Approved by:'
      : `Signed off by ${signOff.by} on ${signOff.at}.${signOff.note === '' ? '' : ` ${signOff.note}`}`,
  ]
}
