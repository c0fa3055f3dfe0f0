// Changes of the rows that returns depend on: each is one transaction that validates, writes, and audits the old and
// new values.
import type { Transaction } from 'kysely'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import {
  addClosedDay,
  addDeadline,
  addForm,
  addRate,
  changeTaxProfile,
  filingProblems,
  removeClosedDay,
} from '@talaan/contract/filings.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { addDays, formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { layouts } from '@talaan/ledger/tax/returns/all.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { refused } from './filing.ts'
import type { FilingContext } from './filing.ts'
import { profileNow, profileRow } from './rules.ts'

type Trx = Transaction<Tables>

export async function putProfile(
  trx: Trx,
  filing: FilingContext,
  { was, now }: BodyOf<typeof changeTaxProfile>,
): Promise<void> {
  await trx.selectFrom('tax_profile').select('only_one').forUpdate().execute()
  const before = await profileNow(trx)
  if (canonical(before) !== canonical(was)) throw new Refusal(filingProblems.changedMeanwhile)
  await trx.updateTable('tax_profile').set(profileRow(now)).execute()
  await recordChange(trx, filing, changeTaxProfile.name, 'Registrations', { was: before, now })
}

/** A new rate begins on its date, and the previous row ends the day before. */
export async function insertRate(trx: Trx, filing: FilingContext, { now }: BodyOf<typeof addRate>): Promise<void> {
  const { name, value, validFrom, source } = now
  const later = await trx
    .selectFrom('filing_rate')
    .select('valid_from')
    .where('name', '=', name)
    .where('valid_from', '>=', validFrom)
    .orderBy('valid_from', 'desc')
    .executeTakeFirst()
  if (later !== undefined)
    throw refused(
      'validFrom',
      `Another value of this rate or limit takes effect on ${formatDay(later.valid_from)}. Enter a date after that.`,
    )
  await trx
    .updateTable('filing_rate')
    .set({ valid_to: addDays(validFrom, -1) })
    .where('name', '=', name)
    .where(({ or, eb }) => or([eb('valid_to', 'is', null), eb('valid_to', '>=', validFrom)]))
    .execute()
  await trx.insertInto('filing_rate').values({ name, value, source, valid_from: validFrom, valid_to: null }).execute()
  await recordChange(trx, filing, addRate.name, `Rate ${name}`, { was: null, now })
}

export async function insertDeadline(
  trx: Trx,
  filing: FilingContext,
  { now }: BodyOf<typeof addDeadline>,
): Promise<void> {
  const inserted = await trx
    .insertInto('filing_deadline')
    .values({
      form: now.form,
      efps_group: now.efpsGroup,
      valid_from: now.validFrom,
      months_after: now.daysAfter === 0 ? now.monthsAfter : null,
      day_of_month: now.daysAfter === 0 ? now.dayOfMonth : null,
      december_day: now.decemberDay === 0 ? null : now.decemberDay,
      days_after: now.daysAfter === 0 ? null : now.daysAfter,
      source: now.source,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new Refusal(filingProblems.taken)
  await recordChange(trx, filing, addDeadline.name, `Deadline ${now.form}`, { was: null, now })
}

/** A revised form applies to periods that end on or after its date; filed returns keep theirs. */
export async function insertForm(trx: Trx, filing: FilingContext, { now }: BodyOf<typeof addForm>): Promise<void> {
  const { layout, revision, validFrom, source } = now
  const form = layouts.find((one) => one.layout === layout)?.form
  if (form === undefined) throw refused('layout', 'Choose a form from the list.')
  const inserted = await trx
    .insertInto('form_revision')
    .values({ form, revision, valid_from: validFrom, layout, source })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new Refusal(filingProblems.taken)
  await recordChange(trx, filing, addForm.name, `Form ${form}`, { was: null, now })
}

export async function putClosedDay(
  trx: Trx,
  filing: FilingContext,
  { now }: BodyOf<typeof addClosedDay>,
): Promise<void> {
  const { name, source } = now
  await trx
    .insertInto('non_working_day')
    .values(now)
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ name, source }))
    .execute()
  await recordChange(trx, filing, addClosedDay.name, `Closed day ${now.day}`, { was: null, now })
}

export async function takeClosedDay(trx: Trx, filing: FilingContext, day: Day): Promise<void> {
  const was = await trx
    .deleteFrom('non_working_day')
    .where('day', '=', day)
    .returning(['name', 'source'])
    .executeTakeFirst()
  if (was === undefined) throw new Refusal(filingProblems.notThere)
  await recordChange(trx, filing, removeClosedDay.name, `Closed day ${day}`, { was, now: null })
}

async function recordChange(
  trx: Trx,
  { context, viewer, address }: FilingContext,
  action: string,
  what: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await audit(trx, context.clock, { viewer, address, action, object: { type: 'tax rules', id: what }, detail })
}
