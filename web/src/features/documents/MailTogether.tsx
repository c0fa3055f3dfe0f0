// E-mails the selected documents: it first shows each recipient, then sends one message for each document and lists the
// results.
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { mailDocuments, previewDocumentMail } from '@talaan/contract/customer-mail.ts'
import type { DocumentRow } from '@talaan/contract/documents.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, keyOf, sentenceOf } from '../../app/api.ts'
import { paths } from '../../app/paths.ts'
import { Failed } from '../../app/problems.tsx'
import '../../app/session/modal.ts'
import { moment } from '../../ui/moment.ts'
import { newId } from '../../ui/newId.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { count } from './count.ts'
import classes from './selection.module.css'

type Props = { rows: readonly DocumentRow[]; onClose: (isDone: boolean) => void }
type Result = AnswerOf<typeof mailDocuments>['results'][number]

export function MailTogether({ rows, onClose }: Props) {
  const queries = useQueryClient()
  // With one id, e-mails that are requested again after a lost connection are sent only once.
  const [batchId] = useState(newId)
  const documentIds = rows.map(({ id }) => id)
  const preview = useQuery({
    queryKey: keyOf(previewDocumentMail, { query: documentIds }),
    queryFn: ({ signal }) => call(previewDocumentMail, { body: { documentIds }, signal }),
    gcTime: 0,
  })
  const possible = preview.data?.documents.filter(({ refusal }) => refusal === null).map(({ id }) => id) ?? []
  const send = useMutation({
    mutationFn: () => call(mailDocuments, { body: { batchId, documentIds: possible } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  const results = new Map(send.data?.results.map((one) => [one.id, one]))
  const queued = [...results.values()].filter(({ result }) => result !== 'refused').length
  const title = send.isSuccess ? `${count(queued)} queued` : `E-mail ${count(possible.length || rows.length)}?`
  const close = () => !send.isPending && onClose(send.isSuccess)
  return (
    <Modal opened onClose={close} title={title} size={640} closeOnClickOutside={false}>
      <Stack gap="md">
        {preview.data?.mailReady === false && (
          <Alert color="yellow">
            E-mail isn’t set up yet. Messages stay queued until your system administrator sets SMTP_URL.
          </Alert>
        )}
        {send.isError && <Alert color="red">{sentenceOf(send.error)}</Alert>}
        {preview.isError ? (
          <Failed error={preview.error} onRetry={() => void preview.refetch()} busy={preview.isFetching} />
        ) : preview.data === undefined ? (
          <Skeleton h={120} />
        ) : (
          <>
            {!send.isSuccess && (
              <Text size="sm">
                Each customer or supplier gets one e-mail for each document, with the document as a PDF file.
              </Text>
            )}
            <ul className={classes.plans} aria-label={send.isSuccess ? 'Result' : 'Recipients'}>
              {rows.map(({ id, kind, number, partyName }) => {
                const planned = preview.data.documents.find((one) => one.id === id)
                const told = results.get(id)
                return (
                  <li key={id}>
                    <Link className={classes.number} to={paths.document(kind, id)} target="_blank">
                      {number}
                    </Link>{' '}
                    {partyName}
                    <span className={classes.detail}>
                      {told !== undefined ? (
                        <Told result={told} />
                      ) : planned?.to == null ? (
                        <>
                          <StatusBadge tone="look">Not sent</StatusBadge> {planned?.refusal}
                        </>
                      ) : (
                        <>
                          To {planned.to}
                          {planned.last !== null && `, already e-mailed on ${moment(planned.last.at)}`}
                        </>
                      )}
                    </span>
                  </li>
                )
              })}
            </ul>
          </>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            {send.isSuccess || (preview.isSuccess && possible.length === 0) ? 'Close' : 'Cancel'}
          </Button>
          {!send.isSuccess && possible.length > 0 && (
            <Button data-autofocus loading={send.isPending} onClick={() => send.mutate()}>
              E-mail {count(possible.length)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Told({ result: { result, detail } }: { result: Result }) {
  if (result === 'refused')
    return (
      <>
        <StatusBadge tone="look">Not sent</StatusBadge> {detail}
      </>
    )
  return (
    <>
      <StatusBadge tone="good">Queued</StatusBadge> To {detail}
    </>
  )
}
