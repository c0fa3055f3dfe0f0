// Merges a registration into another one of the same customer or supplier, and undoes it. Posted rows keep their party.
import { partyProblems } from '@talaan/contract/parties.ts'
import type { MergePreview, PartyMerge } from '@talaan/contract/parties.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { addDays, firstDay, formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { partyChanges, storedFields, tinOrReason, tinText } from '@talaan/ledger/core/party.ts'
import { dutyWords } from '@talaan/ledger/tax/calendar/forms.ts'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { lockHead } from '../../books/journal.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
type Row = RowOf<'party'>

/** Monthly remittances have no list of names. */
const returnsWithLists = Object.entries(dutyWords)
  .filter(([, { frequency }]) => frequency !== 'month')
  .map(([form]) => form)

export async function previewOf(db: Db, partyId: string, into: string): Promise<MergePreview> {
  const [goes, stays] = [await rowOf(db, partyId), await rowOf(db, into)]
  const taxFrom = await taxFromOf(db, partyId)
  const counts = await countsOf(db, partyId)
  return {
    goes: named(goes),
    stays: named(stays),
    ...counts,
    differences: partyChanges(storedFields(goes.fields), storedFields(stays.fields)).map(
      ({ label, before, after }) => ({ label, goes: before, stays: after }),
    ),
    taxFrom: taxFrom === firstDay ? null : taxFrom,
    warnings: warningsOf(goes, stays),
    refused: (await refusalOf(db, { goes, stays, taxFrom })) ?? '',
  }
}

type Act = { by: string; reason: string }

/** Nothing is recorded meanwhile: recording reads its party under the same lock. */
export async function merge(
  trx: Trx,
  { clock }: Pick<AppContext, 'clock'>,
  { partyId, into, mergeId, by, reason }: Act & { partyId: string; into: string; mergeId: string },
): Promise<{ goes: string; stays: string; documents: number; taxFrom: Day } | null> {
  await lockParties(trx)
  if (await isStored(trx, mergeId)) return null
  const [goes, stays] = [await rowOf(trx, partyId), await rowOf(trx, into)]
  const taxFrom = await taxFromOf(trx, partyId)
  const refused = await refusalOf(trx, { goes, stays, taxFrom })
  if (refused !== null) throw new Refusal(saying(partyProblems.cannotMerge, refused))
  const { documents } = await countsOf(trx, partyId)
  const at = timestamp(clock.now())
  await store(trx, { id: mergeId, partyId, into, taxFrom, reason, by, at })
  await trx
    .updateTable('party')
    .set({ merged_into: into, merged_tax_from: taxFrom, removed_at: at })
    .where('id', '=', partyId)
    .execute()
  await trx
    .updateTable('party')
    .set({ customer: stays.customer || goes.customer, supplier: stays.supplier || goes.supplier })
    .where('id', '=', into)
    .execute()
  await trx.updateTable('item_balance').set({ party_id: into }).where('party_id', '=', partyId).execute()
  // A customer who wants no reminders gets none after the merge either.
  await sql`
    insert into reminder_opt_out (party_id, chosen_by, chosen_at)
    select ${into}::uuid, chosen_by, chosen_at from reminder_opt_out where party_id = ${partyId}::uuid
    on conflict do nothing`.execute(trx)
  return { goes: goes.name, stays: stays.name, documents, taxFrom }
}

export async function undo(
  trx: Trx,
  { clock }: Pick<AppContext, 'clock'>,
  { partyId, undoId, by, reason }: Act & { partyId: string; undoId: string },
): Promise<{ into: string; goes: string } | null> {
  await lockParties(trx)
  if (await isStored(trx, undoId)) return null
  const goes = await rowOf(trx, partyId)
  const { merged_into: into, merged_tax_from: taxFrom } = goes
  if (into === null || taxFrom === null) throw no('This registration is not merged with another one.')
  await assertUndoable(trx, goes, { into, taxFrom })
  const at = timestamp(clock.now())
  await store(trx, { id: undoId, partyId, into: null, taxFrom: null, reason, by, at })
  await trx
    .updateTable('party')
    .set({ merged_into: null, merged_tax_from: null, removed_at: null })
    .where('id', '=', partyId)
    .execute()
  await sql`
    update item_balance set party_id = ${partyId}::uuid
    where party_id = ${into}::uuid and exists (
      select from open_item where settles = item_balance.document_id and open_item.account = item_balance.account
        and open_item.party_id = ${partyId}::uuid)`.execute(trx)
  return { into, goes: goes.name }
}

const no = (sentence: string, problem: Problem = partyProblems.cannotUndoMerge) =>
  new Refusal(saying(problem, sentence))

/** The merges that a party is in now: the one it went into, and those that came to it. */
export async function mergesOf(db: Db, partyId: string): Promise<{ into: PartyMerge | null; merged: PartyMerge[] }> {
  const { rows } = await sql<
    PartyMerge & { tin9: string | null; branch: string; goes: boolean; no_tin: string | null }
  >`
    select other.id, other.name, other.tin9, other.branch_code as branch, party_merge.reason, users.client_id as by,
      done_at as at, party_merge.tax_from as "taxFrom", goes.id = ${partyId}::uuid as goes
    from party as goes
    join party_merge on party_merge.party_id = goes.id
      and nth = (select max(nth) from party_merge as newer where newer.party_id = goes.id)
    join users on users.id = done_by
    join party as other on other.id = case when goes.id = ${partyId}::uuid then goes.merged_into else goes.id end
    where goes.merged_into is not null and ${partyId}::uuid in (goes.id, goes.merged_into)
    order by done_at desc`.execute(db)
  const merges = rows.map(({ goes, tin9, branch, id, name, reason, by, at, taxFrom }) => ({
    goes,
    merge: { id, name, tin: tinText({ tin9, branchCode: branch }), reason, by, at, taxFrom },
  }))
  return {
    into: merges.find(({ goes }) => goes)?.merge ?? null,
    merged: merges.filter(({ goes }) => !goes).map((one) => one.merge),
  }
}

async function lockParties(trx: Trx): Promise<void> {
  await lockHead(trx)
  await sql`select pg_advisory_xact_lock(hashtext('register of parties'))`.execute(trx)
}

const isStored = async (trx: Trx, id: string): Promise<boolean> =>
  (await trx.selectFrom('party_merge').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

type Stored = Act & { id: string; partyId: string; into: string | null; taxFrom: Day | null; at: string }

const store = (trx: Trx, { id, partyId, into, taxFrom, reason, by, at }: Stored) =>
  trx
    .insertInto('party_merge')
    .values({
      id,
      party_id: partyId,
      nth: sql<number>`(select count(*) + 1 from party_merge where party_id = ${partyId}::uuid)`,
      into_id: into,
      tax_from: taxFrom,
      reason,
      done_by: by,
      done_at: at,
    })
    .execute()

async function rowOf(db: Db, partyId: string): Promise<Row> {
  const row = await db.selectFrom('party').selectAll().where('id', '=', partyId).executeTakeFirst()
  if (row === undefined) throw new Refusal(partyProblems.notThere)
  return row
}

const tinOf = (row: Row): string => tinOrReason(storedFields(row.fields))
const named = (row: Row) => ({ name: row.name, tin: tinOf(row) })
const inWords = (row: Row): string => `${row.name} (${row.tin9 === null ? '' : 'TIN '}${tinOf(row)})`

async function countsOf(db: Db, partyId: string) {
  const { rows } = await sql<{ documents: number; openItems: number; open: bigint; certificates: number }>`
    select (select count(*)::int from document where party_id = ${partyId}::uuid) as documents,
      (select count(*)::int from item_balance where party_id = ${partyId}::uuid and open > 0) as "openItems",
      (select coalesce(sum(open), 0)::bigint from item_balance where party_id = ${partyId}::uuid and open > 0) as open,
      (select count(*)::int from certificate_issued where party_id = ${partyId}::uuid) as certificates`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('The documents of a party could not be counted.')
  return found
}

/** The day after the last one that a filed return or an issued certificate with names covers. */
async function taxFromOf(db: Db, partyId: string): Promise<Day> {
  const { rows } = await sql<{ last: Day | null }>`
    select greatest(
      (select max(period) from filing where form = any(${returnsWithLists}::text[])),
      (select max(quarter + interval '3 months' - interval '1 day')::date from certificate_issued where party_id = ${partyId}::uuid)
    ) as last`.execute(db)
  const last = rows[0]?.last ?? null
  return last === null ? firstDay : addDays(last, 1)
}

type Pair = { goes: Row; stays: Row; taxFrom: Day }

async function refusalOf(db: Db, { goes, stays, taxFrom }: Pair): Promise<string | null> {
  if (goes.id === stays.id) return 'Choose two different registrations.'
  for (const row of [goes, stays]) {
    if (row.no_tin === 'various') return partyProblems.walkIns.sentence
    if (row.merged_into !== null)
      return `${row.name} has already been merged into another registration. Open its page to see which one.`
    if (row.removed_at !== null) return `The registration of ${row.name} was removed.`
  }
  const [absorbed] = (await mergesOf(db, goes.id)).merged
  if (absorbed !== undefined)
    return `${absorbed.name} has already been merged into ${inWords(goes)}. Keep ${goes.name} instead, or undo that merge first.`
  const taxed = await taxedOf(db, goes.id, taxFrom)
  if (differs(goes, stays) && taxed.before)
    return `${inWords(goes)} and ${inWords(stays)} have different tax numbers, and returns or certificates with ${goes.name} were filed or issued up to ${formatDay(addDays(taxFrom, -1))}. Keep both, and use only one of them from now on.`
  if (goes.tin9 !== null && stays.tin9 === null && (taxed.before || taxed.after))
    return `Input VAT or tax withheld was recorded under the TIN of ${goes.name}. Keep ${goes.name}, and merge ${stays.name} into it.`
  return null
}

/** Different taxpayers by their numbers; without a number on one side, they may be the same. */
const differs = (a: Row, b: Row): boolean =>
  (a.tin9 !== null && b.tin9 !== null && a.tin9 !== b.tin9) ||
  (a.country ?? b.country) !== (b.country ?? a.country) ||
  (a.foreign_tax_no !== null && b.foreign_tax_no !== null && a.foreign_tax_no !== b.foreign_tax_no)

/** Whether taxes were recorded for a party before a day, and from it. */
async function taxedOf(db: Db, partyId: string, from: Day): Promise<{ before: boolean; after: boolean }> {
  const { rows } = await sql<{ before: boolean; after: boolean }>`
    select coalesce(bool_or(day < ${from}::date), false) as before, coalesce(bool_or(day >= ${from}::date), false) as after
    from line where party_id = ${partyId}::uuid and (vat_class is not null or atc is not null)`.execute(db)
  return rows[0] ?? { before: false, after: false }
}

function warningsOf(goes: Row, stays: Row): string[] {
  if (differs(goes, stays))
    return [
      'Their tax numbers differ. Merge them only if one number is a typing error, and correct the registration that you keep.',
    ]
  if (goes.tin9 !== null && stays.tin9 === goes.tin9 && goes.branch_code !== stays.branch_code)
    return [
      'Their TIN is the same and their branch codes differ. If they are two branches of one company, keep both registrations.',
    ]
  if (goes.tin9 !== null && stays.tin9 === null)
    return ['The record that you keep has no TIN. Usually, you should keep the one with the TIN.']
  return []
}

/** Later documents, certificates or returns that count on the merge would be wrong without it. */
async function assertUndoable(trx: Trx, goes: Row, { into, taxFrom }: { into: string; taxFrom: Day }): Promise<void> {
  const { rows: later } = await sql<{ number: string; settled: string }>`
    select later.number, document.number as settled
    from document join (
      select document_id, settles as about from open_item where party_id = ${into}::uuid
      union select document_id, linked_id from document_link
    ) as link on about = document.id
    join document as later on later.id = link.document_id
    where document.party_id = ${goes.id}::uuid and later.party_id = ${into}::uuid
    order by later.recorded_at limit 1`.execute(trx)
  const [found] = later
  if (found !== undefined)
    throw no(`${found.number} was recorded for the other registration and settles or changes ${found.settled}.`)
  const merged = await trx
    .selectFrom('party_merge')
    .select('done_at')
    .where('party_id', '=', goes.id)
    .orderBy('nth', 'desc')
    .executeTakeFirstOrThrow()
  const { rows: used } = await sql<{ what: string }>`
    select what from (
      select 'A certificate for the quarter starting on ' || to_char(quarter, 'FMDD Mon YYYY') || ' was issued' as what, quarter as from_day,
        (quarter + interval '3 months' - interval '1 day')::date as to_day
      from certificate_issued where party_id = ${into}::uuid and issued_at >= ${merged.done_at}::timestamptz
      union all
      select 'Form ' || form || ' for the period ended ' || to_char(period, 'FMDD Mon YYYY') || ' was filed', ${taxFrom}::date, period
      from filing where form = any(${returnsWithLists}::text[]) and filed_at >= ${merged.done_at}::timestamptz
    ) as used
    where exists (
      select from line where party_id = ${goes.id}::uuid and (vat_class is not null or atc is not null)
        and day >= ${taxFrom}::date and day between from_day and to_day)
    limit 1`.execute(trx)
  if (used[0] !== undefined) throw no(`${used[0].what} after the merge and includes these documents.`)
  if (goes.tin9 === null) return
  const other = await trx
    .selectFrom('party')
    .select('name')
    .where('tin9', '=', goes.tin9)
    .where('branch_code', '=', goes.branch_code)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (other !== undefined)
    throw no(
      `The merge can't be undone, because TIN ${tinOf(goes)} is now registered for ${other.name}. Correct that registration first.`,
    )
}
