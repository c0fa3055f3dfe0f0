// E-mails whose files go to Arrivals: added as a file, or read from a mailbox.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants, everyone } from './roles.ts'

/** The maximum size of an e-mail, as large as mail servers accept. */
export const mailLimitBytes = 25 * 1024 * 1024
/** The maximum number of addresses and domains in the list of senders. */
export const maxArrivalSenders = 500
/** E-mails listed at once. */
export const maxArrivalMails = 100

export const arrivalMailProblems = {
  notThere: {
    code: 'arrivals.mailNotThere',
    status: 404,
    sentence: 'This e-mail is not in Arrivals. Reload the page.',
  },
  unreadable: {
    code: 'arrivals.mailUnreadable',
    status: 422,
    sentence: "This e-mail can't be read. Save the attached files and add them.",
  },
  tooHeavy: {
    code: 'arrivals.mailTooHeavy',
    status: 422,
    sentence: 'This e-mail takes too long or needs too much memory to read. Save the attached files and add them.',
  },
  nothing: {
    code: 'arrivals.mailEmpty',
    status: 422,
    sentence: 'This e-mail has no files and no text. Choose another e-mail.',
  },
  tooManySenders: {
    code: 'arrivals.tooManySenders',
    status: 422,
    sentence: `The list can have at most ${maxArrivalSenders} senders. Remove one, or list a domain such as @example.com instead.`,
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
  /** The user who added the e-mail as a file; null if it was read from the mailbox. */
  by: z.nullable(z.string()),
  state: z.enum(arrivalMailStates),
  /** Why it was refused. */
  reason: z.string(),
  /** The original e-mail is stored, because its text is in Arrivals as a page. */
  isStored: z.boolean(),
  parts: z.array(
    z.object({
      name: z.string(),
      arrivalId: z.nullable(z.uuid()),
      /** The reason why the file is not in Arrivals. */
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
  answer: z.object({
    mails: z.array(arrivalMail).check(z.maxLength(maxArrivalMails)),
    count: z.int(),
    /** The mailbox, and when it was last read. */
    mailbox: z.nullable(z.object({ name: z.string(), readAt: z.nullable(z.string()) })),
    senders: z.array(z.string()).check(z.maxLength(maxArrivalSenders)),
    /** Senders whose e-mails are not read, those with the most e-mails first. */
    skipped: z.array(
      z.object({ sender: z.string(), senderName: z.string(), subject: z.string(), at: z.string(), count: z.int() }),
    ),
    /** The number of all e-mails that are not read. */
    skippedCount: z.int(),
  }),
  failure: 'The e-mails could not be loaded. Try again.',
})

export type ArrivalMails = z.output<typeof listArrivalMails.answer>

/**
 * The request body is the e-mail as saved by a mail program. Its files are added to Arrivals; adding the same e-mail
 * again adds nothing.
 */
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
    /** The number of files that were not in Arrivals before. */
    added: z.int(),
  }),
  failure: "The e-mail may not have been added. Try again; its files won't be added twice.",
})

/** The original e-mail. */
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

/** An address, or a domain with its @. */
const sender = z.strictObject({
  sender: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(254),
      z.regex(/^[^\s@<>,;]*@[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'Enter an e-mail address, or a domain such as @example.com.'),
    ),
})

/** From now on, e-mails from this sender are read, including those that are already in the mailbox. */
export const listArrivalSender = endpoint({
  name: 'arrivals.listSender',
  method: 'POST',
  path: '/api/arrivals/senders',
  access: adminsAndAccountants,
  body: sender,
  answer: z.object({ senders: z.array(z.string()) }),
  failure: 'The sender may not have been added. Reload the page and check.',
})

/** From now on, e-mails from this sender are not read. Files that are already in Arrivals stay. */
export const unlistArrivalSender = endpoint({
  name: 'arrivals.unlistSender',
  method: 'DELETE',
  path: '/api/arrivals/senders/:sender',
  access: adminsAndAccountants,
  params: sender,
  answer: z.object({ senders: z.array(z.string()) }),
  failure: 'The sender may not have been removed. Reload the page and check.',
})
