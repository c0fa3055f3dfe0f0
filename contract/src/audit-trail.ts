// The audit trail: every event as a sentence, filtered, paged and exported. Reads of reports and downloads are events too.
import { day } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants } from './roles.ts'

/** Kinds of events, in the order of the filter. */
export const eventKinds = {
  documents: 'Documents',
  parties: 'Customers and suppliers',
  bank: 'Banks, cheques and cash',
  taxes: 'Taxes',
  closing: 'Closing and books',
  payroll: 'Payroll',
  reports: 'Reports, exports and downloads',
  signIns: 'Sign-ins',
  users: 'Users',
  settings: 'Settings',
  system: 'Operations and backups',
  digests: 'Digests of changed rows',
} as const
export type EventKind = keyof typeof eventKinds
const kindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]]

export const auditTrailProblems = {
  tooManyRows: {
    code: 'audit.tooManyRows',
    status: 422,
    sentence: 'There are too many events for one file. Choose a shorter period or add filters.',
  },
} satisfies Record<string, Problem>

export const auditFormats = ['csv', 'xlsx'] as const
/** The maximum number of rows in an export. */
export const maxAuditRows: Record<(typeof auditFormats)[number], number> = { csv: 200_000, xlsx: 50_000 }

/** The filters in the page address, used by the list and the export. */
const filters = {
  search: z.optional(z.string().check(z.maxLength(100))),
  /** The name of a person, 'operator' or 'Talaan'. */
  who: z.optional(z.string().check(z.maxLength(64))),
  /** A record, by type and id: 'document:0197…'. */
  record: z.optional(
    z
      .string()
      .check(
        z.maxLength(250),
        z.regex(/^[^:]+:.+$/, 'This record does not exist. Check the address, or search for the record.'),
      ),
  ),
  kind: z.optional(z.enum(kindNames)),
  outcome: z.optional(z.enum(['done', 'refused'])),
  /** Both dates are included, in Manila time. */
  from: z.optional(day),
  to: z.optional(day),
  /** Newest first by default. */
  ascending: z.optional(z.literal('yes')),
}
export type AuditFilters = z.output<z.ZodMiniObject<typeof filters>>

const detail = z.object({
  label: z.string(),
  /** The previous value; null if the value is new, or if nothing changed. */
  was: z.nullable(z.string()),
  now: z.nullable(z.string()),
})
export type AuditDetail = z.output<typeof detail>

const event = z.object({
  seq: z.string(),
  at: z.string(),
  who: z.string(),
  role: z.nullable(z.string()),
  /** The network address of the caller; '' for actions of the portal itself. */
  address: z.string(),
  kind: z.enum(kindNames),
  /** Follows the name of the user: 'recorded SI-2026-000012'. */
  words: z.string(),
  refused: z.boolean(),
  /** The record, used by the filter and by the link to its page. */
  record: z.nullable(
    z.object({
      type: z.string(),
      id: z.string(),
      label: z.string(),
      /** Only of a document. */
      documentType: z.nullable(z.enum(documentTypeNames)),
    }),
  ),
  details: z.array(detail),
  /** The position in the hash chain; null until the event is sealed. */
  position: z.nullable(z.string()),
})
export type AuditTrailEvent = z.output<typeof event>

/** Paged; `after` is the cursor of the previous page. */
export const listAuditEvents = endpoint({
  name: 'audit.list',
  method: 'GET',
  path: '/api/audit-trail',
  access: adminsAndAccountants,
  query: z.strictObject({ ...filters, after: z.optional(z.string().check(z.maxLength(80))) }),
  answer: z.object({
    events: z.array(event),
    next: z.nullable(z.string()),
    /** The record by which the list is filtered. */
    record: z.nullable(z.string()),
  }),
  failure: 'The audit trail could not be loaded. Try again.',
})

/** The state of both hash chains: of the audit trail and of the entries. */
export const auditTrailStatus = endpoint({
  name: 'audit.status',
  method: 'GET',
  path: '/api/audit-trail/status',
  access: adminsAndAccountants,
  answer: z.object({
    sealed: z.string(),
    head: z.string(),
    /** The time of the last sealed event; null before the first. */
    sealedUntil: z.nullable(z.string()),
    /** The number of events that are not sealed yet. */
    waiting: z.int(),
    entries: z.string(),
    entriesHead: z.string(),
    /** All names in the audit trail, for the filter. */
    people: z.array(z.string()),
  }),
  failure: 'The state of the audit trail could not be loaded. Try again.',
})

/** The filtered events with all columns, and the digest and seal of each event. */
export const exportAuditEvents = endpoint({
  name: 'audit.export',
  method: 'GET',
  path: '/api/audit-trail/export/:format',
  access: adminsAndAccountants,
  params: z.strictObject({ format: z.enum(auditFormats) }),
  query: z.strictObject(filters),
  bytesOut: true,
  failure: 'The audit trail could not be exported. Try again.',
})
