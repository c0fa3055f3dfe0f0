// What a bank does by itself, and what it is called: the types of a bank adjustment.
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
