// The papers behind a document: sent one after the other, judged here by size and type, and by the server by their content.
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
import { mayPass, type Channel } from './channel.ts'
import { newId } from '../../ui/newId.ts'
import { fileSize } from './words.ts'

type Paper = DroppedFile & { file?: File }

type Props = {
  papers: readonly Paper[]
  error: string | null
  add: (files: File[]) => void
  remove: (id: string) => void
  retry: (id: string) => void
}

export function Attachments({ papers, error, add, remove, retry }: Props) {
  return (
    <FileDrop
      label="Attachments"
      hint={`PDF, JPEG or PNG, at most ${fileSize(attachmentLimitBytes)} each and ${maximumAttachments} in all. Drop them here or choose files.`}
      accept={[...Object.keys(attachmentTypes), '.pdf', '.jpg', '.jpeg', '.png'].join(',')}
      files={papers}
      onAdd={add}
      onRemove={remove}
      onRetry={retry}
      error={error}
    />
  )
}

/** The attachments of a draft, and what is being done about them. */
export function useAttachments(channel: Channel, draftId: string, kind: Draft['kind'], already: readonly Attachment[]) {
  const [papers, setPapers] = useState<readonly Paper[]>(() => already.map(attached))
  const [error, setError] = useState<string | null>(null)
  const sending = useRef(false)
  const removed = useRef(new Set<string>())

  const change = useCallback((id: string, to: Partial<Paper>) => {
    setPapers((all) => all.map((paper) => (paper.id === id ? { ...paper, ...to } : paper)))
  }, [])

  const detach = useCallback(
    (attachmentId: string) => channel.call(detachFile, { params: { draftId, attachmentId } }),
    [channel, draftId],
  )

  useEffect(() => {
    const next = papers.find(({ phase }) => phase === 'waiting')
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
        // Wakes this effect for the next one in line.
        setPapers((all) => [...all])
      })
  }, [papers, channel, draftId, kind, change, detach])

  function add(files: File[]) {
    const room = maximumAttachments - papers.length
    setError(files.length > room ? documentProblems.tooManyAttachments.sentence : null)
    const added = files.slice(0, Math.max(0, room)).map((file): Paper => {
      const refused = refusalOf(file)
      const paper = { id: newId(), name: file.name, detail: fileSize(file.size), file }
      return refused === null
        ? { ...paper, phase: 'waiting' }
        : { ...paper, phase: 'failed', message: refused, file: undefined }
    })
    setPapers((all) => [...all, ...added])
  }

  function remove(id: string) {
    const paper = papers.find((one) => one.id === id)
    if (paper === undefined) return
    setError(null)
    setPapers((all) => all.filter((one) => one.id !== id))
    // One that is on its way is taken off when it has arrived.
    removed.current.add(id)
    if (paper.phase !== 'there') return
    detach(id).catch((failure: unknown) => {
      removed.current.delete(id)
      setPapers((all) => [...all, paper])
      setError(sentenceOf(failure))
    })
  }

  function retry(id: string) {
    const paper = papers.find((one) => one.id === id)
    if (paper?.file) change(id, { phase: 'waiting', message: undefined })
  }

  const busy = papers.some(({ phase }) => phase === 'waiting' || phase === 'sending')
  return { papers, error, add, remove, retry, busy, failed: papers.some(({ phase }) => phase === 'failed') }
}

const sentenceOf = (failure: unknown) => (failure instanceof Error ? failure.message : attachFile.failure)

function attached({ id, name, type, bytes }: Attachment): Paper {
  return { id, name, detail: `${fileSize(bytes)}, ${attachmentTypes[type]}`, phase: 'there' }
}

/** What can be refused without sending; the server looks into the file itself. */
function refusalOf({ size, type, name }: File): string | null {
  if (size === 0) return documentProblems.attachmentEmpty.sentence
  if (size > attachmentLimitBytes) return documentProblems.attachmentTooLarge.sentence
  const known = Object.hasOwn(attachmentTypes, type) || /\.(pdf|jpe?g|png)$/i.test(name)
  return known ? null : documentProblems.attachmentType.sentence
}
