// Bills payments from a spreadsheet.
import { creditTypes } from '../import/mapping.ts'
import { settlingImport } from '../settling/import.ts'
import { paymentTemplate } from './columns.ts'

export const paymentImport = settlingImport(
  {
    documentName: 'payment',
    document: 'bill',
    kinds: {
      document: ['bill', 'opening'],
      credit: creditTypes.supplierAdvances,
      refund: creditTypes.customerAdvances,
    },
    missingParty: 'Enter the TIN or the name of the supplier.',
    isReceiptNo: false,
    missingAccount: 'Enter the account the money was paid from.',
  },
  paymentTemplate,
)
