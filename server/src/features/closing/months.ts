// Months are closed and reopened in order, under the head of the ledger: nothing is posted meanwhile.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { closingProblems } from '@talaan/contract/closing.ts'
import type { Finding, PeriodEvent } from '@talaan/contract/closing.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { closingOrder, closingRefusal, reopeningRefusal } from '@talaan/ledger/accounts/closing.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { audit } from '../../platform/audit/audit.ts'
import { auditHead } from '../../platform/audit/sealing.ts'
import { lockHead } from '../../books/journal.ts'
import { monthSeal } from '../../books/seal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
type Who = { viewer: Viewer; address: string }

/** The first month with an entry, the last closed month, and the next possible action. */
export async function orderOf(
  db: Db,
  on: Day,
): Promise<{ first: Month | null; next: Month | null; reopens: Month | null }> {
  const { rows } = await sql<{ first: Month | null; latest: Month | null }>`
    select (select to_char(min(day), 'YYYY-MM') from entry) as first, (select max(month) from period) as latest`.execute(
    db,
  )
  const { first = null, latest = null } = rows[0] ?? {}
  return { first, ...closingOrder({ first, latest, today: on }) }
}

/** Closes a month if all findings are explained. `findingsOf` runs under the lock. */
export async function close(
  trx: Trx,
  clock: Clock,
  { month, viewer, address, findingsOf }: Who & { month: Month; findingsOf: (trx: Trx) => Promise<Finding[]> },
): Promise<{ seal: string; entries: number }> {
  const head = await lockHead(trx)
  const already = await trx.selectFrom('period').selectAll().where('month', '=', month).executeTakeFirst()
  if (already !== undefined) return { seal: already.seal, entries: Number(already.entries) }
  const on = today(clock)
  const refusal = closingRefusal(month, { ...(await orderOf(trx, on)), today: on })
  if (refusal !== null) throw new Refusal(saying(closingProblems.notNow, refusal))
  const findings = await findingsOf(trx)
  const open = findings.filter(({ state }) => state === 'open')
  if (open.length > 0)
    throw new Refusal(
      saying(closingProblems.unexplained, `${open[0]?.sentences[0] ?? ''} Resolve it or add an explanation.`.trim()),
    )

  const audited = await auditHead(trx)
  const { seal, entries } = await monthSeal(trx, month, audited)
  const sealed = {
    month,
    seal,
    entries: BigInt(entries),
    last_entry: head.lastEntry,
    audit_position: audited.position,
    audit_hash: audited.hash,
  }
  const at = timestamp(clock.now())
  await trx
    .insertInto('period_event')
    .values({
      ...sealed,
      act: 'closed',
      acted_by: viewer.userId,
      acted_at: at,
      checklist: JSON.stringify(findings),
    })
    .execute()
  await trx
    .insertInto('period')
    .values({ ...sealed, closed_at: at, closed_by: viewer.userId })
    .execute()
  const detail = { seal, entries, explained: findings.filter(({ state }) => state === 'explained').length }
  await audit(trx, clock, {
    viewer,
    address,
    action: 'closing.close',
    object: { type: 'month', id: month },
    detail,
  })
  return { seal, entries }
}

/** Removes the seal of the last closed month; the old seal stays in the events. */
export async function reopen(
  trx: Trx,
  clock: Clock,
  { month, reason, viewer, address }: Who & { month: Month; reason: string },
): Promise<void> {
  await lockHead(trx)
  const refusal = reopeningRefusal(month, await orderOf(trx, today(clock)))
  if (refusal !== null) throw new Refusal(saying(closingProblems.notNow, refusal))
  const { seal, entries, last_entry, audit_position, audit_hash } = await trx
    .selectFrom('period')
    .selectAll()
    .where('month', '=', month)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('period_event')
    .values({
      month,
      act: 'reopened',
      reason,
      seal,
      entries,
      last_entry,
      audit_position,
      audit_hash,
      acted_by: viewer.userId,
      acted_at: timestamp(clock.now()),
    })
    .execute()
  await trx.deleteFrom('period').where('month', '=', month).execute()
  await audit(trx, clock, {
    viewer,
    address,
    action: 'closing.reopen',
    object: { type: 'month', id: month },
    detail: { reason, seal },
  })
}

/** Closings and reopenings, newest first. */
export async function eventsOf(db: Db, month?: Month): Promise<PeriodEvent[]> {
  const rows = await db
    .selectFrom('period_event')
    .innerJoin('users', 'users.id', 'acted_by')
    .select(['month', 'act', 'reason', 'seal', 'entries', 'client_id as by', 'acted_at as at'])
    .$if(month !== undefined, (query) => query.where('month', '=', month ?? ''))
    .orderBy('period_event.id', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({ ...row, entries: Number(row.entries) }))
}
