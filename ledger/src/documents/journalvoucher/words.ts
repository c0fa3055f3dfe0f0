// What lists, the form and the printed document call journal vouchers.
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
