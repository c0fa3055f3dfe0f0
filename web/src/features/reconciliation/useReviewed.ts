// A document recorded from a dialog. It is reviewed while the user types, and Yes records it as reviewed. If the user
// cancels, it is removed completely.
import { discardDraft, listDocuments, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, sentenceOf } from '../../app/api.ts'
import { newId } from '../../ui/newId.ts'
import { useSettled } from './inputs.tsx'

export type Fields = Record<string, unknown>

type Recorded = { number: string; documentId: string }

export function useReviewed(kind: DocumentTypeName, fields: Fields, onRecorded: (recorded: Recorded) => void) {
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
    mutationFn: (digest: string) => call(recordDocument, { body: { draftId, digest } }),
    onSuccess: (recorded) => {
      void queries.invalidateQueries({ queryKey: [listDocuments.name] })
      onRecorded(recorded)
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
      if (ready && !act.isPending) act.mutate(review.data.digest)
    },
    discard: () => {
      if (review.data) void call(discardDraft, { params: { draftId } }).catch(() => undefined)
    },
  }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
