// Decisions about a file: to record it later, or that it is not a document, with the reason.
import { NativeSelect, TextInput } from '@mantine/core'
import { arrivalProblems, dismissalReasonLength } from '@talaan/contract/arrivals.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { useState } from 'react'
import { LaterDialog } from '../../app/session/LaterDialog.tsx'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'

type PostponeProps = { name: string; today: Day; busy: boolean; onPostpone: (until: Day) => void; onClose: () => void }

export const PostponeDialog = ({ name, today, busy, onPostpone, onClose }: PostponeProps) => (
  <LaterDialog
    title={`Record ${name} later`}
    submit="Postpone"
    text="Until this date, the file is in the “Later” list. Then it returns to the “To record” list."
    passed={arrivalProblems.dayPassed.sentence}
    today={today}
    busy={busy}
    onChoose={onPostpone}
    onClose={onClose}
  />
)

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
