// The fields of a removed allocation, sent by its dialog and validated by the server.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { fieldSet, memo } from '../../core/fields.ts'

export const unapplyFields = fieldSet({
  partyId: z.uuid('Choose the customer or supplier from the list.').check(z.toLowerCase()),
  /** The receipt, payment or credit. */
  documentId: z.uuid('Choose the document from the list.').check(z.toLowerCase()),
  /** The invoice or bill that it is applied to. */
  itemId: z.uuid('Choose the invoice or bill from the list.').check(z.toLowerCase()),
  day,
  /** The reason. */
  memo,
})

export type UnapplyFields = z.output<typeof unapplyFields>
