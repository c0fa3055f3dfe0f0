// Repeated queries are prepared, without a visible difference, even after an error or a rollback.
// @module-tag engine
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import type { Database } from './db.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

test('a query with parameters is prepared once per connection, however often it runs', async () => {
  await db.kysely.connection().execute(async (one) => {
    for (const n of [1, 2, 3]) {
      const { rows } = await sql<{ sum: number }>`select ${n}::int + ${n}::int as sum`.execute(one)
      expect(rows).toEqual([{ sum: 2 * n }])
    }
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(one)
    expect(rows.filter(({ statement }) => statement === 'select $1::int + $2::int as sum')).toHaveLength(1)
  })
})

test('a prepared query that failed, or whose transaction was rolled back, can run again', async () => {
  const divide = (by: number) => sql<{ result: number }>`select 10 / ${by}::int as result`
  const inTransaction = (by: number) => db.kysely.transaction().execute((trx) => divide(by).execute(trx))
  await expect(inTransaction(0)).rejects.toMatchObject({ code: '22012' })
  expect((await inTransaction(5)).rows).toEqual([{ result: 2 }])
  const wrong = (n: number) => sql`select ${n}::int from nowhere`.execute(db.kysely)
  await expect(wrong(1)).rejects.toMatchObject({ code: '42P01' })
  await expect(wrong(2)).rejects.toMatchObject({ code: '42P01' })
  expect((await divide(2).execute(db.kysely)).rows).toEqual([{ result: 5 }])
})

test('lists of any length can be queried, and only short queries stay prepared', async () => {
  await db.kysely.connection().execute(async (one) => {
    for (const length of [1, 10, 2_000]) {
      const numbers = Array.from({ length }, (_, n) => n)
      const { rows } = await sql<{ found: bigint }>`select count(*) as found from generate_series(0, 5000) as n
        where n in (${sql.join(numbers)})`.execute(one)
      expect(rows).toEqual([{ found: BigInt(length) }])
    }
    const { rows } = await sql<{
      longest: number
    }>`select max(length(statement)) as longest from pg_prepared_statements`.execute(one)
    expect(rows[0]?.longest).toBeLessThanOrEqual(4_000)
  })
})
