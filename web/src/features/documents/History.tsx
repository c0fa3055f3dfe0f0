// The events of a document from the audit trail, newest first, and a field for a comment.
import { Button, Group, Skeleton, Textarea, Title } from '@mantine/core'
import { commentOnDocument, getRelated, historyWords } from '@talaan/contract/related.ts'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailure, keyOf, sentenceOf } from '../../app/api.ts'
import { HistoryLink } from '../../app/HistoryLink.tsx'
import { Answered } from '../../app/problems.tsx'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { moment } from '../../ui/moment.ts'
import classes from './documents.module.css'

type Props = { documentId: string; query: UseQueryResult<AnswerOf<typeof getRelated>, Error> }

/** Events whose text is shown below the line. */
const withText = ['documents.void', 'documents.comment', 'notes.add', 'notes.attach', 'notes.remove', 'documents.tag']
const mailed = ['receiptSent', 'customerMail.mailDocuments']

export function History({ documentId, query }: Props) {
  return (
    <section className={classes.panel} aria-labelledby="history">
      <Group justify="space-between" mb="xs">
        <Title order={3} id="history">
          History
        </Title>
        <HistoryLink type="document" id={documentId} label="All events" />
      </Group>
      <Comment documentId={documentId} />
      <Answered query={query} loading={<Skeleton h={48} />}>
        {({ history }) => (
          <ol className={classes.history}>
            {history.map(({ at, by, action, detail }, position) => (
              <li key={`${at} ${action} ${position}`}>
                <strong>{historyWords[action] ?? 'Changed'}</strong>
                {by !== '' && ` by ${by}`}
                {mailed.includes(action) && ` to ${detail}`}
                <span className={classes.quiet}>{moment(at)}</span>
                {withText.includes(action) && <span className={classes.said}>{detail}</span>}
              </li>
            ))}
          </ol>
        )}
      </Answered>
    </section>
  )
}

function Comment({ documentId }: { documentId: string }) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  useUnsaved(text.trim() !== '')
  const params = { documentId }
  const save = useMutation({
    mutationFn: () => call(commentOnDocument, { params, body: { text: text.trim() } }),
    onSuccess: async () => {
      setText('')
      await queries.invalidateQueries({ queryKey: keyOf(getRelated, { params }) })
    },
  })
  const { error } = save
  return (
    <form
      className={classes.comment}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') save.mutate()
      }}
    >
      <Textarea
        aria-label="Comment"
        placeholder="Add a comment. You can’t change it later."
        autosize
        minRows={1}
        maxRows={6}
        maxLength={500}
        value={text}
        error={error && (error instanceof CallFailure && error.fields[0] ? error.fields[0].message : sentenceOf(error))}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && (
        <Button type="submit" size="compact-sm" loading={save.isPending}>
          Add comment
        </Button>
      )}
    </form>
  )
}
