// The fields of a petty cash voucher or a cash advance, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, optionalEmail, optionalText } from '../../core/fields.ts'
import { money } from '../../core/money.ts'
import { supplierNumber } from '../bill/fields.ts'
import { priceMode, purchaseLines, vatPrinted } from '../purchase-lines/fields.ts'

const head = {
  /** The address for the receipt; '' for none. */
  email: optionalEmail,
  fund: accountCode,
  /** The recipient of the cash. A registered supplier needs no name. */
  paidTo: optionalText('payee name', 100),
  day,
  memo,
}

export const pettyCashFields = z.discriminatedUnion(
  'nature',
  [
    fieldSet({
      ...head,
      nature: z.literal('expense'),
      partyId: z._default(z.nullable(z.uuid('Choose a supplier from the list.').check(z.toLowerCase())), null),
      externalNo: z._default(supplierNumber, ''),
      priceMode,
      vatPrinted,
      lines: purchaseLines,
      /** The liquidated advance; its cash has already left the fund. */
      advance: z._default(z.nullable(z.uuid('Choose the advance from the list.').check(z.toLowerCase())), null),
    }).check(
      z.refine((fields) => fields.partyId !== null || fields.paidTo !== '', {
        path: ['paidTo'],
        error: 'Enter the payee, or choose the supplier.',
      }),
    ),
    fieldSet({
      ...head,
      nature: z.literal('advance'),
      amount: money.check(z.refine((amount) => amount > 0n, 'The amount must be more than zero.')),
    }).check(
      z.refine((fields) => fields.paidTo !== '', { path: ['paidTo'], error: 'Enter who receives the cash advance.' }),
    ),
  ],
  'Choose expense or cash advance.',
)

export type PettyCashFields = z.output<typeof pettyCashFields>

export type Expense = Extract<PettyCashFields, { nature: 'expense' }>
