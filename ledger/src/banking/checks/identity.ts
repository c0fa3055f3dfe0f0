// Matches the lines of a file to the lines of the account. Amount and date alone never decide: the running balance
// does, else the bank's reference, else the words; of completely equal lines there are as many as a single file shows
// at most. So any order of uploads, overlaps and repetitions gives the same lines.
import { canonical } from '../../core/digest.ts'
import type { Day } from '../../core/date.ts'
import type { Money } from '../../core/money.ts'
import type { StatementLine } from '../formats/statement.ts'

/** A line as printed by one statement. */
export type Sighting = Pick<StatementLine, 'balance' | 'reference' | 'chequeNo' | 'description'>

/** A line of the account, with its versions in all statements. */
export type KnownLine = { id: string; day: Day; amount: Money; fingerprint: string; sightings: readonly Sighting[] }

/** For each line of a statement, the existing line of the account or the identity of a new one. */
export type Aligned = { line: StatementLine } & ({ known: KnownLine } | { known: null; identity: string })

/**
 * Aligns the lines of a statement with those of the account. `fingerprint` makes the stored fingerprint of an identity;
 * the caller supplies the hash. No known line is used twice, so that two equal withdrawals of a day stay two.
 */
export function alignLines(
  lines: readonly StatementLine[],
  known: readonly KnownLine[],
  { account, fingerprint }: { account: string; fingerprint: (identity: string) => string },
): Aligned[] {
  const free = Map.groupBy(known, placeOf)
  const taken = new Set(known.map((line) => line.fingerprint))
  const used = new Set<KnownLine>()
  const found = new Map<StatementLine, KnownLine>()
  // Strict matches come first, so that no looser one takes their lines.
  for (const certainty of certainties) {
    for (const line of lines) {
      if (found.has(line)) continue
      const match = free.get(placeOf(line))?.find((each) => !used.has(each) && certainty(line, each))
      if (match === undefined) continue
      used.add(match)
      found.set(line, match)
    }
  }
  return lines.map((line) => {
    const match = found.get(line)
    if (match !== undefined) return { line, known: match }
    let identity = ''
    for (let nth = 1; identity === '' || taken.has(fingerprint(identity)); nth++)
      identity = identityOf(account, line, nth)
    taken.add(fingerprint(identity))
    return { line, known: null, identity }
  })
}

const placeOf = ({ day, amount }: { day: Day; amount: Money }): string => `${day} ${amount}`

/** The identity of a line: account, date, amount, its strongest mark, and its number among equal ones. */
export function identityOf(account: string, line: StatementLine, nth: number): string {
  const mark =
    line.balance !== undefined
      ? { balance: line.balance }
      : line.reference !== undefined
        ? { reference: line.reference }
        : { words: plainWords(line) }
  return canonical({ account, day: line.day, amount: line.amount, ...mark, nth })
}

type Same = (line: StatementLine, known: KnownLine) => boolean

const balances = ({ sightings }: KnownLine) =>
  sightings.flatMap(({ balance }) => (balance === undefined ? [] : [balance]))
const references = ({ sightings }: KnownLine) =>
  sightings.flatMap(({ reference }) => (reference === undefined ? [] : [reference]))
const wordsOf = ({ sightings }: KnownLine) => sightings.map(plainWords)

/** The balance decides if both have one, then the reference, then the words. */
const mayBe: Same = (line, known) => {
  const [held, named] = [balances(known), references(known)]
  if (line.balance !== undefined && held.length > 0) return held.includes(line.balance)
  if (line.reference !== undefined && named.length > 0) return named.includes(line.reference)
  const hasMark = line.balance !== undefined || line.reference !== undefined || held.length > 0 || named.length > 0
  // Formats use different words for the same movement; if neither has more than words, they must be equal.
  return hasMark || wordsOf(known).includes(plainWords(line))
}

const certainties: readonly Same[] = [
  (line, known) =>
    mayBe(line, known) &&
    line.balance !== undefined &&
    balances(known).includes(line.balance) &&
    (line.reference === undefined || references(known).includes(line.reference)),
  (line, known) => mayBe(line, known) && line.balance !== undefined && balances(known).includes(line.balance),
  (line, known) => mayBe(line, known) && line.reference !== undefined && references(known).includes(line.reference),
  (line, known) => mayBe(line, known) && wordsOf(known).includes(plainWords(line)),
  mayBe,
]

/** Words and numbers without case, punctuation and spaces, which banks change between downloads. */
export const plainWords = ({ description, chequeNo }: Sighting): string =>
  `${description} ${chequeNo ?? ''}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
