// The chart of accounts as forms and reports pick from it.
import { accountTypes } from '@talaan/ledger/chart.ts'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { everyone } from './roles.ts'

export const account = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(accountTypes),
  normal: z.enum(['debit', 'credit']),
  control: z.boolean(),
  active: z.boolean(),
})
export type Account = z.infer<typeof account>

export const listAccounts = endpoint({
  name: 'accounts.list',
  method: 'GET',
  path: '/api/accounts',
  access: everyone,
  frame: true,
  answer: z.object({ accounts: z.array(account) }),
  failure: 'The chart of accounts could not be loaded. Try again.',
})
