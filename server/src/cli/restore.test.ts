// After a restore all sessions have ended, and the operator sees the restored accounts.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { freshDatabase } from '../../test/database.ts'
import { callerOn, openPortal } from '../../test/portal.ts'
import { temporaryDirectory } from '../../test/run.ts'
import { writeLines } from '../platform/backup/file.ts'
import { backupLines } from '../platform/backup/write.ts'
import { restore } from './backup.ts'

test('a restore ends all sessions, replaces the signing keys, and lists the accounts', async () => {
  await using before = await openPortal()
  const ana = await before.signIn('ana')
  expect((await ana.call(listAccounts)).status).toBe(200)
  const path = join(temporaryDirectory(), 'books.gz')
  await writeLines(path, backupLines(before.db, { release: 'test', takenAt: '2026-03-16T01:00:00.000Z' }))

  const db = await freshDatabase()
  await db.pool.query('drop schema public cascade; create schema public')
  const said: string[] = []
  await restore.run({
    args: [path],
    env: before.context.env,
    clock: before.clock,
    open: () => Promise.resolve(db),
    say: (line) => void said.push(line),
  })
  expect(said).toEqual(
    expect.arrayContaining(['  ana, user, active', '  carla, admin, active', '  dino, user, inactive']),
  )

  await using after = await openPortal({ database: db })
  const again = callerOn(after.app, ana)
  expect((await again.call(listAccounts)).status).toBe(401)
  expect((await (await after.signIn('ana')).call(listAccounts)).status).toBe(200)
})
