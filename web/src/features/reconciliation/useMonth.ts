// A month with the first of its open lines. More lines load while the user scrolls; a reload fetches as many as are
// shown.
import { getReconciliation, listMatches, listOutstanding } from '@talaan/contract/reconciliation.ts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf } from '../../app/api.ts'
import type { Dated, MonthAnswer } from './monthState.ts'
import { allSent } from './sending.ts'
import type { OfMonth } from './useChanges.ts'

/** Waits until the server has all changes, then requests the month and notes the time of the request. */
async function dated<Answer>(ask: () => Promise<Answer>): Promise<Dated<Answer>> {
  await allSent()
  const askedAt = performance.now()
  return { ...(await ask()), askedAt }
}

export function useMonth(params: OfMonth) {
  const queries = useQueryClient()
  const queryKey = keyOf(getReconciliation, { params })
  const month = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      const last = queries.getQueryData<MonthAnswer>(queryKey)?.lines.at(-1)
      const until = last && `${last.day}/${last.seq}`
      return dated(() => call(getReconciliation, { params, query: { until }, signal }))
    },
    // Not cached: changes made since the request exist only on the page, and are dropped when the user leaves it.
    gcTime: 0,
  })
  const more = useMutation({
    mutationFn: (after: string) => call(getReconciliation, { params, query: { after } }),
    onSuccess: ({ lines, next, books, others }, after) =>
      queries.setQueryData<Dated<MonthAnswer>>(queryKey, (old) =>
        old?.next !== after
          ? old
          : {
              ...old,
              lines: [...old.lines, ...lines],
              next,
              books: [...old.books, ...books],
              others: [...old.others, ...others],
            },
      ),
  })
  return { month, more: more.mutate, loadingMore: more.isPending, failedMore: more.isError }
}

export const useMatches = (params: OfMonth) =>
  useInfiniteQuery({
    queryKey: keyOf(listMatches, { params }),
    queryFn: ({ pageParam, signal }) => dated(() => call(listMatches, { params, query: { after: pageParam }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    gcTime: 0,
  })

export const useOutstanding = (params: OfMonth) =>
  useInfiniteQuery({
    queryKey: keyOf(listOutstanding, { params }),
    queryFn: ({ pageParam, signal }) =>
      dated(() => call(listOutstanding, { params, query: { after: pageParam }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    gcTime: 0,
  })
