// Reminders of open questions to people without an account: three and seven working days after the question, to the same link.
// Colleagues have the question among their tasks.
import { sql } from 'kysely'
import { dayInManila } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { nextWorkingDay } from '@talaan/ledger/tax/calendar/deadlines.ts'
import type { NonWorkingDay } from '@talaan/ledger/tax/calendar/deadlines.ts'
import { addDays } from '@talaan/ledger/core/date.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp, today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { nextAt } from '../../platform/jobs/schedule.ts'
import { mailLink } from './mail.ts'

const reminders = plainJob('questions.remind')
/** In Manila. */
const hour = 8
const afterWorkingDays = [3, 7]

/** The working day that is this many working days after a date. */
export function workingDaysAfter(day: Day, count: number, closed: readonly NonWorkingDay[]): Day {
  let at = day
  for (let n = 0; n < count; n += 1) at = nextWorkingDay(addDays(at, 1), closed)
  return at
}

export const remindsOfQuestions = (context: AppContext): JobHandler =>
  handles(reminders, {
    next: (after) => nextAt(hour, after),
    waitsAtFirst: true,
    retryAfter: () => 3_600_000,
    run: async ({ finish }) => {
      const { clock } = context
      const db = context.db.kysely
      const on = today(clock)
      const closed = await db.selectFrom('non_working_day').selectAll().execute()
      const { rows } = await sql<Row>`
        select distinct on (link.event_id) question_now.id, to_name, to_email, due, link.id as "linkId",
          link.expires_at as "expiresAt", link.made_at as "madeAt", users.client_id as by
        from question_now join question_link as link on link.event_id = question_now.event_id
        join users on users.id = link.made_by
        where state = 'open' and to_email <> '' and link.expires_at > ${timestamp(clock.now())}
        order by link.event_id, seq desc`.execute(db)
      const due = rows.filter(({ madeAt }) =>
        afterWorkingDays.some((count) => workingDaysAfter(dayInManila(instant(madeAt)), count, closed) === on),
      )
      await finish(async (trx) => {
        for (const { linkId, expiresAt, by, ...row } of due)
          if (await mailLink(trx, context, { row, linkId, expiresAt, by, isReminder: true }))
            await audit(trx, clock, {
              actorName: 'portal',
              action: 'questions.reminded',
              object: { type: 'question', id: row.id },
              detail: { to: row.to_name },
            })
      })
    },
  })

type Row = {
  id: string
  to_name: string
  to_email: string
  due: Day
  linkId: string
  expiresAt: string
  madeAt: string
  by: string
}
