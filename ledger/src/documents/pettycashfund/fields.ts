// The fields of petty cash counts, replenishments and other fund documents, filled in by a form and validated by the
// server.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, optionalEmail, optionalText } from '../../core/fields.ts'
import { formatMoney, money } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'

/** Notes and coins, largest first; in centavos. */
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

/** Actions that need a cash count. */
export const actionsWithCount: readonly FundAction[] = ['count', 'replenish', 'close']

/** The number of pieces of each denomination, in order. */
export const pieces = z
  .array(
    z
      .number('Enter the number of pieces.')
      .check(
        z.int('Enter a whole number of pieces.'),
        z.minimum(0, 'The number of pieces cannot be negative.'),
        z.maximum(99_999, 'Enter at most 99,999 pieces.'),
      ),
    'Count the cash.',
  )
  .check(z.length(denominations.length, `Count all ${denominations.length} denominations.`))

export const countedBy = optionalText('name of the person who counted', 100)

export const witness = optionalText('name of the witness', 100)

export const custodian = optionalText('name of the custodian', 100)

export const pettyCashFundFields = fieldSet({
  /** The address for the receipt; '' for none. */
  email: optionalEmail,
  fund: accountCode,
  act: z.enum(fundActions, 'Choose an action for the fund.'),
  day,
  count: z._default(z.nullable(pieces), null),
  countedBy,
  witness,
  /** The new custodian; '' for no change. */
  custodian,
  /** The bank account or wallet the cash comes from or returns to. */
  account: z._default(z.nullable(accountCode), null),
  /** The amount added to the fund; a closed fund returns the counted cash. */
  amount: z._default(
    z.nullable(money.check(z.refine((amount) => amount > 0n, 'The amount must be more than zero.'))),
    null,
  ),
  /** The cheque used to draw the cash, if any. */
  chequeNo: z._default(
    z
      .string('Enter the cheque number.')
      .check(z.trim(), z.regex(/^(\d{4,12})?$/, 'A cheque number has 4 to 12 digits, including leading zeros.')),
    '',
  ),
  /** The explanation of a difference to the books. */
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
