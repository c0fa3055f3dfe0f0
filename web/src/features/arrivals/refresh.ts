// Refreshes what an arrival is shown by.
import { getArrival, listArrivals } from '@talaan/contract/arrivals.ts'
import { listTasks } from '@talaan/contract/tasks.ts'
import { useQueryClient } from '@tanstack/react-query'

/** After a change of an arrival. */
export function useRefresh() {
  const queries = useQueryClient()
  return async () => {
    await Promise.all(
      [listArrivals, getArrival, listTasks].map(({ name }) => queries.invalidateQueries({ queryKey: [name] })),
    )
  }
}
