// A problem is a refusal as a value: a stable code, a status and a message. Each feature defines its own problems.
import { z } from '@talaan/ledger/core/zod.ts'

export type Problem = {
  code: string
  status: 400 | 401 | 403 | 404 | 408 | 409 | 412 | 413 | 415 | 422 | 429 | 503 | 507
  sentence: string
}

/** An error in the input, with its field. */
export const fieldMistake = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
  /** The form with which the user can correct the mistake; the mistake links to it. */
  remedy: z.optional(z.enum(['deposit'])),
})
export type FieldMistake = z.infer<typeof fieldMistake>

/** The body of every failed call. `error` is the message, which the client in the specification reads. */
export const failure = z.object({
  success: z.literal(false),
  code: z.string(),
  error: z.string(),
  fields: z.optional(z.array(fieldMistake)),
})
export type Failure = z.infer<typeof failure>

/** Features throw this to refuse a call; the server turns it into a status and a message in one place. */
export class Refusal extends Error {
  readonly problem: Problem
  readonly fields: FieldMistake[] | undefined
  constructor(problem: Problem, fields?: FieldMistake[]) {
    super(problem.sentence)
    this.problem = problem
    this.fields = fields
  }
}

/** The same problem, with the values of this case in its message. */
export const saying = (problem: Problem, sentence: string): Problem => ({ ...problem, sentence })

export const common = {
  badInput: { code: 'input', status: 400, sentence: 'The request is not valid. Check the marked fields.' },
  noSession: { code: 'session.none', status: 401, sentence: 'Your session has ended. Please log in again.' },
  notAllowed: {
    code: 'notAllowed',
    status: 403,
    sentence: 'Your role does not allow this. Ask an administrator or an accountant.',
  },
  passwordChangeDue: { code: 'session.passwordChangeDue', status: 403, sentence: 'Change the default password first.' },
  notThere: {
    code: 'notThere',
    status: 404,
    sentence: 'This does not exist, or you have no access to it. Check the address.',
  },
  tooSlow: {
    code: 'tooSlow',
    status: 408,
    sentence: 'The connection was too slow, so nothing was saved. Try again on a faster connection.',
  },
  tooLarge: {
    code: 'tooLarge',
    status: 413,
    sentence: 'The data sent is too large. Shorten the text or send it in parts.',
  },
  wrongType: {
    code: 'wrongType',
    status: 415,
    sentence: 'This type of file cannot be uploaded here. Choose another file.',
  },
  tooMany: {
    code: 'tooMany',
    status: 429,
    sentence: 'Too many requests in a short time. Wait a minute and try again.',
  },
  malware: {
    code: 'malware',
    status: 422,
    sentence: "The virus scanner found malware in this file, so it was not saved. Don't open it.",
  },
  notScanned: {
    code: 'notScanned',
    status: 503,
    sentence:
      'The virus scanner is not responding, so the file was not saved. Try again in a few minutes, or ask your system administrator.',
  },
  unavailable: {
    code: 'unavailable',
    status: 503,
    sentence: 'The database is not available right now. Nothing was recorded; try again in a moment.',
  },
  busy: {
    code: 'busy',
    status: 503,
    sentence: 'Too many files are being received. Try again in a few seconds.',
  },
  tooManyLogins: {
    code: 'tooManyLogins',
    status: 503,
    sentence: 'Too many people are logging in. Try again in a few seconds.',
  },
  stopping: {
    code: 'stopping',
    status: 503,
    sentence: 'Talaan is shutting down. Try again in a moment.',
  },
  quotaUsed: {
    code: 'quotaUsed',
    status: 507,
    sentence: 'You have reached your daily storage limit. Try again tomorrow.',
  },
  diskLow: {
    code: 'diskLow',
    status: 507,
    sentence:
      "The server has too little free disk space, so files can't be uploaded. You can still record documents without them. Ask your system administrator to free disk space.",
  },
  diskFull: {
    code: 'diskFull',
    status: 507,
    sentence:
      "The server's disk is full. Nothing was recorded. Ask your system administrator to free disk space, then try again.",
  },
  diskReadOnly: {
    code: 'diskReadOnly',
    status: 507,
    sentence:
      "The server's disk can't be written to. Nothing was recorded. Ask your system administrator to check the disk, then try again.",
  },
  /** Uses the endpoint's own message, which says where to look. */
  uncertain: {
    code: 'uncertain',
    status: 503,
    sentence: 'The connection to the database was lost. Check whether your change was saved before you try again.',
  },
} satisfies Record<string, Problem>
