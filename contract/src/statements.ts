// Bank statements. A file is previewed with every problem at its line, and stored when the accountant confirms. The
// same file is stored only once for an account; removing it also removes the lines that no other file contains.
import { day } from '@talaan/ledger/core/date.ts'
import { accountCode } from '@talaan/ledger/core/fields.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { findingKinds } from '@talaan/ledger/banking/checks/finding.ts'
import type { LayoutDraft } from '@talaan/ledger/banking/formats/layout.ts'
import { statementFormats } from '@talaan/ledger/banking/formats/statement.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants } from './roles.ts'

export const statementLimitBytes = 10 * 1024 * 1024

export const formatNames: Record<(typeof statementFormats)[number], string> = {
  csv: 'CSV',
  xlsx: 'XLSX',
  ofx: 'OFX',
  qif: 'QIF',
  mt940: 'MT940',
  camt053: 'CAMT.053',
  pdf: 'PDF',
}

/** The file extensions that banks and programs use for each format. */
export const statementEndings: Record<(typeof statementFormats)[number], readonly string[]> = {
  csv: ['csv', 'txt', 'tsv', 'tab', 'asc', 'prn'],
  xlsx: ['xlsx', 'xls'],
  ofx: ['ofx', 'qfx', 'qbo', 'txt', 'xml'],
  qif: ['qif', 'txt'],
  mt940: ['sta', 'mt940', '940', 'mt9', 'swi', 'fin', 'txt'],
  camt053: ['xml', 'camt', 'c53'],
  pdf: ['pdf'],
}

export const statementProblems = {
  unreadable: {
    code: 'statements.unreadable',
    status: 422,
    sentence:
      'This file does not follow its format and cannot be read. Download the statement again or in another format.',
  },
  tooHeavy: {
    code: 'statements.tooHeavy',
    status: 422,
    sentence: 'Reading this file took too long or needed too much memory. Download a shorter period or another format.',
  },
  account: {
    code: 'statements.account',
    status: 422,
    sentence: "Choose one of your company's bank accounts or e-wallets.",
  },
  currency: {
    code: 'statements.currency',
    status: 422,
    sentence:
      'This statement and the account have different currencies. Choose the account that the statement belongs to.',
  },
  open: {
    code: 'statements.open',
    status: 422,
    sentence: 'Set the layout of the file first.',
  },
  mistakes: {
    code: 'statements.mistakes',
    status: 422,
    sentence: 'Some rows cannot be read. Correct the layout first.',
  },
  already: {
    code: 'statements.already',
    status: 409,
    sentence: 'This file was already uploaded for this account. Choose another file.',
  },
  lookAgain: {
    code: 'statements.lookAgain',
    status: 409,
    sentence: 'The account or its statements changed after this file was checked. Check the file again, then save it.',
  },
  reason: {
    code: 'statements.reason',
    status: 422,
    sentence: 'This statement has problems. To save it anyway, explain why.',
  },
  notThere: {
    code: 'statements.notThere',
    status: 404,
    sentence: 'This statement does not exist. Choose one from the list.',
  },
  removed: {
    code: 'statements.removed',
    status: 409,
    sentence: 'This statement was already removed. Reload the page.',
  },
  inUse: {
    code: 'statements.inUse',
    status: 409,
    sentence: 'Some lines of this statement are matched. Undo the matches first, then remove the statement.',
  },
} satisfies Record<string, Problem>

export const finding = z.object({
  kind: z.enum(findingKinds),
  weight: z.enum(['doubt', 'note']),
  line: z.nullable(z.int()),
  message: z.string(),
})

export const statementLine = z.object({
  position: z.int(),
  day,
  valueDay: z.nullable(day),
  amount: money,
  balance: z.nullable(money),
  reference: z.nullable(z.string()),
  chequeNo: z.nullable(z.string()),
  description: z.string(),
  /** Whether no earlier statement contains this line. */
  isNew: z.boolean(),
})
export type ShownLine = z.infer<typeof statementLine>

const rowNote = z.object({ row: z.int(), message: z.string() })

const file = {
  account: accountCode,
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The layout as JSON while the user is choosing it; by default, the account's stored layout. */
  layout: z.optional(z.string().check(z.maxLength(8000))),
  /** The number of the chosen account, for a file with several accounts. */
  part: z.optional(z.string().check(z.maxLength(60))),
}

export const statementPreview = z.object({
  format: z.enum(statementFormats),
  /** The first rows of each table in the file, if it contains tables. */
  tables: z.array(z.object({ name: z.string(), rows: z.array(z.array(z.string())), total: z.int() })),
  /** Validated only on the server, because its schema would make every form larger. */
  layout: z.custom<LayoutDraft | null>(),
  /**
   * The source of the layout: stored for the account, known for the bank, detected in the file, or entered by the user.
   */
  layoutFrom: z.nullable(z.enum(['kept', 'ready', 'found', 'said'])),
  ready: z.nullable(z.string()),
  /** The open choices. */
  open: z.array(z.string()),
  /** The stored layout no longer fits this file. */
  changed: z.boolean(),
  mistakes: z.array(rowNote),
  leftOut: z.array(rowNote),
  /** The accounts in a file that contains several. */
  accounts: z.array(z.string()),
  statement: z.nullable(
    z.object({
      account: z.nullable(z.string()),
      currency: z.nullable(z.string()),
      from: day,
      to: day,
      opening: z.nullable(money),
      closing: z.nullable(money),
      moneyIn: money,
      moneyOut: money,
      lines: z.array(statementLine),
    }),
  ),
  findings: z.array(finding),
  /** Must be sent back to store the statement; null if it cannot be stored. */
  digest: z.nullable(z.string()),
})
export type StatementPreview = z.infer<typeof statementPreview>

/** Reads a file and stores nothing. */
export const previewStatement = endpoint({
  name: 'bankStatements.preview',
  method: 'POST',
  path: '/api/bank-statements/preview',
  access: accountants,
  frame: true,
  query: z.strictObject(file),
  bytesIn: true,
  bodyLimit: statementLimitBytes,
  answer: statementPreview,
  failure: 'The file could not be read. Nothing was saved; try again.',
})

/** Stores a previewed file; repeated calls store it only once. */
export const storeStatement = endpoint({
  name: 'bankStatements.store',
  method: 'POST',
  path: '/api/bank-statements',
  access: accountants,
  frame: true,
  query: z.strictObject({
    ...file,
    digest: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Check the file first.')),
    reason: z._default(z.string().check(z.trim(), z.maxLength(500, 'Shorten the reason to 500 characters.')), ''),
  }),
  bytesIn: true,
  bodyLimit: statementLimitBytes,
  answer: z.object({
    statementId: z.uuid(),
    lines: z.int(),
    newLines: z.int(),
    already: z.boolean(),
  }),
  failure: "The statement may not have been saved. Try again; it won't be saved twice.",
})

export const storedStatement = z.object({
  id: z.uuid(),
  account: z.string(),
  accountLabel: z.string(),
  fileName: z.string(),
  format: z.enum(statementFormats),
  currency: z.string(),
  from: day,
  to: day,
  opening: z.nullable(money),
  closing: z.nullable(money),
  lines: z.int(),
  newLines: z.int(),
  findings: z.array(finding),
  reason: z.string(),
  uploadedBy: z.string(),
  uploadedAt: z.string(),
  removed: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
})
export type StoredStatement = z.infer<typeof storedStatement>

const bankAccount = z.object({
  code: z.string(),
  name: z.string(),
  /** 'Bank of Luzon ·7890'. */
  label: z.string(),
  bank: z.string(),
  number: z.string(),
  currency: z.string(),
})

/** Bank accounts and e-wallets, and all statements, latest first. */
export const listStatements = endpoint({
  name: 'bankStatements.list',
  method: 'GET',
  path: '/api/bank-statements',
  access: accountants,
  frame: true,
  query: z.strictObject({ account: z.optional(accountCode) }),
  answer: z.object({ accounts: z.array(bankAccount), statements: z.array(storedStatement) }),
  failure: 'The statements could not be loaded. Try again.',
})

const statementId = z.strictObject({ statementId: z.uuid() })

export const getStatement = endpoint({
  name: 'bankStatements.get',
  method: 'GET',
  path: '/api/bank-statements/:statementId',
  access: accountants,
  params: statementId,
  answer: z.object({ statement: storedStatement, lines: z.array(statementLine) }),
  failure: 'The statement could not be loaded. Try again.',
})

/** The uploaded file. */
export const getStatementFile = endpoint({
  name: 'bankStatements.file',
  logsRead: true,
  method: 'GET',
  path: '/api/bank-statements/:statementId/file',
  access: accountants,
  bytesOut: true,
  params: statementId,
  failure: 'The file could not be loaded. Try again.',
})

/** Removes a statement with a reason, together with the lines that no other statement contains. */
export const removeStatement = endpoint({
  name: 'bankStatements.remove',
  method: 'POST',
  path: '/api/bank-statements/:statementId/remove',
  access: accountants,
  params: statementId,
  body: z.strictObject({
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter the reason for removing the statement.'),
        z.maxLength(500, 'Shorten the reason to 500 characters.'),
      ),
  }),
  answer: z.object({ statement: storedStatement }),
  failure: 'The statement may not have been removed. Check the list and try again.',
})
