// The period of a list: all dates, a usual period, or chosen dates.
import { periodNamed, periodNames, periodWords } from '@talaan/ledger/core/periods.ts'
import { useFiscalToday } from '../../app/today.ts'
import { PeriodField } from '../../ui/PeriodField.tsx'
import { type ListFilters, periodOf } from './listFilters.ts'

type Dates = Pick<ListFilters, 'from' | 'to'>
type Props = { dates: Dates; inLine?: boolean; onChange: (dates: Dates) => void }

export function ListPeriod({ dates: { from, to }, inLine = false, onChange }: Props) {
  const calendar = useFiscalToday()
  return (
    <PeriodField
      inLine={inLine}
      value={periodOf({ from, to }, calendar)}
      choices={[
        { value: '', label: 'Any date' },
        ...periodNames.map((value) => ({ value, label: periodWords[value] })),
      ]}
      onChange={(value) => {
        const name = periodNames.find((one) => one === value)
        onChange(name === undefined ? { from: undefined, to: undefined } : periodNamed(name, calendar))
      }}
      dates={{ from, to, today: calendar.today, mayBeOpen: true, onDates: onChange }}
    />
  )
}
