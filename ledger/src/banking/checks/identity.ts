// Which line of a file is which line of the account. Amount and day alone never tell: the running balance does, else the
// bank's reference, else the words; and of lines that are equal in all of it there are as many as one file shows at most.
// So any order of uploads, overlaps and repetitions leaves the same lines.
import { canonical } from '../../core/digest.ts'
import type { Day } from '../../core/date.ts'
import type { Money } from '../../core/money.ts'
import type { StatementLine } from '../formats/statement.ts'

/** How one statement printed a line. */
export type Sighting = Pick<StatementLine, 'balance' | 'reference' | 'chequeNo' | 'description'>

/** A line of the account, with all that statements said of it. */
export type KnownLine = { id: string; day: Day; amount: Money; fingerprint: string; sightings: readonly Sighting[] }

/** For each line of a statement the line of the account it is, or what identifies the new one it becomes. */
export type Aligned = { line: StatementLine } & ({ known: KnownLine } | { known: null; identity: string })

/**
 * Aligns the lines of a statement with those of the account. `fingerprint` makes the stored fingerprint of an identity;
 * hashing is the caller's. No known line is used twice, so that two equal withdrawals of a day stay two.
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
  // What is certain goes first, so that no looser reading takes its place.
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

/** What makes a line itself: account, day, amount, its strongest mark, and which of the equal ones it is. */
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

/** The balance decides where both have one, then the reference, then the words. */
const mayBe: Same = (line, known) => {
  const [held, named] = [balances(known), references(known)]
  if (line.balance !== undefined && held.length > 0) return held.includes(line.balance)
  if (line.reference !== undefined && named.length > 0) return named.includes(line.reference)
  const hasMark = line.balance !== undefined || line.reference !== undefined || held.length > 0 || named.length > 0
  // Formats write different words for the same movement; where neither says more than words, they have to be the same.
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

/** Words and numbers without case, marks and spaces, which banks change from one download to the next. */
export const plainWords = ({ description, chequeNo }: Sighting): string =>
  `${description} ${chequeNo ?? ''}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
