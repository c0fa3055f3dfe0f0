// What lists, the form and the printed document call petty cash vouchers.
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
