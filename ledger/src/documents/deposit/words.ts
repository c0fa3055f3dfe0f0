// The texts for deposits in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const depositWords = {
  kind: 'deposit',
  series: 'DS',
  journal: 'GJ',
  words: {
    title: 'Deposit',
    plural: 'Deposits',
    externalNo: 'Deposit slip no.',
    party: '',
    recorded: 'Deposit recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
