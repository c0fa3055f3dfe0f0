// The daily e-mail with the notifications that a person wants in it and has not read in the portal.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { formatDay, dayInManila } from '@talaan/ledger/core/date.ts'
import { mailNotification } from '../../books/notify.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { nextAt } from '../../platform/jobs/schedule.ts'

const hour = 3_600_000
const day = 24 * hour

/** At most so many lines in one e-mail; the portal has the rest. */
const maxLines = 50
/** Older ones are no news, such as after a week without a mail server. */
const newsDays = 3
/** A return stays due for a year and is noted once. */
const keptDays = 500

/** Queues one e-mail for each person with news; returns how many. */
export async function mailDigests(context: AppContext): Promise<number> {
  const { db, clock, env, jobsAreDue } = context
  const now = clock.now()
  await db.kysely
    .deleteFrom('notification')
    .where('at', '<', timestamp(now - keptDays * day))
    .execute()
  if (env.smtpUrl === null) return 0
  const people = await db.kysely
    .selectFrom('notification_address')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['user_id as id', 'address'])
    .where('seat', 'is not', null)
    .orderBy('user_id')
    .execute()
  let count = 0
  for (const person of people)
    if (await db.kysely.transaction().execute((trx) => mailDigest(trx, context, person))) count += 1
  if (count > 0) jobsAreDue()
  return count
}

async function mailDigest(
  trx: Transaction<Tables>,
  context: AppContext,
  { id, address }: { id: string; address: string },
): Promise<boolean> {
  const now = context.clock.now()
  const { rows } = await sql<{ title: string; detail: string; at: string; readAt: string | null }>`
    update notification set digested_at = ${timestamp(now)}
    where user_id = ${id}::uuid and in_digest and digested_at is null
    returning title, detail, at, read_at as "readAt"`.execute(trx)
  const news = rows
    .filter(({ at, readAt }) => readAt === null && instant(at) > now - newsDays * day)
    .toSorted((a, b) => instant(a.at) - instant(b.at))
  if (news.length === 0) return false
  const more = news.length - maxLines
  await mailNotification(trx, context, {
    to: address,
    subject: `${news.length === 1 ? '1 notification' : `${news.length} notifications`}, ${formatDay(today(context.clock))}`,
    lines: [
      'Your notifications since the last e-mail:',
      '',
      ...news
        .slice(0, maxLines)
        .flatMap(({ title, detail, at }) => [
          `  ${formatDay(dayInManila(instant(at)))}   ${title}`,
          ...(detail === '' ? [] : [`    ${detail}`]),
        ]),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ],
  })
  return true
}

/** Every day at 7:00 in Manila. */
export const mailsNotifications = (context: AppContext): JobHandler =>
  handles(plainJob('notifications.digest'), {
    next: (after) => nextAt(7, after),
    retryAfter: () => hour,
    run: async () => void (await mailDigests(context)),
  })
