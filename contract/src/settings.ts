// Company settings: the company, its chart of accounts, money accounts, expense types, tax rates and mail. A change
// contains the previous value, so that concurrent changes are refused.
import { accountTypes, linesOfType, statementLines } from '@talaan/ledger/accounts/chart.ts'
import { day } from '@talaan/ledger/core/date.ts'
import { paidForWhat, withholders } from '@talaan/ledger/documents/facts.ts'
import { accountCode, email, fieldSet, optionalText, shortText } from '@talaan/ledger/core/fields.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { parseTin } from '@talaan/ledger/core/party.ts'
import { purchaseCategories } from '@talaan/ledger/tax/vat.ts'
import { registrationKinds } from '@talaan/ledger/tax/registrations.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { registration } from './accounts.ts'
import { receiptMail } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { mailNotSetUp } from './jobs.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants } from './roles.ts'
import { tagKinds } from './tag-kinds.ts'

export const settingsSections = [
  { id: 'company', title: 'Company' },
  { id: 'chart', title: 'Chart of accounts' },
  { id: 'money', title: 'Cash and bank accounts' },
  { id: 'expenses', title: 'Expense types' },
  { id: 'tags', title: 'Tags' },
  { id: 'withholding', title: 'Withholding codes' },
  { id: 'vat', title: 'VAT rates' },
  { id: 'taxes', title: 'Tax returns' },
  { id: 'opening', title: 'Opening balances' },
  { id: 'numbers', title: 'Number series' },
  { id: 'forms', title: 'Form addresses' },
  { id: 'mail', title: 'Mail' },
  { id: 'api', title: 'API keys' },
  { id: 'reference', title: 'API reference' },
  { id: 'webhooks', title: 'Webhooks' },
  { id: 'backups', title: 'Backups' },
  { id: 'jobs', title: 'Background jobs' },
  { id: 'changes', title: 'Changes' },
] as const
export type SettingsSection = (typeof settingsSections)[number]['id']

export const settingsProblems = {
  changedMeanwhile: {
    code: 'settings.changedMeanwhile',
    status: 409,
    sentence: 'Someone else has changed these settings in the meantime. Reload the page, then make your change.',
  },
  taken: { code: 'settings.taken', status: 409, sentence: 'This code is already in use. Choose another code.' },
  notThere: { code: 'settings.notThere', status: 404, sentence: 'This setting no longer exists. Reload the page.' },
  refused: {
    code: 'settings.refused',
    status: 422,
    sentence: 'This change is not possible. Correct the marked fields.',
  },
  noMailServer: {
    code: 'settings.noMailServer',
    status: 409,
    sentence: mailNotSetUp,
  },
  tooManyTests: {
    code: 'settings.tooManyTests',
    status: 429,
    sentence: 'You can send ten test e-mails an hour. Try again later.',
  },
} satisfies Record<string, Problem>

// ── Reading.

export const companySettings = fieldSet({
  name: shortText('name of the company', 200),
  /** '' until entered. */
  tin: z.string('Enter the TIN.').check(
    z.maxLength(60, 'A TIN has 9 digits; enter the branch code in its own field.'),
    z.overwrite((text) => text.replace(/[\s-]/g, '')),
    z.superRefine((text, context) => {
      if (text === '') return
      const read = parseTin(text)
      if (!/^\d{9}$/.test(text) || !read.ok)
        context.addIssue({ code: 'custom', message: 'A TIN has 9 digits, as on the certificate of registration.' })
    }),
  ),
  branchCode: z
    .string('Enter the branch code.')
    .check(z.regex(/^\d{5}$/, 'A branch code has 5 digits; the head office is 00000.')),
  address: optionalText('address', 300),
  rdoCode: z
    .string('Enter the RDO code.')
    .check(
      z.trim(),
      z.toUpperCase(),
      z.regex(
        /^(\d{3}|\d{2}[A-C]|\d{3}[A-C])?$/,
        "An RDO code looks like 082 or 21A. If you don't know the code, leave the field empty.",
      ),
    ),
  fiscalYearEnd: z
    .int('Choose the last month of the fiscal year.')
    .check(
      z.minimum(1, 'Choose the last month of the fiscal year.'),
      z.maximum(12, 'Choose the last month of the fiscal year.'),
    ),
  permitNo: optionalText('permit number', 60),
  permitDay: z.nullable(day),
  /** The printed number that the first invoice proposes. */
  firstInvoiceNo: optionalText('first invoice number', 30),
  /** The names under the signature lines of vouchers. */
  preparedBy: optionalText('name', 80),
  checkedBy: optionalText('name', 80),
  approvedBy: optionalText('name', 80),
}).check(
  z.refine(({ permitDay, permitNo }) => permitDay === null || permitNo !== '', {
    path: ['permitNo'],
    error: 'Enter the permit number, or clear the permit date.',
  }),
)
export type CompanySettings = z.output<typeof companySettings>

export const accountSettings = fieldSet({
  name: shortText('name of the account', 100),
  type: z.enum(accountTypes, 'Choose the type of the account.'),
  normal: z.enum(['debit', 'credit'], 'Choose debit or credit as the normal balance.'),
  statementLine: z.enum(statementLines, 'Choose a line of the financial statements.'),
  active: z.boolean('Choose whether the account is active.'),
}).check(
  z.refine(({ type, statementLine }) => (linesOfType[type] as readonly string[]).includes(statementLine), {
    path: ['statementLine'],
    error: 'This statement line does not match the account type. Choose another line.',
  }),
)
export type AccountSettings = z.output<typeof accountSettings>

export const moneyKindWords = {
  bank: 'Bank',
  ewallet: 'E-wallet',
  petty_cash: 'Petty cash fund',
  cash: 'Cash on hand',
} as const

export const overLimitWords = { refuse: 'Refuse the document', warn: 'Warn only' } as const

export const moneyAccountSettings = fieldSet({
  name: shortText('name of the account', 100),
  kind: z.enum(['bank', 'ewallet', 'petty_cash', 'cash'], 'Choose the type of the account.'),
  bank: optionalText('bank', 100),
  bankAccountNo: optionalText('account number', 40),
  currency: z
    .string('Enter the currency.')
    .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{3}$/, 'Enter the three-letter currency code, such as PHP.')),
  overdraft: money.check(z.refine((amount) => amount >= 0n, 'Enter the overdraft without a minus sign.')),
  overLimit: z.enum(['refuse', 'warn'], 'Choose whether a document that overdraws the account is refused.'),
  custodian: optionalText('custodian', 100),
  float: money.check(z.refine((amount) => amount >= 0n, 'Enter the fund amount without a minus sign.')),
  active: z.boolean('Choose whether the account is active.'),
}).check(
  z.refine(({ kind, currency }) => kind === 'bank' || kind === 'ewallet' || currency === 'PHP', {
    path: ['currency'],
    error: 'Cash and petty cash accounts must be in PHP.',
  }),
  z.refine(({ kind, overdraft }) => kind === 'bank' || overdraft === 0n, {
    path: ['overdraft'],
    error: 'Only a bank account can be overdrawn; enter 0.',
  }),
  z.refine(({ kind, overLimit }) => kind === 'bank' || overLimit === 'refuse', {
    path: ['overLimit'],
    error: 'Only a bank account can be overdrawn. Choose Refuse the document.',
  }),
)
export type MoneyAccountSettings = z.output<typeof moneyAccountSettings>

const taxCode = z
  .string('Enter the code.')
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z]{2}\d{3}$/, 'A code has two letters and three digits, for example WC158.'),
  )
const noCode = z.union(
  [z.null(), taxCode],
  'A code has two letters and three digits, for example WC158; or leave it empty.',
)

export const expenseTypeSettings = fieldSet({
  name: shortText('name', 80),
  account: accountCode,
  vatClass: z.enum(['vatable', 'zero_rated', 'exempt', 'not_subject'], 'Choose the default VAT type.'),
  category: z.enum(purchaseCategories, 'Choose the type of purchase.'),
  atcIndividual: noCode,
  atcNonIndividual: noCode,
  topAgentOnly: z.boolean('Choose who withholds.'),
  active: z.boolean('Choose whether this type appears in forms.'),
})
export type ExpenseTypeSettings = z.output<typeof expenseTypeSettings>

/** The maximum number of tags of each kind. */
export const maxTags = 200

export const tagSettings = fieldSet({
  kind: z.enum(tagKinds, 'Choose the kind of tag.'),
  name: shortText('name', 40),
  active: z.boolean('Choose whether this tag is active.'),
})

/** A percentage with up to four decimals, below 100: '12', '0.5'. */
const ratePercent = z
  .string('Enter the rate in percent.')
  .check(z.trim(), z.regex(/^\d{1,2}(\.\d{1,4})?$/, 'Enter a rate below 100 percent, for example 2 or 0.5.'))

export const newWithholdingRate = fieldSet({
  code: taxCode,
  payee: z.enum(['individual', 'non_individual'], 'Choose Individual or Non-individual.'),
  description: shortText('description', 200),
  percent: ratePercent,
  tax: z.enum(['ewt', 'final', 'vat', 'percentage'], 'Choose which tax is withheld.'),
  withheldBy: z.enum(withholders, 'Choose who withholds under this code.'),
  paidFor: z.enum(paidForWhat, 'Choose goods or services.'),
  likely: z.boolean('Choose whether bank matching also checks amounts net of this tax.'),
  validFrom: day,
  source: shortText('law or regulation', 200),
})

export const newVatRate = fieldSet({
  percent: ratePercent,
  validFrom: day,
  source: shortText('law or regulation', 200),
})

export const newRegistration = fieldSet({
  value: z.string('Choose the status.'),
  /** Null if it has always applied. */
  validFrom: z.nullable(day),
  source: shortText('certificate or reason', 200),
})

const listedRegistration = z.extend(registration, {
  id: z.string(),
  source: z.string(),
  /** Null for values from before registrations had dates. */
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
  /** A later row for the same date has replaced it. */
  corrected: z.boolean(),
})
export type ListedRegistration = z.output<typeof listedRegistration>

const listedAccount = z.object({
  code: z.string(),
  settings: accountSettings,
  control: z.boolean(),
  balance: money,
  /** The account has entries, so its type cannot change. */
  posted: z.boolean(),
  isMoney: z.boolean(),
})
const listedMoney = z.object({
  code: z.string(),
  settings: moneyAccountSettings,
  balance: money,
  posted: z.boolean(),
})
const listedExpense = z.object({ code: z.string(), settings: expenseTypeSettings })
const listedRate = z.object({
  code: z.string(),
  payee: z.enum(['individual', 'non_individual']),
  description: z.string(),
  rate: z.string(),
  tax: z.enum(['ewt', 'final', 'vat', 'percentage']),
  withheldBy: z.enum(withholders),
  paidFor: z.enum(paidForWhat),
  likely: z.boolean(),
  validFrom: day,
  validTo: z.nullable(day),
  source: z.string(),
})
export type ListedAccount = z.output<typeof listedAccount>
export type ListedMoney = z.output<typeof listedMoney>
export type ListedExpense = z.output<typeof listedExpense>
export type ListedRate = z.output<typeof listedRate>

export const getSettings = endpoint({
  name: 'settings.get',
  method: 'GET',
  path: '/api/settings',
  access: adminsAndAccountants,
  answer: z.object({
    company: companySettings,
    today: day,
    /** Newest date first. */
    registrations: z.array(listedRegistration),
    /** COMPANY_NAME is set, so the name can be changed only there. */
    nameIsConfigured: z.boolean(),
    accounts: z.array(listedAccount),
    money: z.array(listedMoney),
    expenses: z.array(listedExpense),
    withholding: z.array(listedRate),
    vat: z.array(z.object({ rate: z.string(), validFrom: day, validTo: z.nullable(day), source: z.string() })),
    series: z.array(z.object({ series: z.string(), plural: z.string(), year: z.int(), last: z.int() })),
    forms: z.array(z.object({ title: z.string(), variable: z.string(), url: z.string(), own: z.boolean() })),
    mail: z.object({
      server: z.nullable(z.string()),
      from: z.string(),
      /** The mailbox that is read for returned e-mail, and when it was last read. */
      returns: z.nullable(z.object({ mailbox: z.string(), readAt: z.nullable(z.string()) })),
    }),
  }),
  failure: 'The settings could not be loaded. Try again.',
})
export type Settings = z.output<typeof getSettings.answer>

// ── Changes.

const done = z.object({ success: z.literal(true) })
const byCode = z.strictObject({ code: accountCode })
const failure = 'Talaan could not confirm that your change was saved. Reload the page and check.'
const change = { access: adminsAndAccountants, answer: done, failure }

export const changeCompany = endpoint({
  ...change,
  name: 'settings.company',
  method: 'PUT',
  path: '/api/settings/company',
  body: z.strictObject({ was: companySettings, now: companySettings }),
})

/** A changed registration is a new row; documents and returns for earlier dates keep the previous one. */
export const addRegistration = endpoint({
  ...change,
  name: 'settings.registration',
  method: 'POST',
  path: '/api/settings/registrations/:code',
  params: z.strictObject({ code: z.enum(registrationKinds) }),
  body: z.strictObject({ now: newRegistration }),
})

/** Adds or changes an account. */
export const changeAccount = endpoint({
  ...change,
  name: 'settings.account',
  method: 'PUT',
  path: '/api/settings/accounts/:code',
  params: byCode,
  body: z.strictObject({ was: z.nullable(accountSettings), now: accountSettings }),
})

/** Adds or changes a money account. Its ledger account is created, or reused if no money account uses it yet. */
export const changeMoneyAccount = endpoint({
  ...change,
  name: 'settings.moneyAccount',
  method: 'PUT',
  path: '/api/settings/money-accounts/:code',
  params: byCode,
  body: z.strictObject({ was: z.nullable(moneyAccountSettings), now: moneyAccountSettings }),
})

export const changeExpenseType = endpoint({
  ...change,
  name: 'settings.expenseType',
  method: 'PUT',
  path: '/api/settings/expense-types/:code',
  params: z.strictObject({
    code: z
      .string()
      .check(
        z.regex(/^[a-z0-9_]{2,40}$/, 'A code has 2 to 40 lowercase letters, digits or _, for example office_rent.'),
      ),
  }),
  body: z.strictObject({ was: z.nullable(expenseTypeSettings), now: expenseTypeSettings }),
})

/** Adds or changes a tag, whose code is an id that the page creates. */
export const changeTag = endpoint({
  ...change,
  name: 'settings.tag',
  method: 'PUT',
  path: '/api/settings/tags/:code',
  params: z.strictObject({ code: z.uuid() }),
  body: z.strictObject({ was: z.nullable(tagSettings), now: tagSettings }),
})

/** A new rate is a new row; recorded documents keep the old rate. */
export const addWithholdingRate = endpoint({
  ...change,
  name: 'settings.withholdingRate',
  method: 'POST',
  path: '/api/settings/withholding-codes',
  body: z.strictObject({ now: newWithholdingRate }),
})

export const addVatRate = endpoint({
  ...change,
  name: 'settings.vatRate',
  method: 'POST',
  path: '/api/settings/vat-rates',
  body: z.strictObject({ now: newVatRate }),
})

export const sendTestEmail = endpoint({
  ...change,
  name: 'settings.testLetter',
  method: 'POST',
  path: '/api/settings/test-emails',
  body: z.strictObject({ to: email }),
  failure: 'Talaan could not confirm that the e-mail was queued. Check the list below.',
})

export const testEmail = z.extend(receiptMail, { id: z.uuid(), at: z.string() })

/** The last test e-mails, newest first, with their status. */
export const listTestEmails = endpoint({
  name: 'settings.testLetters',
  method: 'GET',
  path: '/api/settings/test-emails',
  access: adminsAndAccountants,
  activity: false,
  answer: z.object({ emails: z.array(testEmail) }),
  failure: 'The test e-mails could not be loaded. Try again.',
})

/** One changed field; `before` is null if the row was added. */
export const changedField = z.object({ field: z.string(), was: z.nullable(z.string()), now: z.nullable(z.string()) })

export const settingsChange = z.object({
  seq: z.string(),
  at: z.string(),
  by: z.string(),
  what: z.string(),
  fields: z.array(changedField),
})
export type SettingsChange = z.infer<typeof settingsChange>

export const listSettingsChanges = endpoint({
  name: 'settings.changes',
  method: 'GET',
  path: '/api/settings/changes',
  access: adminsAndAccountants,
  query: z.strictObject({
    before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  }),
  answer: z.object({ changes: z.array(settingsChange), next: z.nullable(z.string()) }),
  failure: 'The changes could not be loaded. Try again.',
})

/** The label of a field in the list of changes. */
export const fieldWords: Record<string, string> = {
  name: 'Name',
  tin: 'TIN',
  branchCode: 'Branch code',
  address: 'Address',
  rdoCode: 'RDO code',
  fiscalYearEnd: 'Last month of fiscal year',
  permitNo: 'Permit number',
  firstInvoiceNo: 'First invoice number',
  preparedBy: 'Prepared by',
  checkedBy: 'Checked by',
  approvedBy: 'Approved by',
  permitDay: 'Permit date',
  type: 'Type',
  normal: 'Normal balance',
  statementLine: 'Statement line',
  active: 'Active',
  kind: 'Type',
  bank: 'Bank',
  bankAccountNo: 'Account no.',
  currency: 'Currency',
  overdraft: 'Overdraft',
  overLimit: 'When overdrawn',
  custodian: 'Custodian',
  float: 'Fund amount',
  account: 'Account',
  vatClass: 'Default VAT',
  category: 'Type of purchase',
  atcIndividual: 'Code for individuals',
  atcNonIndividual: 'Code for non-individuals',
  topAgentOnly: 'Top withholding agents only',
  code: 'Code',
  payee: 'Payee',
  description: 'Description',
  percent: 'Rate (%)',
  tax: 'Tax',
  value: 'Status',
  validFrom: 'From',
  source: 'Source',
  to: 'Sent to',
}
