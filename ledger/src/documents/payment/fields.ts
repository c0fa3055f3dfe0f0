// The fields of a bills payment mirror those of a collection.
import { z } from '../../core/zod.ts'
import { settlingFields } from '../settling/fields.ts'

export const paymentFields = settlingFields.check(
  z.refine(({ receiptNo }) => receiptNo === '', {
    path: ['receiptNo'],
    error: 'Only a collection has a receipt number. Leave this field empty.',
  }),
)
