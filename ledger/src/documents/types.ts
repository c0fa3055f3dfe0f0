// The list of document types, with their rules. Lists of the browser take words.ts.
import { bankadjustment } from './bankadjustment.ts'
import { bill } from './bill.ts'
import { certificate } from './certificate.ts'
import { cheque } from './cheque.ts'
import { collection } from './collection.ts'
import { creditmemo } from './creditmemo.ts'
import { deposit } from './deposit.ts'
import { invoice } from './invoice.ts'
import type { DocumentKind, KindName } from './type.ts'
import { journalvoucher } from './journalvoucher.ts'
import { opening } from './opening.ts'
import { payment } from './payment.ts'
import { pettycash } from './pettycash.ts'
import { pettycashfund } from './pettycashfund.ts'
import { stalecheque } from './stalecheque.ts'
import { transfer } from './transfer.ts'
import { withdrawal } from './withdrawal.ts'
import { yearend } from './yearend.ts'

export const kinds = {
  invoice,
  creditmemo,
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
  yearend,
  certificate,
  bankadjustment,
  opening,
} satisfies Record<KindName, DocumentKind>

/** The type of a name that has been checked to be one. */
export function kindOf(name: KindName): DocumentKind {
  return kinds[name]
}
