// Checks of bound books.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { bookWords } from '@talaan/ledger/looseleaf/book.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { boundDigest, boundWith } from '../seal.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

/** Stored files must match their digests, and the entries must still have the printed number and totals. */
export async function boundProblems(db: Db): Promise<string[]> {
  const problems = [...(await fileProblems(db)), ...(await rowProblems(db))]
  const { rows } = await sql<{ problem: string }>`
    select 'The bound book ' || book || ' of ' || first_month || ' has ' || bound_book.entries || ' entries of '
      || bound_book.debit || ' centavos; the books have ' || coalesce(now.entries, 0) || ' of ' || coalesce(now.debit, 0) || '.' as problem
    from bound_book cross join lateral (
      select count(distinct entry.no) as entries, sum(debit) as debit, sum(credit) as credit
      from entry join line on entry_no = entry.no
      where entry.no <= last_entry and entry.day >= to_date(first_month, 'YYYY-MM')
        and entry.day < to_date(last_month, 'YYYY-MM') + interval '1 month'
        and (book = 'general-ledger' or journal = case book when 'general-journal' then 'GJ' when 'cash-receipts' then 'CRJ'
          when 'cash-disbursements' then 'CDJ' when 'sales' then 'SJ' else 'PJ' end)
    ) as now
    where (bound_book.entries, bound_book.debit, bound_book.credit)
      is distinct from (coalesce(now.entries, 0), coalesce(now.debit, 0)::bigint, coalesce(now.credit, 0)::bigint) limit 20`.execute(
    db,
  )
  return [...problems, ...rows.map(({ problem }) => problem)]
}

/** Stored files, of all books or of one, must match their digests. */
export async function fileProblems(db: Db, bookId?: string): Promise<string[]> {
  const problems: string[] = []
  const files = await db
    .selectFrom('bound_book_file')
    .innerJoin('book_file', 'book_file.id', 'file_id')
    .select(['book_file.id', 'name', 'bytes', 'sha256', 'kept_until'])
    .$if(bookId !== undefined, (query) => query.where('bound_book_id', '=', bookId ?? ''))
    .orderBy('name')
    .execute()
  for (const { id, name, bytes, sha256: kept, kept_until } of files) {
    const digest = createHash('sha256')
    let size = 0
    for (let position = 1; ; position++) {
      const part = await db
        .selectFrom('book_file_part')
        .select('content')
        .where('file_id', '=', id)
        .where('position', '=', position)
        .executeTakeFirst()
      if (part === undefined) break
      digest.update(part.content)
      size += part.content.length
    }
    if (digest.digest('hex') !== kept || BigInt(size) !== bytes || kept_until !== null)
      problems.push(`The bound book ${name} was changed after binding.`)
  }
  return problems
}

/** The stored details and pages of a book must be the same as when it was bound. */
export async function rowProblems(db: Db, bookId?: string): Promise<string[]> {
  const problems: string[] = []
  const books = await db
    .selectFrom('bound_book')
    .selectAll()
    .where('digest', 'is not', null)
    .$if(bookId !== undefined, (query) => query.where('id', '=', bookId ?? ''))
    .orderBy('id')
    .execute()
  for (const book of books)
    if (book.digest !== boundDigest(book, await boundWith(db, book.id)))
      problems.push(
        `The bound book ${book.book} of ${book.first_month} (${book.id}) or one of its pages or files was changed after binding.`,
      )
  return problems
}

type Row = Pick<RowOf<'bound_book'>, 'book' | 'first_month' | 'last_month' | 'last_entry'>

/** Entries recorded in the months of a book after it was bound. Posted entries never change, so entries can only be added. */
export async function recordedSince(
  db: Db,
  row: Row,
): Promise<{ entries: number; debit: Money; credit: Money } | null> {
  const { journal } = bookWords[row.book]
  const { rows } = await sql<{ entries: number; debit: string; credit: string }>`
    select count(distinct entry.no)::int as entries, coalesce(sum(debit), 0) as debit, coalesce(sum(credit), 0) as credit
    from entry join line on entry_no = entry.no
    where entry.no > ${row.last_entry}::bigint and entry.day >= to_date(${row.first_month}, 'YYYY-MM')
      and entry.day < to_date(${row.last_month}, 'YYYY-MM') + interval '1 month'
      and ${journal === null ? sql`true` : sql`journal = ${journal}`}`.execute(db)
  const [later] = rows
  return later === undefined || later.entries === 0
    ? null
    : { entries: later.entries, debit: BigInt(later.debit), credit: BigInt(later.credit) }
}
