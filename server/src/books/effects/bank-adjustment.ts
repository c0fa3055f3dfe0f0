// Bank adjustments by type, for bank rules to learn from.
import type { StatedInBooks } from './effect.ts'
import { oneRow } from './one-row.ts'

export const bankAdjustment: StatedInBooks<'bankAdjustment'> = oneRow<'bankAdjustment', 'bank_adjustment'>({
  table: 'bank_adjustment',
  row: ({ type, counter }, documentId) => ({ document_id: documentId, type, counter }),
  effect: ({ type, counter }) => ({ effect: 'bankAdjustment', type, counter }),
})
