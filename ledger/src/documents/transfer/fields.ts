// The fields of a fund transfer, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { exchangeRate } from '../../accounts/exchange.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, optionalEmail, optionalText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'

export const transferTypes = ['local', 'foreign'] as const

export type TransferType = (typeof transferTypes)[number]

export const transferTypeWords = { local: 'Local', foreign: 'Foreign' } satisfies Record<TransferType, string>

export const transferFields = fieldSet({
  /** The address for the receipt. */
  email: optionalEmail,
  type: z.enum(transferTypes, 'Choose Local or Foreign.'),
  day,
  from: accountCode,
  to: accountCode,
  /** Minor units of the source account's currency, without the fee. */
  amount: money.check(z.refine((amount) => amount > 0n, 'Enter the amount transferred. It must be more than zero.')),
  /** Foreign only: units of the receiving account's currency for one of the source's. */
  rate: z._default(z.nullable(exchangeRate), null),
  /**
   * The amount credited by the receiving bank before its fee, if its slip shows it; else it is computed from the rate.
   */
  received: z._default(
    z.nullable(money.check(z.refine((amount) => amount > 0n, 'Enter an amount of more than zero, or leave it empty.'))),
    null,
  ),
  fee: z._default(money.check(z.refine((amount) => amount >= 0n, 'Enter the fee without a minus sign.')), 0n),
  /**
   * Whether the fee was charged to the source account in addition, or deducted from the received amount; in that
   * account's currency.
   */
  feeFrom: z._default(z.enum(['source', 'received'], 'Choose which account was charged the fee.'), 'source'),
  /** Whether the money has arrived. If not, it is in transit until a deposit clears it. */
  arrived: z._default(z.boolean('Choose whether the money was received.'), true),
  reference: optionalText('reference', 60),
  memo,
}).check(
  z.refine((fields) => fields.from !== fields.to, {
    path: ['to'],
    error: 'Both accounts are the same. Choose another account to transfer to.',
  }),
)

export type TransferFields = z.output<typeof transferFields>
