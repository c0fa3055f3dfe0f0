// Audit events are sealed into a chain shortly after they are committed, apart from those who write them: nobody who records waits
// for it, and whoever is quicker of several portals does it.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { auditSealText, auditEventText } from '@talaan/ledger/proof/audit-events.ts'
import type { AuditEvent } from '@talaan/ledger/proof/audit-events.ts'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { handles } from '../jobs/handler.ts'
import type { JobHandler } from '../jobs/handler.ts'
import { plainJob } from '../jobs/queue.ts'

type Db = Kysely<Tables>

/** The end of the chain, and how many events it is over. */
export type AuditHead = { position: bigint; hash: string }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const digestOfEvent = (event: AuditEvent): string => sha256(auditEventText(event))
export const sealOfEvent = (digest: string, previousHash: string): string =>
  sha256(auditSealText({ digest, previousHash }))

/** The columns of an event as it is sealed. */
export const auditColumns = sql<AuditEvent>`audit.seq, (audit.at at time zone 'UTC')::text as at, audit.actor_id, audit.actor_name,
  audit.role, audit.session_id, audit.address, audit.action, audit.object_type, audit.object_id, audit.outcome,
  audit.detail::text as detail`

export async function auditHead(db: Db): Promise<AuditHead> {
  return db
    .selectFrom('audit_head')
    .select(['last_position as position', 'last_hash as hash'])
    .executeTakeFirstOrThrow()
}

/** So many in one transaction: the embedded database is held for a few milliseconds, and then others have their turn. */
const maxAtOnce = 200
/** So many are looked through in one question. */
const lookedThrough = 5_000

const beforeAll = -(2n ** 62n)

/**
 * Seals the events above a number that are not sealed yet, in the order of their numbers, and answers the highest number it
 * came to. Ends early, between two transactions, when asked to.
 */
export async function sealAuditEvents(
  db: Db,
  { above = beforeAll, stops = () => false }: { above?: bigint; stops?: () => boolean } = {},
): Promise<bigint> {
  let from = above
  while (!stops()) {
    const { to, first } = await nextUnsealed(db, from)
    if (to === null) return from
    if (first === null) from = to
    else from = (await sealSome(db, { above: first - 1n, to })) ?? to
  }
  return from
}

/** The last of the next events, and the first of them that no seal is over. */
async function nextUnsealed(db: Db, above: bigint): Promise<{ to: bigint | null; first: bigint | null }> {
  const { rows } = await sql<{ to: bigint | null; first: bigint | null }>`
    select max(seq) as to,
      min(seq) filter (where not exists (select from audit_seal where audit_seal.seq = next.seq)) as first
    from (select seq from audit where seq > ${above} order by seq limit ${lookedThrough}) as next`.execute(db)
  return rows[0] ?? { to: null, first: null }
}

type Among = { above?: bigint; to?: bigint; most: number }

/** Audit events that no seal is over, the lowest numbers first. */
export async function unsealedEvents(db: Db, { above = beforeAll, to, most }: Among): Promise<AuditEvent[]> {
  const { rows } = await sql<AuditEvent>`
    select ${auditColumns} from audit
    where seq > ${above} ${to === undefined ? sql`` : sql`and seq <= ${to}`}
      and not exists (select from audit_seal where audit_seal.seq = audit.seq)
    order by seq limit ${most}`.execute(db)
  return rows
}

/** Answers the last number when there may be more. */
async function sealSome(db: Db, { above, to }: { above: bigint; to: bigint }): Promise<bigint | undefined> {
  return db.transaction().execute(async (trx) => {
    const head = await trx.selectFrom('audit_head').selectAll().forUpdate().executeTakeFirstOrThrow()
    // Looked for once more: another portal may have sealed them while this one waited for the head.
    const events = await unsealedEvents(trx, { above, to, most: maxAtOnce })
    const last = events.at(-1)
    if (last === undefined) return undefined
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
    return events.length < maxAtOnce ? undefined : last.seq
  })
}

const hour = 3_600_000
/** A transaction that commits late leaves an event below the newest: so many are looked at again each time, and all each hour. */
const again = 500n
const pauseMs = 1_900

const sealing = plainJob('audit.seal')

/** Seals, within two seconds, what has come since. */
export function sealsAudit({ db: { kysely: db }, clock }: Pick<AppContext, 'db' | 'clock'>): JobHandler {
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
      await sealAuditEvents(db, { above: isAll ? beforeAll : await lastSealed(db), stops: () => signal.aborted })
      if (isAll && !signal.aborted) allSeenAt = seenAt
    },
  })
}

/** Seals what came last, before a portal ends. A first start on old books may be cut short here; the next one goes on. */
export async function sealLastAuditEvents({
  db: { kysely: db },
  clock,
}: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const until = clock.now() + 2_000
  await sealAuditEvents(db, { above: await lastSealed(db), stops: () => clock.now() > until })
}

/** Above this number there may be events that are not sealed. */
async function lastSealed(db: Db): Promise<bigint> {
  const { last } = await db
    .selectFrom('audit_seal')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? beforeAll : last - again
}
