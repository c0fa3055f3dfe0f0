// Closing a month: the content of its seal, the order of closing and reopening, and missing numbers.
import { addMonths, formatMonth, monthOf } from '../core/date.ts'
import type { Day, Month } from '../core/date.ts'
import { canonical } from '../core/digest.ts'

/** The previous seal of the first closed month. */
export const noSeal = '0'.repeat(64)

/**
 * The text whose SHA-256 is the seal of a month: the month, the seal of the previous month (64 zeros for the first),
 * and the hashes of the entries dated in the month in the order of their numbers. An entry's hash is that of the chain,
 * which covers its lines, its document and its attachments, so the seal covers all of them; the previous seal chains
 * the months. As the audit trail is a chain of its own, the seal also covers its end at the closing. Canonical JSON, so
 * that it can be recomputed independently. Printed in
 * bound books, for which RMC 29-2019 and RMC 3-2023 ask for a declaration, not for a digest.
 */
export function sealedText({
  month,
  previous,
  hashes,
  acts,
}: {
  month: Month
  previous: string
  hashes: readonly string[]
  /** The number of sealed audit events, and the hash of the last; null in months closed by earlier releases. */
  acts?: { position: bigint | string; hash: string } | null | undefined
}): string {
  return canonical({ month, previous, hashes, acts: acts ?? undefined })
}

/**
 * The next months that can be closed or reopened. `latest` is the last closed month, `first` that of the first entry.
 */
export function closingOrder({ latest, first, today }: { latest: Month | null; first: Month | null; today: Day }): {
  next: Month | null
  reopens: Month | null
} {
  const due = latest === null ? first : addMonths(latest, 1)
  return { next: due !== null && due <= monthOf(today) ? due : null, reopens: latest }
}

/** Why a month cannot be closed now, or null when it can. */
export function closingRefusal(month: Month, { next, today }: { next: Month | null; today: Day }): string | null {
  if (month > monthOf(today) || next === null || month === monthOf(today))
    return `${formatMonth(month)} has not ended. You can close it from the first day of the next month.`
  if (month < next) return `${formatMonth(month)} is already closed.`
  if (month > next) return `Months are closed in order. Close ${formatMonth(next)} first.`
  return null
}

/** Why a month cannot be reopened now, or null when it can. */
export function reopeningRefusal(month: Month, { reopens }: { reopens: Month | null }): string | null {
  if (reopens === null || month > reopens) return `${formatMonth(month)} is not closed.`
  if (month < reopens) return `${formatMonth(reopens)} is also closed. Reopen that month first.`
  return null
}

/** Unrecorded numbers of a printed booklet, between the lowest and the highest recorded one. */
export type Gap = { from: string; to: string; count: number }

const maxGaps = 20

/**
 * The gaps in printed serials: numbers with the same prefix and number of digits count as one booklet ('SI 000123'). A
 * jump of more than 500 is the next booklet, not a gap. Numbers that do not end in digits are ignored; at most twenty
 * gaps are listed.
 */
export function gapsIn(numbers: readonly string[]): Gap[] {
  const booklets = new Map<string, Set<number>>()
  for (const number of numbers) {
    const [, prefix, digits] = /^(.*?)(\d{1,12})$/.exec(number.trim()) ?? []
    if (prefix === undefined || digits === undefined) continue
    const key = `${digits.length} ${prefix}`
    booklets.set(key, (booklets.get(key) ?? new Set()).add(Number(digits)))
  }
  const gaps: Gap[] = []
  for (const [key, found] of [...booklets].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const length = Number(key.slice(0, key.indexOf(' ')))
    const prefix = key.slice(key.indexOf(' ') + 1)
    const write = (serial: number) => `${prefix}${String(serial).padStart(length, '0')}`
    const serials = [...found].toSorted((a, b) => a - b)
    serials.forEach((serial, i) => {
      const before = serials[i - 1]
      if (before === undefined || serial - before < 2 || serial - before > 500) return
      gaps.push({ from: write(before + 1), to: write(serial - 1), count: serial - before - 1 })
    })
  }
  return gaps.slice(0, maxGaps)
}

/** '000124' or '000124 to 000126'. */
export const gapWords = ({ from, to }: Pick<Gap, 'from' | 'to'>): string => (from === to ? from : `${from} to ${to}`)

/** Whether a month is closed, or precedes a closed one. */
export function isClosed(month: Month, closedMonths: ReadonlySet<Month>): boolean {
  if (closedMonths.has(month)) return true
  for (const closed of closedMonths) if (closed > month) return true
  return false
}
