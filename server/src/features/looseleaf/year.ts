// A fiscal year as self-verifying lines, and the page that checks them offline on any computer.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { FiscalYear } from '@talaan/ledger/looseleaf/book.ts'
import { addMonths, endOfMonth, startOfMonth } from '@talaan/ledger/core/date.ts'
import { noHash } from '@talaan/ledger/proof/chain.ts'
import { YearWriter } from '@talaan/ledger/proof/year-file.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import { lineOf } from '../../books/journal.ts'
import { auditHeadIn, boundRow, boundWith, sealedDocument, sealedWith } from '../../books/seal.ts'
import type { SealedAttachment } from '../../books/seal.ts'
import type { RowOf, Tables } from '../../platform/db/tables.ts'
import { bookCompany } from './read.ts'

type Db = Kysely<Tables>

const entriesAtOnce = 500n

const page = fileURLToPath(new URL('../../../../web/dist/verifier.html', import.meta.url))

/** The built page; null without the web pages. */
export async function verifierPage(): Promise<Uint8Array | null> {
  return existsSync(page) ? readFile(page) : null
}

/** The lines of a year in parts, up to the last entry at the beginning. */
export async function* yearAsLines(db: Db, { from, to }: Pick<FiscalYear, 'from' | 'to'>): AsyncGenerator<string> {
  const writer = new YearWriter()
  const company = await bookCompany(db)
  const [first, last] = [startOfMonth(from), endOfMonth(to)]
  // Read before the last entry, so that no book has later entries.
  const books = await db
    .selectFrom('bound_book')
    .selectAll()
    .where('first_month', '>=', from)
    .where('last_month', '<=', to)
    .orderBy('bound_at')
    .orderBy('id')
    .execute()
  const { rows } = await sql<{ low: bigint | null; high: bigint | null }>`
    select min(no) as low, max(no) as high from entry where day between ${first}::date and ${last}::date`.execute(db)
  const low = rows[0]?.low ?? 1n
  const high = rows[0]?.high ?? 0n
  const before = await db
    .selectFrom('entry')
    .select('hash')
    .where('no', '=', low - 1n)
    .executeTakeFirst()
  const previous = await db
    .selectFrom('period')
    .select('seal')
    .where('month', '=', addMonths(from, -1))
    .executeTakeFirst()
  yield writer.line({
    talaan: 'year',
    version: 2,
    from,
    to,
    company: { name: company.name, tin: company.tin, address: company.address },
    previousHash: before?.hash ?? noHash,
    previousSeal: previous?.seal ?? null,
  })

  for (const book of books) {
    // Amounts travel as texts, which is how they are sealed.
    const record = { bound: boundRow(book), ...(await boundWith(db, book.id)), bookDigest: book.digest }
    yield writer.line(record as never)
  }

  let [entries, debit, credit] = [0, 0n, 0n]
  let head = before?.hash ?? noHash
  for (let at = low; at <= high; at += entriesAtOnce) {
    const end = at + entriesAtOnce - 1n < high ? at + entriesAtOnce - 1n : high
    let text = ''
    for (const { entry, document, attachments, leaf, lines, reason } of await entriesBetween(db, at, end)) {
      head = entry.hash
      const numbered = {
        number: document.number,
        series: document.series,
        year: document.year,
        serial: document.serial,
      }
      if (entry.day < first || entry.day > last) {
        text += writer.line({
          link: entry.no.toString(),
          previousHash: entry.previous_hash,
          hash: entry.hash,
          reverses: entry.reverses?.toString() ?? null,
          ...numbered,
        })
        continue
      }
      entries += 1
      for (const line of lines) {
        debit += line.debit
        credit += line.credit
      }
      const sealed = sealedDocument(document, attachments, leaf)
      text += writer.line({
        entry: {
          no: entry.no.toString(),
          documentId: entry.document_id,
          journal: entry.journal,
          day: entry.day,
          memo: entry.memo,
          // Amounts travel as texts, which is how they are sealed.
          lines: lines.map((line) => ({ ...lineOf(line), memo: line.memo })) as never,
          reverses: entry.reverses?.toString() ?? null,
          postedBy: entry.posted_by,
          postedAt: timestamp(instant(entry.posted_at)),
          previousHash: entry.previous_hash,
        },
        hash: entry.hash,
        ...sealed,
        reason: entry.reverses === null ? null : reason,
        ...numbered,
      })
    }
    yield text
  }

  const months = await db
    .selectFrom('period')
    .select(['month', 'seal', 'entries', 'audit_position', 'audit_hash'])
    .where('month', '>=', from)
    .where('month', '<=', to)
    .orderBy('month')
    .execute()
  const sealed = months.map(({ month, seal, entries: over, ...row }) => {
    const noted = auditHeadIn(row)
    const acts = noted === null ? undefined : { position: noted.position.toString(), hash: noted.hash }
    return writer.line({ month, seal, entries: Number(over), acts })
  })
  yield sealed.join('')
  yield writer.line({ end: true, entries, debit: debit.toString(), credit: credit.toString(), head })
  yield writer.end()
}

type Read = {
  entry: RowOf<'entry'>
  document: RowOf<'document'>
  attachments: readonly SealedAttachment[]
  leaf: RowOf<'cheque'> | null
  lines: RowOf<'line'>[]
  reason: string | null
}

async function entriesBetween(db: Db, from: bigint, to: bigint): Promise<Read[]> {
  const entries = await db
    .selectFrom('entry')
    .selectAll()
    .where('no', '>=', from)
    .where('no', '<=', to)
    .orderBy('no')
    .execute()
  const ids = [...new Set(entries.map(({ document_id }) => document_id))]
  if (ids.length === 0) return []
  const named = sql<boolean>`document_id = any(${ids}::uuid[])`
  const documents = await db
    .selectFrom('document')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  const voids = await db.selectFrom('document_void').select(['document_id', 'reason']).where(named).execute()
  const { attachments, leaves } = await sealedWith(db, ids)
  const lines = await db
    .selectFrom('line')
    .selectAll()
    .where('entry_no', '>=', from)
    .where('entry_no', '<=', to)
    .orderBy('entry_no')
    .orderBy('position')
    .execute()
  const documentById = new Map(documents.map((document) => [document.id, document]))
  const reasonById = new Map(voids.map((row) => [row.document_id, row.reason]))
  const linesByNo = Map.groupBy(lines, (line) => line.entry_no)
  return entries.flatMap((entry) => {
    const document = documentById.get(entry.document_id)
    if (document === undefined) return []
    const reason = reasonById.get(document.id) ?? null
    const own = { attachments: attachments.get(document.id) ?? [], leaf: leaves.get(document.id) ?? null }
    return [{ entry, document, ...own, lines: linesByNo.get(entry.no) ?? [], reason }]
  })
}
