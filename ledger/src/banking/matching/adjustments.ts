// The types of a bank adjustment, with their names.
export const adjustmentTypes = [
  'charge',
  'interest',
  'returned',
  'direct',
  'debit',
  'correction',
  'identified',
] as const
export type AdjustmentType = (typeof adjustmentTypes)[number]
export const adjustmentWords = {
  charge: 'Bank charge',
  interest: 'Interest with final tax',
  returned: 'Returned cheque',
  direct: 'Unidentified direct deposit',
  debit: 'Automatic debit',
  correction: 'Correction of the books',
  identified: 'Identification of a deposit',
} satisfies Record<AdjustmentType, string>
