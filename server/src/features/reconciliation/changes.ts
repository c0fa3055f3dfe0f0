// A month as it is told to somebody who has it already: the short parts whole, and of each long list the portions that hold
// something else by now.
import { createHash } from 'node:crypto'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import { digestFrom, digestsOf, knownOf, portionOf } from '@talaan/contract/portions.ts'
import type { ChangedPortion } from '@talaan/contract/portions.ts'
import type { getReconciliation, KnownLists, listChanges } from '@talaan/contract/reconciliation.ts'

type Month = Omit<AnswerOf<typeof getReconciliation>, 'known'>

/** Day and money of a line never change, and nothing of a match does; what is said of them goes into the digest. */
const listsOf = ({ lines, books, matches }: Month) => ({
  lines: portioned(
    lines,
    ({ id }) => id,
    ({ id, mark, note, proposals }) => [id, mark, note, proposals],
  ),
  books: portioned(
    books,
    ({ key }) => key,
    ({ amount: _, ...said }) => said,
  ),
  matches: portioned(
    matches,
    ({ id }) => id,
    ({ id }) => id,
  ),
})

/** What somebody has who is told the whole month. */
export function knownBy(month: Month): KnownLists {
  const { lines, books, matches } = listsOf(month)
  return { lines: knownIn(lines), books: knownIn(books), matches: knownIn(matches) }
}

export function changesSince(month: Month, known: KnownLists): AnswerOf<typeof listChanges> {
  const { lines, books, matches } = listsOf(month)
  return {
    ...month,
    lines: changedIn(lines, known.lines),
    books: changedIn(books, known.books),
    matches: changedIn(matches, known.matches),
  }
}

type Portions<Row> = ReadonlyMap<string, ChangedPortion<Row>>

function portioned<Row>(rows: readonly Row[], key: (row: Row) => string, said: (row: Row) => unknown): Portions<Row> {
  const portions = Map.groupBy(rows, (row) => portionOf(key(row)))
  return new Map(
    [...portions].map(([portion, some]) => {
      const digest = digestFrom(
        createHash('sha256')
          .update(JSON.stringify(some.map(said)))
          .digest('base64url'),
      )
      return [portion, { portion, digest, rows: some }] as const
    }),
  )
}

const knownIn = <Row>(portions: Portions<Row>): string =>
  knownOf(new Map([...portions].map(([portion, { digest }]) => [portion, digest])))

function changedIn<Row>(portions: Portions<Row>, known: string): ChangedPortion<Row>[] {
  const digests = digestsOf(known)
  const gone = [...digests.keys()].filter((portion) => !portions.has(portion))
  return [
    ...[...portions.values()].filter(({ portion, digest }) => digests.get(portion) !== digest),
    ...gone.map((portion) => ({ portion, digest: '', rows: [] })),
  ]
}
