// One file of Arrivals: what it is, its picture, who takes care of it, and a note.
import { Anchor, Button, Group, NativeSelect, Skeleton, Text, Textarea, Title } from '@mantine/core'
import {
  arrivalNoteLength,
  arrivalStateWords,
  assignArrival,
  dismissArrival,
  downloadArrival,
  listArrivals,
  noteArrival,
  type Arrival,
  type ArrivalState,
} from '@talaan/contract/arrivals.ts'
import { attachmentTypes } from '@talaan/contract/documents.ts'
import { listAskable } from '@talaan/contract/questions.ts'
import { listTasks } from '@talaan/contract/tasks.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, callBytes, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { Failed } from '../../app/problems.tsx'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { useScreenKeys } from '../../ui/keys.ts'
import { moment } from '../../ui/moment.ts'
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './arrivals.module.css'
import { sizeOf } from './useAdding.ts'

export const tones: Readonly<Record<ArrivalState, Tone>> = { new: 'plain', notDocument: 'plain' }

export function ArrivalPanel({ arrival }: { arrival: Arrival }) {
  const { id, state, file, by, at, dismissed } = arrival
  const refresh = useRefresh()
  const dismiss = useMutation({
    mutationFn: (isDocument: boolean) => call(dismissArrival, { params: { arrivalId: id }, body: { isDocument } }),
    onSuccess: async (_, isDocument) => {
      const message = isDocument ? 'It is in the list of files to record again.' : 'Press x on it to undo this.'
      toast({ title: `${file.name} is ${isDocument ? 'a document' : 'not a document'}`, message, tone: 'good' })
      await refresh()
    },
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const download = useMutation({
    mutationFn: async () =>
      saveFile({ ...(await callBytes(downloadArrival, { params: { arrivalId: id } })), name: file.name }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  const toggle = () => !dismiss.isPending && dismiss.mutate(dismissed !== null)
  useScreenKeys('File', [{ keys: 'x', does: dismissed === null ? 'Not a document' : 'It is a document', run: toggle }])
  return (
    <section className={classes.panel} aria-labelledby="arrival">
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className={classes.title}>
          <Title order={2} size="h3" id="arrival">
            {file.name}
          </Title>
          <Text size="sm" c="dimmed">
            {attachmentTypes[file.type]}, {sizeOf(file.bytes)}, from {by}, {moment(at)}
            {dismissed !== null && (
              <>
                <br />
                Marked as not a document by {dismissed.by}, {moment(dismissed.at)}
              </>
            )}
          </Text>
        </div>
        <StatusBadge tone={tones[state]}>{arrivalStateWords[state]}</StatusBadge>
      </Group>
      <Group gap="xs" mt="sm">
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
          Download
        </Button>
        <Button variant="default" loading={dismiss.isPending} onClick={toggle}>
          {dismissed === null ? 'Not a document' : 'It is a document'}
        </Button>
      </Group>
      <div className={classes.about}>
        <Assignee arrival={arrival} />
        <Note arrival={arrival} />
      </div>
      {file.type === 'application/pdf' ? (
        <Text size="sm" c="dimmed">
          Download the PDF to read it.
        </Text>
      ) : (
        <Picture arrival={arrival} />
      )}
    </section>
  )
}

function useRefresh() {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: [listArrivals.name] }),
      queries.invalidateQueries({ queryKey: [listTasks.name] }),
    ])
  }
}

function Assignee({ arrival: { id, assignedTo } }: { arrival: Arrival }) {
  const refresh = useRefresh()
  const people = useCall(listAskable)
  const names = people.data?.people ?? []
  const assign = useMutation({
    mutationFn: (to: string | null) => call(assignArrival, { params: { arrivalId: id }, body: { to } }),
    onSuccess: refresh,
  })
  return (
    <NativeSelect
      label="Assigned to"
      value={assign.isPending ? (assign.variables ?? '') : (assignedTo ?? '')}
      disabled={people.data === undefined}
      error={assign.error && sentenceOf(assign.error)}
      onChange={(event) => assign.mutate(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      data={[
        { value: '', label: 'Nobody' },
        ...[...new Set([...names, ...(assignedTo === null ? [] : [assignedTo])])].map((name) => ({
          value: name,
          label: name,
        })),
      ]}
    />
  )
}

function Note({ arrival: { id, note } }: { arrival: Arrival }) {
  const refresh = useRefresh()
  const [text, setText] = useState(note)
  const isChanged = text.trim() !== note
  useUnsaved(isChanged)
  const save = useMutation({
    mutationFn: () => call(noteArrival, { params: { arrivalId: id }, body: { text: text.trim() } }),
    onSuccess: refresh,
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !save.isPending) save.mutate()
      }}
    >
      <Textarea
        label="Note"
        size="sm"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={arrivalNoteLength}
        value={text}
        error={save.error && sentenceOf(save.error)}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {isChanged && (
        <Button type="submit" size="compact-sm" loading={save.isPending}>
          Save note
        </Button>
      )}
    </form>
  )
}

function Picture({ arrival: { id, file } }: { arrival: Arrival }) {
  const query = useQuery({
    queryKey: [downloadArrival.name, id],
    queryFn: async ({ signal }) => (await callBytes(downloadArrival, { params: { arrivalId: id }, signal })).blob,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const blob = query.data
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (blob === undefined) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (url === undefined) return <Skeleton h={480} />
  return (
    <Anchor href={url} target="_blank" className={classes.picture} aria-label={`Open ${file.name} in a new tab`}>
      <img src={url} alt={file.name} />
    </Anchor>
  )
}
