// Reports: one call returns a report as a table, another one prints the same table as a file.
import { isFigure } from '@talaan/ledger/reports/table.ts'
import type { Cell, Table } from '@talaan/ledger/reports/table.ts'
import { day } from '@talaan/ledger/core/date.ts'
import { allPeriodNames } from '@talaan/ledger/core/periods.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { cashFlowMethods } from '@talaan/ledger/reports/cash-flow.ts'
import { plainTextFormats } from '@talaan/ledger/reports/plain-text.ts'
import { columnSpans, maxParts, rowLevels } from '@talaan/ledger/reports/columns.ts'
import { comparisons } from '@talaan/ledger/reports/statements.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants, everyone } from './roles.ts'
import { tagFilters, tagKinds } from './tag-kinds.ts'

export const reportNames = [
  'trial-balance',
  'income-statement',
  'balance-sheet',
  'changes-in-equity',
  'cash-flow',
  'monthly',
  'sales-by-customer',
  'purchases-by-supplier',
  'expenses-by-type',
  'account-entries',
  'receivable-ageing',
  'payable-ageing',
  'certificate-ageing',
  'cheque-register',
  'post-dated-cheques',
  'bank-reconciliation',
  'proof-of-cash',
  'budget',
] as const
export type ReportName = (typeof reportNames)[number]
export const reportFormats = ['xlsx', 'pdf', 'csv'] as const

/**
 * The time limit in seconds for a report of an earlier state of the books, for a comparison, and for explaining a
 * figure.
 */
export const reportSeconds = 20

export const reportProblems = {
  noSuchAccount: {
    code: 'reports.noSuchAccount',
    status: 404,
    sentence: 'No account has this code. Choose an account from the list.',
  },
  tooManyColumns: {
    code: 'reports.tooManyColumns',
    status: 400,
    sentence: `A report can have at most ${maxParts} columns. Choose a shorter period, or columns by quarter or year.`,
  },
  takesTooLong: {
    code: 'reports.takesTooLong',
    status: 422,
    sentence: `The report took more than ${reportSeconds} seconds and was stopped. Choose a shorter period or fewer columns, or show the books as they are now.`,
  },
  byTagAlone: {
    code: 'reports.byTagAlone',
    status: 400,
    sentence:
      'Columns by tag cannot be combined with columns by period or comparisons. Choose One column, and clear the comparisons.',
  },
  budgetWithoutTags: {
    code: 'reports.budgetWithoutTags',
    status: 400,
    sentence: 'The budget has no tags. Remove the tag, or the comparison with the budget.',
  },
  daysReversed: {
    code: 'reports.daysReversed',
    status: 400,
    sentence: 'The start date is after the end date. Swap them.',
  },
} satisfies Record<string, Problem>

/** The comparisons for a report whose columns can't be chosen. */
export const comparison = z.enum(comparisons)

const columnKinds = ['text', 'code', 'day', 'money', 'count', 'percent'] as const
const column = z.object({
  key: z.string(),
  title: z.string(),
  kind: z.enum(columnKinds),
  width: z.optional(z.number()),
})
const link = z.union([
  z.object({ to: z.literal('account'), code: z.string() }),
  z.object({ to: z.literal('document'), id: z.string(), kind: z.enum(documentTypeNames) }),
  z.object({ to: z.literal('statement'), side: z.enum(['receivable', 'payable']), party: z.string() }),
  z.object({ to: z.literal('salesList'), month: z.string() }),
])
const wireTable = z.object({
  name: z.string(),
  title: z.string(),
  period: z.string(),
  company: z.object({ name: z.string(), tinLine: z.string(), address: z.string() }),
  columns: z.array(column),
  rows: z.array(
    z.object({
      cells: z.array(z.nullable(z.string())),
      emphasis: z.optional(z.enum(['heading', 'subtotal', 'total'])),
      link: z.optional(link),
    }),
  ),
  notes: z.array(z.string()),
})

/** Figures are sent as strings; the kind of the column says which cells are figures. */
export const table = z.codec(wireTable, z.custom<Table>(), {
  decode: (wire): Table => ({
    ...wire,
    rows: wire.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, at) => fromWire(cell, wire.columns[at]?.kind)),
    })),
  }),
  encode: (value) => ({
    ...value,
    rows: value.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => (cell === null ? null : cell.toString())),
    })),
  }),
})

const fromWire = (cell: string | null, kind: (typeof columnKinds)[number] | undefined): Cell =>
  cell !== null && kind !== undefined && isFigure(kind) ? BigInt(cell) : cell

/** The name of a period or a date, which the server resolves with the company's fiscal year. */
const periodName = z.enum([...allPeriodNames, 'today'])

const yes = z.literal('yes')

/** The query for all reports; each report uses only a part of it. */
export const reportQuery = z.strictObject({
  period: z.optional(periodName),
  asOf: z.optional(day),
  account: z.optional(z.string().check(z.maxLength(20))),
  from: z.optional(day),
  to: z.optional(day),
  /** Statements accept several, separated by commas. */
  compare: z.optional(z.string().check(z.regex(/^[a-z]+(,[a-z]+){0,2}$/, 'Choose a comparison from the list.'))),
  columns: z.optional(z.enum(columnSpans)),
  difference: z.optional(yes),
  percent: z.optional(yes),
  rows: z.optional(z.enum(rowLevels)),
  zeros: z.optional(yes),
  ...tagFilters,
  /** A column for each project, department or branch. */
  by: z.optional(z.enum(tagKinds)),
  method: z.optional(z.enum(cashFlowMethods)),
  /** The books as recorded up to the end of this date. */
  known: z.optional(day),
  /** The cursor for the next page of a long report, on the screen only. */
  after: z.optional(z.string().check(z.maxLength(100))),
})
export type ReportQuery = z.infer<typeof reportQuery>

/** The dates that a report shows. For a report as of a date, `from` is the start of its fiscal year. */
const reportPeriod = z.object({ name: z.string(), from: day, to: day })
export type ReportPeriod = z.infer<typeof reportPeriod>

export const viewReport = endpoint({
  name: 'reports.view',
  logsRead: true,
  method: 'GET',
  path: '/api/reports/:report',
  access: accountants,
  params: z.strictObject({ report: z.enum(reportNames) }),
  query: reportQuery,
  answer: z.object({ table, next: z.nullable(z.string()), period: z.nullable(reportPeriod) }),
  failure: 'The report could not be created. Try again.',
})

export const printReport = endpoint({
  name: 'reports.print',
  method: 'GET',
  path: '/api/reports/:report/:format',
  access: accountants,
  params: z.strictObject({ report: z.enum(reportNames), format: z.enum(reportFormats) }),
  query: reportQuery,
  bytesOut: true,
  failure: 'The report could not be printed. Try again.',
})

const ofParty = { side: z.enum(['receivable', 'payable']), partyId: z.uuid() }
const days = z.strictObject({ period: z.optional(periodName), from: z.optional(day), to: z.optional(day) })

/**
 * The statement of account of one customer or supplier. Every role can open it, because all users need it to collect
 * and pay.
 */
export const viewStatement = endpoint({
  name: 'statements.view',
  logsRead: true,
  method: 'GET',
  path: '/api/statements/:side/:partyId',
  access: everyone,
  params: z.strictObject(ofParty),
  query: days,
  answer: z.object({ table, period: reportPeriod }),
  failure: 'The statement of account could not be created. Try again.',
})

export const printStatement = endpoint({
  name: 'statements.print',
  method: 'GET',
  path: '/api/statements/:side/:partyId/:format',
  access: everyone,
  params: z.strictObject({ ...ofParty, format: z.enum(reportFormats) }),
  query: days,
  bytesOut: true,
  failure: 'The statement of account could not be printed. Try again.',
})

/** The entries of a period as plain-text accounting, for other programs. */
export const exportJournal = endpoint({
  name: 'journal.export',
  method: 'GET',
  path: '/api/journal/:format',
  access: accountants,
  params: z.strictObject({ format: z.enum(plainTextFormats) }),
  query: z.strictObject({ from: day, to: day }),
  bytesOut: true,
  failure: 'The journal could not be exported. Try again.',
})
