// Why the documents of a collection or payment may not add up to its total, and which of them do.
import { formatMoney, sum, type Money } from '../../core/money.ts'
import { typingError } from '../../core/typing-errors.ts'

export type AllocationRow = {
  id: string
  number: string
  /** Paid now. */
  pay: Money
  /** Paid if the document is paid in full. */
  full: Money
}

export type AllocationHint = {
  words: string
  /** The documents to pay in full, and no others, if that is a remedy. */
  only?: readonly string[]
  /** The document to look at. */
  row?: string
}

/** More ways than this to reach a total say nothing about which one was meant. */
const maxWays = 3
const maxHints = 3

type Allocation = {
  /** The money for documents: as received or paid, with credits used and without refunds. */
  total: Money
  /** What is neither paid for a document nor an advance; negative if more than the total is applied. */
  left: Money
  rows: readonly AllocationRow[]
}

export function allocationHints({ total, left, rows }: Allocation): AllocationHint[] {
  const applied = sum(rows.map(({ pay }) => pay))
  const isWhole = rows.every(({ pay, full }) => pay === 0n || pay === full)
  if (total <= 0n || (applied === total && isWhole)) return []
  const ways = waysTo(total, rows).map((ids): AllocationHint => {
    const numbers = rows.filter(({ id }) => ids.includes(id)).map(({ number }) => number)
    return {
      words: `${listed(numbers)} ${numbers.length === 1 ? 'has an open balance of' : 'add up to'} exactly ${formatMoney(total)}.`,
      only: ids,
    }
  })
  return [...errors({ total, left, rows }, applied), ...ways].slice(0, maxHints)
}

function errors({ total, left, rows }: Allocation, applied: Money): AllocationHint[] {
  if (left === 0n) return []
  const inTotal = applied > 0n ? typingError(total, applied) : null
  const inRows = rows.flatMap(({ id, number, pay, full }): AllocationHint[] => {
    if (pay === -left) {
      const words = `Without ${number} (${formatMoney(pay)}), the documents add up to the total: this document may have been selected by mistake.`
      return [{ words, row: id }]
    }
    const error = pay > 0n && pay + left === full ? typingError(pay, full) : null
    return error === null
      ? []
      : [
          {
            words: `${number} may have ${error}: ${formatMoney(pay)} is entered, but the open balance is ${formatMoney(full)}.`,
            row: id,
          },
        ]
  })
  return [
    ...inRows,
    ...(inTotal === null
      ? []
      : [
          {
            words: `The total may have ${inTotal}: the documents add up to ${formatMoney(applied)}, but the total entered is ${formatMoney(total)}.`,
          },
        ]),
  ]
}

/** So many combinations are tried at most. */
const maxTries = 5_000

/** The sets of documents that, paid in full, are exactly the total; none if there are too many of them to mean anything. */
function waysTo(total: Money, rows: readonly AllocationRow[]): string[][] {
  // Large ones first, so that a sum that is too large is found early.
  const open = rows.filter(({ full }) => full > 0n && full <= total).toSorted((a, b) => (a.full > b.full ? -1 : 1))
  const after = open.map((_, at) => sum(open.slice(at).map(({ full }) => full)))
  const ways: string[][] = []
  let tries = 0
  const search = (at: number, rest: Money, ids: readonly string[]): void => {
    tries += 1
    if (rest === 0n) ways.push([...ids])
    const row = open[at]
    if (rest <= 0n || row === undefined || (after[at] ?? 0n) < rest || ways.length > maxWays || tries > maxTries) return
    search(at + 1, rest - row.full, [...ids, row.id])
    search(at + 1, rest, ids)
  }
  search(0, total, [])
  return ways.length > maxWays || tries > maxTries ? [] : ways.toSorted((a, b) => a.length - b.length)
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
