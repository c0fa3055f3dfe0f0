// The status of a deadline as text, mark and color.
import { filingStateWords, type FilingState } from '@talaan/contract/filings.ts'
import { type Day, daysBetween } from '@talaan/ledger/core/date.ts'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'

type Shown = { state: FilingState; due: Day | null; today: Day; moved?: boolean }

export function StateBadge({ state, due, today, moved = false }: Shown) {
  if (moved) return <StatusBadge tone="look">Changed since filing</StatusBadge>
  if (state === 'filed' || state === 'amended') return <StatusBadge tone="good">{filingStateWords[state]}</StatusBadge>
  if (due !== null && due < today) return <StatusBadge tone="bad">Late</StatusBadge>
  const tone: Tone = due !== null && daysBetween(today, due) <= 7 ? 'look' : 'plain'
  return <StatusBadge tone={tone}>{filingStateWords[state]}</StatusBadge>
}

/** The number of days until a deadline, as text. */
export function dueWords(due: Day, today: Day): string {
  const days = daysBetween(today, due)
  if (days === 0) return 'today'
  if (days < 0) return days === -1 ? 'yesterday' : `${-days} days ago`
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
