// What a new company is led through before its first day of work, for the list on the dashboard.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { adminsAndAccountants } from './roles.ts'

const steps = ['company', 'accountant', 'parties', 'document'] as const
export type FirstStep = (typeof steps)[number]

/** Each done or not; nothing is left to lead through once all are. */
export const firstSteps = endpoint({
  name: 'portal.firstSteps',
  method: 'GET',
  path: '/api/first-steps',
  access: adminsAndAccountants,
  activity: false,
  answer: z.object({ steps: z.array(z.object({ step: z.enum(steps), done: z.boolean() })) }),
  failure: 'What is left to set up could not be loaded.',
})

export const firstStepWords = {
  title: 'First steps of a new company',
  company: 'TIN and registered address: they head every paper and book',
  accountant: 'An account for the accountant: reports, closing and taxes are theirs',
  parties: 'The first customers and suppliers, by their TIN or from a spreadsheet',
  document: 'The first document',
  done: 'done',
  after: 'The names of the bank accounts and what the books begin with stand there too:',
} as const satisfies Record<FirstStep, string> & Record<string, string>
