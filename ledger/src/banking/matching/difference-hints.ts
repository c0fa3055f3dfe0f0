// Possible causes of a difference, as bookkeepers look for them: a missing item, one on the wrong side or entered
// twice, transposed digits, a shifted decimal point, withheld tax.
import { formatDay } from '../../core/date.ts'
import { settledTo } from '../../documents/settling/figures.ts'
import { formatMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { isShifted, isTransposed } from '../../core/typing-errors.ts'
import { formatRate } from '../../tax/vat.ts'
import { likelyCodes } from '../../tax/withholding.ts'
import type { BankLine, BookLine, OpenDocument, WithheldFromUs } from './lines.ts'
import { absolute } from './pairs.ts'

export type Finding = {
  /** The kind of cause, in display order. */
  what: 'item' | 'transposed' | 'point' | 'side' | 'twice' | 'withheld'
  words: string
  /** Ids of bank lines and keys of book lines to check. */
  lines: readonly string[]
  books: readonly string[]
}

type HintInput = {
  bank: readonly BankLine[]
  books: readonly BookLine[]
  open: readonly OpenDocument[]
  taxes: Pick<WithheldFromUs, 'codes'>
}

/** The maximum number of findings shown. */
const maxHints = 8

/**
 * Possible causes of a difference between bank and books, in minor units, not zero: `bank` less `books`. Only open
 * lines of either side are considered; the most likely come first.
 */
export function diagnose(difference: Money, { bank, books, open, taxes }: HintInput): Finding[] {
  if (difference === 0n) return []
  const found = [
    ...items(difference, bank, books),
    ...slips(difference, bank, books),
    ...wrongSide(difference, books),
    ...twice(difference, books),
    ...withheld(difference, open, taxes),
  ]
  return found.slice(0, maxHints)
}

/** One item explains the difference and is missing on the other side. */
function items(difference: Money, bank: readonly BankLine[], books: readonly BookLine[]): Finding[] {
  return [
    ...bank
      .filter(({ amount }) => amount === difference)
      .map((line) => finding('item', `On the statement but not in the books: ${figure(line)}.`, { lines: [line.id] })),
    ...books
      .filter(({ amount }) => -amount === difference)
      .map((line) => finding('item', `In the books but not on the statement: ${figure(line)}.`, { books: [line.key] })),
  ]
}

/** Two items differ by the difference, with a typical typing error. */
function slips(difference: Money, bank: readonly BankLine[], books: readonly BookLine[]): Finding[] {
  const byAmount = Map.groupBy(books, ({ amount }) => amount)
  return bank.flatMap((line) =>
    (byAmount.get(line.amount - difference) ?? []).flatMap((book): Finding[] => {
      const at = { lines: [line.id], books: [book.key] }
      const pair = `${figure(line)} at the bank, ${figure(book)} in the books`
      if (isTransposed(line.amount, book.amount)) return [finding('transposed', `Transposed digits: ${pair}.`, at)]
      if (isShifted(line.amount, book.amount)) return [finding('point', `Misplaced decimal point: ${pair}.`, at)]
      return []
    }),
  )
}

/** Half of the difference is on the wrong side: an outflow was entered as an inflow, or the other way around. */
function wrongSide(difference: Money, books: readonly BookLine[]): Finding[] {
  if (difference % 2n !== 0n) return []
  return books
    .filter(({ amount }) => -amount === difference / 2n)
    .map((line) =>
      finding('side', `The difference is twice ${figure(line)}. The debit and credit of this entry may be reversed.`, {
        books: [line.key],
      }),
    )
}

function twice(difference: Money, books: readonly BookLine[]): Finding[] {
  const same = books.filter(({ amount }) => -amount === difference)
  return [...Map.groupBy(same, ({ day }) => day).values()].flatMap((lines) => {
    const [first] = lines
    return first === undefined || lines.length < 2
      ? []
      : [
          finding('twice', `${figure(first)} is recorded ${lines.length} times.`, {
            books: lines.map(({ key }) => key),
          }),
        ]
  })
}

/** A customer withheld tax and the books show the full payment. */
function withheld(difference: Money, open: readonly OpenDocument[], { codes }: HintInput['taxes']): Finding[] {
  const ratesOn = (document: OpenDocument) => new Set(likelyCodes(document, codes).map(({ rate }) => rate))
  return open.flatMap((document) =>
    [...ratesOn(document)].flatMap((rate): Finding[] => {
      const tax = settledTo(document, document.open, { rate, business: null }).withheld
      if (tax === 0n || tax !== absolute(difference)) return []
      return [
        finding(
          'withheld',
          `${formatRate(rate)} withholding tax on ${document.number} of ${document.party} equals the difference.`,
          {},
        ),
      ]
    }),
  )
}

const figure = ({ amount, day }: { amount: Money; day: string }) =>
  `${formatMoney(absolute(amount))} of ${formatDay(day)}`

const finding = (
  what: Finding['what'],
  words: string,
  { lines = [], books = [] }: { lines?: readonly string[]; books?: readonly string[] },
): Finding => ({ what, words, lines, books })
