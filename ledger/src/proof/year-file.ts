// An exported year is a text of lines that verifies itself: every entry of the year with everything its hash covers,
// the links of the chain between them, the seals of the closed months, the number series, the bound books, and at its
// end a digest of the whole.
import { z } from '../core/zod.ts'
import { noSeal, sealedText } from '../accounts/closing.ts'
import { addMonths, formatMonth, monthOf } from '../core/date.ts'
import { canonical } from '../core/digest.ts'
import { growingSha256, sha256Of } from '../core/sha256.ts'
import { BoundBooks, boundRecord } from './bound-book.ts'
import { documentText, entryText } from './chain.ts'
import { codeOfDigest } from './code.ts'

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const whole = z.string().check(z.regex(/^\d{1,18}$/))
const month = z.string().check(z.regex(/^\d{4}-\d\d$/))

const numbered = { number: z.string(), series: z.string(), year: z.int(), serial: z.int() }

const line = z.looseObject({ account: z.string(), debit: whole, credit: whole, memo: z.string() })

export const yearHead = z.strictObject({
  talaan: z.literal('year'),
  /** Version 2 since bound books are included. */
  version: z.literal([1, 2]),
  company: z.strictObject({ name: z.string(), tin: z.string(), address: z.string() }),
  from: month,
  to: month,
  /** The hash before the first entry of the file, and the seal of the month before the year. */
  previousHash: hash,
  previousSeal: z.nullable(hash),
})
export type YearHead = z.output<typeof yearHead>

const document = z.looseObject({ id: z.string(), number: z.string() })

/** An entry of the year with everything its hash covers. */
const entryRecord = z.strictObject({
  entry: z.strictObject({
    no: whole,
    documentId: z.string(),
    journal: z.string(),
    day: z.string(),
    memo: z.string(),
    lines: z.array(line),
    reverses: z.nullable(whole),
    postedBy: z.string(),
    postedAt: z.string(),
    previousHash: hash,
  }),
  hash,
  document,
  papers: z.array(z.looseObject({ name: z.string(), content: hash })),
  reason: z.nullable(z.string()),
  ...numbered,
})

/** An entry of another year in between, as a link of the chain. */
const linkRecord = z.strictObject({
  link: whole,
  previousHash: hash,
  hash,
  reverses: z.nullable(whole),
  ...numbered,
})
/** Months closed before the audit trail was sealed do not have it. */
const acts = z.strictObject({ position: whole, hash })
const monthRecord = z.strictObject({ month, seal: hash, entries: z.int(), acts: z.optional(acts) })
const endRecord = z.strictObject({ end: z.literal(true), entries: z.int(), debit: whole, credit: whole, head: hash })
const digestRecord = z.strictObject({ digest: hash })

const record = z.union([yearHead, entryRecord, linkRecord, monthRecord, boundRecord, endRecord, digestRecord])
export type YearRecord = z.input<typeof record>

/** Writes records as lines, with the digest as the last. */
export class YearWriter {
  readonly #digest = growingSha256()

  line(made: YearRecord): string {
    const written = `${canonical(made)}\n`
    this.#digest.add(written)
    return written
  }
  end(): string {
    return `${canonical({ digest: this.#digest.hex() })}\n`
  }
}

export type ProofName = (typeof proofNames)[number]
export const proofNames = [
  'The file is complete and unchanged since export',
  'Every entry and its document are unchanged since recording',
  'The chain of entries has no gaps',
  'Every entry balances, and the totals of the year are correct',
  'The seals of closed months match their entries',
  'No number series has gaps',
  'The bound books are unchanged and match the entries of the year',
] as const

export type Proof = {
  head: YearHead | null
  checks: { name: ProofName; problems: string[] }[]
  sound: boolean
  entries: number
  /** Centavos, by account. */
  balances: Map<string, { debit: bigint; credit: bigint }>
  /** Recomputed seals, to compare with those on the bound books. */
  seals: { month: string; seal: string; entries: number; acts?: { position: string; hash: string } | undefined }[]
  /** The hash of each entry in the file, and of the one before it. */
  hashes: ReadonlyMap<bigint, string>
  /** The hash of the last entry. */
  last: string
  /** Each document of the year by the code on its voucher. */
  vouchers: ReadonlyMap<string, ProvedVoucher>
  /** The bound books of the year, by the codes on their pages and by the digests of their stored files. */
  books: Pick<BoundBooks, 'pages' | 'files'>
}

/** The data of a voucher, to compare with the print that has its code. */
export type ProvedVoucher = {
  number: string
  day: string
  party: string
  /** Centavos, as a decimal string. */
  total: string
  entry: string
  voided: boolean
}

/** The maximum number of problems reported per kind. */
const maxProblems = 20

/** Verifies an exported year line by line, for any input; everything that can be recomputed is. */
export class YearProof {
  readonly #digest = growingSha256()
  readonly #problems = new Map<ProofName, string[]>(proofNames.map((name) => [name, []]))
  readonly #balances = new Map<string, { debit: bigint; credit: bigint }>()
  readonly #months = new Map<string, string[]>()
  readonly #sealed: z.output<typeof monthRecord>[] = []
  readonly #serials = new Map<string, Set<number>>()
  readonly #vouchers = new Map<string, ProvedVoucher>()
  readonly #codes = new Map<string, string>()
  readonly #books = new BoundBooks()
  #head: YearHead | null = null
  #end: z.output<typeof endRecord> | null = null
  #digestSeen = false
  readonly #hashes = new Map<bigint, string>()
  #previous = ''
  #no: bigint | null = null
  #lines = 0
  #entries = 0
  #sums = { debit: 0n, credit: 0n }

  /** One line without its end. */
  line(text: string): void {
    this.#lines += 1
    const read = this.#read(text)
    if (read === null) return
    if ('digest' in read) {
      this.#digestSeen = true
      if (read.digest !== this.#digest.hex()) this.#tell(0, 'The file was changed after it was exported.')
      return
    }
    if (this.#digestSeen) this.#tell(0, `Line ${this.#lines} comes after the end of the file.`)
    this.#digest.add(`${text}\n`)
    if ('talaan' in read) return this.#begin(read)
    if (this.#head === null) return this.#tell(0, `Line ${this.#lines} comes before the header of the file.`)
    if ('entry' in read) return this.#entry(read)
    if ('link' in read) return this.#follow(read.link, read)
    if ('month' in read) return void this.#sealed.push(read)
    if ('bound' in read) return this.#bound(read)
    this.#end = read
  }

  end(): Proof {
    if (!this.#digestSeen || this.#head === null)
      this.#tell(0, 'The file is incomplete: its beginning or end is missing.')
    this.#checkEnd()
    this.#checkSeals()
    this.#checkSeries()
    for (const problem of this.#books.problems()) this.#tell(6, problem)
    const checks = [...this.#problems]
      .map(([name, problems]) => ({ name, problems }))
      // Bound books are not included.
      .filter(({ name }) => name !== proofNames[6] || this.#head?.version !== 1)
    return {
      head: this.#head,
      checks,
      sound: checks.every(({ problems }) => problems.length === 0),
      entries: this.#entries,
      balances: this.#balances,
      seals: this.#sealed,
      hashes: this.#hashes,
      last: this.#previous,
      vouchers: this.#vouchers,
      books: this.#books,
    }
  }

  #read(text: string): z.output<typeof record> | null {
    const unread = `Line ${this.#lines} does not belong to an exported year.`
    try {
      const read = record.safeParse(JSON.parse(text))
      if (!read.success) this.#tell(0, unread)
      // The same data with different spacing or order would have another digest.
      else if (canonical(read.data) !== text) this.#tell(0, `Line ${this.#lines} was changed after it was exported.`)
      if (read.success) return read.data
    } catch {
      this.#tell(0, unread)
    }
    this.#digest.add(`${text}\n`)
    return null
  }

  #begin(head: YearHead): void {
    if (this.#head !== null) this.#tell(0, 'The file has two headers.')
    this.#head = head
    this.#previous = head.previousHash
  }

  #entry(read: z.output<typeof entryRecord>): void {
    const { entry, document: sealed, papers, reason } = read
    this.#entries += 1
    const seal = sha256Of(documentText(sealed as never, papers, reason))
    if (
      sealed.id !== entry.documentId ||
      sealed.number !== read.number ||
      sha256Of(entryText({ ...entry, seal })) !== read.hash
    )
      this.#tell(1, `Entry ${entry.no} or its document ${read.number} was changed after it was recorded.`)
    this.#remember(read)
    this.#follow(entry.no, { ...read, previousHash: entry.previousHash, reverses: entry.reverses })

    let [debit, credit] = [0n, 0n]
    for (const one of entry.lines) {
      const [left, right] = [BigInt(one.debit), BigInt(one.credit)]
      debit += left
      credit += right
      const known = this.#balances.get(one.account) ?? { debit: 0n, credit: 0n }
      this.#balances.set(one.account, { debit: known.debit + left, credit: known.credit + right })
    }
    this.#sums = { debit: this.#sums.debit + debit, credit: this.#sums.credit + credit }
    this.#books.entry({ no: BigInt(entry.no), journal: entry.journal, day: entry.day, debit, credit })
    if (debit !== credit || entry.lines.length < 2) this.#tell(3, `Entry ${entry.no} does not balance.`)

    const of = monthOf(entry.day)
    const { from, to } = this.#head as YearHead
    if (of < from || of > to) this.#tell(3, `Entry ${entry.no} is dated ${entry.day}, which is outside the year.`)
    const hashes = this.#months.get(of)
    if (hashes === undefined) this.#months.set(of, [read.hash])
    else hashes.push(read.hash)
  }

  /** Books precede the entries, which are counted against them as they are read. */
  #bound(read: z.output<typeof boundRecord>): void {
    if (this.#head?.version === 1 || this.#entries > 0)
      this.#tell(0, `Line ${this.#lines} has a bound book in the wrong place.`)
    const problem = this.#books.add(read)
    if (problem !== null) this.#tell(6, problem)
  }

  /** A void keeps the voucher of its document, marked as void. */
  #remember({ entry, hash: own, document: sealed, number }: z.output<typeof entryRecord>): void {
    if (entry.reverses !== null) {
      const voided = this.#vouchers.get(this.#codes.get(entry.documentId) ?? '')
      if (voided) voided.voided = true
      return
    }
    const code = codeOfDigest(own)
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    const name = text(sealed['party_name'])
    const voucher = { number, day: text(sealed['day']), party: name, total: text(sealed['total']) }
    this.#vouchers.set(code, { ...voucher, entry: entry.no, voided: false })
    this.#codes.set(entry.documentId, code)
  }

  #follow(
    no: string,
    read: Pick<
      z.output<typeof linkRecord>,
      'previousHash' | 'hash' | 'reverses' | 'series' | 'year' | 'serial' | 'number'
    >,
  ): void {
    const at = BigInt(no)
    if (this.#no !== null && at !== this.#no + 1n)
      this.#tell(2, `Entry ${this.#no + 1n} is missing; entry ${no} follows instead.`)
    if (read.previousHash !== this.#previous) this.#tell(2, `Entry ${no} does not follow the previous entry.`)
    if (this.#no === null) this.#hashes.set(at - 1n, this.#previous)
    this.#no = at
    this.#previous = read.hash
    this.#hashes.set(at, read.hash)
    if (read.number !== `${read.series}-${read.year}-${String(read.serial).padStart(6, '0')}`)
      this.#tell(5, `Document ${read.number} does not match its number series.`)
    if (read.reverses !== null) return
    const key = `${read.series}-${read.year}`
    const serials = this.#serials.get(key) ?? new Set()
    this.#serials.set(key, serials)
    if (serials.has(read.serial)) this.#tell(5, `Number ${read.number} appears twice.`)
    serials.add(read.serial)
  }

  #checkEnd(): void {
    if (this.#end === null) return this.#tell(0, 'The file is incomplete: the number of entries is missing.')
    const { entries, debit, credit, head } = this.#end
    if (entries !== this.#entries)
      this.#tell(2, `The number of entries should be ${entries}, but it is ${this.#entries}.`)
    if (BigInt(debit) !== this.#sums.debit || BigInt(credit) !== this.#sums.credit)
      this.#tell(3, 'The totals of the year do not match its entries.')
    if (head !== this.#previous) this.#tell(2, 'The last entry of the chain does not match the file.')
  }

  #checkSeals(): void {
    const seals = new Map(this.#sealed.map((one) => [one.month, one.seal]))
    if (this.#head?.previousSeal) seals.set(addMonths(this.#head.from, -1), this.#head.previousSeal)
    for (const { month: of, seal, entries, acts: noted } of this.#sealed) {
      const hashes = this.#months.get(of) ?? []
      const previous = seals.get(addMonths(of, -1)) ?? noSeal
      if (entries !== hashes.length || sha256Of(sealedText({ month: of, previous, hashes, acts: noted })) !== seal)
        this.#tell(
          4,
          `The seal of ${formatMonth(of)} does not match ${hashes.length === 1 ? 'its only entry' : `its ${hashes.length} entries`}.`,
        )
    }
  }

  #checkSeries(): void {
    for (const [series, serials] of this.#serials) {
      const lowest = Math.min(...serials)
      const missing = Array.from(serials, (_, i) => lowest + i).filter((serial) => !serials.has(serial))
      if (missing.length > 0)
        this.#tell(5, `Series ${series} has a gap: ${missing.length} missing, starting with number ${missing[0]}.`)
    }
  }

  #tell(check: 0 | 1 | 2 | 3 | 4 | 5 | 6, problem: string): void {
    const problems = this.#problems.get(proofNames[check])
    if (problems !== undefined && problems.length < maxProblems) problems.push(problem)
  }
}
