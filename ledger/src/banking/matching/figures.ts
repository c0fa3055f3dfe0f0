// The figures of a month in reconciliation, and the effect of a match on them, so that the screen can update at once.
import type { Day } from '../../core/date.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { positionOf } from './position.ts'
import type { Position, UnmatchedLine } from './position.ts'

export type Figures = {
  statementBalance: Money
  bookBalance: Money
  depositsInTransit: Money
  outstanding: Money
  bankErrors: Money
  adjustments: Money
  /** Zero when every bank line is matched. */
  difference: Money
  openLines: number
}

export function figuresOf(position: Position): Figures {
  const total = (lines: readonly { amount: Money }[]) => sum(lines.map(({ amount }) => amount))
  return {
    statementBalance: position.statementBalance,
    bookBalance: position.bookBalance,
    depositsInTransit: total(position.depositsInTransit),
    outstanding: total(position.outstandingCheques) + total(position.paymentsInTransit),
    bankErrors: -total(position.bankErrors),
    adjustments: total(position.adjustments),
    difference: position.difference,
    openLines: position.unexplained.length,
  }
}

type Line = { key: string; day: Day; amount: Money }

type MatchedLines = {
  bank: readonly (Line & { isBankError: boolean })[]
  /** Open book lines. */
  books: readonly Line[]
  /** Lines of documents recorded for the match. */
  recorded: readonly Line[]
}

/**
 * The figures after a match. The lines it uses and those it leaves are positions of their own; all figures are sums.
 */
export function figuresAfter(figures: Figures, asOf: Day, { bank, books, recorded }: MatchedLines): Figures {
  const none = { asOf, statementBalance: 0n, bookBalance: 0n, freeBank: [], freeBooks: [], straddling: [] }
  const before = figuresOf(
    positionOf({
      ...none,
      freeBank: bank.map(({ isBankError, ...line }) => ({ ...unmatched(line), isBankError })),
      freeBooks: books.map(unmatched),
    }),
  )
  const after = figuresOf(
    positionOf({
      ...none,
      bookBalance: sum(recorded.filter(({ day }) => day <= asOf).map(({ amount }) => amount)),
      straddling: [{ bank: bank.map(unmatched), books: [...books, ...recorded].map(unmatched) }],
    }),
  )
  const moved = (figure: Exclude<keyof Figures, 'openLines'>) => figures[figure] - before[figure] + after[figure]
  return {
    statementBalance: moved('statementBalance'),
    bookBalance: moved('bookBalance'),
    depositsInTransit: moved('depositsInTransit'),
    outstanding: moved('outstanding'),
    bankErrors: moved('bankErrors'),
    adjustments: moved('adjustments'),
    difference: moved('difference'),
    openLines: figures.openLines - before.openLines,
  }
}

const unmatched = ({ key, day, amount }: Line): UnmatchedLine => ({
  key,
  day,
  amount,
  reference: '',
  words: '',
  cheque: false,
  document: null,
})
