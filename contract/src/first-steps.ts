// The setup checklist of a new company on the dashboard.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { adminsAndAccountants } from './roles.ts'

export const steps = [
  'company',
  'taxes',
  'banks',
  'opening',
  'numbers',
  'mail',
  'parties',
  'accountant',
  'document',
] as const
export type FirstStep = (typeof steps)[number]

/** All items in the order in which they are needed, each done or not. The list disappears when all are done. */
export const firstSteps = endpoint({
  name: 'portal.firstSteps',
  method: 'GET',
  path: '/api/first-steps',
  access: adminsAndAccountants,
  activity: false,
  answer: z.object({ steps: z.array(z.object({ step: z.enum(steps), done: z.boolean() })) }),
  failure: 'The setup checklist could not be loaded. Reload the page.',
})

/** For an item that does not apply, or that needs no change. */
export const markStepDone = endpoint({
  name: 'portal.markStepDone',
  method: 'PUT',
  path: '/api/first-steps/:step',
  access: adminsAndAccountants,
  params: z.strictObject({ step: z.enum(steps, 'This item is not on the checklist. Reload the page.') }),
  body: z.strictObject({}),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The checklist may not have been changed. Reload the page and check.',
})

export const firstStepWords = {
  company: ['Company', 'Registered name, TIN, address and fiscal year, as printed on every document and book.'],
  taxes: [
    'Taxes',
    'VAT status, income tax and withholding, with the dates on your certificate of registration (form 2303).',
  ],
  banks: ['Bank accounts', 'Enter their names and numbers, and deactivate the accounts that you do not use.'],
  opening: ['Opening balances', 'From your old books. A new business starts from zero.'],
  numbers: ['First invoice number', 'The next number in your invoice booklet.'],
  mail: ['E-mail', 'To send receipts and statements.'],
  parties: ['Customers and suppliers', 'One by one, or from a spreadsheet.'],
  accountant: [
    'People',
    'An account for your accountant, who handles reports, closing and taxes, and for your colleagues.',
  ],
  document: ['First document', 'An invoice, a bill or another document.'],
} as const satisfies Record<FirstStep, readonly [title: string, about: string]>

/** The buttons for items that do not apply, or are right as they are. The other items are not optional. */
export const stepMarks: Partial<Record<FirstStep, string>> = {
  taxes: 'Mark as done',
  banks: 'Mark as done',
  opening: 'Start from zero',
  numbers: 'Start with any number',
  mail: 'Work without e-mail',
  accountant: 'Mark as done',
}
