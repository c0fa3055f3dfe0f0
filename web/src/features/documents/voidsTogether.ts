// The plan and the result of voiding several documents.
import type { DocumentRow } from '@talaan/contract/documents.ts'
import type { previewVoid } from '@talaan/contract/related.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { Day } from '@talaan/ledger/core/date.ts'

type Row = Pick<DocumentRow, 'id' | 'kind' | 'number' | 'partyName' | 'total'>
export type Plan = { row: Row; day: Day; refusal: string | null; consequences: string[] }
export type Outcome = { row: Row; state: 'voided' | 'refused' | 'failed' | 'stopped'; detail: string | null }

/** `preview` is null for a document that is void already, and a sentence if it could not be loaded. */
export function planOf(row: Row, day: Day, preview: AnswerOf<typeof previewVoid> | string | null): Plan {
  if (preview === null) return { row, day, refusal: 'It is void already.', consequences: [] }
  if (typeof preview === 'string') return { row, day, refusal: preview, consequences: [] }
  const { steps, refusal, consequences } = preview
  const before = steps.map(({ number }) => number).join(', ')
  return {
    row,
    day,
    refusal: steps.length > 0 ? `Void first what depends on it: ${before}.` : refusal,
    consequences: consequences.map(({ words, document }) =>
      document === null ? words : `${document.number} ${words}`,
    ),
  }
}

/** `told` has the documents that were sent: null if voided, otherwise why not. */
export function outcomesOf(plans: readonly Plan[], told: ReadonlyMap<string, string | null>): Outcome[] {
  return plans.map(({ row, refusal }) => {
    if (refusal !== null) return { row, state: 'refused', detail: refusal }
    const answer = told.get(row.id)
    if (answer === undefined) return { row, state: 'stopped', detail: null }
    return { row, state: answer === null ? 'voided' : 'failed', detail: answer }
  })
}
