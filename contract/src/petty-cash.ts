// Petty cash funds: their cash, the payments since the last replenishment, and their counts.
import { day } from '@talaan/ledger/core/date.ts'
import { countedBy, custodian, pieces, witness } from '@talaan/ledger/documents/pettycashfund/fields.ts'
import { memo } from '@talaan/ledger/core/fields.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { everyone } from './roles.ts'

export const pettyCashProblems = {
  notThere: {
    code: 'pettyCash.notThere',
    status: 404,
    sentence: 'This petty cash fund does not exist. Choose one from the list.',
  },
  differs: {
    code: 'pettyCash.differs',
    status: 409,
    sentence: 'The cash counted differs from the books. Press Review to post the difference.',
  },
  dayToCome: {
    code: 'pettyCash.dayToCome',
    status: 422,
    sentence: 'A cash count cannot be dated in the future. Choose today or earlier.',
  },
  other: {
    code: 'pettyCash.other',
    status: 409,
    sentence: 'This count was already saved with different figures. Start a new count.',
  },
} satisfies Record<string, Problem>

const fundDocument = z.object({ documentId: z.uuid(), number: z.string(), day, paidTo: z.string(), amount: money })

export const cashCount = z.object({
  day,
  counted: money,
  /** A positive amount is an overage, a negative amount a shortage. */
  difference: money,
  countedBy: z.string(),
  witness: z.string(),
  custodian: z.string(),
  /** The document that posted a difference or a replenishment; null if the cash agreed. */
  number: z.nullable(z.string()),
  documentId: z.nullable(z.uuid()),
})

/**
 * A fund as of a date. Its fixed amount consists of its cash, the vouchers since the last replenishment, open advances,
 * and earlier shortages.
 */
export const getPettyCashFund = endpoint({
  name: 'pettyCash.fund',
  method: 'GET',
  path: '/api/petty-cash-funds/:account',
  access: everyone,
  frame: true,
  params: z.strictObject({ account: z.string().check(z.regex(/^\d{4}$/, 'Choose a fund from the list.')) }),
  query: z.strictObject({ day: z.optional(day) }),
  answer: z.object({
    account: z.string(),
    name: z.string(),
    custodian: z.string(),
    float: money,
    balance: money,
    vouchers: z.array(fundDocument),
    advances: z.array(fundDocument),
    counts: z.array(cashCount),
  }),
  failure: 'The petty cash fund could not be loaded. Try again.',
})

/**
 * Stores a count that agrees with the books, with the names of the counter and the custodian. The same id is stored
 * only once.
 */
export const keepCount = endpoint({
  name: 'pettyCash.keepCount',
  method: 'POST',
  path: '/api/petty-cash-counts',
  access: everyone,
  frame: true,
  body: z.strictObject({
    id: z.uuid(),
    account: z.string().check(z.regex(/^\d{4}$/, 'Choose a fund from the list.')),
    day,
    count: pieces,
    countedBy: countedBy.check(z.refine((name) => name !== '', 'Enter who counted the cash.')),
    witness,
    custodian,
    memo,
  }),
  answer: z.object({ counted: money }),
  failure: "The count may not have been saved. Try again; it won't be saved twice.",
})
