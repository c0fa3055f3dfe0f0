// The fields of a stale cheque, as its dialog sends them and the server checks them.
import { z } from '../../core/zod.ts'
import { day } from '../../core/date.ts'
import { accountCode, fieldSet, memo } from '../../core/fields.ts'

export const staleChequeFields = fieldSet({
  account: accountCode,
  chequeNo: z
    .string('Enter the cheque number.')
    .check(z.trim(), z.regex(/^\d{4,12}$/, 'A cheque number has 4 to 12 digits, including leading zeros.')),
  day,
  /** Whom the cheque was recorded for; it stands in the register of what is owed. */
  partyId: z._default(z.nullable(z.uuid().check(z.toLowerCase())), null),
  memo,
})

export type StaleChequeFields = z.output<typeof staleChequeFields>
