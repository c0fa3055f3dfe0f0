// The kinds of tags, and their filters in lists and reports.
import { z } from '@talaan/ledger/core/zod.ts'

export const tagKinds = ['project', 'department', 'branch'] as const
export type TagKind = (typeof tagKinds)[number]

export const tagKindWords: Record<TagKind, { one: string; several: string }> = {
  project: { one: 'Project', several: 'Projects' },
  department: { one: 'Department', several: 'Departments' },
  branch: { one: 'Branch', several: 'Branches' },
}

export const tagLabel = z.object({ id: z.uuid(), kind: z.enum(tagKinds), name: z.string() })
export type TagLabel = z.infer<typeof tagLabel>

/** Documents with this tag, or with no tag of its kind. */
const filter = z.optional(z.union([z.literal('none'), z.uuid()], 'Choose a tag from the list.'))
export const tagFilters = { project: filter, department: filter, branch: filter }
export type TagFilters = z.output<z.ZodMiniObject<typeof tagFilters>>

/** The tags with which documents are recorded. */
const chosen = z.optional(z.uuid('Choose a tag from the list.'))
export const chosenTags = z.strictObject({ project: chosen, department: chosen, branch: chosen })
export type ChosenTags = z.output<typeof chosenTags>

/** 'Project: Tower', 'No project' */
export const tagWords = (kind: TagKind, name: string | null): string =>
  name === null ? `No ${kind}` : `${tagKindWords[kind].one}: ${name}`
