// Find anything: notes, file names, the text that was read of files, and bank accounts by the last digits of their numbers.
import { duties } from '@talaan/ledger/tax/calendar/forms.ts'
import { day } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { everyone } from './roles.ts'

/** The page on which the result is. */
export const foundAt = z.union([
  z.object({ party: z.uuid(), name: z.string() }),
  z.object({ document: z.uuid(), kind: z.enum(documentTypeNames), name: z.string() }),
  z.object({ statement: z.uuid(), name: z.string() }),
  z.object({ duty: z.enum(duties), period: day }),
  z.object({ account: z.string(), name: z.string() }),
  z.object({ arrival: z.uuid(), name: z.string() }),
])
export type FoundAt = z.infer<typeof foundAt>

const found = z.object({
  id: z.string(),
  kind: z.enum(['note', 'file', 'text', 'account']),
  /** The text of the note, the name of the file, or the bank with the last digits. */
  title: z.string(),
  /** Of a text: the part with the words. */
  snippet: z.optional(z.string()),
  at: foundAt,
})
export type SearchHit = z.infer<typeof found>

/** The maximum number of results of each kind, newest first. */
export const maximumFound = 4

/** Returns only what the user may open. */
export const findAnything = endpoint({
  name: 'find.anything',
  method: 'GET',
  path: '/api/find',
  access: everyone,
  query: z.strictObject({ search: z.string().check(z.maxLength(100)) }),
  answer: z.object({ found: z.array(found) }),
  failure: 'Notes, files and bank accounts could not be searched. Try again.',
})
