// The open items of documents that a document settles, applies or credits.
import { sql } from 'kysely'
import { itemKey } from '@talaan/ledger/documents/facts.ts'
import { openItems } from '../open-items.ts'
import type { FactOfBooks } from './fact.ts'

/** By account; voided documents are left out. */
export const items: FactOfBooks<'items'> = {
  isAsked: (documents) => documents.length > 0,
  async gather(db, documents) {
    if (documents.length === 0) return new Map()
    const found = await openItems(db, sql`document.id = any(${[...documents]}::uuid[])`)
    return new Map(found.map((item) => [itemKey(item.documentId, item.account), item]))
  },
}
