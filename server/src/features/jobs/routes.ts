// Background jobs in the settings: failed, running and queued.
import { sql } from 'kysely'
import type { ExpressionBuilder } from 'kysely'
import { failedJobsShownDays, jobProblems, listJobs, maxListedJobs, retryJob } from '@talaan/contract/jobs.ts'
import type { ListedJob } from '@talaan/contract/jobs.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { Feature } from '../../http/feature.ts'
import { answers } from '../../http/route.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'
import { isSetUp } from '../../platform/jobs/overdue.ts'
import { retryJob as retry } from '../../platform/jobs/queue.ts'

const shownMs = failedJobsShownDays * 24 * 3_600_000

export const jobs: Feature = ({ db: { kysely: db }, clock, env, jobsAreDue }) => [
  answers(listJobs, async () => {
    const since = timestamp(clock.now() - shownMs)
    const isShown = ({ or, and, eb }: ExpressionBuilder<Tables, 'job'>) =>
      or([eb('job.ended_at', 'is', null), and([eb('job.state', '=', 'failed'), eb('job.ended_at', '>', since)])])
    const counted = await db
      .selectFrom('job')
      .select(['state', ({ fn }) => fn.countAll<bigint>().as('count')])
      .where(isShown)
      .groupBy('state')
      .execute()
    const rows = await db
      .selectFrom('job')
      .leftJoin('outbox', 'outbox.id', 'job.id')
      .select(['job.id', 'job.name', 'job.state', 'attempts', 'last_error', 'run_at', 'ended_at', 'doing'])
      .select(['outbox.topic', 'outbox.recipient'])
      .where(isShown)
      .orderBy(sql`case job.state when 'failed' then 1 when 'queued' then 3 else 2 end`)
      .orderBy('ended_at', 'desc')
      .orderBy('run_at')
      .orderBy('job.id')
      .limit(maxListedJobs)
      .execute()
    const counts = { failed: 0, running: 0, queued: 0 }
    for (const { state, count } of counted) counts[shownAs(state)] += Number(count)
    return {
      counts,
      jobs: rows.map((row) => {
        const state = shownAs(row.state)
        return {
          id: row.id,
          name: row.name,
          state,
          about: row.topic === null ? row.doing : `${topicWords[row.topic] ?? 'Message'} to ${row.recipient ?? ''}`,
          attempts: row.attempts,
          lastError: row.last_error,
          nextTryAt: state === 'queued' && instant(row.run_at) > clock.now() ? timestamp(instant(row.run_at)) : null,
          failedAt: row.ended_at === null ? null : timestamp(instant(row.ended_at)),
          isSetUp: isSetUp[row.name]?.(env) ?? true,
        }
      }),
    }
  }),

  answers(retryJob, async ({ params: { jobId }, viewer, address }) => {
    await db.transaction().execute(async (trx) => {
      if (!(await retry(trx, jobId, clock.now()))) throw new Refusal(jobProblems.notThere)
      await audit(trx, clock, { viewer, address, action: retryJob.name, object: { type: 'job', id: jobId } })
    })
    jobsAreDue()
    return { success: true as const }
  }),
]

const shownAs = (state: RowOf<'job'>['state']): ListedJob['state'] =>
  state === 'failed' || state === 'queued' ? state : 'running'

const topicWords: Partial<Record<string, string>> = {
  document: 'Document',
  receipt: 'Receipt',
  inquiry: 'Inquiry',
  test: 'Test message',
  certificate: 'Form 2307',
  chase: 'Request for form 2307',
  reminder: 'Reminder',
  statement: 'Statement of account',
  duenotice: 'Invoice reminder',
  backup: 'Report of a backup',
  closing: 'Report of a closing',
  notification: 'Notification',
}
