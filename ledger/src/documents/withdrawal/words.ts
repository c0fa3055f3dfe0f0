// The texts for withdrawals in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const withdrawalWords = {
  kind: 'withdrawal',
  series: 'WD',
  journal: 'CDJ',
  words: {
    title: 'Withdrawal',
    plural: 'Withdrawals',
    externalNo: 'Reference',
    party: 'Paid to',
    recorded: 'Withdrawal recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
