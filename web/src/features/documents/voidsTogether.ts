// Plans the void of several documents, and describes its result.
import type { DocumentRow } from '@talaan/contract/documents.ts'
import type { previewVoid } from '@talaan/contract/related.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'

type Row = Pick<DocumentRow, 'id' | 'kind' | 'number' | 'partyName' | 'total'>
/** The preview of a document: null if it is already void, or a sentence if the effects could not be loaded. */
type Looked = { row: Row; preview: AnswerOf<typeof previewVoid> | string | null }
export type Plan = { row: Row; refusal: string | null; consequences: string[] }
/** Null if the document was voided; `isUnknown` if the connection was lost and it may have been voided. */
export type Told = { sentence: string; isUnknown: boolean } | null
export type Outcome = { row: Row; state: keyof typeof outcomeWords; detail: string | null }

export const outcomeWords = {
  voided: 'Voided',
  refused: 'Not voided',
  failed: 'Not voided',
  unknown: 'Unknown',
  stopped: 'Not reached',
} as const

/**
 * The order of the voids: each document comes after the selected documents that depend on it. A document stays recorded
 * if a document depends on it that is not selected, or that stays recorded itself.
 */
export function plansOf(looked: readonly Looked[]): Plan[] {
  const selected = new Map(looked.map((one) => [one.row.id, one]))
  const ownRefusal = ({ preview }: Looked) =>
    preview === null ? 'This document is already void.' : typeof preview === 'string' ? preview : preview.refusal
  const stepsOf = ({ preview }: Looked) => (preview === null || typeof preview === 'string' ? [] : preview.steps)
  const refusalOf = (one: Looked): string | null => {
    const kept = stepsOf(one).filter(({ id }) => {
      const other = selected.get(id)
      return other === undefined || (ownRefusal(other) !== null && other.preview !== null)
    })
    if (kept.length === 0) return ownRefusal(one)
    const rest = kept.length > 5 ? ` and ${kept.length - 5} more` : ''
    const numbers = kept.slice(0, 5).map(({ number }) => number)
    return `First void the documents that depend on this one: ${numbers.join(', ')}${rest}.`
  }
  // The steps of a document include all direct and indirect dependants, so a document with fewer steps comes first.
  return looked
    .toSorted((a, b) => stepsOf(a).length - stepsOf(b).length)
    .map((one) => ({
      row: one.row,
      refusal: refusalOf(one),
      consequences:
        one.preview === null || typeof one.preview === 'string'
          ? []
          : one.preview.consequences.map(({ words, document }) =>
              document === null ? words : `${document.number} ${words}`,
            ),
    }))
}

/** `told` has the answers for the documents that were sent. */
export function outcomesOf(plans: readonly Plan[], told: ReadonlyMap<string, Told>): Outcome[] {
  return plans.map(({ row, refusal }) => {
    if (refusal !== null) return { row, state: 'refused', detail: refusal }
    const answer = told.get(row.id)
    if (answer === undefined) return { row, state: 'stopped', detail: null }
    if (answer === null) return { row, state: 'voided', detail: null }
    return { row, state: answer.isUnknown ? 'unknown' : 'failed', detail: answer.sentence }
  })
}

/** For example: '12 voided, 2 not voided, 1 not reached' */
export function sumOfOutcomes(outcomes: readonly Outcome[]): string {
  const words = outcomes.map(({ state }) => outcomeWords[state])
  return [...new Set(words)]
    .map((word) => `${words.filter((one) => one === word).length} ${word.toLowerCase()}`)
    .join(', ')
}
