// The fields of a petty cash count, a replenishment and the other documents of a fund, as a form fills them in and the
// server checks them.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, optionalEmail, optionalText } from '../../core/fields.ts'
import { formatMoney, money } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'

/** Notes and coins, from the largest; in centavos. */
export const denominations: readonly Money[] = [
  100_000n,
  50_000n,
  20_000n,
  10_000n,
  5_000n,
  2_000n,
  1_000n,
  500n,
  100n,
  25n,
  10n,
  5n,
  1n,
]

/** '1,000', '0.25' */
export const denominationWord = (value: Money): string =>
  value % 100n === 0n ? formatMoney(value).replace('.00', '') : formatMoney(value)

export const fundActions = ['establish', 'count', 'replenish', 'increase', 'close'] as const

export type FundAction = (typeof fundActions)[number]

export const fundActionWords = {
  establish: 'Establish the fund',
  count: 'Count only',
  replenish: 'Count and replenish',
  increase: 'Increase the fund',
  close: 'Close the fund',
} satisfies Record<FundAction, string>

/** Acts that rest on a count of the cash. */
export const actionsWithCount: readonly FundAction[] = ['count', 'replenish', 'close']

/** How many pieces there are of each denomination, in their order. */
export const pieces = z
  .array(
    z
      .number('Enter the number of pieces.')
      .check(
        z.int('Enter a whole number of pieces.'),
        z.minimum(0, 'The number of pieces cannot be negative.'),
        z.maximum(99_999, 'At most 99,999 pieces of one denomination. Check the number.'),
      ),
    'Count the cash.',
  )
  .check(z.length(denominations.length, `Count the cash by all ${denominations.length} denominations.`))

export const countedBy = optionalText('name of the person who counted', 100)

export const witness = optionalText('name of the witness', 100)

export const custodian = optionalText('name of the custodian', 100)

export const pettyCashFundFields = fieldSet({
  /** Where the receipt is mailed; '' for nowhere. */
  email: optionalEmail,
  fund: accountCode,
  act: z.enum(fundActions, 'Choose an action for the fund.'),
  day,
  count: z._default(z.nullable(pieces), null),
  countedBy,
  witness,
  /** Who keeps the fund from now on; '' leaves it with who keeps it. */
  custodian,
  /** The bank account or wallet that the cash comes from, or goes back to. */
  account: z._default(z.nullable(accountCode), null),
  /** What is put into the fund; a closed fund gives back what was counted. */
  amount: z._default(
    z.nullable(money.check(z.refine((amount) => amount > 0n, 'The amount must be more than zero.'))),
    null,
  ),
  /** The cheque the cash is drawn with, if one of ours. */
  chequeNo: z._default(
    z
      .string('Enter the cheque number.')
      .check(z.trim(), z.regex(/^(\d{4,12})?$/, 'A cheque number has 4 to 12 digits, including leading zeros.')),
    '',
  ),
  /** Why the count differs from the books. */
  reason: optionalText('reason', 200),
  memo,
}).check(
  z.refine((fields) => !actionsWithCount.includes(fields.act) || fields.count !== null, {
    path: ['count'],
    error: 'Count the cash first.',
  }),
  z.refine((fields) => fields.act === 'count' || fields.account !== null, {
    path: ['account'],
    error: 'Choose the account that the cash comes from or is returned to.',
  }),
  z.refine((fields) => !['establish', 'replenish', 'increase'].includes(fields.act) || fields.amount !== null, {
    path: ['amount'],
    error: 'Enter the amount added to the fund.',
  }),
  z.refine((fields) => fields.count === null || fields.countedBy !== '', {
    path: ['countedBy'],
    error: 'Enter who counted the cash.',
  }),
)

export type PettyCashFundFields = z.output<typeof pettyCashFundFields>
