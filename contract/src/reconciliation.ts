// Reconciling a bank account month by month: both sides with what they may be of each other, matching and taking back,
// rules that earn it to act, and the signature that locks the month.
import { day, month } from '@talaan/ledger/day.ts'
import { kindNames } from '@talaan/ledger/documents/kind.ts'
import { accountCode, optionalText, shortText } from '@talaan/ledger/fields.ts'
import { money } from '@talaan/ledger/money.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants } from './roles.ts'

export const reconciliationProblems = {
  noSuchAccount: {
    code: 'reconciliation.noSuchAccount',
    status: 404,
    sentence: 'This is not a bank account or wallet that is reconciled; pick one from the list.',
  },
  noSuchLine: {
    code: 'reconciliation.noSuchLine',
    status: 404,
    sentence:
      'A line is not there any more: its statement was taken back, or it is of another account. Load the page again.',
  },
  noSuchMatch: { code: 'reconciliation.noSuchMatch', status: 404, sentence: 'There is no such match.' },
  noSuchRule: { code: 'reconciliation.noSuchRule', status: 404, sentence: 'There is no such rule.' },
  matchedMeanwhile: {
    code: 'reconciliation.matchedMeanwhile',
    status: 409,
    sentence: 'Somebody was quicker: one of these lines is matched already. Nothing was changed; look again.',
  },
  unequal: {
    code: 'reconciliation.unequal',
    status: 422,
    sentence: 'Both sides of a match have to be the same money.',
  },
  monthSigned: {
    code: 'reconciliation.monthSigned',
    status: 409,
    sentence: 'This month is signed off and stays as it is. Reopen its reconciliation with a reason first.',
  },
  notExplained: {
    code: 'reconciliation.notExplained',
    status: 409,
    sentence: 'Lines of the bank are not explained yet. Match them, record them, or mark them as errors of the bank.',
  },
  notReady: {
    code: 'reconciliation.notReady',
    status: 409,
    sentence: 'The month cannot be signed off yet.',
  },
  laterSigned: {
    code: 'reconciliation.laterSigned',
    status: 409,
    sentence: 'A later month is signed off and rests on this one. Reopen that one first.',
  },
  notSigned: { code: 'reconciliation.notSigned', status: 409, sentence: 'This month is not signed off.' },
  notEarned: {
    code: 'reconciliation.notEarned',
    status: 409,
    sentence: 'This rule has not earned it to act alone.',
  },
  startItemLate: {
    code: 'reconciliation.startItemLate',
    status: 422,
    sentence: 'What was outstanding at the beginning is not later than its day.',
  },
  startFixed: {
    code: 'reconciliation.startFixed',
    status: 409,
    sentence: 'Something of this account was matched or signed off already; the beginning stays as it is.',
  },
} satisfies Record<string, Problem>

export const reconciliationWords = {
  title: 'Bank Reconciliation',
  confirm: 'Confirm',
  create: 'Record it',
  ask: 'Ask later',
  bankError: 'Error of the bank',
  undo: 'Undo',
  signOff: 'Sign off',
  reopen: 'Reopen',
} as const

const byAccount = z.strictObject({ account: accountCode })
const byMonth = z.strictObject({ account: accountCode, month })

/** A line of our books, '1203/2', or an item from before the books, by its id. */
const bookKey = z
  .string()
  .regex(
    /^(\d{1,15}\/\d{1,4}|before:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
    'This is not a line of our books; load the page again.',
  )

const recording = z.object({
  kind: z.enum(kindNames),
  what: z.string(),
  fields: z.record(z.string(), z.unknown()),
  /** What that is called. */
  words: z.string(),
})

const reason = z.object({ criterion: z.string(), words: z.string(), good: z.boolean() })

export const proposal = z.object({
  lines: z.array(z.string()),
  books: z.array(z.string()),
  record: recording.nullable(),
  reasons: z.array(reason),
  score: z.number().int(),
  certainty: z.enum(['certain', 'likely', 'possible']),
  best: z.boolean(),
})
export type ProposalAnswer = z.infer<typeof proposal>

export const bankLine = z.object({
  id: z.uuid(),
  day,
  /** Money in is positive. */
  amount: money,
  reference: z.string().nullable(),
  chequeNo: z.string().nullable(),
  description: z.string(),
  mark: z.enum(['ask', 'bank_error']).nullable(),
  note: z.string(),
  proposals: z.array(proposal),
})
export type BankLineAnswer = z.infer<typeof bankLine>

export const bookLine = z.object({
  key: z.string(),
  day,
  amount: money,
  document: z.object({ id: z.uuid(), kind: z.enum(kindNames), number: z.string() }).nullable(),
  chequeNo: z.string().nullable(),
  reference: z.string(),
  party: z.string(),
  memo: z.string(),
})
export type BookLineAnswer = z.infer<typeof bookLine>

const side = z.object({ key: z.string(), day, amount: money, words: z.string() })
export const match = z.object({
  id: z.uuid(),
  how: z.enum(['hand', 'proposal', 'rule']),
  reasons: z.array(z.string()),
  by: z.string(),
  at: z.string(),
  bank: z.array(side),
  books: z.array(side),
})
export type MatchAnswer = z.infer<typeof match>

export const figures = z.object({
  statementBalance: money,
  bookBalance: money,
  depositsInTransit: money,
  outstanding: money,
  bankErrors: money,
  adjustments: money,
  /** Zero when every line of the bank is explained. */
  difference: money,
  openLines: z.number().int(),
})
export type Figures = z.infer<typeof figures>

const finding = z.object({
  what: z.string(),
  words: z.string(),
  lines: z.array(z.string()),
  books: z.array(z.string()),
})

export const signature = z.object({ by: z.string(), at: z.string(), note: z.string() })

export const reconciledAccount = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(['bank', 'ewallet']),
  currency: z.string(),
  bank: z.string(),
  bankAccountNo: z.string(),
})

export const monthState = z.enum(['signed', 'changed', 'ready', 'open', 'noStatement'])
export type MonthState = z.infer<typeof monthState>

/** The accounts that have statements, and their months, the latest first. */
export const listReconciliations = endpoint({
  name: 'reconciliation.list',
  method: 'GET',
  path: '/api/bank-reconciliation',
  access: accountants,
  answer: z.object({
    accounts: z.array(
      reconciledAccount.extend({
        months: z.array(
          z.object({
            month,
            state: monthState,
            lines: z.number().int(),
            open: z.number().int(),
            signed: signature.nullable(),
          }),
        ),
      }),
    ),
  }),
  failure: 'The reconciliations could not be loaded. Try again.',
})

export const getReconciliation = endpoint({
  name: 'reconciliation.month',
  method: 'GET',
  path: '/api/bank-reconciliation/:account/:month',
  access: accountants,
  params: byMonth,
  answer: z.object({
    account: reconciledAccount,
    month,
    asOf: day,
    figures,
    /** What of the bank is not explained up to the end of the month, the oldest first. */
    lines: z.array(bankLine),
    /** What of our books the bank has not booked. */
    books: z.array(bookLine),
    /** What was matched of this month, the newest first. */
    matches: z.array(match),
    findings: z.array(finding),
    /** Sentences that keep the month from being signed off. */
    obstacles: z.array(z.string()),
    signed: signature.nullable(),
    start: z.object({ day, balance: money }).nullable(),
    /** The first day that takes postings: months before it are closed. */
    recordFrom: day.nullable(),
    /** What may be recorded of a line, and what it is called. */
    adjustments: z.array(z.object({ type: z.string(), words: z.string() })),
  }),
  failure: 'The reconciliation could not be loaded. Try again.',
})

export const matchLines = endpoint({
  name: 'reconciliation.match',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/matches',
  access: accountants,
  params: byAccount,
  body: z.strictObject({
    /** Made by the screen, so that pressing twice matches once. */
    matchId: z.uuid(),
    month,
    lines: z.array(z.uuid()).max(200),
    books: z.array(bookKey).max(200),
    /** Documents that were recorded for this match. */
    documents: z.array(z.uuid()).max(20).default([]),
    how: z.enum(['hand', 'proposal']),
    reasons: z.array(z.string().max(200)).max(20).default([]),
  }),
  answer: z.object({ match, figures }),
  failure: 'It is not certain that this was matched. Press again: it is matched once however often you press.',
})

export const undoMatch = endpoint({
  name: 'reconciliation.undo',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/matches/:matchId/undo',
  access: accountants,
  params: byAccount.extend({ matchId: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'It is not certain that this was undone. Press again: it is undone once.',
})

export const refuseProposal = endpoint({
  name: 'reconciliation.refuse',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/lines/:lineId/refusals',
  access: accountants,
  params: byAccount.extend({ lineId: z.uuid() }),
  body: z.strictObject({
    books: z.array(bookKey).max(200),
    record: z.strictObject({ kind: z.enum(kindNames), what: z.string().max(500) }).nullable(),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'This could not be turned down. Try again.',
})

export const markLine = endpoint({
  name: 'reconciliation.mark',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/lines/:lineId/marks',
  access: accountants,
  params: byAccount.extend({ lineId: z.uuid() }),
  body: z.strictObject({ mark: z.enum(['ask', 'bank_error', 'none']), note: optionalText('note', 300) }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The line could not be marked. Try again.',
})

const startItem = z.strictObject({
  day,
  /** A payment that the bank had not booked is below zero. */
  amount: money.refine((amount) => amount !== 0n, 'Enter an amount.'),
  chequeNo: z
    .string()
    .trim()
    .regex(/^\d{4,12}$/, 'A cheque has a number of 4 to 12 digits.')
    .nullable()
    .default(null),
  words: shortText('name', 200),
})

/** With what an account begins that had a life before: the bank's balance at the end of a day, and what was outstanding. */
export const setStart = endpoint({
  name: 'reconciliation.start',
  method: 'PUT',
  path: '/api/bank-reconciliation/:account/start',
  access: accountants,
  params: byAccount,
  body: z.strictObject({
    day,
    balance: money,
    items: z.array(startItem).max(500, 'At most 500 items can be outstanding.'),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The beginning could not be kept. Try again.',
})

export const signOffMonth = endpoint({
  name: 'reconciliation.signOff',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/:month/signature',
  access: accountants,
  params: byMonth,
  body: z.strictObject({ note: optionalText('note', 300) }),
  answer: z.object({ signed: signature }),
  failure: 'It is not certain that this was signed off. Try again: it is signed once.',
})

export const reopenMonth = endpoint({
  name: 'reconciliation.reopen',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/:month/reopening',
  access: accountants,
  params: byMonth,
  body: z.strictObject({
    reason: z
      .string('Say in a few words why this is reopened.')
      .trim()
      .min(5, 'Say in a few words why this is reopened.')
      .max(500, 'The reason has at most 500 characters; shorten it.'),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'It is not certain that this was reopened. Try again: it is reopened once.',
})
