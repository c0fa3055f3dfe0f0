// Bookmarks: a user's favorite cards. The server uses only the card's id and takes the rest from the table of cards.
import { z } from '@talaan/ledger/core/zod.ts'
import { categories } from './cards.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { everyone } from './roles.ts'

export const bookmarkRefreshMs = 300_000

export const bookmarkWords = {
  title: 'Favorites / Bookmarked',
  none: 'No bookmarks yet.',
  addFailed: 'Failed to bookmark.',
  removeFailed: 'Failed to remove bookmark.',
  added: 'Bookmark added',
  removed: 'Bookmark removed',
} as const

export const bookmarkProblems = {
  noSuchCard: { code: 'bookmarks.noSuchCard', status: 404, sentence: 'This card does not exist. Reload the page.' },
} satisfies Record<string, Problem>

export const bookmark = z.object({
  _id: z.optional(z.string()),
  cardId: z.string(),
  title: z.string(),
  description: z.string(),
  buttonText: z.string(),
  buttonLink: z.string(),
  category: z.enum(categories),
})
export type Bookmark = z.infer<typeof bookmark>

export const listBookmarks = endpoint({
  name: 'bookmarks.list',
  method: 'GET',
  path: '/api/bookmarks',
  access: everyone,
  activity: false,
  answer: z.object({ bookmarks: z.array(bookmark) }),
  failure: 'Bookmarks could not be loaded. Reload the page.',
})

const cardId = z.string().check(z.maxLength(64))

export const addBookmark = endpoint({
  name: 'bookmarks.add',
  method: 'POST',
  path: '/api/bookmarks',
  access: everyone,
  // The client in the specification sends the whole bookmark; only the card's id is used.
  body: z.strictObject({
    _id: z.optional(z.string().check(z.maxLength(64))),
    cardId,
    title: z.optional(z.string().check(z.maxLength(200))),
    description: z.optional(z.string().check(z.maxLength(500))),
    buttonText: z.optional(z.string().check(z.maxLength(200))),
    buttonLink: z.optional(z.string().check(z.maxLength(200))),
    category: z.optional(z.string().check(z.maxLength(64))),
  }),
  answer: z.object({ success: z.literal(true), bookmark }),
  failure: bookmarkWords.addFailed,
})

export const removeBookmark = endpoint({
  name: 'bookmarks.remove',
  method: 'DELETE',
  path: '/api/bookmarks/:cardId',
  access: everyone,
  params: z.strictObject({ cardId }),
  answer: z.object({ success: z.literal(true) }),
  failure: bookmarkWords.removeFailed,
})
