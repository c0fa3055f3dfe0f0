// The fields of a bill or a supplier credit, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { fieldSet, memo, optionalEmail, optionalText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'
import { priceMode, purchaseLines, vatPrinted } from '../purchase-lines/fields.ts'

/** A supplier's own number, printed on its invoice; letters in capitals. */
export const supplierNumber = z
  .string("Enter the supplier's invoice number.")
  .check(
    z.trim(),
    z.toUpperCase(),
    z.maxLength(30, "A supplier's invoice number can have at most 30 characters."),
    z.regex(/^[0-9A-Z/ .#-]*$/, "A supplier's invoice number can contain only digits, letters, spaces and - / . #"),
  )

export const maximumAdvances = 20

export const billFields = fieldSet({
  /** The address for the receipt. */
  email: optionalEmail,
  partyId: z.uuid('Choose a supplier from the list.').check(z.toLowerCase()),
  /** A supplier invoice, or a credit for returned goods or an overcharge. */
  nature: z._default(z.enum(['invoice', 'credit'], 'Choose the type of document.'), 'invoice'),
  /** The credited bill; a credit without one is available for later bills in full. */
  creditOf: z._default(z.nullable(z.uuid('Choose the bill from the list.').check(z.toLowerCase())), null),
  externalNo: supplierNumber.check(z.minLength(1, "Enter the supplier's invoice number.")),
  day,
  dueDay: z._default(z.nullable(day), null),
  terms: optionalText('terms', 100),
  priceMode,
  vatPrinted,
  lines: purchaseLines,
  /** Supplier advances applied to this bill. */
  advances: z._default(
    z
      .array(
        fieldSet({
          documentId: z.uuid('Choose the advance from the list.').check(z.toLowerCase()),
          amount: money.check(z.refine((amount) => amount > 0n, 'The amount applied must be more than zero.')),
        }),
      )
      .check(z.maxLength(maximumAdvances, `A bill can use at most ${maximumAdvances} advances.`)),
    [],
  ),
  memo,
}).check(
  z.refine((fields) => fields.dueDay === null || fields.dueDay >= fields.day, {
    path: ['dueDay'],
    error: 'The due date is before the bill date. Correct one of them.',
  }),
  z.refine((fields) => fields.nature === 'credit' || fields.creditOf === null, {
    path: ['creditOf'],
    error: 'The credited bill applies only to supplier credits. Clear this field.',
  }),
  z.refine((fields) => fields.nature === 'invoice' || fields.advances.length === 0, {
    path: ['advances'],
    error: 'Advances do not apply to supplier credits. Remove them.',
  }),
)

export type BillFields = z.output<typeof billFields>
