// Batches: rows of a spreadsheet, all judged before any is recorded, and each document recorded once however often.
import { importKinds } from '@talaan/ledger/documents/import/kinds.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants } from './roles.ts'

export const maximumImportRows = 1000
const maximumColumns = 50

export const importProblems = {
  columns: {
    code: 'imports.columns',
    status: 422,
    sentence: 'Match each field to a column of the file. Each column can be used once.',
  },
  mistakes: {
    code: 'imports.mistakes',
    status: 422,
    sentence: 'Some rows have errors, so nothing was recorded. Fix them and check the file again.',
  },
  nothingDue: {
    code: 'imports.nothingDue',
    status: 409,
    sentence: 'All of these rows are already recorded.',
  },
  controlTotal: {
    code: 'imports.controlTotal',
    status: 422,
    sentence:
      'The file does not match the number of documents or control total you entered. Find the difference before you record.',
  },
  batchNotThere: {
    code: 'imports.batchNotThere',
    status: 404,
    sentence: 'This batch no longer exists. Check the file again; nothing is recorded twice.',
  },
} satisfies Record<string, Problem>

const kind = z.enum(importKinds, 'This type of document cannot be imported.')
const columns = z
  .array(z.nullable(z.string().check(z.maxLength(40))))
  .check(z.maxLength(maximumColumns, `A file has at most ${maximumColumns} columns.`))
const row = z
  .array(z.string().check(z.maxLength(500, 'A cell can have at most 500 characters. Shorten it.')))
  .check(z.maxLength(maximumColumns))
const rows = z
  .array(row)
  .check(
    z.minLength(1, 'There are no rows below the column headings.'),
    z.maxLength(
      maximumImportRows,
      `At most ${maximumImportRows.toLocaleString('en')} rows fit in one batch. Split the file.`,
    ),
  )
/** Whether what these rows became before and was voided since is recorded once more. */
const again = z._default(z.boolean('Choose yes or no.'), false)

/** The cells of a CSV or XLSX file as text, a table for each of its sheets. */
export const readImportFile = endpoint({
  name: 'imports.read',
  method: 'POST',
  path: '/api/imports/file',
  access: adminsAndAccountants,
  query: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
  bytesIn: true,
  bodyLimit: 2 * 1024 * 1024,
  answer: z.object({ tables: z.array(z.array(z.array(z.string()))) }),
  failure: 'The file could not be read. Nothing was recorded; try again.',
})

export const importedDocument = z.object({
  /** Its rows, counted from 0 below the titles. */
  rows: z.array(z.int()),
  label: z.string(),
  /** Null where there are mistakes, where it is recorded already, and of what has no amount. */
  total: z.nullable(money),
  mistakes: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
  /** Of what these rows became before and still is in the books, whatever the file was called then. */
  number: z.nullable(z.string()),
  /** What they became before and was voided since: recorded once more only if `again` was said. */
  voided: z.nullable(z.object({ number: z.string(), day: z.string(), reason: z.string() })),
})
export type ImportedDocument = z.infer<typeof importedDocument>

/** Judges all rows, each as if those before it were recorded, and records none. */
export const checkImport = endpoint({
  name: 'imports.check',
  method: 'POST',
  path: '/api/imports/check',
  access: adminsAndAccountants,
  body: z.strictObject({ kind, columns, rows, again }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({ documents: z.array(importedDocument) }),
  failure: 'The rows could not be checked. Nothing was recorded; try again.',
})

/** Judges all rows once more, compares them with the count and control total, and opens the batch for recording. */
export const beginImport = endpoint({
  name: 'imports.begin',
  method: 'POST',
  path: '/api/imports',
  access: adminsAndAccountants,
  body: z.strictObject({
    kind,
    columns,
    rows,
    again,
    count: z.number('Enter the number of documents.').check(z.int('Enter a whole number.'), z.minimum(0)),
    /** Null for what has no amount. */
    total: z.nullable(money),
  }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({ batchId: z.uuid(), due: z.int() }),
  failure: 'The batch may not have been started. No document was recorded; try again.',
})

/** Records one document of the batch, in their order; recorded again it answers the document of the first time. */
export const recordImported = endpoint({
  name: 'imports.record',
  method: 'POST',
  path: '/api/imports/:batchId/documents',
  access: adminsAndAccountants,
  params: z.strictObject({ batchId: z.uuid() }),
  body: z.strictObject({ at: z.int().check(z.minimum(0), z.maximum(maximumImportRows)) }),
  answer: z.object({ number: z.string(), already: z.boolean() }),
  failure: 'The document may not have been recorded. Try again; it is recorded only once.',
})
