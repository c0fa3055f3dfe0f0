// What lists, the form and the printed document call stale cheques.
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
