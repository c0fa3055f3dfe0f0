// The texts for opening balances in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const openingWords = {
  kind: 'opening',
  series: 'OB',
  journal: 'GJ',
  words: {
    title: 'Opening Balance',
    plural: 'Opening balances',
    externalNo: 'Document no.',
    party: 'Party',
    recorded: 'Opening balances recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
