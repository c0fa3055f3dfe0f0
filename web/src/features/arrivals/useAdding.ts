// Adds files to Arrivals one at a time. Each file stays in the list until it is stored.
import { addArrival, listArrivals } from '@talaan/contract/arrivals.ts'
import { addArrivalMail, listArrivalMails, mailLimitBytes } from '@talaan/contract/arrival-mails.ts'
import { attachmentLimitBytes, documentProblems, heicSentence } from '@talaan/contract/documents.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call, CallFailure, sentenceOf } from '../../app/api.ts'
import { dayOfMoment } from '../../ui/moment.ts'
import { fileSize } from '../../ui/fileSize.ts'
import { newId } from '../../ui/newId.ts'
import { toast } from '../../ui/toast.ts'
import { senderOf } from './words.ts'
import type { DroppedFile } from '../../ui/FileDrop.tsx'

type Sent = DroppedFile & { file: File }

export function useAdding(onAdded: (arrivalId: string) => void) {
  const queries = useQueryClient()
  const [files, setFiles] = useState<readonly Sent[]>([])
  const sending = useRef(false)
  const change = (id: string, to: Partial<Sent>) =>
    setFiles((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)))
  const remove = (id: string) => setFiles((all) => all.filter((one) => one.id !== id))

  const sendMail = async (id: string, file: File) => {
    const { mail, added } = await call(addArrivalMail, { query: { id }, file })
    const refetched = [listArrivals, listArrivalMails].map(({ name }) =>
      queries.invalidateQueries({ queryKey: [name] }),
    )
    await Promise.all(refetched)
    const refused = mail.parts.flatMap(({ name, refusal }) => (refusal === null ? [] : [`${name}: ${refusal}`]))
    if (refused.length === 0) remove(id)
    else change(id, { phase: 'there', message: refused.join(' ') })
    const title =
      added === 0
        ? 'The files of this e-mail were already in Arrivals'
        : `${added === 1 ? '1 file' : `${added} files`} added`
    toast({ title, tone: 'good' })
    const first = mail.parts.find(({ arrivalId }) => arrivalId !== null)?.arrivalId
    if (first != null) onAdded(first)
  }

  const send = useEffectEvent(async ({ id, file }: Sent) => {
    change(id, { phase: 'sending', message: 'Adding…' })
    try {
      if (isMail(file.name)) return await sendMail(id, file)
      const { arrival, already, attachedTo } = await call(addArrival, {
        query: { id, name: file.name.slice(-200) },
        file,
      })
      await queries.invalidateQueries({ queryKey: [listArrivals.name] })
      const [document] = attachedTo
      const known = already
        ? `This file came from ${senderOf(arrival)} on ${dayOfMoment(arrival.at)}. It was not stored again.`
        : document && `The same file is attached to ${document.number}.`
      if (known === undefined) remove(id)
      else change(id, { phase: 'there', message: known })
      toast({ title: already ? `${file.name} was already in Arrivals` : `${file.name} added`, tone: 'good' })
      onAdded(arrival.id)
    } catch (failure) {
      const again = !(failure instanceof CallFailure) || failure.status >= 500 || failure.status === 0
      change(id, { phase: 'failed', message: sentenceOf(failure), again })
    }
  })
  useEffect(() => {
    const next = files.find(({ phase }) => phase === 'waiting')
    if (next === undefined || sending.current) return
    sending.current = true
    void send(next).finally(() => {
      sending.current = false
      // Runs this effect again for the next file.
      setFiles((all) => [...all])
    })
  }, [files])

  const add = (chosen: readonly File[]) =>
    setFiles((all) => [
      ...all,
      ...chosen.map((file): Sent => {
        const message = refusalOf(file)
        const entry = { id: newId(), name: file.name, detail: fileSize(file.size), file }
        return message === null ? { ...entry, phase: 'waiting' } : { ...entry, phase: 'failed', message }
      }),
    ])

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = [...(event.clipboardData?.files ?? [])]
    if (pasted.length === 0) return
    event.preventDefault()
    add(pasted)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  return { files, add, remove, retry: (id: string) => change(id, { phase: 'waiting' }) }
}

/** Reasons to refuse a file without uploading it; the server checks the content itself. */
export function refusalOf({ size, name }: File): string | null {
  if (size === 0) return documentProblems.attachmentEmpty.sentence
  if (isMail(name))
    return size <= mailLimitBytes
      ? null
      : `This e-mail is larger than ${fileSize(mailLimitBytes)}. Save the attached files and add them.`
  if (/\.msg$/i.test(name))
    return 'Talaan can’t read Outlook .msg files. Save the e-mail as .eml, or save the attached files and add them.'
  if (size > attachmentLimitBytes) return documentProblems.attachmentTooLarge.sentence
  if (/\.(heic|heif)$/i.test(name)) return heicSentence
  return /\.(pdf|jpe?g|png)$/i.test(name) ? null : documentProblems.attachmentType.sentence
}

const isMail = (name: string) => /\.eml$/i.test(name)
