// Signing off a month, which locks it, and reopening it, which needs a reason and shows the effects.
import { Skeleton, Text, TextInput } from '@mantine/core'
import { previewReopening, reconciliationWords, reopenMonth, signOffMonth } from '@talaan/contract/reconciliation.ts'
import { formatMonth } from '@talaan/ledger/core/date.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { Consequences } from '../../ui/Consequences.tsx'
import { toast } from '../../ui/toast.ts'
import { CheckList } from './Checks.tsx'
import type { MonthAnswer } from './monthState.ts'
import { ReopenFirst } from './ReopenFirst.tsx'
import type { OfMonth } from './useChanges.ts'

type Props = {
  of: OfMonth
  month: Pick<MonthAnswer, 'obstacles' | 'passed'>
  onDone: () => Promise<unknown>
  onClose: () => void
}

export function SignOffDialog({ of, month, onDone, onClose }: Props) {
  const [note, setNote] = useState('')
  const act = useMutation({
    mutationFn: () => call(signOffMonth, { params: of, body: { note } }),
    onSuccess: async () => {
      await onDone()
      toast({ title: `${formatMonth(of.month)} is signed off`, tone: 'good' })
      onClose()
    },
  })
  const stopped = month.obstacles.length > 0
  return (
    <TypingDialog
      // The last check may pass while the dialog is open; then its button gets the focus.
      key={String(stopped)}
      title={`Sign off ${formatMonth(of.month)}`}
      submit={stopped ? null : reconciliationWords.signOff}
      focusSubmit
      unsaved={note !== ''}
      busy={act.isPending}
      alert={act.error === null ? undefined : sentenceOf(act.error)}
      onSubmit={() => act.mutate()}
      onClose={onClose}
    >
      {stopped ? (
        <>
          <Text size="sm">Resolve these items before you sign off the month:</Text>
        </>
      ) : (
        <>
          <Text size="sm">
            All bank lines are matched and both balances agree. After sign-off, the reconciliation is stored and matches
            in this month cannot change.
          </Text>
          <TextInput
            label="Note (optional)"
            description="Printed on the reconciliation statement."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={300}
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </>
      )}
      <CheckList month={month} />
    </TypingDialog>
  )
}

export function ReopenDialog({ of, onDone, onClose }: Omit<Props, 'month'>) {
  const [reason, setReason] = useState('')
  const preview = useCall(previewReopening, { params: of })
  const act = useMutation({
    mutationFn: () => call(reopenMonth, { params: of, body: { reason } }),
    onSuccess: async () => {
      await onDone()
      toast({ title: `${formatMonth(of.month)} is open again`, tone: 'good' })
      onClose()
    },
  })
  // Once the month is reopened, reloading the preview would be refused.
  const error = act.error ?? (preview.data === undefined ? preview.error : null)
  return (
    <TypingDialog
      title={`Reopen ${formatMonth(of.month)}`}
      submit={preview.data?.first.length === 0 ? reconciliationWords.reopen : null}
      unsaved={reason !== ''}
      busy={act.isPending}
      alert={error === null ? undefined : sentenceOf(error)}
      onSubmit={() => act.mutate()}
      onClose={onClose}
    >
      {preview.data === undefined ? (
        !preview.isError && <Skeleton h={120} />
      ) : preview.data.first.length > 0 ? (
        <ReopenFirst months={preview.data.first} then={of.month} />
      ) : (
        <Consequences {...preview.data} />
      )}
      <TextInput
        label="Reason"
        required
        data-autofocus
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </TypingDialog>
  )
}
