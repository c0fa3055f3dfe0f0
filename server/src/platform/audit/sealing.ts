// Audit events are sealed into a chain shortly after their commit, separately from their writers: no recording waits
// for it, and any one of several portals does it.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { auditSealText, auditEventText } from '@talaan/ledger/proof/audit-events.ts'
import type { AuditEvent } from '@talaan/ledger/proof/audit-events.ts'
import type { AppContext } from '../context.ts'
import type { Log } from '../log.ts'
import type { Tables } from '../db/tables.ts'
import { handles } from '../jobs/handler.ts'
import type { JobHandler } from '../jobs/handler.ts'
import { plainJob } from '../jobs/queue.ts'

type Db = Kysely<Tables>

/** The end of the chain, and the number of sealed events. */
export type AuditHead = { position: bigint; hash: string }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const digestOfEvent = (event: AuditEvent): string => sha256(auditEventText(event))
export const sealOfEvent = (digest: string, previousHash: string): string =>
  sha256(auditSealText({ digest, previousHash }))

/** The columns of an event, as sealed. */
export const auditColumns = sql<AuditEvent>`audit.seq, (audit.at at time zone 'UTC')::text as at, audit.actor_id, audit.actor_name,
  audit.role, audit.session_id, audit.address, audit.action, audit.object_type, audit.object_id, audit.outcome,
  audit.detail::text as detail`

export async function auditHead(db: Db): Promise<AuditHead> {
  return db
    .selectFrom('audit_head')
    .select(['last_position as position', 'last_hash as hash'])
    .executeTakeFirstOrThrow()
}

/** The maximum per transaction: the embedded database is blocked for a few milliseconds at a time. */
const maxAtOnce = 200
/** The number of events read per query. */
const lookedThrough = 5_000

const beforeAll = -(2n ** 62n)

type SealedEvent = { event: AuditEvent; position: bigint; hash: string }
type Sealing = { above?: bigint; stops?: () => boolean; sealed?: ((events: SealedEvent[]) => void) | undefined }

/**
 * Seals the unsealed events above a number, in the order of their numbers, and returns the highest number reached.
 * Stops early, between two transactions, when asked to.
 */
export async function sealAuditEvents(
  db: Db,
  { above = beforeAll, stops = () => false, sealed }: Sealing = {},
): Promise<bigint> {
  let from = above
  while (!stops()) {
    const { to, first } = await nextUnsealed(db, from)
    if (to === null) return from
    if (first === null) from = to
    else {
      const events = await sealSome(db, { above: first - 1n, to })
      sealed?.(events)
      from = events.length < maxAtOnce ? to : events.at(-1)!.event.seq
    }
  }
  return from
}

/** The last of the next events, and the first unsealed one of them. */
async function nextUnsealed(db: Db, above: bigint): Promise<{ to: bigint | null; first: bigint | null }> {
  const { rows } = await sql<{ to: bigint | null; first: bigint | null }>`
    select max(seq) as to,
      min(seq) filter (where not exists (select from audit_seal where audit_seal.seq = next.seq)) as first
    from (select seq from audit where seq > ${above} order by seq limit ${lookedThrough}) as next`.execute(db)
  return rows[0] ?? { to: null, first: null }
}

type Among = { above?: bigint; to?: bigint; most: number }

/** Unsealed audit events, lowest numbers first. */
export async function unsealedEvents(db: Db, { above = beforeAll, to, most }: Among): Promise<AuditEvent[]> {
  const { rows } = await sql<AuditEvent>`
    select ${auditColumns} from audit
    where seq > ${above} ${to === undefined ? sql`` : sql`and seq <= ${to}`}
      and not exists (select from audit_seal where audit_seal.seq = audit.seq)
    order by seq limit ${most}`.execute(db)
  return rows
}

async function sealSome(db: Db, { above, to }: { above: bigint; to: bigint }): Promise<SealedEvent[]> {
  return db.transaction().execute(async (trx) => {
    const head = await trx.selectFrom('audit_head').selectAll().forUpdate().executeTakeFirstOrThrow()
    // Checked again: another portal may have sealed them while this one waited for the head.
    const events = await unsealedEvents(trx, { above, to, most: maxAtOnce })
    if (events.length === 0) return []
    let hash = head.last_hash
    const digests = events.map(digestOfEvent)
    const hashes = digests.map((digest) => (hash = sealOfEvent(digest, hash)))
    const positions = events.map((_, at) => head.last_position + BigInt(at) + 1n)
    await sql`
      insert into audit_seal (position, seq, digest, hash) select * from unnest(
        ${positions}::bigint[], ${events.map(({ seq }) => seq)}::bigint[], ${digests}::text[], ${hashes}::text[])`.execute(
      trx,
    )
    await trx
      .updateTable('audit_head')
      .set({ last_position: positions.at(-1)!, last_hash: hash })
      .execute()
    return events.map((event, at) => ({ event, position: positions[at]!, hash: hashes[at]! }))
  })
}

const hour = 3_600_000
/**
 * A transaction that commits late leaves an unsealed event below the newest: this many are checked again each time, and
 * all of them hourly.
 */
const again = 500n
const pauseMs = 1_900

const sealing = plainJob('audit.seal')

/** Seals new events within two seconds. */
export function sealsAudit({ db: { kysely: db }, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): JobHandler {
  let allSeenAt = -Infinity
  const isAllDue = () => clock.now() - allSeenAt >= hour
  return handles(sealing, {
    next: (after) => after + pauseMs,
    retryAfter: () => pauseMs,
    stopsAtOnce: true,
    async hasWork() {
      return isAllDue() || (await unsealedEvents(db, { above: await lastSealed(db), most: 1 })).length > 0
    },
    async run({ signal }) {
      const isAll = isAllDue()
      const seenAt = clock.now()
      const above = isAll ? beforeAll : await lastSealed(db)
      await sealAuditEvents(db, { above, stops: () => signal.aborted, sealed: logsAudit(log) })
      if (isAll && !signal.aborted) allSeenAt = seenAt
    },
  })
}

/** Seals the last events at shutdown. A first start on old books may be interrupted here; the next one continues. */
export async function sealLastAuditEvents({
  db: { kysely: db },
  clock,
  log,
}: Pick<AppContext, 'db' | 'clock' | 'log'>): Promise<void> {
  const until = clock.now() + 2_000
  const above = await lastSealed(db)
  await sealAuditEvents(db, { above, stops: () => clock.now() > until, sealed: logsAudit(log) })
}

/**
 * Writes each sealed event to the log, which can be forwarded to another system: there the events and the end of their chain are
 * out of reach of someone who controls this one. Details are left out, because they contain names and amounts.
 */
export const logsAudit = (log: Log) => (events: SealedEvent[]) => {
  for (const { event, position, hash } of events) {
    const { at, actor_name: who, role, address, action, object_type, object_id, outcome } = event
    const audit = { position: Number(position), at, who, role, address, action, object_type, object_id, outcome, hash }
    log.info({ audit }, 'Audit event')
  }
}

/** There may be unsealed events above this number. */
async function lastSealed(db: Db): Promise<bigint> {
  const { last } = await db
    .selectFrom('audit_seal')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? beforeAll : last - again
}
