// The fields of a collection receipt are those of a payment, seen from the other side.
import { settlingFields } from '../settling/fields.ts'

export const collectionFields = settlingFields
