// The list of document types, with their rules. Browser lists use words.ts.
import { bankadjustment } from './bankadjustment/index.ts'
import { bill } from './bill/index.ts'
import { certificate } from './certificate/index.ts'
import { cheque } from './cheque/index.ts'
import { collection } from './collection/index.ts'
import { creditmemo } from './creditmemo/index.ts'
import { debitmemo } from './debitmemo/index.ts'
import { deposit } from './deposit/index.ts'
import { invoice } from './invoice/index.ts'
import type { DocumentTypeName } from './words.ts'
import type { AnyDocumentType } from './type.ts'
import { journalvoucher } from './journalvoucher/index.ts'
import { opening } from './opening/index.ts'
import { payment } from './payment/index.ts'
import { payroll } from './payroll/index.ts'
import { pettycash } from './pettycash/index.ts'
import { pettycashfund } from './pettycashfund/index.ts'
import { stalecheque } from './stalecheque/index.ts'
import { transfer } from './transfer/index.ts'
import { unapply } from './unapply/index.ts'
import { withdrawal } from './withdrawal/index.ts'
import { yearend } from './yearend/index.ts'

export const documentTypes = {
  invoice,
  creditmemo,
  debitmemo,
  collection,
  bill,
  pettycash,
  pettycashfund,
  payment,
  cheque,
  stalecheque,
  deposit,
  withdrawal,
  transfer,
  journalvoucher,
  unapply,
  yearend,
  payroll,
  certificate,
  bankadjustment,
  opening,
} satisfies Record<DocumentTypeName, AnyDocumentType>

/** The type of a validated name. */
export function documentTypeOf(name: DocumentTypeName): AnyDocumentType {
  return documentTypes[name]
}
