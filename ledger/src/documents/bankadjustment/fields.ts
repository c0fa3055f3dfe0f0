// The fields of a bank adjustment, as the reconciliation sends them and the server checks them.
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
  /** The bank account; null only where no bank is moved. */
  account: z._default(z.nullable(accountCode), null),
  /** Minor units of the account's currency, more than zero; of interest the whole before tax. */
  amount: money.check(z.refine((amount) => amount > 0n, 'Enter an amount of more than zero, without a minus sign.')),
  /** Of a correction: whether the account has more or less by it. */
  side: z._default(z.nullable(z.enum(['in', 'out'], 'Choose whether it increases or decreases the account.')), null),
  /** Final tax that the bank kept of interest. */
  tax: z._default(money.check(z.refine((amount) => amount >= 0n, 'Enter the tax without a minus sign.')), 0n),
  /** What is debited or credited against the bank, where the type leaves it open. */
  counter: z._default(z.nullable(accountCode), null),
  partyId: z._default(z.nullable(z.uuid('Choose a customer or supplier from the list.').check(z.toLowerCase())), null),
  /** Of a correction the invoice or bill that it changes; of a deposit found out the invoice that it pays. */
  settles: documentId,
  /** Of a returned cheque the receipt whose certificate will not come, with its code; of a deposit found out the deposit. */
  source: documentId,
  atc: z._default(
    z.nullable(z.string().check(z.regex(/^[A-Z]{2}\d{3}$/, 'Choose the withholding code from the list.'))),
    null,
  ),
  /** Pesos for one unit on an account in foreign money; what goes out without one goes at what it is carried at. */
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
    if (type === 'interest' && tax >= amount) mistake('tax', 'The tax is as large as the interest. Check both amounts.')
    if (type === 'correction' && side === null) mistake('side', 'Choose whether it increases or decreases the account.')
    if ((type === 'debit' || type === 'correction') && counter === null) mistake('counter', 'Choose an account.')
    if (type === 'identified' && (fields.source === null || fields.settles === null))
      mistake('settles', 'Choose the deposit and the invoice that it pays.')
  }),
)

export type BankAdjustmentFields = z.output<typeof bankAdjustmentFields>

const incoming: readonly AdjustmentType[] = ['interest', 'direct']

/** Whether the account has more by it. */
export const comesIn = ({ type, side }: Pick<BankAdjustmentFields, 'type' | 'side'>): boolean =>
  incoming.includes(type) || (type === 'correction' && side === 'in')
