// The texts for bills payments in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const paymentWords = {
  kind: 'payment',
  series: 'PV',
  journal: 'CDJ',
  words: {
    title: 'Bills Payment',
    plural: 'Bills payments',
    externalNo: 'Reference no.',
    party: 'Supplier',
    recorded: 'Payment recorded',
    printNote: '',
    yes: 'Confirm Payment',
    no: 'Cancel Payment',
  },
} as const satisfies DocumentWords
