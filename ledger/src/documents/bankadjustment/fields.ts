// The fields of a bank adjustment, sent by the reconciliation and validated by the server.
import { z } from '../../core/zod.ts'
import { exchangeRate } from '../../accounts/exchange.ts'
import { adjustmentTypes } from '../../banking/matching/adjustments.ts'
import type { AdjustmentType } from '../../banking/matching/adjustments.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, optionalText, shortText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'

const documentId = z._default(z.nullable(z.uuid('Choose a document from the list.').check(z.toLowerCase())), null)

export const bankAdjustmentFields = fieldSet({
  type: z.enum(adjustmentTypes, 'Choose the bank transaction type.'),
  day,
  /** The bank account; null if no bank account moves. */
  account: z._default(z.nullable(accountCode), null),
  /** Minor units of the account's currency, more than zero; for interest the amount before tax. */
  amount: money.check(z.refine((amount) => amount > 0n, 'Enter an amount of more than zero, without a minus sign.')),
  /** For a correction: whether it increases or decreases the account. */
  side: z._default(
    z.nullable(z.enum(['in', 'out'], 'Choose whether the adjustment increases or decreases the account.')),
    null,
  ),
  /** Final tax withheld by the bank on interest. */
  tax: z._default(money.check(z.refine((amount) => amount >= 0n, 'Enter the tax without a minus sign.')), 0n),
  /** The offsetting account, if the type leaves it open. */
  counter: z._default(z.nullable(accountCode), null),
  partyId: z._default(z.nullable(z.uuid('Choose a customer or supplier from the list.').check(z.toLowerCase())), null),
  /** For a correction the invoice or bill it changes; for an identified deposit the invoice it pays. */
  settles: documentId,
  /**
   * For a returned cheque the receipt whose certificate is cancelled, with its code; for an identified deposit the
   * deposit.
   */
  source: documentId,
  atc: z._default(
    z.nullable(z.string().check(z.regex(/^[A-Z]{2}\d{3}$/, 'Choose the withholding code from the list.'))),
    null,
  ),
  /** Pesos for one unit on a foreign account; outflows without a rate use the carrying amount. */
  rate: z._default(z.nullable(exchangeRate), null),
  reference: optionalText('reference', 60),
  description: shortText('description', 200),
  memo,
}).check(
  z.superRefine((fields, context) => {
    const mistake = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const { type, account, tax, amount, side, counter } = fields
    if (type !== 'identified' && account === null) mistake('account', 'Choose the bank account.')
    if (type === 'identified' && account !== null)
      mistake('account', 'An identified deposit is already in the bank balance. Leave the bank account empty.')
    if (type !== 'interest' && tax !== 0n) mistake('tax', 'Final tax applies only to interest. Clear this field.')
    if (type === 'interest' && tax >= amount)
      mistake('tax', 'The tax must be less than the interest. Check both amounts.')
    if (type === 'correction' && side === null)
      mistake('side', 'Choose whether the adjustment increases or decreases the account.')
    if ((type === 'debit' || type === 'correction') && counter === null) mistake('counter', 'Choose an account.')
    if (type === 'identified' && (fields.source === null || fields.settles === null))
      mistake('settles', 'Choose the deposit and the invoice that it pays.')
  }),
)

export type BankAdjustmentFields = z.output<typeof bankAdjustmentFields>

const incoming: readonly AdjustmentType[] = ['interest', 'direct']

/** Whether it increases the account. */
export const comesIn = ({ type, side }: Pick<BankAdjustmentFields, 'type' | 'side'>): boolean =>
  incoming.includes(type) || (type === 'correction' && side === 'in')
