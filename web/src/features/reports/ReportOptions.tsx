// The options above a report: a comparison, and the date up to which recordings are included.
import { Button, NativeSelect } from '@mantine/core'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Comparison } from '@talaan/ledger/reports/statements.ts'
import { useToday } from '../../app/today.ts'
import { DayField } from '../../ui/DayField.tsx'
import { useReportQuery } from './reportQuery.ts'

const comparisonWords = {
  '': 'Nothing',
  before: 'Previous period',
  year: 'Previous year',
  months: 'Each month',
} as const satisfies Record<Comparison | '', string>

type CompareWithProps = {
  value: Comparison | undefined
  options: readonly Comparison[]
  onChange: (value: string) => void
}

export function CompareWith({ value, options, onChange }: CompareWithProps) {
  return (
    <NativeSelect
      size="sm"
      w={160}
      label="Compare with"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={(['', ...options] as const).map((one) => ({ value: one, label: comparisonWords[one] }))}
    />
  )
}

/** The field for the date up to which recordings are included, and that date for the query of the report. */
export function useKnown() {
  const { param, change } = useReportQuery()
  const today = useToday()
  const known = param('known')
  return {
    known: known === undefined ? {} : { known },
    field: <RecordedUpTo value={known} today={today} onChange={(day) => change('known', day)} />,
  }
}

type RecordedUpToProps = { value: Day | undefined; today: Day; onChange: (value: string) => void }

/** Shows the books as they were recorded up to a date. */
function RecordedUpTo({ value, today, onChange }: RecordedUpToProps) {
  return (
    <>
      <DayField label="Recorded up to" value={value ?? ''} today={today} hint="Today" onDay={onChange} />
      {value !== undefined && (
        <Button variant="default" size="sm" mt={22} onClick={() => onChange('')}>
          Show latest
        </Button>
      )}
    </>
  )
}
