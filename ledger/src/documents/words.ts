// The words of every type of document, without any rule, so that lists of the browser can have them all.
import { bankadjustmentWords } from './bankadjustment/words.ts'
import { billWords } from './bill/words.ts'
import { certificateWords } from './certificate/words.ts'
import { chequeWords } from './cheque/words.ts'
import { collectionWords } from './collection/words.ts'
import { creditmemoWords } from './creditmemo/words.ts'
import { depositWords } from './deposit/words.ts'
import { invoiceWords } from './invoice/words.ts'
import { journalvoucherWords } from './journalvoucher/words.ts'
import { openingWords } from './opening/words.ts'
import { paymentWords } from './payment/words.ts'
import { pettycashWords } from './pettycash/words.ts'
import { pettycashfundWords } from './pettycashfund/words.ts'
import { stalechequeWords } from './stalecheque/words.ts'
import { transferWords } from './transfer/words.ts'
import { withdrawalWords } from './withdrawal/words.ts'
import { yearendWords } from './yearend/words.ts'
import type { KindName } from './names.ts'
import type { DocumentWords } from './type.ts'

export const documentWords: Readonly<Record<KindName, DocumentWords>> = {
  invoice: invoiceWords,
  creditmemo: creditmemoWords,
  collection: collectionWords,
  bill: billWords,
  pettycash: pettycashWords,
  pettycashfund: pettycashfundWords,
  payment: paymentWords,
  cheque: chequeWords,
  stalecheque: stalechequeWords,
  deposit: depositWords,
  withdrawal: withdrawalWords,
  transfer: transferWords,
  journalvoucher: journalvoucherWords,
  yearend: yearendWords,
  certificate: certificateWords,
  bankadjustment: bankadjustmentWords,
  opening: openingWords,
}
