// The texts for certificates of tax withheld in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const certificateWords = {
  kind: 'certificate',
  series: 'CWT',
  journal: 'GJ',
  words: {
    title: 'Certificate of Tax Withheld',
    plural: 'Withholding tax certificates',
    externalNo: 'Certificate no.',
    party: 'Customer',
    recorded: 'Certificate recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
