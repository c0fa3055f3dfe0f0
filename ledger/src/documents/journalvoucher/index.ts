// The journal voucher as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { journalVoucherFields } from './fields.ts'
import { followJournalVoucher, journalVoucherFacts, journalVoucherStated, postJournalVoucher } from './posting.ts'
import { journalVoucherReceipt } from './receipt.ts'
import { journalvoucherWords } from './words.ts'

export const journalvoucher: DocumentType<typeof journalVoucherFields, 'money' | 'items'> = {
  ...journalvoucherWords,
  fields: journalVoucherFields,
  facts: journalVoucherFacts,
  post: postJournalVoucher,
  stated: journalVoucherStated,
  receipt: journalVoucherReceipt,
  follow: followJournalVoucher,
}
