// The completeness proof of a month. It shows, for everything that is expected, whether it is recorded or explained,
// and has one signature.
import { month } from '@talaan/ledger/core/date.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { anyFinding } from './closing.ts'
import type { FindingItem } from './closing.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants } from './roles.ts'

export const completenessProblems = {
  changed: {
    code: 'completeness.changed',
    status: 409,
    sentence: 'The findings have changed. Reload the page and review them before you sign.',
  },
  open: {
    code: 'completeness.open',
    status: 409,
    sentence: 'Some items are still open. Resolve or explain them before you sign.',
  },
  notEnded: {
    code: 'completeness.notEnded',
    status: 409,
    sentence: 'This month has not ended. You can sign it from the first day of the next month.',
  },
  noEntries: {
    code: 'completeness.noEntries',
    status: 404,
    sentence: 'The books have no entries up to this month. Choose a later month.',
  },
  notSigned: {
    code: 'completeness.notSigned',
    status: 404,
    sentence: 'The completeness proof of this month has not been signed yet.',
  },
} satisfies Record<string, Problem>

/** Checks from the source to the books prove completeness; checks from the books to the source prove existence. */
export const directions = ['in', 'out', 'both'] as const
export type Direction = (typeof directions)[number]
export const directionWords: Record<Direction, string> = {
  in: 'Source to books',
  out: 'Books to source',
  both: 'Both directions',
}

type ProcedureWords = {
  title: string
  direction: Direction
  /** How it is tested. */
  how: string
  /** The singular and plural of what was checked. */
  unit: readonly [one: string, several: string]
}

/** In the order of the page. */
export const procedureWords = {
  series: {
    title: 'Numbers of recorded documents',
    direction: 'out',
    how: 'Each number series in Talaan runs from 1 without a gap.',
    unit: ['document', 'documents'],
  },
  arrivals: {
    title: 'Arrivals',
    direction: 'in',
    how: 'Each file that arrived by the end of the month is recorded or marked as not a document.',
    unit: ['arrival', 'arrivals'],
  },
  numbers: {
    title: 'Invoice and receipt booklets',
    direction: 'in',
    how: 'Each printed number between the first and the last one used is recorded.',
    unit: ['number', 'numbers'],
  },
  cheques: {
    title: 'Cheques',
    direction: 'in',
    how: 'Each leaf up to the last one used is recorded or marked as spoiled, and none is stale.',
    unit: ['cheque', 'cheques'],
  },
  supplierNumbers: {
    title: 'Supplier invoice numbers',
    direction: 'in',
    how: 'For suppliers whose invoices to you usually have consecutive numbers, no number is missing.',
    unit: ['supplier invoice', 'supplier invoices'],
  },
  usual: {
    title: 'Usual bills and invoices',
    direction: 'in',
    how: 'If a customer or supplier has regular documents (every 1, 2, 3, 6 or 12 months), the one due in the month is recorded.',
    unit: ['customer or supplier', 'customers and suppliers'],
  },
  entries: {
    title: 'Month-end entries',
    direction: 'in',
    how: 'Each recurring entry and each depreciation entry in the registers is recorded.',
    unit: ['entry', 'entries'],
  },
  late: {
    title: 'Bills dated after the month',
    direction: 'in',
    how: 'No bill dated in the 45 days after the month has a due date in the month.',
    unit: ['later bill', 'later bills'],
  },
  cutOff: {
    title: 'Cut-off',
    direction: 'both',
    how: 'No invoice or bill from the last 10 days of the month was voided or credited in the first 10 days of the next month.',
    unit: ['document from the last 10 days', 'documents from the last 10 days'],
  },
  quietDays: {
    title: 'Days without sales',
    direction: 'in',
    how: 'Each weekday on which you usually sell has a sale, except holidays.',
    unit: ['day with sales', 'days with sales'],
  },
  bankLines: {
    title: 'Bank lines',
    direction: 'in',
    how: 'Each line of a bank statement is matched or marked as a bank error.',
    unit: ['bank line', 'bank lines'],
  },
  bankBooks: {
    title: 'Bank transactions in the books',
    direction: 'out',
    how: 'Each transaction more than 10 days old is on a bank statement.',
    unit: ['transaction', 'transactions'],
  },
  banks: {
    title: 'Bank accounts',
    direction: 'both',
    how: 'Each bank account with transactions is reconciled and signed off.',
    unit: ['account', 'accounts'],
  },
  slips: {
    title: 'Petty cash slips',
    direction: 'out',
    how: 'Each petty cash expense has a receipt number or an attached file.',
    unit: ['voucher', 'vouchers'],
  },
  vouched: {
    title: 'Sample of purchases',
    direction: 'out',
    how: 'Each purchase in a random sample of 25, or of 5% of all purchases if that is more, has an attached file.',
    unit: ['purchase in the sample', 'purchases in the sample'],
  },
  pettycash: {
    title: 'Petty cash counts',
    direction: 'both',
    how: 'Each petty cash fund was counted during the month.',
    unit: ['fund', 'funds'],
  },
  drafts: {
    title: 'Drafts',
    direction: 'in',
    how: 'No drafts from this month or earlier are left.',
    unit: ['document', 'documents'],
  },
  batches: {
    title: 'Batches',
    direction: 'in',
    how: 'Each batch started by the end of the month is closed.',
    unit: ['batch', 'batches'],
  },
  receipts: {
    title: 'Receipt e-mails',
    direction: 'out',
    how: 'Each requested e-mail was sent.',
    unit: ['e-mail', 'e-mails'],
  },
  questions: {
    title: 'Questions',
    direction: 'both',
    how: 'Each question about the month and its documents, bank lines and returns is resolved.',
    unit: ['question', 'questions'],
  },
  certificates: {
    title: 'Withholding tax certificates',
    direction: 'both',
    how: 'At the end of a quarter, each certificate is issued or received.',
    unit: ['certificate', 'certificates'],
  },
  returns: {
    title: 'Filed tax returns',
    direction: 'out',
    how: 'Each return filed for a period that includes this month still agrees with the books.',
    unit: ['filed return', 'filed returns'],
  },
  opening: {
    title: 'Opening balances',
    direction: 'both',
    how: 'The opening balance of each account equals its closing balance for the previous month, and the seal of that month matches.',
    unit: ['account', 'accounts'],
  },
} as const satisfies Partial<Record<FindingItem, ProcedureWords>>
export type Procedure = keyof typeof procedureWords
export const procedures = Object.keys(procedureWords) as Procedure[]

const signature = z.object({
  version: z.int(),
  by: z.string(),
  at: z.string(),
  digest: z.string(),
})

const byMonth = z.strictObject({ month })

export const viewCompleteness = endpoint({
  name: 'completeness.view',
  method: 'GET',
  path: '/api/closing/:month/completeness',
  access: accountants,
  params: byMonth,
  answer: z.object({
    month,
    procedures: z.array(z.object({ ...anyFinding.shape, tested: z.int() })),
    /** The digest of what is signed; it changes with each finding, explanation and count. */
    digest: z.string(),
    /** The last signature. */
    signed: z.nullable(signature),
    /** Why the month cannot be signed now, or null. */
    refusal: z.nullable(z.string()),
  }),
  failure: 'The completeness proof of the month could not be loaded. Try again.',
})

/** Signing the same findings again has no effect. */
export const signCompleteness = endpoint({
  name: 'completeness.sign',
  method: 'POST',
  path: '/api/closing/:month/completeness/signatures',
  access: accountants,
  params: byMonth,
  body: z.strictObject({ digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  answer: z.object({ signed: signature }),
  failure: 'The completeness proof may not have been signed. Reload the page and check.',
})

/** The findings and the signature on the first page; the explanations follow. */
export const printCompleteness = endpoint({
  name: 'completeness.print',
  method: 'GET',
  path: '/api/closing/:month/completeness.pdf',
  access: accountants,
  params: byMonth,
  bytesOut: true,
  logsRead: true,
  failure: 'The completeness proof could not be downloaded. Try again.',
})
