// Credits of other, not void documents to a document, and its statutory discount.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { emptyFacts } from '@talaan/ledger/documents/facts.ts'
import type { Credited } from '@talaan/ledger/documents/facts.ts'
import { invoiceFields } from '@talaan/ledger/documents/invoice/fields.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { FactOfBooks } from './fact.ts'

export const credited: FactOfBooks<'credited'> = {
  isAsked: (documentId) => documentId !== null,
  async gather(db, documentId, { draftId }) {
    if (documentId === null) return emptyFacts.credited
    const { rows } = await sql<Omit<Credited, 'discountFor'>>`
      select coalesce(sum(total), 0)::bigint as total, coalesce(sum(taxes.vat), 0)::bigint as vat,
        coalesce(sum(taxes.statutory), 0)::bigint as statutory, coalesce(array_agg(number order by number), '{}') as by
      from document_link join document on document.id = document_id
      cross join lateral (
        select -coalesce(sum(vat), 0) as vat,
          coalesce(sum(credit - debit) filter (where account = ${accounts.statutoryDiscounts}), 0) as statutory
        from line join entry on entry.no = line.entry_no
        where entry.document_id = document.id and entry.reverses is null
      ) as taxes
      where linked_id = ${documentId}::uuid and relation = 'credit_of' and draft_id <> ${draftId}::uuid
        and not exists (select from document_void where document_void.document_id = document.id)`.execute(db)
    return { ...emptyFacts.credited, ...rows[0], discountFor: await discountOf(db, documentId) }
  },
}

/** Whose statutory discount the credited invoice has. */
async function discountOf(db: Kysely<Tables>, documentId: string): Promise<Credited['discountFor']> {
  const invoice = await db
    .selectFrom('document')
    .select('fields')
    .where('id', '=', documentId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  return invoice === undefined ? '' : invoiceFields.parse(invoice.fields).discountFor
}
