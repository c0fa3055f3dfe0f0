// Where money is: the till, petty cash funds, banks and wallets, with their balances as of a day.
import { day } from '@talaan/ledger/core/date.ts'
import { money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { everyone } from './roles.ts'

export const moneyAccount = z.object({
  code: z.string(),
  name: z.string(),
  kind: z.enum(['cash', 'petty_cash', 'bank', 'ewallet']),
  currency: z.string(),
  active: z.boolean(),
  /** In pesos, and in the account's own currency; equal for a peso account. */
  balance: money,
  held: money,
  /** The lowest these fall to on the day or any later one: what can be taken out without going below zero. */
  lowest: money,
  lowestHeld: money,
  overdraft: money,
  custodian: z.string(),
  float: money,
})
export type MoneyAccount = z.infer<typeof moneyAccount>

/** Active accounts that hold money, with their balances at the end of a day; without a day, today. */
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
