// Importations: the bills in the books, and the entered customs data.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { CustomsEntry } from '@talaan/contract/tax-lists.ts'
import { firstDay, lastDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { ListedImportation } from '@talaan/ledger/tax/lists/checks.ts'
import { importationsByBill } from '@talaan/ledger/tax/lists/summaries.ts'
import type { BookedImportation } from '@talaan/ledger/tax/lists/summaries.ts'
import { displayName } from '@talaan/ledger/core/party.ts'
import type { Tables } from '../platform/db/tables.ts'
import { taxLines } from './tax-lines.ts'

type Db = Kysely<Tables>
export type Importation = BookedImportation & { entry: CustomsEntry | null }

/** For a period by payment to Customs, with bills without customs entry by their date; or for some documents. */
export async function importationsOf(
  db: Db,
  asked: { from: Day; to: Day } | { documents: readonly string[] },
): Promise<Importation[]> {
  const days = 'documents' in asked ? { from: firstDay, to: lastDay, ...asked } : { ...asked, unpaidImports: true }
  const booked = importationsByBill(await taxLines(db, days))
  const entries = await entriesOf(
    db,
    booked.map(({ document }) => document.id),
  )
  return booked.map((importation) => ({ ...importation, entry: entries.get(importation.document.id) ?? null }))
}

async function entriesOf(db: Db, documents: readonly string[]): Promise<ReadonlyMap<string, CustomsEntry>> {
  if (documents.length === 0) return new Map()
  const rows = await db
    .selectFrom('customs_entry')
    .select(['document_id', 'entry_no as entryNo', 'released', 'imported', 'country', 'dutiable', 'charges'])
    .select(['receipt_no as receiptNo', 'paid'])
    .where(({ eb }) => eb('document_id', '=', sql<string>`any(${[...documents]}::uuid[])`))
    .execute()
  return new Map(rows.map(({ document_id: id, ...entry }) => [id, entry]))
}

/** As in the list, with the entered data. */
export function listedImportation({ entry, ...booked }: Importation): ListedImportation {
  const { exempt, taxable, vat, supplier } = booked
  const name = supplier === null ? '' : displayName(supplier)
  return { ...booked, details: entry === null ? null : { ...entry, supplier: name, exempt, taxable, vat } }
}
