// The tags that documents can have: added, renamed, and deactivated. A tag is never removed, as documents have it.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { BodyOf } from '@talaan/contract/endpoint.ts'
import { changeTag, maxTags } from '@talaan/contract/settings.ts'
import { tagKindWords } from '@talaan/contract/tag-kinds.ts'
import type { TagKind } from '@talaan/contract/tag-kinds.ts'
import { lockHead } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { assertSame, recordChange, refuse } from './changes.ts'
import type { ChangeContext } from './changes.ts'

export async function putTag(
  trx: Transaction<Tables>,
  change: ChangeContext,
  id: string,
  { was, now }: BodyOf<typeof changeTag>,
): Promise<void> {
  await lockHead(trx)
  const all = await trx.selectFrom('tag').select(['id', 'kind', 'name', 'active']).execute()
  const found = all.find((one) => one.id === id)
  const before = found && { kind: found.kind as TagKind, name: found.name, active: found.active }
  assertSame(before, was, 'This tag has already been saved. Reload the page.')
  const { one, several } = tagKindWords[now.kind]
  const alike = all.find((other) => other.id !== id && other.kind === now.kind && isSame(other.name, now.name))
  if (alike !== undefined)
    refuse(
      'name',
      alike.active
        ? `There is already a ${one.toLowerCase()} with this name. Choose another name.`
        : `There is already an inactive ${one.toLowerCase()} with this name. Activate it, or choose another name.`,
    )
  if (found === undefined && all.filter(({ kind }) => kind === now.kind).length >= maxTags)
    refuse(
      'kind',
      `You already have ${maxTags} ${several.toLowerCase()}, which is the maximum. Rename one that you no longer use.`,
    )
  if (found !== undefined && found.kind !== now.kind) {
    const used = await trx
      .selectFrom('document_tag')
      .select(sql<number>`count(*)::int`.as('documents'))
      .where('tag_id', '=', id)
      .executeTakeFirstOrThrow()
    if (used.documents > 0)
      refuse(
        'kind',
        `${used.documents} ${used.documents === 1 ? 'document has' : 'documents have'} this tag, so its kind can't change. Add a new tag instead.`,
      )
  }
  if (found === undefined)
    await trx
      .insertInto('tag')
      .values({ id, ...now })
      .execute()
  else await trx.updateTable('tag').set(now).where('id', '=', id).execute()
  await recordChange(trx, change, {
    action: changeTag.name,
    what: `${one} ${now.name}`,
    before: before ?? null,
    now,
  })
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
