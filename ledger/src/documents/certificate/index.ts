// The certificate of tax withheld as one value, for the server and the tests. Forms take fields.ts, lists take words.ts.
import type { DocumentType } from '../type.ts'
import { certificateFields } from './fields.ts'
import { certificateFacts, certificateStated, postCertificate } from './posting.ts'
import { certificateReceipt } from './receipt.ts'
import { certificateWords } from './words.ts'

export const certificate: DocumentType<typeof certificateFields, 'items'> = {
  ...certificateWords,
  fields: certificateFields,
  facts: certificateFacts,
  post: postCertificate,
  stated: certificateStated,
  receipt: certificateReceipt,
}
