// Backups: the list, whether each one was verified by a restore, and a call that makes a backup now.
import { day } from '@talaan/ledger/core/date.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants } from './roles.ts'

/** The newest verified backup is late once it is older than this many hours. */
export const backupIsLateAfterHours = 26

export const backupProblems = {
  notConfigured: {
    code: 'backups.notConfigured',
    status: 409,
    sentence: "Backups aren't set up yet. Ask your system administrator to set BACKUP_DIR.",
  },
  underWay: {
    code: 'backups.underWay',
    status: 409,
    sentence: 'A backup is already running. It appears in the list when it is done.',
  },
  noHeads: {
    code: 'backups.noHeads',
    status: 404,
    sentence:
      'This backup contains no hashes to time-stamp. Use a backup that was made with this version of Talaan or a later one.',
  },
} satisfies Record<string, Problem>

export const backupStates = ['waiting', 'underWay', 'proven', 'unsound', 'failed'] as const

const backup = z.object({
  id: z.string(),
  state: z.enum(backupStates),
  /** The night for which it was made, or the person who requested it. */
  night: z.nullable(day),
  by: z.nullable(z.string()),
  at: z.string(),
  endedAt: z.nullable(z.string()),
  file: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
  entries: z.nullable(z.string()),
  head: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  /** The errors of the books in the backup; null if there are none. */
  unsound: z.nullable(z.string()),
  /** The line with the ends of both hash chains; null for backups of earlier releases. */
  heads: z.nullable(z.string()),
})
export type Backup = z.infer<typeof backup>

/** Point-in-time restore: the possible period, and whether a test restore succeeded. */
const moments = z.object({
  /** Null until the first copy of the database files is made. */
  since: z.nullable(z.string()),
  until: z.nullable(z.string()),
  /** The latest weekly test. */
  test: z.nullable(
    z.object({
      at: z.string(),
      moment: z.nullable(z.string()),
      seconds: z.number(),
      failure: z.nullable(z.string()),
    }),
  ),
})

export type Moments = z.infer<typeof moments>

/** Problems that make the books less safe than configured. */
const safetyProblem = z.object({ name: z.enum(['log', 'mirror']), since: z.string(), failure: z.string() })

export const listBackups = endpoint({
  name: 'backups.list',
  method: 'GET',
  path: '/api/backups',
  access: adminsAndAccountants,
  activity: false,
  answer: z.object({
    configured: z.boolean(),
    encrypted: z.boolean(),
    /** The books in the newest backup have errors. */
    unsound: z.boolean(),
    /** Whether no backup was verified within the last `backupIsLateAfterHours` hours. */
    late: z.boolean(),
    /** Null for a database server, which has its own tools. */
    moments: z.nullable(moments),
    safetyProblems: z.array(safetyProblem),
    /** Newest first, at most thirty. */
    backups: z.array(backup),
  }),
  failure: 'The backups could not be loaded. Try again.',
})

/** A time-stamp request (RFC 3161) for the line of a backup, which any time-stamping authority can answer. */
export const getTimestampRequest = endpoint({
  name: 'backups.timestampRequest',
  logsRead: true,
  method: 'GET',
  path: '/api/backups/:backupId/request.tsq',
  access: adminsAndAccountants,
  params: z.strictObject({ backupId: z.string().check(z.regex(/^\d{1,18}$/)) }),
  bytesOut: true,
  failure: 'The time-stamp request could not be downloaded. Try again.',
})

export const makeBackup = endpoint({
  name: 'backups.make',
  method: 'POST',
  path: '/api/backups',
  access: adminsAndAccountants,
  answer: z.object({ success: z.literal(true) }),
  failure: 'Talaan could not confirm that the backup started. Check the list below.',
})
