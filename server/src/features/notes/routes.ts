// Files and notes on customers, suppliers, bank statements, tax returns and recorded documents.
import {
  addFile,
  addNote,
  downloadNote,
  getNotePage,
  listNotePages,
  listNotes,
  noteProblems,
  removeNote,
} from '@talaan/contract/notes.ts'
import type { AddedNote, NoteSubject } from '@talaan/contract/notes.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { sha256 } from '../../books/journal.ts'
import type { Feature } from '../../http/feature.ts'
import { answers } from '../../http/route.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import { countStored, newContent } from '../../platform/disk/quota.ts'
import { assertRoomForFiles } from '../../platform/disk/space.ts'
import { cleanName } from '../../print/file-name.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { typeOfFile } from '../documents/attachments.ts'
import { pageOf, pictureOf } from '../documents/pages.ts'
import { storeNote, contentOf, noteById, notesOf, storeRemoval } from './notes.ts'
import { assertMayRead, assertExists, auditObjectOf, subjectOf } from './subjects.ts'

export const notes: Feature = (context) => {
  const { env, clock } = context
  const db = context.db.kysely
  const now = () => timestamp(clock.now())
  const readableFile = async (noteId: string, viewer: Viewer) => {
    const subject: NoteSubject = await subjectOf(db, noteId)
    await assertMayRead(db, subject, viewer)
    return contentOf(db, noteId)
  }
  return [
    answers(listNotes, async ({ query, viewer }) => {
      await assertMayRead(db, query, viewer)
      return { notes: await notesOf(db, query) }
    }),

    answers(addNote, async ({ params, query, body, viewer, address }) => ({
      note: await db.transaction().execute(async (trx) => {
        await assertMayRead(trx, query, viewer)
        await assertExists(trx, query)
        const { note, isNew } = await storeNote(trx, {
          id: params.noteId,
          subject: query,
          text: body.text,
          file: null,
          by: viewer.userId,
          at: now(),
        })
        if (isNew) {
          const detail = { note: note.id, text: note.text }
          await audit(trx, clock, { viewer, address, action: addNote.name, object: auditObjectOf(query), detail })
        }
        return note
      }),
    })),

    answers(addFile, async ({ query: { id, name, ...subject }, bytes, viewer, address }) => {
      const type = typeOfFile(bytes, name)
      await assertRoomForFiles(env)
      const digest = sha256(bytes)
      const note = await db.transaction().execute(async (trx): Promise<AddedNote> => {
        await assertMayRead(trx, subject, viewer)
        await assertExists(trx, subject)
        await countStored(trx, context, viewer, newContent(digest, bytes.byteLength))
        const file = { name: cleanName(name), type, bytes, sha256: digest }
        const { note: added, isNew } = await storeNote(trx, {
          id,
          subject,
          text: '',
          file,
          by: viewer.userId,
          at: now(),
        })
        if (isNew) {
          const detail = { note: added.id, text: file.name, sha256: digest, bytes: bytes.byteLength }
          await audit(trx, clock, { viewer, address, action: addFile.name, object: auditObjectOf(subject), detail })
        }
        return added
      })
      return { note }
    }),

    answers(downloadNote, async ({ params, viewer }) => {
      const { content, type, name } = await readableFile(params.noteId, viewer)
      return { bytes: content, type, name }
    }),

    answers(listNotePages, async ({ params: { noteId }, viewer }) => {
      const { content } = await readableFile(noteId, viewer)
      return { pages: (await pageOf(content, null)).pages }
    }),

    answers(getNotePage, async ({ params: { noteId, page }, viewer }) => {
      const { content } = await readableFile(noteId, viewer)
      return pictureOf(content, Number(page))
    }),

    answers(removeNote, async ({ params: { noteId }, body: { reason }, viewer, address }) => {
      await db.transaction().execute(async (trx) => {
        const subject = await subjectOf(trx, noteId)
        await assertMayRead(trx, subject, viewer)
        if (!(await storeRemoval(trx, { noteId, reason, by: viewer.userId, at: now() })))
          throw new Refusal(noteProblems.removed)
        const { text, file } = await noteById(trx, noteId)
        const detail = { note: noteId, reason, removed: file?.name ?? text }
        await audit(trx, clock, { viewer, address, action: removeNote.name, object: auditObjectOf(subject), detail })
      })
      return { success: true as const }
    }),
  ]
}
