// The texts for journal vouchers in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const journalvoucherWords = {
  kind: 'journalvoucher',
  series: 'JV',
  journal: 'GJ',
  words: {
    title: 'Journal Voucher',
    plural: 'Journal vouchers',
    externalNo: 'Reference',
    party: 'Party',
    recorded: 'Journal voucher recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
