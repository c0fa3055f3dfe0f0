// The state of a document: open, paid, credit available, in transit, or void.
import type { DocumentRow } from '@talaan/contract/documents.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

export function DocumentBadge({
  row: { kind, status, open, total },
}: {
  row: Pick<DocumentRow, 'kind' | 'status' | 'open' | 'total'>
}) {
  if (status === 'void') return <StatusBadge tone="bad">Void</StatusBadge>
  if (kind === 'transfer' && open > 0n) return <StatusBadge tone="look">In transit</StatusBadge>
  if (!isOwed(kind))
    return open > 0n ? <StatusBadge tone="look">Credit</StatusBadge> : <StatusBadge tone="plain">Recorded</StatusBadge>
  if (open === 0n) return <StatusBadge tone="good">Paid</StatusBadge>
  return open === total ? (
    <StatusBadge tone="plain">Recorded</StatusBadge>
  ) : (
    <StatusBadge tone="look">Partly paid</StatusBadge>
  )
}

/** Whether a document of this kind is paid by later ones. */
const isOwed = (kind: DocumentRow['kind']) => kind === 'invoice' || kind === 'bill'
