// Files and notes on a customer, supplier, bank statement, tax return or recorded document: add, look at, download, remove.
import { Anchor, Button, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import {
  addFile,
  addNote,
  type AddedNote,
  downloadNote,
  listNotes,
  noteLength,
  type NoteSubject,
  removeNote,
} from '@talaan/contract/notes.ts'
import { attachmentLimitBytes, attachmentTypes, documentProblems } from '@talaan/contract/documents.ts'
import { getRelated } from '@talaan/contract/related.ts'
import { adminsAndAccountants } from '@talaan/contract/roles.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { call, callBytes, CallFailure, saveFile, sentenceOf, useCall } from '../../app/api.ts'
import { Answered } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { TypingDialog } from '../../app/session/TypingDialog.tsx'
import { useUnsaved } from '../../app/session/unsaved.ts'
import { FileDrop, type DroppedFile } from '../../ui/FileDrop.tsx'
import { fileSize } from '../../ui/fileSize.ts'
import { moment } from '../../ui/moment.ts'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import { later } from '../../ui/later.tsx'
import classes from './notes.module.css'

const FilePreview = later(async () => (await import('../../app/files/FilePreview.tsx')).FilePreview)

type Props = { subject: NoteSubject; title: string; hint: string; order?: 2 | 3 }

export function FilesAndNotes({ subject, title, hint, order = 2 }: Props) {
  const query = useCall(listNotes, { query: subject })
  const [removing, setRemoving] = useState<AddedNote | null>(null)
  return (
    <section className={classes.panel} aria-labelledby="files-and-notes">
      <Title order={order} size="h3" id="files-and-notes" mb={4}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {hint}
      </Text>
      <Stack gap="md">
        <AddFiles subject={subject} />
        <AddNote subject={subject} />
        <Answered query={query} loading={<Skeleton h={72} />}>
          {({ notes }) =>
            notes.length === 0 ? (
              <Text size="sm" c="dimmed">
                No files or notes yet.
              </Text>
            ) : (
              <ul className={classes.notes} aria-label={title}>
                {notes.map((note) => (
                  <Note key={note.id} note={note} onRemove={() => setRemoving(note)} />
                ))}
              </ul>
            )
          }
        </Answered>
      </Stack>
      {removing !== null && <RemoveDialog note={removing} onClose={() => setRemoving(null)} />}
    </section>
  )
}

function useRefresh() {
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: [listNotes.name] }),
      queries.invalidateQueries({ queryKey: [getRelated.name] }),
    ])
  }
}

type Sent = DroppedFile & { file: File }

/** Files are added one at a time; each stays in the list until it is added. */
function AddFiles({ subject }: { subject: NoteSubject }) {
  const refresh = useRefresh()
  const [files, setFiles] = useState<readonly Sent[]>([])
  const sending = useRef(false)
  const change = (id: string, to: Partial<Sent>) =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)))

  useEffect(() => {
    const next = files.find(({ phase }) => phase === 'waiting')
    if (next === undefined || sending.current) return
    sending.current = true
    const { id, file } = next
    change(id, { phase: 'sending' })
    call(addFile, { query: { ...subject, id, name: file.name.slice(-200) }, file })
      .then(async () => {
        await refresh()
        setFiles((all) => all.filter((one) => one.id !== id))
        toast({ title: `${file.name} added`, tone: 'good' })
      })
      .catch((failure: unknown) => {
        const again = !(failure instanceof CallFailure) || failure.status >= 500 || failure.status === 0
        change(id, { phase: 'failed', message: sentenceOf(failure), again })
      })
      .finally(() => {
        sending.current = false
        // Runs this effect again for the next file.
        setFiles((all) => [...all])
      })
  }, [files, subject, refresh])

  const add = (chosen: File[]) =>
    setFiles((all) => [
      ...all,
      ...chosen.map((file): Sent => {
        const message = refusalOf(file)
        const entry = { id: newId(), name: file.name, detail: fileSize(file.size), file }
        return message === null ? { ...entry, phase: 'waiting' } : { ...entry, phase: 'failed', message }
      }),
    ])
  return (
    <FileDrop
      label="Files to add"
      button="Add files"
      hint={`PDF, JPEG or PNG, at most ${fileSize(attachmentLimitBytes)} each.`}
      accept={[...Object.keys(attachmentTypes), '.pdf', '.jpg', '.jpeg', '.png'].join(',')}
      files={files}
      onAdd={add}
      onRemove={(id) => setFiles((all) => all.filter((one) => one.id !== id))}
      onRetry={(id) => change(id, { phase: 'waiting' })}
    />
  )
}

/** Reasons to refuse a file without uploading it; the server checks the content itself. */
function refusalOf({ size, type, name }: File): string | null {
  if (size === 0) return documentProblems.attachmentEmpty.sentence
  if (size > attachmentLimitBytes) return documentProblems.attachmentTooLarge.sentence
  const known = Object.hasOwn(attachmentTypes, type) || /\.(pdf|jpe?g|png)$/i.test(name)
  return known ? null : documentProblems.attachmentType.sentence
}

function AddNote({ subject }: { subject: NoteSubject }) {
  const refresh = useRefresh()
  const [noteId, setNoteId] = useState(newId)
  const [text, setText] = useState('')
  useUnsaved(text.trim() !== '')
  const save = useMutation({
    mutationFn: () => call(addNote, { params: { noteId }, query: subject, body: { text: text.trim() } }),
    onSuccess: async () => {
      setText('')
      setNoteId(newId())
      await refresh()
    },
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !save.isPending) save.mutate()
      }}
    >
      <Textarea
        aria-label="Note"
        placeholder="Add a note"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={noteLength}
        value={text}
        error={save.error && sentenceOf(save.error)}
        onChange={(event) => {
          setText(event.currentTarget.value)
          // The text of a failed attempt may already be saved under this id.
          if (save.isError) {
            save.reset()
            setNoteId(newId())
          }
        }}
      />
      {text.trim() !== '' && (
        <Button type="submit" size="compact-sm" loading={save.isPending}>
          Add note
        </Button>
      )}
    </form>
  )
}

function Note({ note, onRemove }: { note: AddedNote; onRemove: () => void }) {
  const { role } = useSession()
  const { file, text, by, at, removed } = note
  return (
    <li className={classes.note} data-removed={removed !== null || undefined}>
      <div className={classes.content}>
        {file !== null && (removed === null ? <AddedFile note={note} file={file} /> : <s>{file.name}</s>)}
        {text !== '' && (removed === null ? <p className={classes.text}>{text}</p> : <s>{text}</s>)}
        <p className={classes.quiet}>
          {by}, {moment(at)}
          {removed !== null && (
            <>
              <br />
              Removed by {removed.by}, {moment(removed.at)}: {removed.reason}
            </>
          )}
        </p>
      </div>
      {removed === null && adminsAndAccountants.includes(role) && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`Remove ${file?.name ?? 'note'}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </li>
  )
}

function AddedFile({ note, file }: { note: AddedNote; file: NonNullable<AddedNote['file']> }) {
  const [isShown, setShown] = useState(false)
  const save = useMutation({
    mutationFn: async () =>
      saveFile({ ...(await callBytes(downloadNote, { params: { noteId: note.id } })), name: file.name }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <>
      <Group gap="4px 12px">
        <Anchor component="button" type="button" size="sm" ta="left" fw={600} onClick={() => save.mutate()}>
          {file.name}
        </Anchor>
        <span className={classes.quiet}>
          {attachmentTypes[file.type]}, {fileSize(file.bytes)}
        </span>
        <Button variant="subtle" size="compact-sm" aria-label={`Preview ${file.name}`} onClick={() => setShown(true)}>
          Preview
        </Button>
      </Group>
      {isShown && (
        <Suspense fallback={null}>
          <FilePreview file={{ ...file, id: note.id, of: 'record' }} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </>
  )
}

function RemoveDialog({ note, onClose }: { note: AddedNote; onClose: () => void }) {
  const refresh = useRefresh()
  const [reason, setReason] = useState('')
  const remove = useMutation({
    mutationFn: () => call(removeNote, { params: { noteId: note.id }, body: { reason: reason.trim() } }),
    onSuccess: async () => {
      await refresh()
      toast({ title: note.file === null ? 'Note removed' : `${note.file.name} removed`, tone: 'good' })
      onClose()
    },
  })
  return (
    <TypingDialog
      title={`Remove ${note.file?.name ?? 'note'}`}
      submit="Remove"
      unsaved={reason !== '' && !remove.isSuccess}
      busy={remove.isPending}
      alert={remove.error ? sentenceOf(remove.error) : undefined}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        The {note.file === null ? 'note' : 'name of the file'} stays in the list, crossed out, with your reason.
        {note.file !== null && ' The file can’t be opened anymore.'}
      </Text>
      <Textarea
        label="Reason"
        description="Enter at least five characters."
        rows={2}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => {
          remove.reset()
          setReason(event.currentTarget.value)
        }}
      />
    </TypingDialog>
  )
}
