// The fields of a debit memo, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { fieldSet, memo, optionalEmail, optionalText, shortText } from '../../core/fields.ts'
import { printedSerial, saleLine } from '../sale-lines/fields.ts'

export const maximumDebitMemoLines = 200

export const debitMemoFields = fieldSet({
  /** The address for the receipt. */
  email: optionalEmail,
  partyId: z.uuid('Choose a customer from the list.').check(z.toLowerCase()),
  /** The invoice with the additional charge. */
  debitOf: z.uuid('Choose the invoice from the list.').check(z.toLowerCase()),
  /** The serial number printed on the memo. */
  externalNo: printedSerial('the debit memo number', 'A debit memo number'),
  day,
  dueDay: z._default(z.nullable(day), null),
  terms: optionalText('terms', 100),
  /** A price that was too low, missing freight. */
  reason: shortText('reason', 200),
  priceMode: z.enum(['inclusive', 'exclusive'], 'Choose whether the prices include VAT.'),
  lines: z
    .array(saleLine, 'Add at least one line.')
    .check(
      z.minLength(1, 'Add at least one line.'),
      z.maxLength(
        maximumDebitMemoLines,
        `A debit memo can have at most ${maximumDebitMemoLines} lines. Enter the rest in another memo.`,
      ),
    ),
  memo,
}).check(
  z.refine((fields) => fields.dueDay === null || fields.dueDay >= fields.day, {
    path: ['dueDay'],
    error: 'The due date is before the debit memo date. Correct one of them.',
  }),
)

export type DebitMemoFields = z.output<typeof debitMemoFields>
