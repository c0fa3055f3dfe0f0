// Reports by e-mail: saved views that are sent every week, or each time a month is closed.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '@talaan/contract/problem.ts'
import { reportAt } from '@talaan/contract/report-list.ts'
import {
  addReportSchedule,
  canBeSent,
  endReportSchedule,
  listReportSchedules,
  scheduleLimit,
  scheduleProblems,
} from '@talaan/contract/report-schedules.ts'
import type { ReportSchedule } from '@talaan/contract/report-schedules.ts'
import { reportQuery } from '@talaan/contract/reports.ts'
import type { ReportName, ReportQuery } from '@talaan/contract/reports.ts'
import { addDays, daysBetween, endOfMonth, formatDay, formatMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { messageId, messageText, subjectLine } from '../../platform/mail.ts'
import { notify } from '../../books/notify.ts'
import { queueMessage } from '../../platform/outbox.ts'
import { fileName } from '../../print/file-name.ts'
import { tablePrinters } from '../../print/table.ts'
import { reportMade } from './routes.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
type Schedule = RowOf<'report_schedule'>
/** The closed month or the Monday for which a report is due, and the date as of which it is made. */
type Due = Pick<Schedule, 'id' | 'name' | 'address' | 'format' | 'every' | 'recipients'> & { period: string }

export const reportSchedules: Feature = ({ db: { kysely: db }, clock, env }) => [
  answers(listReportSchedules, async () => ({ schedules: await schedulesOf(db), mailReady: env.smtpUrl !== null })),

  answers(addReportSchedule, async ({ viewer, address, params: { scheduleId: id }, body: { viewId, ...body } }) => {
    await db.transaction().execute(async (trx) => {
      // One at a time, so that concurrent schedules are counted.
      await trx.selectFrom('company').select('only_one').forUpdate().execute()
      const active = await trx.selectFrom('report_schedule').select('id').where('ended_at', 'is', null).execute()
      // The same call again, after a lost connection.
      if (active.some((one) => one.id === id)) return
      if (active.length >= scheduleLimit) throw new Refusal(scheduleProblems.tooMany)
      const view = await trx
        .selectFrom('saved_view')
        .select(['name', 'address'])
        .where('id', '=', viewId)
        .where(({ eb, or }) => or([eb('user_id', '=', viewer.userId), eb('shared', '=', true)]))
        .executeTakeFirst()
      if (view === undefined || !canBeSent(view.address)) throw new Refusal(scheduleProblems.noSuchView)
      const row = { ...view, ...body, recipients: [...new Set(body.recipients)] }
      await trx
        .insertInto('report_schedule')
        .values({ id, ...row, created_by: viewer.userId, created_at: timestamp(clock.now()) })
        .execute()
      const object = { type: 'report-schedule', id }
      await audit(trx, clock, { viewer, address, action: addReportSchedule.name, object, detail: row })
    })
    return { success: true as const }
  }),

  answers(endReportSchedule, async ({ viewer, address, params: { scheduleId: id } }) => {
    await db.transaction().execute(async (trx) => {
      const ended = await trx
        .updateTable('report_schedule')
        .set({ ended_at: timestamp(clock.now()) })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returning('name')
        .executeTakeFirst()
      if (ended === undefined) return
      const object = { type: 'report-schedule', id }
      await audit(trx, clock, { viewer, address, action: endReportSchedule.name, object, detail: ended })
    })
    return { success: true as const }
  }),
]

async function schedulesOf(db: Db): Promise<ReportSchedule[]> {
  const { rows } = await sql<
    Omit<ReportSchedule, 'last'> & {
      period: string | null
      at: string
      error: string | null
      failed: boolean
      waiting: boolean
      mailError: string | null
    }
  >`
    select report_schedule.id, report_schedule.name, address, format, every, recipients, client_id as by,
      run.period, run.made_at as at, run.error, coalesce(mail.failed, false) as failed,
      coalesce(mail.waiting, false) as waiting, mail.error as "mailError"
    from report_schedule join users on users.id = created_by
    left join lateral (
      select * from report_run where schedule_id = report_schedule.id order by made_at desc, period desc limit 1
    ) as run on true
    left join lateral (
      select bool_or(job.state in ('failed', 'cancelled')) as failed, bool_or(job.ended_at is null) as waiting,
        min(job.last_error) filter (where job.state <> 'done') as error
      from outbox join job on job.id = outbox.id where report_run_id = run.id
    ) as mail on true
    where report_schedule.ended_at is null
    order by lower(report_schedule.name), report_schedule.id`.execute(db)
  return rows.map(({ period, at, error, failed, waiting, mailError, ...row }) => ({
    ...row,
    last:
      period === null
        ? null
        : {
            period,
            at,
            state: error !== null || failed ? ('failed' as const) : waiting ? ('waiting' as const) : ('sent' as const),
            error: error ?? mailError,
          },
  }))
}

/** Makes and queues every report that is due; returns how many. */
export async function sendReports(context: AppContext): Promise<number> {
  const { db, clock, env, jobsAreDue } = context
  if (env.smtpUrl === null) return 0
  const due = await dueNow(db.kysely, today(clock))
  for (const one of due) await send(context, one)
  if (due.length > 0) jobsAreDue()
  return due.length
}

/** Those without a run for this week or the last closed month; a run that failed is tried again. */
async function dueNow(db: Db, now: Day): Promise<Due[]> {
  const monday = addDays(now, -weekday(now))
  const { rows } = await sql<Due>`
    select report_schedule.id, name, address, format, every, recipients, due.period
    from report_schedule
    join (
      select 'week' as every, ${monday}::text as period, ${monday}::timestamp at time zone 'Asia/Manila' as since
      union all
      (select 'close', month, closed_at from period order by month desc limit 1)
    ) as due using (every)
    where ended_at is null and created_at < due.since and not exists (
      select from report_run where schedule_id = report_schedule.id and period = due.period and error is null)
    order by created_at, report_schedule.id`.execute(db)
  return rows
}

/** 0 on Monday. 1 January 1970 was a Thursday. */
const weekday = (day: Day): number => (((daysBetween('1970-01-01', day) + 3) % 7) + 7) % 7

async function send(context: AppContext, due: Due): Promise<void> {
  const { db, clock } = context
  const made = await madeFor(context, due).catch((error: unknown) => ({
    error:
      error instanceof Refusal
        ? error.problem.sentence
        : 'The report could not be created. Talaan tries again every hour.',
    cause: error,
  }))
  if ('cause' in made)
    context.log.error({ err: made.cause, schedule: due.id }, 'A scheduled report could not be created.')
  await db.kysely.transaction().execute(async (trx) => {
    const result =
      'error' in made
        ? { error: made.error, file_name: null, file_type: null, content: null }
        : { error: null, file_name: made.name, file_type: made.type, content: made.bytes }
    const run = await trx
      .insertInto('report_run')
      .values({
        id: crypto.randomUUID(),
        schedule_id: due.id,
        period: due.period,
        made_at: timestamp(clock.now()),
        ...result,
      })
      // Another portal may have made it meanwhile.
      .onConflict((conflict) =>
        conflict
          .columns(['schedule_id', 'period'])
          .doUpdateSet({ ...result, made_at: timestamp(clock.now()) })
          .where('report_run.error', 'is not', null),
      )
      .returning('id')
      .executeTakeFirst()
    if (run === undefined) return
    if ('error' in made)
      return notify(trx, context, {
        kind: 'reportFailed',
        key: `${due.id} ${due.period}`,
        title: `The report '${due.name}' could not be created`,
        detail: made.error,
        ref: due.address,
      })
    await queueMessages(trx, context, { due, run: run.id, title: made.title })
  })
}

async function madeFor(context: AppContext, { address, format, every, period }: Due) {
  const [path = '', search = ''] = address.split('?')
  const report = reportAt(path)?.report
  if (report === undefined) throw new Refusal(scheduleProblems.noSuchView)
  const { table, printedAt } = await tableFor(context, report, queryIn(search), { every, period })
  const { type, print } = tablePrinters[format as 'pdf' | 'xlsx']
  const bytes = Buffer.from(await print(table, { printedAt, printedBy: 'Talaan' }))
  return { name: fileName(table, format as 'pdf' | 'xlsx'), type, bytes, title: `${table.title}, ${table.period}` }
}

/** The parameters of an address that reports have; others, such as an open tab, are left out. */
function queryIn(search: string): ReportQuery {
  const known = [...new URLSearchParams(search)].filter(([key]) => key in reportQuery.shape)
  return reportQuery.parse(Object.fromEntries(known))
}

/** After closing, the last month is the closed one, and this month and the year to date end with it. */
async function tableFor(
  context: AppContext,
  report: ReportName,
  query: ReportQuery,
  { every, period }: Pick<Due, 'every' | 'period'>,
) {
  const printedAt = context.clock.now()
  const last = every === 'week' ? period : endOfMonth(period)
  const finished = query.period === undefined || query.period.startsWith('last-') || query.period === 'twelve-months'
  const on = every === 'close' && finished ? addDays(last, 1) : last
  return { table: await reportMade(context, report, query, on), printedAt }
}

async function queueMessages(
  trx: Trx,
  { clock, env }: AppContext,
  { due: { id: schedule, name, recipients, period, every }, run, title }: { due: Due; run: string; title: string },
): Promise<void> {
  const company = await trx.selectFrom('company').select('name').executeTakeFirstOrThrow()
  const reason = every === 'week' ? `the week of ${formatDay(period)}` : `${formatMonth(period)}, which has been closed`
  for (const recipient of recipients) {
    const id = crypto.randomUUID()
    await queueMessage(trx, {
      id,
      topic: 'report',
      report_run_id: run,
      recipient,
      subject: subjectLine(`${name} - ${company.name}`),
      body: messageText([
        `The report '${name}' of ${company.name} is attached: ${title}.`,
        `This is the report for ${reason}.`,
      ]),
      message_id: messageId('report', id, env.mailFrom),
      now: clock.now(),
    })
  }
  const object = { type: 'report-schedule', id: schedule }
  const detail = { name, period, recipients }
  await audit(trx, clock, { actorName: 'Talaan', action: 'reportSchedules.send', object, detail })
}

const hour = 3_600_000

/** Runs once an hour. */
export const sendsReports = (context: AppContext): JobHandler =>
  handles(plainJob('reports.send'), {
    next: (after) => after + hour,
    retryAfter: () => hour,
    run: async () => void (await sendReports(context)),
  })
