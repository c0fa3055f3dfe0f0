// The texts for debit memos in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const debitmemoWords = {
  kind: 'debitmemo',
  series: 'DM',
  journal: 'SJ',
  isOwnBooklet: true,
  words: {
    title: 'Debit Memo',
    plural: 'Debit memos',
    externalNo: 'Debit memo no.',
    party: 'Customer',
    recorded: 'Debit memo recorded',
    printNote: 'Not valid for claim of input tax',
  },
} as const satisfies DocumentWords
