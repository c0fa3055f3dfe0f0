// Starts recording a file: creates its draft and opens the form.
import { draftArrival, type ArrivalDraftKind } from '@talaan/contract/arrivals.ts'
import { documentPlaces } from '@talaan/contract/cards.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { toast } from '../../ui/toast.ts'
import { useRefresh } from './refresh.ts'

export function useRecording(arrivalId: string) {
  const refresh = useRefresh()
  const go = useNavigate()
  return useMutation({
    mutationFn: (kind: ArrivalDraftKind) => call(draftArrival, { params: { arrivalId }, body: { kind } }),
    onSuccess: async ({ draftId, kind }) => {
      void refresh()
      await go(paths.form(documentPlaces[kind].frame, { draft: draftId }))
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
}
