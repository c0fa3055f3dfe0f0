// The proof of cash: balances and movements of a month, of bank and books, reconciled in four columns. Unlike the
// reconciliation it shows that receipts and disbursements agree as well, so that two errors cannot hide in one balance.
import { endOfMonth, formatDay, formatMonth, monthOf, addMonths } from '../core/date.ts'
import { formatMoney, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { positionOf } from '../banking/matching/position.ts'
import type { Position, BankMonth } from '../banking/matching/position.ts'
import type { ReconciledAccount } from './bank-reconciliation.ts'
import type { Column, Row, Table } from './table.ts'

/** Money in and money out of a month, both without a sign; minor units of the account's currency. */
export type Moved = { receipts: Money; disbursements: Money }

export type Movements = {
  bank: Moved
  books: Moved
  /** Separate lines in the books that the bank has as one sum, less separate bank lines: a deposit less its fee. */
  netted: Money
  /** Postings voided in the same month, both without a bank line. */
  voided: Money
}

const columns: Column[] = [
  { key: 'words', title: 'Particulars', kind: 'text', width: 4 },
  { key: 'opening', title: 'Opening', kind: 'money', width: 1.5 },
  { key: 'receipts', title: 'Receipts', kind: 'money', width: 1.5 },
  { key: 'disbursements', title: 'Disbursements', kind: 'money', width: 1.5 },
  { key: 'closing', title: 'Closing', kind: 'money', width: 1.5 },
]

/** The position at an end of the month, and the items our books have with a later date. */
export type End = { position: Position; later: Moved }

/** Both, for the items at an end. */
export const endOf = (month: BankMonth): End => ({ position: positionOf(month), later: recordedLater(month) })

/** Bank lines before the end that our books have later: in the amounts as recorded. */
const recordedLater = ({ asOf, straddling }: BankMonth): Moved =>
  movedBy(
    straddling.flatMap(({ bank, books }) =>
      bank.some(({ day }) => day <= asOf) && books.every(({ day }) => day > asOf) ? books : [],
    ),
  )

export function movedBy(lines: readonly { amount: Money }[]): Moved {
  const amounts = lines.map(({ amount }) => amount)
  return {
    receipts: sum(amounts.filter((amount) => amount > 0n)),
    disbursements: -sum(amounts.filter((amount) => amount < 0n)),
  }
}

const backwards = ({ receipts, disbursements }: Moved): Moved => ({
  receipts: -receipts,
  disbursements: -disbursements,
})

/**
 * Opening balance, receipts, disbursements, closing balance. For every line opening + receipts - disbursements =
 * closing.
 */
type Four = readonly [opening: Money, receipts: Money, disbursements: Money, closing: Money]

/**
 * The four-column proof of a month, from the positions at its two ends; amounts in the account's currency. Items in
 * transit at the beginning are subtracted from the bank's movements, those in transit at the end are added.
 */
export function proofOfCash({
  company,
  account,
  opening,
  closing,
  movements: { bank, books, netted, voided },
}: {
  company: Table['company']
  account: ReconciledAccount
  opening: End
  closing: End
  movements: Movements
}): Table {
  const [first, last] = [opening.position, closing.position]
  const month = monthOf(last.asOf)
  const paid = ({ position }: End) => [...position.outstandingCheques, ...position.paymentsInTransit]
  const bankSide = [
    line('Balance per bank statement', [
      ...([first.statementBalance, bank.receipts, bank.disbursements, last.statementBalance] as const),
    ]),
    ...inTransit('Deposits in transit', movedBy(first.depositsInTransit), movedBy(last.depositsInTransit)),
    ...inTransit('Outstanding cheques and payments', movedBy(paid(opening)), movedBy(paid(closing))),
    ...inTransit('Bank errors', backwards(movedBy(first.bankErrors)), backwards(movedBy(last.bankErrors))),
    ...both('One bank line for several book entries', netted),
  ]
  const bookSide = [
    line(`Balance per books, account ${account.code}`, [
      ...([first.bookBalance, books.receipts, books.disbursements, last.bookBalance] as const),
    ]),
    ...inTransit('Recorded with a later date', opening.later, closing.later),
    ...both('Recorded and voided, not on the bank statement', -voided),
  ]
  const [adjustedBank, adjustedBooks] = [added(bankSide), added(bookSide)]
  const difference = adjustedBank.map((amount, at) => amount - (adjustedBooks[at] ?? 0n))
  const unit = account.currency === 'PHP' ? '' : `, ${account.currency}`
  const no = account.bankAccountNo === '' ? '' : `, account no. ${account.bankAccountNo}`
  return {
    name: 'proof-of-cash',
    title: 'Proof of Cash',
    period: `${account.bank === '' ? account.name : account.bank}${no}${unit}, ${formatMonth(month)}`,
    company,
    columns,
    rows: [
      ...bankSide.map(rowOf),
      { cells: ['Adjusted bank', ...adjustedBank], emphasis: 'total' },
      ...bookSide.map(rowOf),
      { cells: ['Adjusted books', ...adjustedBooks], emphasis: 'total' },
      { cells: ['Difference', ...difference], emphasis: 'total' },
    ],
    notes: [
      `Opening: end of ${formatDay(endOfMonth(addMonths(month, -1)))}. Closing: end of ${formatDay(last.asOf)}.`,
      difference.every((amount) => amount === 0n)
        ? 'The balances, receipts and disbursements of the bank and the books agree.'
        : `The bank and the books differ: opening ${formatMoney(difference[0] ?? 0n)}, receipts ${formatMoney(difference[1] ?? 0n)}, disbursements ${formatMoney(difference[2] ?? 0n)}, closing ${formatMoney(difference[3] ?? 0n)}.`,
    ],
  }
}

type Line = { words: string; four: Four }

const line = (words: string, four: Four): Line => ({ words, four })

/** Items of one side at an end of the month that the other side moves in another month. */
function inTransit(words: string, atFirst: Moved, atLast: Moved): Line[] {
  const none = ({ receipts, disbursements }: Moved) => receipts === 0n && disbursements === 0n
  const { receipts: came, disbursements: went } = atFirst
  const { receipts: comes, disbursements: goes } = atLast
  return [
    ...(none(atFirst) ? [] : [line(`${words}, beginning`, [came - went, -came, -went, 0n])]),
    ...(none(atLast) ? [] : [line(`${words}, end`, [0n, comes, goes, comes - goes])]),
  ]
}

/** Items among both the receipts and the disbursements. */
const both = (words: string, amount: Money): Line[] => (amount === 0n ? [] : [line(words, [0n, amount, amount, 0n])])

const added = (lines: readonly Line[]): Money[] =>
  [0, 1, 2, 3].map((at) => sum(lines.map(({ four }) => four[at] ?? 0n)))

const rowOf = ({ words, four }: Line): Row => ({ cells: [words, ...four] })
