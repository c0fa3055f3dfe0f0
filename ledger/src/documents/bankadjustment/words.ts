// What lists, the form and the printed document call bank adjustments.
import type { DocumentWords } from '../document-words.ts'

export const bankadjustmentWords = {
  kind: 'bankadjustment',
  series: 'BA',
  journal: 'GJ',
  words: {
    title: 'Bank Adjustment',
    plural: 'Bank adjustments',
    externalNo: 'Reference',
    party: 'Party',
    recorded: 'Bank adjustment recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
