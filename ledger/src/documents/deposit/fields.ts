// The fields of a deposit, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { accounts, itemAccounts } from '../../accounts/chart.ts'
import { exchangeRate } from '../../accounts/exchange.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, optionalEmail, optionalText, shortText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'
import type { AccountFact } from '../facts.ts'

export const maximumDepositLines = 100

const otherMoney = fieldSet({
  description: shortText('description', 200),
  account: accountCode,
  /** Minor units of the receiving account's currency. */
  amount: money.check(z.refine((amount) => amount > 0n, 'Enter the amount deposited. It must be more than zero.')),
})

export const depositFields = fieldSet({
  /** The address for the receipt. */
  email: optionalEmail,
  day,
  /** The receiving account: a bank or a wallet. */
  account: accountCode,
  /** Number of the deposit slip or of the bank's message. */
  reference: optionalText('reference', 60),
  /** Undeposited or in-transit documents, each deposited in full. */
  receipts: z._default(
    z.array(z.uuid('Choose receipts from the list.').check(z.toLowerCase())).check(z.maxLength(500)),
    [],
  ),
  others: z._default(
    z
      .array(otherMoney)
      .check(
        z.maxLength(
          maximumDepositLines,
          `A deposit can have at most ${maximumDepositLines} other lines. Enter the rest in another deposit.`,
        ),
      ),
    [],
  ),
  /** The fee deducted by the bank or the card company. */
  charge: z._default(money.check(z.refine((amount) => amount >= 0n, 'Enter the charge without a minus sign.')), 0n),
  /** Pesos for one unit, for an account in foreign currency. */
  rate: z._default(z.nullable(exchangeRate), null),
  memo,
}).check(
  z.refine((fields) => new Set(fields.receipts).size === fields.receipts.length, {
    path: ['receipts'],
    error: 'This receipt is selected twice. Deselect one of them.',
  }),
)

export type DepositFields = z.output<typeof depositFields>

/** Accounts a deposit may credit directly: not sales, not money, not accounts with documents of their own. */
export function takesDeposit({ code, control, type }: Pick<AccountFact, 'code' | 'control' | 'type'>): boolean {
  if (code === accounts.unidentifiedDeposits) return true
  return !control && !itemAccounts.includes(code) && type !== 'revenue'
}
