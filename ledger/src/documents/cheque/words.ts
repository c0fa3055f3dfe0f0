// The texts for cheques in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const chequeWords = {
  kind: 'cheque',
  series: 'CV',
  journal: 'CDJ',
  words: {
    title: 'Cheque Disbursement',
    plural: 'Cheques',
    externalNo: 'Cheque no.',
    party: 'Paid to',
    recorded: 'Cheque recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
