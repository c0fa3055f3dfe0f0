// The fields of a bill, or of a credit from the supplier, as a form fills them in and the server checks them.
import { z } from 'zod'
import { day } from '../../core/date.ts'
import { email, fieldSet, memo, optionalText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'
import { priceMode, purchaseLines, vatPrinted } from '../purchase-lines/fields.ts'

/** A supplier's own number, printed on its invoice; letters in capitals. */
export const supplierNumber = z
  .string("Enter the supplier's invoice number.")
  .trim()
  .toUpperCase()
  .max(30, "A supplier's invoice number has at most 30 characters; check it.")
  .regex(/^[0-9A-Z/ .#-]*$/, "A supplier's invoice number has digits, letters, - / . # and spaces only; check it.")

export const maximumAdvances = 20

export const billFields = fieldSet({
  /** Where the receipt is mailed. */
  email,
  partyId: z.uuid('Pick a supplier from the list.').toLowerCase(),
  /** An invoice of the supplier, or a credit for what went back or was charged too much. */
  nature: z.enum(['invoice', 'credit'], 'Say whether this is an invoice or a credit.').default('invoice'),
  /** The bill that a credit is about; without one the whole credit is kept for later bills. */
  creditOf: z.uuid('Pick the bill from the list.').toLowerCase().nullable().default(null),
  externalNo: supplierNumber.min(1, "Enter the supplier's invoice number."),
  day,
  dueDay: day.nullable().default(null),
  terms: optionalText('terms', 100),
  priceMode,
  vatPrinted,
  lines: purchaseLines,
  /** Advances paid to the supplier before, used up by this bill. */
  advances: z
    .array(
      fieldSet({
        documentId: z.uuid('Pick the advance from the list.').toLowerCase(),
        amount: money.refine((amount) => amount > 0n, 'The amount applied must be more than zero.'),
      }),
    )
    .max(maximumAdvances, `A bill uses at most ${maximumAdvances} advances.`)
    .default([]),
  memo,
})
  .refine((fields) => fields.dueDay === null || fields.dueDay >= fields.day, {
    path: ['dueDay'],
    error: 'The due day is before the day of the bill; correct one of them.',
  })
  .refine((fields) => fields.nature === 'credit' || fields.creditOf === null, {
    path: ['creditOf'],
    error: 'Only a credit names the bill it is about.',
  })
  .refine((fields) => fields.nature === 'invoice' || fields.advances.length === 0, {
    path: ['advances'],
    error: 'A credit uses no advances; clear them.',
  })

export type BillFields = z.output<typeof billFields>
