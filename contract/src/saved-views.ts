// Saved views: reports with their dates and options, stored per person under a name.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { accountants } from './roles.ts'

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
    sentence: `At most ${savedViewLimit} views can be saved. Delete one that you no longer use.`,
  },
} satisfies Record<string, Problem>

export const viewName = z
  .string('Enter a name for the view.')
  .check(z.trim(), z.minLength(1, 'Enter a name for the view.'), z.maxLength(80, 'A name has at most 80 characters.'))

const savedView = z.object({ id: z.string(), name: z.string(), address: z.string() })

export const listViews = endpoint({
  name: 'views.list',
  method: 'GET',
  path: '/api/views',
  access: accountants,
  activity: false,
  answer: z.object({ views: z.array(savedView) }),
  failure: 'Your views could not be loaded.',
})

export const saveView = endpoint({
  name: 'views.save',
  method: 'PUT',
  path: '/api/views/:viewId',
  access: accountants,
  params: z.strictObject({ viewId: z.uuid() }),
  body: z.strictObject({
    name: viewName,
    address: z
      .string()
      .check(
        z.maxLength(500),
        z.regex(/^\/financialreport([/?][\w\-/?=&%.]*)?$/, 'Only a report can be saved as a view.'),
      ),
  }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The view may not have been saved. Reload the page and check.',
})

export const removeView = endpoint({
  name: 'views.remove',
  method: 'DELETE',
  path: '/api/views/:viewId',
  access: accountants,
  params: z.strictObject({ viewId: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The view may not have been deleted. Reload the page and check.',
})
