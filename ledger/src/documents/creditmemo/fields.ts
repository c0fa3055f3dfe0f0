// The fields of a credit memo, as a form fills them in and the server judges them.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { email, fieldSet, memo, shortText } from '../../core/fields.ts'
import { printedSerial, saleLine } from '../sale-lines/fields.ts'

export const maximumCreditMemoLines = 200

export const creditMemoFields = fieldSet({
  /** Where the receipt is mailed. */
  email,
  partyId: z.uuid('Pick a customer from the list.').check(z.toLowerCase()),
  /** The invoice it takes back; without one the whole amount is kept as a credit of the customer. */
  creditOf: z._default(z.nullable(z.uuid('Pick the invoice from the list.').check(z.toLowerCase())), null),
  /** The serial printed on the paper. */
  externalNo: printedSerial('the number printed on the credit memo', 'The number of a credit memo'),
  day,
  /** Goods that came back, a price that was wrong, an allowance. */
  reason: shortText('reason', 200),
  priceMode: z.enum(['inclusive', 'exclusive'], 'Say whether the prices include VAT.'),
  lines: z
    .array(saleLine, 'Add at least one line.')
    .check(
      z.minLength(1, 'Add at least one line.'),
      z.maxLength(
        maximumCreditMemoLines,
        `A credit memo has at most ${maximumCreditMemoLines} lines; record the rest as another one.`,
      ),
    ),
  memo,
})

export type CreditMemoFields = z.output<typeof creditMemoFields>
