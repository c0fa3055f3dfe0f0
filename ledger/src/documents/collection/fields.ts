// The fields of a collection receipt mirror those of a payment.
import { z } from '../../core/zod.ts'
import { settlingFields } from '../settling/fields.ts'

export const collectionFields = settlingFields.check(
  z.refine(({ payeeAccount }) => payeeAccount === null, {
    path: ['payeeAccount'],
    error: "Only a payment has a payee's bank account. Leave this field empty.",
  }),
)
