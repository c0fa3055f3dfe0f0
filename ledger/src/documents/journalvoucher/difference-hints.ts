// Possible causes of a difference between the debits and credits of an entry that is being typed.
import { formatMoney, sum, type Money } from '../../core/money.ts'
import { typingError } from '../../core/typing-errors.ts'

type EntryLine = { account: string; debit: Money; credit: Money }

export type EntryHint = {
  words: string
  /** The position of the line to look at. */
  at: number
  /** The amounts of that line that would balance the entry, if they are known. */
  instead?: Pick<EntryLine, 'debit' | 'credit'>
}

const maxHints = 3

/** The most likely first; none until both sides have an amount, because the entry is still being typed then. */
export function entryHints(lines: readonly EntryLine[]): EntryHint[] {
  const [debits, credits] = [sum(lines.map(({ debit }) => debit)), sum(lines.map(({ credit }) => credit))]
  const difference = debits > credits ? debits - credits : credits - debits
  if (difference === 0n || debits === 0n || credits === 0n) return []
  const heavy = debits > credits ? 'debit' : 'credit'
  const light = heavy === 'debit' ? 'credit' : 'debit'

  const hints: EntryHint[] = []
  for (const [at, line] of lines.entries()) {
    if (line[heavy] * 2n === difference) {
      const words = `The ${formatMoney(line[heavy])} on line ${at + 1} is half of the difference, so this line may belong on the ${light} side.`
      hints.push({ words, at, instead: heavy === 'debit' ? sides(0n, line.debit) : sides(line.credit, 0n) })
    }
    for (const side of [heavy, light] as const) {
      const right = side === heavy ? line[side] - difference : line[side] + difference
      const error = line[side] > 0n && right > 0n ? typingError(line[side], right) : null
      if (error === null) continue
      const words = `Line ${at + 1} may have ${error}: with ${formatMoney(right)} instead of ${formatMoney(line[side])}, debits and credits are equal.`
      hints.push({ words, at, instead: side === 'debit' ? sides(right, 0n) : sides(0n, right) })
    }
  }
  return [...hints, ...wholeLines(lines, difference, heavy)].slice(0, maxHints)
}

/** A line with exactly the difference was entered twice, or lacks the line against it. */
function wholeLines(lines: readonly EntryLine[], difference: Money, heavy: 'debit' | 'credit'): EntryHint[] {
  const exact = lines.flatMap((line, at) => (line[heavy] === difference ? [{ ...line, at }] : []))
  const twice = exact.flatMap(({ account, at }): EntryHint[] => {
    const first = exact.find((other) => other.account === account && other.at < at)
    const words = `Lines ${(first?.at ?? 0) + 1} and ${at + 1} are the same: one of them may be a duplicate.`
    return first === undefined || account === '' ? [] : [{ words, at, instead: sides(0n, 0n) }]
  })
  const [alone] = exact
  if (twice.length > 0 || alone === undefined) return twice
  const against = heavy === 'debit' ? 'credit' : 'debit'
  return [
    {
      words: `The amount on line ${alone.at + 1} equals the difference. The matching ${against} may be missing, or the line may be a duplicate.`,
      at: alone.at,
    },
  ]
}

const sides = (debit: Money, credit: Money) => ({ debit, credit })
