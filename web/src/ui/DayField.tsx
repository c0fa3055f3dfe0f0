// A date that is applied as soon as it is complete. It is typed or chosen; incomplete input is ignored.
import { type Day, formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { useEffect, useRef, useState } from 'react'
import { DayInput } from './DayInput.tsx'

type Props = {
  label: string
  /** '' while no date is chosen. */
  value: Day | ''
  today: Day
  hint?: string
  takesFocus?: boolean
  onDay: (day: Day) => void
  /** If missing, an empty field keeps the last date. */
  onClear?: () => void
}

export function DayField({ label, value, today, hint, takesFocus, onDay, onClear }: Props) {
  const [typed, setTyped] = useState(value === '' ? '' : formatDay(value))
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value === '' ? '' : formatDay(value))
  }
  const commit = (text: string) => {
    const read = parseTypedDay(text, today)
    if (read.ok && read.day !== value) onDay(read.day)
  }
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [takesFocus])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        commit(typed)
      }}
    >
      <DayInput
        size="sm"
        w={148}
        label={label}
        today={today}
        hint={hint}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          if (text.trim() === '' && value !== '') onClear?.()
          // Leaving the field, or choosing from the calendar, gives a full date; an incomplete one is ignored.
          const read = parseTypedDay(text, today)
          if (read.ok && formatDay(read.day) === text) commit(text)
        }}
      />
    </form>
  )
}
