// Files and notes as rows: added once, listed, and removed with a reason.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { maximumNotes, noteProblems } from '@talaan/contract/notes.ts'
import type { AddedNote, NoteSubject } from '@talaan/contract/notes.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { sha256 } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { isAbout, columnsOf } from './subjects.ts'
import { storeContent } from '../../platform/disk/content.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
type FileType = NonNullable<AddedNote['file']>['type']

const rows = (db: Db) =>
  db
    .selectFrom('added_note')
    .innerJoin('users', 'users.id', 'added_by')
    .leftJoin('added_note_removal', 'note_id', 'added_note.id')
    .leftJoin('users as remover', 'remover.id', 'removed_by')
    .select([
      'added_note.id',
      'text',
      'file_name as name',
      'file_type as type',
      'file_bytes as bytes',
      'users.client_id as by',
      'added_at as at',
      'reason',
      'removed_at as removedAt',
      'remover.client_id as removedBy',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

function noteOf({ id, text, name, type, bytes, by, at, reason, removedAt, removedBy }: Row): AddedNote {
  return {
    id,
    text,
    file: name === null || type === null || bytes === null ? null : { name, type: type as FileType, bytes },
    by,
    at,
    removed:
      reason === null || removedAt === null || removedBy === null ? null : { by: removedBy, at: removedAt, reason },
  }
}

/** Newest first. */
export async function notesOf(db: Db, subject: NoteSubject): Promise<AddedNote[]> {
  const found = await rows(db)
    .where(isAbout(subject))
    .orderBy('added_at', 'desc')
    .orderBy('added_note.id')
    .limit(maximumNotes * 5)
    .execute()
  return found.map(noteOf)
}

export async function noteById(db: Db, noteId: string): Promise<AddedNote> {
  const row = await rows(db).where('added_note.id', '=', noteId).executeTakeFirst()
  if (row === undefined) throw new Refusal(noteProblems.notThere)
  return noteOf(row)
}

type NewNote = {
  id: string
  subject: NoteSubject
  text: string
  file: { name: string; type: FileType; bytes: Buffer; sha256: string } | null
  by: string
  at: string
}

/** Once even if sent repeatedly. */
export async function storeNote(trx: Trx, added: NewNote): Promise<{ note: AddedNote; isNew: boolean }> {
  const { id, subject, text, file, by, at } = added
  // Two sent at once are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('files and notes'))`.execute(trx)
  const before = await trx
    .selectFrom('added_note')
    .select([sql<boolean>`${isAbout(subject)}`.as('isSame'), 'text', 'sha256', 'added_by as by'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (before !== undefined) {
    const isSame = before.isSame && before.by === by && before.text === text
    if (!isSame || before.sha256 !== (file?.sha256 ?? null)) throw new Refusal(noteProblems.idUsed)
    return { note: await noteById(trx, id), isNew: false }
  }
  const { count } = await trx
    .selectFrom('added_note')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where(isAbout(subject))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('added_note_removal').whereRef('note_id', '=', 'added_note.id'))),
    )
    .executeTakeFirstOrThrow()
  if (Number(count) >= maximumNotes) throw new Refusal(noteProblems.tooMany)
  if (file !== null) await storeContent(trx, file.sha256, file.bytes)
  await trx
    .insertInto('added_note')
    .values({
      id,
      ...columnsOf(subject),
      text,
      file_name: file?.name ?? null,
      file_type: file?.type ?? null,
      file_bytes: file?.bytes.byteLength ?? null,
      sha256: file?.sha256 ?? null,
      added_by: by,
      added_at: at,
    })
    .execute()
  return { note: await noteById(trx, id), isNew: true }
}

/** Whether it was still there. The row and its file stay in the database. */
export async function storeRemoval(
  trx: Trx,
  { noteId, reason, by, at }: { noteId: string; reason: string; by: string; at: string },
): Promise<boolean> {
  const removed = await trx
    .insertInto('added_note_removal')
    .values({ note_id: noteId, reason, removed_by: by, removed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('note_id')
    .executeTakeFirst()
  return removed !== undefined
}

/** A removed file can't be opened any more. */
export async function contentOf(db: Db, noteId: string): Promise<{ content: Buffer; type: string; name: string }> {
  const found = await db
    .selectFrom('added_note')
    .innerJoin('attachment_content', 'attachment_content.sha256', 'added_note.sha256')
    .leftJoin('added_note_removal', 'note_id', 'added_note.id')
    .select(['content', 'file_type as type', 'file_name as name', 'added_note.sha256 as digest', 'removed_at'])
    .where('added_note.id', '=', noteId)
    .executeTakeFirst()
  if (found === undefined || found.type === null || found.name === null) throw new Refusal(noteProblems.notThere)
  if (found.removed_at !== null) throw new Refusal(noteProblems.removed)
  if (sha256(found.content) !== found.digest) throw new Error(`File ${noteId} was changed after it was stored.`)
  return { content: found.content, type: found.type, name: found.name }
}
