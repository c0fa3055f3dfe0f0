// E-mails whose files go to Arrivals: added as a file, or read from a mailbox.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { everyone } from './roles.ts'

/** As large as mail servers accept. */
export const mailLimitBytes = 25 * 1024 * 1024
/** E-mails listed at once. */
export const maxArrivalMails = 100

export const arrivalMailProblems = {
  notThere: { code: 'arrivals.mailNotThere', status: 404, sentence: 'This e-mail is not in Arrivals.' },
  unreadable: {
    code: 'arrivals.mailUnreadable',
    status: 422,
    sentence: 'This e-mail can’t be read. Save the attached files and add them.',
  },
  tooHeavy: {
    code: 'arrivals.mailTooHeavy',
    status: 422,
    sentence: 'This e-mail takes too long or needs too much memory to read. Save the attached files and add them.',
  },
  nothing: {
    code: 'arrivals.mailEmpty',
    status: 422,
    sentence: 'This e-mail has no files and no text.',
  },
} satisfies Record<string, Problem>

export const arrivalMailStates = ['taken', 'skipped', 'refused'] as const

export const arrivalMail = z.object({
  id: z.uuid(),
  sender: z.string(),
  senderName: z.string(),
  subject: z.string(),
  sentAt: z.nullable(z.string()),
  at: z.string(),
  /** Who added it as a file; null if it was read from the mailbox. */
  by: z.nullable(z.string()),
  state: z.enum(arrivalMailStates),
  /** Why it was refused. */
  reason: z.string(),
  /** The e-mail itself is stored, because its text is in Arrivals. */
  isStored: z.boolean(),
  parts: z.array(
    z.object({
      name: z.string(),
      arrivalId: z.nullable(z.uuid()),
      /** Why it is not in Arrivals. */
      refusal: z.nullable(z.string()),
    }),
  ),
})
export type ArrivalMail = z.output<typeof arrivalMail>

/** Newest first. */
export const listArrivalMails = endpoint({
  name: 'arrivals.mails',
  method: 'GET',
  path: '/api/arrivals/mails',
  access: everyone,
  activity: false,
  answer: z.object({ mails: z.array(arrivalMail).check(z.maxLength(maxArrivalMails)), count: z.int() }),
  failure: 'The e-mails could not be loaded. Try again.',
})

/** The request body is the e-mail, as a mail program saves it. Its files go to Arrivals; the same e-mail adds nothing twice. */
export const addArrivalMail = endpoint({
  name: 'arrivals.addMail',
  method: 'POST',
  path: '/api/arrivals/mails',
  access: everyone,
  query: z.strictObject({ id: z.uuid() }),
  bytesIn: true,
  bodyLimit: mailLimitBytes,
  answer: z.object({
    mail: arrivalMail,
    /** Files that were not in Arrivals before. */
    added: z.int(),
  }),
  failure: "The e-mail may not have been added. Try again; its files won't be added twice.",
})

/** The e-mail as it came. */
export const downloadArrivalMail = endpoint({
  name: 'arrivals.downloadMail',
  logsRead: true,
  method: 'GET',
  path: '/api/arrivals/mails/:mailId/file',
  access: everyone,
  params: z.strictObject({ mailId: z.uuid() }),
  bytesOut: true,
  failure: 'The e-mail could not be loaded. Try again.',
})
