// The status of a document today: unpaid, overdue, partly paid, paid, credit available, in transit, cleared, or void.
import { type DocumentRow, stateOf } from '@talaan/contract/documents.ts'
import { useToday } from '../../app/today.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

type Row = Pick<DocumentRow, 'kind' | 'status' | 'open' | 'opened' | 'day' | 'dueDay' | 'clearing'>

export function DocumentBadge({ row }: { row: Row }) {
  const { tone, words } = stateOf(row, useToday())
  return <StatusBadge tone={tone}>{words}</StatusBadge>
}
