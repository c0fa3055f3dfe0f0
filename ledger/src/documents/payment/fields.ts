// The fields of a bills payment are those of a collection, seen from the other side.
import { settlingFields } from '../settling/fields.ts'

export const paymentFields = settlingFields
