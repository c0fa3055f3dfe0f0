// A document recorded from a dialog. It is reviewed while the user types, and Yes records it as reviewed, or sends it if it needs an
// approval. If the user cancels, it is removed completely.
import { sendForApproval } from '@talaan/contract/approvals.ts'
import { discardDraft, listDocuments, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, sentenceOf } from '../../app/api.ts'
import { newId } from '../../ui/newId.ts'
import { useSettled } from './inputs.tsx'

export type Fields = Record<string, unknown>

type Recorded = { number: string; documentId: string }
type Outcome = {
  onRecorded: (recorded: Recorded) => void
  /** For types that can need an approval. */
  onSent?: (approvers: readonly string[]) => void
}

export function useReviewed(kind: DocumentTypeName, fields: Fields, { onRecorded, onSent }: Outcome) {
  const [draftId] = useState(newId)
  const queries = useQueryClient()
  const settled = useSettled(fields)
  const review = useQuery({
    queryKey: [reviewDraft.name, draftId, settled],
    retry: false,
    gcTime: 0,
    queryFn: () => call(reviewDraft, { params: { draftId }, body: { kind, fields: settled } }),
  })
  const act = useMutation({
    mutationFn: ({ digest, approval }: AnswerOf<typeof reviewDraft>) =>
      call(approval === null ? recordDocument : sendForApproval, { body: { draftId, digest } }),
    onSuccess: (answer) => {
      if ('approvers' in answer) return onSent?.(answer.approvers)
      void queries.invalidateQueries({ queryKey: [listDocuments.name] })
      onRecorded(answer)
    },
  })
  const ready = settled === fields && review.data !== undefined && !review.isFetching
  const error = act.error ?? review.error
  const mistakes: Record<string, string> = Object.fromEntries(
    (error instanceof CallFailure ? error.fields : []).map(({ path, message }) => [String(path[0] ?? ''), message]),
  )
  return {
    review: review.data,
    ready,
    busy: act.isPending,
    /** By field; mistakes without a field are shown for the whole dialog. */
    mistakes,
    problem: error !== null && Object.keys(mistakes).length === 0 ? sentenceOf(error) : mistakes[''],
    failed: error !== null,
    record: () => {
      if (ready && !act.isPending) act.mutate(review.data)
    },
    discard: () => {
      if (review.data) void call(discardDraft, { params: { draftId } }).catch(() => undefined)
    },
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
