// Closing a month: the open items, their explanations, the month-end entries, the seal, and reopening.
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
  notNow: {
    code: 'closing.notNow',
    status: 409,
    sentence: 'This month cannot be closed or reopened now. Reload the page to see its status.',
  },
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
  noAsset: {
    code: 'closing.noAsset',
    status: 404,
    sentence: 'This asset is not in the fixed asset register. Reload the page and choose it from the list.',
  },
  moved: {
    code: 'closing.moved',
    status: 409,
    sentence: 'This item has changed. Review it, then explain it.',
  },
} satisfies Record<string, Problem>

/** The checks before a month is closed, in the order of the page. */
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
  'questions',
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
  questions: 'Questions resolved',
  yearend: 'Year closed to retained earnings',
  invariants: 'Books verified',
} satisfies Record<ClosingItem, string>

export const closingWords = {
  close: 'Close month',
  reopen: 'Reopen',
  explain: 'Explain',
} as const

/** Checked only for the completeness of a month; an open item here does not prevent closing. */
export const completenessItems = [
  'series',
  'arrivals',
  'supplierNumbers',
  'slips',
  'quietDays',
  'bankLines',
  'bankBooks',
  'usual',
  'batches',
  'late',
  'cutOff',
  'vouched',
  'returns',
  'opening',
] as const
export const findingItems = [...closingItems, ...completenessItems] as const
export type FindingItem = (typeof findingItems)[number]

/** Where users resolve a finding. */
const place = z.discriminatedUnion('to', [
  z.object({ to: z.literal('document'), kind: z.enum(documentTypeNames), id: z.uuid(), words: z.string() }),
  z.object({ to: z.literal('draft'), kind: z.enum(documentTypeNames), id: z.uuid(), words: z.string() }),
  z.object({ to: z.literal('account'), code: z.string(), words: z.string() }),
  z.object({ to: z.literal('list'), kind: z.enum(documentTypeNames), words: z.string() }),
  z.object({ to: z.literal('cheques'), words: z.string() }),
  z.object({ to: z.literal('banks'), words: z.string() }),
  z.object({ to: z.literal('taxes'), words: z.string() }),
  z.object({ to: z.literal('question'), id: z.uuid(), words: z.string() }),
  z.object({ to: z.literal('party'), id: z.uuid(), words: z.string() }),
])
export type ClosingPlace = z.infer<typeof place>

const aboutItem = {
  /** Without findings, with open findings, or with explained findings. */
  state: z.enum(['fine', 'open', 'explained']),
  /** The findings, one sentence each. */
  sentences: z.array(z.string()),
  places: z.array(place),
  /** Whether the month can be closed with an explanation. */
  explainable: z.boolean(),
  explanation: z.nullable(z.object({ words: z.string(), by: z.string(), at: z.string() })),
  /** The explanation of the same check in the previous month. */
  wordsBefore: z.nullable(z.string()),
}
export const finding = z.object({ item: z.enum(closingItems), ...aboutItem })
export type Finding = z.infer<typeof finding>
/** Whether this is about the closing or the completeness of a month. */
export const anyFinding = z.object({ item: z.enum(findingItems), ...aboutItem })
export type AnyFinding = z.infer<typeof anyFinding>

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

/** All months since the first entry, newest first, each with its next possible action. */
export const listMonths = endpoint({
  name: 'closing.months',
  method: 'GET',
  path: '/api/closing',
  access: accountants,
  answer: z.object({
    months: z.array(closingMonth),
    /** The next month to close, if it has ended. */
    next: z.nullable(month),
    reopens: z.nullable(month),
    events: z.array(periodEvent),
  }),
  failure: 'The months could not be loaded. Try again.',
})

const byMonth = z.strictObject({ month })

/** A suggested month-end entry. It is recorded with the calls for documents, with this draft and these fields. */
export const suggestion = z.object({
  kind: z.enum(['journalvoucher', 'yearend']),
  title: z.string(),
  reference: z.string(),
  /** Null if the amount is known only at review. */
  amount: z.nullable(money),
  lines: z.array(z.object({ account: z.string(), name: z.string(), debit: money, credit: money })),
  reverse: z.boolean(),
  draftId: z.uuid(),
  fields: z.record(z.string(), z.unknown()),
  /** The number of the recorded document. */
  document: z.nullable(z.object({ id: z.uuid(), number: z.string(), total: money })),
  /** Whether it was sent for approval, and waits for it. */
  isWaiting: z.boolean(),
})
export type SuggestionAnswer = z.infer<typeof suggestion>

/** Foreign currency at the end of the month, with its closing rate. */
const foreignMoney = z.object({
  account: z.string(),
  name: z.string(),
  currency: z.string(),
  /** In minor units of its currency. */
  held: money,
  /** Centavos, before revaluation. */
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

/** The closing rate of a currency in a month. The latest row applies; earlier rows stay. */
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
  party: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  lines: z.array(z.object({ account: z.string(), memo: z.string(), debit: money, credit: money })),
  firstMonth: month,
  lastMonth: z.nullable(month),
  /** Recorded in a month and not voided, so its amounts cannot change. */
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
  /**
   * The depreciation up to the end of last month according to the register; for disposed assets, up to their disposal.
   */
  writtenOffByNow: money,
  /** The disposal as decided; it counts as recorded once it has a voucher. */
  disposal: z.nullable(
    z.object({
      day,
      reason: z.enum(disposalReasons),
      invoiceId: z.nullable(z.uuid()),
      invoiceNumber: z.nullable(z.string()),
      costAccount: z.string(),
      /** The net amount invoiced to the buyer, or zero. */
      proceeds: money,
      voucher: z.nullable(z.object({ id: z.uuid(), number: z.string() })),
    }),
  ),
})
export type AssetRow = z.infer<typeof assetRow>

/** A sales invoice on the disposal account to which no asset refers. */
const saleOfAsset = z.object({
  id: z.uuid(),
  number: z.string(),
  day,
  /** The amount invoiced on the disposal account. */
  amount: money,
})
export type SaleOfAsset = z.infer<typeof saleOfAsset>

/** The recurring month-end entries and the fixed assets. */
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

/**
 * Adds or changes an entry whose id the form has created. Once the entry is recorded, only its name and end can change.
 */
export const keepRecurring = endpoint({
  name: 'monthEnd.keepRecurring',
  method: 'PUT',
  path: '/api/month-end/recurring/:id',
  access: accountants,
  params: byId,
  body: recurringFields,
  answer: z.object({ no: z.int() }),
  failure: "The change may not have been saved. Try again; it won't be saved twice.",
})

export const keepAsset = endpoint({
  name: 'monthEnd.keepAsset',
  method: 'PUT',
  path: '/api/month-end/assets/:id',
  access: accountants,
  params: byId,
  body: assetFields,
  answer: z.object({ no: z.int() }),
  failure: "The change may not have been saved. Try again; it won't be saved twice.",
})

/** Saves the disposal of an asset, or changes it before it is recorded. Month Close suggests the voucher. */
export const keepDisposal = endpoint({
  name: 'monthEnd.keepDisposal',
  method: 'PUT',
  path: '/api/month-end/assets/:id/disposal',
  access: accountants,
  params: byId,
  body: disposalFields,
  answer: z.object({ month }),
  failure: "The change may not have been saved. Try again; it won't be saved twice.",
})

/** Cancels a disposal that is not recorded. */
export const cancelDisposal = endpoint({
  name: 'monthEnd.takeBackDisposal',
  method: 'DELETE',
  path: '/api/month-end/assets/:id/disposal',
  access: accountants,
  params: byId,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The disposal may not have been cancelled. Check the register.',
})

/** The items to resolve before a month can be closed. */
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
    /** The reason why the month cannot be closed, even without findings; or null. */
    refusal: z.nullable(z.string()),
    events: z.array(periodEvent),
  }),
  failure: 'The checklist could not be loaded. Try again.',
})

/** Explains a finding. The explanation applies until the finding changes. */
export const explainFinding = endpoint({
  name: 'closing.explain',
  method: 'POST',
  path: '/api/closing/:month/explanations',
  access: accountants,
  params: byMonth,
  body: z.strictObject({
    item: z.enum(findingItems),
    /** The findings that are explained, exactly as the user saw them. */
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

/** Closes and seals the month. Closing a closed month changes nothing. */
export const closeMonth = endpoint({
  name: 'closing.close',
  method: 'POST',
  path: '/api/closing/:month/close',
  access: accountants,
  params: byMonth,
  body: z.strictObject({}),
  answer: z.object({ seal: z.string(), entries: z.int() }),
  failure: "The month may not have been closed. Try again; it won't be closed twice.",
})

export const reopening = z.object({
  /** Later months that have to be reopened first, in this order. */
  first: z.array(month),
  /** The other effects, one sentence each. */
  consequences: z.array(z.string()),
  /** The steps to take afterwards, in this order. */
  afterwards: z.array(z.string()),
})
export type Reopening = z.infer<typeof reopening>

/** The effects of reopening a closed month, and the later months that have to be reopened first. */
export const previewReopening = endpoint({
  name: 'closing.previewReopening',
  method: 'GET',
  path: '/api/closing/:month/reopening',
  access: accountants,
  params: byMonth,
  answer: reopening,
  failure: 'The effects of reopening the month could not be loaded. Try again.',
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
  failure: "The month may not have been reopened. Try again; it won't be reopened twice.",
})
