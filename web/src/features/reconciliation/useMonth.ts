// A month is asked for whole once. After that only what changed is asked for: of ten thousand lines the answer to one that
// was confirmed holds a handful, and nobody who types meanwhile waits until the rest is read again.
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { doubting } from '@talaan/contract/portions.ts'
import { getReconciliation, listChanges, monthWith } from '@talaan/contract/reconciliation.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, keyOf } from '../../app/api.ts'

export type Asked = { account: string; month: string }

export type MonthAnswer = AnswerOf<typeof getReconciliation> & {
  /** Lines of either side and matches that were changed here since: they are asked for again, whatever they are by now. */
  touched?: readonly string[]
}

export function useMonth(params: Asked) {
  const queries = useQueryClient()
  const queryKey = keyOf(getReconciliation, { params })
  const had = () => queries.getQueryData<MonthAnswer>(queryKey)
  return useQuery<MonthAnswer>({
    queryKey,
    queryFn: async ({ signal }) => {
      const before = had()
      if (before === undefined) return call(getReconciliation, { params, signal })
      const { touched = [] } = before
      const known = {
        lines: doubting(before.known.lines, touched),
        books: doubting(before.known.books, touched),
        matches: doubting(before.known.matches, touched),
      }
      const changes = await call(listChanges, { params, body: { known }, signal })
      // What was done on the screen meanwhile stays as it is shown, and is asked for the next time.
      const now = had() ?? before
      return { ...monthWith(now, changes), touched: now.touched?.slice(touched.length) ?? [] }
    },
    // What is equal is the same object already. Comparing ten thousand rows part by part takes a second, and one row less
    // makes every row behind it a new object all the same.
    structuralSharing: false,
  })
}
