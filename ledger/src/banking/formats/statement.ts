// A bank statement: the same value for every file format.
import type { Day } from '../../core/date.ts'
import { largestMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'

export type StatementLine = {
  /** The booking date. */
  day: Day
  /** The value date for interest, if the bank gives one. */
  valueDay?: Day
  /** Minor units of the account's currency; money in is positive, money out negative, never 0. */
  amount: Money
  /** The balance after this line, as printed; never computed. */
  balance?: Money
  /** The bank's own reference of this line. */
  reference?: string
  chequeNo?: string
  description: string
  /** Position in the statement, oldest line first, from 1. */
  position: number
}

export type Statement = {
  /** The account number as printed by the bank. */
  account?: string
  /** ISO 4217. */
  currency?: string
  /** The first and last day covered by the statement. */
  from?: Day
  to?: Day
  opening?: Money
  closing?: Money
  lines: StatementLine[]
}

export const statementFormats = ['csv', 'xlsx', 'ofx', 'qif', 'mt940', 'camt053', 'pdf'] as const
export type StatementFormat = (typeof statementFormats)[number]

/** The content of a file: one statement per account and day or month, and notes of the reader. */
export type StatementsRead = { statements: Statement[]; notes: string[] }

export type FoundLine = Omit<StatementLine, 'position'>

/**
 * Lines with the oldest first and their positions. Files in reverse order are reversed as a whole, so that lines of one
 * day keep their order; for a single day, the running balance decides.
 */
export function inOrderOfTime(found: readonly FoundLine[]): StatementLine[] {
  const ordered = (isBackwards(found) ? found.toReversed() : [...found]).toSorted((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : 0,
  )
  return ordered.map((line, at) => ({ ...line, position: at + 1 }))
}

/** Whether the newest line comes first. */
export function isBackwards(found: readonly FoundLine[]): boolean {
  const [first, last] = [found[0], found.at(-1)]
  return first !== undefined && last !== undefined && (first.day > last.day || runsBackwards(found))
}

/** A single day whose balances follow only in reverse order. */
function runsBackwards(lines: readonly FoundLine[]): boolean {
  if (lines.length < 2 || lines[0]?.day !== lines.at(-1)?.day) return false
  const follows = (all: readonly FoundLine[]) =>
    all.filter(({ amount, balance }, at) => {
      const before = all[at - 1]?.balance
      return before !== undefined && balance !== undefined && before + amount === balance
    }).length
  return follows(lines.toReversed()) > follows(lines)
}

/**
 * Merges consecutive statements of one account: daily statements in a monthly file, pages of one statement. A break
 * between their balances gives a note.
 */
export function joined(statements: readonly Statement[]): { statement: Statement; notes: string[] } {
  const parts = statements.toSorted((a, b) => order(a.from ?? a.lines[0]?.day, b.from ?? b.lines[0]?.day))
  const [first] = parts
  const last = parts.at(-1)
  if (first === undefined || last === undefined) return { statement: { lines: [] }, notes: [] }
  if (parts.length === 1) return { statement: first, notes: [] }
  const notes = parts.flatMap((part, at) => {
    const before = parts[at - 1]
    return before?.closing === undefined || part.opening === undefined || before.closing === part.opening
      ? []
      : [`Part ${at + 1} of this file does not start with the closing balance of part ${at}.`]
  })
  const lines = parts.flatMap((part) => part.lines).map((line, at) => ({ ...line, position: at + 1 }))
  const { account, currency } = first
  return {
    statement: {
      ...(account !== undefined && { account }),
      ...(currency !== undefined && { currency }),
      ...(first.from !== undefined && { from: first.from }),
      ...(last.to !== undefined && { to: last.to }),
      ...(first.opening !== undefined && { opening: first.opening }),
      ...(last.closing !== undefined && { closing: last.closing }),
      lines,
    },
    notes,
  }
}

const order = (a: Day | undefined, b: Day | undefined): number =>
  a === undefined || b === undefined || a === b ? 0 : a < b ? -1 : 1

/** The first and last day of a statement, widened by its lines. */
export function daysOf({ from, to, lines }: Statement): { from: Day; to: Day } | null {
  const days = [from, to, lines[0]?.day, lines.at(-1)?.day].filter((d) => d !== undefined).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return first === undefined || last === undefined ? null : { from: first, to: last }
}

/** Whether every amount of a statement, and their sum, is within the limit. */
export function isWithinReason({ opening = 0n, closing = 0n, lines }: Statement): boolean {
  const moved = lines.reduce((all, { amount }) => all + (amount < 0n ? -amount : amount), 0n)
  const figures = [opening, closing, moved, ...lines.map(({ balance = 0n }) => balance)]
  return figures.every((figure) => figure <= largestMoney && figure >= -largestMoney)
}

/** The digits of an account number, for comparison. */
export const accountDigits = (account: string): string => account.replace(/\D/g, '')

/**
 * Whether a number printed by the bank may be that of the stored account. Banks hide digits ('****1234') and add
 * country, bank and branch codes in front (IBAN), so the end decides; a missing number does not contradict.
 */
export function sameAccount(printed: string | undefined, kept: string): boolean {
  const own = accountDigits(kept)
  const shown = accountDigits(/[x*•]+[- ]*\d+$/i.exec(printed ?? '')?.[0] ?? printed ?? '')
  if (own === '' || shown === '') return true
  const compared = Math.min(own.length, shown.length)
  return own.slice(-compared) === shown.slice(-compared)
}

/** A note about a repeated finding: the first one, and the count of the others. */
export const counted = (count: number, one: string, many: (count: number) => string): string[] =>
  count === 0 ? [] : [count === 1 ? one : many(count)]
