// The setup checklist of a new company on the dashboard.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { adminsAndAccountants } from './roles.ts'

const steps = ['company', 'accountant', 'parties', 'document'] as const
export type FirstStep = (typeof steps)[number]

/** Each item done or not; the list disappears when all are done. */
export const firstSteps = endpoint({
  name: 'portal.firstSteps',
  method: 'GET',
  path: '/api/first-steps',
  access: adminsAndAccountants,
  activity: false,
  answer: z.object({ steps: z.array(z.object({ step: z.enum(steps), done: z.boolean() })) }),
  failure: 'The setup checklist could not be loaded.',
})

export const firstStepWords = {
  title: 'Setup checklist',
  company: 'TIN and registered address, printed on every document and book',
  accountant: 'An account for your accountant, who handles reports, closing and taxes',
  parties: 'Customers and suppliers, one by one or from a spreadsheet',
  document: 'Your first document',
  done: 'done',
  after: 'Also set up in Company Settings:',
} as const satisfies Record<FirstStep, string> & Record<string, string>
