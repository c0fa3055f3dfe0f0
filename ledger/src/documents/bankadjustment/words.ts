// The texts for bank adjustments in lists, the form and the print.
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
