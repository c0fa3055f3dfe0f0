// Credits of other, not void documents to a document.
import { sql } from 'kysely'
import type { Credited } from '@talaan/ledger/documents/facts.ts'
import type { FactOfBooks } from './fact.ts'

export const credited: FactOfBooks<'credited'> = {
  isAsked: (documentId) => documentId !== null,
  async gather(db, documentId, { draftId }) {
    const nothing: Credited = { total: 0n, vat: 0n, by: [] }
    if (documentId === null) return nothing
    const { rows } = await sql<Credited>`
      select coalesce(sum(total), 0)::bigint as total, coalesce(sum(taxes.vat), 0)::bigint as vat,
        coalesce(array_agg(number order by number), '{}') as by
      from document_link join document on document.id = document_id
      cross join lateral (
        select -coalesce(sum(vat), 0) as vat from line join entry on entry.no = line.entry_no
        where entry.document_id = document.id and entry.reverses is null
      ) as taxes
      where linked_id = ${documentId}::uuid and relation = 'credit_of' and draft_id <> ${draftId}::uuid
        and not exists (select from document_void where document_void.document_id = document.id)`.execute(db)
    return rows[0] ?? nothing
  },
}
