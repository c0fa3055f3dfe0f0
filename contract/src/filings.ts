// Tax returns: the calendar, each return calculated box by box, filed returns, and the dated rules that apply.
import { day } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { fieldSet, optionalEmail, optionalText, shortText } from '@talaan/ledger/core/fields.ts'
import { efpsGroups } from '@talaan/ledger/tax/calendar/deadlines.ts'
import { worksheetForms } from '@talaan/ledger/tax/calendar/forms.ts'
import { customDuty, customEvery, otherDutyChoices } from '@talaan/ledger/tax/calendar/other-duties.ts'
import { excessForms, excessUses } from '@talaan/ledger/tax/returns/excess.ts'
import { rateNames } from '@talaan/ledger/tax/rates.ts'
import type { RateName } from '@talaan/ledger/tax/rates.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { dueRow, filingStates } from './due-soon.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { reportFormats, table } from './reports.ts'
import { accountants, adminsAndAccountants } from './roles.ts'

export const filingProblems = {
  noSuchPeriod: {
    code: 'filings.noSuchPeriod',
    status: 404,
    sentence: 'This date is not the end of a filing period. Open the return from the calendar.',
  },
  notWorkedOut: {
    code: 'filings.notWorkedOut',
    status: 404,
    sentence:
      'Talaan has only the current revision of this form, which does not apply to that period. Prepare this return outside Talaan.',
  },
  noSuchBox: {
    code: 'filings.noSuchBox',
    status: 404,
    sentence: 'This form does not have that box. Open the box from the return.',
  },
  madeOfOthers: {
    code: 'filings.madeOfOthers',
    status: 422,
    sentence: 'This box is calculated from other boxes. Enter the amount in one of those boxes.',
  },
  changedMeanwhile: {
    code: 'filings.changedMeanwhile',
    status: 409,
    sentence: 'The figures have changed. Check them again, then confirm.',
  },
  notEnded: {
    code: 'filings.notEnded',
    status: 422,
    sentence: 'This period has not ended, so it cannot be filed yet.',
  },
  unchanged: {
    code: 'filings.unchanged',
    status: 409,
    sentence: 'This return is already filed and nothing has changed since then, so there is nothing to amend.',
  },
  nothingToWriteOff: {
    code: 'filings.nothingToWriteOff',
    status: 404,
    sentence: 'This invoice has no open balance to write off. Choose another invoice.',
  },
  noSuchUse: {
    code: 'filings.noSuchUse',
    status: 422,
    sentence:
      'An over-remittance at the end of the year cannot be carried over. Choose a refund or a tax credit certificate.',
  },
  filed: {
    code: 'filings.filed',
    status: 409,
    sentence:
      'This return is already filed, so it cannot be marked as prepared. If its figures have changed, file an amendment.',
  },
  taken: {
    code: 'filings.taken',
    status: 409,
    sentence: 'An entry with this start date already exists. Choose another date.',
  },
  notThere: { code: 'filings.notThere', status: 404, sentence: 'This entry no longer exists. Reload the page.' },
  refused: {
    code: 'filings.refused',
    status: 422,
    sentence: 'The change could not be saved. Correct the marked fields.',
  },
} satisfies Record<string, Problem>

// ── The calendar.

export type FilingState = (typeof filingStates)[number]
export const filingStateWords: Record<FilingState, string> = {
  open: 'Open',
  prepared: 'Prepared',
  filed: 'Filed',
  amended: 'Amended',
}

const { duty, period } = dueRow.shape
const row = z.extend(dueRow, {
  raw: day,
  why: z.string(),
  filedOn: z.nullable(day),
  reference: z.string(),
  /** The amount payable or paid; null if nothing is calculated. A negative amount is an excess. */
  payable: z.nullable(money),
  /** A posting after the filing changed a box. */
  moved: z.boolean(),
})
export type CalendarRow = z.output<typeof row>

/** One date of a deadline that the company added itself. */
const ownRow = z.object({
  id: z.uuid(),
  name: z.string(),
  note: z.string(),
  raw: day,
  due: day,
  doneOn: z.nullable(day),
  reference: z.string(),
})
export type OwnRow = z.output<typeof ownRow>

/** Sales compared with the threshold for VAT registration; null for a VAT-registered company. */
const threshold = z.object({
  from: day,
  sales: money,
  limit: money,
  percent: z.int(),
  state: z.enum(['below', 'near', 'over']),
  exceeded: z.nullable(z.string()),
  advice: z.string(),
})
export type Threshold = z.output<typeof threshold>

export const viewCalendar = endpoint({
  name: 'filings.calendar',
  method: 'GET',
  path: '/api/filings/calendar',
  access: accountants,
  query: z.strictObject({
    year: z.optional(z.string().check(z.regex(/^(199|20[0-9])\d$/))),
  }),
  answer: z.object({
    today: day,
    year: z.int(),
    rows: z.array(row),
    /** The company's own deadlines, by date. */
    own: z.array(ownRow),
    /** Whether the user has chosen which other deadlines apply. */
    isAsked: z.boolean(),
    /** The date from which the company must issue electronic invoices; null if it does not have to. */
    eInvoicing: z.nullable(day),
    threshold: z.nullable(threshold),
  }),
  failure: 'The calendar could not be loaded. Try again.',
})

// ── A return.

const figures = { base: money, tax: money }
const entered = z.object({ ...figures, reason: z.string() })
const box = z.object({
  no: z.string(),
  label: z.string(),
  heading: z.optional(z.string()),
  emphasis: z.optional(z.enum(['subtotal', 'total'])),
  columns: z.enum(['base', 'tax', 'both']),
  rule: z.string(),
  how: z.enum(['lines', 'parts', 'sum', 'formula', 'carried', 'entered']),
  ...figures,
  entered: z.nullable(entered),
  /** The number of items in the box. */
  parts: z.int(),
})
export type WorksheetBox = z.output<typeof box>

const filed = z.object({
  id: z.uuid(),
  amendment: z.int(),
  filedOn: day,
  reference: z.string(),
  by: z.string(),
  at: z.string(),
  digest: z.string(),
  payable: z.nullable(money),
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
})
export type Filed = z.output<typeof filed>

const oneFiling = z.strictObject({ duty, period: day })

export const viewFiling = endpoint({
  name: 'filings.view',
  method: 'GET',
  path: '/api/filings/:duty/:period',
  access: accountants,
  params: oneFiling,
  answer: z.object({
    duty,
    title: z.string(),
    period,
    today: day,
    deadline: z.nullable(z.object({ raw: day, due: day, why: z.string(), moved: z.boolean() })),
    state: z.enum(filingStates),
    preparedBy: z.nullable(z.string()),
    /** Null for duties without boxes. */
    worksheet: z.nullable(
      z.object({
        /** The taxpayer in the header of the return. */
        head: z.array(z.object({ label: z.string(), value: z.string() })),
        revision: z.string(),
        source: z.string(),
        payable: money,
        boxes: z.array(box),
        notes: z.array(z.string()),
        /** For a return whose excess can be used: the amount, the possible uses, and the chosen use. */
        excess: z.nullable(z.object({ amount: money, uses: z.array(z.enum(excessUses)), use: z.enum(excessUses) })),
      }),
    ),
    /** The journal entry for the return, which is reviewed and recorded as a journal voucher. */
    closing: z.nullable(
      z.object({
        day,
        reference: z.string(),
        memo: z.string(),
        lines: z.array(z.object({ account: z.string(), debit: money, credit: money, memo: z.string() })),
      }),
    ),
    /** Sent back to confirm that these figures were reviewed. */
    digest: z.string(),
    filed: z.array(filed),
    /** The boxes that have changed since the last filing, and the documents that changed them. */
    since: z.object({
      boxes: z.array(z.object({ no: z.string(), label: z.string(), filed: z.object(figures), now: z.object(figures) })),
      documents: z.array(
        z.object({
          id: z.uuid(),
          kind: z.enum(documentTypeNames),
          number: z.string(),
          day,
          boxes: z.array(z.string()),
          ...figures,
        }),
      ),
      /** For a list, by file: filed lines that no longer exist, and new lines. */
      files: z.array(z.object({ name: z.string(), filed: z.array(z.string()), now: z.array(z.string()) })),
    }),
  }),
  failure: 'The return could not be calculated. Try again.',
})
export type Filing = z.output<typeof viewFiling.answer>

const oneBox = z.strictObject({
  duty: z.enum(worksheetForms),
  period: day,
  box: z.string().check(z.regex(/^[0-9A-Za-z.]{1,10}$/)),
})

/** The contents of a box. */
export const viewBox = endpoint({
  name: 'filings.box',
  method: 'GET',
  path: '/api/filings/:duty/:period/boxes/:box',
  access: accountants,
  params: oneBox,
  answer: z.object({ table }),
  failure: 'The details of the box could not be loaded. Try again.',
})

export const printFiling = endpoint({
  name: 'filings.print',
  method: 'GET',
  path: '/api/filings/:duty/:period/prints/:format',
  access: accountants,
  params: z.strictObject({ duty: z.enum(worksheetForms), period: day, format: z.enum(reportFormats) }),
  query: z.strictObject({ box: z.optional(oneBox.shape.box) }),
  bytesOut: true,
  failure: 'The return could not be printed. Try again.',
})

const done = z.object({ success: z.literal(true) })
const failure = 'Talaan could not confirm that your change was saved. Reload the page and check.'

/** Adds a manual amount with a reason. All manual amounts are stored; zero removes the amount. */
export const enterBox = endpoint({
  name: 'filings.enter',
  method: 'PUT',
  path: '/api/filings/:duty/:period/boxes/:box',
  access: accountants,
  params: oneBox,
  body: z.strictObject({
    was: z.nullable(entered),
    now: fieldSet({ ...figures, reason: shortText('reason', 300) }),
  }),
  answer: done,
  failure,
})

/** Chooses how the excess of a return is used. All choices are stored. */
export const chooseExcessUse = endpoint({
  name: 'filings.excess',
  method: 'PUT',
  path: '/api/filings/:duty/:period/excess',
  access: accountants,
  params: z.strictObject({ duty: z.enum(excessForms), period: day }),
  body: fieldSet({ use: z.enum(excessUses, 'Choose what to do with the excess.') }),
  answer: done,
  failure,
})

/** The write-off of an unpaid invoice: the voucher to review, and its effect on the returns. */
export const viewWriteOff = endpoint({
  name: 'filings.writeOff',
  method: 'GET',
  path: '/api/filings/write-offs/:documentId',
  access: accountants,
  params: z.strictObject({ documentId: z.uuid() }),
  answer: z.object({
    open: money,
    day,
    memo: z.string(),
    lines: z.array(
      z.object({ account: z.string(), debit: money, credit: money, memo: z.string(), settles: z.nullable(z.uuid()) }),
    ),
    consequences: z.object({ vat: z.string(), incomeTax: z.string() }),
  }),
  failure: 'The write-off could not be prepared. Try again.',
})

export const prepareFiling = endpoint({
  name: 'filings.prepare',
  method: 'POST',
  path: '/api/filings/:duty/:period/prepared',
  access: accountants,
  params: oneFiling,
  body: z.strictObject({ digest: z.string().check(z.maxLength(64)) }),
  answer: done,
  failure,
})

export const fileReturn = endpoint({
  name: 'filings.file',
  method: 'POST',
  path: '/api/filings/:duty/:period/filings',
  access: accountants,
  params: oneFiling,
  body: fieldSet({
    digest: z.string().check(z.maxLength(64)),
    filedOn: day,
    /** The reference number from the BIR's confirmation or from the paying bank. */
    reference: optionalText('reference', 60),
  }),
  answer: z.object({ success: z.literal(true), id: z.uuid(), amendment: z.int() }),
  failure,
})

/** A return as filed, printed from the stored data. */
export const printFiled = endpoint({
  name: 'filings.printFiled',
  method: 'GET',
  path: '/api/filed/:filingId/prints/:format',
  access: accountants,
  params: z.strictObject({ filingId: z.uuid(), format: z.enum(reportFormats) }),
  bytesOut: true,
  failure: 'The filed return could not be printed. Try again.',
})

export const filedFile = endpoint({
  name: 'filings.filedFile',
  method: 'GET',
  path: '/api/filed/:filingId/files/:name',
  access: accountants,
  params: z.strictObject({ filingId: z.uuid(), name: z.string().check(z.maxLength(100)) }),
  bytesOut: true,
  failure: 'The file could not be loaded. Try again.',
})

export const moveDeadline = endpoint({
  name: 'filings.moveDeadline',
  method: 'PUT',
  path: '/api/filings/:duty/:period/deadline',
  access: accountants,
  params: oneFiling,
  /** Null removes the changed deadline. */
  body: z.strictObject({
    now: z.nullable(fieldSet({ due: day, source: shortText('circular or order', 200) })),
  }),
  answer: done,
  failure,
})

// ── Reconciliations and comparisons.

export const viewTaxReconciliation = endpoint({
  name: 'filings.ties',
  method: 'GET',
  path: '/api/filings/reconciliation/:period',
  access: accountants,
  params: z.strictObject({ period: day }),
  answer: z.object({ reconciliation: table, matrix: table, sound: z.boolean() }),
  failure: 'The comparison could not be created. Try again.',
})

export const printTaxReconciliation = endpoint({
  name: 'filings.printTies',
  method: 'GET',
  path: '/api/filings/reconciliation/:period/prints/:format',
  access: accountants,
  params: z.strictObject({ period: day, format: z.enum(reportFormats) }),
  query: z.strictObject({ table: z.enum(['reconciliation', 'matrix']) }),
  bytesOut: true,
  failure: 'The comparison could not be printed. Try again.',
})

// ── Rules and registrations.

export const taxProfile = fieldSet({
  taxpayer: z.enum(['corporation', 'individual'], 'Choose the type of taxpayer.'),
  withholdingAgent: z.boolean('Choose whether you withhold tax from suppliers.'),
  withholdsVat: z.boolean('Choose whether you withhold VAT.'),
  withholdsFinalTax: z.boolean('Choose whether you withhold final tax.'),
  givesStatutoryDiscounts: z.boolean('Choose whether you give senior citizen and PWD discounts.'),
  efpsGroup: z.enum(efpsGroups, 'Choose an eFPS group.'),
  classification: z.enum(['', 'micro', 'small', 'medium', 'large'], 'Choose the taxpayer classification.'),
  /** The names of an individual; '' for a corporation, and until entered. */
  lastName: optionalText('last name', 100),
  firstName: optionalText('first name', 100),
  middleName: optionalText('middle name', 100),
  tradeName: optionalText('trade name', 200),
  zipCode: z
    .string('Enter the ZIP code.')
    .check(z.trim(), z.regex(/^(\d{4})?$/, 'A ZIP code has four digits, for example 1200.')),
  phone: optionalText('phone number', 40),
  email: optionalEmail,
  filesFrom: z.nullable(day),
  uncollectedFrom: z.nullable(day),
  unpaidFrom: z.nullable(day),
  minimumTaxFrom: z.nullable(day),
  remindTo: optionalEmail,
  remindDays: z
    .int('Enter a number of days.')
    .check(
      z.minimum(1, 'Enter 1 to 30 days before the deadline.'),
      z.maximum(30, 'Enter 1 to 30 days before the deadline.'),
    ),
}).check(
  z.superRefine(({ taxpayer, lastName, firstName, middleName }, context) => {
    const names = { lastName, firstName, middleName }
    const mistake = (name: keyof typeof names, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (taxpayer === 'corporation') {
      for (const name of ['lastName', 'firstName', 'middleName'] as const)
        if (names[name] !== '') mistake(name, 'Personal names apply only to individuals. Clear this field.')
    } else if (`${lastName}${firstName}${middleName}` !== '') {
      if (lastName === '') mistake('lastName', 'Enter the last name.')
      if (firstName === '') mistake('firstName', 'Enter the first name.')
    }
  }),
)
export type TaxProfile = z.output<typeof taxProfile>

const rateName = z.enum(Object.keys(rateNames) as [RateName, ...RateName[]], 'Choose the rate or limit.')

export const newRate = fieldSet({
  name: rateName,
  value: z
    .string('Enter the rate or the limit.')
    .check(
      z.trim(),
      z.regex(
        /^\d{1,12}(\.\d{1,6})?$/,
        'Enter a rate as a decimal, such as 0.03 for 3%, or a limit in pesos, such as 3000000.',
      ),
    ),
  validFrom: day,
  source: shortText('law or regulation', 200),
})

/**
 * As typed, with 0 for none. The due date is a day of a month after the period, or a number of days after the period.
 */
export const newDeadline = fieldSet({
  form: duty,
  efpsGroup: z.enum(efpsGroups, 'Choose an eFPS group.'),
  validFrom: day,
  monthsAfter: z
    .int('Choose a number of months.')
    .check(z.minimum(0), z.maximum(12, 'Enter at most 12 months after the period.')),
  dayOfMonth: z.int('Choose a day of the month.').check(z.minimum(0), z.maximum(31, 'Enter a day from 1 to 31.')),
  /** The day for the period that ends in December, if it is different. */
  decemberDay: z._default(
    z.int('Choose a day of the month.').check(z.minimum(0), z.maximum(31, 'Enter a day from 1 to 31.')),
    0,
  ),
  daysAfter: z
    .int('Choose a number of days.')
    .check(z.minimum(0), z.maximum(366, 'Enter at most 366 days after the period.')),
  source: shortText('law or regulation', 200),
}).check(
  z.refine(({ dayOfMonth, daysAfter }) => (dayOfMonth === 0) !== (daysAfter === 0), {
    path: ['dayOfMonth'],
    error: 'Enter either a day of a later month or a number of days after the period.',
  }),
  z.refine(({ daysAfter, monthsAfter }) => daysAfter === 0 || monthsAfter === 0, {
    path: ['monthsAfter'],
    error: 'The days are counted from the end of the period. Leave the number of months empty.',
  }),
  z.refine(({ daysAfter, decemberDay }) => daysAfter === 0 || decemberDay === 0, {
    path: ['decemberDay'],
    error: 'The days are counted from the end of the period. Leave the day for December empty.',
  }),
)

/** A revision of a form, with the layout of its boxes. */
export const newForm = fieldSet({
  layout: shortText('form and its boxes', 40),
  revision: shortText('form revision', 60),
  validFrom: day,
  source: shortText('circular or form', 200),
})

export const newClosedDay = fieldSet({
  day,
  name: shortText('name of the holiday', 100),
  source: shortText('proclamation', 200),
})

const rate = z.object({
  name: z.string(),
  value: z.string(),
  validFrom: day,
  validTo: z.nullable(day),
  source: z.string(),
})
const deadline = z.object({
  form: duty,
  efpsGroup: z.enum(efpsGroups),
  validFrom: day,
  monthsAfter: z.nullable(z.int()),
  dayOfMonth: z.nullable(z.int()),
  decemberDay: z.nullable(z.int()),
  daysAfter: z.nullable(z.int()),
  source: z.string(),
})
const closedDay = z.object({ day, name: z.string(), source: z.string() })

const customDutyRow = z.object({
  name: z.string(),
  every: z.enum(customEvery),
  month: z.int(),
  dayOfMonth: z.int(),
  from: day,
  note: z.string(),
})

export const viewRules = endpoint({
  name: 'filings.rules',
  method: 'GET',
  path: '/api/filings/rules',
  access: adminsAndAccountants,
  answer: z.object({
    today: day,
    profile: taxProfile,
    otherDuties: otherDutyChoices,
    ownDeadlines: z.array(z.extend(customDutyRow, { id: z.uuid() })),
    rates: z.array(rate),
    deadlines: z.array(deadline),
    closed: z.array(closedDay),
    forms: z.array(
      z.object({
        form: z.string(),
        title: z.string(),
        revision: z.string(),
        validFrom: day,
        layout: z.string(),
        source: z.string(),
      }),
    ),
    /** The known box layouts, for revised forms. */
    layouts: z.array(z.object({ form: z.string(), layout: z.string(), revision: z.string() })),
  }),
  failure: 'The rates and deadlines could not be loaded. Try again.',
})
export type FilingRules = z.output<typeof viewRules.answer>

export const changeTaxProfile = endpoint({
  name: 'filings.profile',
  method: 'PUT',
  path: '/api/filings/rules/profile',
  access: adminsAndAccountants,
  body: z.strictObject({ was: taxProfile, now: taxProfile }),
  answer: done,
  failure,
})

export const addRate = endpoint({
  name: 'filings.addRate',
  method: 'POST',
  path: '/api/filings/rules/rates',
  access: adminsAndAccountants,
  body: z.strictObject({ now: newRate }),
  answer: done,
  failure,
})

export const addDeadline = endpoint({
  name: 'filings.addDeadline',
  method: 'POST',
  path: '/api/filings/rules/deadlines',
  access: adminsAndAccountants,
  body: z.strictObject({ now: newDeadline }),
  answer: done,
  failure,
})

export const addForm = endpoint({
  name: 'filings.addForm',
  method: 'POST',
  path: '/api/filings/rules/forms',
  access: adminsAndAccountants,
  body: z.strictObject({ now: newForm }),
  answer: done,
  failure,
})

/** Adds or renames a holiday. */
export const addClosedDay = endpoint({
  name: 'filings.closedDay',
  method: 'POST',
  path: '/api/filings/rules/closed-days',
  access: adminsAndAccountants,
  body: z.strictObject({ now: newClosedDay }),
  answer: done,
  failure,
})

export const removeClosedDay = endpoint({
  name: 'filings.openDay',
  method: 'DELETE',
  path: '/api/filings/rules/closed-days/:day',
  access: adminsAndAccountants,
  params: z.strictObject({ day }),
  answer: done,
  failure,
})

// ── Other deadlines of the year.

export const changeOtherDuties = endpoint({
  name: 'filings.otherDuties',
  method: 'PUT',
  path: '/api/filings/rules/other-duties',
  access: adminsAndAccountants,
  body: z.strictObject({ was: otherDutyChoices, now: otherDutyChoices }),
  answer: done,
  failure,
})

export const addOwnDeadline = endpoint({
  name: 'filings.addOwn',
  method: 'POST',
  path: '/api/filings/own-deadlines',
  access: adminsAndAccountants,
  body: z.strictObject({ now: customDuty }),
  answer: done,
  failure,
})

/** Ends a deadline; dates that are marked as done stay. */
export const endOwnDeadline = endpoint({
  name: 'filings.endOwn',
  method: 'DELETE',
  path: '/api/filings/own-deadlines/:id',
  access: adminsAndAccountants,
  params: z.strictObject({ id: z.uuid() }),
  answer: done,
  failure,
})

export const markOwnDone = endpoint({
  name: 'filings.ownDone',
  method: 'PUT',
  path: '/api/filings/own-deadlines/:id/:due',
  access: accountants,
  /** `due` is the date according to the rule. */
  params: z.strictObject({ id: z.uuid(), due: day }),
  body: fieldSet({ doneOn: day, reference: optionalText('reference', 200) }),
  answer: done,
  failure,
})
