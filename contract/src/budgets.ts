// The budget of a fiscal year, by account and month, with its changes.
import { month } from '@talaan/ledger/core/date.ts'
import { accountCode } from '@talaan/ledger/core/fields.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants } from './roles.ts'

export const budgetProblems = {
  notAYear: {
    code: 'budgets.notAYear',
    status: 422,
    sentence: 'Choose a fiscal year from the list.',
  },
  noSuchAccount: {
    code: 'budgets.noSuchAccount',
    status: 422,
    sentence: 'A budget can only have income and expense accounts. Reload the page.',
  },
} satisfies Record<string, Problem>

const figures = z.array(money).check(z.length(12))

export const getBudget = endpoint({
  name: 'budgets.get',
  method: 'GET',
  path: '/api/budgets',
  access: accountants,
  query: z.strictObject({
    /** The first month of a fiscal year; the default is the current fiscal year. */
    from: z.optional(month),
  }),
  answer: z.object({
    from: month,
    label: z.string(),
    months: z.array(month).check(z.length(12)),
    /** The years with entries or a budget, and the next year; newest first. */
    years: z.array(z.object({ from: month, label: z.string() })),
    /** Centavos on the normal side of the account. */
    accounts: z.array(
      z.object({ code: z.string(), name: z.string(), line: z.string(), budget: figures, lastYear: figures }),
    ),
    /** Newest first. */
    changes: z.array(z.object({ at: z.string(), by: z.string(), figures: z.int(), accounts: z.int() })),
  }),
  failure: 'The budget could not be loaded. Try again.',
})

/** Sends only the changed figures; the same change sent twice is stored once. */
export const saveBudget = endpoint({
  name: 'budgets.save',
  method: 'PUT',
  path: '/api/budgets/:from/:changeId',
  access: accountants,
  params: z.strictObject({ from: month, changeId: z.uuid() }),
  body: z.strictObject({
    amounts: z
      .array(z.strictObject({ account: accountCode, month, amount: money }))
      .check(
        z.minLength(1, 'Nothing was changed.'),
        z.maxLength(5_000, 'This budget has too many accounts to save in one step. Save fewer accounts at a time.'),
      ),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The budget may not have been saved. Reload the page and check.',
})
