// A restore drill: `npm run soak -- --only=restore`. Large books are backed up, restored to an empty database, verified and
// compared; more minutes make them larger.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyBooks, load } from '../../../bench/load.ts'
import { verify } from '../../src/books/verify/verify.ts'
import { makeDemo } from '../../src/cli/demo/demo.ts'
import { setUp } from '../../src/cli/setup.ts'
import { readLines, writeLines } from '../../src/platform/backup/file.ts'
import type { End, Header } from '../../src/platform/backup/lines.ts'
import { restore } from '../../src/platform/backup/restore.ts'
import { backupLines } from '../../src/platform/backup/write.ts'
import { readEnvironment } from '../../src/platform/env/env.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { freshDatabase } from '../database.ts'
import { soakSeconds } from '../extent.ts'
import { temporaryDirectory } from '../run.ts'

/** Four journal lines each: fifteen minutes are a million lines. */
const documents = Math.max(1_000, soakSeconds * 280)
const takenAt = '2026-11-23T01:00:00.000Z'
const env = readEnvironment({ COMPANY_NAME: 'Bahay Kubo Trading', ADMIN_CLIENT_ID: 'carla' })
const passwordCost = { memoryKiB: 8, passes: 1 }

test('books of a demo company are restored to an empty database with the same chain and tables', async ({ task }) => {
  await using books = await freshDatabase()
  await makeDemo({ db: books, env, passwordCost, today: '2026-11-23', months: 1 })
  task.meta.figures = await drill(books)
})

test('large books are restored to an empty database with the same chain and tables', async ({ task }) => {
  await using books = await freshDatabase()
  await setUp({ db: books, env, clock: { now: () => Date.parse(takenAt) }, passwordCost })
  await load([books], emptyBooks, documents)
  task.meta.figures = await drill(books)
})

async function drill(books: Database): Promise<string> {
  const path = join(temporaryDirectory(), 'books.gz')
  let said: (Header & End) | undefined
  async function* lines() {
    said = yield* backupLines(books, { release: 'drill', takenAt })
  }
  const backedUp = await secondsOf(() => writeLines(path, lines()))

  await using empty = await freshDatabase()
  await empty.pool.query('drop schema public cascade; create schema public')
  const restored = await secondsOf(() => restore(empty, () => readLines(path, null)))
  const verified = await secondsOf(async () => {
    const { checks, entries, head } = await verify(empty.kysely)
    expect(checks.flatMap(({ problems }) => problems)).toEqual([])
    expect([entries.toString(), head]).toEqual([said?.entries, said?.head])
  })
  expect(await tablesOf(empty)).toEqual(said?.tables)

  const count = (said?.tables['line']?.rows ?? 0).toLocaleString('en')
  return `${count} journal lines: backed up in ${backedUp} s, restored in ${restored} s, verified in ${verified} s; the chain and the digests of all ${Object.keys(said?.tables ?? {}).length} tables are the same`
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return Math.round((performance.now() - begun) / 1000)
}

async function tablesOf(db: Database): Promise<End['tables']> {
  const lines = backupLines(db, { release: 'drill', takenAt })
  for (;;) {
    const next = await lines.next()
    if (next.done === true) return next.value.tables
  }
}
