// The fields of collections and payments, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { exchangeRate } from '../../accounts/exchange.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, optionalEmail, optionalText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'
import { printedSerial } from '../sale-lines/fields.ts'

export const paymentMethods = ['cash', 'cheque', 'transfer', 'ewallet', 'card'] as const

export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentMethodWords = {
  cash: 'Cash',
  cheque: 'Cheque',
  transfer: 'Bank transfer',
  ewallet: 'E-wallet',
  card: 'Card',
} satisfies Record<PaymentMethod, string>

export const maximumSettledRows = 300

const amount = (what: string) =>
  z._default(money.check(z.refine((given) => given >= 0n, `Enter ${what} without a minus sign.`)), 0n)

const withholdingCode = z._default(
  z.nullable(
    z
      .string('Choose the withholding code.')
      .check(z.regex(/^[A-Z]{2}\d{3}$/, 'Choose the withholding code from the list.')),
  ),
  null,
)

const row = fieldSet({
  documentId: z.uuid('Choose a document from the list.').check(z.toLowerCase()),
  /** In money, or by the credits below. */
  pay: amount('the amount paid'),
  /** Income tax withheld at source, and its code. */
  withheld: amount('the tax withheld'),
  atc: withholdingCode,
  /** VAT withheld by a government office; only for collections. */
  vatWithheld: amount('the VAT withheld'),
  discount: amount('the discount'),
})

const usedCredit = fieldSet({
  documentId: z.uuid('Choose credits from the list.').check(z.toLowerCase()),
  amount: money.check(z.refine((given) => given > 0n, 'Enter the amount of credit to use. It must be more than zero.')),
})

/** The fields of both sides. */
export const settlingFields = fieldSet({
  partyId: z.uuid('Choose the customer or supplier from the list.').check(z.toLowerCase()),
  day,
  /** The account of the money; null if credits pay for everything. */
  account: z._default(z.nullable(accountCode), null),
  method: z._default(z.enum(paymentMethods, 'Choose a payment method.'), 'cash'),
  /** The serial number of our printed receipt; only for collections. */
  receiptNo: z._default(z.union([z.literal(''), printedSerial('the receipt number', 'A receipt number')]), ''),
  /** Number of the transfer, the slip, or the cheque. */
  reference: optionalText('reference number', 60),
  /** The date of a cheque. */
  chequeDay: z._default(z.nullable(day), null),
  /** The bank of a received cheque. */
  chequeBank: optionalText('bank the cheque is drawn on', 100),
  /** The bank account of the payee; only for payments. */
  payeeAccount: z._default(z.nullable(z.uuid('Choose a bank account from the list.').check(z.toLowerCase())), null),
  rows: z._default(
    z
      .array(row)
      .check(
        z.maxLength(
          maximumSettledRows,
          `At most ${maximumSettledRows} documents can be settled at once. Enter the rest separately.`,
        ),
      ),
    [],
  ),
  credits: z._default(z.array(usedCredit).check(z.maxLength(maximumSettledRows)), []),
  /** An advance: money without a recorded document. */
  advance: amount('the advance'),
  /** Tax withheld from an advance, which counts as paid (RR 4-2024), and its code. */
  advanceWithheld: amount('the tax withheld'),
  advanceAtc: withholdingCode,
  /** Refunded credits: a customer's by a payment, ours by a collection. */
  refunds: z._default(z.array(usedCredit).check(z.maxLength(maximumSettledRows)), []),
  /** The bank fee: deducted from a collection, added to a payment. */
  charge: amount('the bank charge'),
  /** For an account in foreign currency: the amount in its currency, and pesos for one unit. */
  moved: z._default(
    z.nullable(money.check(z.refine((given) => given > 0n, 'Enter the amount in the currency of the account.'))),
    null,
  ),
  rate: z._default(z.nullable(exchangeRate), null),
  /** The address for the voucher (optional). */
  email: optionalEmail,
  memo,
}).check(
  z.superRefine((fields, context) => {
    const mistake = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
    const seen = new Set<string>()
    fields.rows.forEach(({ documentId }, i) => {
      if (seen.has(documentId)) mistake(['rows', i, 'pay'], 'This document is on two rows. Remove one of them.')
      seen.add(documentId)
    })
    for (const group of ['credits', 'refunds'] as const) {
      const used = new Set<string>()
      fields[group].forEach(({ documentId }, i) => {
        if (used.has(documentId)) mistake([group, i, 'amount'], 'This credit is used on two rows. Remove one of them.')
        used.add(documentId)
      })
    }
    if (fields.method !== 'cash' && fields.account !== null && fields.reference === '')
      mistake(['reference'], fields.method === 'cheque' ? 'Enter the cheque number.' : 'Enter the reference number.')
  }),
)

export type SettlingFields = z.output<typeof settlingFields>

export type SettledRow = SettlingFields['rows'][number]

/** The rows of a recorded collection, payment or cheque, and its account; other documents have none. */
export const settledRows = z.object({
  account: z.optional(settlingFields.shape.account),
  rows: settlingFields.shape.rows,
})
