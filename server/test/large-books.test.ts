// The large books of the benchmark and of the restore drill are written past the portal, and yet sound.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyBooks, load } from '../../bench/load.ts'
import { verifyIn } from '../src/books/verify/verify.ts'
import { setUp } from '../src/cli/setup.ts'
import { readEnvironment } from '../src/platform/env/env.ts'
import { freshDatabase } from './database.ts'

test('verify finds no problem in large books, even after more is loaded', async () => {
  await using books = await freshDatabase()
  const env = readEnvironment({ COMPANY_NAME: 'Bahay Kubo Trading', ADMIN_CLIENT_ID: 'carla' })
  const clock = { now: () => Date.parse('2026-11-23T01:00:00Z') }
  await setUp({ db: books, env, clock, passwordCost: { memoryKiB: 8, passes: 1 } })
  const loaded = await load([books], emptyBooks, 30)
  await load([books], loaded, 50)
  const { checks, entries } = await books.kysely.transaction().execute(async (trx) => {
    const verdict = await verifyIn(trx)
    // Checks of very large books take longer than other queries may.
    const { rows } = await sql`show statement_timeout`.execute(trx)
    expect(rows).toEqual([{ statement_timeout: '30min' }])
    return verdict
  })
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
  expect(entries).toBe(50n)
})
