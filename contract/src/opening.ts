// Opening balances as a sheet, which is validated as a whole and then recorded document by document.
import { maximumOpeningRows } from '@talaan/ledger/documents/opening/fields.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { fieldMistake, type Problem } from './problem.ts'
import { adminsAndAccountants } from './roles.ts'

export const maximumOpeningItems = 1000
export const openingFileLimitBytes = 1024 * 1024

export const openingProblems = {
  unreadable: {
    code: 'opening.unreadable',
    status: 422,
    sentence: 'This file could not be read. Save it as CSV or XLSX with plain rows, then try again.',
  },
  tooHeavy: {
    code: 'opening.tooHeavy',
    status: 422,
    sentence:
      'Reading this file took too long or needed too much memory. Copy the table that you need to a new file and upload that file.',
  },
} satisfies Record<string, Problem>

const cell = z.string().check(z.maxLength(200, 'Shorten this text to 200 characters.'))

export const openingSheet = z.strictObject({
  day: cell,
  rows: z
    .array(z.strictObject({ account: cell, debit: cell, credit: cell, foreign: cell }))
    .check(
      z.maxLength(
        maximumOpeningRows,
        `A sheet can have at most ${maximumOpeningRows} balances. Combine or remove rows.`,
      ),
    ),
  items: z
    .array(z.strictObject({ account: cell, party: cell, number: cell, day: cell, dueDay: cell, amount: cell }))
    .check(
      z.maxLength(
        maximumOpeningItems,
        `A sheet can have at most ${maximumOpeningItems} open items. Record the others on another sheet.`,
      ),
    ),
})

/** Validates the sheet and returns its documents, but stores nothing. The same sheet gives the same draft ids. */
export const checkOpening = endpoint({
  name: 'opening.check',
  method: 'POST',
  path: '/api/opening-balances/:importId/check',
  access: adminsAndAccountants,
  params: z.strictObject({ importId: z.uuid() }),
  body: z.strictObject({ sheet: openingSheet }),
  bodyLimit: 2 * 1024 * 1024,
  answer: z.object({
    documents: z.array(
      z.object({
        draftId: z.uuid(),
        fields: z.record(z.string(), z.unknown()),
        /** The rows of the sheet for this document: the balances, or one open item. */
        item: z.nullable(z.int()),
        amount: money,
        /** The document number, if it is already recorded. */
        number: z.nullable(z.string()),
      }),
    ),
    mistakes: z.array(fieldMistake),
    warnings: z.array(z.string()),
    debits: money,
    credits: money,
  }),
  failure: 'The balances could not be checked. Nothing was recorded; try again.',
})

/** The cells of a CSV or XLSX file as text, one table per sheet. */
export const readOpeningFile = endpoint({
  name: 'opening.readFile',
  method: 'POST',
  path: '/api/opening-balances/file',
  access: adminsAndAccountants,
  query: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
  bytesIn: true,
  bodyLimit: openingFileLimitBytes,
  answer: z.object({ tables: z.array(z.array(z.array(z.string()))) }),
  failure: 'The file could not be read. Nothing was changed; try again.',
})
