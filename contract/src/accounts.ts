// Reference data for forms: the chart of accounts, the VAT rates in force, and the company's registrations.
import { accountTypes } from '@talaan/ledger/accounts/chart.ts'
import { day } from '@talaan/ledger/core/date.ts'
import { registrationKinds } from '@talaan/ledger/tax/registrations.ts'
import { z } from '@talaan/ledger/core/zod.ts'
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

/** A registration of the company, with one row for each kind and start date. */
export const registration = z.object({ kind: z.enum(registrationKinds), value: z.string(), validFrom: day })

export const listAccounts = endpoint({
  name: 'accounts.list',
  method: 'GET',
  path: '/api/accounts',
  access: everyone,
  frame: true,
  answer: z.object({
    accounts: z.array(account),
    vatRates: z.array(z.object({ rate: z.string(), validFrom: day, validTo: z.nullable(day), source: z.string() })),
    registrations: z.array(registration),
    /** The company gives senior citizen and PWD discounts, so invoices have fields for them. */
    givesStatutoryDiscounts: z.boolean(),
  }),
  failure: 'The chart of accounts could not be loaded. Try again.',
})
