// Background jobs: what waits, runs or failed, and trying again at once.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants } from './roles.ts'

export const jobProblems = {
  notThere: {
    code: 'jobs.notThere',
    status: 404,
    sentence: 'This job has ended or is already running. Refresh the list.',
  },
} satisfies Record<string, Problem>

/** So many are listed; the counts are of all. */
export const maxListedJobs = 100
/** A job that failed is listed this long. */
export const failedJobsShownDays = 30

export const mailNotSetUp = "E-mail isn't set up yet (SMTP_URL). Messages stay queued until it is."

/** What a kind of work is called, and why it waits where it has no place in the setup. */
export const jobWords: Partial<Record<string, { title: string; notSetUp?: string }>> = {
  'mail.send': { title: 'E-mail', notSetUp: mailNotSetUp },
  'filings.remind': { title: 'Deadline reminders' },
  'audit.seal': { title: 'Sealing the audit trail' },
  'backups.nightly': { title: 'Nightly backup', notSetUp: "Backups aren't set up yet (BACKUP_DIR)." },
  'backups.make': { title: 'Requested backup', notSetUp: "Backups aren't set up yet (BACKUP_DIR)." },
  'backups.base': { title: 'Copy of the database files', notSetUp: "Backups aren't set up yet (BACKUP_DIR)." },
  'backups.recoveryTest': { title: 'Weekly test of a restore', notSetUp: "Backups aren't set up yet (BACKUP_DIR)." },
  'looseleaf.make': { title: 'Loose-leaf books' },
}

const openStates = ['failed', 'running', 'queued'] as const

const job = z.object({
  id: z.uuid(),
  /** Names the kind of work: 'mail.send'. */
  name: z.string(),
  state: z.enum(openStates),
  /** Which one of its kind: the topic and recipient of a message. */
  about: z.string(),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  /** Null where the job is due, runs or failed. */
  nextTryAt: z.nullable(z.string()),
  failedAt: z.nullable(z.string()),
  /** False where the setup has no place for the work, as without a mail server: the job waits. */
  isSetUp: z.boolean(),
})
export type ListedJob = z.output<typeof job>

export const listJobs = endpoint({
  name: 'jobs.list',
  method: 'GET',
  path: '/api/jobs',
  access: adminsAndAccountants,
  activity: false,
  answer: z.object({
    counts: z.object({ failed: z.int(), running: z.int(), queued: z.int() }),
    /** Failed jobs first, newest on top; then those that run, then those that wait in the order of their time. */
    jobs: z.array(job).check(z.maxLength(maxListedJobs)),
  }),
  failure: 'The background jobs could not be loaded. Try again.',
})

/** A failed or waiting job is tried as soon as possible. */
export const retryJob = endpoint({
  name: 'jobs.retry',
  method: 'POST',
  path: '/api/jobs/:jobId/retry',
  access: adminsAndAccountants,
  params: z.strictObject({ jobId: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'Talaan could not confirm the retry. Refresh the list.',
})
