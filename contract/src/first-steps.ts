// The setup checklist of a new company on the dashboard.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { adminsAndAccountants } from './roles.ts'

export const steps = ['company', 'taxes', 'banks', 'opening', 'mail', 'parties', 'accountant', 'document'] as const
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
  title: 'Setup checklist',
  company: 'TIN and registered address, printed on every document and book',
  taxes: 'VAT status, income tax and withholding, with the dates on your certificate of registration (form 2303)',
  banks: 'Names and numbers of your bank accounts. Deactivate the accounts that you do not use.',
  opening: 'Opening balances from your old books, if any',
  mail: 'E-mail, to send receipts and statements',
  parties: 'Customers and suppliers, one by one or from a spreadsheet',
  accountant: 'An account for your accountant, who handles reports, closing and taxes',
  document: 'Your first invoice, bill or other document',
  done: 'Done',
  markDone: 'Mark as done',
} as const satisfies Record<FirstStep, string> & Record<string, string>
