// The parameters of a report are in its address, so that every report can be saved as a link.
import type { TagFilters } from '@talaan/contract/tag-kinds.ts'
import { dayMistake } from '@talaan/ledger/core/date.ts'
import { useSearchParams } from 'react-router'

type Key = 'known' | 'compare' | 'method'

/** The parameters in the address; an invalid date is ignored. */
export function useReportQuery() {
  const [address, setAddress] = useSearchParams()
  const change = (changed: Record<string, string | undefined>) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [key, value] of Object.entries(changed)) {
          if (value === undefined || value === '') next.delete(key)
          else next.set(key, value)
        }
        return next
      },
      { replace: true },
    )
  return {
    param: (key: Key): string | undefined => {
      const text = address.get(key) ?? ''
      return text !== '' && (key === 'compare' || key === 'method' || dayMistake(text) === null) ? text : undefined
    },
    change: (key: Key, value: string) => change({ [key]: value }),
    changeTags: (changed: TagFilters) => change({ ...changed }),
  }
}

export const oneOf = <T extends string>(text: string | undefined, allowed: readonly T[]): T | undefined =>
  allowed.find((one) => one === text)
