// @module-tag engine
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { writeInTurn } from './together.ts'

let db: Database
beforeAll(async () => {
  db = await freshDatabase()
  await sql`create table note (word text primary key)`.execute(db.kysely)
})

afterAll(() => db.close())

/** Writes a word and returns its transaction. */
const note = (word: string) => async (trx: Transaction<Tables>) => {
  const { rows } = await sql<{ at: string }>`
    insert into note (word) values (${word}) returning pg_current_xact_id()::text as at`.execute(trx)
  return rows[0]?.at
}
const written = async () => {
  const { rows } = await sql<{ word: string }>`select word from note order by word`.execute(db.kysely)
  return rows.map(({ word }) => word)
}

test('recordings that arrive during another one are committed together in the next transaction', async () => {
  const at = await Promise.all(['a', 'b', 'c', 'd'].map((word) => writeInTurn(db.kysely, note(word))))
  expect(new Set(at.slice(1)).size).toBe(1)
  expect(at[0]).not.toBe(at[1])
  expect(await written()).toEqual(['a', 'b', 'c', 'd'])
})

test('a failing recording does not fail the others, and gets its own error', async () => {
  const ends = await Promise.allSettled(['e', 'f', 'a', 'g'].map((word) => writeInTurn(db.kysely, note(word))))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []))
  expect(reasons).toEqual([expect.stringContaining('note_pkey')])
  expect(await written()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})

test('nothing is written again when the connection is lost, because the commit may have arrived', async () => {
  const runs = { shared: 0, lost: 0 }
  const lose = async () => {
    runs.lost += 1
    throw Object.assign(new Error('terminating connection'), { code: '57P01' })
  }
  const share = async (trx: Transaction<Tables>) => {
    runs.shared += 1
    return note('s')(trx)
  }
  const ends = await Promise.allSettled([note('r'), share, lose].map((write) => writeInTurn<unknown>(db.kysely, write)))
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(runs).toEqual({ shared: 1, lost: 1 })
  expect(await written()).not.toContain('s')
})

test('recording works again after a failure', async () => {
  await expect(writeInTurn(db.kysely, note('a'))).rejects.toThrow('note_pkey')
  await writeInTurn(db.kysely, note('h'))
  expect(await written()).toContain('h')
})
