// What a month is expected to have, by what the months before had: documents of regular suppliers, invoice numbers of suppliers
// that follow each other, and sales on the usual days of the week.
import { addDays, addMonths, daysBetween, endOfMonth, startOfMonth } from '../core/date.ts'
import type { Day, Month } from '../core/date.ts'
import { gapsIn, gapWords } from './closing.ts'
import type { Gap } from './closing.ts'

const usual = { months: 6, atLeast: 5 }
const longerRhythms = [2, 3, 6, 12]

/**
 * The number of months between two documents of a party, if its rhythm asks for one in `month`: 1 if at least five of the six
 * months before have one, or `n` if its last three documents are `n` months apart and `n` months have passed since the last. Null
 * if none is expected.
 */
export function rhythmFor(month: Month, monthsBefore: readonly Month[]): number | null {
  const before = new Set(monthsBefore.filter((each) => each < month))
  const recent = Array.from({ length: usual.months }, (_, at) => addMonths(month, -1 - at))
  if (recent.filter((each) => before.has(each)).length >= usual.atLeast) return 1
  const [last, second, third] = [...before].toSorted().toReversed()
  return (
    longerRhythms.find(
      (n) => last === addMonths(month, -n) && second === addMonths(month, -2 * n) && third === addMonths(month, -3 * n),
    ) ?? null
  )
}

/** A supplier who also invoices others has gaps that mean nothing; one whose numbers mostly follow each other does not. */
const followsIf = { numbers: 4, share: 2 / 3 }

/** Gaps of a month in the invoice numbers of a supplier whose numbers mostly follow each other. */
export function supplierGaps(month: Month, invoices: readonly { number: string; day: Day }[]): Gap[] {
  const until = invoices.filter(({ day }) => day <= endOfMonth(month))
  const numbers = until.map(({ number }) => number)
  if (!mostlyFollow(numbers)) return []
  const before = until.filter(({ day }) => day < startOfMonth(month)).map(({ number }) => number)
  const known = new Set(gapsIn(before).map(gapWords))
  return gapsIn(numbers).filter((gap) => !known.has(gapWords(gap)))
}

function mostlyFollow(numbers: readonly string[]): boolean {
  const found = numbers.flatMap((number) => /(\d{1,12})$/.exec(number.trim())?.[1] ?? [])
  const serials = [...new Set(found.map(Number))].toSorted((a, b) => a - b)
  const following = serials.filter((serial, at) => serial - 1 === serials[at - 1])
  return serials.length >= followsIf.numbers && following.length / (serials.length - 1) >= followsIf.share
}

const weeks = 13
/** Of the thirteen weeks before: this many had sales on the weekday. */
const weeksWithSales = 11

/**
 * The days of a month without a sale, of the weekdays on which the company usually sells: those with sales in at least eleven of
 * the thirteen weeks before the month, holidays counted as days with sales. Holidays of the month itself are left out.
 */
export function daysWithoutSales(
  month: Month,
  { sales, holidays }: { sales: ReadonlySet<Day>; holidays: ReadonlySet<Day> },
): Day[] {
  const [first, last] = [startOfMonth(month), endOfMonth(month)]
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => addDays(first, at)).filter(
    (day) => !sales.has(day) && !holidays.has(day) && isUsual(day),
  )

  function isUsual(day: Day): boolean {
    const sameWeekday = addDays(first, -7 + (daysBetween(first, day) % 7))
    const earlier = Array.from({ length: weeks }, (_, week) => addDays(sameWeekday, -7 * week))
    return earlier.filter((each) => sales.has(each) || holidays.has(each)).length >= weeksWithSales
  }
}
