// Files and notes on customers, suppliers, bank statements, tax returns and recorded documents. They are only added: a
// document stays as it was recorded, and a removal is another event with a reason.
import { day } from '@talaan/ledger/core/date.ts'
import { duties } from '@talaan/ledger/tax/calendar/forms.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { attachmentLimitBytes, attachmentTypes, pageOfPdf } from './documents.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { adminsAndAccountants, everyone } from './roles.ts'

/** For each subject. */
export const maximumNotes = 200
export const noteLength = 2000

export const noteProblems = {
  notThere: { code: 'notes.notThere', status: 404, sentence: 'This file or note does not exist. Reload the page.' },
  removed: {
    code: 'notes.removed',
    status: 409,
    sentence: 'This file or note has already been removed. Reload the page to see who removed it and why.',
  },
  idUsed: {
    code: 'notes.idUsed',
    status: 409,
    sentence: 'This file or note was already added with different content. Reload the page and try again.',
  },
  tooMany: {
    code: 'notes.tooMany',
    status: 422,
    sentence: `A page can have at most ${maximumNotes} files and notes. Remove one to add another.`,
  },
} satisfies Record<string, Problem>

/** The record to which a file or note belongs. */
export const noteSubject = z.union([
  z.strictObject({ party: z.uuid() }),
  z.strictObject({ document: z.uuid() }),
  z.strictObject({ statement: z.uuid() }),
  z.strictObject({ duty: z.enum(duties), period: day }),
])
export type NoteSubject = z.infer<typeof noteSubject>

export const addedNote = z.object({
  id: z.uuid(),
  text: z.string(),
  file: z.nullable(
    z.object({
      name: z.string(),
      type: z.enum(Object.keys(attachmentTypes) as (keyof typeof attachmentTypes)[]),
      bytes: z.int(),
    }),
  ),
  by: z.string(),
  at: z.string(),
  removed: z.nullable(z.object({ by: z.string(), at: z.string(), reason: z.string() })),
})
export type AddedNote = z.infer<typeof addedNote>

/** Newest first; removed files and notes stay in the list with the reason. */
export const listNotes = endpoint({
  name: 'notes.list',
  method: 'GET',
  path: '/api/notes',
  access: everyone,
  query: noteSubject,
  answer: z.object({ notes: z.array(addedNote) }),
  failure: 'Files and notes could not be loaded. Try again.',
})

/** Adds a note only once, even if the call is repeated, because the page creates its id. */
export const addNote = endpoint({
  name: 'notes.add',
  method: 'PUT',
  path: '/api/notes/:noteId',
  access: everyone,
  params: z.strictObject({ noteId: z.uuid() }),
  query: noteSubject,
  body: z.strictObject({
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter a note.'),
        z.maxLength(noteLength, `A note can have at most ${noteLength} characters.`),
      ),
  }),
  answer: z.object({ note: addedNote }),
  failure: "The note may not have been saved. Try again; it won't be saved twice.",
})

const file = { id: z.uuid(), name: z.string().check(z.minLength(1, 'Enter a file name.'), z.maxLength(200)) }

/** The request body is the file, whose type is detected from its content. */
export const addFile = endpoint({
  name: 'notes.attach',
  method: 'POST',
  path: '/api/notes/files',
  access: everyone,
  query: z.union([
    z.strictObject({ ...file, party: z.uuid() }),
    z.strictObject({ ...file, document: z.uuid() }),
    z.strictObject({ ...file, statement: z.uuid() }),
    z.strictObject({ ...file, duty: z.enum(duties), period: day }),
  ]),
  bytesIn: true,
  bodyLimit: attachmentLimitBytes,
  answer: z.object({ note: addedNote }),
  failure: "The file may not have been added. Try again; it won't be added twice.",
})

export const downloadNote = endpoint({
  name: 'notes.download',
  logsRead: true,
  method: 'GET',
  path: '/api/notes/:noteId/file',
  access: everyone,
  params: z.strictObject({ noteId: z.uuid() }),
  bytesOut: true,
  failure: 'The file could not be loaded. Try again.',
})

/** As for attachments. */
export const listNotePages = endpoint({
  name: 'notes.pages',
  logsRead: true,
  method: 'GET',
  path: '/api/notes/:noteId/pages',
  access: everyone,
  params: z.strictObject({ noteId: z.uuid() }),
  answer: z.object({ pages: z.int() }),
  failure: 'The pages of the file could not be loaded. Try again.',
})

export const getNotePage = endpoint({
  name: 'notes.page',
  method: 'GET',
  path: '/api/notes/:noteId/pages/:page',
  access: everyone,
  params: z.strictObject({ noteId: z.uuid(), page: pageOfPdf }),
  bytesOut: true,
  failure: 'The page could not be loaded. Try again.',
})

export const removeNote = endpoint({
  name: 'notes.remove',
  method: 'POST',
  path: '/api/notes/:noteId/removal',
  access: adminsAndAccountants,
  params: z.strictObject({ noteId: z.uuid() }),
  body: z.strictObject({
    reason: z.string().check(z.trim(), z.minLength(5, 'Enter at least five characters.'), z.maxLength(500)),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The file or note may not have been removed. Reload the page and check.',
})
