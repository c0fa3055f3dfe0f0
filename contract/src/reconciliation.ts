// Bank reconciliation by month: both sides with suggested matches, matching and undoing, rules that can qualify for
// automatic matching, and the sign-off that locks the month.
import { day, month } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { accountCode, optionalText, shortText } from '@talaan/ledger/core/fields.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { ruleFields, ruleShape } from '@talaan/ledger/banking/matching/rule.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { reopening } from './closing.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants } from './roles.ts'

export const reconciliationProblems = {
  noSuchAccount: {
    code: 'reconciliation.noSuchAccount',
    status: 404,
    sentence: 'This account cannot be reconciled. Choose a bank account or e-wallet from the list.',
  },
  noSuchLine: {
    code: 'reconciliation.noSuchLine',
    status: 404,
    sentence:
      'A bank line is no longer available. Its statement was removed, or the line belongs to another account. Reload the page.',
  },
  noSuchMatch: {
    code: 'reconciliation.noSuchMatch',
    status: 404,
    sentence: 'This match no longer exists. Reload the page.',
  },
  receiptUnequal: {
    code: 'reconciliation.receiptUnequal',
    status: 422,
    sentence:
      "The amount of the bill differs from the amount of the receipt's bank line. Correct the bill, or remove the bank line.",
  },
  receiptNotPaid: {
    code: 'reconciliation.receiptNotPaid',
    status: 422,
    sentence:
      "The payment on this receipt's bank line can't be recorded. Correct the bill, or remove the bank line next to the form.",
  },
  receiptMatched: {
    code: 'reconciliation.receiptMatched',
    status: 409,
    sentence:
      "This receipt's bank line is already matched. Remove the bank line next to the form, then record the bill.",
  },
  noSuchRule: {
    code: 'reconciliation.noSuchRule',
    status: 404,
    sentence: 'This rule no longer exists. Reload the page.',
  },
  matchedMeanwhile: {
    code: 'reconciliation.matchedMeanwhile',
    status: 409,
    sentence:
      'Someone else has already matched one of these lines. Nothing was changed; reload the page and try again.',
  },
  unequal: {
    code: 'reconciliation.unequal',
    status: 422,
    sentence: 'The bank lines and the book entries in a match must have the same total. Change the selection.',
  },
  monthSigned: {
    code: 'reconciliation.monthSigned',
    status: 409,
    sentence: 'This month is signed off. To change it, reopen its reconciliation first.',
  },
  notExplained: {
    code: 'reconciliation.notExplained',
    status: 409,
    sentence: 'Some bank lines are still unmatched. Match them, record them, or mark them as bank errors.',
  },
  notReady: {
    code: 'reconciliation.notReady',
    status: 409,
    sentence: 'This month cannot be signed off yet. Resolve the open checks first.',
  },
  laterSigned: {
    code: 'reconciliation.laterSigned',
    status: 409,
    sentence: 'A later month is signed off and depends on this one. Reopen the later month first.',
  },
  notSigned: {
    code: 'reconciliation.notSigned',
    status: 409,
    sentence: 'This month is not signed off. Reload the page to see its status.',
  },
  notAnswered: {
    code: 'reconciliation.notAnswered',
    status: 409,
    sentence: 'A question about a bank line is still open. Answer it first.',
  },
  tooManyRules: {
    code: 'reconciliation.tooManyRules',
    status: 409,
    sentence: 'An account can have at most 100 rules. Delete one that you no longer need.',
  },
  noTransfer: {
    code: 'reconciliation.noTransfer',
    status: 422,
    sentence: 'A rule cannot record this transfer. See the marked field.',
  },
  notEarned: {
    code: 'reconciliation.notEarned',
    status: 409,
    sentence: 'This rule is not accurate enough yet to match automatically.',
  },
  startItemLate: {
    code: 'reconciliation.startItemLate',
    status: 422,
    sentence: 'Outstanding items cannot be dated after the starting date. Correct one of the dates.',
  },
  startFixed: {
    code: 'reconciliation.startFixed',
    status: 409,
    sentence: 'This account already has matches or signed-off months, so its starting balance cannot change.',
  },
} satisfies Record<string, Problem>

export const reconciliationWords = {
  title: 'Bank Reconciliation',
  confirm: 'Confirm',
  confirmCertain: 'Confirm exact matches',
  create: 'Record and match',
  transfer: 'Transfer between own accounts',
  ask: 'Ask later',
  bankError: 'Bank error',
  undo: 'Undo',
  signOff: 'Sign off',
  reopen: 'Reopen',
} as const

const byAccount = z.strictObject({ account: accountCode })
const byMonth = z.strictObject({ account: accountCode, month })

/** The key of a book line, '1203/2', or the id of an outstanding item from before the books. */
const bookKey = z
  .string()
  .check(
    z.regex(
      /^(\d{1,15}\/\d{1,4}|before:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
      'This line is not in the books. Reload the page.',
    ),
  )

const recording = z.object({
  kind: z.enum(documentTypeNames),
  what: z.string(),
  fields: z.record(z.string(), z.unknown()),
  /** The label of the type. */
  words: z.string(),
})

const reason = z.object({ criterion: z.string(), words: z.string(), good: z.boolean() })

export const suggestion = z.object({
  lines: z.array(z.string()),
  books: z.array(z.string()),
  record: z.nullable(recording),
  reasons: z.array(reason),
  score: z.int(),
  certainty: z.enum(['certain', 'likely', 'possible']),
  best: z.boolean(),
})
export type SuggestionAnswer = z.infer<typeof suggestion>

export const bankLine = z.object({
  id: z.uuid(),
  /** The order in which lines were stored, which sorts the lines of a date. */
  seq: z.int(),
  day,
  /** Money in is positive. */
  amount: money,
  reference: z.nullable(z.string()),
  chequeNo: z.nullable(z.string()),
  description: z.string(),
  mark: z.nullable(z.enum(['ask', 'bank_error'])),
  note: z.string(),
  suggestions: z.array(suggestion),
})
export type BankLineAnswer = z.infer<typeof bankLine>

const namedDocument = z.object({ id: z.uuid(), kind: z.enum(documentTypeNames), number: z.string() })

export const bookLine = z.object({
  key: z.string(),
  day,
  amount: money,
  document: z.nullable(namedDocument),
  chequeNo: z.nullable(z.string()),
  reference: z.string(),
  party: z.string(),
  memo: z.string(),
})
export type BookLineAnswer = z.infer<typeof bookLine>

const side = z.object({
  key: z.string(),
  day,
  amount: money,
  words: z.string(),
  document: z.nullable(namedDocument),
})
export const match = z.object({
  id: z.uuid(),
  how: z.enum(['hand', 'proposal', 'rule']),
  reasons: z.array(z.string()),
  /** The name of the rule, for automatic matches. */
  rule: z.nullable(z.string()),
  by: z.string(),
  at: z.string(),
  bank: z.array(side),
  books: z.array(side),
  /** The documents that were recorded for this match, and that undoing it voids. */
  recorded: z.array(namedDocument),
})
export type MatchAnswer = z.infer<typeof match>

export const figures = z.object({
  statementBalance: money,
  bookBalance: money,
  depositsInTransit: money,
  outstanding: money,
  bankErrors: money,
  adjustments: money,
  /** The difference between the adjusted balances, which must be zero before the month is signed off. */
  difference: money,
  openLines: z.int(),
})
export type Figures = z.infer<typeof figures>

/** A question about a line; it must be answered before the month is signed off. */
const question = z.object({
  id: z.uuid(),
  lineId: z.uuid(),
  day,
  amount: money,
  description: z.string(),
  note: z.string(),
  by: z.string(),
  at: z.string(),
  /** The line is matched now. */
  matched: z.boolean(),
})
export type QuestionAnswer = z.infer<typeof question>

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
  /** 'Bank of Luzon ·7890'. */
  label: z.string(),
  kind: z.enum(['bank', 'ewallet']),
  currency: z.string(),
  bank: z.string(),
  bankAccountNo: z.string(),
})

export const monthState = z.enum(['signed', 'changed', 'ready', 'open', 'noStatement', 'reversals'])
export type MonthState = z.infer<typeof monthState>

/** The accounts with statements, their balances and their months, latest first. */
export const listReconciliations = endpoint({
  name: 'reconciliation.list',
  method: 'GET',
  path: '/api/bank-reconciliation',
  access: accountants,
  answer: z.object({
    accounts: z.array(
      z.extend(reconciledAccount, {
        /** The last date of the latest statement and the balance on that date; null if there is no statement. */
        statement: z.nullable(z.object({ to: day, balance: money })),
        /** Today, in the currency of the account. */
        bookBalance: money,
        months: z.array(
          z.object({
            month,
            state: monthState,
            /** The month of the books is closed. */
            closed: z.boolean(),
            lines: z.int(),
            open: z.int(),
            questions: z.int(),
            signed: z.nullable(signature),
          }),
        ),
      }),
    ),
  }),
  failure: 'The reconciliations could not be loaded. Try again.',
})

/** The maximum number of lines matched at once; in a longer list, the user presses the key again. */
export const maxAtOnce = 500

/** The start or end of a page of open lines: the date and the position of a line. */
export const lineCursor = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}\/\d{1,15}$/, 'The list has changed. Reload the page.'))

const pageCursor = z.optional(z.string().check(z.maxLength(100)))

/** A bank line shown next to another. */
const namedLine = z.pick(bankLine, { id: true, day: true, amount: true, description: true })
export type NamedLine = z.infer<typeof namedLine>

/** A month, and its open lines after a line or up to a line; by default, the first page. */
export const getReconciliation = endpoint({
  name: 'reconciliation.month',
  method: 'GET',
  path: '/api/bank-reconciliation/:account/:month',
  access: accountants,
  params: byMonth,
  query: z.strictObject({ after: z.optional(lineCursor), until: z.optional(lineCursor) }),
  answer: z.object({
    account: reconciledAccount,
    month,
    asOf: day,
    figures,
    /** The number of unmatched bank lines up to the end of the month. */
    open: z.int(),
    /** A page of them, oldest first. */
    lines: z.array(bankLine),
    /** The last line of the page; null on the last page. */
    next: z.nullable(z.string()),
    /** The items in their suggestions: book lines, and bank lines on other pages. */
    books: z.array(bookLine),
    others: z.array(namedLine),
    /** All exact matches of open lines that need no recording. */
    certain: z.array(
      z.object({ lines: z.array(z.string()), books: z.array(z.string()), reasons: z.array(z.string()) }),
    ),
    /** The number of outstanding book lines up to the end of the month. */
    outstanding: z.int(),
    /** The number of matches in the month. */
    matched: z.int(),
    findings: z.array(finding),
    /** Unanswered questions up to the end of the month, oldest first. */
    questions: z.array(question),
    /** Whether a rule of this account matches automatically. */
    rulesAct: z.boolean(),
    /** The reasons why the month cannot be signed off, and the checks that it has passed. */
    obstacles: z.array(z.string()),
    passed: z.array(z.string()),
    signed: z.nullable(signature),
    start: z.nullable(z.object({ day, balance: money })),
    /** The first date on which documents can be posted; earlier months are closed. */
    recordFrom: z.nullable(day),
    /** The types of documents that can be recorded for a line, with labels. */
    adjustments: z.array(z.object({ type: z.string(), words: z.string() })),
  }),
  failure: 'The reconciliation could not be loaded. Try again.',
})

/** Outstanding book lines up to the end of the month, oldest first. */
export const listOutstanding = endpoint({
  name: 'reconciliation.outstanding',
  method: 'GET',
  path: '/api/bank-reconciliation/:account/:month/outstanding',
  access: accountants,
  params: byMonth,
  query: z.strictObject({ after: pageCursor }),
  answer: z.object({ books: z.array(bookLine), next: z.nullable(z.string()) }),
  failure: 'The outstanding items could not be loaded. Try again.',
})

/** The matches of the month, newest first. */
export const listMatches = endpoint({
  name: 'reconciliation.matches',
  method: 'GET',
  path: '/api/bank-reconciliation/:account/:month/matches',
  access: accountants,
  params: byMonth,
  query: z.strictObject({ after: pageCursor }),
  answer: z.object({ matches: z.array(match), next: z.nullable(z.string()) }),
  failure: 'The matches could not be loaded. Try again.',
})

/**
 * A search for the match of a line. It returns book lines, equal amounts and near dates first, followed by other bank
 * lines.
 */
export const searchForLine = endpoint({
  name: 'reconciliation.search',
  method: 'GET',
  path: '/api/bank-reconciliation/:account/:month/lines/:lineId/search',
  access: accountants,
  params: z.extend(byMonth, { lineId: z.uuid() }),
  query: z.strictObject({
    words: z._default(z.string().check(z.maxLength(200)), ''),
    /** Limits of the amount, ignoring its sign. */
    atLeast: z.optional(money),
    atMost: z.optional(money),
    /** The maximum number of days before or after the line. */
    within: z.optional(z.string().check(z.regex(/^\d{1,4}$/, 'Enter the number of days.'))),
    /** 'bank' searches other bank lines. */
    kind: z.optional(z.enum([...documentTypeNames, 'bank'])),
    /** The key or id of the last result that is already loaded. */
    after: pageCursor,
  }),
  answer: z.object({
    books: z.array(bookLine),
    lines: z.array(namedLine),
    /** How many follow. */
    left: z.int(),
    /** The types of documents that the open book lines have. */
    kinds: z.array(z.enum(documentTypeNames)),
  }),
  failure: 'The books could not be searched. Try again.',
})

const matching = z.strictObject({
  /** The page creates the id, so that pressing a key twice matches only once. */
  matchId: z.uuid(),
  month,
  lines: z.array(z.uuid()).check(z.maxLength(200)),
  books: z.array(bookKey).check(z.maxLength(200)),
  /** Documents recorded for this match. */
  documents: z._default(z.array(z.uuid()).check(z.maxLength(20)), []),
  how: z.enum(['hand', 'proposal']),
  reasons: z._default(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20)), []),
})

export const matchLines = endpoint({
  name: 'reconciliation.match',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/matches',
  access: accountants,
  params: byAccount,
  body: matching,
  answer: z.object({ match }),
  failure: "The match may not have been saved. Try again; it won't be saved twice.",
})

/** Confirms a list of matches with one key: all or none. */
export const matchTogether = endpoint({
  name: 'reconciliation.matchTogether',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/matches/together',
  access: accountants,
  params: byAccount,
  body: z.strictObject({ matches: z.array(matching).check(z.minLength(1), z.maxLength(maxAtOnce)) }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The matches may not have been saved. Try again; none will be saved twice.',
})

/** The documents that were recorded for a match: those that undoing it voids, and those that stay, with the reason. */
const undoing = z.object({
  voided: z.array(z.extend(namedDocument, { on: day })),
  kept: z.array(z.extend(namedDocument, { reason: z.string() })),
})
export type Undoing = z.infer<typeof undoing>

export const undoMatch = endpoint({
  name: 'reconciliation.undo',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/matches/:matchId/undo',
  access: accountants,
  params: z.extend(byAccount, { matchId: z.uuid() }),
  answer: undoing,
  failure: "The match may not have been undone. Try again; it won't be undone twice.",
})

const undoConsequences = z.extend(undoing, {
  /** The other effects, one sentence each. */
  consequences: z.array(z.string()),
  /** Signed-off months that have to be reopened first, in this order. */
  reopensFirst: z.array(month),
})
export type UndoConsequences = z.infer<typeof undoConsequences>

/** The effects of undoing a match, for the preview. */
export const previewUndo = endpoint({
  name: 'reconciliation.previewUndo',
  method: 'GET',
  path: '/api/bank-reconciliation/:account/matches/:matchId/undo',
  access: accountants,
  params: z.extend(byAccount, { matchId: z.uuid() }),
  answer: undoConsequences,
  failure: 'The effects of undoing the match could not be loaded. Try again.',
})

/** Undoes a list of matches that were confirmed with one key: all or none. */
export const undoTogether = endpoint({
  name: 'reconciliation.undoTogether',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/matches/together/undo',
  access: accountants,
  params: byAccount,
  body: z.strictObject({ matches: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxAtOnce)) }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The matches may not have been undone. Try again; none will be undone twice.',
})

/** The effects of undoing several matches, for the preview. */
export const previewUndoTogether = endpoint({
  name: 'reconciliation.previewUndoTogether',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/matches/together/undo-preview',
  access: accountants,
  params: byAccount,
  body: z.strictObject({ matches: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxAtOnce)) }),
  answer: undoConsequences,
  failure: 'The effects of undoing these matches could not be loaded. Try again.',
})

export const refuseSuggestion = endpoint({
  name: 'reconciliation.refuse',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/lines/:lineId/refusals',
  access: accountants,
  params: z.extend(byAccount, { lineId: z.uuid() }),
  body: z.strictObject({
    books: z.array(bookKey).check(z.maxLength(200)),
    record: z.nullable(z.strictObject({ kind: z.enum(documentTypeNames), what: z.string().check(z.maxLength(500)) })),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The suggestion may not have been rejected. Reload the page and check.',
})

export const markLine = endpoint({
  name: 'reconciliation.mark',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/lines/:lineId/marks',
  access: accountants,
  params: z.extend(byAccount, { lineId: z.uuid() }),
  body: z
    .strictObject({ mark: z.enum(['ask', 'answered', 'bank_error', 'none']), note: optionalText('note', 300) })
    .check(
      z.refine(({ mark, note }) => mark !== 'answered' || note.length >= 3, {
        path: ['note'],
        error: 'Enter an answer.',
      }),
    ),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The line may not have been marked. Reload the page and check.',
})

// ── Rules

const trackRecord = z.object({
  /** Lines on which the rule would have made the same decision as people. */
  right: z.int(),
  /** Lines on which the rule would have made a different decision. */
  wrong: z.int(),
  /** Lines that people decided and for which the rule has no suggestion. */
  silent: z.int(),
  /** The total amount that the rule would have matched correctly. */
  moved: money,
  /** The track record as a sentence. */
  words: z.string(),
  /** Whether it was right often enough, and never wrong. */
  earned: z.boolean(),
  /** Examples of lines on which the rule would have been wrong. */
  wrongLines: z.array(z.object({ day, amount: money, words: z.string() })),
})
export type TrackRecordAnswer = z.infer<typeof trackRecord>

export const bankRule = z.object({
  id: z.uuid(),
  fields: ruleShape,
  acting: z.boolean(),
  /** The reason why the rule went back to only suggesting. */
  stopped: z.nullable(z.string()),
  record: trackRecord,
  /** Its automatic matches, newest first. */
  did: z.array(
    z.object({
      matchId: z.uuid(),
      day,
      amount: money,
      words: z.string(),
      at: z.string(),
      undone: z.boolean(),
      signed: z.boolean(),
    }),
  ),
})
export type BankRuleAnswer = z.infer<typeof bankRule>

const byRule = z.extend(byAccount, { ruleId: z.uuid() })

/** The rules of an account with their track records, and rules that are suggested because of repeated decisions. */
export const listRules = endpoint({
  name: 'reconciliation.rules',
  method: 'GET',
  path: '/api/bank-reconciliation/:account/rules',
  access: accountants,
  params: byAccount,
  answer: z.object({
    account: reconciledAccount,
    rules: z.array(bankRule),
    suggestions: z.array(z.object({ fields: ruleShape, times: z.int() })),
  }),
  failure: 'The rules could not be loaded. Try again.',
})

/** The track record of a rule before it is saved. */
export const tryRule = endpoint({
  name: 'reconciliation.tryRule',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/rules/trial',
  access: accountants,
  params: byAccount,
  body: ruleFields,
  answer: z.object({ record: trackRecord }),
  failure: 'The rule could not be tested. Try again.',
})

/** Saves a rule. A changed rule only suggests until it is switched on again. */
export const saveRule = endpoint({
  name: 'reconciliation.saveRule',
  method: 'PUT',
  path: '/api/bank-reconciliation/:account/rules/:ruleId',
  access: accountants,
  params: byRule,
  body: ruleFields,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The rule may not have been saved. Reload the page and check.',
})

/** Switches a qualified rule to automatic matching, or back to suggesting. */
export const switchRule = endpoint({
  name: 'reconciliation.switchRule',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/rules/:ruleId/acting',
  access: accountants,
  params: byRule,
  body: z.strictObject({ acting: z.boolean() }),
  /** The number of lines matched at once. */
  answer: z.object({ matched: z.int() }),
  failure: 'The rule may not have been changed. Reload the page and check.',
})

export const retireRule = endpoint({
  name: 'reconciliation.retireRule',
  method: 'DELETE',
  path: '/api/bank-reconciliation/:account/rules/:ruleId',
  access: accountants,
  params: byRule,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The rule may not have been deleted. Reload the page and check.',
})

/** The effects of undoing the automatic matches of a rule in open months, and the number of these matches. */
export const previewUndoRule = endpoint({
  name: 'reconciliation.previewUndoRule',
  method: 'GET',
  path: '/api/bank-reconciliation/:account/rules/:ruleId/undo',
  access: accountants,
  params: byRule,
  answer: z.extend(undoConsequences, { matches: z.int() }),
  failure: 'The effects of undoing these matches could not be loaded. Try again.',
})

/** Undoes all automatic matches of a rule in open months, and voids the documents it recorded. */
export const undoRule = endpoint({
  name: 'reconciliation.undoRule',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/rules/:ruleId/undo',
  access: accountants,
  params: byRule,
  answer: z.object({ undone: z.int() }),
  failure: 'Some matches may not have been undone. Try again; none will be undone twice.',
})

/** Applies the automatic rules to the open lines. */
export const applyRules = endpoint({
  name: 'reconciliation.applyRules',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/rules/application',
  access: accountants,
  params: byAccount,
  answer: z.object({ matched: z.int() }),
  failure: 'The rules may not have been applied. Reload the page and check.',
})

const unidentifiedDeposit = z.object({
  documentId: z.uuid(),
  kind: z.enum(documentTypeNames),
  number: z.string(),
  day,
  open: money,
  /** The text of the bank or the slip. */
  words: z.string(),
  /** Open invoices with exactly this amount. */
  likely: z.array(z.object({ documentId: z.uuid(), number: z.string(), partyId: z.uuid(), party: z.string() })),
})
export type UnidentifiedDeposit = z.infer<typeof unidentifiedDeposit>

/** Unidentified deposits, oldest first. */
export const listUnidentified = endpoint({
  name: 'reconciliation.unidentified',
  method: 'GET',
  path: '/api/unidentified-deposits',
  access: accountants,
  answer: z.object({ deposits: z.array(unidentifiedDeposit) }),
  failure: 'The unidentified deposits could not be loaded. Try again.',
})

const startItem = z.strictObject({
  day,
  /** An outstanding payment is negative. */
  amount: money.check(z.refine((amount) => amount !== 0n, 'Enter an amount.')),
  chequeNo: z._default(
    z.nullable(z.string().check(z.trim(), z.regex(/^\d{4,12}$/, 'Enter a cheque number of 4 to 12 digits.'))),
    null,
  ),
  words: shortText('name', 200),
})

/**
 * The starting balance of an account with earlier transactions: the bank balance at the end of a date, and the items
 * that were outstanding then.
 */
export const setStart = endpoint({
  name: 'reconciliation.start',
  method: 'PUT',
  path: '/api/bank-reconciliation/:account/start',
  access: accountants,
  params: byAccount,
  body: z.strictObject({
    day,
    balance: money,
    items: z.array(startItem).check(z.maxLength(500, 'Enter at most 500 outstanding items.')),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The starting balance may not have been saved. Reload the page and check.',
})

export const signOffMonth = endpoint({
  name: 'reconciliation.signOff',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/:month/signature',
  access: accountants,
  params: byMonth,
  body: z.strictObject({ note: optionalText('note', 300) }),
  answer: z.object({ signed: signature }),
  failure: "The sign-off may not have been saved. Try again; it won't be saved twice.",
})

/** The effects of reopening a signed-off month, and the later months that have to be reopened first. */
export const previewReopening = endpoint({
  name: 'reconciliation.previewReopening',
  method: 'GET',
  path: '/api/bank-reconciliation/:account/:month/reopening',
  access: accountants,
  params: byMonth,
  answer: reopening,
  failure: 'The effects of reopening the month could not be loaded. Try again.',
})

export const reopenMonth = endpoint({
  name: 'reconciliation.reopen',
  method: 'POST',
  path: '/api/bank-reconciliation/:account/:month/reopening',
  access: accountants,
  params: byMonth,
  body: z.strictObject({
    reason: z
      .string('Enter the reason for reopening.')
      .check(
        z.trim(),
        z.minLength(5, 'Enter the reason for reopening.'),
        z.maxLength(500, 'Shorten the reason to 500 characters.'),
      ),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: "The month may not have been reopened. Try again; it won't be reopened twice.",
})
