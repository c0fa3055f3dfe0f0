// Reads one page of events. The order, a person, a type, a record, refusals and words each have an index (0197-audit-trail.sql).
import type { AuditFilters } from '@talaan/contract/audit-trail.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { addDays, formatMonth } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { AuditEvent } from '@talaan/ledger/proof/audit-events.ts'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { auditColumns } from '../../platform/audit/sealing.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { reportTitles } from './report-titles.ts'
import { actionsOf } from './words.ts'

type Db = Kysely<Tables>
export type EventRow = AuditEvent
type Page = { filters: AuditFilters; after?: string | undefined; length: number }

export async function pageOfEvents(
  db: Db,
  { filters, after, length }: Page,
): Promise<{ rows: EventRow[]; next: string | null }> {
  const isAscending = filters.ascending !== undefined
  const order = isAscending ? sql`at, seq` : sql`at desc, seq desc`
  const conditions = [
    ...(await conditionsOf(db, filters)),
    ...(after === undefined ? [] : [beyond(after, isAscending)]),
  ]
  const where = (more: readonly RawBuilder<unknown>[]) => sql.join([...conditions, ...more], sql` and `)
  const page = sql`order by ${order} limit ${length + 1}`
  const actions = filters.kind === undefined ? undefined : actionsOf(filters.kind)
  // A kind has many actions. The first rows of each are found by its index; sorting all of them would read the whole kind.
  const query =
    actions === undefined
      ? sql`select seq, at from audit where ${where([])} ${page}`
      : isNarrow(filters)
        ? sql`select seq, at from audit where ${where([sql`action = any(${actions}::text[])`])} ${page}`
        : sql`select found.* from unnest(${actions}::text[]) as one (action) cross join lateral (
            select seq, at from audit where ${where([sql`audit.action = one.action`])} ${page}) as found ${page}`
  const { rows } = await sql<EventRow>`
    with page as materialized (${query})
    select ${auditColumns} from page join audit on audit.seq = page.seq
    order by ${isAscending ? sql`page.at, page.seq` : sql`page.at desc, page.seq desc`}`.execute(db)
  const shown = rows.slice(0, length)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > length && last !== undefined ? `${last.at}|${last.seq}` : null }
}

/** Filters that leave few events, whatever their kind. */
const isNarrow = ({ outcome, search, record, kind }: AuditFilters): boolean =>
  outcome === 'refused' || search !== undefined || record !== undefined || kind === 'digests'

async function conditionsOf(
  db: Db,
  { search, who, record, kind, outcome, from, to }: AuditFilters,
): Promise<RawBuilder<unknown>[]> {
  return [
    kind === 'digests' ? sql`action like 'rows.%'` : sql`action not like 'rows.%'`,
    ...(who === undefined ? [] : [sql`actor_name = ${who}`]),
    ...(record === undefined ? [] : [await ofRecord(db, record)]),
    ...(outcome === undefined ? [] : [outcome === 'refused' ? sql`outcome = 'refused'` : sql`outcome = 'done'`]),
    ...(from === undefined ? [] : [sql`at >= ${`${from}T00:00:00+08:00`}::timestamptz`]),
    ...(to === undefined ? [] : [sql`at < ${`${addDays(to, 1)}T00:00:00+08:00`}::timestamptz`]),
    ...(await hasWords(db, search)),
  ]
}

function beyond(after: string, isAscending: boolean): RawBuilder<unknown> {
  const read = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?)\|(\d{1,18})$/.exec(after)
  if (read === null || Number.isNaN(Date.parse(`${read[1]}Z`))) throw new Refusal(common.badInput)
  const place = sql`(${`${read[1]}+00`}::timestamptz, ${read[2]}::bigint)`
  return isAscending ? sql`(at, seq) > ${place}` : sql`(at, seq) < ${place}`
}

/** Settings name their account, filings their return, and refused calls the Client ID: those are the record as well. */
async function ofRecord(db: Db, record: string): Promise<RawBuilder<unknown>> {
  const type = record.slice(0, record.indexOf(':'))
  const id = record.slice(record.indexOf(':') + 1)
  const is = (ofType: string, ids: readonly string[]) =>
    sql`(object_type = ${ofType} and object_id = any(${[...ids]}::text[]))`
  if (type === 'account')
    return sql`(${is('account', [id])} or (object_type = 'settings' and object_id like ${`Account ${likeText(id)} %`}))`
  if (type === 'user') {
    const { rows } = await sql<{
      id: string
    }>`select id from users where lower(client_id) = lower(${id}) or id::text = ${id}`.execute(db)
    return is('user', [id, ...rows.map((row) => row.id)])
  }
  if (type === 'return') {
    const [form = '', period = ''] = id.split(' ')
    const { rows } = await sql<{
      id: string
    }>`select id::text from filing where form = ${form} and period::text = ${period}`.execute(db)
    return sql`(${is('return', [id])} or ${is(
      'filing',
      rows.map((row) => row.id),
    )})`
  }
  return is(type, [id])
}

const likeText = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const maxNamed = 50

/** Events with all words, and those of the documents, customers and suppliers with this number or name. */
async function hasWords(db: Db, search = ''): Promise<RawBuilder<unknown>[]> {
  const words = search
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 8)
  if (words.length === 0) return []
  const query = words.map((word) => `'${word}':*`).join(' & ')
  const { rows } = await sql<{ id: string }>`
    (select id::text from document where lower(number) = ${search.trim().toLowerCase()} limit ${maxNamed})
    union all
    (select id::text from party where to_tsvector('simple', name) @@ ${query}::tsquery limit ${maxNamed})`.execute(db)
  const has = sql`words_of_event(detail, object_id, actor_name, action, address) @@ ${query}::tsquery`
  if (rows.length === 0) return [has]
  return [
    sql`(${has} or (object_type in ('document', 'party') and object_id = any(${rows.map(({ id }) => id)}::text[])))`,
  ]
}

type Record = { type: string; id: string }
type Label = { label: string; documentType: DocumentTypeName | null }

/** What records are called: the number of a document, the name of a customer, the Client ID of an account. */
export async function labelsOf(
  db: Db,
  records: readonly Record[],
): Promise<{ of: (record: Record) => Label | undefined }> {
  const ids = (type: string) => [
    ...new Set(records.filter((record) => record.type === type && isUuid(record.id)).map(({ id }) => id)),
  ]
  const named = new Map<string, Label>()
  const keep = (type: string, rows: readonly { id: string; label: string; documentType?: string }[]) => {
    for (const { id, label, documentType } of rows)
      named.set(`${type}:${id}`, { label, documentType: (documentType as DocumentTypeName | undefined) ?? null })
  }
  const documents = ids('document')
  if (documents.length > 0)
    keep(
      'document',
      await db
        .selectFrom('document')
        .select(['id', 'number as label', 'kind as documentType'])
        .where(sql<boolean>`id = any(${documents}::uuid[])`)
        .execute(),
    )
  const parties = ids('party')
  if (parties.length > 0)
    keep(
      'party',
      await db
        .selectFrom('party')
        .select(['id', 'name as label'])
        .where(sql<boolean>`id = any(${parties}::uuid[])`)
        .execute(),
    )
  const users = ids('user')
  if (users.length > 0)
    keep(
      'user',
      await db
        .selectFrom('users')
        .select(['id', 'client_id as label'])
        .where(sql<boolean>`id = any(${users}::uuid[])`)
        .execute(),
    )
  return {
    of: ({ type, id }) => {
      const found = named.get(`${type}:${id}`)
      if (found !== undefined) return found
      const label =
        type === 'month' && /^\d{4}-(0[1-9]|1[0-2])$/.test(id)
          ? formatMonth(id)
          : type === 'report'
            ? (reportTitles[id] ?? id)
            : id
      return { label: isUuid(id) ? '' : label, documentType: null }
    },
  }
}

const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
