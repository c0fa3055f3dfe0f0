// The texts for payroll registers in lists, the form and the print.
import type { DocumentWords } from '../document-words.ts'

export const payrollWords = {
  kind: 'payroll',
  series: 'PR',
  journal: 'GJ',
  words: {
    title: 'Payroll Register',
    plural: 'Payroll registers',
    externalNo: 'Pay period',
    party: '',
    recorded: 'Payroll recorded',
    printNote: '',
  },
} as const satisfies DocumentWords
