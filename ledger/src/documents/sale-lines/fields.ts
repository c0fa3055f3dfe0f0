// The lines of a sale, shared by invoices, credit memos and debit memos.
import { z } from '../../core/zod.ts'
import { accountCode, fieldSet, percent, quantity, shortText } from '../../core/fields.ts'
import { money, unitPrice } from '../../core/money.ts'
import { vatClasses } from '../../tax/vat.ts'

/** A line of a sale or a sales return. */
export const saleLine = fieldSet({
  description: shortText('description', 200),
  quantity,
  /** In the price mode of the document. */
  unitPrice: unitPrice.check(
    z.refine((price) => !price.startsWith('-'), 'The unit price cannot be negative. Enter a discount instead.'),
  ),
  /** A discount as a percentage or an amount, in the price mode of the document; not both. */
  discountPercent: z._default(z.nullable(percent), null),
  discountAmount: z._default(
    z.nullable(money.check(z.refine((amount) => amount >= 0n, 'Enter the discount without a minus sign.'))),
    null,
  ),
  vatClass: z.enum(vatClasses, 'Choose the VAT type of the line.'),
  account: accountCode,
}).check(
  z.refine((line) => line.discountPercent === null || line.discountAmount === null, {
    path: ['discountAmount'],
    error: 'Enter the discount as a percentage or an amount, not both.',
  }),
)

/** The serial number printed on an authorized document, in capitals. */
export const printedSerial = (what: string, named: string) =>
  z
    .string(`Enter ${what}.`)
    .check(
      z.trim(),
      z.toUpperCase(),
      z.minLength(1, `Enter ${what}.`),
      z.maxLength(30, `${named} can have at most 30 characters.`),
      z.regex(/^[0-9A-Z/-]*$/, `${named} can contain only digits, letters, - and /.`),
    )

export type SaleLine = z.output<typeof saleLine>
