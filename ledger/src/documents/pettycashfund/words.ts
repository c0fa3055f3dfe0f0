// The texts for petty cash counts and replenishments in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const pettycashfundWords = {
  kind: 'pettycashfund',
  series: 'PCF',
  journal: 'CDJ',
  words: {
    title: 'Petty Cash Fund',
    plural: 'Petty cash counts and replenishments',
    externalNo: 'Cheque no.',
    party: 'Custodian',
    recorded: 'Petty cash fund recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
