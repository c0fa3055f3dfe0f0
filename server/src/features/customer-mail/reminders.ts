// Reminders of invoices: hourly, each step of the schedule once per invoice, while it is open and its customer wants them.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { filledIn, firstTemplate, statusWords } from '@talaan/contract/customer-mail.ts'
import type { ReminderFields } from '@talaan/contract/customer-mail.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { addDays, daysBetween, formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { messageId, subjectLine } from '../../platform/mail.ts'
import { queueMessage } from '../../platform/outbox.ts'
import { companyHeader } from '../../print/company.ts'

type Trx = Transaction<Tables>
type ReminderContext = Pick<AppContext, 'db' | 'clock' | 'env'>

/** A portal that was off sends the reminders of the last days, and no older ones. */
const catchUpDays = 6

/** The settings, or the first template, switched off. */
export async function remindersOf(db: Kysely<Tables>) {
  const row = await db
    .selectFrom('reminder_settings')
    .innerJoin('users', 'users.id', 'changed_by')
    .select(['active', 'steps', 'subject', 'body', 'since', 'users.client_id as by', 'changed_at as at'])
    .executeTakeFirst()
  if (row === undefined) return { settings: { active: false, ...firstTemplate }, since: null, changed: null }
  const { active, steps, subject, body, since, by, at } = row
  return { settings: { active, steps, subject, body } satisfies ReminderFields, since, changed: { by, at } }
}

/** Queues the reminders that are due; returns their number. */
export async function remindCustomers({ db, clock, env }: ReminderContext): Promise<number> {
  if (env.smtpUrl === null) return 0
  return db.kysely.transaction().execute(async (trx) => {
    const { settings, since } = await remindersOf(trx)
    if (!settings.active || since === null) return 0
    const day = today(clock)
    const earliest = addDays(day, -catchUpDays)
    const due = await dueReminders(trx, { day, from: since > earliest ? since : earliest, steps: settings.steps })
    const company = due.length === 0 ? '' : (await companyHeader(trx)).name
    for (const one of due) await queue(trx, one, { settings, day, company, now: clock.now(), mailFrom: env.mailFrom })
    return due.length
  })
}

type Due = {
  documentId: string
  step: number
  partyId: string
  email: string
  customer: string
  number: string
  reference: string | null
  day: Day
  due: Day
  open: bigint
}

/** For each open invoice its newest step that is due and was not sent. A later step that was sent ends the earlier ones. */
async function dueReminders(
  trx: Trx,
  { day, from, steps }: { day: Day; from: Day; steps: readonly number[] },
): Promise<Due[]> {
  // One portal at a time, so that another one sees what was written.
  await sql`select pg_advisory_xact_lock(hashtext('reminders of customers'))`.execute(trx)
  const { rows } = await sql<Due>`
    select distinct on (document.id) document.id as "documentId", step, party.id as "partyId", party.email,
      party.name as customer, number, external_no as reference, document.day, due_day as due, open
    from item_balance
    join document on document.id = document_id and kind in ('invoice', 'debitmemo') and due_day is not null
    join party on party.id = item_balance.party_id and party.email is not null
    cross join unnest(${[...steps]}::int[]) as schedule (step)
    where account = ${accounts.receivables} and open > 0 and due_day + step between ${from}::date and ${day}::date
      and not exists (select from reminder_opt_out where reminder_opt_out.party_id = party.id)
      and not exists (
        select from customer_message where customer_message.document_id = document.id and customer_message.step >= schedule.step)
    order by document.id, step desc`.execute(trx)
  return rows
}

type Template = { settings: ReminderFields; day: Day; company: string; now: number; mailFrom: string }

async function queue(trx: Trx, one: Due, { settings, day, company, now, mailFrom }: Template): Promise<void> {
  const { documentId, step, partyId, email, customer, number } = one
  const values = {
    customer,
    invoice: number,
    reference: one.reference ?? number,
    date: formatDay(one.day),
    due: formatDay(one.due),
    status: statusWords(daysBetween(one.due, day)),
    balance: formatMoney(one.open),
    company,
  }
  const id = crypto.randomUUID()
  await queueMessage(trx, {
    id,
    topic: 'duenotice',
    party_id: partyId,
    document_id: documentId,
    recipient: email,
    subject: subjectLine(filledIn(settings.subject, values)),
    body: filledIn(settings.body, values),
    message_id: messageId('duenotice', id, mailFrom),
    now,
  })
  await trx
    .insertInto('customer_message')
    .values({ id, kind: 'reminder', party_id: partyId, document_id: documentId, step })
    .execute()
}

const hour = 3_600_000

export const remindsCustomers = (context: ReminderContext): JobHandler =>
  handles(plainJob('customers.remind'), {
    next: (after) => after + hour,
    retryAfter: () => hour,
    run: async () => void (await remindCustomers(context)),
  })
