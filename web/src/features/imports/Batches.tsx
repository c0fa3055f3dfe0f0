// The imported batches. Each can be undone as a whole, after a preview of its effects.
import { Alert, Anchor, Button, Skeleton, Text, Textarea, Title } from '@mantine/core'
import { listImports, previewUndoImport, undoImport } from '@talaan/contract/imports.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { importTemplates } from '@talaan/ledger/documents/import/templates.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Answered } from '../../app/problems.tsx'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { useToday } from '../../app/today.ts'
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx'
import { moment } from '../../ui/moment.ts'
import { toast } from '../../ui/toast.ts'
import classes from './import.module.css'

type Imported = AnswerOf<typeof listImports>['imports'][number]
type Preview = AnswerOf<typeof previewUndoImport>

export function Batches() {
  const query = useCall(listImports)
  const [undoing, setUndoing] = useState<Imported | null>(null)
  return (
    <section className={classes.part} aria-labelledby="imported">
      <Title order={2} id="imported">
        Imported batches
      </Title>
      <Answered query={query} loading={<Skeleton h={80} />}>
        {({ imports }) =>
          imports.length === 0 ? (
            <Text size="sm">No documents have been imported yet.</Text>
          ) : (
            <DataTable
              label="Imported batches"
              columns={columnsOf(setUndoing)}
              rows={imports}
              rowKey={({ id }) => id}
            />
          )
        }
      </Answered>
      {undoing !== null && <UndoDialog batch={undoing} onClose={() => setUndoing(null)} />}
    </section>
  )
}

const columnsOf = (undo: (batch: Imported) => void): DataColumn<Imported>[] => [
  { key: 'at', title: 'Imported', nowrap: true, cell: ({ at }) => moment(at) },
  { key: 'kind', title: 'Documents', card: 'heading', cell: wordsOf },
  { key: 'by', title: 'By', cell: ({ by }) => by },
  {
    key: 'state',
    title: 'Status',
    cell: ({ recorded, voided }) =>
      voided === 0 ? 'Recorded' : voided === recorded ? 'All void' : `${voided} of ${recorded} void`,
  },
  {
    key: 'total',
    title: 'Total',
    figure: true,
    card: 'amount',
    cell: ({ total }) => (total === null ? '' : formatMoney(total)),
  },
  {
    key: 'undo',
    title: 'Undo',
    cell: (batch) =>
      batch.voided < batch.recorded && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Undo the import of ${wordsOf(batch)}, ${moment(batch.at)}`}
          onClick={() => undo(batch)}
        >
          Undo
        </Button>
      ),
  },
]

function wordsOf({ kind, recorded }: Imported): string {
  const { records, plural } = importTemplates[kind]
  const name = plural ?? ('kind' in records ? documentWords[records.kind].words.plural : 'Documents')
  return `${recorded.toLocaleString('en')} ${recorded === 1 ? name.toLowerCase().replace(/s$/, '') : name.toLowerCase()}`
}

function UndoDialog({ batch, onClose }: { batch: Imported; onClose: () => void }) {
  const day = useToday()
  const preview = useCall(previewUndoImport, { params: { batchId: batch.id }, query: { day } })
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: () => call(undoImport, { params: { batchId: batch.id }, body: { day, reason } }),
    onSuccess: async ({ voided }) => {
      onClose()
      toast({ title: `${voided} ${voided === 1 ? 'document is' : 'documents are'} void`, tone: 'good' })
      await queries.invalidateQueries()
    },
  })
  const { data } = preview
  const isBlocked = data === undefined || data.blockers.length > 0 || data.refusals.length > 0
  const due = data?.documents.filter(({ isVoid }) => !isVoid).length ?? 0
  const isShort = reason.trim().length < 5
  return (
    <TypingDialog
      title={`Undo the import of ${wordsOf(batch)}?`}
      submit={isBlocked ? null : `Void ${due.toLocaleString('en')} ${due === 1 ? 'document' : 'documents'}`}
      destroys
      unsaved={reason !== ''}
      busy={undo.isPending}
      alert={undo.error ? sentenceOf(undo.error) : preview.error ? sentenceOf(preview.error) : undefined}
      onSubmit={() => !isShort && undo.mutate()}
      onClose={onClose}
    >
      {data === undefined ? !preview.isError && <Skeleton h={160} /> : <Consequences preview={data} />}
      {data !== undefined && !isBlocked && (
        <Textarea
          label="Reason"
          description="Enter at least five characters. The reason is printed on each voided document."
          data-autofocus
          rows={2}
          maxLength={200}
          value={reason}
          onChange={(event) => {
            undo.reset()
            setReason(event.currentTarget.value)
          }}
        />
      )}
    </TypingDialog>
  )
}

function Consequences({
  preview: { documents, blockers, refusals, consequences, moreConsequences },
}: {
  preview: Preview
}) {
  const due = documents.filter(({ isVoid }) => !isVoid)
  const done = documents.length - due.length
  return (
    <>
      <Text size="sm">
        {due.length === 0
          ? 'All documents in this batch are void.'
          : due.length === 1
            ? `${due[0]?.number} is voided. Its number can’t be used again.`
            : `${due[0]?.number} to ${due.at(-1)?.number} are voided together or not at all. Their numbers can’t be used again.`}
        {done > 0 &&
          due.length > 0 &&
          ` ${done} of the documents in the batch ${done === 1 ? 'is' : 'are'} already void.`}
      </Text>
      {blockers.length > 0 && (
        <Alert color="yellow" title="Void these documents first">
          Other documents depend on this batch. Void them in this order, then undo the batch.
          <ol className={classes.sentences}>
            {blockers.map(({ id, kind, number }) => (
              <li key={id}>
                <Anchor component={Link} to={paths.document(kind, id)}>
                  {number}
                </Anchor>
              </li>
            ))}
          </ol>
        </Alert>
      )}
      {refusals.length > 0 && (
        <Alert color="red" title="The batch can’t be undone today">
          <ul className={classes.sentences}>
            {refusals.map(({ number, words }) => (
              <li key={number}>
                {number}: {words}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {consequences.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            This also changes
          </Text>
          <ul className={classes.sentences}>
            {consequences.map(({ words, document }, at) => (
              <li key={at}>
                {document !== null && (
                  <>
                    <Anchor component={Link} to={paths.document(document.kind, document.id)}>
                      {document.number}
                    </Anchor>{' '}
                  </>
                )}
                {words}
              </li>
            ))}
            {moreConsequences > 0 && <li>{moreConsequences.toLocaleString('en')} more like these.</li>}
          </ul>
        </>
      )}
    </>
  )
}
