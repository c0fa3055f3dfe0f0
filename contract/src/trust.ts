// The Trust page: the checks of the books and of the system, with their history.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants } from './roles.ts'

export const trustProblems = {
  running: {
    code: 'trust.running',
    status: 409,
    sentence: 'The checks are already running. The page shows the results when they are done.',
  },
  noRun: {
    code: 'trust.noRun',
    status: 404,
    sentence: 'The checks have not run yet. Run them first.',
  },
} satisfies Record<string, Problem>

/** Results older than this are out of date, and the page is not green. */
export const resultsAreOldAfterHours = 26
/** The number of days in the history. */
export const historyDays = 90

export const checkGroups = [
  'chains',
  'journal',
  'items',
  'documents',
  'bank',
  'filed',
  'records',
  'audit',
  'backups',
  'system',
] as const
export type CheckGroup = (typeof checkGroups)[number]

export const checkGroupWords: Record<CheckGroup, string> = {
  chains: 'Chains and seals',
  journal: 'Journal',
  items: 'Receivables and payables',
  documents: 'Documents',
  bank: 'Bank, cheques and petty cash',
  filed: 'Books, returns and certificates',
  records: 'Customers, suppliers and accounts',
  audit: 'Audit trail',
  backups: 'Backups',
  system: 'System',
}

export const verdicts = ['holds', 'unknown', 'broken'] as const
export type CheckVerdict = (typeof verdicts)[number]
export const verdictWords: Record<CheckVerdict, string> = {
  holds: 'Passed',
  unknown: 'Not completed',
  broken: 'Failed',
}

const check = z.object({
  name: z.string(),
  group: z.enum(checkGroups),
  proves: z.string(),
  /** An example of a fault that the check finds. */
  finds: z.string(),
  /** What the check can't find. */
  misses: z.string(),
  /** Null for a check that was not part of the last run, for example because a newer release added it. */
  verdict: z.nullable(z.enum(verdicts)),
  problems: z.array(z.string()),
  milliseconds: z.nullable(z.int()),
  /** One letter for each day, oldest first: h, u or b for the worst result of the day, - for a day without a run. */
  history: z.string().check(z.maxLength(historyDays)),
})
export type TrustCheck = z.output<typeof check>

const chainEnd = z.object({ count: z.string(), head: z.string() })

export const trustFacts = z.object({
  database: z.enum(['embedded', 'server']),
  /** The newest backup that was restored and verified; null if there is none. */
  backup: z.nullable(z.object({ at: z.string(), seconds: z.number(), bytes: z.number(), entries: z.string() })),
  /** The newest test of a point-in-time restore. */
  recovery: z.nullable(z.object({ at: z.string(), seconds: z.number() })),
  storage: z.object({ database: z.number(), files: z.int(), free: z.number(), size: z.number() }),
  jobs: z.object({ queued: z.int(), running: z.int(), failed: z.int() }),
  months: z.object({ closed: z.int(), last: z.nullable(z.string()) }),
  /** The months whose completeness proof is signed; missing in runs of earlier releases. */
  completeness: z.optional(z.object({ signed: z.int(), last: z.nullable(z.string()) })),
  schema: z.string(),
  node: z.string(),
})
export type TrustFacts = z.output<typeof trustFacts>

export const trustStates = ['sound', 'unknown', 'broken', 'old', 'never'] as const
export type TrustState = (typeof trustStates)[number]

export const viewTrust = endpoint({
  name: 'trust.view',
  method: 'GET',
  path: '/api/trust',
  access: adminsAndAccountants,
  activity: false,
  answer: z.object({
    state: z.enum(trustStates),
    /** The last run. */
    run: z.nullable(
      z.object({
        reason: z.enum(['night', 'requested']),
        by: z.nullable(z.string()),
        startedAt: z.string(),
        endedAt: z.string(),
        seconds: z.number(),
        version: z.string(),
        entries: chainEnd,
        events: chainEnd,
        facts: trustFacts,
      }),
    ),
    /** The run that was requested and has not finished. */
    running: z.nullable(
      z.object({ doing: z.string(), done: z.int(), total: z.int(), queued: z.boolean(), since: z.string() }),
    ),
    /** The reason why the last requested run has no result; null if it has one. */
    failure: z.nullable(z.string()),
    checks: z.array(check),
  }),
  failure: 'The checks could not be loaded. Try again.',
})

export const runTrust = endpoint({
  name: 'trust.run',
  method: 'POST',
  path: '/api/trust/runs',
  access: adminsAndAccountants,
  answer: z.object({ success: z.literal(true) }),
  failure: 'Talaan could not confirm that the checks started. Reload the page.',
})

const file = (name: string, path: string) =>
  endpoint({
    name: `trust.${name}`,
    method: 'GET',
    path: `/api/trust/${path}`,
    access: adminsAndAccountants,
    bytesOut: true,
    logsRead: true,
    failure: 'The file could not be downloaded. Try again.',
  })

/** The report of the last run. */
export const getTrustReport = file('report', 'report.pdf')
/** Its detached Ed25519 signature: 64 bytes. */
export const getTrustSignature = file('signature', 'report.pdf.sig')
/** The public key in PEM format. */
export const getTrustKey = file('key', 'key.pem')
