// Both ends of a fund transfer, including transfers in transit: bank rules learn from them.
import type { StatedInBooks } from './effect.ts'
import { oneRow } from './one-row.ts'

export const transfer: StatedInBooks<'transfer'> = oneRow<'transfer', 'fund_transfer'>({
  table: 'fund_transfer',
  row: ({ from, to }, documentId) => ({ document_id: documentId, from_account: from, to_account: to }),
  effect: ({ from_account: from, to_account: to }) => ({ effect: 'transfer', from, to }),
})
