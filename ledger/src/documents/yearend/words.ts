// The texts for year-end entries in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const yearendWords = {
  kind: 'yearend',
  series: 'YE',
  journal: 'GJ',
  words: {
    title: 'Year-End Entry',
    plural: 'Year-end entries',
    externalNo: 'Year',
    party: '',
    recorded: 'Year closed to retained earnings',
    printNote: '',
  },
} as const satisfies DocumentWords
