// The fields of a stale cheque, sent by its dialog and validated by the server.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo } from '../../core/fields.ts'

export const staleChequeFields = fieldSet({
  account: accountCode,
  chequeNo: z
    .string('Enter the cheque number.')
    .check(z.trim(), z.regex(/^\d{4,12}$/, 'A cheque number has 4 to 12 digits, including leading zeros.')),
  day,
  /** The payee of the recorded cheque, for the register of payables. */
  partyId: z._default(z.nullable(z.uuid().check(z.toLowerCase())), null),
  memo,
})

export type StaleChequeFields = z.output<typeof staleChequeFields>
