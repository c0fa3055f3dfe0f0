// Asks until when a task is snoozed.
import { Text } from '@mantine/core'
import { taskProblems } from '@talaan/contract/tasks.ts'
import { addDays, type Day, formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { useState } from 'react'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { DayInput } from '../../ui/DayInput.tsx'

type Props = { title: string; today: Day; onSnooze: (until: Day) => void; onClose: () => void }

export function SnoozeDialog({ title, today, onSnooze, onClose }: Props) {
  const [typed, setTyped] = useState(formatDay(addDays(today, 1)))
  const [problem, setProblem] = useState<string | undefined>()
  const submit = () => {
    const read = parseTypedDay(typed, today)
    if (!read.ok) setProblem(read.message)
    else if (read.day <= today) setProblem(taskProblems.dayPassed.sentence)
    else onSnooze(read.day)
  }
  return (
    <TypingDialog
      title={`Snooze ${title}`}
      submit="Snooze"
      unsaved={false}
      busy={false}
      alert={undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">The task returns on this date, or as soon as it changes. Others still see it.</Text>
      <DayInput
        label="Until"
        today={today}
        value={typed}
        error={problem}
        data-autofocus
        onChange={(text) => {
          setProblem(undefined)
          setTyped(text)
        }}
      />
    </TypingDialog>
  )
}
