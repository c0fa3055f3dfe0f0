// A date that is typed, or chosen from a calendar. The date that was understood is shown next to the input.
import { TextInput } from '@mantine/core'
import {
  addDays,
  daysBetween,
  formatDay,
  formatMonth,
  monthOf,
  parseTypedDay,
  type Day,
} from '@talaan/ledger/core/date.ts'
import css from './DayInput.module.css'
import { selectAll, type TypedInputProps } from './MoneyInput.tsx'
import { steady } from './steady.tsx'

type Props = Omit<TypedInputProps, 'label' | 'description'> & {
  label: string
  today: Day
  /** The date to which +30 adds thirty days; today by default. */
  base?: Day
  /** The hint while nothing is typed. */
  hint?: string
  /** The first date after the closed months. Earlier dates are gray in the calendar and refused when typed. */
  openFrom?: Day | null | undefined
}

export const DayInput = steady(function DayInput({
  value,
  onChange,
  label,
  today,
  base = today,
  hint,
  openFrom = null,
  error: mistake,
  onBlur,
  onFocus,
  ...rest
}: Props) {
  const read = parseTypedDay(value, base)
  // While the year is being typed, the date may briefly be in a closed month; the next key removes the message.
  const error = mistake ?? (read.ok && openFrom !== null && read.day < openFrom ? closedMonth(read.day) : undefined)
  const understood = read.ok ? sayDay(read.day, today) : value.trim() === '' ? (hint ?? ' ') : read.message
  return (
    <TextInput
      {...rest}
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={selectAll(onFocus)}
      onBlur={(event) => {
        if (read.ok) onChange(formatDay(read.day))
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        const step = event.altKey && read.ok ? (event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0) : 0
        if (step === 0 || !read.ok) return
        event.preventDefault()
        onChange(formatDay(addDays(read.day, step)))
      }}
      description={error ? undefined : understood}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      rightSectionWidth={34}
      rightSection={
        <input
          type="date"
          className={css.calendar}
          tabIndex={-1}
          aria-label="Pick from a calendar"
          value={read.ok ? read.day : ''}
          min={openFrom ?? undefined}
          onChange={(event) => {
            if (event.currentTarget.value !== '') onChange(formatDay(event.currentTarget.value))
          }}
        />
      }
    />
  )
})

/** The same text as in the review. */
const closedMonth = (day: Day) =>
  `${formatMonth(monthOf(day))} is closed. Choose a date in an open month, or ask an accountant to reopen it.`

/** For example 'Saturday, 21 Nov 2026, today': the weekday reveals mistakes in the date. */
function sayDay(day: Day, today: Day): string {
  const away = daysBetween(today, day)
  const near = away === 0 ? ', today' : away === -1 ? ', yesterday' : away === 1 ? ', tomorrow' : ''
  // 1 January 1970 was a Thursday.
  const weekday = weekdays[(((daysBetween('1970-01-01', day) + 4) % 7) + 7) % 7]
  return `${weekday}, ${formatDay(day)}${near}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
