// Removes one allocation from a receipt, payment or credit: the date and reason, the effects, and Yes.
import { Button, Stack, Text, Textarea } from '@mantine/core'
import { discardDraft, documentProblems, recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { type RelatedDocument } from '@talaan/contract/related.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, sentenceOf, useCall } from '../../app/api.ts'
import { useCompanyCalendar } from '../../app/today.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { DayInput } from '../../ui/DayInput.tsx'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import classes from './documents.module.css'
import { EntryTable } from './EntryTable.tsx'

/** The document whose page is shown. */
export type Page = { id: string; number: string; partyId: string | null }

type Allocation = { from: { id: string; number: string }; item: { id: string; number: string } }

/** The applied document, and the document to which it is applied; the page may show either. */
const allocationOf = (page: Page, row: RelatedDocument): Allocation =>
  row.relation === 'settles' || row.relation === 'credits' ? { from: page, item: row } : { from: row, item: page }

export function UnapplyButton({ page, row }: { page: Page; row: RelatedDocument }) {
  const [open, setOpen] = useState(false)
  const { from, item } = allocationOf(page, row)
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Remove allocation of ${from.number} to ${item.number}`}
        onClick={() => setOpen(true)}
      >
        Remove allocation
      </Button>
      {open && <UnapplyDialog page={page} row={row} onClose={() => setOpen(false)} />}
    </>
  )
}

type Typed = { day: string; memo: string }

function UnapplyDialog({ page, row, onClose }: { page: Page; row: RelatedDocument; onClose: () => void }) {
  const { from, item } = allocationOf(page, row)
  const [draftId] = useState(newId)
  const today = useCall(portalFacts).data?.today
  const openFrom = useCompanyCalendar()?.openFrom
  const [typed, setTyped] = useState<Partial<Typed>>({})
  const shown: Typed = { day: typed.day ?? today ?? '', memo: typed.memo ?? '' }
  const review = (fields: Typed) =>
    call(reviewDraft, {
      params: { draftId },
      body: { kind: 'unapply', fields: { partyId: page.partyId, documentId: from.id, itemId: item.id, ...fields } },
    })
  // Loads the preview before the user types, so that a refusal is shown first.
  const first = useQuery({
    queryKey: [reviewDraft.name, draftId],
    enabled: today !== undefined,
    retry: false,
    gcTime: 0,
    queryFn: () => review({ day: today ?? '', memo: '' }).catch((error: unknown) => refusalOf(error)),
  })
  const act = useMutation({ mutationFn: () => review({ ...shown, memo: shown.memo.trim() }) })
  const mistakes = act.error instanceof CallFailure ? act.error.fields : []
  const mistake = (name: string) => mistakes.find(({ path }) => path[0] === name)?.message
  const isRefused = typeof first.data === 'string'
  const general = isRefused
    ? (first.data as string)
    : (mistake('documentId') ??
      mistake('partyId') ??
      (act.error && mistakes.length === 0 ? sentenceOf(act.error) : undefined))

  if (act.data) return <Consequences from={from} item={item} draftId={draftId} review={act.data} onClose={onClose} />
  return (
    <TypingDialog
      title={<TitleOf from={from} item={item} />}
      submit={isRefused ? null : 'Continue'}
      busy={act.isPending || first.isPending}
      unsaved={shown.memo !== ''}
      alert={general}
      onSubmit={() => act.mutate()}
      onClose={onClose}
    >
      {!isRefused && (
        <>
          <Text size="sm">
            {from.number} stays recorded. {item.number} is open again for{' '}
            {row.amount === null ? 'this amount' : formatMoney(row.amount)}. You can check the entry before you record
            it.
          </Text>
          <DayInput
            label="Date"
            today={today ?? shown.day}
            value={shown.day}
            openFrom={openFrom}
            error={mistake('day')}
            onChange={(day) => setTyped({ ...typed, day })}
          />
          <Textarea
            label="Reason"
            required
            data-autofocus
            rows={3}
            maxLength={500}
            value={shown.memo}
            error={mistake('memo')}
            onChange={(event) => setTyped({ ...typed, memo: event.currentTarget.value })}
          />
        </>
      )}
    </TypingDialog>
  )
}

/** Document numbers do not break at their hyphens. */
const TitleOf = ({ from, item }: Allocation) => (
  <>
    Remove <span className={classes.whole}>{from.number}</span> from{' '}
    <span className={classes.whole}>{item.number}?</span>
  </>
)

/** A mistake other than a missing reason. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof CallFailure)) throw error
  if (error.fields.length === 0) return sentenceOf(error)
  return error.fields.find(({ path }) => path[0] !== 'memo' && path[0] !== 'day')?.message ?? null
}

type ConsequencesProps = Allocation & {
  draftId: string
  review: AnswerOf<typeof reviewDraft>
  onClose: () => void
}

function Consequences({ from, item, draftId, review, onClose }: ConsequencesProps) {
  const queries = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const cancel = () => {
    // Otherwise the reviewed draft would remain.
    call(discardDraft, { params: { draftId } }).catch(() => undefined)
    onClose()
  }
  const record = useMutation({
    mutationFn: () => call(recordDocument, { body: { draftId, digest: review.digest } }),
    onSuccess: async ({ number }) => {
      await queries.invalidateQueries()
      toast({ title: `${number}: allocation removed`, tone: 'good' })
      onClose()
    },
    onError: (error) =>
      setFailure(
        error instanceof CallFailure && error.code === documentProblems.reviewAgain.code
          ? 'The documents changed since the review. Close this dialog and try again.'
          : sentenceOf(error),
      ),
  })
  return (
    <ConfirmDialog
      opened
      title={<TitleOf from={from} item={item} />}
      cancel="Cancel"
      confirm="Remove allocation"
      busy={record.isPending}
      onCancel={cancel}
      onConfirm={() => record.mutate()}
    >
      <Stack gap="sm">
        <ul className={classes.consequences}>
          {review.warnings.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li>
            {review.numberToBe} records the removal. To undo it, void {review.numberToBe}.
          </li>
        </ul>
        <EntryTable lines={review.receipt.journal} linked={false} />
        {failure !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {failure}
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
