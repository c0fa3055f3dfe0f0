// Files through the public API: those attached to drafts and documents, and those added to documents after they were recorded.
import type { Kysely } from 'kysely'
import * as api from '@talaan/contract/api/resources.ts'
import { attachFile, detachFile, downloadAttachment, getDocument } from '@talaan/contract/documents.ts'
import type { Draft } from '@talaan/contract/documents.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { addFile, downloadNote, listNotes } from '@talaan/contract/notes.ts'
import type { AddedNote } from '@talaan/contract/notes.ts'
import { answers } from '../../http/route.ts'
import type { Call, Route } from '../../http/route.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Ask, AskFile, Once } from './asking.ts'
import { assertOwnDraft } from './launches.ts'
import { utc } from './times.ts'

type Means = {
  db: Kysely<Tables>
  ask: Ask
  file: AskFile
  once: Once
  draftOf: (call: Call<Endpoint>, draftId: string) => Promise<Draft>
}

export function fileRoutes({ db, ask, file, once, draftOf }: Means): Route[] {
  /** A file that was added to a document after it was recorded. */
  const isAdded = async (id: string): Promise<boolean> => {
    const row = await db
      .selectFrom('added_note')
      .select('id')
      .where('id', '=', id)
      .where('document_id', 'is not', null)
      .executeTakeFirst()
    return row !== undefined
  }
  return [
    answers(api.listDocumentFiles, async (call) => {
      const { documentId } = call.params
      const { document } = await ask(call, getDocument, { params: call.params })
      const { notes } = await ask(call, listNotes, { query: { document: documentId } })
      const attached = document.attached.map((each) => ({ ...each, addedBy: null, addedAt: null }))
      return { attachments: [...attached, ...notes.filter(({ removed }) => removed === null).flatMap(addedFile)] }
    }),

    answers(api.addDocumentFile, (call) =>
      once(call, api.addDocumentFile, async (id) => {
        const { note } = await ask(call, addFile, { query: { id, document: call.params.documentId, ...call.query } })
        const [attachment] = addedFile(note)
        if (attachment === undefined) throw new Error(`The added file ${id} is missing.`)
        return { attachment }
      }),
    ),

    answers(api.listDraftFiles, async (call) => {
      assertOwnDraft(call, call.params.draftId)
      return { attachments: (await draftOf(call, call.params.draftId)).attachments }
    }),

    answers(api.attachToApiDraft, (call) => {
      assertOwnDraft(call, call.params.draftId)
      return once(call, api.attachToApiDraft, (id) =>
        ask(call, attachFile, { params: call.params, query: { id, ...call.query } }),
      )
    }),

    answers(api.detachFromApiDraft, async (call) => {
      assertOwnDraft(call, call.params.draftId)
      await ask(call, detachFile, { params: call.params })
      return { removed: true as const }
    }),

    answers(api.readAttachment, async (call) => {
      const { attachmentId } = call.params
      if (await isAdded(attachmentId)) return file(call, downloadNote, { params: { noteId: attachmentId } })
      return file(call, downloadAttachment, { params: call.params })
    }),
  ]
}

const addedFile = ({ id, file, by, at }: AddedNote) =>
  file === null ? [] : [{ id, ...file, addedBy: by, addedAt: utc(at) }]
