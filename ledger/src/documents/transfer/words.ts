// What lists, the form and the printed document call fund transfers.
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
