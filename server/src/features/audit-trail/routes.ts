// The audit trail: listed, exported, and the state of both chains.
import {
  auditTrailProblems,
  auditTrailStatus,
  eventKinds,
  exportAuditEvents,
  listAuditEvents,
  maxAuditRows,
} from '@talaan/contract/audit-trail.ts'
import type { AuditFilters } from '@talaan/contract/audit-trail.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Feature } from '../../http/feature.ts'
import { answers } from '../../http/route.ts'
import { audit } from '../../platform/audit/audit.ts'
import { auditHead, digestOfEvent } from '../../platform/audit/sealing.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { companyHeader } from '../../print/company.ts'
import { fileName } from '../../print/file-name.ts'
import { tablePrinters } from '../../print/table.ts'
import { detailsOf } from './details.ts'
import { labelsOf, pageOfEvents } from './query.ts'
import type { EventRow } from './query.ts'
import { eventWords, sentenceOf } from './words.ts'

const pageLength = 50
const rowsAtOnce = 1_000

export const auditTrail: Feature = ({ db: { kysely: db }, clock }) => [
  answers(listAuditEvents, async ({ query: { after, ...filters } }) => {
    const { rows, next } = await pageOfEvents(db, { filters, after, length: pageLength })
    const labels = await labelsOf(db, [
      ...rows.map(recordOf),
      ...(filters.record === undefined ? [] : [named(filters.record)]),
    ])
    const positions = await sealsOf(db, rows)
    return {
      events: rows.map((row) => {
        const [kind] = eventWords[row.action] ?? ['system']
        const label = labels.of(recordOf(row))
        return {
          seq: row.seq.toString(),
          at: `${row.at.replace(' ', 'T')}Z`,
          who: row.actor_name,
          role: row.role,
          address: row.address,
          kind,
          words: sentenceOf({ ...row, label: label?.label ?? row.object_id ?? '', detail: detailIn(row) }),
          refused: row.outcome === 'refused',
          record:
            row.object_type === null || row.object_id === null
              ? null
              : {
                  type: row.object_type,
                  id: row.object_id,
                  label: label?.label ?? '',
                  documentType: label?.documentType ?? null,
                },
          details: detailsOf(detailIn(row)),
          position: positions.get(row.seq)?.position.toString() ?? null,
        }
      }),
      next,
      record:
        filters.record === undefined ? null : (labels.of(named(filters.record))?.label ?? named(filters.record).id),
    }
  }),

  answers(auditTrailStatus, async () => {
    const { position, hash } = await auditHead(db)
    const { rows } = await sql<{ at: string | null; waiting: number }>`
      select (select (at at time zone 'UTC')::text from audit where seq = last.seq) as at,
        (select count(*)::int from audit where seq > coalesce(last.seq, 0)) as waiting
      from (select (select seq from audit_seal where position = ${position}) as seq) as last`.execute(db)
    const entries = await db
      .selectFrom('ledger_head')
      .select(['last_entry as last', 'last_hash as hash'])
      .executeTakeFirstOrThrow()
    const last = rows[0]
    return {
      sealed: position.toString(),
      head: hash,
      sealedUntil: last?.at == null ? null : `${last.at.replace(' ', 'T')}Z`,
      waiting: last?.waiting ?? 0,
      entries: entries.last.toString(),
      entriesHead: entries.hash,
      people: await people(db),
    }
  }),

  answers(exportAuditEvents, async ({ params: { format }, query, viewer, address }) => {
    const rows = await allOf(db, query, maxAuditRows[format])
    if (rows === undefined) {
      const most = maxAuditRows[format].toLocaleString('en')
      const sentence = `One ${format.toUpperCase()} file can contain at most ${most} events. Choose a shorter period or add filters.`
      throw new Refusal(saying(auditTrailProblems.tooManyRows, sentence))
    }
    const period = inWords(query)
    const table = await tableOf(db, rows, period)
    const { type, print } = tablePrinters[format]
    const bytes = await print(table, { printedAt: clock.now(), printedBy: viewer.clientId })
    const object = { type: 'report', id: 'audit-trail' }
    const detail = { format, rows: rows.length, asked: period }
    await db
      .transaction()
      .execute((trx) => audit(trx, clock, { viewer, address, action: exportAuditEvents.name, object, detail }))
    return { bytes, type, name: fileName(table, format) }
  }),
]

const recordOf = (row: EventRow) => ({ type: row.object_type ?? '', id: row.object_id ?? '' })
const named = (record: string) => ({
  type: record.slice(0, record.indexOf(':')),
  id: record.slice(record.indexOf(':') + 1),
})
const detailIn = (row: EventRow) => JSON.parse(row.detail) as Record<string, unknown>

/** All names in the trail; each is found by one look into the index. */
async function people(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive name as (
      (select actor_name as name from audit where action not like 'rows.%' order by actor_name limit 1)
      union all
      select (select actor_name from audit where action not like 'rows.%' and actor_name > name.name order by actor_name limit 1)
      from name where name.name is not null
    )
    select name from name where name is not null order by lower(name)`.execute(db)
  return rows.map(({ name }) => name)
}

type Seal = { position: bigint; hash: string }

async function sealsOf(db: Kysely<Tables>, rows: readonly EventRow[]): Promise<Map<bigint, Seal>> {
  if (rows.length === 0) return new Map()
  const seals = await db
    .selectFrom('audit_seal')
    .select(['seq', 'position', 'hash'])
    .where(
      'seq',
      'in',
      rows.map(({ seq }) => seq),
    )
    .execute()
  return new Map(seals.map(({ seq, ...seal }) => [seq, seal]))
}

/** Page by page, so that other requests run in between; undefined for more than `most`. */
async function allOf(db: Kysely<Tables>, filters: AuditFilters, most: number): Promise<EventRow[] | undefined> {
  const all: EventRow[] = []
  let after: string | undefined
  do {
    const { rows, next } = await pageOfEvents(db, { filters, after, length: rowsAtOnce })
    all.push(...rows)
    if (all.length > most) return undefined
    after = next ?? undefined
  } while (after !== undefined)
  return all
}

async function tableOf(db: Kysely<Tables>, rows: readonly EventRow[], period: string): Promise<Table> {
  const labels = await labelsOf(db, rows.map(recordOf))
  const seals = new Map<bigint, Seal>()
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    for (const [seq, seal] of await sealsOf(db, rows.slice(at, at + rowsAtOnce))) seals.set(seq, seal)
  const { position, hash } = await auditHead(db)
  return {
    name: 'audit-trail',
    title: 'Audit Trail',
    period,
    company: await companyHeader(db),
    columns: [
      { key: 'seq', title: 'Event', kind: 'code' },
      { key: 'at', title: 'Time (UTC)', kind: 'text' },
      { key: 'who', title: 'Name', kind: 'text' },
      { key: 'role', title: 'Role', kind: 'text' },
      { key: 'address', title: 'Address', kind: 'text' },
      { key: 'words', title: 'Event as a sentence', kind: 'text' },
      { key: 'action', title: 'Action', kind: 'text' },
      { key: 'outcome', title: 'Outcome', kind: 'text' },
      { key: 'type', title: 'Record type', kind: 'text' },
      { key: 'id', title: 'Record', kind: 'text' },
      { key: 'detail', title: 'Details', kind: 'text' },
      { key: 'digest', title: 'SHA-256', kind: 'text' },
      { key: 'position', title: 'Position', kind: 'code' },
      { key: 'hash', title: 'Seal', kind: 'text' },
    ],
    rows: rows.map((row) => ({
      cells: [
        row.seq.toString(),
        row.at,
        row.actor_name,
        row.role,
        row.address,
        sentenceOf({ ...row, label: labels.of(recordOf(row))?.label ?? row.object_id ?? '', detail: detailIn(row) }),
        row.action,
        row.outcome,
        row.object_type,
        row.object_id,
        row.detail,
        digestOfEvent(row),
        seals.get(row.seq)?.position.toString() ?? null,
        seals.get(row.seq)?.hash ?? null,
      ],
    })),
    notes: [`The chain of the audit trail has ${position} sealed events and ends with ${hash}.`],
  }
}

function inWords({ search, who, record, kind, outcome, from, to, ascending }: AuditFilters): string {
  return [
    kind === undefined ? 'All events' : eventKinds[kind],
    outcome === undefined ? '' : outcome === 'refused' ? 'refused' : 'not refused',
    who === undefined ? '' : `by ${who}`,
    record === undefined ? '' : `of ${named(record).type} ${named(record).id}`,
    from === undefined ? '' : `from ${formatDay(from)}`,
    to === undefined ? '' : `to ${formatDay(to)}`,
    search === undefined || search.trim() === '' ? '' : `with '${search.trim()}'`,
    ascending === undefined ? '' : 'oldest first',
  ]
    .filter((part) => part !== '')
    .join(', ')
}
