// An exported year verifies itself; every change in it is found.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noSeal, sealedText } from '../accounts/closing.ts'
import { canonical } from '../core/digest.ts'
import { sha256Of } from '../core/sha256.ts'
import { boundText } from './bound-book.ts'
import type { BoundRecord } from './bound-book.ts'
import { documentText, entryText, noHash } from './chain.ts'
import { codeOfDigest, oldCodeOf } from './code.ts'
import { proveYear } from '../../test/prove-year.ts'
import { proofNames, YearWriter } from './year-file.ts'
import type { YearRecord } from './year-file.ts'

type EntryRecord = Extract<YearRecord, { entry: unknown }>

/** Six sales of January and February 2026, an entry of the previous year between them, and one void. */
function records(): YearRecord[] {
  let previousHash = noHash
  const hashes: Record<string, string[]> = { '2026-01': [], '2026-02': [] }
  const made: YearRecord[] = []
  for (let at = 1; at <= 8; at++) {
    const serial = Math.min(at, 7)
    const number = `SI-2026-${String(serial).padStart(6, '0')}`
    const numbered = { number, series: 'SI', year: 2026, serial }
    const reverses = at === 8 ? '7' : null
    if (at === 4) {
      const hash = sha256Of('an entry of 2025')
      made.push({ link: '4', previousHash, hash, reverses, ...numbered })
      previousHash = hash
      continue
    }
    const document = {
      id: `id-${serial}`,
      kind: 'invoice',
      number,
      external_no: null,
      day: '2026-01-05',
      due_day: null,
      party_id: null,
      memo: 'Niño ₱',
      total: '11200',
      fields: { a: 1 },
      receipt: { b: [null] },
      digest: noHash,
      recorded_by: 'ana',
    }
    const papers = [{ name: 'a.pdf', content: sha256Of('paper') }]
    const reason = at === 8 ? 'Recorded twice' : null
    const day = at < 5 ? `2026-01-0${at}` : `2026-02-0${at}`
    const [debit, credit] = at === 8 ? ['0', '11200'] : ['11200', '0']
    const lines = [
      { account: '1110', debit, credit, memo: '' },
      { account: '4020', debit: credit, credit: debit, memo: '' },
    ]
    const entry = {
      no: String(at),
      documentId: document.id,
      journal: 'SJ',
      day,
      memo: 'Sale',
      lines,
      reverses,
      postedBy: 'ana',
      postedAt: '2026-03-01T00:00:00.000Z',
      previousHash,
    }
    const hash = sha256Of(entryText({ ...entry, seal: sha256Of(documentText(document, papers, reason)) }))
    made.push({ entry, hash, document, papers, reason, ...numbered })
    hashes[day.slice(0, 7)]?.push(hash)
    previousHash = hash
  }
  let previous = noSeal
  const months = Object.entries(hashes).map(([month, own]) => {
    // January was closed before the audit trail was sealed.
    const acts = month === '2026-01' ? undefined : { position: '41', hash: sha256Of('act 41') }
    previous = sha256Of(sealedText({ month, previous, hashes: own, acts }))
    return { month, seal: previous, entries: own.length, ...(acts && { acts }) }
  })
  const head = {
    talaan: 'year' as const,
    version: 2 as const,
    from: '2026-01',
    to: '2026-12',
    company: { name: 'Bahay Kubo', tin: '123-456-789-00000', address: '' },
    previousHash: noHash,
    previousSeal: null,
  }
  const end = { end: true as const, entries: 7, debit: '78400', credit: '78400', head: previousHash }
  return [head, ...books(), ...made, ...months, end]
}

/** The sales of January bound before and after its last entry; and the ledger of February, bound earlier. */
function books(): BoundRecord[] {
  const bound = (more: Partial<BoundRecord['bound']>): BoundRecord['bound'] => ({
    id: `0a1b2c3d-4e5f-${more.version}`,
    book: 'sales',
    paper: 'a4',
    first_month: '2026-01',
    last_month: '2026-01',
    version: 1,
    first_page: 1,
    pages: 1,
    entries: '3',
    debit: '33600',
    credit: '33600',
    last_entry: '8',
    figures: noHash,
    bound_at: '2026-03-01T00:00:00.000Z',
    ...more,
  })
  const sealed = (book: BoundRecord['bound']): BoundRecord => {
    const name = `${book.book}-${book.first_month}.pdf`
    const files = [{ format: 'pdf', name, bytes: '9', sha256: sha256Of(`${name} ${book.version}`) }]
    const pages = [0, 1].map((page) => ({ page, digest: sha256Of(`page ${page} of ${book.version}`) }))
    return { bound: book, files, pages, bookDigest: sha256Of(boundText({ book, files, pages })) }
  }
  const ledger = { book: 'general-ledger', first_month: '2026-02', last_month: '2026-02', version: 1 } as const
  return [
    sealed(bound({ version: 1, entries: '2', debit: '22400', credit: '22400', last_entry: '2' })),
    sealed(bound({ version: 2 })),
    {
      ...sealed(bound({ ...ledger, id: 'ffff2c3d-4e5f', entries: '4', debit: '44800', credit: '44800' })),
      pages: [],
      bookDigest: null,
    },
  ]
}

function fileOf(all: readonly YearRecord[]): string {
  const writer = new YearWriter()
  return all.map((made) => writer.line(made)).join('') + writer.end()
}

test('an exported year verifies, and reports its movements and its seals', () => {
  const proof = proveYear(fileOf(records()))
  expect(proof.checks).toEqual(proofNames.map((name) => ({ name, problems: [] })))
  expect(proof).toMatchObject({ sound: true, entries: 7, head: { from: '2026-01', company: { name: 'Bahay Kubo' } } })
  expect(proof.balances.get('1110')).toEqual({ debit: 67_200n, credit: 11_200n })
  expect(proof.seals.map(({ month, entries }) => [month, entries])).toEqual([
    ['2026-01', 3],
    ['2026-02', 4],
  ])
})

test('a voucher is found by its code, with its details', () => {
  const all = records()
  const { vouchers } = proveYear(fileOf(all))
  const last = all.findLast((made): made is EntryRecord => 'entry' in made && made.reason === null)!
  expect(vouchers.get(codeOfDigest(last.hash))).toMatchObject({
    number: 'SI-2026-000007',
    total: '11200',
    voided: true,
  })
  expect([...vouchers.values()].map(({ voided }) => voided)).toEqual([false, false, false, false, false, true])
  expect(vouchers.get(codeOfDigest(sha256Of('another')))).toBeUndefined()
})

test('a page of a bound book is found by its code, and its stored files by their digests', () => {
  const all = records()
  const { books: found, vouchers } = proveYear(fileOf(all))
  const [first, second, ledger] = all.filter((made) => 'bound' in made)
  const page = found.pages.get(codeOfDigest(first!.pages[1]!.digest))
  expect(page).toMatchObject({
    page: 1,
    book: { name: 'Subsidiary Sales Journal, January 2026', version: 1, replacedBy: 2, since: 1, firstPage: 1 },
  })
  expect(page?.book.files).toEqual([{ name: 'sales-2026-01.pdf', sha256: first!.files[0]!.sha256 }])
  expect(found.pages.get(codeOfDigest(second!.pages[0]!.digest))).toMatchObject({ page: null, book: { since: 0 } })
  expect(found.pages.get(oldCodeOf(ledger!.bound.id))).toMatchObject({ page: 'any', book: { replacedBy: null } })
  expect(found.files.get(second!.files[0]!.sha256)).toMatchObject({ book: { version: 2 } })
  expect(found.files.get(sha256Of('another'))).toBeUndefined()
  expect(found.pages.get([...vouchers.keys()][0]!)).toBeUndefined()
})

test('a year exported before bound books were included still verifies', () => {
  const old = (all: YearRecord[]) => all.map((made) => ('talaan' in made ? { ...made, version: 1 as const } : made))
  const proof = proveYear(fileOf(old(records()).filter((made) => !('bound' in made))))
  expect(proof.checks.map(({ name }) => name)).toEqual(proofNames.slice(0, 6))
  expect(proof).toMatchObject({ sound: true, entries: 7, head: { version: 1 } })
  expect(proveYear(fileOf(old(records()))).sound).toBe(false)
})

test('a change of any character is found, 1,000 of 1,000 times', () => {
  const bytes = fileOf(records())
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
      const letter = String.fromCharCode(code)
      fc.pre(bytes[at] !== letter)
      expect(proveYear(bytes.slice(0, at) + letter + bytes.slice(at + 1)).sound).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})

const isBound = (made: YearRecord): made is BoundRecord => 'bound' in made
const isEntry = (made: YearRecord): made is EntryRecord => 'entry' in made

test.each<[string, (typeof proofNames)[number], (all: YearRecord[]) => void]>([
  [
    'Entry 2 or its document SI-2026-000002 was changed after it was recorded.',
    proofNames[1],
    (all) =>
      all
        .filter(isEntry)
        .slice(1, 2)
        .forEach(({ entry }) => (entry.memo = 'Another')),
  ],
  [
    'Entry 2 or its document SI-2026-000002 was changed after it was recorded.',
    proofNames[1],
    (all) =>
      all
        .filter(isEntry)
        .slice(1, 2)
        .forEach((one) => (one.document['memo'] = 'Another')),
  ],
  [
    'Entry 8 or its document SI-2026-000007 was changed after it was recorded.',
    proofNames[1],
    (all) =>
      all
        .filter(isEntry)
        .slice(-1)
        .forEach((one) => (one.reason = 'A better reason')),
  ],
  ['Entry 3 is missing; entry 4 follows instead.', proofNames[2], (all) => void all.splice(6, 1)],
  ['Series SI-2026 has a gap: 1 missing, starting with number 3.', proofNames[5], (all) => void all.splice(6, 1)],
  [
    'Entry 5 does not balance.',
    proofNames[3],
    (all) =>
      all
        .filter(isEntry)
        .slice(3, 4)
        .forEach(({ entry }) => (entry.lines[0]!['debit'] = '11201')),
  ],
  [
    'The seal of February 2026 does not match its 4 entries.',
    proofNames[4],
    (all) => all.forEach((made) => 'month' in made && made.month === '2026-01' && (made.seal = sha256Of('another'))),
  ],
  [
    'The bound book Subsidiary Sales Journal, January 2026, version 1: the book, one of its pages or one of its files was changed after binding.',
    proofNames[6],
    (all) =>
      all
        .filter(isBound)
        .slice(0, 1)
        .forEach(({ files }) => (files[0]!.sha256 = sha256Of('another'))),
  ],
  [
    'The bound book Subsidiary Sales Journal, January 2026, version 2: the book, one of its pages or one of its files was changed after binding.',
    proofNames[6],
    (all) =>
      all
        .filter(isBound)
        .slice(1, 2)
        .forEach(({ bound }) => (bound['permit'] = 'Another')),
  ],
  [
    'The bound book General Ledger, February 2026, version 1 does not match the year. Entries: 5 in the book, 4 in the year. Totals: 448.00 in the book, 448.00 in the year.',
    proofNames[6],
    (all) =>
      all
        .filter(isBound)
        .slice(2)
        .forEach(({ bound }) => (bound.entries = '5')),
  ],
  [
    'The bound book Subsidiary Sales Journal, January 2026 should have versions 1 to 2, each exactly once.',
    proofNames[6],
    (all) => void all.splice(1, 1),
  ],
  ['Line 11 has a bound book in the wrong place.', proofNames[0], (all) => void all.splice(10, 0, ...all.splice(1, 1))],
  ['The file is incomplete: the number of entries is missing.', proofNames[0], (all) => void all.pop()],
])('a change is found even with a recomputed digest: %s', (problem, name, change) => {
  const all = structuredClone(records())
  change(all)
  expect(proveYear(fileOf(all)).checks.find((check) => check.name === name)?.problems).toContain(problem)
})

test.each<[string, (lines: string[]) => string[]]>([
  ['The file is incomplete: its beginning or end is missing.', (lines) => lines.slice(0, -1)],
  ['Line 17 comes after the end of the file.', (lines) => [...lines, lines[4]!]],
  ['Line 5 does not belong to an exported year.', (lines) => lines.with(4, '{"x":1}')],
  ['Line 5 does not belong to an exported year.', (lines) => lines.with(4, 'x')],
])('a file with other lines is not sound: %s', (problem, change) => {
  const lines = fileOf(records()).trimEnd().split('\n')
  expect(proveYear(`${change(lines).join('\n')}\n`)).toMatchObject({
    sound: false,
    checks: expect.arrayContaining([{ name: proofNames[0], problems: expect.arrayContaining([problem]) }]),
  })
})

test('a file that is not an exported year is refused with a message', () => {
  for (const text of ['', '\n', 'x', '{}', `${canonical({ digest: noHash })}\n`, fileOf(records()) + fileOf(records())])
    expect(proveYear(text).sound).toBe(false)
})
