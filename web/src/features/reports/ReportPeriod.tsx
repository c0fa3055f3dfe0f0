// The period of a report: the one in the address, or the report's usual period.
import type { ReportPeriod as Shown, ReportQuery } from '@talaan/contract/reports.ts'
import { dayMistake } from '@talaan/ledger/core/date.ts'
import {
  allPeriodNames,
  dateNames,
  dateWords,
  type PeriodName,
  periodNames,
  periodWords,
} from '@talaan/ledger/core/periods.ts'
import { useSearchParams } from 'react-router'
import { useToday } from '../../app/today.ts'
import { PeriodField } from '../../ui/PeriodField.tsx'

type Chosen = Pick<ReportQuery, 'period' | 'from' | 'to' | 'asOf'>

/** The dates in an address; invalid dates are ignored. */
export function datesIn(address: URLSearchParams, kind: 'period' | 'asOf'): Chosen {
  const names = kind === 'period' ? allPeriodNames : dateNames
  const period = names.find((name) => name === address.get('period'))
  if (period !== undefined) return { period }
  const day = (key: string) => {
    const text = address.get(key) ?? ''
    return text !== '' && dayMistake(text) === null ? text : undefined
  }
  const [from, to, asOf] = [day('from'), day('to'), day('asOf')]
  return kind === 'asOf' ? { ...(asOf && { asOf }) } : { ...(from && { from }), ...(to && { to }) }
}

type Props = {
  shown: Shown | undefined
  /** For a report as of a date. */
  single?: boolean
  /** Offered in addition to the usual periods. */
  also?: readonly PeriodName[]
}

export function ReportPeriod({ shown, single = false, also = [] }: Props) {
  const [address, setAddress] = useSearchParams()
  const today = useToday()
  const change = (changed: Record<string, string | undefined>) =>
    setAddress(
      (old) => {
        const next = new URLSearchParams(old)
        for (const key of ['period', 'from', 'to', 'asOf']) next.delete(key)
        for (const [key, value] of Object.entries(changed)) if (value !== undefined) next.set(key, value)
        return next
      },
      { replace: true },
    )
  const chosen = datesIn(address, single ? 'asOf' : 'period').period
  return (
    <PeriodField
      label={single ? 'As of' : 'Period'}
      value={chosen ?? shown?.name ?? ''}
      choices={
        single
          ? dateNames.map((value) => ({ value, label: dateWords[value] }))
          : [...also, ...periodNames].map((value) => ({ value, label: periodWords[value] }))
      }
      onChange={(period) => change({ period })}
      dates={{
        from: shown?.from,
        to: shown?.to,
        today,
        single,
        onDates: ({ from, to }) => change(single ? { asOf: to } : { from, to }),
      }}
    />
  )
}
