// An inquiry to the company's contact address. For a bug, it includes the date and time.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { admins, everyone } from './roles.ts'

export const contactWords = {
  backToDashboard: 'Back to Dashboard',
  failed: 'Trouble sending Inquiry, Please try again',
  sent: 'Inquiry Sent',
  topics: { general: 'General', bug: 'Bug' },
} as const

export const contactProblems = {
  tooMany: {
    code: 'contact.tooMany',
    status: 429,
    sentence: 'You have reached the limit of inquiries per hour. Try again later.',
  },
} satisfies Record<string, Problem>

const required = 'This field is required.'

const line = (limit: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(limit, `Enter at most ${limit} characters.`),
      z.regex(/^[^\r\n]*$/, 'Use a single line.'),
    )

const longest = 5000
const tooLong = `Enter at most ${longest.toLocaleString('en')} characters.`

export const inquiry = z
  .strictObject({
    name: z.optional(line(200)),
    company: line(200).check(z.minLength(1, required)),
    email: z
      .email({ error: ({ input }) => (input === '' ? required : 'Enter an e-mail address like name@example.com.') })
      .check(z.maxLength(254, 'Enter at most 254 characters.')),
    topic: z.enum(['general', 'bug'], 'Choose a topic.'),
    message: z.string().check(z.trim(), z.minLength(1, required), z.maxLength(longest, tooLong)),
    bugDescription: z.optional(z.string().check(z.trim(), z.maxLength(longest, tooLong))),
    timeEncountered: z.optional(z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 14:30.'))),
    dateEncountered: z.optional(z.iso.date('Enter a date like 2026-03-15.')),
  })
  .check(
    z.superRefine((value, context) => {
      if (value.topic !== 'bug') return
      for (const field of ['bugDescription', 'timeEncountered', 'dateEncountered'] as const) {
        if (!value[field]) context.addIssue({ code: 'custom', path: [field], message: required })
      }
    }),
  )
export type Inquiry = z.output<typeof inquiry>

export const sendInquiry = endpoint({
  name: 'contact.send',
  method: 'POST',
  path: '/api/contact',
  access: everyone,
  body: inquiry,
  answer: z.object({ success: z.literal(true) }),
  failure:
    'Talaan could not confirm that your inquiry arrived. Send it again; a repeated inquiry within ten minutes is sent only once.',
})

/** All inquiries with sender and time, and the status of their e-mails. */
export const pastInquiry = z.object({
  id: z.uuid(),
  clientId: z.string(),
  at: z.string(),
  name: z.optional(z.string()),
  company: z.string(),
  email: z.string(),
  topic: z.enum(['general', 'bug']),
  message: z.string(),
  bugDescription: z.optional(z.string()),
  timeEncountered: z.optional(z.string()),
  dateEncountered: z.optional(z.string()),
  delivery: z.object({
    to: z.string(),
    status: z.enum(['waiting', 'sent', 'failed']),
    attempts: z.int(),
    lastError: z.nullable(z.string()),
    sentAt: z.nullable(z.string()),
  }),
})
export type PastInquiry = z.infer<typeof pastInquiry>

/** Newest first, paged; `after` is the cursor of the previous page. Automatic refreshes do not count as activity. */
export const listInquiries = endpoint({
  name: 'contact.list',
  method: 'GET',
  path: '/api/contact',
  access: admins,
  activity: false,
  query: z.strictObject({ after: z.optional(z.string().check(z.maxLength(100))) }),
  answer: z.object({ inquiries: z.array(pastInquiry), next: z.nullable(z.string()) }),
  failure: 'The past inquiries could not be loaded. Try again.',
})
