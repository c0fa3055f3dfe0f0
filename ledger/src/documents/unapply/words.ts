// The texts for removed allocations in lists, the dialog and the print.
import type { DocumentWords } from '../document-words.ts'

export const unapplyWords = {
  kind: 'unapply',
  series: 'RA',
  journal: 'GJ',
  words: {
    title: 'Removed Allocation',
    plural: 'Removed allocations',
    externalNo: 'Allocation of',
    party: 'Customer or supplier',
    recorded: 'Allocation removed',
    printNote: '',
  },
} as const satisfies DocumentWords
