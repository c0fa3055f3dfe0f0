// The texts for stale cheques in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const stalechequeWords = {
  kind: 'stalecheque',
  series: 'SQ',
  journal: 'GJ',
  words: {
    title: 'Stale Cheque',
    plural: 'Stale cheques',
    externalNo: 'Cheque no.',
    party: 'Payee',
    recorded: 'Stale cheque written back',
    printNote: '',
  },
} as const satisfies DocumentWords
