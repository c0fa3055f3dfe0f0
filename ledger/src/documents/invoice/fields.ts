// The fields of an invoice, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { email, fieldSet, memo, optionalText } from '../../core/fields.ts'
import { printedSerial, saleLine } from '../sale-lines/fields.ts'

export const maximumInvoiceLines = 200

export const invoiceFields = fieldSet({
  /** The address for the receipt. */
  email,
  partyId: z.uuid('Choose a customer from the list.').check(z.toLowerCase()),
  /** The serial number printed on the authorized invoice. */
  externalNo: printedSerial('the invoice number', 'An invoice number'),
  day,
  dueDay: z._default(z.nullable(day), null),
  terms: optionalText('terms', 100),
  priceMode: z.enum(['inclusive', 'exclusive'], 'Choose whether the prices include VAT.'),
  lines: z
    .array(saleLine, 'Add at least one line.')
    .check(
      z.minLength(1, 'Add at least one line.'),
      z.maxLength(
        maximumInvoiceLines,
        `An invoice can have at most ${maximumInvoiceLines} lines. Enter the rest in another invoice.`,
      ),
    ),
  memo,
}).check(
  z.refine((fields) => fields.dueDay === null || fields.dueDay >= fields.day, {
    path: ['dueDay'],
    error: 'The due date is before the invoice date. Correct one of them.',
  }),
)

export type InvoiceFields = z.output<typeof invoiceFields>
