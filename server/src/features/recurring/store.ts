// Templates and rules as they are stored, and the dates of each rule.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { recordersOf } from '@talaan/contract/documents.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { recurringProblems } from '@talaan/contract/recurring.ts'
import type { Occurrence, RecurringRule, Template, WaitingDraft } from '@talaan/contract/recurring.ts'
import type { ChosenTags } from '@talaan/contract/tag-kinds.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import {
  confirmedBeforeAutomatic,
  recordsItself,
  recurringTypes,
} from '@talaan/ledger/documents/recurring/occurrence.ts'
import type { RecurringType, SentFields } from '@talaan/ledger/documents/recurring/occurrence.ts'
import { nextOccurrence } from '@talaan/ledger/documents/recurring/rhythm.ts'
import type { Rhythm } from '@talaan/ledger/documents/recurring/rhythm.ts'
import type { NonWorkingDay } from '@talaan/ledger/tax/calendar/deadlines.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { isUnchanged } from './unchanged.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export const typesOf = ({ role }: Pick<Viewer, 'role'>): RecurringType[] =>
  recurringTypes.filter((kind) => recordersOf(kind).includes(role))

export function assertMayRepeat(kind: RecurringType, viewer: Pick<Viewer, 'role'>): void {
  if (!typesOf(viewer).includes(kind)) throw new Refusal(common.notAllowed)
}

export const closedDays = (db: Db): Promise<NonWorkingDay[]> =>
  db.selectFrom('non_working_day').select(['day', 'name', 'source']).execute()

const party = sql<{ id: string; name: string } | null>`(
  select json_build_object('id', party.id, 'name', party.name) from party where party.id = document_template.party_id)`

/** The templates of some types, by name. */
export async function templates(db: Db, kinds: readonly RecurringType[]): Promise<Template[]> {
  const rows = await db
    .selectFrom('document_template')
    .innerJoin('users', 'users.id', 'saved_by')
    .leftJoin('recurring_rule', 'template_id', 'document_template.id')
    .select(['document_template.id', 'name', 'kind', 'total', 'client_id as savedBy', party.as('party')])
    .select(sql<boolean>`template_id is not null`.as('recurs'))
    .where('kind', 'in', [...kinds])
    .where('removed_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('document_template.id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as RecurringType }))
}

export type StoredTemplate = {
  id: string
  name: string
  kind: RecurringType
  partyId: string | null
  fields: SentFields
  typed: Record<string, unknown> | null
  tags: ChosenTags | null
  savedAt: string
}

/** A template that the viewer may use; others are reported as missing. Locked for a change. */
export async function lockedTemplate(trx: Trx, id: string, viewer: Pick<Viewer, 'role'>): Promise<StoredTemplate> {
  const row = await trx
    .selectFrom('document_template')
    .select(['id', 'name', 'kind', 'party_id as partyId', 'fields', 'typed', 'tags', 'saved_at as savedAt'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal(recurringProblems.notThere)
  const found = row as StoredTemplate
  assertMayRepeat(found.kind, viewer)
  return found
}

export type StoredRule = {
  rhythm: Rhythm
  daysAhead: number
  number: string
  paused: boolean
  ownerId: string
  automaticBy: string | null
  automaticLimit: bigint | null
}

/** The rule of a template, locked, so that its dates are made one after the other. */
export async function lockedRule(trx: Trx, templateId: string): Promise<StoredRule | undefined> {
  const row = await trx
    .selectFrom('recurring_rule')
    .select(['every', 'unit', 'place', 'begins', 'ends', 'times', 'number', 'paused', 'owner as ownerId'])
    .select(['days_ahead as daysAhead', 'automatic_by as automaticBy', 'automatic_limit as automaticLimit'])
    .where('template_id', '=', templateId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { every, unit, place, begins, ends, times, ...rest } = row
  return { rhythm: { every, unit, place, begins, ends, times }, ...rest }
}

/** The next date of a rule after those made and skipped. */
export async function nextOf(
  db: Db,
  templateId: string,
  { rhythm, closed }: { rhythm: Rhythm; closed: readonly NonWorkingDay[] },
): Promise<Day | null> {
  const { last, made } = await db
    .selectFrom('recurring_occurrence')
    .select([
      sql<Day | null>`max(day)`.as('last'),
      sql<number>`(count(*) filter (where state = 'made'))::int`.as('made'),
    ])
    .where('template_id', '=', templateId)
    .executeTakeFirstOrThrow()
  return nextOccurrence(rhythm, { last, made, closed })
}

type OccurrenceRow = {
  templateId: string
  day: Day
  state: 'made' | 'skipped'
  proposed: unknown
  madeAt: string
  automatic: string | null
  waits: boolean
  document: { id: string; number: string; isVoid: boolean } | null
  fields: unknown
}

const shownOccurrences = 12

/** The newest occurrences of each rule. */
async function occurrencesOf(db: Db, templateIds: readonly string[]): Promise<Map<string, OccurrenceRow[]>> {
  const { rows } = await sql<OccurrenceRow>`
    select occurrence.template_id as "templateId", occurrence.day, state, proposed, made_at as "madeAt", automatic,
      exists (select from draft where draft.id = occurrence.draft_id) as waits, document.fields,
      case when document.id is not null then json_build_object('id', document.id, 'number', document.number, 'isVoid',
        exists (select from document_void where document_void.document_id = document.id)) end as document
    from unnest(${[...templateIds]}::uuid[]) as asked (id)
    cross join lateral (
      select * from recurring_occurrence where template_id = asked.id order by day desc limit ${shownOccurrences}
    ) as occurrence
    left join document on document.draft_id = occurrence.draft_id
    order by occurrence.template_id, occurrence.day desc`.execute(db)
  return Map.groupBy(rows, ({ templateId }) => templateId)
}

/** Whether the last documents of a rule were all confirmed as proposed, since its contents changed. */
function hasEarned(kind: RecurringType, savedAt: string, rows: readonly OccurrenceRow[]): boolean {
  if (!recordsItself(kind)) return false
  const made = rows.filter(({ state }) => state === 'made').slice(0, confirmedBeforeAutomatic)
  return (
    made.length === confirmedBeforeAutomatic &&
    made.every(
      ({ document, proposed, fields, madeAt }) =>
        document !== null && !document.isVoid && madeAt >= savedAt && isUnchanged(kind, proposed, fields),
    )
  )
}

export async function earnedAutomatic(db: Db, { id, kind, savedAt }: StoredTemplate): Promise<boolean> {
  return hasEarned(kind, savedAt, (await occurrencesOf(db, [id])).get(id) ?? [])
}

const stateOf = ({ state, document, waits }: OccurrenceRow): Occurrence['state'] => {
  if (state === 'skipped') return 'skipped'
  return document !== null ? 'recorded' : waits ? 'waiting' : 'discarded'
}

/** The rules of some types, with their next dates: the next one first, ended ones last. */
export async function rules(db: Db, kinds: readonly RecurringType[]): Promise<RecurringRule[]> {
  const rows = await db
    .selectFrom('recurring_rule')
    .innerJoin('document_template', 'document_template.id', 'template_id')
    .innerJoin('users as saver', 'saver.id', 'saved_by')
    .innerJoin('users as owning', 'owning.id', 'owner')
    .leftJoin('users as trusting', 'trusting.id', 'automatic_by')
    .select(['template_id as id', 'name', 'kind', 'total', 'saver.client_id as savedBy', party.as('party')])
    .select(['every', 'unit', 'place', 'begins', 'ends', 'times', 'number', 'paused', 'owning.client_id as owner'])
    .select([
      'days_ahead as daysAhead',
      'trusting.client_id as automaticBy',
      'automatic_limit as automaticLimit',
      'saved_at as savedAt',
    ])
    .where('kind', 'in', [...kinds])
    .where('removed_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('template_id')
    .execute()
  const closed = await closedDays(db)
  const occurrences = await occurrencesOf(
    db,
    rows.map(({ id }) => id),
  )
  const listed = await Promise.all(
    rows.map(async ({ every, unit, place, begins, ends, times, automaticBy, automaticLimit, savedAt, ...row }) => {
      const rhythm: Rhythm = { every, unit, place, begins, ends, times }
      const kind = row.kind as RecurringType
      const past = occurrences.get(row.id) ?? []
      return {
        ...row,
        kind,
        rhythm,
        recurs: true,
        next: await nextOf(db, row.id, { rhythm, closed }),
        occurrences: past.map((one) => ({ day: one.day, state: stateOf(one), document: one.document })),
        automatic: automaticBy === null || automaticLimit === null ? null : { limit: automaticLimit, by: automaticBy },
        hasEarnedAutomatic: hasEarned(kind, savedAt, past),
      }
    }),
  )
  const order = ({ next, paused }: RecurringRule) => (paused || next === null ? '9' : next)
  return listed.toSorted((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0))
}

/** The drafts of rules that wait for a person, oldest first. */
export async function waiting(db: Db, kinds: readonly RecurringType[]): Promise<WaitingDraft[]> {
  const rows = await db
    .selectFrom('recurring_occurrence as occurrence')
    .innerJoin('draft', 'draft.id', 'draft_id')
    .innerJoin('document_template', 'document_template.id', 'template_id')
    .innerJoin('users', 'users.id', 'draft.user_id')
    .select(['draft.id as draftId', 'template_id as templateId', 'name', 'draft.kind', 'total', party.as('party')])
    .select(['occurrence.day', 'problem', 'client_id as owner'])
    .where('draft.kind', 'in', [...kinds])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('document').select('id').whereRef('document.draft_id', '=', 'draft.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('approval_waiting').select('id').whereRef('approval_waiting.draft_id', '=', 'draft.id'))),
    )
    .orderBy('occurrence.day')
    .orderBy(sql`lower(name)`)
    .limit(200)
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as RecurringType }))
}
