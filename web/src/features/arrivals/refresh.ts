// Reloads everything that shows an arrival.
import { getArrival, getArrivalOfDraft, listArrivals, listMonthReceipts } from '@talaan/contract/arrivals.ts'
import { listTasks } from '@talaan/contract/tasks.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'

/** Called after a change of an arrival. */
export async function refreshArrivals(queries: QueryClient): Promise<void> {
  await Promise.all(
    [listArrivals, getArrival, getArrivalOfDraft, listMonthReceipts, listTasks].map(({ name }) =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  )
}

export function useRefresh() {
  const queries = useQueryClient()
  return () => refreshArrivals(queries)
}
