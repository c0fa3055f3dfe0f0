// The company at a glance: cash projected over thirteen weeks, debts by age, income and expense, banks, and VAT.
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

/** The boxes of form 2550Q with output and input VAT. */
export const vatBoxes = { output: '37', input: '60' } as const

const week = z.object({
  no: z.int(),
  from: day,
  to: day,
  moneyIn: money,
  moneyOut: money,
  /** At the end of the week, and the same if customers pay late or early. */
  cash: money,
  low: money,
  high: money,
  items: z.int(),
})

const overview = z.object({
  asOf: day,
  cash: money,
  weeks: z.array(week),
  /** Some receipts have a range, from how their customers paid. */
  hasRange: z.boolean(),
  marks: z.array(z.object({ days: z.int(), day, cash: money, low: money, high: money })),
  /** Stored projections whose dates came in the last weeks, by how many weeks ahead they looked. */
  backTest: z.array(
    z.object({
      weeksAhead: z.int(),
      projections: z.int(),
      /** The average of the differences without their signs. */
      meanDifference: money,
      /** Those whose range had the cash that came. */
      withinRange: z.int(),
      latest: z.object({ madeOn: day, day, projected: money, came: money }),
    }),
  ),
  lowest: z.object({ day, cash: money, week: z.int() }),
  /** Sentences about money that the projection leaves out. */
  notCounted: z.array(z.string()),
  /** By the ages of the ageing reports, and unused advances. */
  receivable: z.object({ ages: z.array(money), credit: money }),
  payable: z.object({ ages: z.array(money), credit: money }),
  /** The months of the fiscal year; those to come have no figures, and those without a budget no budget. */
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
  /** Their balances add up to the cash. */
  accounts: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      /** Transfers in transit are 'other'. */
      kind: z.enum(['cash', 'petty_cash', 'bank', 'ewallet', 'other']),
      currency: z.string(),
      /** In pesos, and in the account's own currency. */
      balance: money,
      held: money,
      /** Null for cash, and before the first reconciliation. */
      reconciledUntil: z.nullable(day),
    }),
  ),
  /** The projection by account, together the projected cash. The last has no label if payments of a kind never had an account. */
  byAccount: z.array(
    z.object({
      label: z.nullable(z.string()),
      balance: money,
      marks: z.array(z.object({ days: z.int(), balance: money })),
      lowest: z.object({ day, balance: money }),
    }),
  ),
  /** The running quarter of the VAT or percentage tax return; null for a company with neither. */
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

/** Null for a user whom no administrator has let see it. */
export const viewOverview = endpoint({
  name: 'overview.view',
  method: 'GET',
  path: '/api/overview',
  access: everyone,
  activity: false,
  answer: z.object({ overview: z.nullable(overview) }),
  failure: 'The overview could not be loaded. Try again.',
})

/** The items of one week of the projection; their sum is the week's bar. */
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
            /** The account on which it is expected, and why. */
            account: z.string(),
            document: z.nullable(z.object({ id: z.uuid(), kind: z.enum(documentTypeNames) })),
            /** Of a tax: its return, by the last date of the period. */
            filing: z.nullable(z.object({ duty: z.enum(duties), period: day })),
          }),
        ),
      }),
    ),
  }),
  failure: 'The items of the week could not be loaded. Try again.',
})
