// The fields of a cheque and its allowed accounts, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { accounts, itemAccounts, takesPurchases } from '../../accounts/chart.ts'
import { functionalCurrency } from '../../accounts/exchange.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, optionalEmail, shortText } from '../../core/fields.ts'
import { maximumPurchaseLines, priceMode, purchaseLines } from '../purchase-lines/fields.ts'
import { settlingFields } from '../settling/fields.ts'
import type { AccountFact, MoneyFact } from '../facts.ts'

/** Open bills of the supplier; direct lines; a stale cheque issued again. */
export const chequePurposes = ['bills', 'direct', 'stale'] as const

export type ChequePurpose = (typeof chequePurposes)[number]

export const chequePurposeWords = {
  bills: 'Bills of the supplier',
  direct: 'An expense or liability without a bill',
  stale: 'Replacement of a stale cheque',
} as const satisfies Record<ChequePurpose, string>

export const chequeFields = fieldSet({
  /** The address for the voucher (optional). */
  email: optionalEmail,
  partyId: z._default(z.nullable(z.uuid('Choose a supplier from the list.').check(z.toLowerCase())), null),
  /** The name on the cheque, which may differ from the register. */
  payee: shortText('payee on the cheque', 100),
  day,
  /** The bank account of the cheque. */
  account: accountCode,
  chequeNo: z
    .string('Enter the cheque number.')
    .check(
      z.trim(),
      z.minLength(1, 'Enter the cheque number.'),
      z.regex(/^\d{4,12}$|^$/, 'A cheque number has 4 to 12 digits, including leading zeros.'),
    ),
  /** Its date, if different from the document date. */
  chequeDay: z._default(z.nullable(day), null),
  pays: z._default(z.enum(chequePurposes, 'Choose what the cheque is for.'), 'bills'),
  /** The paid documents: bills, or stale cheques. */
  rows: settlingFields.shape.rows,
  priceMode: z._default(priceMode, 'inclusive'),
  lines: z._default(z.array(purchaseLines.def.element).check(z.maxLength(maximumPurchaseLines)), []),
  memo,
}).check(
  z.superRefine(({ pays, rows, lines, partyId }, context) => {
    const mistake = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (pays === 'direct' && rows.length > 0)
      mistake('rows', 'The selected documents do not apply to this type of cheque. Deselect them.')
    if (pays !== 'direct' && lines.length > 0)
      mistake(
        'lines',
        'This cheque pays the selected documents. Remove the expense lines, or record a separate cheque for them.',
      )
    if (pays === 'direct' && lines.length === 0) mistake('lines', 'Add at least one expense or liability line.')
    if (pays === 'stale' && rows.length === 0) mistake('rows', 'Select the stale cheque to replace.')
    if (pays === 'bills' && partyId === null) mistake('partyId', 'Choose the supplier whose bills are paid.')
  }),
)

export type ChequeFields = z.output<typeof chequeFields>

/**
 * Accounts a cheque may pay without a bill: purchases, and debts without documents of their own; not money, not sales.
 */
export function takesCheque(account: AccountFact): boolean {
  const { code, control, type } = account
  // Tax withheld is remitted by cheque.
  if (code === accounts.ewtPayable) return true
  if (takesPurchases(account)) return true
  return (type === 'liability' || type === 'equity') && !control && !itemAccounts.includes(code)
}

/** Accounts with cheques. */
export const drawsCheques = ({ kind, currency, active }: Pick<MoneyFact, 'kind' | 'currency' | 'active'>): boolean =>
  kind === 'bank' && currency === functionalCurrency && active
