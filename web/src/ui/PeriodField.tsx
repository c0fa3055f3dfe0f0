// The period of a report, list or tax page: a usual period, chosen dates, or a month, quarter or year.
import { ActionIcon, NativeSelect } from '@mantine/core'
import { type Day, formatDay } from '@talaan/ledger/core/date.ts'
import { useState } from 'react'
import { DayField } from './DayField.tsx'
import { Icon } from './Icon.tsx'
import classes from './PeriodField.module.css'

type Choice = { value: string; label: string }
type ChoiceGroup = { group: string; items: readonly Choice[] }

type Props = {
  label?: string
  /** The name of the period, or 'custom'. */
  value: string
  /** Months, quarters and years are listed newest first. */
  choices: readonly (Choice | ChoiceGroup)[]
  onChange: (value: string) => void
  /** Adds buttons for the previous and the next period. */
  unit?: 'month' | 'quarter' | 'year'
  /** Lets users choose dates: two for a period, or only `to` for a report as of a date. */
  dates?: {
    from?: Day | undefined
    to?: Day | undefined
    today: Day
    single?: boolean
    mayBeOpen?: boolean
    onDates: (dates: { from: Day | undefined; to: Day | undefined }) => void
  }
  /** Without a visible label, for the toolbar of a list. */
  inLine?: boolean
}

const custom = 'custom'

export function PeriodField({ label = 'Period', value, choices, onChange, unit, dates, inLine = false }: Props) {
  const [customising, setCustomising] = useState(false)
  const all = choices.flatMap((one) => ('items' in one ? one.items : [one]))
  const isCustom = dates !== undefined && (customising || value === custom)
  const at = all.findIndex((one) => one.value === value)
  const step = (by: number, word: string) => {
    const next = at < 0 ? undefined : all[at + by]
    return (
      <ActionIcon
        variant="default"
        size={inLine ? 30 : 36}
        aria-label={`${word} ${unit}`}
        title={next?.label}
        disabled={next === undefined}
        onClick={() => next && onChange(next.value)}
      >
        <span className={by > 0 ? classes.before : classes.after}>
          <Icon name="chevron" size={14} />
        </span>
      </ActionIcon>
    )
  }
  return (
    <>
      <div className={classes.field}>
        <NativeSelect
          size="sm"
          className={classes.select}
          {...(inLine ? { 'aria-label': label } : { label })}
          value={isCustom ? custom : value}
          onChange={(event) => {
            const chosen = event.currentTarget.value
            setCustomising(chosen === custom)
            if (chosen !== custom) onChange(chosen)
          }}
          description={dates === undefined || isCustom || inLine ? undefined : datesText(dates)}
          inputWrapperOrder={['label', 'input', 'description']}
          data={[
            ...choices.map((one) => ('items' in one ? { group: one.group, items: [...one.items] } : one)),
            ...(dates === undefined ? [] : [{ value: custom, label: dates.single ? 'Custom date' : 'Custom dates' }]),
          ]}
        />
        {unit !== undefined && step(1, 'Previous')}
        {unit !== undefined && step(-1, 'Next')}
      </div>
      {isCustom && <CustomDates {...dates} takesFocus={customising} />}
    </>
  )
}

function CustomDates({ from, to, today, single = false, mayBeOpen = false, onDates, takesFocus }: Dates) {
  const clear = (key: 'from' | 'to') => (mayBeOpen ? { onClear: () => onDates({ from, to, [key]: undefined }) } : {})
  return (
    <>
      {!single && (
        <DayField
          label="From"
          value={from ?? ''}
          today={today}
          takesFocus={takesFocus}
          onDay={(day) => onDates({ from: day, to })}
          {...clear('from')}
        />
      )}
      <DayField
        label={single ? 'Date' : 'To'}
        value={to ?? ''}
        today={today}
        takesFocus={takesFocus && single}
        onDay={(day) => onDates({ from, to: day })}
        {...clear('to')}
      />
    </>
  )
}

type Dates = NonNullable<Props['dates']> & { takesFocus: boolean }

/** Before the dates are known, a space that holds the line, so that nothing below moves. */
const datesText = ({ from, to, single }: NonNullable<Props['dates']>): string =>
  to === undefined ? '\u00a0' : single || from === undefined ? formatDay(to) : `${formatDay(from)} to ${formatDay(to)}`
