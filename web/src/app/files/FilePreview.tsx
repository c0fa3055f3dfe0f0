// Shows an attached file on the page: a picture as it is, a PDF as one picture per page, made by the server.
import { Button, Group, Modal, Skeleton } from '@mantine/core'
import {
  downloadAttachment,
  getAttachmentPage,
  listAttachmentPages,
  type attachmentTypes,
} from '@talaan/contract/documents.ts'
import { downloadNote, getNotePage, listNotePages } from '@talaan/contract/notes.ts'
import { useMutation } from '@tanstack/react-query'
import { callBytes, saveFile, sentenceOf, useCall } from '../api.ts'
import { Answered } from '../problems.tsx'
import { toast } from '../../ui/toast.ts'
import { PagesView } from './PagesView.tsx'

export type ShownFile = {
  id: string
  name: string
  type: keyof typeof attachmentTypes
  /** A file of a document as it was recorded, or a file added to a record later. */
  of: 'document' | 'record'
}

export function FilePreview({ file, onClose }: { file: ShownFile; onClose: () => void }) {
  const save = useMutation({
    mutationFn: async () => saveFile({ ...(await download(file)), name: file.name }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
  })
  return (
    <Modal opened onClose={onClose} title={file.name} size={900} centered>
      {file.type === 'application/pdf' ? (
        <PdfPages file={file} />
      ) : (
        <PagesView
          name={file.name}
          pages={[{ key: ['file', file.id], load: async (signal) => (await download(file, signal)).blob }]}
        />
      )}
      <Group justify="flex-end" mt="sm">
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          Download
        </Button>
      </Group>
    </Modal>
  )
}

function PdfPages({ file }: { file: ShownFile }) {
  const ofDocument = useCall(
    listAttachmentPages,
    { params: { attachmentId: file.id } },
    { enabled: file.of === 'document' },
  )
  const ofRecord = useCall(listNotePages, { params: { noteId: file.id } }, { enabled: file.of === 'record' })
  const load = async (page: number, signal: AbortSignal) =>
    file.of === 'document'
      ? await callBytes(getAttachmentPage, { params: { attachmentId: file.id, page: String(page) }, signal })
      : await callBytes(getNotePage, { params: { noteId: file.id, page: String(page) }, signal })
  return (
    <Answered query={file.of === 'document' ? ofDocument : ofRecord} loading={<Skeleton h={480} />}>
      {({ pages }) => (
        <PagesView
          name={file.name}
          pages={Array.from({ length: pages }, (_, at) => ({
            key: ['file', file.id, at + 1],
            load: async (signal) => (await load(at + 1, signal)).blob,
          }))}
        />
      )}
    </Answered>
  )
}

const download = (file: ShownFile, signal?: AbortSignal) =>
  file.of === 'document'
    ? callBytes(downloadAttachment, { params: { attachmentId: file.id }, ...(signal && { signal }) })
    : callBytes(downloadNote, { params: { noteId: file.id }, ...(signal && { signal }) })
