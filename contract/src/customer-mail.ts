// E-mails to customers and suppliers: statements of account for several customers at once, scheduled reminders of
// invoices, and recorded documents.
import { day } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { selectedDocuments } from './documents.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants, everyone } from './roles.ts'

export const customerMailProblems = {
  noMailServer: {
    code: 'customerMail.noMailServer',
    status: 409,
    sentence: "Reminders need e-mail, which isn't set up yet. Ask your system administrator to set SMTP_URL.",
  },
  daysReversed: {
    code: 'customerMail.daysReversed',
    status: 422,
    sentence: 'The start date is after the end date. Change one of them.',
  },
} satisfies Record<string, Problem>

/** The placeholders of a template, with an example of each. */
export const placeholders = {
  customer: 'Lakbay Trading Inc.',
  invoice: 'SI-2026-000123',
  reference: '000195',
  date: '24 Oct 2026',
  due: '23 Nov 2026',
  status: 'is 7 days overdue',
  balance: '11,200.00',
  company: 'Bahay Kubo Trading',
} as const
export type Placeholder = keyof typeof placeholders

export const firstTemplate = {
  steps: [-3, 7, 30],
  subject: 'Invoice {invoice} {status} - {company}',
  body: [
    'Dear {customer},',
    '',
    'Our invoice {invoice} ({reference}) of {date} {status} (due date {due}).',
    'Its open balance is PHP {balance}. A copy is attached.',
    '',
    'If you have already paid, please disregard this message and send us your form 2307 if you withheld tax.',
    '',
    '{company}',
  ].join('\n'),
}

/** Replaces the placeholders in the text. */
export const filledIn = (template: string, values: Readonly<Record<Placeholder, string>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(placeholders, name) ? values[name as Placeholder] : whole,
  )

/** The label of a reminder date, such as '3 days before the due date', and its wording in the e-mail. */
export const stepWords = (step: number): string =>
  step === 0 ? 'on the due date' : `${days(Math.abs(step))} ${step < 0 ? 'before' : 'after'} the due date`
export const statusWords = (late: number): string =>
  late === 0 ? 'is due today' : late < 0 ? `is due in ${days(-late)}` : `is ${days(late)} overdue`
const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

/** Allows only known placeholders, so that no customer receives a misspelled one. */
const template = (longest: number, lines: RegExp, message: string) =>
  z.string().check(
    z.trim(),
    z.minLength(1, message),
    z.maxLength(longest, `Enter at most ${longest} characters.`),
    z.regex(lines, 'Enter the subject on one line.'),
    z.refine(
      (text) => (text.match(/\{[^}]*\}?/g) ?? []).every((word) => Object.hasOwn(placeholders, word.slice(1, -1))),
      {
        error: `Use only these placeholders: ${Object.keys(placeholders)
          .map((name) => `{${name}}`)
          .join(', ')}.`,
      },
    ),
  )

export const reminderFields = z.strictObject({
  active: z.boolean(),
  steps: z
    .array(
      z
        .int('Enter whole days.')
        .check(
          z.minimum(-30, 'Enter at most 30 days before the due date.'),
          z.maximum(180, 'Enter at most 180 days after the due date.'),
        ),
    )
    .check(
      z.minLength(1, 'Enter at least one day.'),
      z.maxLength(6, 'Enter at most six days.'),
      z.refine((steps) => new Set(steps).size === steps.length, { error: 'Enter each day once.' }),
    ),
  subject: template(120, /^[^\r\n]*$/, 'Enter the subject.'),
  body: template(3000, /[^]*/, 'Enter the text.'),
})
export type ReminderFields = z.infer<typeof reminderFields>

export const getReminders = endpoint({
  name: 'customerMail.reminders',
  method: 'GET',
  path: '/api/customer-mail/reminders',
  access: adminsAndAccountants,
  answer: z.object({
    settings: reminderFields,
    changed: z.nullable(z.object({ by: z.string(), at: z.string() })),
    mailReady: z.boolean(),
  }),
  failure: 'The reminders could not be loaded. Try again.',
})

export const saveReminders = endpoint({
  name: 'customerMail.saveReminders',
  method: 'PUT',
  path: '/api/customer-mail/reminders',
  access: adminsAndAccountants,
  body: reminderFields,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The reminders may not have been saved. Reload the page and check.',
})

const delivery = z.object({ at: z.string(), status: z.enum(['waiting', 'sent', 'failed']) })

export const listStatementCustomers = endpoint({
  name: 'customerMail.customers',
  method: 'GET',
  path: '/api/customer-mail/statements',
  access: adminsAndAccountants,
  answer: z.object({
    customers: z.array(
      z.object({
        partyId: z.uuid(),
        name: z.string(),
        tin: z.string(),
        email: z.nullable(z.string()),
        open: money,
        overdue: money,
        credit: money,
        last: z.nullable(delivery),
      }),
    ),
    mailReady: z.boolean(),
  }),
  failure: 'The customers could not be loaded. Try again.',
})

/**
 * Sends each chosen customer a statement of account. If the call is repeated, each statement is still sent only once.
 */
export const mailStatements = endpoint({
  name: 'customerMail.mailStatements',
  method: 'POST',
  path: '/api/customer-mail/statements',
  access: adminsAndAccountants,
  body: z.strictObject({
    batchId: z.uuid(),
    partyIds: z.array(z.uuid()).check(z.minLength(1, 'Select at least one customer.'), z.maxLength(500)),
    from: day,
    to: day,
  }),
  answer: z.object({
    results: z.array(
      z.object({ partyId: z.uuid(), name: z.string(), result: z.enum(['queued', 'noAddress', 'already']) }),
    ),
  }),
  failure:
    'Talaan could not confirm that the statements were queued. Send them again. No customer gets the same statement twice.',
})

/** The types of documents that go to a customer or supplier; the others are for the company's own files. */
export const sentTypes: readonly DocumentTypeName[] = [
  'invoice',
  'debitmemo',
  'creditmemo',
  'collection',
  'payment',
  'cheque',
]

/** The address to which each document would be e-mailed, or the reason why it can't be. */
export const previewDocumentMail = endpoint({
  name: 'customerMail.previewDocuments',
  method: 'POST',
  path: '/api/customer-mail/documents/preview',
  access: adminsAndAccountants,
  body: z.strictObject({ documentIds: selectedDocuments('e-mailed together') }),
  answer: z.object({
    documents: z.array(
      z.object({
        id: z.uuid(),
        /** The registered e-mail address; null if the document can't be sent. */
        to: z.nullable(z.string()),
        refusal: z.nullable(z.string()),
        last: z.nullable(delivery),
      }),
    ),
    mailReady: z.boolean(),
  }),
  failure: 'The recipients could not be loaded. Try again.',
})

/**
 * E-mails each document to its customer or supplier as a PDF file. If the call is repeated, each document is still sent
 * only once.
 */
export const mailDocuments = endpoint({
  name: 'customerMail.mailDocuments',
  method: 'POST',
  path: '/api/customer-mail/documents',
  access: adminsAndAccountants,
  body: z.strictObject({ batchId: z.uuid(), documentIds: selectedDocuments('e-mailed together') }),
  answer: z.object({
    results: z.array(
      z.object({
        id: z.uuid(),
        result: z.enum(['queued', 'already', 'refused']),
        /** The address, or the reason for the refusal. */
        detail: z.string(),
      }),
    ),
  }),
  failure: 'Talaan could not confirm that the e-mails were queued. Send them again. No document is sent twice.',
})

export const customerMessage = z.object({
  id: z.uuid(),
  kind: z.enum(['statement', 'reminder', 'document']),
  to: z.string(),
  subject: z.string(),
  at: z.string(),
  /** The person who sent it; null if the schedule did. */
  by: z.nullable(z.string()),
  document: z.nullable(z.object({ id: z.uuid(), kind: z.enum(documentTypeNames), number: z.string() })),
  status: z.enum(['waiting', 'sent', 'failed']),
  lastError: z.nullable(z.string()),
})
export type CustomerMessage = z.infer<typeof customerMessage>

/** The e-mails to a customer or supplier, or about a document, newest first. */
export const listCustomerMessages = endpoint({
  name: 'customerMail.list',
  method: 'GET',
  path: '/api/customer-mail',
  access: everyone,
  query: z.strictObject({ party: z.optional(z.uuid()), document: z.optional(z.uuid()) }),
  answer: z.object({ messages: z.array(customerMessage), remindersOff: z.boolean() }),
  failure: 'The e-mails could not be loaded. Try again.',
})

export const chooseReminders = endpoint({
  name: 'customerMail.chooseReminders',
  method: 'PUT',
  path: '/api/parties/:partyId/reminders',
  access: adminsAndAccountants,
  params: z.strictObject({ partyId: z.uuid() }),
  body: z.strictObject({ off: z.boolean() }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The setting may not have been saved. Reload the page and check.',
})
