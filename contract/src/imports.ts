// Batches: rows of a spreadsheet, all judged before any is recorded, and each document recorded once however often.
import { importKinds } from '@talaan/ledger/imports/all.ts'
import { money } from '@talaan/ledger/money.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants } from './roles.ts'

export const maximumImportRows = 1000
const maximumColumns = 50

export const importProblems = {
  columns: {
    code: 'imports.columns',
    status: 422,
    sentence: 'Say for each column of the form which column of the file it is; each may be chosen once.',
  },
} satisfies Record<string, Problem>

const kind = z.enum(importKinds, 'This kind cannot be imported.')
const columns = z
  .array(z.string().max(40).nullable())
  .max(maximumColumns, `A file has at most ${maximumColumns} columns.`)
const row = z.array(z.string().max(500, 'A cell has at most 500 characters here; shorten it.')).max(maximumColumns)
const rows = z
  .array(row)
  .min(1, 'There are no rows below the titles.')
  .max(maximumImportRows, `At most ${maximumImportRows.toLocaleString('en')} rows go into one batch; split the file.`)

/** The cells of a CSV or XLSX file as text, a table for each of its sheets. */
export const readImportFile = endpoint({
  name: 'imports.read',
  method: 'POST',
  path: '/api/imports/file',
  access: adminsAndAccountants,
  query: z.strictObject({ name: z.string().min(1).max(200) }),
  bytesIn: true,
  bodyLimit: 2 * 1024 * 1024,
  answer: z.object({ tables: z.array(z.array(z.array(z.string()))) }),
  failure: 'The file could not be read. Nothing is recorded; try again.',
})

export const importedDocument = z.object({
  /** Its rows, counted from 0 below the titles. */
  rows: z.array(z.number().int()),
  copy: z.number().int(),
  label: z.string(),
  /** What Yes has to send back; null where there are mistakes, and where it is recorded already. */
  digest: z.string().nullable(),
  total: money.nullable(),
  mistakes: z.array(z.object({ row: z.number().int(), column: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
  /** Of the document these rows became before, whatever the file was called then. */
  number: z.string().nullable(),
})
export type ImportedDocument = z.infer<typeof importedDocument>

/** Judges all rows and records none. */
export const checkImport = endpoint({
  name: 'imports.check',
  method: 'POST',
  path: '/api/imports/check',
  access: adminsAndAccountants,
  body: z.strictObject({ kind, columns, rows }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({ documents: z.array(importedDocument) }),
  failure: 'The rows could not be checked. Nothing is recorded; try again.',
})

/** Records one document of a checked batch; the same rows recorded again answer the document of the first time. */
export const recordImported = endpoint({
  name: 'imports.record',
  method: 'POST',
  path: '/api/imports',
  access: adminsAndAccountants,
  body: z.strictObject({
    kind,
    columns,
    rows,
    copy: z.number().int().min(0).max(maximumImportRows),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  answer: z.object({ documentId: z.uuid(), number: z.string(), already: z.boolean() }),
  failure: 'It is not certain that this was recorded. Try again: it is recorded once however often.',
})
