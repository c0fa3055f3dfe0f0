// The texts for petty cash vouchers in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const pettycashWords = {
  kind: 'pettycash',
  series: 'PCV',
  journal: 'CDJ',
  words: {
    title: 'Petty Cash Voucher',
    plural: 'Petty cash vouchers',
    externalNo: 'Receipt no.',
    party: 'Paid to',
    recorded: 'Petty cash voucher recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
