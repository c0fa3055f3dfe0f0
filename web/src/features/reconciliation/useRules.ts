// Runs automatic rules when a month is opened.
import { applyRules } from '@talaan/contract/reconciliation.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../app/api.ts'
import { toast } from '../../ui/toast.ts'

/** Runs the automatic rules on the open lines when a month is opened. */
export function useRules(account: string, due: boolean, refresh: () => Promise<unknown>) {
  const apply = useMutation({
    mutationFn: () => call(applyRules, { params: { account } }),
    onSuccess: async ({ matched }) => {
      if (matched === 0) return
      await refresh()
      toast({ title: `Rules matched ${matched} ${matched === 1 ? 'line' : 'lines'}`, tone: 'good' })
    },
  })
  const start = useEffectEvent(() => {
    if (due && apply.isIdle) apply.mutate()
  })
  useEffect(() => start(), [account])
}
