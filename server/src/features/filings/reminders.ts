// Before a deadline each configured recipient gets an e-mail, once per deadline, from any one portal.
import type { Transaction } from 'kysely'
import { addDays, formatDay } from '@talaan/ledger/core/date.ts'
import type { OwnRow } from '@talaan/contract/filings.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Obligation } from '@talaan/ledger/tax/calendar/calendar.ts'
import { dutyWords, formatPeriod } from '@talaan/ledger/tax/calendar/forms.ts'
import { timestamp, today } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { messageId, messageText, subjectLine } from '../../platform/mail.ts'
import { notify } from '../../books/notify.ts'
import { queueMessage } from '../../platform/outbox.ts'
import { companyHeader } from '../../print/company.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { dueUntil } from './calendar.ts'
import { ownDueUntil } from './own-deadlines.ts'
import { readRules } from './rules.ts'

type Trx = Transaction<Tables>
type ReminderContext = Pick<AppContext, 'db' | 'clock' | 'env'>

/** Queues one e-mail about all upcoming deadlines without a reminder; returns how many it names. */
export async function remind({ db, clock, env }: ReminderContext): Promise<number> {
  if (env.smtpUrl === null) return 0
  return db.kysely.transaction().execute(async (trx) => {
    const { due, remindTo } = await upcoming(trx, today(clock))
    if (remindTo === '') return 0
    const fresh = await notYetWrittenAbout(trx, due, timestamp(clock.now()))
    if (fresh.length > 0) await queue(trx, { to: remindTo, due: fresh, clock, mailFrom: env.mailFrom })
    return fresh.length
  })
}

/** Notes each deadline once for every accountant. */
export async function notifyOfDeadlines({ db, clock, env }: ReminderContext): Promise<void> {
  await db.kysely.transaction().execute(async (trx) => {
    const now = today(clock)
    for (const { form, period, due, subject, line } of (await upcoming(trx, now)).due)
      await notify(
        trx,
        { clock, env },
        {
          kind: 'returnDue',
          key: `${form} ${period} ${due}`,
          title: dueTitle({ subject, due }, now),
          detail: line,
          ref: `${period} ${form}`,
        },
      )
  })
}

/** Late deadlines, and those within the days of the reminders. */
async function upcoming(trx: Trx, now: Day): Promise<{ due: Due[]; remindTo: string }> {
  const rules = await readRules(trx)
  const { remindTo, remindDays } = rules.profile
  const until = addDays(now, remindDays)
  const returns = await dueUntil(trx, rules, { today: now, until })
  const own = await ownDueUntil(trx, { today: now, until, closed: rules.closed })
  const due = [...returns.map(dueReturn), ...own.map(dueOwn)].toSorted((a, b) => (a.due < b.due ? -1 : 1))
  return { due, remindTo }
}

/** What the e-mail says about a deadline, and the key by which it is written about once. */
type Due = { form: string; period: Day; due: Day; subject: string; line: string }

const dueTitle = ({ subject, due }: Pick<Due, 'subject' | 'due'>, now: Day): string =>
  `${subject} ${due < now ? 'was' : 'is'} due on ${formatDay(due)}`

const dueReturn = ({ duty, period, due }: Obligation): Due => ({
  form: duty,
  period: period.to,
  due,
  subject: duty,
  line: `${duty}, ${dutyWords[duty].title}, for ${formatPeriod(period)}`,
})

const dueOwn = ({ id, name, raw, due }: OwnRow): Due => ({ form: id, period: raw, due, subject: name, line: name })

async function notYetWrittenAbout(trx: Trx, due: readonly Due[], at: string): Promise<Due[]> {
  if (due.length === 0) return []
  const taken = await trx
    .insertInto('filing_reminder')
    .values(due.map(({ form, period, due: day }) => ({ form, period, due: day, sent_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['form', 'period', 'due'])
    .execute()
  const keys = new Set(taken.map(({ form, period, due: day }) => `${form} ${period} ${day}`))
  return due.filter((one) => keys.has(`${one.form} ${one.period} ${one.due}`))
}

async function queue(
  trx: Trx,
  { to, due, clock, mailFrom }: { to: string; due: readonly Due[]; clock: Clock; mailFrom: string },
): Promise<void> {
  const company = await companyHeader(trx)
  const id = crypto.randomUUID()
  const [first] = due
  const subject =
    due.length === 1 && first !== undefined
      ? `${dueTitle(first, today(clock))} - ${company.name}`
      : `${due.length} deadlines - ${company.name}`
  await queueMessage(trx, {
    id,
    topic: 'reminder',
    recipient: to,
    subject: subjectLine(subject),
    body: messageText([
      `These deadlines of ${company.name} are near or have passed, and are not marked as filed or done:`,
      '',
      ...due.map(({ due: day, line }) => `  ${formatDay(day)}   ${line}`),
      '',
      'You can see the amounts in Talaan under Tax Compliance.',
    ]),
    message_id: messageId('reminder', id, mailFrom),
    now: clock.now(),
  })
}

const hour = 3_600_000

/** Runs once an hour. */
export const sendsReminders = (context: ReminderContext): JobHandler =>
  handles(plainJob('filings.remind'), {
    next: (after) => after + hour,
    retryAfter: () => hour,
    run: async () => {
      await notifyOfDeadlines(context)
      await remind(context)
    },
  })
