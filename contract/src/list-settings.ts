// How each user arranges a list: its columns with their order and widths, and whether the document is shown next to the
// list.
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import { everyone } from './roles.ts'

/** The lists for each type of document, and the list of all types. */
export const listNames = [...documentTypeNames, 'transactions'] as const
export type ListName = (typeof listNames)[number]

export const columnWidths = { least: 60, most: 640 } as const

const listColumn = z.strictObject({
  key: z.string().check(z.regex(/^[A-Za-z][\w-]{0,40}$/)),
  isShown: z.boolean(),
  /** In pixels; null for a width that fits the content. */
  width: z.nullable(z.int().check(z.minimum(columnWidths.least), z.maximum(columnWidths.most))),
})
export type ListColumn = z.infer<typeof listColumn>

const listSetting = z.strictObject({
  /** In order; empty for the usual columns. A column that is missing has its usual place. */
  columns: z.array(listColumn).check(z.maxLength(30)),
  isSplit: z.boolean(),
})
export type ListSetting = z.infer<typeof listSetting>

export const getListSettings = endpoint({
  name: 'lists.settings',
  method: 'GET',
  path: '/api/list-settings',
  access: everyone,
  activity: false,
  answer: z.object({ lists: z.array(z.extend(listSetting, { list: z.string() })) }),
  failure: 'The columns of your lists could not be loaded. Reload the page.',
})

export const saveListSetting = endpoint({
  name: 'lists.arrange',
  method: 'PUT',
  path: '/api/list-settings/:list',
  access: everyone,
  params: z.strictObject({ list: z.enum(listNames) }),
  body: listSetting,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The columns may not have been saved. Reload the page and check.',
})
