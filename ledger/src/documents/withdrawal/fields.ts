// The fields of a withdrawal, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { accounts, itemAccounts } from '../../accounts/chart.ts'
import { exchangeRate } from '../../accounts/exchange.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, optionalEmail, optionalText, shortText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'
import { purchaseCategories } from '../../tax/vat.ts'
import type { AccountFact } from '../facts.ts'

export const maximumWithdrawalLines = 100

const purpose = fieldSet({
  description: shortText('description', 200),
  /** 1010 withdraws cash into undeposited funds. */
  account: accountCode,
  /** Minor units of the account's currency, VAT included. */
  amount: money.check(z.refine((amount) => amount > 0n, 'Enter the amount withdrawn. It must be more than zero.')),
  /** Vatable only with a VAT invoice of the supplier, for input VAT. */
  vatClass: z._default(z.enum(['vatable', 'not_subject'], 'Choose whether there is a VAT invoice.'), 'not_subject'),
  category: z._default(z.enum(purchaseCategories, 'Choose the purchase category.'), 'services'),
})

export const withdrawalFields = fieldSet({
  /** The address for the receipt. */
  email: optionalEmail,
  day,
  /** The source account: a bank or a wallet. */
  account: accountCode,
  reference: optionalText('reference', 60),
  /** The payee, if a line has a VAT invoice. */
  partyId: z._default(z.nullable(z.uuid('Choose a supplier from the list.').check(z.toLowerCase())), null),
  lines: z
    .array(purpose, 'Enter the purpose of the withdrawal.')
    .check(
      z.minLength(1, 'Enter the purpose of the withdrawal.'),
      z.maxLength(
        maximumWithdrawalLines,
        `A withdrawal can have at most ${maximumWithdrawalLines} lines. Enter the rest in another withdrawal.`,
      ),
    ),
  /** Pesos for one unit, for an account in foreign currency. */
  rate: z._default(z.nullable(exchangeRate), null),
  memo,
})

export type WithdrawalFields = z.output<typeof withdrawalFields>

/** Accounts for the purpose of a withdrawal: not sales, not money, not accounts with documents of their own. */
export function takesWithdrawal({ code, control, type }: Pick<AccountFact, 'code' | 'control' | 'type'>): boolean {
  if (code === accounts.undeposited) return true
  return !control && !itemAccounts.includes(code) && type !== 'revenue'
}
