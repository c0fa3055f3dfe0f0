// The fields of an invoice, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { fieldSet, memo, optionalEmail, optionalText } from '../../core/fields.ts'
import { discountReasons } from '../../tax/statutory-discount.ts'
import { printedSerial, saleLine } from '../sale-lines/fields.ts'

export const maximumInvoiceLines = 200

/** NIRC 106(A)(2) and 108(B), as amended by RA 12066. */
export const zeroRatings = ['', 'export_goods', 'export_services', 'export_enterprise', 'other'] as const
export type ZeroRating = (typeof zeroRatings)[number]

export const zeroRatingWords = {
  '': 'Choose',
  export_goods: 'Export of goods',
  export_services: 'Services to a non-resident, paid in foreign currency',
  export_enterprise: 'Sale to a registered export enterprise',
  other: 'Other reason, stated in the memo',
} satisfies Record<ZeroRating, string>

/** The numbers as recorded and printed: '000101', or '000101 to 000148' for a day of walk-in sales. */
export const invoiceNumbers = ({ externalNo, externalNoTo }: { externalNo: string; externalNoTo: string }): string =>
  externalNoTo === '' ? externalNo : `${externalNo} to ${externalNoTo}`

export const invoiceFields = fieldSet({
  email: optionalEmail,
  partyId: z.uuid('Choose a customer from the list.').check(z.toLowerCase()),
  /** The serial number printed on the authorized invoice. */
  externalNo: printedSerial('the invoice number', 'An invoice number'),
  /** The last of a day's invoices to walk-in customers, recorded together; '' for a single invoice. */
  externalNoTo: z._default(z.union([z.literal(''), printedSerial('the last invoice number', 'An invoice number')]), ''),
  /** Why the zero-rated lines are zero-rated; '' if there are none. */
  zeroRating: z._default(z.enum(zeroRatings, 'Choose why the sale is zero-rated.'), ''),
  /** The number of the buyer's VAT zero-rating certificate, for a sale to a registered export enterprise. */
  zeroRatingCertificate: optionalText('certificate number', 60),
  /** The buyer has the statutory discount on everything in the invoice. */
  discountFor: z._default(z.enum(discountReasons, 'Choose who is entitled to the discount.'), ''),
  /** The name and ID number of that person. */
  beneficiary: optionalText('name', 100),
  beneficiaryId: optionalText('ID number', 40),
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
  z.superRefine(({ discountFor, beneficiary, beneficiaryId, externalNoTo }, context) => {
    const mistake = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message })
    if (discountFor === '') {
      if (beneficiary !== '') mistake('beneficiary', 'Choose who is entitled to the discount, or clear the name.')
      if (beneficiaryId !== '')
        mistake('beneficiaryId', 'Choose who is entitled to the discount, or clear the ID number.')
      return
    }
    if (beneficiary === '') mistake('beneficiary', 'Enter the name on the ID.')
    if (beneficiaryId === '') mistake('beneficiaryId', 'Enter the number of the senior citizen or PWD ID.')
    if (externalNoTo !== '')
      mistake('externalNoTo', 'The discount is recorded for one invoice at a time. Clear the last invoice number.')
  }),
  z.refine(
    ({ zeroRating, zeroRatingCertificate }) => zeroRatingCertificate === '' || zeroRating === 'export_enterprise',
    {
      path: ['zeroRatingCertificate'],
      error: 'Only a sale to a registered export enterprise has this certificate. Clear the certificate number.',
    },
  ),
  z.refine(({ externalNo: first, externalNoTo: last }) => last === '' || isSerialRange(first, last), {
    path: ['externalNoTo'],
    error:
      'The last invoice number must have the same format as the first and come after it, for example 000101 and 000148.',
  }),
)

/** The same letters and number of digits, and a later number. */
function isSerialRange(first: string, last: string): boolean {
  const [begin, end] = [first, last].map((serial) => /^(.*?)(\d+)$/.exec(serial))
  return begin?.[1] === end?.[1] && begin?.[2]?.length === end?.[2]?.length && first < last
}

export type InvoiceFields = z.output<typeof invoiceFields>
