// The company overview: cash projected over thirteen weeks, debts by age, income and expenses, banks, and VAT.
import { day, month } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { expectedKinds, projectedWeeks } from '@talaan/ledger/reports/cash-projection.ts'
import type { ExpectedKind } from '@talaan/ledger/reports/cash-projection.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { duties } from '@talaan/ledger/tax/calendar/forms.ts'
import { endpoint } from './endpoint.ts'
import { everyone } from './roles.ts'

export const expectedKindWords = {
  receivable: 'Owed to you',
  payable: 'Owed by you',
  cheque: 'Post-dated cheque',
  recurring: 'Recurring',
  tax: 'Tax',
} satisfies Record<ExpectedKind, string>

/** The boxes of form 2550Q for output VAT and input VAT. */
export const vatBoxes = { output: '37', input: '60' } as const

const week = z.object({
  no: z.int(),
  from: day,
  to: day,
  moneyIn: money,
  moneyOut: money,
  /** The cash at the end of the week, and the cash if customers pay late or early. */
  cash: money,
  low: money,
  high: money,
  items: z.int(),
})

const overview = z.object({
  asOf: day,
  cash: money,
  weeks: z.array(week),
  /** Whether some receipts have a range of dates, based on how their customers have paid. */
  hasRange: z.boolean(),
  marks: z.array(z.object({ days: z.int(), day, cash: money, low: money, high: money })),
  /** Stored projections for dates in the last weeks, grouped by how many weeks ahead they were made. */
  backTest: z.array(
    z.object({
      weeksAhead: z.int(),
      projections: z.int(),
      /** The average of the differences, ignoring their signs. */
      meanDifference: money,
      /** The number of projections whose range contained the actual cash. */
      withinRange: z.int(),
      latest: z.object({ madeOn: day, day, projected: money, came: money }),
    }),
  ),
  lowest: z.object({ day, cash: money, week: z.int() }),
  /** Sentences about money that the projection does not include. */
  notCounted: z.array(z.string()),
  /** By the ages used in the aging reports, and advances that are not used yet. */
  receivable: z.object({ ages: z.array(money), credit: money }),
  payable: z.object({ ages: z.array(money), credit: money }),
  /** The months of the fiscal year. Future months have no figures, and months without a budget have no budget. */
  months: z.array(
    z.object({
      month,
      income: z.nullable(money),
      expense: z.nullable(money),
      incomeBefore: money,
      expenseBefore: money,
      incomeBudget: z.nullable(money),
      expenseBudget: z.nullable(money),
    }),
  ),
  /** Their balances add up to the total cash. */
  accounts: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      /** Transfers in transit have the type 'other'. */
      kind: z.enum(['cash', 'petty_cash', 'bank', 'ewallet', 'other']),
      currency: z.string(),
      /** In pesos, and in the account's own currency. */
      balance: money,
      held: money,
      /** Null for cash, and before the first reconciliation. */
      reconciledUntil: z.nullable(day),
    }),
  ),
  /**
   * The projection for each account; together, they are the projected cash. The last one has no label if some kind of
   * payment has never used an account.
   */
  byAccount: z.array(
    z.object({
      label: z.nullable(z.string()),
      balance: money,
      marks: z.array(z.object({ days: z.int(), balance: money })),
      lowest: z.object({ day, balance: money }),
    }),
  ),
  /** The current quarter in the VAT or percentage tax return; null for a company that files neither. */
  vat: z.nullable(
    z.object({
      duty: z.enum(duties),
      period: z.object({ from: day, to: day }),
      due: z.nullable(day),
      output: z.nullable(money),
      input: z.nullable(money),
      /** Negative is an excess. */
      payable: money,
      payableBox: z.string(),
    }),
  ),
})
export type Overview = z.infer<typeof overview>

/** Null for a user whom no administrator has given access. */
export const viewOverview = endpoint({
  name: 'overview.view',
  method: 'GET',
  path: '/api/overview',
  access: everyone,
  activity: false,
  answer: z.object({ overview: z.nullable(overview) }),
  failure: 'The overview could not be loaded. Try again.',
})

/** The items in one week of the projection. Their sum is the bar of the week. */
export const viewOverviewWeek = endpoint({
  name: 'overview.week',
  method: 'GET',
  path: '/api/overview/week',
  access: everyone,
  query: z.strictObject({
    no: z.optional(z.string().check(z.regex(/^([1-9]|1[0-3])$/, `Choose a week from 1 to ${projectedWeeks}.`))),
  }),
  answer: z.object({
    week: z.nullable(
      z.extend(week, {
        items: z.array(
          z.object({
            key: z.string(),
            kind: z.enum(expectedKinds),
            day,
            words: z.string(),
            amount: money,
            basis: z.string(),
            /** The account on which the payment is expected, and the reason. */
            account: z.string(),
            document: z.nullable(z.object({ id: z.uuid(), kind: z.enum(documentTypeNames) })),
            /** For a tax: its return, identified by the last date of the period. */
            filing: z.nullable(z.object({ duty: z.enum(duties), period: day })),
          }),
        ),
      }),
    ),
  }),
  failure: 'The items of the week could not be loaded. Try again.',
})
