// The closing of a month: what stands between now and closed, how it is explained, the entries it asks for, the seal, and
// the reopening.
import { disposalFields, disposalReasons } from '@talaan/ledger/accounts/disposal.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { day, month } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { assetFields, recurringFields, recurringKinds } from '@talaan/ledger/accounts/month-end.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants } from './roles.ts'

export const closingProblems = {
  notNow: { code: 'closing.notNow', status: 409, sentence: 'This month cannot be closed or reopened now.' },
  unexplained: {
    code: 'closing.unexplained',
    status: 409,
    sentence: 'This month cannot be closed yet. Resolve the items below, or add an explanation.',
  },
  mistakes: {
    code: 'closing.mistakes',
    status: 422,
    sentence: 'Correct the marked fields, then save again.',
  },
  noAsset: { code: 'closing.noAsset', status: 404, sentence: 'This asset is not in the fixed asset register.' },
  moved: {
    code: 'closing.moved',
    status: 409,
    sentence: 'This item has changed. Review it, then explain it.',
  },
} satisfies Record<string, Problem>

/** What is looked at before a month is closed, in the order of the page. */
export const closingItems = [
  'drafts',
  'entries',
  'banks',
  'pettycash',
  'cheques',
  'numbers',
  'receipts',
  'certificates',
  'suspense',
  'yearend',
  'invariants',
] as const
export type ClosingItem = (typeof closingItems)[number]

export const closingItemWords = {
  drafts: 'Drafts',
  entries: 'Month-end entries',
  banks: 'Bank accounts reconciled',
  pettycash: 'Petty cash counted',
  cheques: 'Cheques accounted for',
  numbers: 'Invoice and receipt numbers',
  receipts: 'Receipts sent',
  certificates: 'Withholding tax certificates',
  suspense: 'Suspense accounts',
  yearend: 'Year closed to retained earnings',
  invariants: 'Books verified',
} satisfies Record<ClosingItem, string>

export const closingWords = {
  close: 'Close month',
  reopen: 'Reopen',
  explain: 'Explain',
} as const

/** Where a finding is settled. */
const place = z.discriminatedUnion('to', [
  z.object({ to: z.literal('document'), kind: z.enum(documentTypeNames), id: z.uuid(), words: z.string() }),
  z.object({ to: z.literal('draft'), kind: z.enum(documentTypeNames), id: z.uuid(), words: z.string() }),
  z.object({ to: z.literal('account'), code: z.string(), words: z.string() }),
  z.object({ to: z.literal('list'), kind: z.enum(documentTypeNames), words: z.string() }),
  z.object({ to: z.literal('cheques'), words: z.string() }),
  z.object({ to: z.literal('banks'), words: z.string() }),
  z.object({ to: z.literal('taxes'), words: z.string() }),
])
export type ClosingPlace = z.infer<typeof place>

export const finding = z.object({
  item: z.enum(closingItems),
  /** Nothing stands in the way, something does, or it is explained. */
  state: z.enum(['fine', 'open', 'explained']),
  /** What was found, one sentence each. */
  sentences: z.array(z.string()),
  places: z.array(place),
  /** Whether words are enough to close over it. */
  explainable: z.boolean(),
  explanation: z.nullable(z.object({ words: z.string(), by: z.string(), at: z.string() })),
  /** What was said of the same item in the month before. */
  wordsBefore: z.nullable(z.string()),
})
export type Finding = z.infer<typeof finding>

export const periodEvent = z.object({
  month,
  act: z.enum(['closed', 'reopened']),
  reason: z.string(),
  seal: z.string(),
  entries: z.int(),
  by: z.string(),
  at: z.string(),
})
export type PeriodEvent = z.infer<typeof periodEvent>

export const closingMonth = z.object({
  month,
  closed: z.boolean(),
  entries: z.int(),
  /** Of a closed month. */
  seal: z.nullable(z.string()),
})
export type ClosingMonth = z.infer<typeof closingMonth>

/** Every month since the books began, newest first, and what may be done next. */
export const listMonths = endpoint({
  name: 'closing.months',
  method: 'GET',
  path: '/api/closing',
  access: accountants,
  answer: z.object({
    months: z.array(closingMonth),
    /** The month whose turn it is, if it has come. */
    next: z.nullable(month),
    reopens: z.nullable(month),
    events: z.array(periodEvent),
  }),
  failure: 'The months could not be loaded. Try again.',
})

const byMonth = z.strictObject({ month })

/** An entry that a month end asks for: recorded by the calls of any document, with this draft and these fields. */
export const suggestion = z.object({
  kind: z.enum(['journalvoucher', 'yearend']),
  title: z.string(),
  reference: z.string(),
  /** Of what is recorded, null where that is seen only at review. */
  amount: z.nullable(money),
  lines: z.array(z.object({ account: z.string(), name: z.string(), debit: money, credit: money })),
  reverse: z.boolean(),
  draftId: z.uuid(),
  fields: z.record(z.string(), z.unknown()),
  /** What it was recorded as. */
  document: z.nullable(z.object({ id: z.uuid(), number: z.string(), total: money })),
})
export type SuggestionAnswer = z.infer<typeof suggestion>

/** Foreign money at the end of the month, and the rate it is valued at. */
const foreignMoney = z.object({
  account: z.string(),
  name: z.string(),
  currency: z.string(),
  /** In minor units of its currency. */
  held: money,
  /** Centavos, before it is valued again. */
  carried: money,
  rate: z.nullable(z.string()),
  source: z.nullable(z.string()),
})
export type ForeignAnswer = z.infer<typeof foreignMoney>

export const listSuggestions = endpoint({
  name: 'closing.suggestions',
  method: 'GET',
  path: '/api/closing/:month/suggestions',
  access: accountants,
  params: byMonth,
  answer: z.object({ suggestions: z.array(suggestion), foreign: z.array(foreignMoney) }),
  failure: 'The month-end entries could not be loaded. Try again.',
})

/** The rate of a currency at the end of a month; one entered later counts, and those before it stay. */
export const keepRate = endpoint({
  name: 'closing.keepRate',
  method: 'PUT',
  path: '/api/closing/:month/rates/:currency',
  access: accountants,
  params: z.strictObject({ month, currency: z.string().check(z.regex(/^[A-Z]{3}$/)) }),
  body: z.strictObject({
    /** Pesos for one unit. */
    rate: z.string().check(
      z.trim(),
      z.regex(/^\d{1,7}(\.\d{1,9})?$/, 'Enter the rate as a number, such as 56.125.'),
      z.refine((text) => Number(text) > 0, 'Enter the rate. It must be more than zero.'),
    ),
    source: z
      .string()
      .check(
        z.trim(),
        z.minLength(2, 'Enter the source of the rate, such as BAP.'),
        z.maxLength(100, 'Shorten the source to 100 characters.'),
      ),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The rate may not have been saved. Check the entries below.',
})

const recurringRow = z.object({
  id: z.uuid(),
  no: z.int(),
  name: z.string(),
  kind: z.enum(recurringKinds),
  debitAccount: z.string(),
  creditAccount: z.string(),
  amount: money,
  firstMonth: month,
  lastMonth: z.nullable(month),
  /** Recorded in some month and not void: what it comes to stays as it is. */
  recorded: z.boolean(),
})
export type RecurringRow = z.infer<typeof recurringRow>

const assetRow = z.object({
  id: z.uuid(),
  no: z.int(),
  name: z.string(),
  acquiredOn: day,
  cost: money,
  salvage: money,
  writtenOff: money,
  lifeMonths: z.int(),
  firstMonth: month,
  accumulatedAccount: z.string(),
  expenseAccount: z.string(),
  lastMonth: z.nullable(month),
  recorded: z.boolean(),
  /** Written off up to the end of last month, by the register; of what is gone, up to its day. */
  writtenOffByNow: money,
  /** Decided, and recorded once it has a voucher. */
  disposal: z.nullable(
    z.object({
      day,
      reason: z.enum(disposalReasons),
      invoiceId: z.nullable(z.uuid()),
      invoiceNumber: z.nullable(z.string()),
      costAccount: z.string(),
      /** Of the invoice to the buyer without its VAT, zero if there is none. */
      proceeds: money,
      voucher: z.nullable(z.object({ id: z.uuid(), number: z.string() })),
    }),
  ),
})
export type AssetRow = z.infer<typeof assetRow>

/** A sales invoice on the account of disposals that no asset has been disposed of with. */
const saleOfAsset = z.object({
  id: z.uuid(),
  number: z.string(),
  day,
  /** What stands on the account of disposals. */
  amount: money,
})
export type SaleOfAsset = z.infer<typeof saleOfAsset>

/** What comes again each month end, and the assets that wear. */
export const listMonthEnd = endpoint({
  name: 'monthEnd.list',
  method: 'GET',
  path: '/api/month-end',
  access: accountants,
  answer: z.object({
    recurring: z.array(recurringRow),
    assets: z.array(assetRow),
    sales: z.array(saleOfAsset),
  }),
  failure: 'The registers could not be loaded. Try again.',
})

const byId = z.strictObject({ id: z.uuid() })

/** Registers an entry under an id made by the form, or changes it; once recorded only its name and its end change. */
export const keepRecurring = endpoint({
  name: 'monthEnd.keepRecurring',
  method: 'PUT',
  path: '/api/month-end/recurring/:id',
  access: accountants,
  params: byId,
  body: recurringFields,
  answer: z.object({ no: z.int() }),
  failure: 'This may not have been saved. Try again; it is saved only once.',
})

export const keepAsset = endpoint({
  name: 'monthEnd.keepAsset',
  method: 'PUT',
  path: '/api/month-end/assets/:id',
  access: accountants,
  params: byId,
  body: assetFields,
  answer: z.object({ no: z.int() }),
  failure: 'This may not have been saved. Try again; it is saved only once.',
})

/** Decides how an asset goes, or decides otherwise while that is not recorded. Its month end then suggests the voucher. */
export const keepDisposal = endpoint({
  name: 'monthEnd.keepDisposal',
  method: 'PUT',
  path: '/api/month-end/assets/:id/disposal',
  access: accountants,
  params: byId,
  body: disposalFields,
  answer: z.object({ month }),
  failure: 'This may not have been saved. Try again; it is saved only once.',
})

/** Keeps the asset after all, while nothing is recorded. */
export const cancelDisposal = endpoint({
  name: 'monthEnd.takeBackDisposal',
  method: 'DELETE',
  path: '/api/month-end/assets/:id/disposal',
  access: accountants,
  params: byId,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The disposal may not have been cancelled. Check the register.',
})

/** What stands between a month and its closing. */
export const getChecklist = endpoint({
  name: 'closing.checklist',
  method: 'GET',
  path: '/api/closing/:month',
  access: accountants,
  params: byMonth,
  answer: z.object({
    month,
    closed: z.boolean(),
    findings: z.array(finding),
    /** Why it cannot be closed now whatever the findings are, or null. */
    refusal: z.nullable(z.string()),
    events: z.array(periodEvent),
  }),
  failure: 'The checklist could not be loaded. Try again.',
})

/** Explains a finding in words; they hold while the finding is as it was read. */
export const explainFinding = endpoint({
  name: 'closing.explain',
  method: 'POST',
  path: '/api/closing/:month/explanations',
  access: accountants,
  params: byMonth,
  body: z.strictObject({
    item: z.enum(closingItems),
    /** The sentences that are explained, as they were read. */
    sentences: z.array(z.string().check(z.maxLength(2000))).check(z.minLength(1), z.maxLength(100)),
    words: z
      .string()
      .check(
        z.trim(),
        z.minLength(5, 'Enter an explanation.'),
        z.maxLength(1000, 'Shorten the explanation to 1,000 characters.'),
      ),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The explanation may not have been saved. Reload the page and check.',
})

/** Closes the month and seals it. Closing it again once it is closed changes nothing. */
export const closeMonth = endpoint({
  name: 'closing.close',
  method: 'POST',
  path: '/api/closing/:month/close',
  access: accountants,
  params: byMonth,
  body: z.strictObject({}),
  answer: z.object({ seal: z.string(), entries: z.int() }),
  failure: 'The month may not have been closed. Try again; it is closed only once.',
})

export const reopenMonth = endpoint({
  name: 'closing.reopen',
  method: 'POST',
  path: '/api/closing/:month/reopen',
  access: accountants,
  params: byMonth,
  body: z.strictObject({
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(5, 'Enter the reason for reopening the month.'),
        z.maxLength(500, 'Shorten the reason to 500 characters.'),
      ),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The month may not have been reopened. Try again; it is reopened only once.',
})
