// Batches of spreadsheet rows: all rows are validated before any is recorded, and each document is recorded only once.
import { day } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { importKinds } from '@talaan/ledger/documents/import/kinds.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants } from './roles.ts'
import { chosenTags } from './tag-kinds.ts'

export const maximumImportRows = 1000
const maximumColumns = 50

export const importProblems = {
  columns: {
    code: 'imports.columns',
    status: 422,
    sentence: 'Match each field to a column of the file. Use each column only once.',
  },
  mistakes: {
    code: 'imports.mistakes',
    status: 422,
    sentence: 'Some rows have errors, so nothing was recorded. Correct them and check the file again.',
  },
  nothingDue: {
    code: 'imports.nothingDue',
    status: 409,
    sentence: 'All of these rows have already been recorded. Choose another file.',
  },
  controlTotal: {
    code: 'imports.controlTotal',
    status: 422,
    sentence:
      'The file does not match the number of documents or control total you entered. Find the difference before you record the documents.',
  },
  batchNotThere: {
    code: 'imports.batchNotThere',
    status: 404,
    sentence: 'This batch no longer exists. Check the file again; nothing is recorded twice.',
  },
  notUndone: {
    code: 'imports.notUndone',
    status: 409,
    sentence: 'The batch cannot be undone, so nothing was changed. Resolve the problems shown, then try again.',
  },
} satisfies Record<string, Problem>

export const importKind = z.enum(importKinds, 'This type of document cannot be imported. Record it in its form.')
export const importColumns = z
  .array(z.nullable(z.string().check(z.maxLength(40))))
  .check(
    z.maxLength(
      maximumColumns,
      `A file can have at most ${maximumColumns} columns. Delete the columns you do not need.`,
    ),
  )
const row = z
  .array(z.string().check(z.maxLength(500, 'A cell can have at most 500 characters. Shorten it.')))
  .check(z.maxLength(maximumColumns))
export const importRows = z
  .array(row)
  .check(
    z.minLength(1, 'There are no rows below the column headings. Add rows and try again.'),
    z.maxLength(
      maximumImportRows,
      `At most ${maximumImportRows.toLocaleString('en')} rows fit in one batch. Split the file.`,
    ),
  )
/** Whether voided documents are recorded again from the same rows. */
const again = z._default(z.boolean('Choose yes or no.'), false)

/** The cells of a CSV or XLSX file as text, one table per sheet. */
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
  /** The rows of the document, counted from 0 below the headings. */
  rows: z.array(z.int()),
  label: z.string(),
  /** Null for rows with errors, rows that are already recorded, and rows without an amount. */
  total: z.nullable(money),
  mistakes: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
  /** The document that was recorded earlier from the same rows, regardless of the file name. */
  number: z.nullable(z.string()),
  /** The voided document from the same rows; it is recorded again only with `again`. */
  voided: z.nullable(z.object({ number: z.string(), day: z.string(), reason: z.string() })),
})
export type ImportedDocument = z.infer<typeof importedDocument>

/** Validates each row as if the previous rows were recorded, and records nothing. */
export const checkImport = endpoint({
  name: 'imports.check',
  method: 'POST',
  path: '/api/imports/check',
  access: adminsAndAccountants,
  body: z.strictObject({ kind: importKind, columns: importColumns, rows: importRows, again }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({ documents: z.array(importedDocument) }),
  failure: 'The rows could not be checked. Nothing was recorded; try again.',
})

/** Validates all rows again, compares them with the count and the control total, and opens the batch for recording. */
export const beginImport = endpoint({
  name: 'imports.begin',
  method: 'POST',
  path: '/api/imports',
  access: adminsAndAccountants,
  body: z.strictObject({
    kind: importKind,
    columns: importColumns,
    rows: importRows,
    again,
    count: z.number('Enter the number of documents.').check(z.int('Enter a whole number.'), z.minimum(0)),
    /** Null without an amount. */
    total: z.nullable(money),
    /** For all documents of the batch. */
    tags: z._default(chosenTags, {}),
  }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({ batchId: z.uuid(), due: z.int() }),
  failure: 'The batch may not have been started. No document was recorded; try again.',
})

/** Documents that a call records at most, in one transaction; progress shows between calls. */
export const maximumRecordedAtOnce = 20

/**
 * Records the documents of the batch from a position, in order. If one of them is refused, only the first is recorded or refused, so
 * that the next call continues after it. Repeating the call returns the same documents.
 */
export const recordImported = endpoint({
  name: 'imports.record',
  method: 'POST',
  path: '/api/imports/:batchId/documents',
  access: adminsAndAccountants,
  params: z.strictObject({ batchId: z.uuid() }),
  body: z.strictObject({
    at: z.int().check(z.minimum(0), z.maximum(maximumImportRows)),
    count: z._default(z.int().check(z.minimum(1), z.maximum(maximumRecordedAtOnce)), 1),
  }),
  answer: z.object({ recorded: z.array(z.object({ number: z.string(), already: z.boolean() })).check(z.minLength(1)) }),
  failure: "The document may not have been recorded. Try again; it won't be recorded twice.",
})

/** The newest batches, each with the documents recorded from it. */
export const listImports = endpoint({
  name: 'imports.list',
  method: 'GET',
  path: '/api/imports',
  access: adminsAndAccountants,
  answer: z.object({
    imports: z.array(
      z.object({
        id: z.uuid(),
        kind: importKind,
        by: z.string(),
        at: z.string(),
        recorded: z.int(),
        voided: z.int(),
        /** In the currencies of the documents, added up as the batch shows them. */
        total: z.nullable(money),
      }),
    ),
  }),
  failure: 'The imported batches could not be loaded. Try again.',
})

const byBatch = z.strictObject({ batchId: z.uuid() })
const typeName = z.enum(documentTypeNames)
const named = z.object({ id: z.uuid(), kind: typeName, number: z.string() })

/** The documents that undoing a batch would void, and the other effects. */
export const previewUndoImport = endpoint({
  name: 'imports.previewUndo',
  method: 'GET',
  path: '/api/imports/:batchId/undo',
  access: adminsAndAccountants,
  params: byBatch,
  query: z.strictObject({ day }),
  answer: z.object({
    documents: z.array(z.object({ ...named.shape, isVoid: z.boolean() })),
    /** Documents outside the batch that depend on it, and that have to be voided first. */
    blockers: z.array(named),
    /** The reasons why documents cannot be voided on that date. */
    refusals: z.array(z.object({ number: z.string(), words: z.string() })),
    /** The sentences; if there is a document, its number comes before the sentence. */
    consequences: z.array(z.object({ words: z.string(), document: z.nullable(named) })),
    moreConsequences: z.int(),
  }),
  failure: 'The effects of undoing the batch could not be loaded. Try again.',
})

/** Voids all documents of the batch that are not void yet, or none of them. */
export const undoImport = endpoint({
  name: 'imports.undo',
  method: 'POST',
  path: '/api/imports/:batchId/undo',
  access: adminsAndAccountants,
  params: byBatch,
  body: z.strictObject({
    day,
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(5, 'Enter a reason of at least five characters.'),
        z.maxLength(200, 'Shorten the reason to 200 characters.'),
      ),
  }),
  answer: z.object({ voided: z.int() }),
  failure: "The batch may not have been undone. Reload the page and check; it won't be undone twice.",
})
