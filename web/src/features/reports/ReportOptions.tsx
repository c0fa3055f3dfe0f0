// The options above a report: its comparison, and the date as of which the books are shown.
import { Button, NativeSelect } from '@mantine/core'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Comparison } from '@talaan/ledger/reports/statements.ts'
import { DayField } from '../../ui/DayField.tsx'

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

type RecordedUpToProps = { value: Day | undefined; today: Day; onChange: (value: string) => void }

/** Shows the books as of an earlier date, without later recordings. */
export function RecordedUpTo({ value, today, onChange }: RecordedUpToProps) {
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
