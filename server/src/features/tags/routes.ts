// Tags: the list that forms, filters and reports offer, and the tags of recorded documents.
import { sql } from 'kysely'
import { documentProblems, readersOf } from '@talaan/contract/documents.ts'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import { listTags, tagDocuments, tagProblems } from '@talaan/contract/tags.ts'
import { tagKinds, tagKindWords, tagWords } from '@talaan/contract/tag-kinds.ts'
import type { TagKind } from '@talaan/contract/tag-kinds.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Transaction } from 'kysely'
import { tagsWithIds } from '../../books/tags.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Trx = Transaction<Tables>

export const tags: Feature = ({ db: { kysely: db }, clock }) => [
  answers(listTags, async () => {
    const rows = await db
      .selectFrom('tag')
      .select(['id', 'kind', 'name', 'active'])
      .orderBy(sql`array_position(${[...tagKinds]}::text[], kind)`)
      .orderBy(sql`lower(name)`)
      .execute()
    return { tags: rows.map((row) => ({ ...row, kind: row.kind as TagKind })) }
  }),

  answers(tagDocuments, async ({ body, viewer, address }) =>
    db.transaction().execute(async (trx) => {
      const chosen = await chosenTags(trx, body.tags)
      // In one order, so that two people who tag the same documents wait for each other.
      const documents = await trx
        .selectFrom('document')
        .select(['id', 'kind', 'number'])
        .where(({ eb }) => eb('id', '=', sql<string>`any(${body.documentIds}::uuid[])`))
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
      if (documents.length < body.documentIds.length) throw new Refusal(documentProblems.notThere)
      if (documents.some(({ kind }) => !readersOf(kind as DocumentTypeName).includes(viewer.role)))
        throw new Refusal(common.notAllowed)
      const before = Map.groupBy(await tagsOf(trx, body.documentIds), ({ documentId }) => documentId)
      const at = timestamp(clock.now())
      let changed = 0
      for (const { id, number } of documents) {
        const had = new Map((before.get(id) ?? []).map(({ kind, tagId, name }) => [kind, { tagId, name }]))
        const different = chosen.filter(({ kind, tag }) => (had.get(kind)?.tagId ?? null) !== (tag?.id ?? null))
        if (different.length === 0) continue
        changed += 1
        const removed = different.filter(({ tag }) => tag === null).map(({ kind }) => kind)
        if (removed.length > 0)
          await trx.deleteFrom('document_tag').where('document_id', '=', id).where('kind', 'in', removed).execute()
        for (const { kind, tag } of different) {
          if (tag === null) continue
          const row = { tag_id: tag.id, tagged_by: viewer.userId, tagged_at: at }
          await trx
            .insertInto('document_tag')
            .values({ document_id: id, kind, ...row })
            .onConflict((conflict) => conflict.columns(['document_id', 'kind']).doUpdateSet(row))
            .execute()
        }
        const named = (name: (kind: TagKind) => string | null) =>
          Object.fromEntries(different.map(({ kind }) => [tagKindWords[kind].one, name(kind)]))
        await audit(trx, clock, {
          viewer,
          address,
          action: tagDocuments.name,
          object: { type: 'document', id },
          detail: {
            number,
            text: different.map(({ kind, tag }) => tagWords(kind, tag?.name ?? null)).join(', '),
            was: named((kind) => had.get(kind)?.name ?? null),
            now: named((kind) => different.find((one) => one.kind === kind)?.tag?.name ?? null),
          },
        })
      }
      return { changed, unchanged: documents.length - changed }
    }),
  ),
]

type Chosen = { kind: TagKind; tag: { id: string; name: string } | null }

/** The tags to set; null removes the tag of the kind. */
async function chosenTags(trx: Trx, requested: Partial<Record<TagKind, string | null | undefined>>): Promise<Chosen[]> {
  const found = await tagsWithIds(
    trx,
    tagKinds.flatMap((kind) => requested[kind] ?? []),
  )
  return tagKinds.flatMap((kind): Chosen[] => {
    const id = requested[kind]
    if (id === undefined) return []
    if (id === null) return [{ kind, tag: null }]
    const tag = found.find((one) => one.id === id && one.kind === kind)
    if (tag === undefined) throw new Refusal(tagProblems.notThere)
    if (!tag.active)
      throw new Refusal(saying(tagProblems.inactive, `${tagWords(kind, tag.name)} is inactive. Choose another one.`))
    return [{ kind, tag }]
  })
}

async function tagsOf(trx: Trx, documentIds: readonly string[]) {
  const rows = await trx
    .selectFrom('document_tag')
    .innerJoin('tag', 'tag.id', 'tag_id')
    .select(['document_id as documentId', 'document_tag.kind', 'tag_id as tagId', 'name'])
    .where(({ eb }) => eb('document_id', '=', sql<string>`any(${[...documentIds]}::uuid[])`))
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as TagKind }))
}
