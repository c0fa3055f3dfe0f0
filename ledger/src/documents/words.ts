// All document types with their names and texts, without rules, so that browser lists can load them all.
import { bankadjustmentWords } from './bankadjustment/words.ts'
import { billWords } from './bill/words.ts'
import { certificateWords } from './certificate/words.ts'
import { chequeWords } from './cheque/words.ts'
import { collectionWords } from './collection/words.ts'
import { creditmemoWords } from './creditmemo/words.ts'
import { debitmemoWords } from './debitmemo/words.ts'
import { depositWords } from './deposit/words.ts'
import type { DocumentWords } from './document-words.ts'
import { invoiceWords } from './invoice/words.ts'
import { journalvoucherWords } from './journalvoucher/words.ts'
import { openingWords } from './opening/words.ts'
import { paymentWords } from './payment/words.ts'
import { payrollWords } from './payroll/words.ts'
import { pettycashWords } from './pettycash/words.ts'
import { pettycashfundWords } from './pettycashfund/words.ts'
import { stalechequeWords } from './stalecheque/words.ts'
import { transferWords } from './transfer/words.ts'
import { unapplyWords } from './unapply/words.ts'
import { withdrawalWords } from './withdrawal/words.ts'
import { yearendWords } from './yearend/words.ts'

/** A new type adds a line here, and its rule to types.ts. */
const types = {
  invoice: invoiceWords,
  creditmemo: creditmemoWords,
  debitmemo: debitmemoWords,
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
  unapply: unapplyWords,
  yearend: yearendWords,
  payroll: payrollWords,
  certificate: certificateWords,
  bankadjustment: bankadjustmentWords,
  opening: openingWords,
} as const satisfies { [Name in string]: DocumentWords<Name> }

export type DocumentTypeName = keyof typeof types

export const documentWords: { readonly [Name in DocumentTypeName]: DocumentWords<Name> } = types

export const documentTypeNames = Object.keys(types) as [DocumentTypeName, ...DocumentTypeName[]]

/** Whether a text is the name of a document type. */
export const isDocumentTypeName = (name: string): name is DocumentTypeName => Object.hasOwn(types, name)
