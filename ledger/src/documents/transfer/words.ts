// The texts for fund transfers in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const transferWords = {
  kind: 'transfer',
  series: 'FT',
  journal: 'GJ',
  words: {
    title: 'Fund Transfer',
    plural: 'Fund transfers',
    externalNo: 'Reference',
    party: '',
    recorded: 'Fund transfer recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
