// Reports by e-mail: a saved view is sent each week, or each time a month is closed.
import { email } from '@talaan/ledger/core/fields.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { reportAt } from './report-list.ts'
import { accountants } from './roles.ts'

export const scheduleLimit = 20
const maxRecipients = 10

export const scheduleProblems = {
  noSuchView: {
    code: 'reportSchedules.noSuchView',
    status: 404,
    sentence: 'This view was deleted, or its page cannot be sent by e-mail. Choose another view.',
  },
  tooMany: {
    code: 'reportSchedules.tooMany',
    status: 409,
    sentence: `At most ${scheduleLimit} reports can be scheduled. Stop one that you no longer need.`,
  },
} satisfies Record<string, Problem>

export const scheduleFormats = ['pdf', 'xlsx'] as const
export const scheduleTimes = ['week', 'close'] as const
export const scheduleTimeWords: Record<(typeof scheduleTimes)[number], string> = {
  week: 'Every Monday',
  close: 'When a month is closed',
}

/** Whether the page of a saved view is a report that can be sent. */
export const canBeSent = (address: string): boolean => reportAt(address.split('?')[0] ?? '')?.report !== undefined

const lastRun = z.object({
  /** The closed month, or the Monday of the week. */
  period: z.string(),
  at: z.string(),
  state: z.enum(['sent', 'waiting', 'failed']),
  /** The reason why it was not created or not delivered. */
  error: z.nullable(z.string()),
})

const schedule = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  format: z.enum(scheduleFormats),
  every: z.enum(scheduleTimes),
  recipients: z.array(z.string()),
  by: z.string(),
  last: z.nullable(lastRun),
})
export type ReportSchedule = z.output<typeof schedule>

export const listReportSchedules = endpoint({
  name: 'reportSchedules.list',
  method: 'GET',
  path: '/api/report-schedules',
  access: accountants,
  activity: false,
  answer: z.object({ schedules: z.array(schedule), mailReady: z.boolean() }),
  failure: 'The reports by e-mail could not be loaded. Try again.',
})

const params = z.strictObject({ scheduleId: z.uuid() })
const done = z.object({ success: z.literal(true) })

export const addReportSchedule = endpoint({
  name: 'reportSchedules.add',
  method: 'PUT',
  path: '/api/report-schedules/:scheduleId',
  access: accountants,
  params,
  body: z.strictObject({
    viewId: z.uuid('Choose a saved view.'),
    format: z.enum(scheduleFormats),
    every: z.enum(scheduleTimes),
    recipients: z
      .array(email)
      .check(
        z.minLength(1, 'Enter at least one e-mail address.'),
        z.maxLength(maxRecipients, `At most ${maxRecipients} e-mail addresses are allowed.`),
      ),
  }),
  answer: done,
  failure: 'The schedule may not have been saved. Reload the page and check.',
})

export const endReportSchedule = endpoint({
  name: 'reportSchedules.end',
  method: 'DELETE',
  path: '/api/report-schedules/:scheduleId',
  access: accountants,
  params,
  answer: done,
  failure: 'The schedule may not have been stopped. Reload the page and check.',
})
