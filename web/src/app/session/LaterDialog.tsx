// Asks for a date after today; tomorrow is suggested.
import { Text } from '@mantine/core'
import { addDays, type Day, formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { useState } from 'react'
import { DayInput } from '../../ui/DayInput.tsx'
import { TypingDialog } from './TypingDialog.tsx'

type Props = {
  title: string
  submit: string
  /** What happens until that date. */
  text: string
  /** The message for today and earlier dates. */
  passed: string
  today: Day
  busy?: boolean
  onChoose: (until: Day) => void
  onClose: () => void
}

export function LaterDialog({ title, submit, text, passed, today, busy = false, onChoose, onClose }: Props) {
  const [typed, setTyped] = useState(formatDay(addDays(today, 1)))
  const [problem, setProblem] = useState<string>()
  const choose = () => {
    const read = parseTypedDay(typed, today)
    if (!read.ok) setProblem(read.message)
    else if (read.day <= today) setProblem(passed)
    else onChoose(read.day)
  }
  return (
    <TypingDialog
      title={title}
      submit={submit}
      unsaved={false}
      busy={busy}
      alert={undefined}
      onSubmit={choose}
      onClose={onClose}
    >
      <Text size="sm">{text}</Text>
      <DayInput
        label="Until"
        today={today}
        value={typed}
        error={problem}
        data-autofocus
        onChange={(day) => {
          setProblem(undefined)
          setTyped(day)
        }}
      />
    </TypingDialog>
  )
}
