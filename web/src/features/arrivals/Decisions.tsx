// Decisions about a file: later, or not a document, with the reason.
import { NativeSelect, Text, TextInput } from '@mantine/core'
import { arrivalProblems, dismissalReasonLength } from '@talaan/contract/arrivals.ts'
import { addDays, type Day, formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import { useState } from 'react'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { DayInput } from '../../ui/DayInput.tsx'

type PostponeProps = { name: string; today: Day; busy: boolean; onPostpone: (until: Day) => void; onClose: () => void }

export function PostponeDialog({ name, today, busy, onPostpone, onClose }: PostponeProps) {
  const [typed, setTyped] = useState(formatDay(addDays(today, 1)))
  const [problem, setProblem] = useState<string>()
  const submit = () => {
    const read = parseTypedDay(typed, today)
    if (!read.ok) setProblem(read.message)
    else if (read.day <= today) setProblem(arrivalProblems.dayPassed.sentence)
    else onPostpone(read.day)
  }
  return (
    <TypingDialog
      title={`Record ${name} later`}
      submit="Postpone"
      unsaved={false}
      busy={busy}
      alert={undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">On this date, the file is in the list To record again. Until then, it is in the list Later.</Text>
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

const reasons = ['Advertising', 'Private', 'Quotation or order', 'Delivery receipt', 'Copy of another file', 'Other']
const other = 'Other'

type DismissProps = { name: string; busy: boolean; onDismiss: (reason: string) => void; onClose: () => void }

export function DismissDialog({ name, busy, onDismiss, onClose }: DismissProps) {
  const [reason, setReason] = useState(reasons[0] ?? other)
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = () => {
    const said = words.trim()
    if (reason === other && said === '') setProblem('Enter why this file is not a document.')
    else onDismiss(reason === other ? said : [reason, ...(said === '' ? [] : [said])].join(': '))
  }
  return (
    <TypingDialog
      title={`${name} is not a document`}
      submit="Mark as not a document"
      unsaved={false}
      busy={busy}
      alert={undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <NativeSelect
        label="Reason"
        value={reason}
        data={reasons}
        data-autofocus
        onChange={(event) => {
          setProblem(undefined)
          setReason(event.currentTarget.value)
        }}
      />
      <TextInput
        label={reason === other ? 'Explanation' : 'Explanation (optional)'}
        value={words}
        maxLength={dismissalReasonLength - 30}
        error={problem}
        onChange={(event) => {
          setProblem(undefined)
          setWords(event.currentTarget.value)
        }}
      />
    </TypingDialog>
  )
}
