// The fields of a credit memo, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { fieldSet, memo, optionalEmail, shortText } from '../../core/fields.ts'
import { printedSerial, saleLine } from '../sale-lines/fields.ts'

export const maximumCreditMemoLines = 200

export const creditMemoFields = fieldSet({
  /** The address for the receipt. */
  email: optionalEmail,
  partyId: z.uuid('Choose a customer from the list.').check(z.toLowerCase()),
  /** The credited invoice; without one the whole amount becomes a customer credit. */
  creditOf: z._default(z.nullable(z.uuid('Choose the invoice from the list.').check(z.toLowerCase())), null),
  /** The serial number printed on the memo. */
  externalNo: printedSerial('the credit memo number', 'A credit memo number'),
  day,
  /** Returned goods, a wrong price, an allowance. */
  reason: shortText('reason', 200),
  priceMode: z.enum(['inclusive', 'exclusive'], 'Choose whether the prices include VAT.'),
  lines: z
    .array(saleLine, 'Add at least one line.')
    .check(
      z.minLength(1, 'Add at least one line.'),
      z.maxLength(
        maximumCreditMemoLines,
        `A credit memo can have at most ${maximumCreditMemoLines} lines. Enter the rest in another memo.`,
      ),
    ),
  memo,
})

export type CreditMemoFields = z.output<typeof creditMemoFields>
