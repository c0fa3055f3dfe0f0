// The chain of the audit trail as a question to the rows: each act is what was sealed, each seal follows the one before, and
// what was noted elsewhere of the chain stands in it.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { dayInManila, formatDay, formatMonth } from '@talaan/ledger/core/date.ts'
import type { Act } from '@talaan/ledger/proof/acts.ts'
import { noHash } from '@talaan/ledger/proof/chain.ts'
import { actColumns, actsHead, digestOfAct, sealOfAct, waitingActs } from '../../platform/audit/sealing.ts'
import type { ActsHead } from '../../platform/audit/sealing.ts'
import { instant } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

/** How many acts are in the chain, where it ends, and how many of the newest are not in it yet. */
export type ActsStanding = { sealed: bigint; head: string; waiting: bigint }

export async function actsStanding(db: Db): Promise<ActsStanding> {
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

/** What is wrong with the audit trail; it stops soon after so many problems. */
export async function actProblems(db: Db, most = 20): Promise<string[]> {
  const walk = new Walk()
  for (let from = 0n; walk.problems.length + walk.unlike.length < most;) {
    const seals = await sealsAfter(db, from)
    for (const seal of seals) walk.follow(seal)
    from = seals.at(-1)?.position ?? from
    if (seals.length === chunk) continue
    walk.end(await actsHead(db))
    break
  }
  const unsealed = await waitingActs(db, { most: 1_000 })
  const problems = [...walk.problems, ...unlikeProblems(walk, unsealed), ...(await notedProblems(db))]
  return problems.slice(0, most)
}

const chunk = 2_000

type Seal = { position: bigint; seq: bigint; digest: string; hash: string; act: Act | null }
/** A seal whose act is gone, or is another one than was sealed; and the act that was sealed before it. */
type Unlike = { seal: Seal; after: Act | null }

async function sealsAfter(db: Db, position: bigint): Promise<Seal[]> {
  type Row = Act & Omit<Seal, 'act'> & { sealed: bigint; isThere: boolean }
  const { rows } = await sql<Row>`
    select position, audit_seal.seq as sealed, digest, hash, audit.seq is not null as "isThere", ${actColumns}
    from audit_seal left join audit on audit.seq = audit_seal.seq
    where position > ${position} order by position limit ${chunk}`.execute(db)
  return rows.map(({ position: at, sealed, digest, hash, isThere, ...act }) => ({
    position: at,
    seq: sealed,
    digest,
    hash,
    act: isThere ? act : null,
  }))
}

const day = 86_400_000

class Walk {
  readonly problems: string[] = []
  readonly unlike: Unlike[] = []
  #position = 0n
  /** The hash of the last seal, and what it should have been. */
  #hash = noHash
  #made = noHash
  #last: Act | null = null
  /** The act with the highest number so far. */
  #newest: Act | null = null

  follow(seal: Seal): void {
    const { position, digest, hash, act } = seal
    const found = act === null ? digest : digestOfAct(act)
    const follows = sealOfAct(digest, this.#hash) === hash
    // Its own digest is wrong, or the hash of the one before, which was told there; the act is as it was sealed.
    const isDigestChanged = !follows && sealOfAct(found, this.#hash) === hash
    const isTold = !follows && sealOfAct(digest, this.#made) === hash
    const missing = position - this.#position - 1n
    const named = act === null ? `event ${seal.seq}` : nameOf(act)
    if (missing > 0n)
      this.problems.push(`${missing === 1n ? '1 seal is' : `${missing} seals are`} missing after ${this.#place}.`)
    else if (isDigestChanged) this.problems.push(`The seal of ${named} was changed.`)
    else if (!follows && !isTold)
      this.problems.push(
        `The seal of ${named} does not follow ${this.#place}. One of them was changed or moved, or an event between them is missing.`,
      )
    if (act === null || (found !== digest && !isDigestChanged)) this.unlike.push({ seal, after: this.#last })
    else if (this.cameLate(act)) this.problems.push(lateSentence(act))

    this.#made = sealOfAct(found, this.#hash)
    this.#hash = hash
    this.#position = position
    if (act === null) return
    this.#last = act
    if (this.#newest === null || act.seq > this.#newest.seq) this.#newest = act
  }

  end({ position, hash }: ActsHead): void {
    const missing = position - this.#position
    if (missing > 0n)
      this.problems.push(
        `${missing === 1n ? '1 seal is' : `${missing} seals are`} missing at the end, after ${this.#place}.`,
      )
    else if (missing < 0n || (hash !== this.#hash && hash !== this.#made))
      this.problems.push(`The chain of the audit trail ends in ${this.#place}, but its head differs.`)
  }

  /** The database gives out the numbers, so none comes a day after a higher one. */
  cameLate(act: Act): boolean {
    const newest = this.#newest
    return newest !== null && act.seq < newest.seq && momentOf(newest) - momentOf(act) > day
  }

  get #place(): string {
    return this.#last === null ? 'the beginning' : nameOf(this.#last)
  }
}

const lateSentence = (act: Act) => `${capital(nameOf(act))} was added later among events sealed before it.`

/** What was sealed under one number and stands under another was moved; the rest was changed, or is gone. */
function unlikeProblems(walk: Walk, unsealed: readonly Act[]): string[] {
  const others = [...walk.unlike.flatMap(({ seal }) => seal.act ?? []), ...unsealed]
  const moved = new Set<Act>()
  const problems = walk.unlike.map(({ seal: { seq, digest, act }, after }) => {
    const now = others.find((one) => digestOfAct(one) === digest || digestOfAct({ ...one, seq }) === digest)
    if (now !== undefined && now !== act) {
      moved.add(now)
      return `Event ${seq} as sealed is now ${nameOf(now)}.`
    }
    if (act !== null) return `${capital(nameOf(act))} was changed after it was sealed.`
    return `Event ${seq} is missing; ${after === null ? 'it was the first' : `it was sealed after ${nameOf(after)}`}.`
  })
  const late = unsealed.filter((act) => !moved.has(act) && walk.cameLate(act))
  return [...problems, ...late.map(lateSentence)]
}

/** A closing and a backup have noted how far the chain was; it has only grown since. */
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
      ? `${what} recorded ${position} sealed events, but there are ${last}. The end of the audit trail was cut off.`
      : `${what} recorded a different seal ${position} of the audit trail.`
  })
}

/** 'event 12 of 16 Mar 2026 (documents.record of document 4f…, by ana)' */
function nameOf(act: Act): string {
  const { seq, action, object_type, object_id, actor_name } = act
  const at = momentOf(act)
  const when = Number.isNaN(at) ? act.at : formatDay(dayInManila(at))
  const what = object_type === null ? action : `${action} of ${object_type} ${object_id}`
  return `event ${seq} of ${when} (${what}, by ${actor_name})`
}

const momentOf = ({ at }: Act): number => instant(`${at}+00`)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
