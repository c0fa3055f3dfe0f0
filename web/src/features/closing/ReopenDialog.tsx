// Reopens the last closed month after a preview of the effects; the reason is stored.
import { Skeleton, Text, Textarea } from '@mantine/core'
import { previewReopening, reopenMonth } from '@talaan/contract/closing.ts'
import { formatMonth, type Month } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { Consequences } from '../../ui/Consequences.tsx'
import { toast } from '../../ui/toast.ts'

export function ReopenDialog({ month, onClose }: { month: Month; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const preview = useCall(previewReopening, { params: { month } })
  const reopen = useMutation({
    mutationFn: () => call(reopenMonth, { params: { month }, body: { reason } }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      toast({ title: `${formatMonth(month)} is open again`, tone: 'good' })
      onClose()
    },
  })
  // Once the month is reopened, reloading the preview would be refused.
  const error = reopen.error ?? (preview.data === undefined ? preview.error : null)
  return (
    <TypingDialog
      title={`Reopen ${formatMonth(month)}`}
      submit={preview.data === undefined ? null : 'Reopen'}
      unsaved={reason !== ''}
      busy={reopen.isPending}
      alert={error === null ? undefined : sentenceOf(error)}
      onSubmit={() => reopen.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        Documents can be posted to this month again. Your name, the time and the reason stay on record.
      </Text>
      {preview.data === undefined ? !preview.isError && <Skeleton h={120} /> : <Consequences {...preview.data} />}
      <Textarea
        label="Reason"
        description="Enter at least five characters. Tax examiners may read this reason."
        rows={2}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => {
          reopen.reset()
          setReason(event.currentTarget.value)
        }}
      />
    </TypingDialog>
  )
}
