// Background jobs that are queued, running or failed, and retrying them.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants } from './roles.ts'

export const jobProblems = {
  notThere: {
    code: 'jobs.notThere',
    status: 404,
    sentence: 'This job has ended or is already running. Reload the page.',
  },
} satisfies Record<string, Problem>

/** The maximum number of jobs listed; the counts include all jobs. */
export const maxListedJobs = 100
/** The number of days for which a failed job is listed. */
export const failedJobsShownDays = 30

export const mailNotSetUp =
  "E-mail isn't set up yet. Messages stay queued until your system administrator sets SMTP_URL."

/** The name of a kind of job, and the reason why its jobs wait if something is not set up. */
export const jobWords: Partial<Record<string, { title: string; notSetUp?: string }>> = {
  'mail.send': { title: 'E-mail', notSetUp: mailNotSetUp },
  'mail.returned': {
    title: 'Returned e-mail',
    notSetUp: "The mailbox for returned e-mail isn't set up. Ask your system administrator to set RETURNS_IMAP_URL.",
  },
  'filings.remind': { title: 'Deadline reminders' },
  'recurring.make': { title: 'Recurring documents' },
  'arrivals.folder': {
    title: 'Watched folder of Arrivals',
    notSetUp: "The watched folder for Arrivals isn't set up. Ask your system administrator to set ARRIVALS_FOLDER.",
  },
  'arrivals.mailbox': {
    title: 'Mailbox of Arrivals',
    notSetUp: "The mailbox for Arrivals isn't set up. Ask your system administrator to set ARRIVALS_IMAP_URL.",
  },
  'arrivals.read': { title: 'Reading of arrivals' },
  'files.read': { title: 'Reading of attached files' },
  'reports.send': { title: 'Reports by e-mail' },
  'notifications.digest': { title: 'Daily notifications' },
  'customers.remind': { title: 'Invoice reminders' },
  'audit.seal': { title: 'Sealing the audit trail' },
  'backups.nightly': {
    title: 'Nightly backup',
    notSetUp: "Backups aren't set up yet. Ask your system administrator to set BACKUP_DIR.",
  },
  'backups.make': {
    title: 'Requested backup',
    notSetUp: "Backups aren't set up yet. Ask your system administrator to set BACKUP_DIR.",
  },
  'backups.base': {
    title: 'Copy of the database files',
    notSetUp: "Backups aren't set up yet. Ask your system administrator to set BACKUP_DIR.",
  },
  'backups.recoveryTest': {
    title: 'Weekly restore test',
    notSetUp: "Backups aren't set up yet. Ask your system administrator to set BACKUP_DIR.",
  },
  'looseleaf.make': { title: 'Loose-leaf books' },
  'webhooks.deliver': { title: 'Webhook' },
  'questions.remind': { title: 'Question reminders' },
  'overview.project': { title: 'Nightly cash projection' },
  'trust.run': { title: 'Requested checks' },
  'trust.nightly': { title: 'Nightly checks' },
}

const openStates = ['failed', 'running', 'queued'] as const

const job = z.object({
  id: z.uuid(),
  /** The kind of job: 'mail.send'. */
  name: z.string(),
  state: z.enum(openStates),
  /** Identifies the job within its kind: the topic and recipient of a message. */
  about: z.string(),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  /** Null if the job is due, running or failed. */
  nextTryAt: z.nullable(z.string()),
  failedAt: z.nullable(z.string()),
  /** False if something is not set up, such as the mail server, so that the job waits. */
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
    /** Failed jobs first, newest first; then running jobs; then queued jobs by time. */
    jobs: z.array(job).check(z.maxLength(maxListedJobs)),
  }),
  failure: 'The background jobs could not be loaded. Try again.',
})

/** Retries a failed or waiting job as soon as possible. */
export const retryJob = endpoint({
  name: 'jobs.retry',
  method: 'POST',
  path: '/api/jobs/:jobId/retry',
  access: adminsAndAccountants,
  params: z.strictObject({ jobId: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'Talaan could not confirm the retry. Reload the page.',
})
