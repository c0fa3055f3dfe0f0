// Voids a document: the documents to void first, the other effects, and the reason.
import { Alert, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { getCheque } from '@talaan/contract/cheques.ts'
import { getDocument, listDocuments, paidTypes, voidDocument } from '@talaan/contract/documents.ts'
import { getRelated, previewVoid } from '@talaan/contract/related.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { portalFacts } from '@talaan/contract/portal.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { call, CallFailure, keyOf, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './documents.module.css'

type Detail = AnswerOf<typeof getDocument>['document']
type Preview = AnswerOf<typeof previewVoid>
type Props = { document: Detail; onClose: () => void }

/** `intro` explains the question if the dialog is not opened from the document's page. */
export function VoidDialog({ document, intro, onClose }: Props & { intro?: ReactNode }) {
  const facts = useCall(portalFacts)
  const now = facts.data?.today ?? document.day
  // An entry with a later date, such as a post-dated cheque, is voided on that date. So is a year-end entry.
  const day = document.entryDay > now || document.kind === 'yearend' ? document.entryDay : now
  const preview = useCall(
    previewVoid,
    { params: { documentId: document.id }, query: { day } },
    { enabled: facts.data !== undefined },
  )
  const { data } = preview
  if (data === undefined || data.steps.length > 0 || data.refusal !== null)
    return (
      <TypingDialog
        title={`Void ${document.number}?`}
        submit={null}
        busy={false}
        unsaved={false}
        alert={preview.error ? sentenceOf(preview.error) : (data?.refusal ?? undefined)}
        onSubmit={onClose}
        onClose={onClose}
      >
        {intro}
        {data === undefined ? (
          !preview.isError && <Skeleton h={120} />
        ) : (
          <Steps document={document} steps={data.steps} onClose={onClose} />
        )}
      </TypingDialog>
    )
  return <Confirm document={document} intro={intro} day={day} preview={data} onClose={onClose} />
}

function Steps({ document: { kind, number }, steps, onClose }: Props & Pick<Preview, 'steps'>) {
  if (steps.length === 0) return null
  return (
    <>
      <Text size="sm">
        {steps.length === 1 ? 'Another document depends' : 'Other documents depend'} on {number}. Void{' '}
        {steps.length === 1 ? 'it first:' : 'them first, in this order:'}
      </Text>
      <ol className={classes.consequences}>
        {steps.map((step) => (
          <li key={step.id}>
            <Link className={classes.number} to={paths.document(step.kind, step.id)} onClick={onClose}>
              {step.number}
            </Link>{' '}
            {documentWords[step.kind].words.title}
          </li>
        ))}
        <li>{number}</li>
      </ol>
      {paidTypes.includes(kind) && (
        <Text size="sm">
          A payment or credit without tax withheld can also stay recorded: choose Remove allocation next to it under
          Linked documents.
        </Text>
      )}
    </>
  )
}

type ConfirmProps = Props & { intro: ReactNode; day: string; preview: Preview }

function Confirm({ document, intro, day, preview, onClose }: ConfirmProps) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const [mistake, setMistake] = useState<string>()
  useUnsaved(reason !== '')
  const act = useMutation({
    mutationFn: () => call(voidDocument, { params: { documentId: document.id }, body: { day, reason: reason.trim() } }),
    onSuccess: async (answer) => {
      queries.setQueryData(keyOf(getDocument, { params: { documentId: document.id } }), answer)
      await queries.invalidateQueries({ queryKey: [listDocuments.name] })
      await queries.invalidateQueries({ queryKey: [getRelated.name] })
      await queries.invalidateQueries({ queryKey: [viewReport.name] })
      await queries.invalidateQueries({ queryKey: [getCheque.name] })
      toast({ title: `${document.number} is void`, tone: 'good' })
      onClose()
    },
    onError: (error) =>
      setMistake(error instanceof CallFailure && error.fields[0] ? error.fields[0].message : sentenceOf(error)),
  })
  const confirm = () => {
    const parsed = voidDocument.body.safeParse({ day, reason })
    if (parsed.success) act.mutate()
    else setMistake(parsed.error.issues[0]?.message)
  }
  return (
    <ConfirmDialog
      opened
      destroys
      title={`Void ${document.number}?`}
      cancel="Cancel"
      confirm="Void"
      busy={act.isPending}
      onCancel={onClose}
      onConfirm={confirm}
    >
      <Stack gap="sm">
        {intro}
        <Text size="sm">
          A reversal of {formatMoney(document.total)} is posted on {formatDay(day)}. The number stays in the list with
          your reason. You cannot undo this.
        </Text>
        {preview.consequences.length > 0 && (
          <Alert color="yellow" title="This also changes" p="sm">
            <ul className={classes.consequences}>
              {preview.consequences.map(({ words, document: other }) => (
                <li key={`${other?.id ?? ''} ${words}`}>
                  {other && (
                    <>
                      <Link className={classes.number} to={paths.document(other.kind, other.id)} target="_blank">
                        {other.number}
                      </Link>{' '}
                    </>
                  )}
                  {words}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <Textarea
          label="Reason"
          required
          rows={3}
          maxLength={500}
          value={reason}
          error={mistake}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  )
}
