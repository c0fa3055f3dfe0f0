// The annual inventory list: the count of a year-end, its comparison with the books, and its files.
import { day } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { costMethods } from '@talaan/ledger/reports/annual/profile.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { reportFormats, table } from './reports.ts'
import { accountants } from './roles.ts'

export const maximumCountLines = 5000

export const inventoryProblems = {
  notAYearEnd: {
    code: 'inventory.notAYearEnd',
    status: 404,
    sentence: 'This date is not the end of a fiscal year. Choose a year from the list.',
  },
  mistakes: {
    code: 'inventory.mistakes',
    status: 422,
    sentence: 'Some rows have errors, so the count was not saved. Correct them and check the file again.',
  },
  noCount: {
    code: 'inventory.noCount',
    status: 404,
    sentence: 'No count has been entered for this year. Upload the count first.',
  },
} satisfies Record<string, Problem>

const method = z.enum(costMethods, 'Choose the inventory valuation method.')
const rows = z
  .array(
    z
      .array(z.string().check(z.maxLength(500, 'A cell can have at most 500 characters. Shorten it.')))
      .check(z.maxLength(50)),
  )
  .check(
    z.minLength(1, 'The file is empty.'),
    z.maxLength(
      maximumCountLines + 1,
      `A count can have at most ${maximumCountLines.toLocaleString('en')} lines. Combine or remove lines.`,
    ),
  )

export const viewInventory = endpoint({
  name: 'inventory.view',
  method: 'GET',
  path: '/api/inventory',
  access: accountants,
  /** The last day of a fiscal year; the default is the latest year that has ended. */
  query: z.strictObject({ to: z.optional(day) }),
  answer: z.object({
    to: day,
    years: z.array(day),
    /** The valuation method in the details of the annual statements. */
    method,
    count: z.nullable(
      z.object({
        method,
        lines: z.int(),
        at: z.string(),
        by: z.string(),
        table,
        /** The company's own goods, goods owned by others, the inventory accounts, and the books less the count. */
        counted: money,
        others: money,
        booked: money,
        difference: money,
        /** The adjustment, which is reviewed and recorded as a journal voucher; null if there is no difference. */
        voucher: z.nullable(
          z.object({
            day,
            reference: z.string(),
            memo: z.string(),
            lines: z.array(z.object({ account: z.string(), debit: money, credit: money, memo: z.string() })),
          }),
        ),
        declaration: z.array(z.string()),
      }),
    ),
    balances: z.array(z.object({ code: z.string(), name: z.string(), balance: money })),
  }),
  failure: 'The inventory list could not be created. Try again.',
})
export type Inventory = z.output<typeof viewInventory.answer>

/** The contents of the rows of a file; saves nothing. */
export const checkCount = endpoint({
  name: 'inventory.check',
  method: 'POST',
  path: '/api/inventory/check',
  access: accountants,
  body: z.strictObject({ rows }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({
    lines: z.int(),
    total: money,
    mistakes: z.array(z.object({ row: z.int(), message: z.string() })),
  }),
  failure: 'The count could not be checked. Nothing was saved; try again.',
})

/**
 * Saves a count. It replaces an earlier count of the same year, which stays stored. A repeated call saves it only once.
 */
export const saveCount = endpoint({
  name: 'inventory.save',
  method: 'PUT',
  path: '/api/inventory/:to/:countId',
  access: accountants,
  params: z.strictObject({ to: day, countId: z.uuid() }),
  body: z.strictObject({ method, rows }),
  bodyLimit: 4 * 1024 * 1024,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The count may not have been saved. Reload the page and check.',
})

export const printInventory = endpoint({
  name: 'inventory.print',
  method: 'GET',
  path: '/api/inventory/:to/files/:format',
  access: accountants,
  params: z.strictObject({ to: day, format: z.enum(reportFormats) }),
  bytesOut: true,
  failure: 'The inventory list could not be printed. Try again.',
})
