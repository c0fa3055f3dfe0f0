// The lines of a purchase, shared by bills, petty cash vouchers and cheques.
import { z } from '../../core/zod.ts'
import { accountCode, fieldSet, shortText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'
import { purchaseCategories } from '../../tax/vat.ts'

export const maximumPurchaseLines = 100

/** The VAT classes of a purchase; sales to government do not apply. */
export const purchaseVatClasses = ['vatable', 'zero_rated', 'exempt', 'not_subject'] as const

export type PurchaseVatClass = (typeof purchaseVatClasses)[number]

const purchaseLine = fieldSet({
  /** The chosen expense type; null if only an account was chosen. */
  expenseType: z._default(
    z.nullable(
      z
        .string('Choose a type of expense.')
        .check(z.regex(/^[a-z0-9_]{2,40}$/, 'Choose a type of expense from the list.')),
    ),
    null,
  ),
  description: shortText('description', 200),
  /** In the price mode of the document. */
  amount: money.check(
    z.refine((amount) => amount > 0n, 'The amount must be more than zero. Record a return as a supplier credit.'),
  ),
  vatClass: z.enum(purchaseVatClasses, 'Choose the VAT type of the line.'),
  category: z.enum(purchaseCategories, 'Choose the purchase category.'),
  /** The withholding code of this line; null for none. */
  atc: z._default(
    z.nullable(
      z
        .string('Choose a withholding code or None.')
        .check(z.regex(/^[A-Z]{2}\d{3}$/, 'Choose a withholding code from the list.')),
    ),
    null,
  ),
  /** The code of final tax; null for none. A service from abroad may have withheld VAT as well. */
  finalAtc: z._default(
    z.nullable(
      z
        .string('Choose a final tax code or None.')
        .check(z.regex(/^[A-Z]{2}\d{3}$/, 'Choose a final tax code from the list.')),
    ),
    null,
  ),
  account: accountCode,
})

export const purchaseLines = z
  .array(purchaseLine, 'Add at least one line.')
  .check(
    z.minLength(1, 'Add at least one line.'),
    z.maxLength(
      maximumPurchaseLines,
      `At most ${maximumPurchaseLines} lines can be recorded at once. Enter the rest separately.`,
    ),
  )

/** The VAT printed on the supplier's invoice, if it differs from the computed VAT; null uses the computed VAT. */
export const vatPrinted = z._default(
  z.nullable(money.check(z.refine((vat) => vat >= 0n, 'Enter the VAT without a minus sign.'))),
  null,
)

export const priceMode = z.enum(['inclusive', 'exclusive'], 'Choose whether the amounts include VAT.')

export type PurchaseLine = z.output<typeof purchaseLine>
