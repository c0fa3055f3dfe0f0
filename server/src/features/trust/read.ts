// Reads the last run with the words of its checks and their history.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { historyDays, resultsAreOldAfterHours, trustFacts } from '@talaan/contract/trust.ts'
import type { CheckVerdict, TrustCheck, TrustState, viewTrust } from '@talaan/contract/trust.ts'
import { addDays } from '@talaan/ledger/core/date.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { bookWords, systemWords } from './catalog.ts'
import type { CheckWords } from './catalog.ts'
import { checksOf, nightlyRun, requestedRun } from './run.ts'

type Db = Kysely<Tables>
export type TrustView = AnswerOf<typeof viewTrust>

const words: Readonly<Record<string, CheckWords>> = { ...bookWords, ...systemWords }

type ReadContext = Pick<AppContext, 'db' | 'clock' | 'env' | 'version'>

export async function trustView(context: ReadContext): Promise<TrustView> {
  const { clock } = context
  const db = context.db.kysely
  const run = await lastRun(db)
  const results = run === null ? [] : await resultsOf(db, run.id)
  const history = await historyOf(db, today(clock))
  const checks = checksOf(context).map(({ name }): TrustCheck => {
    const result = results.find((each) => each.name === name)
    return {
      name,
      ...wordsOf(name),
      verdict: result?.verdict ?? null,
      problems: result?.problems ?? [],
      milliseconds: result?.milliseconds ?? null,
      history: history(name),
    }
  })
  return {
    state: stateOf(checks, { endedAt: run === null ? null : instant(run.endedAt), now: clock.now() }),
    run: run === null ? null : shown(run),
    ...(await requestOf(db, { total: checks.length, after: run?.endedAt ?? null })),
    checks,
  }
}

/** Green needs every check, and a recent result of each. */
export function stateOf(
  checks: readonly Pick<TrustCheck, 'verdict'>[],
  { endedAt, now }: { endedAt: number | null; now: number },
): TrustState {
  if (endedAt === null) return 'never'
  if (checks.some(({ verdict }) => verdict === 'broken')) return 'broken'
  // A clock that was set back makes results look newer than now.
  if (Math.abs(now - endedAt) > resultsAreOldAfterHours * 3_600_000) return 'old'
  return checks.every(({ verdict }) => verdict === 'holds') ? 'sound' : 'unknown'
}

export function wordsOf(name: string): CheckWords {
  const found = words[name]
  if (found === undefined) throw new Error(`The check '${name}' has no words.`)
  return found
}

type Run = NonNullable<Awaited<ReturnType<typeof lastRun>>>

export async function lastRun(db: Db) {
  const row = await db
    .selectFrom('trust_run')
    .leftJoin('users', 'users.id', 'requested_by')
    .select(['trust_run.id', 'reason', 'users.client_id as by', 'started_at as startedAt', 'ended_at as endedAt'])
    .select(['version', 'entries', 'head', 'events', 'events_head as eventsHead', 'facts'])
    .orderBy('trust_run.id', 'desc')
    .executeTakeFirst()
  return row ?? null
}

const shown = ({ reason, by, startedAt, endedAt, version, entries, head, events, eventsHead, facts }: Run) => ({
  reason: reason === 'night' ? ('night' as const) : ('requested' as const),
  by,
  startedAt: timestamp(instant(startedAt)),
  endedAt: timestamp(instant(endedAt)),
  seconds: (instant(endedAt) - instant(startedAt)) / 1000,
  version,
  entries: { count: entries.toString(), head },
  events: { count: events.toString(), head: eventsHead },
  facts: trustFacts.parse(facts),
})

async function resultsOf(db: Db, run: bigint) {
  const rows = await db
    .selectFrom('trust_result')
    .select(['check_name as name', 'verdict', 'problems', 'milliseconds'])
    .where('run_id', '=', run)
    .execute()
  return rows.map(({ verdict, ...row }) => ({ ...row, verdict: verdict as CheckVerdict }))
}

const letters = { holds: 'h', unknown: 'u', broken: 'b' } as const

/** The worst verdict of each day in Manila, for each check. */
async function historyOf(db: Db, day: string): Promise<(name: string) => string> {
  const first = addDays(day, 1 - historyDays)
  const { rows } = await sql<{ name: string; day: string; verdict: CheckVerdict }>`
    select check_name as name, (ended_at at time zone 'Asia/Manila')::date::text as day,
      (array['holds', 'unknown', 'broken'])[max(array_position(array['holds', 'unknown', 'broken'], verdict))] as verdict
    from trust_run join trust_result on run_id = trust_run.id
    where ended_at >= ${first}::timestamp at time zone 'Asia/Manila'
    group by 1, 2`.execute(db)
  const byCheck = Map.groupBy(rows, ({ name }) => name)
  const days = Array.from({ length: historyDays }, (_, at) => addDays(first, at))
  return (name) => {
    const found = new Map(byCheck.get(name)?.map(({ day: on, verdict }) => [on, letters[verdict]]))
    return days.map((on) => found.get(on) ?? '-').join('')
  }
}

/** The run that is under way, or why the last one ended without a result. */
async function requestOf(
  db: Db,
  { total, after }: { total: number; after: string | null },
): Promise<Pick<TrustView, 'running' | 'failure'>> {
  const job = await db
    .selectFrom('job')
    .select(['state', 'doing', 'done', 'created_at', 'ended_at', 'last_error'])
    .where(({ or, and, eb }) =>
      or([
        eb('name', '=', requestedRun.name),
        // The nightly one waits for its time between runs.
        and([eb('name', '=', nightlyRun.name), eb('state', '=', 'running')]),
      ]),
    )
    .orderBy(sql`ended_at is null`, 'desc')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (job === undefined) return { running: null, failure: null }
  if (job.ended_at === null)
    return {
      running: {
        doing: job.doing,
        done: job.done,
        total,
        queued: job.state === 'queued',
        since: timestamp(instant(job.created_at)),
      },
      failure: null,
    }
  const isNewer = after === null || instant(job.ended_at) > instant(after)
  return { running: null, failure: job.state === 'failed' && isNewer ? (job.last_error ?? '') : null }
}
