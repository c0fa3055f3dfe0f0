// The fields of a collection receipt mirror those of a payment.
import { settlingFields } from '../settling/fields.ts'

export const collectionFields = settlingFields
