// Undeposited funds, petty cash funds, banks and e-wallets, with their balances as of a date.
import { day } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { everyone } from './roles.ts'

export const moneyAccount = z.object({
  code: z.string(),
  name: z.string(),
  /** The name of a bank account: 'Bank of Luzon ·7890'. */
  label: z.string(),
  kind: z.enum(['cash', 'petty_cash', 'bank', 'ewallet']),
  currency: z.string(),
  active: z.boolean(),
  /** In pesos, and in the account's own currency; equal for a peso account. */
  balance: money,
  held: money,
  /** The lowest balance on or after the date, which is the most that can be withdrawn without an overdraft. */
  lowest: money,
  lowestHeld: money,
  overdraft: money,
  overLimit: z.enum(['refuse', 'warn']),
  /** Undeposited funds in pesos, the same figure for every account. */
  undeposited: money,
  custodian: z.string(),
  float: money,
})
export type MoneyAccount = z.infer<typeof moneyAccount>

/** The active money accounts with their balances at the end of a date; the default is today. */
export const listMoneyAccounts = endpoint({
  name: 'moneyAccounts.list',
  method: 'GET',
  path: '/api/money-accounts',
  access: everyone,
  frame: true,
  query: z.strictObject({ day: z.optional(day) }),
  answer: z.object({ accounts: z.array(moneyAccount) }),
  failure: 'The balances could not be loaded. Try again.',
})
