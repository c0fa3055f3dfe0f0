// The lookup of a printed code: the document is found by the beginning of its entry's hash, the page of a bound book by
// the beginning of its digest; then the chain, or the stored book, is verified again.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { readersOf } from '@talaan/contract/documents.ts'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import { checkCode, proofProblems } from '@talaan/contract/proof.ts'
import type { BookPage, Voucher } from '@talaan/contract/proof.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import { beginningOf, codeMistakes, codeOfDigest, oldCodeOf, readCode, readOldCode } from '@talaan/ledger/proof/code.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { fileProblems, recordedSince, rowProblems } from '../../books/verify/bound-books.ts'
import { entryProblems } from '../../books/verify/chain.ts'
import { attachmentProblems, sealProblems } from '../../books/verify/verify.ts'

type Db = Kysely<Tables>

export const proof: Feature = ({ db }) => [
  // One snapshot, so that nothing is recorded between finding the document and checking its entry.
  answers(checkCode, ({ query, viewer }) =>
    db.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => foundWith(trx, query.code, viewer)),
  ),
]

async function foundWith(db: Db, typed: string, { role }: Pick<Viewer, 'role'>): Promise<AnswerOf<typeof checkCode>> {
  const old = await boundBefore(db, typed)
  if (old !== null) return old
  const read = readCode(typed)
  if (!read.ok) {
    const message = codeMistakes[read.why]
    throw new Refusal(saying(proofProblems.mistyped, message), [{ path: ['code'], message }])
  }
  const { code } = read
  const answer = (await voucherWith(db, code)) ?? (await pageWith(db, code))
  if (answer === null) throw new Refusal(proofProblems.noSuchCode)
  const { found } = answer
  if (found.what === 'voucher' && !readersOf(found.kind).includes(role)) throw new Refusal(common.notAllowed)
  return answer
}

async function voucherWith(db: Db, code: string): Promise<AnswerOf<typeof checkCode> | null> {
  const rows = await db
    .selectFrom('entry')
    .innerJoin('document', 'document.id', 'entry.document_id')
    .innerJoin('users', 'users.id', 'document.recorded_by')
    .leftJoin('document_void', 'document_void.document_id', 'document.id')
    .leftJoin('users as voider', 'voider.id', 'voided_by')
    .select(['entry.no', 'entry.hash', 'document.id', 'kind', 'number', 'document.day', 'party_name', 'total'])
    .select(['users.client_id as recordedBy', 'recorded_at', 'reversal', 'document_void.reason', 'voided_at'])
    .select('voider.client_id as voidedBy')
    .where('entry.reverses', 'is', null)
    .where(sql<boolean>`left(hash, 12) = ${beginningOf(code)}`)
    .execute()
  const row = rows.find(({ hash }) => codeOfDigest(hash) === code)
  if (row === undefined) return null
  const kind = row.kind as Voucher['kind']
  const { reversal, reason, voidedBy } = row
  const found: Voucher = {
    what: 'voucher',
    id: row.id,
    kind,
    title: documentTypeOf(kind).words.title,
    number: row.number,
    day: row.day,
    party: row.party_name,
    total: row.total,
    recordedBy: row.recordedBy,
    recordedAt: row.recorded_at,
    entryNo: Number(row.no),
    hash: row.hash,
    voided:
      row.voided_at === null || reason === null || voidedBy === null
        ? null
        : { at: row.voided_at, by: voidedBy, reason },
  }
  const problems = [
    ...(await entryProblems(db, row.no)),
    ...(reversal === null ? [] : await entryProblems(db, reversal)),
    ...(await attachmentProblems(db, row.id)),
    ...(await sealProblems(db, row.day.slice(0, 7))),
  ]
  return { code, found, problems }
}

const pages = (db: Db) =>
  db
    .selectFrom('bound_book')
    .innerJoin('users', 'users.id', 'bound_by')
    .selectAll('bound_book')
    .select('users.client_id as boundBy')
    .select(
      sql<boolean>`exists (select from bound_book as later where later.book = bound_book.book and later.paper = bound_book.paper
        and later.first_month = bound_book.first_month and later.last_month = bound_book.last_month
        and later.version > bound_book.version)`.as('replaced'),
    )

async function pageWith(db: Db, code: string): Promise<AnswerOf<typeof checkCode> | null> {
  const rows = await db
    .selectFrom('bound_book_page')
    .selectAll()
    .where(sql<boolean>`left(digest, 12) = ${beginningOf(code)}`)
    .execute()
  const found = rows.find(({ digest }) => codeOfDigest(digest) === code)
  if (found === undefined) return null
  const book = await pages(db).where('bound_book.id', '=', found.bound_book_id).executeTakeFirstOrThrow()
  return pageAnswer(db, { code, book, page: found.page === 0 ? null : found.page })
}

/** Books bound before pages had their own codes have the beginning of their id on every page. */
async function boundBefore(db: Db, typed: string): Promise<AnswerOf<typeof checkCode> | null> {
  const digits = readOldCode(typed)
  if (digits === null) return null
  const books = await pages(db)
    .where(sql<boolean>`left(replace(bound_book.id::text, '-', ''), 12) = ${digits}`)
    .execute()
  const [book] = books
  return book === undefined ? null : pageAnswer(db, { code: oldCodeOf(book.id), book, page: null })
}

type Bound = Awaited<ReturnType<ReturnType<typeof pages>['executeTakeFirstOrThrow']>>

async function pageAnswer(
  db: Db,
  { code, book, page }: { code: string; book: Bound; page: number | null },
): Promise<AnswerOf<typeof checkCode>> {
  const later = await recordedSince(db, book)
  const found: BookPage = {
    what: 'page',
    book: book.book,
    paper: book.paper,
    firstMonth: book.first_month,
    lastMonth: book.last_month,
    version: book.version,
    page,
    firstPage: book.first_page,
    pages: book.pages,
    boundBy: book.boundBy,
    boundAt: book.bound_at,
    replaced: book.replaced,
    since: later && { entries: later.entries, debit: later.debit },
  }
  return { code, found, problems: [...(await rowProblems(db, book.id)), ...(await fileProblems(db, book.id))] }
}
