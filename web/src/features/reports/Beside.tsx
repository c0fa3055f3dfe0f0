// The choices above a report: what it is set beside, and the day as of which the books are shown.
import { Button, NativeSelect } from '@mantine/core'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Comparison } from './asked.ts'
import { DayField } from './DayField.tsx'

const comparisonWords = {
  '': 'Nothing',
  before: 'The period before',
  year: 'The year before',
  months: 'Its months',
  budget: 'Its budget',
} as const satisfies Record<Comparison | '', string>

type BesideProps = { value: Comparison | undefined; options: readonly Comparison[]; onChange: (value: string) => void }

export function Beside({ value, options, onChange }: BesideProps) {
  return (
    <NativeSelect
      size="sm"
      w={160}
      label="Beside it"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={(['', ...options] as const).map((one) => ({ value: one, label: comparisonWords[one] }))}
    />
  )
}

type KnownProps = { value: Day | undefined; today: Day; onChange: (value: string) => void }

/** Shows the books as an earlier day had them: what was recorded later is left out. */
export function KnownOn({ value, today, onChange }: KnownProps) {
  return (
    <>
      <DayField label="As known on" value={value ?? ''} today={today} hint="Now" onDay={onChange} />
      {value !== undefined && (
        <Button variant="default" size="sm" mt={22} onClick={() => onChange('')}>
          As known now
        </Button>
      )}
    </>
  )
}
