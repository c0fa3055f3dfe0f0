// Unidentified deposits, with open invoices of exactly the same amount.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { UnidentifiedDeposit } from '@talaan/contract/reconciliation.ts'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { openItems } from '../../books/open-items.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

/** The maximum number of invoices listed per amount, earliest due first. */
const maxLikely = 5

export async function unidentifiedDeposits(db: Db): Promise<UnidentifiedDeposit[]> {
  const deposits = await openItems(db, sql`item.account = ${accounts.unidentifiedDeposits} and item.open > 0`)
  if (deposits.length === 0) return []
  const amounts = deposits.map(({ open }) => open)
  const invoices = await openItems(
    db,
    sql`item.account = ${accounts.receivables} and item.party_id is not null and item.open = any(${amounts}::bigint[])`,
  )
  const names = await db
    .selectFrom('document')
    .innerJoin('entry', 'entry.document_id', 'document.id')
    .select(['document.id', 'entry.memo', 'document.party_name as party'])
    .where('entry.reverses', 'is', null)
    .where(
      'document.id',
      'in',
      [...deposits, ...invoices].map(({ documentId }) => documentId),
    )
    .execute()
  const byId = new Map(names.map((document) => [document.id, document]))
  return deposits.map(({ documentId, kind, number, day, open }) => ({
    documentId,
    kind,
    number,
    day,
    open,
    words: byId.get(documentId)?.memo ?? '',
    likely: invoices
      .filter((invoice) => invoice.open === open && invoice.partyId !== null)
      .slice(0, maxLikely)
      .map((invoice) => ({
        documentId: invoice.documentId,
        number: invoice.number,
        partyId: invoice.partyId ?? '',
        party: byId.get(invoice.documentId)?.party ?? '',
      })),
  }))
}
