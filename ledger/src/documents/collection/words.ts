// The texts for collection receipts in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const receiptNoLabel = 'Official/collection receipt no.'

export const collectionWords = {
  kind: 'collection',
  series: 'CR',
  journal: 'CRJ',
  isOwnBooklet: true,
  words: {
    title: 'Collection Receipt',
    plural: 'Collection receipts',
    externalNo: 'Reference no.',
    serialNo: receiptNoLabel,
    party: 'Customer',
    recorded: 'Collection recorded',
    printNote: '',
    yes: 'Confirm Payment',
    no: 'Cancel Payment',
  },
} as const satisfies DocumentWords
