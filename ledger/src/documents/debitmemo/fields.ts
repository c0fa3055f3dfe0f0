// The fields of a debit memo, as a form fills them in and the server judges them.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { email, fieldSet, memo, optionalText, shortText } from '../../core/fields.ts'
import { printedSerial, saleLine } from '../sale-lines/fields.ts'

export const maximumDebitMemoLines = 200

export const debitMemoFields = fieldSet({
  /** Where the receipt is mailed. */
  email,
  partyId: z.uuid('Pick a customer from the list.').check(z.toLowerCase()),
  /** The invoice that is charged more. */
  debitOf: z.uuid('Pick the invoice from the list.').check(z.toLowerCase()),
  /** The serial printed on the paper. */
  externalNo: printedSerial('the number printed on the debit memo', 'The number of a debit memo'),
  day,
  dueDay: z._default(z.nullable(day), null),
  terms: optionalText('terms', 100),
  /** A price that was too low, freight that was forgotten. */
  reason: shortText('reason', 200),
  priceMode: z.enum(['inclusive', 'exclusive'], 'Say whether the prices include VAT.'),
  lines: z
    .array(saleLine, 'Add at least one line.')
    .check(
      z.minLength(1, 'Add at least one line.'),
      z.maxLength(
        maximumDebitMemoLines,
        `A debit memo has at most ${maximumDebitMemoLines} lines; record the rest as another one.`,
      ),
    ),
  memo,
}).check(
  z.refine((fields) => fields.dueDay === null || fields.dueDay >= fields.day, {
    path: ['dueDay'],
    error: 'The due day is before the day of the debit memo; correct one of them.',
  }),
)

export type DebitMemoFields = z.output<typeof debitMemoFields>
