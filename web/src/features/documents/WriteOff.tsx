// Writes off an unpaid invoice: it shows the effects, then opens a journal voucher that is filled in.
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { saveDraft } from '@talaan/contract/documents.ts'
import { viewWriteOff } from '@talaan/contract/filings.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'

export function WriteOffButton({ documentId, number }: { documentId: string; number: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        Write off balance
      </Button>
      {open && <WriteOffDialog documentId={documentId} number={number} onClose={() => setOpen(false)} />}
    </>
  )
}

function WriteOffDialog({ documentId, number, onClose }: { documentId: string; number: string; onClose: () => void }) {
  const navigate = useNavigate()
  const query = useCall(viewWriteOff, { params: { documentId } })
  const prepare = useMutation({
    mutationFn: async () => {
      const draftId = newId()
      if (query.data === undefined) return draftId
      const { day, memo, lines } = query.data
      const fields = {
        day,
        memo,
        lines: lines.map((line) => ({ ...line, debit: line.debit.toString(), credit: line.credit.toString() })),
      }
      await call(saveDraft, { params: { draftId }, body: { kind: 'journalvoucher', fields } })
      return draftId
    },
    onSuccess: (draft) => navigate(paths.form('journalvoucher', { draft })),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <ConfirmDialog
      opened
      title={`Write off ${number}?`}
      cancel="Cancel"
      confirm="Prepare voucher"
      busy={prepare.isPending || query.data === undefined}
      onCancel={onClose}
      onConfirm={() => prepare.mutate()}
    >
      <Answered query={query} loading={<Skeleton h={120} />}>
        {({ open, consequences }) => (
          <Stack gap="sm">
            <Text size="sm">
              {formatMoney(open)} is unpaid. The voucher opens for your review; nothing is posted until you press Yes.
            </Text>
            <Text size="sm">
              <strong>VAT:</strong> {consequences.vat}
            </Text>
            <Text size="sm">
              <strong>Income tax:</strong> {consequences.incomeTax}
            </Text>
          </Stack>
        )}
      </Answered>
    </ConfirmDialog>
  )
}
