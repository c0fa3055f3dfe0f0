// Reopens the last closed month; the reason is stored.
import { Text, Textarea } from '@mantine/core'
import { reopenMonth } from '@talaan/contract/closing.ts'
import { formatMonth, type Month } from '@talaan/ledger/core/date.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, sentenceOf } from '../../app/api.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { toast } from '../../ui/toast.ts'

export function ReopenDialog({ month, onClose }: { month: Month; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const reopen = useMutation({
    mutationFn: () => call(reopenMonth, { params: { month }, body: { reason } }),
    onSuccess: async () => {
      await queries.invalidateQueries()
      toast({ title: `${formatMonth(month)} is open again`, tone: 'good' })
      onClose()
    },
  })
  return (
    <TypingDialog
      title={`Reopen ${formatMonth(month)}`}
      submit="Reopen"
      unsaved={reason !== ''}
      busy={reopen.isPending}
      alert={reopen.error ? sentenceOf(reopen.error) : undefined}
      onSubmit={() => reopen.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        Documents can be posted to this month again, and its seal is removed. Books that are already bound may no longer
        match the records. Your name, the time and the reason stay on record.
      </Text>
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
