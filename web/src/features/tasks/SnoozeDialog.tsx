// Asks until when a task is snoozed.
import { taskProblems } from '@talaan/contract/tasks.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { LaterDialog } from '../../app/session/LaterDialog.tsx'

type Props = { title: string; today: Day; onSnooze: (until: Day) => void; onClose: () => void }

export const SnoozeDialog = ({ title, today, onSnooze, onClose }: Props) => (
  <LaterDialog
    title={`Snooze ${title}`}
    submit="Snooze"
    text="The task returns on this date, or as soon as it changes. Others still see it."
    passed={taskProblems.dayPassed.sentence}
    today={today}
    onChoose={onSnooze}
    onClose={onClose}
  />
)
