// Deadlines besides tax returns: which of the usual ones apply, and those that the company added.
import type { Kysely, Transaction } from 'kysely'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import {
  addOwnDeadline,
  changeOtherDuties,
  endOwnDeadline,
  filingProblems,
  markOwnDone,
} from '@talaan/contract/filings.ts'
import type { OwnRow } from '@talaan/contract/filings.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { addDays, endOfMonth, monthOf, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { customDues, noOtherDuties } from '@talaan/ledger/tax/calendar/other-duties.ts'
import type { CustomDuty } from '@talaan/ledger/tax/calendar/other-duties.ts'
import type { NonWorkingDay } from '@talaan/ledger/tax/calendar/deadlines.ts'
import { otherDutiesNow } from '../../books/other-duties.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { FilingContext } from './filing.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export async function putOtherDuties(
  trx: Trx,
  filing: FilingContext,
  { was, now }: BodyOf<typeof changeOtherDuties>,
): Promise<void> {
  await trx.selectFrom('company').select('only_one').forUpdate().execute()
  const before = (await otherDutiesNow(trx)) ?? noOtherDuties
  if (canonical(before) !== canonical(was)) throw new Refusal(filingProblems.changedMeanwhile)
  const row = {
    inventory: now.inventory,
    stamp_tax: now.stampTax,
    sec: now.sec,
    annual_meeting: now.annualMeeting,
    permit: now.permit,
    local_tax: now.localTax,
    renewals: now.renewals,
    e_invoicing: now.eInvoicing,
    sales_system: now.salesSystem,
    system_permit: now.systemPermit,
  }
  await trx
    .insertInto('other_duties')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute()
  await noted(trx, filing, { action: changeOtherDuties.name, id: 'Other deadlines', detail: { was: before, now } })
}

type Stored = CustomDuty & { id: string; endedOn: Day | null }

export async function ownDeadlines(db: Db): Promise<Stored[]> {
  const rows = await db
    .selectFrom('custom_duty')
    .select(['id', 'name', 'every', 'month', 'day_of_month as dayOfMonth', 'valid_from as from', 'note'])
    .select('ended_on as endedOn')
    .orderBy('seq')
    .execute()
  return rows
}

/** Their dates in a range, each with when it was done, sorted by date. */
export async function ownRows(
  db: Db,
  { from, to, closed }: { from: Day; to: Day; closed: readonly NonWorkingDay[] },
): Promise<OwnRow[]> {
  const done = await db
    .selectFrom('custom_duty_done')
    .select(['duty_id as id', 'due', 'done_on as doneOn', 'reference'])
    .where('due', '>=', from)
    .where('due', '<=', to)
    .execute()
  const byKey = new Map(done.map((one) => [`${one.id} ${one.due}`, one]))
  return (await ownDeadlines(db))
    .flatMap((duty) =>
      customDues(duty, { from, to, closed }).flatMap(({ raw, due }): OwnRow[] => {
        const its = byKey.get(`${duty.id} ${raw}`)
        // After its end, only what was done is shown.
        if (duty.endedOn !== null && raw > duty.endedOn && its === undefined) return []
        const { id, name, note } = duty
        return [{ id, name, note, raw, due, doneOn: its?.doneOn ?? null, reference: its?.reference ?? '' }]
      }),
    )
    .toSorted((a, b) => (a.due === b.due ? 0 : a.due < b.due ? -1 : 1))
}

/** Those not done and due by a date, of the last 400 days. */
export async function ownDueUntil(
  db: Db,
  { today: now, until, closed }: { today: Day; until: Day; closed: readonly NonWorkingDay[] },
): Promise<OwnRow[]> {
  const rows = await ownRows(db, { from: addDays(now, -400), to: until, closed })
  return rows.filter(({ doneOn, due }) => doneOn === null && due <= until)
}

export async function insertOwn(
  trx: Trx,
  filing: FilingContext,
  { now }: BodyOf<typeof addOwnDeadline>,
): Promise<void> {
  const { viewer, context } = filing
  const id = crypto.randomUUID()
  await trx
    .insertInto('custom_duty')
    .values({
      id,
      name: now.name,
      every: now.every,
      month: now.month,
      day_of_month: now.dayOfMonth,
      valid_from: now.from,
      ended_on: null,
      note: now.note,
      entered_by: viewer.userId,
      entered_at: timestamp(context.clock.now()),
    })
    .execute()
  await noted(trx, filing, { action: addOwnDeadline.name, id: now.name, detail: { was: null, now } })
}

export async function endOwn(trx: Trx, filing: FilingContext, id: string): Promise<void> {
  const ended = await trx
    .updateTable('custom_duty')
    .set({ ended_on: addDays(today(filing.context.clock), -1) })
    .where('id', '=', id)
    .where('ended_on', 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (ended === undefined) throw new Refusal(filingProblems.notThere)
  await noted(trx, filing, { action: endOwnDeadline.name, id: ended.name, detail: {} })
}

/** Marks a date as done, or corrects its date and reference. */
export async function markOwn(
  trx: Trx,
  filing: FilingContext,
  { id, due }: { id: string; due: Day },
  { doneOn, reference }: BodyOf<typeof markOwnDone>,
): Promise<void> {
  const duty = (await ownDeadlines(trx)).find((one) => one.id === id)
  const month = { from: startOfMonth(monthOf(due)), to: endOfMonth(monthOf(due)), closed: [] }
  if (duty === undefined || !customDues(duty, month).some(({ raw }) => raw === due))
    throw new Refusal(filingProblems.notThere)
  const row = {
    done_on: doneOn,
    reference,
    done_by: filing.viewer.userId,
    done_at: timestamp(filing.context.clock.now()),
  }
  await trx
    .insertInto('custom_duty_done')
    .values({ duty_id: id, due, ...row })
    .onConflict((conflict) => conflict.columns(['duty_id', 'due']).doUpdateSet(row))
    .execute()
  await noted(trx, filing, { action: markOwnDone.name, id: `${duty.name} ${due}`, detail: { doneOn, reference } })
}

async function noted(
  trx: Trx,
  { context, viewer, address }: FilingContext,
  { action, id, detail }: { action: string; id: string; detail: Record<string, unknown> },
): Promise<void> {
  await audit(trx, context.clock, { viewer, address, action, object: { type: 'deadline', id }, detail })
}
