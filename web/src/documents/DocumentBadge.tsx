// The state of a document in one word: recorded and open, paid, or void.
import type { DocumentRow } from '@talaan/contract/documents.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'

export function DocumentBadge({
  row: { status, open, total },
}: {
  row: Pick<DocumentRow, 'status' | 'open' | 'total'>
}) {
  if (status === 'void') return <StatusBadge tone="bad">Void</StatusBadge>
  if (open === 0n) return <StatusBadge tone="good">Paid</StatusBadge>
  return open === total ? (
    <StatusBadge tone="plain">Recorded</StatusBadge>
  ) : (
    <StatusBadge tone="look">Partly paid</StatusBadge>
  )
}
