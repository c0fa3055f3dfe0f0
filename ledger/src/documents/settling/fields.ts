// The fields of collections and payments, as a form fills them in and the server judges them.
import { z } from 'zod'
import { exchangeRate } from '../../accounts/exchange.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, optionalEmail, optionalText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'

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
  money.refine((given) => given >= 0n, `${what} is entered without a minus sign.`).default(0n)

const withholdingCode = z
  .string('Pick the withholding code.')
  .regex(/^[A-Z]{2}\d{3}$/, 'Pick the withholding code from the list.')
  .nullable()
  .default(null)

const row = fieldSet({
  documentId: z.uuid('Pick documents from the list.').toLowerCase(),
  /** In money, or by the credits used below. */
  pay: amount('An amount to pay'),
  /** Income tax withheld at source, and its code. */
  withheld: amount('Tax withheld'),
  atc: withholdingCode,
  /** VAT withheld by a government office; only on what is collected. */
  vatWithheld: amount('VAT withheld'),
  discount: amount('A discount'),
})

const usedCredit = fieldSet({
  documentId: z.uuid('Pick credits from the list.').toLowerCase(),
  amount: money.refine((given) => given > 0n, 'Enter how much of the credit is used, more than zero.'),
})

/** The fields of both sides. */
export const settlingFields = fieldSet({
  partyId: z.uuid('Pick whom this is about from the list.').toLowerCase(),
  day,
  /** Where the money goes in or comes from; null when credits pay for everything. */
  account: accountCode.nullable().default(null),
  method: z.enum(paymentMethods, 'Choose how it was paid.').default('cash'),
  /** Number of the transfer, the slip, or the cheque. */
  reference: optionalText('reference number', 60),
  /** The date on a cheque. */
  chequeDay: day.nullable().default(null),
  /** The bank a received cheque is drawn on. */
  chequeBank: optionalText('bank of the cheque', 100),
  rows: z
    .array(row)
    .max(maximumSettledRows, `At most ${maximumSettledRows} documents are settled at once; record the rest as another.`)
    .default([]),
  credits: z.array(usedCredit).max(maximumSettledRows).default([]),
  /** Money paid for nothing recorded yet: an advance. */
  advance: amount('An advance'),
  /** Tax withheld from an advance, which counts as paid like the money (RR 4-2024), and its code. */
  advanceWithheld: amount('Tax withheld'),
  advanceAtc: withholdingCode,
  /** Credits given back in money: a customer's by a payment, ours by a collection. */
  refunds: z.array(usedCredit).max(maximumSettledRows).default([]),
  /** What the bank took: off what is collected, on top of what is paid. */
  charge: amount('A charge'),
  /** With an account in foreign money: what moved there in its currency, and pesos for one unit. */
  moved: money
    .refine((given) => given > 0n, 'Enter the amount in the account’s currency.')
    .nullable()
    .default(null),
  rate: exchangeRate.nullable().default(null),
  /** Where the voucher is mailed; may be left out. */
  email: optionalEmail,
  memo,
}).superRefine((fields, context) => {
  const mistake = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message })
  const seen = new Set<string>()
  fields.rows.forEach(({ documentId }, i) => {
    if (seen.has(documentId)) mistake(['rows', i, 'pay'], 'This document stands on two rows; keep one.')
    seen.add(documentId)
  })
  for (const group of ['credits', 'refunds'] as const) {
    const used = new Set<string>()
    fields[group].forEach(({ documentId }, i) => {
      if (used.has(documentId)) mistake([group, i, 'amount'], 'This credit is used on two rows; keep one.')
      used.add(documentId)
    })
  }
  if (fields.method !== 'cash' && fields.account !== null && fields.reference === '')
    mistake(
      ['reference'],
      fields.method === 'cheque' ? 'Enter the number of the cheque.' : 'Enter the reference number.',
    )
})

export type SettlingFields = z.output<typeof settlingFields>

export type SettledRow = SettlingFields['rows'][number]
