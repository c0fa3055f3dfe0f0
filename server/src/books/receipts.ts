// Documents whose evidence comes from outside: the invoice or receipt of the supplier.
import { sql } from 'kysely'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'

export const receiptTypes: readonly DocumentTypeName[] = ['bill', 'pettycash']

/** No file was recorded with `document`, or added to it later. */
export const hasNoReceipt = sql<boolean>`(
  not exists (select from attachment where attachment.document_id = document.id)
  and not exists (select from added_note where added_note.document_id = document.id and sha256 is not null
    and not exists (select from added_note_removal where note_id = added_note.id)))`
