// The seals of a document (part of the chain, next to its entry), of a closed month, and of a return.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { noSeal, sealedText } from '@talaan/ledger/accounts/closing.ts'
import { addMonths, endOfMonth, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { canonical } from '@talaan/ledger/core/digest.ts'
import { boundText } from '@talaan/ledger/proof/bound-book.ts'
import { documentText } from '@talaan/ledger/proof/chain.ts'
import type { AuditHead } from '../platform/audit/sealing.ts'
import { instant, timestamp } from '../platform/clock.ts'
import { sha256 } from './journal.ts'
import type { RowOf, Tables } from '../platform/db/tables.ts'

/** A timestamp as sealed: to the millisecond, as it was written, ignoring any further digits of a row. */
const moment = (text: string): string => timestamp(instant(text)) + (/\.\d{3}(\d+)/.exec(text)?.[1] ?? '')

/** Documents recorded now are sealed with every column; earlier ones keep their version of the seal. */
export const sealVersion = 2

export type SealedAttachment = Omit<RowOf<'attachment'>, 'document_id'>
export type SealedRow = Omit<RowOf<'document'>, 'search_words'>
type Leaf = Omit<RowOf<'cheque'>, 'document_id'> | null

/** A document and its attachments as sealed. */
export function sealedDocument(row: SealedRow, attachments: readonly SealedAttachment[], leaf: Leaf) {
  const { id, kind, number, external_no, day, due_day, party_id, memo, total, fields, receipt } = row
  const first = {
    id,
    kind,
    number,
    external_no,
    day,
    due_day,
    party_id,
    memo,
    total,
    fields,
    receipt,
    digest: row.digest,
    recorded_by: row.recorded_by,
  }
  if (row.seal_version !== sealVersion)
    return { document: first, papers: attachments.map(({ name, sha256: content }) => ({ name, content })) }
  const { draft_id, series, year, serial, party_name, party_tin, search_text } = row
  const cheque = leaf && {
    account: leaf.account,
    no: leaf.no,
    payee: leaf.payee,
    day: leaf.day,
    amount: leaf.amount.toString(),
  }
  return {
    document: {
      ...first,
      ...({ seal_version: sealVersion, draft_id, series, year, serial, party_name, party_tin, cheque } as const),
      recorded_at: moment(row.recorded_at),
      search_digest: sha256(search_text),
    },
    papers: attachments.map((file) => ({
      id: file.id,
      seq: file.seq.toString(),
      draft_id: file.draft_id,
      user_id: file.user_id,
      name: file.name,
      type: file.type,
      bytes: file.bytes,
      content: file.sha256,
      attached_at: moment(file.attached_at),
    })),
  }
}

/**
 * Digest over the whole document, its attachments and, for a void, its reason: sealed by the chain next to the entry.
 */
export function sealOf(
  row: SealedRow,
  attachments: readonly SealedAttachment[],
  leaf: Leaf,
  reason: string | null,
): string {
  const sealed = sealedDocument(row, attachments, leaf)
  return sha256(documentText(sealed.document, sealed.papers, reason))
}

/** The data sealed with documents. */
export async function sealedWith(
  db: Kysely<Tables>,
  documentIds: readonly string[],
): Promise<{
  attachments: ReadonlyMap<string | null, SealedAttachment[]>
  leaves: ReadonlyMap<string, RowOf<'cheque'>>
}> {
  const named = sql<boolean>`document_id = any(${[...documentIds]}::uuid[])`
  const attachments = await db.selectFrom('attachment').selectAll().where(named).orderBy('seq').execute()
  const leaves = await db.selectFrom('cheque').selectAll().where(named).execute()
  return {
    attachments: Map.groupBy(attachments, ({ document_id }) => document_id),
    leaves: new Map(leaves.map((leaf) => [leaf.document_id, leaf])),
  }
}

/** The data of a bound book: its stored files, and the digest of each page. */
export type BoundWith = {
  files: readonly (Pick<RowOf<'bound_book_file'>, 'format' | 'file_id'> &
    Pick<RowOf<'book_file'>, 'job_id' | 'position' | 'name' | 'type' | 'bytes' | 'sha256'>)[]
  pages: readonly Pick<RowOf<'bound_book_page'>, 'page' | 'digest'>[]
}

/** The row of a bound book as in its digest. */
export function boundRow({ digest: _, ...book }: RowOf<'bound_book'>) {
  return { ...book, bound_at: moment(book.bound_at) }
}

/** The digest of a bound book: over its own row, its files and its pages. */
export function boundDigest(row: RowOf<'bound_book'>, { files, pages }: BoundWith): string {
  return sha256(boundText({ book: boundRow(row), files, pages }))
}

export async function boundWith(db: Kysely<Tables>, bookId: string): Promise<BoundWith> {
  const files = await db
    .selectFrom('bound_book_file')
    .innerJoin('book_file', 'book_file.id', 'file_id')
    .select(['format', 'file_id', 'book_file.job_id', 'position', 'name', 'type', 'bytes', 'sha256'])
    .where('bound_book_id', '=', bookId)
    .orderBy('position')
    .execute()
  const pages = await db
    .selectFrom('bound_book_page')
    .select(['page', 'digest'])
    .where('bound_book_id', '=', bookId)
    .orderBy('page')
    .execute()
  return { files, pages }
}

/** The sealed end of the audit trail when a month was closed; null in months closed before sealing existed. */
export const auditHeadIn = (row: Pick<RowOf<'period'>, 'audit_position' | 'audit_hash'>): AuditHead | null =>
  row.audit_position === null || row.audit_hash === null ? null : { position: row.audit_position, hash: row.audit_hash }

/**
 * The recomputed seal of a month from its entries, the previous seal and the end of the audit trail at its closing, and
 * the number of entries it covers.
 */
export async function monthSeal(
  db: Kysely<Tables>,
  month: Month,
  acts: AuditHead | null,
): Promise<{ seal: string; entries: number }> {
  const before = await db
    .selectFrom('period')
    .select('seal')
    .where('month', '=', addMonths(month, -1))
    .executeTakeFirst()
  const { rows } = await sql<{ hash: string }>`
    select hash from entry where day between ${startOfMonth(month)}::date and ${endOfMonth(month)}::date order by no`.execute(
    db,
  )
  const hashes = rows.map(({ hash }) => hash)
  const previous = before?.seal ?? noSeal
  return { seal: sha256(sealedText({ month, previous, hashes, acts })), entries: hashes.length }
}

/** The digest of one budget change, independent of the order of its figures. */
export function budgetDigest(figures: readonly { account: string; month: Month; amount: bigint }[]): string {
  const lines = figures.map(({ account, month, amount }) => `${account} ${month} ${amount}`)
  return sha256(lines.toSorted().join('\n'))
}

export type SealedFiling = {
  form: string
  period: Day
  revision: string
  amendment: number
  filed_on: Day
  reference: string
  last_entry: bigint
  content: unknown
  files: readonly { name: string; sha256: string }[]
}

/** The content of a filing's digest; verify recomputes it from the rows. */
export function filingDigest(filing: SealedFiling): string {
  const { form, period, revision, amendment, filed_on, reference, last_entry, content, files } = filing
  return sha256(canonical({ form, period, revision, amendment, filed_on, reference, last_entry, content, files }))
}
