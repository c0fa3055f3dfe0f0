// The texts for credit memos in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const creditmemoWords = {
  kind: 'creditmemo',
  series: 'CM',
  journal: 'SJ',
  isOwnBooklet: true,
  words: {
    title: 'Credit Memo',
    plural: 'Credit memos',
    externalNo: 'Credit memo no.',
    party: 'Customer',
    recorded: 'Credit memo recorded',
    printNote: 'Not valid for claim of input tax',
  },
} as const satisfies DocumentWords
