// Collection receipts from a spreadsheet.
import { creditTypes } from '../import/mapping.ts'
import { settlingImport } from '../settling/import.ts'
import { collectionTemplate } from './columns.ts'

export const collectionImport = settlingImport(
  {
    documentName: 'receipt',
    document: 'invoice',
    kinds: {
      document: ['invoice', 'opening'],
      credit: creditTypes.customerAdvances,
      refund: creditTypes.supplierAdvances,
    },
    missingParty: 'Enter the TIN or the name of the customer.',
    isReceiptNo: true,
    missingAccount: 'Enter the account the money was received into.',
  },
  collectionTemplate,
)
