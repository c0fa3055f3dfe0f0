// Transactions: the recorded documents of all types, filtered, totaled and exported.
import { day } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { documentRow, listCursor, listOrders, stateFilter } from './documents.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { reportFormats } from './reports.ts'
import { everyone } from './roles.ts'
import { tagFilters } from './tag-kinds.ts'

/** The maximum number of rows in an export, by file type. */
export const maxRows: Record<(typeof reportFormats)[number], number> = { csv: 200_000, xlsx: 50_000, pdf: 5_000 }

/** The maximum number of vouchers in one file. */
export const maxVouchers = 200

export const transactionProblems = {
  tooManyRows: {
    code: 'transactions.tooManyRows',
    status: 422,
    sentence: 'There are too many documents for one file. Add filters and try again.',
  },
} satisfies Record<string, Problem>

const kinds = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(300)),
    z.transform((text) => text.split('.')),
  ),
  z.array(z.enum(documentTypeNames, 'This type of document does not exist. Choose one from the list.')),
)

/** The filters in the page address, used by the list, the totals and the export. */
const filters = {
  search: z.optional(z.string().check(z.maxLength(100))),
  /** Type names separated by dots. */
  kinds: z.optional(kinds),
  status: z.optional(stateFilter),
  from: z.optional(day),
  to: z.optional(day),
  party: z.optional(z.uuid()),
  recordedBy: z.optional(z.string().check(z.maxLength(64))),
  /** Minimum and maximum total, in centavos. */
  least: z.optional(money),
  most: z.optional(money),
  files: z.optional(z.enum(['with', 'without'])),
  ...tagFilters,
  /** Only documents with an open balance or unused credit. */
  open: z.optional(z.literal('yes')),
  /**
   * By default, the newest recorded documents first. Without `ascending`: the latest date, the largest total, the most
   * urgent status, or Z to A.
   */
  order: z.optional(z.enum(listOrders)),
  ascending: z.optional(z.literal('yes')),
}
export type TransactionFilters = z.output<z.ZodMiniObject<typeof filters>>

/** Paged; `after` is the cursor of the previous page. */
export const listTransactions = endpoint({
  name: 'transactions.list',
  method: 'GET',
  path: '/api/transactions',
  access: everyone,
  query: z.strictObject({ ...filters, after: z.optional(listCursor) }),
  answer: z.object({ documents: z.array(documentRow), next: z.nullable(z.string()) }),
  failure: 'The transactions could not be loaded. Try again.',
})

export const typeTotal = z.object({
  kind: z.enum(documentTypeNames),
  documents: z.int(),
  voided: z.int(),
  /** Excludes void documents. */
  total: money,
  open: money,
})
export type TypeTotal = z.infer<typeof typeTotal>

/** The totals of the filtered documents by type, because an invoice and its payment can't be added up. */
export const sumTransactions = endpoint({
  name: 'transactions.totals',
  method: 'GET',
  path: '/api/transactions/totals',
  access: everyone,
  query: z.strictObject(filters),
  answer: z.object({
    kinds: z.array(typeTotal),
    /** All users who can have recorded something, for the filter. */
    people: z.array(z.string()),
  }),
  failure: 'The totals could not be calculated. Try again.',
})

export const exportTransactions = endpoint({
  name: 'transactions.export',
  method: 'GET',
  path: '/api/transactions/export/:format',
  access: everyone,
  params: z.strictObject({ format: z.enum(reportFormats) }),
  query: z.strictObject(filters),
  bytesOut: true,
  failure: 'The transactions could not be exported. Try again.',
})
