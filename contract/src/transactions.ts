// Transactions: everything that was recorded, of every kind, found by what one knows of it, added up and taken along.
import { day } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { documentRow, documentStatus } from './documents.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { reportFormats } from './reports.ts'
import { everyone } from './roles.ts'

/** A file of more rows than this is no use on its medium, or too much at once. */
export const maxRows: Record<(typeof reportFormats)[number], number> = { csv: 200_000, xlsx: 50_000, pdf: 5_000 }

/** As many vouchers are taken along in one file. */
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
  z.array(z.enum(documentTypeNames, 'This type of document does not exist.')),
)

/** What the address of the page says; the same filters list, add up and export. */
const filters = {
  search: z.optional(z.string().check(z.maxLength(100))),
  /** Names of kinds with a point between them. */
  kinds: z.optional(kinds),
  status: z.optional(documentStatus),
  from: z.optional(day),
  to: z.optional(day),
  party: z.optional(z.uuid()),
  recordedBy: z.optional(z.string().check(z.maxLength(64))),
  /** Amounts between which the total lies, in centavos. */
  least: z.optional(money),
  most: z.optional(money),
  files: z.optional(z.enum(['with', 'without'])),
  /** Only what is still owed or still a credit. */
  open: z.optional(z.literal('yes')),
  /** Newest recorded first unless said otherwise, or the latest day first. */
  order: z.optional(z.enum(['recorded', 'day'])),
}
export type TransactionFilters = z.output<z.ZodMiniObject<typeof filters>>

/** A page at a time; `after` is the cursor of the page before. */
export const listTransactions = endpoint({
  name: 'transactions.list',
  method: 'GET',
  path: '/api/transactions',
  access: everyone,
  query: z.strictObject({ ...filters, after: z.optional(z.string().check(z.maxLength(120))) }),
  answer: z.object({ documents: z.array(documentRow), next: z.nullable(z.string()) }),
  failure: 'The transactions could not be loaded. Try again.',
})

export const typeTotal = z.object({
  kind: z.enum(documentTypeNames),
  documents: z.int(),
  voided: z.int(),
  /** Of those that are not void. */
  total: money,
  open: money,
})
export type TypeTotal = z.infer<typeof typeTotal>

/** What all the filtered documents come to, kind by kind: an invoice and its payment are not one sum. */
export const sumTransactions = endpoint({
  name: 'transactions.totals',
  method: 'GET',
  path: '/api/transactions/totals',
  access: everyone,
  query: z.strictObject(filters),
  answer: z.object({
    kinds: z.array(typeTotal),
    /** Whoever may have recorded something: the choices of that filter. */
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
