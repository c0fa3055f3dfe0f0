// Tasks with their counts, and the rows of one of them, from the same queries.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { claimHours, maxTaskRows, taskKinds, taskKindsOf } from '@talaan/contract/tasks.ts'
import type { Task, TaskKind, TaskRow } from '@talaan/contract/tasks.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { dutyWords, formatPeriod, isWorksheetForm } from '@talaan/ledger/tax/calendar/forms.ts'
import type { Obligation } from '@talaan/ledger/tax/calendar/calendar.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { returnFigures } from '../filings/calculate-return.ts'
import type { Known } from '../filings/calculate-return.ts'
import { dueUntil } from '../filings/calendar.ts'
import { ownDueUntil } from '../filings/own-deadlines.ts'
import { readRules } from '../filings/rules.ts'
import type { Rules } from '../filings/rules.ts'
import { fromTaxState } from '../filings/tax-state.ts'
import { isQueried, readable } from './rules.ts'
import type { Asking } from './rules.ts'

type Db = Kysely<Tables>

/** What a task looked like, in which a change wakes it. */
type Figures = { count: number; amount: bigint | null; oldest: Day | null }

/** The figures of these kinds of tasks, if they have rows. */
async function figuresOf(db: Db, asking: Asking, kinds: readonly TaskKind[]): Promise<Map<TaskKind, Figures>> {
  const queried = kinds.filter(isQueried)
  const counted = queried.map(
    (kind) => sql`
      select ${kind}::text as kind, count(*)::int as count, sum(amount)::bigint as amount, min(since) as oldest
      from (${readable(kind, asking)}) as found having count(*) > 0`,
  )
  const found = new Map<TaskKind, Figures>()
  if (counted.length > 0) {
    const { rows } = await sql<Figures & { kind: TaskKind }>`${sql.join(counted, sql` union all `)}`.execute(db)
    for (const { kind, ...figures } of rows) found.set(kind, figures)
  }
  if (!kinds.includes('returns') && !kinds.includes('deadlines')) return found
  const { returns, deadlines } = await dutiesDue(db, asking)
  for (const [kind, rows] of [['returns', returns] as const, ['deadlines', deadlines] as const])
    if (rows.length > 0 && kinds.includes(kind))
      found.set(kind, { count: rows.length, amount: null, oldest: rows.map(({ due }) => due).toSorted()[0] ?? null })
  return found
}

export async function tasksOf(
  db: Db,
  asking: Asking,
  now: number,
  kinds: readonly TaskKind[] = taskKindsOf(asking.role),
): Promise<Task[]> {
  const figures = await figuresOf(db, asking, kinds)
  const added = await addedTo(db, asking, now)
  const available =
    figures.has('bills') && adminsAndAccountants.includes(asking.role) ? await inBanks(db, asking.today) : null
  return taskKinds.flatMap((kind) => {
    const one = figures.get(kind)
    if (one === undefined) return []
    const { claimedBy = null, snooze = null } = added.get(kind) ?? {}
    const isAsleep = snooze !== null && snooze.until > asking.today && isSame(snooze, one)
    return {
      kind,
      ...one,
      available: kind === 'bills' ? available : null,
      snoozedUntil: isAsleep ? snooze.until : null,
      claimedBy,
    }
  })
}

const isSame = (a: Figures, b: Figures): boolean =>
  a.count === b.count && a.amount === b.amount && a.oldest === b.oldest

export async function taskOf(db: Db, asking: Asking & { now: number }, kind: TaskKind): Promise<Task | undefined> {
  return (await tasksOf(db, asking, asking.now, [kind]))[0]
}

type Added = { claimedBy: string | null; snooze: (Figures & { until: Day }) | null }

/** What people added: the person's own snoozes, and everyone's claims that have not ended. */
async function addedTo(db: Db, { userId }: Asking, now: number): Promise<Map<string, Added>> {
  const { rows } = await sql<{ kind: string; claimedBy: string | null; until: Day | null } & Figures>`
    select coalesce(claim.kind, snooze.kind) as kind, claim.client_id as "claimedBy", until, count, amount, oldest
    from (
      select kind, client_id from task_claim join users on users.id = task_claim.user_id
      where claimed_at > ${claimsSince(now)}::timestamptz and users.seat is not null
    ) as claim
    full join (select * from task_snooze where user_id = ${userId}::uuid) as snooze on snooze.kind = claim.kind`.execute(
    db,
  )
  return new Map(
    rows.map(({ kind, claimedBy, until, count, amount, oldest }) => [
      kind,
      { claimedBy, snooze: until === null ? null : { until, count, amount, oldest } },
    ]),
  )
}

export const claimsSince = (now: number): string => timestamp(now - claimHours * 3_600_000)

/** The balance of all peso accounts at banks. */
async function inBanks(db: Db, today: Day): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce(sum(debit - credit), 0)::bigint as balance from money_account
    join account_day on account_day.account = money_account.code and day <= ${today}::date
    where kind in ('bank', 'ewallet') and currency = 'PHP'`.execute(db)
  return rows[0]?.balance ?? 0n
}

export async function rowsOf(db: Db, asking: Asking, kind: TaskKind): Promise<TaskRow[]> {
  if (kind === 'deadlines') return (await dutiesDue(db, asking)).deadlines.slice(0, maxTaskRows)
  if (kind === 'returns') return returnRows(db, asking.today)
  const { rows } = await sql<TaskRow>`
    select key, title, detail, amount, since, due, document, ref from (${readable(kind, asking)}) as found
    order by coalesce(due, since), since, key limit ${maxTaskRows}`.execute(db)
  return rows
}

const dutiesDue = (db: Db, { today }: Asking) => dutiesDueOn(db, today)

const returnRows = fromTaxState(async (db: Db, today: Day, known): Promise<TaskRow[]> => {
  const { returns, rules } = await dutiesDueOn(db, today)
  const rows: TaskRow[] = []
  for (const { obligation, ...row } of returns.slice(0, maxTaskRows))
    rows.push({ ...row, amount: await payableOf(db, rules, obligation, known) })
  return rows
})

/** Returns and the company's own deadlines that are late or due within the days of the reminders. */
const dutiesDueOn = fromTaxState(async (db: Db, today: Day) => {
  const rules = await readRules(db)
  const until = addDays(today, rules.profile.remindDays)
  const due = await dueUntil(db, rules, { today, until })
  const own = await ownDueUntil(db, { today, until, closed: rules.closed })
  const none = { amount: null, document: null }
  return {
    rules,
    returns: due
      .map((obligation) => {
        const { duty, period, due: on } = obligation
        const detail = `${dutyWords[duty].title}, ${formatPeriod(period)}`
        return {
          ...none,
          key: `${duty} ${period.to}`,
          title: duty,
          detail,
          since: on,
          due: on,
          ref: `${period.to} ${duty}`,
          obligation,
        }
      })
      .toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0)),
    deadlines: own
      .map(({ id, name, due: on }) => ({
        ...none,
        key: `${id} ${on}`,
        title: name,
        detail: '',
        since: on,
        due: on,
        ref: id,
      }))
      .toSorted((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0)),
  }
})

/** The amount payable from the books so far; null for a return without boxes. */
async function payableOf(db: Db, rules: Rules, { duty, period }: Obligation, known: Known): Promise<bigint | null> {
  if (!isWorksheetForm(duty)) return null
  return (await returnFigures(db, rules, { form: duty, period }, known))?.payable ?? null
}
