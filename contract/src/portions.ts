// A list of ten thousand rows that a screen has already is told anew by what changed of it: it lies in portions, each with a
// digest of what it holds, and only portions that hold something else by now are sent.
import { z } from '@talaan/ledger/core/zod.ts'

/** A portion's name, and its digest. */
const [nameLength, digestLength] = [3, 6]

/** The portion that a row lies in: by the first of an id, or by the last of the number of an entry, as in '1203/2'. */
export const portionOf = (key: string): string =>
  (key.includes('/')
    ? key.slice(0, key.indexOf('/')).slice(-nameLength)
    : key.replace('before:', '').slice(0, nameLength)
  ).padStart(nameLength, '0')

/** What somebody has: names and digests, one after the other. One text is read in no time, however many they are. */
export const known = z.string().check(z.maxLength(100_000), z.regex(/^(?:[0-9a-f]{3}[\w-]{6})*$/))

export type Digests = ReadonlyMap<string, string>

export const knownOf = (digests: Digests): string => [...digests].map(([name, digest]) => name + digest).join('')

export function digestsOf(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; at < text.length; at += nameLength + digestLength)
    found.set(text.slice(at, at + nameLength), text.slice(at + nameLength, at + nameLength + digestLength))
  return found
}

/** The same when rows were changed on one's own: their portions are told again, whatever they hold by now, or if nothing. */
export function doubting(text: string, keys: readonly string[]): string {
  if (keys.length === 0) return text
  const digests = digestsOf(text)
  for (const portion of keys.map(portionOf)) if (digests.has(portion)) digests.set(portion, '-'.repeat(digestLength))
  return knownOf(digests)
}

/** The beginning of what a digest is cut from: 36 bits tell two contents of one portion apart. */
export const digestFrom = (text: string): string => text.slice(0, digestLength)

/** Portions that hold something else than is known, each whole; one that is empty by now has no digest. */
export const changedPortions = <Row extends z.ZodMiniType>(row: Row) =>
  z.array(z.object({ portion: z.string(), digest: z.string(), rows: z.array(row) }))

export type ChangedPortion<Row> = { portion: string; digest: string; rows: Row[] }

/** The list as it is now, in its order: what did not change is the same object as before, and so is a list that did not. */
export function withChanges<Row>(
  before: { rows: Row[]; known: string },
  changed: readonly ChangedPortion<Row>[],
  { key, order }: { key: (row: Row) => string; order: (a: Row, b: Row) => number },
): { rows: Row[]; known: string } {
  if (changed.length === 0) return before
  const digests = digestsOf(before.known)
  for (const { portion, digest } of changed) {
    if (digest === '') digests.delete(portion)
    else digests.set(portion, digest)
  }
  const anew = new Set(changed.map(({ portion }) => portion))
  const added = changed.flatMap(({ rows }) => rows).toSorted(order)
  const rows: Row[] = []
  let next = 0
  for (const row of before.rows) {
    if (anew.has(portionOf(key(row)))) continue
    for (let one = added[next]; one !== undefined && order(one, row) < 0; one = added[++next]) rows.push(one)
    rows.push(row)
  }
  return { rows: [...rows, ...added.slice(next)], known: knownOf(digests) }
}
