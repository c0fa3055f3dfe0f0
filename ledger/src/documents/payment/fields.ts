// The fields of a bills payment mirror those of a collection.
import { settlingFields } from '../settling/fields.ts'

export const paymentFields = settlingFields
