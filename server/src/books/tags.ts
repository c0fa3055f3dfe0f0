// The tags of documents: the condition of a filter, and the tags that a draft carries to its document.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { tagKinds, tagWords } from '@talaan/contract/tag-kinds.ts'
import type { ChosenTags, TagFilters, TagKind, TagLabel } from '@talaan/contract/tag-kinds.ts'
import type { Tables } from '../platform/db/tables.ts'

type Db = Kysely<Tables>

/** Whether the document in a column has the tags of a filter; undefined without a filter. */
export function hasTags(column: string, filters: TagFilters): RawBuilder<boolean> | undefined {
  const conditions = tagKinds.flatMap((kind) => {
    const value = filters[kind]
    if (value === undefined) return []
    const tagged = sql`select from document_tag where document_tag.document_id = ${sql.ref(column)}`
    return [
      value === 'none'
        ? sql`not exists (${tagged} and document_tag.kind = ${kind})`
        : sql`exists (${tagged} and tag_id = ${value}::uuid and document_tag.kind = ${kind})`,
    ]
  })
  return conditions.length === 0 ? undefined : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Whether the document of `entry` has the tag of a kind with a name; null is none. */
export const hasTagNamed = (kind: TagKind, name: string | null): RawBuilder<boolean> => {
  const tagged = sql`select from document_tag join tag on tag.id = tag_id
    where document_tag.document_id = entry.document_id and document_tag.kind = ${kind}`
  return name === null ? sql<boolean>`not exists (${tagged})` : sql<boolean>`exists (${tagged} and tag.name = ${name})`
}

/** The filter in words, such as 'Project: Tower' and 'No branch'. */
export async function tagFilterWords(db: Db, filters: TagFilters): Promise<string[]> {
  const ids = tagKinds.flatMap((kind) => filters[kind] ?? []).filter((value) => value !== 'none')
  const named = new Map((await tagsWithIds(db, ids)).map(({ id, name }) => [id, name]))
  return tagKinds.flatMap((kind) => {
    const value = filters[kind]
    if (value === undefined) return []
    return [tagWords(kind, value === 'none' ? null : (named.get(value) ?? 'unknown'))]
  })
}

export async function tagsWithIds(db: Db, ids: readonly string[]): Promise<(TagLabel & { active: boolean })[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('tag')
    .select(['id', 'kind', 'name', 'active'])
    .where(({ eb }) => eb('id', '=', sql<string>`any(${[...ids]}::uuid[])`))
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as TagKind }))
}

/** The tags of templates that can still be chosen. */
export async function activeTags(db: Db, tags: ChosenTags | null): Promise<ChosenTags> {
  const found = await tagsWithIds(
    db,
    tagKinds.flatMap((kind) => tags?.[kind] ?? []),
  )
  const active = found.filter(({ id, kind, active: isActive }) => isActive && tags?.[kind] === id)
  return Object.fromEntries(active.map(({ id, kind }) => [kind, id]))
}

/** The tags that were chosen in the form. One that was deactivated since then is kept. */
export async function tagsOfDraft(db: Db, fields: unknown): Promise<TagLabel[]> {
  const read = draftTags.safeParse(fields)
  if (!read.success) return []
  const ids = tagKinds.flatMap((kind) => read.data.tags[kind] ?? [])
  const found = await tagsWithIds(db, ids)
  return found.filter(({ id, kind }) => read.data.tags[kind] === id)
}
const draftTag = z.optional(z.nullable(z.uuid()))
const draftTags = z.object({ tags: z.object({ project: draftTag, department: draftTag, branch: draftTag }) })
