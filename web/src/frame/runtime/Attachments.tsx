// The attachments of a document. They are uploaded one at a time; size and type are checked here, the content on the
// server.
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  attachFile,
  attachmentLimitBytes,
  attachmentTypes,
  detachFile,
  documentProblems,
  maximumAttachments,
} from '@talaan/contract/documents.ts'
import type { Attachment, Draft } from '@talaan/contract/documents.ts'
import { FileDrop, type DroppedFile } from '../../ui/FileDrop.tsx'
import { fileSize } from '../../ui/fileSize.ts'
import { mayPass, type Channel } from './channel.ts'
import { newId } from '../../ui/newId.ts'

type AttachedFile = DroppedFile & { file?: File }

type Props = {
  files: readonly AttachedFile[]
  error: string | null
  add: (files: File[]) => void
  remove: (id: string) => void
  retry: (id: string) => void
}

export function Attachments({ files, error, add, remove, retry }: Props) {
  return (
    <FileDrop
      label="Attachments"
      hint={`PDF, JPEG or PNG, at most ${fileSize(attachmentLimitBytes)} each and ${maximumAttachments} in all. Drop them here or choose files.`}
      accept={[...Object.keys(attachmentTypes), '.pdf', '.jpg', '.jpeg', '.png'].join(',')}
      files={files}
      onAdd={add}
      onRemove={remove}
      onRetry={retry}
      error={error}
    />
  )
}

/** The attachments of a draft, each with its status. */
export function useAttachments(channel: Channel, draftId: string, kind: Draft['kind'], already: readonly Attachment[]) {
  const [files, setFiles] = useState<readonly AttachedFile[]>(() => already.map(attached))
  const [error, setError] = useState<string | null>(null)
  const sending = useRef(false)
  const removed = useRef(new Set<string>())

  const change = useCallback((id: string, to: Partial<AttachedFile>) => {
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)))
  }, [])

  const detach = useCallback(
    (attachmentId: string) => channel.call(detachFile, { params: { draftId, attachmentId } }),
    [channel, draftId],
  )

  useEffect(() => {
    const next = files.find(({ phase }) => phase === 'waiting')
    if (next?.file === undefined || sending.current) return
    sending.current = true
    const { id, file } = next
    change(id, { phase: 'sending' })
    const query = { id, kind, name: file.name.slice(-200) }
    channel
      .call(attachFile, { params: { draftId }, query, file })
      .then(({ attachment }) => change(id, { ...attached(attachment), file: undefined }))
      .catch((failure: unknown) =>
        change(id, { phase: 'failed', message: sentenceOf(failure), again: mayPass(failure) }),
      )
      .finally(() => {
        sending.current = false
        if (removed.current.has(id)) void detach(id).catch(() => undefined)
        // Runs this effect again for the next file.
        setFiles((all) => [...all])
      })
  }, [files, channel, draftId, kind, change, detach])

  function add(chosen: File[]) {
    const room = maximumAttachments - files.length
    setError(chosen.length > room ? documentProblems.tooManyAttachments.sentence : null)
    const added = chosen.slice(0, Math.max(0, room)).map((file): AttachedFile => {
      const refused = refusalOf(file)
      const entry = { id: newId(), name: file.name, detail: fileSize(file.size), file }
      return refused === null
        ? { ...entry, phase: 'waiting' }
        : { ...entry, phase: 'failed', message: refused, file: undefined }
    })
    setFiles((all) => [...all, ...added])
  }

  function remove(id: string) {
    const entry = files.find((one) => one.id === id)
    if (entry === undefined) return
    setError(null)
    setFiles((all) => all.filter((one) => one.id !== id))
    // A file that is being uploaded is removed after the upload.
    removed.current.add(id)
    if (entry.phase !== 'there') return
    detach(id).catch((failure: unknown) => {
      removed.current.delete(id)
      setFiles((all) => [...all, entry])
      setError(sentenceOf(failure))
    })
  }

  function retry(id: string) {
    const entry = files.find((one) => one.id === id)
    if (entry?.file) change(id, { phase: 'waiting', message: undefined })
  }

  const busy = files.some(({ phase }) => phase === 'waiting' || phase === 'sending')
  return { files, error, add, remove, retry, busy, failed: files.some(({ phase }) => phase === 'failed') }
}

const sentenceOf = (failure: unknown) => (failure instanceof Error ? failure.message : attachFile.failure)

function attached({ id, name, type, bytes }: Attachment): AttachedFile {
  return { id, name, detail: `${fileSize(bytes)}, ${attachmentTypes[type]}`, phase: 'there' }
}

/** Reasons to refuse a file without uploading it; the server checks the content itself. */
function refusalOf({ size, type, name }: File): string | null {
  if (size === 0) return documentProblems.attachmentEmpty.sentence
  if (size > attachmentLimitBytes) return documentProblems.attachmentTooLarge.sentence
  const known = Object.hasOwn(attachmentTypes, type) || /\.(pdf|jpe?g|png)$/i.test(name)
  return known ? null : documentProblems.attachmentType.sentence
}
