// Links from one document to another. A document cannot be voided while a document that is not void links to it.
import { sql } from 'kysely'
import type { LinkEffect, Relation } from '@talaan/ledger/documents/effects.ts'
import type { StatedInBooks } from './effect.ts'

export const link: StatedInBooks<'link'> = {
  write(links, { documentId }) {
    if (links.length === 0) return undefined
    const { byId, byNumber } = targetsOf(links)
    return {
      links: sql`
        insert into document_link (document_id, linked_id, relation)
        select ${documentId}::uuid, linked_id, relation
        from agreed, (
          select id as linked_id, relation
          from unnest(${byId.map(({ to }) => to)}::uuid[], ${byId.map(({ relation }) => relation)}::text[]) as given (id, relation)
          union all
          select document.id, relation
          from unnest(${byNumber.map(({ to }) => to)}::text[], ${byNumber.map(({ relation }) => relation)}::text[])
            as given (number, relation)
          join document using (number)
        ) as linked`,
    }
  },

  dependants: (documentId) => sql`
    select number from document_link join document on document.id = document_id
    where linked_id = ${documentId}::uuid
      and not exists (select from document_void where document_void.document_id = document.id)`,

  async stored(db, stated) {
    const { rows } = await sql<{ documentId: string; relation: Relation; id: string; number: string }>`
      select document_id as "documentId", relation, linked.id, linked.number
      from document_link join document as linked on linked.id = linked_id
      where document_id = any(${stated.map(({ documentId }) => documentId)}::uuid[])`.execute(db)
    const numbers = stated.flatMap(({ effects }) => targetsOf(effects).byNumber.map(({ to }) => to))
    const { rows: missing } = await sql<{ number: string }>`
      select number from unnest(${numbers}::text[]) as given (number)
      where not exists (select from document where document.number = given.number)`.execute(db)
    const areMissing = new Set(missing.map(({ number }) => number))
    return stated.flatMap(({ documentId, effects }) => [
      ...rows
        .filter((row) => row.documentId === documentId)
        .map(({ relation, id, number }) => ({ documentId, effect: named(relation, { id, number }, effects) })),
      // A number without a document gives no link.
      ...effects
        .filter(({ to }) => 'number' in to && areMissing.has(to.number))
        .map((effect) => ({ documentId, effect })),
    ])
  },
}

function targetsOf(links: readonly LinkEffect[]) {
  const byId = links.flatMap(({ relation, to }) => ('id' in to ? [{ relation, to: to.id }] : []))
  const byNumber = links.flatMap(({ relation, to }) => ('number' in to ? [{ relation, to: to.number }] : []))
  return { byId, byNumber }
}

/** A link as in the fields: by number if given, else by id. */
function named(
  relation: Relation,
  { id, number }: { id: string; number: string },
  effects: readonly LinkEffect[],
): LinkEffect {
  const isByNumber = effects.some((one) => one.relation === relation && 'number' in one.to)
  return { effect: 'link', relation, to: isByNumber ? { number } : { id } }
}
