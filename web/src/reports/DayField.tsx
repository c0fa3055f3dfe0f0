// A day in the address of a report: picked or typed, and only real days go on.
import { TextInput } from '@mantine/core'
import { dayMistake } from '@talaan/ledger/day.ts'
import { useState } from 'react'

type DayFieldProps = { label: string; value: string; onDay: (day: string) => void }

export function DayField({ label, value, onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const mistake = typed === '' ? null : dayMistake(typed)
  return (
    <TextInput
      type="date"
      size="sm"
      w={180}
      label={label}
      value={typed}
      error={mistake}
      onChange={(event) => {
        const day = event.currentTarget.value
        setTyped(day)
        if (day !== '' && dayMistake(day) === null) onDay(day)
      }}
    />
  )
}
