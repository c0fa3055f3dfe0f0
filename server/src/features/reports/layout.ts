// The chosen columns and rows of a statement: the query, its periods or dates, and the table arranged by them.
import type { Kysely } from 'kysely'
import { Refusal } from '@talaan/contract/problem.ts'
import { reportProblems } from '@talaan/contract/reports.ts'
import { whyProblems } from '@talaan/contract/why.ts'
import type { AccountType } from '@talaan/ledger/accounts/chart.ts'
import { addDays, addMonths, firstDay, formatLongDay, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { fiscalYearAround } from '@talaan/ledger/core/periods.ts'
import type { Period } from '@talaan/ledger/core/periods.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { columnSpans, maxParts, partsOf, rowLevels } from '@talaan/ledger/reports/columns.ts'
import type { ColumnSpan, Compared } from '@talaan/ledger/reports/columns.ts'
import { periodBefore, short, yearBefore } from '@talaan/ledger/reports/statements.ts'
import type { StatementAccount } from '@talaan/ledger/reports/statements.ts'
import type { Tables } from '../../platform/db/tables.ts'

const yes = z.optional(z.literal('yes'))

/** The parameters of a statement's columns and rows; `compare` lists some of the comparisons, with commas. */
export const layoutQuery = <const C extends string>(comparisons: readonly C[]) => ({
  columns: z._default(z.enum(columnSpans), 'total'),
  compare: z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => [...new Set(text.split(','))]),
      ),
      z.array(z.enum(comparisons, 'Choose a comparison from the list.')),
    ),
    [],
  ),
  difference: yes,
  percent: yes,
  rows: z._default(z.enum(rowLevels), 'accounts'),
  zeros: yes,
})

export type Comparison = 'before' | 'year' | 'budget' | 'actual'
/** A column of figures: of a period of the books, or of the budget. */
export type FigureOf = { period: Period; from: 'books' | 'budget' }

/** The parts of the period, the whole of it, and what it is compared with. */
export function periodFigures(
  period: Period,
  {
    columns,
    compare,
    endsWith,
    own,
  }: { columns: ColumnSpan; compare: readonly Comparison[]; endsWith: number; own: FigureOf['from'] },
): { figures: FigureOf[]; titles: { title: string }[]; compared: Compared[] } {
  const parts = assertFew(partsOf(period, columns, endsWith))
  const periods = parts.length > 1 ? [...parts, period] : [period]
  const others = compare.map((name): FigureOf & Compared => {
    if (name === 'budget') return { period, from: 'budget', title: 'Budget', ratio: '% of budget' }
    if (name === 'actual') return { period, from: 'books', title: 'Actual', ratio: '% of actual' }
    const earlier =
      name === 'before' ? periodBefore(period) : { from: yearBefore(period.from), to: yearBefore(period.to) }
    const title = short(earlier)
    return { period: earlier, from: own, title, ratio: `% of ${title}` }
  })
  const named = own === 'budget' ? 'Budget' : 'Actual'
  const besides = compare.includes('budget') || compare.includes('actual') ? named : undefined
  return {
    figures: [...periods.map((one) => ({ period: one, from: own })), ...others],
    titles: periods.map((one, i) => ({
      title:
        periods.length === 1 ? (besides ?? short(one)) : i < periods.length - 1 ? short(one) : (besides ?? 'Total'),
    })),
    compared: others.map(({ title, ratio }) => ({ title, ratio })),
  }
}

/** The last dates of the parts, and what the last one is compared with. */
export function dateFigures(
  { from, to }: Period,
  { columns, compare, endsWith }: { columns: ColumnSpan; compare: readonly ('before' | 'year')[]; endsWith: number },
): { days: Day[]; titles: { title: string }[]; compared: Compared[] } {
  // Years are those up to the date and the two before it, as a fiscal year has only one.
  const parts =
    columns === 'years'
      ? [yearBefore(yearBefore(to)), yearBefore(to), to]
      : partsOf({ from, to }, columns, endsWith).map((part) => part.to)
  const days = parts.length > 1 ? assertFew(parts) : [to]
  const others = compare.map((name) => {
    const day = name === 'before' ? addDays(startOfMonth(monthOf(to)), -1) : yearBefore(to)
    return { day, title: formatLongDay(day), ratio: `% of ${formatLongDay(day)}` }
  })
  return {
    days: [...days, ...others.map(({ day }) => day)],
    titles: days.map((day) => ({ title: formatLongDay(day) })),
    compared: others.map(({ title, ratio }) => ({ title, ratio })),
  }
}

/** From the start of the fiscal year to a date. */
export const yearTo = (to: Day, endsWith: number): Period => ({
  from: startOfMonth(fiscalYearAround(monthOf(to), endsWith).from),
  to,
})

/** All movements up to a date. */
export function upTo(to: Day | undefined): Period {
  if (to === undefined) throw new Refusal(whyProblems.noSuchFigure)
  return { from: firstDay, to }
}

function assertFew<T>(parts: readonly T[]): readonly T[] {
  if (parts.length > maxParts) throw new Refusal(reportProblems.tooManyColumns)
  return parts
}

/** Every active account of the types, those without movements with zeros. */
export async function withZeros(
  db: Kysely<Tables>,
  accounts: readonly StatementAccount[],
  { width, types }: { width: number; types?: readonly AccountType[] },
): Promise<StatementAccount[]> {
  const known = new Set(accounts.map(({ code }) => code))
  const rows = await db
    .selectFrom('account')
    .select(['code', 'name', 'type', 'normal', 'statement_line as statementLine'])
    .where('active', '=', true)
    .execute()
  const none = Array.from({ length: width }, () => 0n)
  const idle = rows
    .filter(({ code, type }) => !known.has(code) && (types === undefined || types.includes(type as AccountType)))
    .map((row) => ({ ...row, amounts: none }) as StatementAccount)
  return [...accounts, ...idle].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

/** The months that a period touches. */
export function monthsBetween({ from, to }: Period): Month[] {
  const months: Month[] = []
  for (let month = monthOf(from); month <= monthOf(to) && months.length < 1200; month = addMonths(month, 1))
    months.push(month)
  return months
}
