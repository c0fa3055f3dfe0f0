// The dated deadlines of returns and certificates.
import type { Kysely } from 'kysely'
import type { DeadlineRule, EfpsGroup } from '@talaan/ledger/tax/calendar/deadlines.ts'
import type { Duty } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Tables } from '../platform/db/tables.ts'

export async function deadlineRules(db: Kysely<Tables>): Promise<DeadlineRule[]> {
  const rows = await db
    .selectFrom('filing_deadline')
    .selectAll()
    .orderBy('form')
    .orderBy('efps_group')
    .orderBy('valid_from', 'desc')
    .execute()
  return rows.map((row) => ({
    form: row.form as Duty,
    efpsGroup: row.efps_group as EfpsGroup,
    validFrom: row.valid_from,
    monthsAfter: row.months_after,
    dayOfMonth: row.day_of_month,
    decemberDay: row.december_day,
    daysAfter: row.days_after,
    source: row.source,
  }))
}
