// Checks the chain of the audit trail: each event equals its seal, each seal follows the previous one, and the ends recorded
// elsewhere are in the chain.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { dayInManila, formatDay, formatMonth } from '@talaan/ledger/core/date.ts'
import type { AuditEvent } from '@talaan/ledger/proof/audit-events.ts'
import { noHash } from '@talaan/ledger/proof/chain.ts'
import { auditColumns, auditHead, digestOfEvent, sealOfEvent, unsealedEvents } from '../../platform/audit/sealing.ts'
import type { AuditHead } from '../../platform/audit/sealing.ts'
import { instant } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { counted } from './counted.ts'

type Db = Kysely<Tables>

/** The number of sealed events, the last hash, and the number of events that are not sealed yet. */
export type AuditTrailState = { sealed: bigint; head: string; waiting: bigint }

export async function auditTrailState(db: Db): Promise<AuditTrailState> {
  const head = await db
    .selectFrom('audit_head')
    .select(['last_position as position', 'last_hash as hash'])
    .executeTakeFirst()
  const { rows } = await sql<{ waiting: bigint }>`
    select count(*) as waiting from audit where not exists (select from audit_seal where audit_seal.seq = audit.seq)`.execute(
    db,
  )
  return { sealed: head?.position ?? 0n, head: head?.hash ?? noHash, waiting: rows[0]?.waiting ?? 0n }
}

/** Problems of the audit trail; stops soon after `most` of them. */
export async function auditTrailProblems(db: Db, most = 20): Promise<string[]> {
  const check = new ChainCheck()
  for (let from = 0n; check.problems.length + check.unlike.length < most;) {
    const seals = await sealsAfter(db, from)
    for (const seal of seals) check.follow(seal)
    from = seals.at(-1)?.position ?? from
    if (seals.length === chunk) continue
    check.end(await auditHead(db))
    break
  }
  const unsealed = await unsealedEvents(db, { most: 1_000 })
  const problems = [...check.problems, ...unlikeProblems(check, unsealed), ...(await notedProblems(db))]
  return problems.slice(0, most)
}

const chunk = 2_000

type Seal = { position: bigint; seq: bigint; digest: string; hash: string; event: AuditEvent | null }
/** A seal whose event is missing or was changed, and the event sealed before it. */
type Unlike = { seal: Seal; after: AuditEvent | null }

async function sealsAfter(db: Db, position: bigint): Promise<Seal[]> {
  type Row = AuditEvent & Omit<Seal, 'event'> & { sealed: bigint; isThere: boolean }
  const { rows } = await sql<Row>`
    select position, audit_seal.seq as sealed, digest, hash, audit.seq is not null as "isThere", ${auditColumns}
    from audit_seal left join audit on audit.seq = audit_seal.seq
    where position > ${position} order by position limit ${chunk}`.execute(db)
  return rows.map(({ position: at, sealed, digest, hash, isThere, ...event }) => ({
    position: at,
    seq: sealed,
    digest,
    hash,
    event: isThere ? event : null,
  }))
}

const day = 86_400_000

class ChainCheck {
  readonly problems: string[] = []
  readonly unlike: Unlike[] = []
  #position = 0n
  /** The stored and the expected hash of the last seal. */
  #hash = noHash
  #made = noHash
  #last: AuditEvent | null = null
  /** The event with the highest number so far. */
  #newest: AuditEvent | null = null

  follow(seal: Seal): void {
    const { position, digest, hash, event } = seal
    const found = event === null ? digest : digestOfEvent(event)
    const follows = sealOfEvent(digest, this.#hash) === hash
    // Its digest is wrong, or the hash of the previous seal, which is already reported; the event is unchanged.
    const isDigestChanged = !follows && sealOfEvent(found, this.#hash) === hash
    const isTold = !follows && sealOfEvent(digest, this.#made) === hash
    const missing = position - this.#position - 1n
    const named = event === null ? `event ${seal.seq}` : nameOf(event)
    if (missing > 0n)
      this.problems.push(`${missing === 1n ? '1 seal is' : `${missing} seals are`} missing after ${this.#place}.`)
    else if (isDigestChanged) this.problems.push(`The seal of ${named} was changed.`)
    else if (!follows && !isTold)
      this.problems.push(
        `The seal of ${named} does not follow ${this.#place}. One of them was changed or moved, or an event between them is missing.`,
      )
    if (event === null || (found !== digest && !isDigestChanged)) this.unlike.push({ seal, after: this.#last })
    else if (this.cameLate(event)) this.problems.push(lateSentence(event))

    this.#made = sealOfEvent(found, this.#hash)
    this.#hash = hash
    this.#position = position
    if (event === null) return
    this.#last = event
    if (this.#newest === null || event.seq > this.#newest.seq) this.#newest = event
  }

  end({ position, hash }: AuditHead): void {
    const missing = position - this.#position
    if (missing > 0n)
      this.problems.push(
        `${missing === 1n ? '1 seal is' : `${missing} seals are`} missing at the end, after ${this.#place}.`,
      )
    else if (missing < 0n || (hash !== this.#hash && hash !== this.#made))
      this.problems.push(`The audit trail ends with ${this.#place}, which does not match the last stored seal.`)
  }

  /** The database assigns the numbers, so none is more than a day later than a higher one. */
  cameLate(event: AuditEvent): boolean {
    const newest = this.#newest
    return newest !== null && event.seq < newest.seq && momentOf(newest) - momentOf(event) > day
  }

  get #place(): string {
    return this.#last === null ? 'the beginning' : nameOf(this.#last)
  }
}

const lateSentence = (event: AuditEvent) =>
  `${capital(nameOf(event))} was added later, among events that were already sealed.`

/** A sealed event that now has another number was moved; the others were changed or are missing. */
function unlikeProblems(check: ChainCheck, unsealed: readonly AuditEvent[]): string[] {
  const others = [...check.unlike.flatMap(({ seal }) => seal.event ?? []), ...unsealed]
  const moved = new Set<AuditEvent>()
  const problems = check.unlike.map(({ seal: { seq, digest, event }, after }) => {
    const now = others.find((one) => digestOfEvent(one) === digest || digestOfEvent({ ...one, seq }) === digest)
    if (now !== undefined && now !== event) {
      moved.add(now)
      return `Sealed event ${seq} now appears as ${nameOf(now)}.`
    }
    if (event !== null) return `${capital(nameOf(event))} was changed after it was sealed.`
    return `Event ${seq} is missing; ${after === null ? 'it was the first event' : `it was sealed after ${nameOf(after)}`}.`
  })
  const late = unsealed.filter((event) => !moved.has(event) && check.cameLate(event))
  return [...problems, ...late.map(lateSentence)]
}

/** Closings and backups recorded the end of the chain, which can only grow. */
async function notedProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ month: string | null; file: string | null; position: bigint; last: bigint }>`
    select month, file, noted.position, last_position as last
    from (
      select month, null as file, audit_position as position, audit_hash as hash from period_event where act = 'closed'
      union all select null, file, audit_position, audit_hash from backup
    ) as noted
    join audit_head on true left join audit_seal on audit_seal.position = noted.position
    where noted.position > 0 and audit_seal.hash is distinct from noted.hash
    order by noted.position limit 20`.execute(db)
  return rows.map(({ month, file, position, last }) => {
    const what = month === null ? `The backup ${file}` : `The closing of ${formatMonth(month)}`
    return last < position
      ? `${what} recorded ${counted(position, 'sealed event', 'sealed events')}, but the audit trail has ${last}. Its end was cut off.`
      : `${what} recorded a different seal ${position} of the audit trail.`
  })
}

/** 'event 12 of 16 Mar 2026 (documents.record of document 4f…, by ana)' */
function nameOf(event: AuditEvent): string {
  const { seq, action, object_type, object_id, actor_name } = event
  const at = momentOf(event)
  const when = Number.isNaN(at) ? event.at : formatDay(dayInManila(at))
  const what = object_type === null ? action : `${action} of ${object_type} ${object_id}`
  return `event ${seq} of ${when} (${what}, by ${actor_name})`
}

const momentOf = ({ at }: AuditEvent): number => instant(`${at}+00`)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
