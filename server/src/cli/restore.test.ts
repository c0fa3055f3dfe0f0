// After a restore all sessions have ended, and the operator sees the restored accounts.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { freshDatabase } from '../../test/database.ts'
import { callerOn, openPortal } from '../../test/portal.ts'
import { temporaryDirectory } from '../../test/run.ts'
import { empty } from '../platform/backup/restore.ts'
import { writeLines } from '../platform/backup/file.ts'
import type { Database } from '../platform/db/db.ts'
import { backupLines } from '../platform/backup/write.ts'
import { restore } from './backup.ts'

test('a restore ends all sessions, replaces the signing keys, and lists the accounts; books with errors only when confirmed', async () => {
  await using before = await openPortal()
  const ana = await before.signIn('ana')
  expect((await ana.call(listAccounts)).status).toBe(200)
  // Someone with full access to the database changes a role, and adds a bookmark without a user.
  await before.db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update users set role = 'accountant' where client_id = 'carla'`.execute(trx)
    await sql`insert into bookmark values (gen_random_uuid(), gen_random_uuid(), 'reports', now())`.execute(trx)
  })
  const path = join(temporaryDirectory(), 'talaan-2026-03-16-010000Z-unsound.gz')
  await writeLines(path, backupLines(before.db, { release: 'test', takenAt: '2026-03-16T01:00:00.000Z' }))

  const db = await freshDatabase()
  await empty(db)
  const said: string[] = []
  const run = (...args: string[]) =>
    restore.run({
      args,
      env: before.context.env,
      clock: before.clock,
      open: () => Promise.resolve(db),
      say: (line) => void said.push(line),
    })
  const nothing = 'Nothing was restored. Use an earlier backup, or add --unsound to restore this one with its errors.'
  await expect(run(path)).rejects.toThrow(`The books in this backup have errors. ${nothing}`)
  // Under another name, the errors are found when the restored books are verified.
  const renamed = join(temporaryDirectory(), 'books.gz')
  copyFileSync(path, renamed)
  await expect(run(renamed)).rejects.toThrow(
    new RegExp(`  The user account carla was changed outside Talaan[^]+\\n${nothing}$`),
  )
  const { rows } = await db.pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
  expect([rows, said]).toEqual([[], []])

  const keys = ({ kysely }: Database) => kysely.selectFrom('signing_key').select('purpose').orderBy('purpose').execute()
  expect(await keys(before.db)).toContainEqual({ purpose: 'id-token' })
  await run(path, '--unsound')
  expect((await keys(db)).filter(({ purpose }) => purpose.endsWith('-token'))).toEqual([])
  expect(said).toEqual(
    expect.arrayContaining([
      '  ana, user, active',
      '  carla, accountant, active',
      '  dino, user, deactivated',
      'The books had errors at that time. Run verify to list them.',
    ]),
  )

  await using after = await openPortal({ database: db })
  const again = callerOn(after.app, ana)
  expect((await again.call(listAccounts)).status).toBe(401)
  expect((await (await after.signIn('ana')).call(listAccounts)).status).toBe(200)
})
