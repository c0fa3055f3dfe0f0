// Cash of the next thirteen weeks: today's cash, and each receipt and payment that the books already promise, on its day.
import { addDays, daysBetween } from '../core/date.ts'
import type { Day } from '../core/date.ts'
import { divideRounded, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { DocumentTypeName } from '../documents/words.ts'
import type { WorksheetForm } from '../tax/calendar/forms.ts'

export const projectedWeeks = 13
export const projectedMarks = [30, 60, 90] as const

/** The last date of the projection. */
export const lastProjected = (asOf: Day): Day => addDays(asOf, projectedWeeks * 7 - 1)

/** A median of fewer payments says nothing about a customer. */
export const fewestPayments = 5

/** Of a customer's payments, a fifth came earlier than the range and a fifth later. */
const rangeShares = { early: 20, late: 80 } as const

/** An invoice as long past its expected date is not counted as cash to come. */
export const givenUpAfterDays = 90

/** How a customer paid in the last two years: days from due date to the last centavo, and tax withheld of what was settled. */
export type PaymentHabit = { daysLate: readonly number[]; withheld: Money; settled: Money }

export const expectedKinds = ['receivable', 'payable', 'cheque', 'recurring', 'tax'] as const
export type ExpectedKind = (typeof expectedKinds)[number]

/**
 * Why money is expected on an account: it is written there, the customer or supplier usually pays or is paid through it, or most
 * receipts, payments or taxes go through it.
 */
export type AccountBasis = 'written' | 'party' | 'receipts' | 'payments' | 'taxes'

/** Money that moves on a cash account; null if it is not known which. */
export type AccountMove = { account: string | null; amount: Money; basis: AccountBasis }

export type Expected = {
  key: string
  kind: ExpectedKind
  /** The date it is expected on. */
  day: Day
  words: string
  /** Money in is positive. */
  amount: Money
  /** The accounts on which it moves, which add up to the amount. */
  accounts: readonly AccountMove[]
  /** Of a receipt: when it comes if the customer pays early or late; without history, it has none. */
  range?: { earliest: Day; latest: Day } | null
  document: { id: string; kind: DocumentTypeName } | null
  /** The return of a tax. */
  filing?: { duty: WorksheetForm; period: Day }
  /** How date and amount were found: '12 days after the due date as usual, less 500.00 withheld'. */
  basis: string
}

export type OpenInvoice = { dueDay: Day; open: Money }

/**
 * The median, rounded to whole days, as customers with one very late invoice are common; of too few payments, that of all
 * customers; null without any history.
 */
export function usualDaysLate(own: readonly number[], ofAll: readonly number[]): number | null {
  const days = own.length >= fewestPayments ? own : ofAll
  if (days.length < fewestPayments) return null
  const sorted = days.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[middle - 1] ?? 0) + upper) / 2)
}

export type LatenessRange = { early: number; late: number }

/** The days late that a fifth and four fifths of the payments did not exceed, of the same payments as the usual ones. */
export function latenessRange(own: readonly number[], ofAll: readonly number[]): LatenessRange | null {
  const days = own.length >= fewestPayments ? own : ofAll
  if (days.length < fewestPayments) return null
  const sorted = days.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil((share * sorted.length) / 100) - 1] ?? 0
  return { early: at(rangeShares.early), late: at(rangeShares.late) }
}

/**
 * When and how much of an open invoice comes in: due date and usual lateness, less the share that the customer usually
 * withholds. One that is late already comes today, and one that is far past its time is not counted (null).
 */
export function expectedReceipt(
  { dueDay, open }: OpenInvoice,
  {
    asOf,
    daysLate,
    range = null,
    habit,
  }: { asOf: Day; daysLate: number | null; range?: LatenessRange | null; habit: PaymentHabit | undefined },
): { day: Day; amount: Money; withheld: Money; range: Expected['range'] } | null {
  const usual = addDays(dueDay, daysLate ?? 0)
  if (daysBetween(usual, asOf) > givenUpAfterDays) return null
  const withheld = habit === undefined || habit.settled <= 0n ? 0n : divideRounded(open * habit.withheld, habit.settled)
  const from = (days: number): Day => {
    const day = addDays(dueDay, days)
    return day < asOf ? asOf : day
  }
  return {
    day: usual < asOf ? asOf : usual,
    amount: open - withheld,
    withheld,
    range: range === null ? null : { earliest: from(range.early), latest: from(range.late) },
  }
}

export type ProjectedWeek = {
  /** 1 to 13. */
  no: number
  from: Day
  to: Day
  /** Both positive. */
  moneyIn: Money
  moneyOut: Money
  /** Cash at the end of the week, and the same if customers pay late or early. */
  cash: Money
  low: Money
  high: Money
  items: Expected[]
}

export type Projection = {
  asOf: Day
  cash: Money
  weeks: ProjectedWeek[]
  /** Some receipts have a range. */
  hasRange: boolean
  marks: { days: number; day: Day; cash: Money; low: Money; high: Money }[]
  /** The first day with the least cash, today included. */
  lowest: { day: Day; cash: Money; week: number }
}

/** Adds up the expected items by week and day; what is due before today counts today, later than 13 weeks not at all. */
export function cashProjection({
  asOf,
  cash,
  expected,
}: {
  asOf: Day
  cash: Money
  expected: readonly Expected[]
}): Projection {
  const last = lastProjected(asOf)
  const items = expected
    .filter(({ day, amount }) => day <= last && amount !== 0n)
    .map((item) => (item.day < asOf ? { ...item, day: asOf } : item))
    .toSorted((a, b) => (a.day === b.day ? (a.key < b.key ? -1 : 1) : a.day < b.day ? -1 : 1))
  const until = (day: Day): Money => cash + sum(items.filter((item) => item.day <= day).map(({ amount }) => amount))
  const untilIf = (end: 'earliest' | 'latest', day: Day): Money =>
    cash + sum(expected.filter((item) => (item.range?.[end] ?? item.day) <= day).map(({ amount }) => amount))
  const weeks = Array.from({ length: projectedWeeks }, (_, i): ProjectedWeek => {
    const from = addDays(asOf, i * 7)
    const to = addDays(from, 6)
    const own = items.filter(({ day }) => day >= from && day <= to)
    return {
      no: i + 1,
      from,
      to,
      moneyIn: sum(own.flatMap(({ amount }) => (amount > 0n ? [amount] : []))),
      moneyOut: -sum(own.flatMap(({ amount }) => (amount < 0n ? [amount] : []))),
      cash: until(to),
      low: untilIf('latest', to),
      high: untilIf('earliest', to),
      items: own,
    }
  })
  return {
    asOf,
    cash,
    weeks,
    hasRange: expected.some(({ range = null }) => range !== null),
    marks: projectedMarks.map((days) => {
      const day = addDays(asOf, days)
      return { days, day, cash: until(day), low: untilIf('latest', day), high: untilIf('earliest', day) }
    }),
    lowest: [...new Set([asOf, ...items.map(({ day }) => day)])]
      .map((day) => ({ day, cash: until(day), week: Math.floor(daysBetween(asOf, day) / 7) + 1 }))
      .reduce((least, each) => (each.cash < least.cash ? each : least)),
  }
}
