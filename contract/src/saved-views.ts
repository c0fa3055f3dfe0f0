// Saved views: reports with their dates and options, and lists with their filters, saved under a name for one user or
// for everyone.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { categoryPages, documentTypesIn } from './cards.ts'
import { everyone } from './roles.ts'

export const savedViewLimit = 50

export const savedViewProblems = {
  taken: {
    code: 'views.taken',
    status: 409,
    sentence: 'You already have a view with this name. Choose another name, or delete that view first.',
  },
  tooMany: {
    code: 'views.tooMany',
    status: 409,
    sentence: `You can save at most ${savedViewLimit} views. Delete one that you no longer use.`,
  },
} satisfies Record<string, Problem>

export const viewName = z
  .string('Enter a name for the view.')
  .check(z.trim(), z.minLength(1, 'Enter a name for the view.'), z.maxLength(80, 'Use at most 80 characters.'))

const savedView = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** All users who may open the page see the view. */
  shared: z.boolean(),
  /** The user who saved it; null for the user's own views. */
  by: z.nullable(z.string()),
  /** A view can be deleted by its owner; a view for everyone, also by accountants. */
  canRemove: z.boolean(),
})

/** The pages whose address can be saved: lists with their filters, and reports with their options. */
const lists = [
  '/transactions',
  ...categoryPages.flatMap(({ path, category }) => (documentTypesIn(category).length > 0 ? [path] : [])),
]
const savedAddress = new RegExp(`^(/financialreport([/?][\\w\\-/?=&%.]*)?|(${lists.join('|')})(\\?[\\w\\-=&%.+]*)?)$`)

export const listViews = endpoint({
  name: 'views.list',
  method: 'GET',
  path: '/api/views',
  access: everyone,
  activity: false,
  answer: z.object({ views: z.array(savedView) }),
  failure: 'Your views could not be loaded. Reload the page.',
})

export const saveView = endpoint({
  name: 'views.save',
  method: 'PUT',
  path: '/api/views/:viewId',
  access: everyone,
  params: z.strictObject({ viewId: z.uuid() }),
  body: z.strictObject({
    name: viewName,
    shared: z.optional(z.boolean()),
    address: z
      .string()
      .check(z.maxLength(500), z.regex(savedAddress, 'You can save only a report or a list of documents.')),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The view may not have been saved. Reload the page and check.',
})

export const removeView = endpoint({
  name: 'views.remove',
  method: 'DELETE',
  path: '/api/views/:viewId',
  access: everyone,
  params: z.strictObject({ viewId: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The view may not have been deleted. Reload the page and check.',
})
