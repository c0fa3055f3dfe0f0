// The texts for bills in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const billWords = {
  kind: 'bill',
  series: 'BL',
  journal: 'PJ',
  words: {
    title: 'Bill',
    plural: 'Bills',
    externalNo: "Supplier's invoice no.",
    party: 'Supplier',
    recorded: 'Bill recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
