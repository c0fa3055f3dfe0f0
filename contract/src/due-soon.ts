// Returns that are late or due soon, for the reminders on the dashboard. This is a separate module, so that the
// dashboard does not load the returns.
import { day } from '@talaan/ledger/core/date.ts'
import { duties } from '@talaan/ledger/tax/calendar/forms.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { accountants } from './roles.ts'

export const filingStates = ['open', 'prepared', 'filed', 'amended'] as const

export const dueRow = z.object({
  duty: z.enum(duties),
  period: z.object({ from: day, to: day }),
  due: day,
  state: z.enum(filingStates),
})

export const dueSoon = endpoint({
  name: 'filings.dueSoon',
  method: 'GET',
  path: '/api/filings/due-soon',
  access: accountants,
  activity: false,
  answer: z.object({
    today: day,
    rows: z.array(dueRow),
    /** The company's own deadlines, by date. */
    own: z.array(z.object({ id: z.uuid(), name: z.string(), due: day })),
  }),
  failure: 'The upcoming deadlines could not be loaded. Reload the page.',
})
