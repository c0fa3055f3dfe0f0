// Customer certificates of tax withheld: received for a period and claimed in a return, or written off.
import type { StatedInBooks } from './effect.ts'
import { oneRow } from './one-row.ts'

export const certificate: StatedInBooks<'certificate'> = oneRow<'certificate', 'tax_certificate'>({
  table: 'tax_certificate',
  row: ({ act, account, from, to }, documentId) => ({
    document_id: documentId,
    act,
    account,
    from_day: from,
    to_day: to,
  }),
  effect: ({ act, account, from_day: from, to_day: to }) => ({ effect: 'certificate', act, account, from, to }),
})
