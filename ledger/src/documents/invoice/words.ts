// The texts for invoices in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const invoiceWords = {
  kind: 'invoice',
  series: 'SI',
  journal: 'SJ',
  isOwnBooklet: true,
  words: {
    title: 'Sales Invoice',
    plural: 'Invoices',
    externalNo: 'Invoice no.',
    party: 'Customer',
    recorded: 'Invoice recorded',
    printNote: 'Internal copy - not an invoice',
  },
} as const satisfies DocumentWords
