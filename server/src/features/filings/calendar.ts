// The calendar of a year: the due returns by the registrations, and their status.
import type { Kysely } from 'kysely'
import type { CalendarRow } from '@talaan/contract/filings.ts'
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { obligations } from '@talaan/ledger/tax/calendar/calendar.ts'
import type { Obligation } from '@talaan/ledger/tax/calendar/calendar.ts'
import { isWorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { isListDuty } from './files.ts'
import { firstPosting } from './rules.ts'
import type { Rules } from './rules.ts'
import { filingStatusOf } from './filing-status.ts'

type Db = Kysely<Tables>

/** The days around today for which figures are calculated automatically. */
const near = 100

/** The duties of the periods that end in a year, from the start of the books or of filing with them. */
export async function calendarOf(
  db: Db,
  rules: Rules,
  { year, today }: { year: number; today: Day },
): Promise<CalendarRow[]> {
  const rows: CalendarRow[] = []
  for (const obligation of await obligationsBetween(db, rules, { from: `${year}-01-01`, to: `${year}-12-31` }))
    rows.push(await calendarRow(db, rules, obligation, today))
  return rows
}

/** Late duties and those due within some days, for periods since a date that have ended; filed ones are left out. */
export async function dueUntil(
  db: Db,
  rules: Rules,
  { today, until, from = addDays(today, -400), periodsUntil = today }: DueQuery,
): Promise<Obligation[]> {
  const all = await obligationsBetween(db, rules, { from, to: periodsUntil })
  const filed = await db
    .selectFrom('filing')
    .select(['form', 'period'])
    .where('amendment', '=', 0)
    .where('period', '>=', from)
    .execute()
  const done = new Set(filed.map(({ form, period }) => `${form} ${period}`))
  return all.filter(({ due, duty, period }) => due <= until && !done.has(`${duty} ${period.to}`))
}

/** `periodsUntil` includes periods that end later than today. */
type DueQuery = { today: Day; until: Day; from?: Day; periodsUntil?: Day }

async function obligationsBetween(
  db: Db,
  { registrations, profile, facts }: Rules,
  { from, to }: { from: Day; to: Day },
): Promise<Obligation[]> {
  const begins = profile.filesFrom ?? (await firstPosting(db))
  if (begins === undefined) return []
  return obligations(registrations, { ...facts, from: begins > from ? begins : from, to }).filter(
    ({ period }) => period.to >= begins,
  )
}

async function calendarRow(
  db: Db,
  rules: Rules,
  { duty, period, ...deadline }: Obligation,
  today: Day,
): Promise<CalendarRow> {
  const isNear = addDays(today, -near) <= deadline.due && deadline.due <= addDays(today, near)
  const begun = period.from <= today
  const isWorkedOut = (isWorksheetForm(duty) || isListDuty(duty)) && begun && isNear
  const status = await filingStatusOf(db, rules, { duty, period }, isWorkedOut ? 'with figures' : 'as filed')
  const last = status.filed.at(-1)
  return {
    duty,
    period,
    ...deadline,
    state: status.state,
    filedOn: last?.filedOn ?? null,
    reference: last?.reference ?? '',
    payable: last === undefined ? (status.worksheet?.payable ?? null) : last.payable,
    moved: status.since.boxes.length + status.since.files.length > 0,
  }
}
