// One bank line against one book line: equal, equal except for a charge, or the same cheque with another amount.
import type { Money } from '../../core/money.ts'
import { divideRounded, formatMoney } from '../../core/money.ts'
import { nearest } from './book-index.ts'
import type { Index, IndexedBank, IndexedBook } from './book-index.ts'
import { candidate, chequesAgree, sharedReasons } from './candidate.ts'
import type { Candidate } from './candidate.ts'
import type { Memory, Recording } from './lines.ts'
import { amountEqual, because, lessCharge } from './reasons.ts'
import { transactionTypeOf } from './text.ts'

/** The maximum number of nearest lines of equal amount; matches by number are found separately. */
const nearestFew = 8

/**
 * The maximum distance between books and bank without a connecting number: a deposit takes days, a late entry weeks.
 */
const window = { before: 21, after: 45 }

/** Book lines with exactly the amount of a bank line. */
export function equals(line: IndexedBank, index: Index, memory: Memory): Candidate[] {
  const same = index.booksByAmount.get(line.line.amount) ?? []
  const near = nearest(same, line.day, nearestFew)
  const byNumber = line.numbers.flatMap((no) => index.booksByNumber.get(no) ?? []).filter(hasAmount(line.line.amount))
  const leaf =
    line.cheque === null ? [] : (index.booksByCheque.get(line.cheque) ?? []).filter(hasAmount(line.line.amount))
  const [first] = near
  const rivals = (index.bankByAmount.get(line.line.amount) ?? []).filter(
    (other) => Math.abs(other.day - line.day) <= 10,
  )
  const alone = rivals.length === 1 && first !== undefined && near.filter((book) => isNear(line, book)).length === 1
  return [...new Set([...near, ...byNumber, ...leaf])].flatMap((book): Candidate[] => {
    if (!chequesAgree(line, book)) return []
    const reasons = [amountEqual(), ...sharedReasons(line, [book], memory)]
    const tied = reasons.some(({ criterion }) => criterion === 'cheque' || criterion === 'reference')
    if (!tied && !isNear(line, book)) return []
    if (alone) reasons.push(because('only', 'No other item has this amount'))
    return [candidate({ lines: [line], books: [book], reasons })]
  })
}

const hasAmount = (amount: Money) => (book: IndexedBook) => book.line.amount === amount

function isNear(line: IndexedBank, book: IndexedBook): boolean {
  const gap = line.day - book.day
  return gap >= -window.before && gap <= (book.cheque === null ? window.after : 200)
}

/** Usual fees of banks and InstaPay for a payment, in centavos. */
const usualCharges: readonly Money[] = [5, 8, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 300, 350, 500].map(
  (pesos) => BigInt(pesos) * 100n,
)
/** Usual fees of acquirers for card and wallet sales, in hundredths of a per cent. */
const usualRates: readonly bigint[] = [100n, 150n, 200n, 250n, 300n, 350n]

/** Book lines recorded without the charge that the bank deducted from the same line. */
export function lessCharges(line: IndexedBank, index: Index, memory: Memory, account: string): Candidate[] {
  const { amount } = line.line
  if (transactionTypeOf(line.line) !== undefined) return []
  const charges = [...usualCharges, ...(amount > 0n ? shares(amount) : [])]
  return charges.flatMap((charge) =>
    nearest(index.booksByAmount.get(amount + charge) ?? [], line.day, 2).flatMap((book): Candidate[] => {
      if (!chequesAgree(line, book) || Math.abs(line.day - book.day) > 10 || charge * 20n > absolute(amount)) return []
      const reasons = [lessCharge(charge), ...sharedReasons(line, [book], memory)]
      return [candidate({ lines: [line], books: [book], reasons, record: chargeOf(line, { account, charge }) })]
    }),
  )
}

/** Charges that are a share of the sale: the gross amount is computed from the net after 2 %. */
function shares(left: Money): Money[] {
  return usualRates.flatMap((rate) => {
    const gross = divideRounded(left * 10_000n, 10_000n - rate)
    return [gross - left]
  })
}

const chargeOf = (line: IndexedBank, { account, charge }: { account: string; charge: Money }): Recording => ({
  kind: 'bankadjustment',
  what: 'charge',
  fields: {
    type: 'charge',
    account,
    day: line.line.day,
    amount: charge.toString(),
    reference: line.line.reference ?? '',
    description: 'Bank charge',
  },
})

/** A cheque with the right number and another amount: one side has a typing error. */
export function misread(line: IndexedBank, index: Index, memory: Memory, account: string): Candidate[] {
  if (line.cheque === null) return []
  const written = (index.booksByCheque.get(line.cheque) ?? []).filter((book) => book.line.amount !== line.line.amount)
  return written.map((book) => {
    const difference = line.line.amount - book.line.amount
    return candidate({
      lines: [line],
      books: [book],
      reasons: [
        ...sharedReasons(line, [book], memory),
        because('amountDiffers', `Books show ${formatMoney(absolute(book.line.amount))}`),
      ],
      record: {
        kind: 'bankadjustment',
        what: 'correction',
        fields: {
          type: 'correction',
          account,
          day: line.line.day,
          amount: absolute(difference).toString(),
          side: difference > 0n ? 'in' : 'out',
          reference: line.line.chequeNo ?? '',
          description: `Cheque ${book.line.chequeNo} recorded wrongly`,
        },
      },
    })
  })
}

export const absolute = (amount: Money): Money => (amount < 0n ? -amount : amount)
