// An exported year proves itself; whatever is changed in it, somebody who reads it finds.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noSeal, sealedText } from '../closing.ts'
import { canonical } from '../digest.ts'
import { sha256Of } from '../sha256.ts'
import { documentText, entryText, noHash } from './chain.ts'
import { codeOfDigest } from './code.ts'
import { proofNames, proveYear, YearWriter } from './year-file.ts'
import type { EntryRecord, YearRecord } from './year-file.ts'

/** Six sales of January and February 2026, one between them that belongs to the year before, one voided. */
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
      ...{ id: `id-${serial}`, kind: 'invoice', number, external_no: null, day: '2026-01-05', due_day: null },
      ...{ party_id: null, memo: 'Niño ₱', total: '11200', fields: { a: 1 }, receipt: { b: [null] } },
      ...{ digest: noHash, recorded_by: 'ana' },
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
      ...{ no: String(at), documentId: document.id, journal: 'SJ', day, memo: 'Sale', lines, reverses },
      ...{ postedBy: 'ana', postedAt: '2026-03-01T00:00:00.000Z', previousHash },
    }
    const hash = sha256Of(entryText({ ...entry, seal: sha256Of(documentText(document, papers, reason)) }))
    made.push({ entry, hash, document, papers, reason, ...numbered })
    hashes[day.slice(0, 7)]?.push(hash)
    previousHash = hash
  }
  let previous = noSeal
  const months = Object.entries(hashes).map(([month, own]) => {
    previous = sha256Of(sealedText({ month, previous, hashes: own }))
    return { month, seal: previous, entries: own.length }
  })
  const head = {
    ...{ talaan: 'year' as const, version: 1 as const, from: '2026-01', to: '2026-12' },
    company: { name: 'Bahay Kubo', tin: '123-456-789-00000', address: '' },
    ...{ previousHash: noHash, previousSeal: null },
  }
  const end = { end: true as const, entries: 7, debit: '78400', credit: '78400', head: previousHash }
  return [head, ...made, ...months, end]
}

function fileOf(all: readonly YearRecord[]): string {
  const writer = new YearWriter()
  return all.map((made) => writer.line(made)).join('') + writer.end()
}

test('a year as it was exported holds, and says what it moved and how it is sealed', () => {
  const proof = proveYear(fileOf(records()))
  expect(proof.checks).toEqual(proofNames.map((name) => ({ name, problems: [] })))
  expect(proof).toMatchObject({ sound: true, entries: 7, head: { from: '2026-01', company: { name: 'Bahay Kubo' } } })
  expect(proof.balances.get('1110')).toEqual({ debit: 67_200n, credit: 11_200n })
  expect(proof.seals.map(({ month, entries }) => [month, entries])).toEqual([
    ['2026-01', 3],
    ['2026-02', 4],
  ])
})

test('a voucher is found by the code on it, with what it says of itself', () => {
  const all = records()
  const { papers } = proveYear(fileOf(all))
  const last = all.findLast((made): made is EntryRecord => 'entry' in made && made.reason === null)!
  expect(papers.get(codeOfDigest(last.hash))).toMatchObject({ number: 'SI-2026-000007', total: '11200', voided: true })
  expect([...papers.values()].map(({ voided }) => voided)).toEqual([false, false, false, false, false, true])
  expect(papers.get(codeOfDigest(sha256Of('another')))).toBeUndefined()
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
  ['Entry 3 is missing; 4 comes instead.', proofNames[2], (all) => void all.splice(3, 1)],
  ['Series SI-2026 has a gap: 1 missing, the first is number 3.', proofNames[5], (all) => void all.splice(3, 1)],
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
    'The seal of February 2026 is not that of its 4 entries.',
    proofNames[4],
    (all) => all.forEach((made) => 'month' in made && made.month === '2026-01' && (made.seal = sha256Of('another'))),
  ],
  ['The file does not say how many entries it has; it is not whole.', proofNames[0], (all) => void all.pop()],
])('whoever writes the digest anew is found out: %s', (problem, name, change) => {
  const all = structuredClone(records())
  change(all)
  expect(proveYear(fileOf(all)).checks.find((check) => check.name === name)?.problems).toContain(problem)
})

test('what is no exported year is refused in words', () => {
  for (const text of ['', '\n', 'x', '{}', `${canonical({ digest: noHash })}\n`, fileOf(records()) + fileOf(records())])
    expect(proveYear(text).sound).toBe(false)
})
