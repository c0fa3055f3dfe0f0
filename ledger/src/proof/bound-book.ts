// A bound book in an exported year: its row, its stored files and the pages with their codes, with the digest from the
// time of binding; and the entries of the year that belong to it.
import { z } from '../core/zod.ts'
import { bookNames, bookWords } from '../looseleaf/book.ts'
import { formatMonth, monthOf } from '../core/date.ts'
import { canonical } from '../core/digest.ts'
import { formatMoney } from '../core/money.ts'
import { sha256Of } from '../core/sha256.ts'
import { codeOfDigest, oldCodeOf } from './code.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const whole = z.string().check(z.regex(/^\d{1,18}$/))
const month = z.string().check(z.regex(/^\d{4}-\d\d$/))

/** Has every column that the digest covers, including those not used here. */
export const boundRecord = z.strictObject({
  bound: z.looseObject({
    id: z.string(),
    book: z.enum(bookNames),
    paper: z.enum(['a4', 'folio']),
    first_month: month,
    last_month: month,
    version: z.int(),
    first_page: z.int(),
    pages: z.int(),
    entries: whole,
    debit: whole,
    credit: whole,
    last_entry: whole,
    bound_at: z.string(),
  }),
  files: z.array(z.looseObject({ name: z.string(), bytes: whole, sha256: hash })),
  /** Page 0 is cover, index and certificate. */
  pages: z.array(z.strictObject({ page: z.int(), digest: hash })),
  /** Null in books bound by earlier releases. */
  bookDigest: z.nullable(hash),
})
export type BoundRecord = z.output<typeof boundRecord>

/** The text whose SHA-256 is the digest of a bound book: its row, its files and its pages. */
export const boundText = (bound: { book: object; files: readonly object[]; pages: readonly object[] }): string =>
  canonical(bound)

/** The data of a bound book, to compare with the pages and files that claim to be it. */
export type ProvedBook = {
  /** 'Subsidiary Sales Journal, February 2026' */
  name: string
  paper: 'a4' | 'folio'
  version: number
  firstPage: number
  lastPage: number
  boundAt: string
  files: readonly { name: string; sha256: string }[]
  /** Its latest version, if it is another. */
  replacedBy: number | null
  /** Entries of its months recorded after binding. */
  since: number
}

/** 'any' for books with one code for all pages; null is cover, index and certificate. */
export type ProvedPage = { book: ProvedBook; page: number | 'any' | null }

type Known = { proved: ProvedBook; record: BoundRecord; entries: number; debit: bigint; credit: bigint }

/** The bound books of a year, read before its entries. */
export class BoundBooks {
  readonly #books: Known[] = []
  /** By the code on the page. */
  readonly pages = new Map<string, ProvedPage>()
  /** By the SHA-256 of the stored file. */
  readonly files = new Map<string, { book: ProvedBook; name: string }>()

  /** Returns a problem of the book itself, or null. */
  add(record: BoundRecord): string | null {
    const { bound, files, pages, bookDigest } = record
    const months = [bound.first_month, bound.last_month].map(formatMonth)
    const proved: ProvedBook = {
      name: `${bookWords[bound.book].title}, ${[...new Set(months)].join(' to ')}`,
      paper: bound.paper,
      version: bound.version,
      boundAt: bound.bound_at,
      firstPage: bound.first_page,
      lastPage: bound.first_page + bound.pages - 1,
      files: files.map(({ name, sha256 }) => ({ name, sha256 })),
      replacedBy: null,
      since: 0,
    }
    this.#books.push({ proved, record, entries: 0, debit: 0n, credit: 0n })
    for (const { page, digest: own } of pages)
      this.pages.set(codeOfDigest(own), { book: proved, page: page === 0 ? null : page })
    if (pages.length === 0) this.pages.set(oldCodeOf(bound.id), { book: proved, page: 'any' })
    for (const { name, sha256 } of files) this.files.set(sha256, { book: proved, name })
    return bookDigest === null || sha256Of(boundText({ book: bound, files, pages })) === bookDigest
      ? null
      : `The bound book ${named(proved)}: the book, one of its pages or one of its files was changed after binding.`
  }

  /**
   * An entry of the year belongs to the ledger and to the book of its journal, if it existed at the time of binding.
   */
  entry({ no, journal, day, debit, credit }: Entry): void {
    for (const known of this.#books) {
      const { bound } = known.record
      const of = bookWords[bound.book].journal
      const at = monthOf(day)
      if (at < bound.first_month || at > bound.last_month || (of !== null && of !== journal)) continue
      if (no > BigInt(bound.last_entry)) {
        known.proved.since += 1
        continue
      }
      known.entries += 1
      known.debit += debit
      known.credit += credit
    }
  }

  /** Problems between the books and the entries of the year, once all are read. */
  problems(): string[] {
    const found: string[] = []
    for (const versions of Map.groupBy(this.#books, ({ record: { bound } }) => volumeOf(bound)).values()) {
      const latest = versions.reduce((last, { proved }) => Math.max(last, proved.version), 0)
      for (const { proved } of versions) proved.replacedBy = proved.version < latest ? latest : null
      const [{ proved }] = versions as [Known]
      if (new Set(versions.map(({ proved: one }) => one.version)).size !== latest)
        found.push(`The bound book ${proved.name} should have versions 1 to ${latest}, each exactly once.`)
    }
    for (const { proved, record, entries, debit, credit } of this.#books) {
      const { bound } = record
      if (BigInt(bound.entries) !== BigInt(entries) || BigInt(bound.debit) !== debit || BigInt(bound.credit) !== credit)
        found.push(
          `The bound book ${named(proved)} does not match the year. Entries: ${bound.entries} in the book, ${entries} in the year. Totals: ${formatMoney(BigInt(bound.debit))} in the book, ${formatMoney(debit)} in the year.`,
        )
    }
    return found
  }
}

type Entry = { no: bigint; journal: string; day: string; debit: bigint; credit: bigint }

const named = ({ name, version }: ProvedBook) => `${name}, version ${version}`
const volumeOf = ({ book, paper, first_month, last_month }: BoundRecord['bound']) =>
  [book, paper, first_month, last_month].join(' ')
