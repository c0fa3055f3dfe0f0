// PostgreSQL itself is killed under load, and starts again on what is on its disk: `npm run soak -- --only=postgres`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/db.ts'
import { randomFrom, rounds, seed } from '../extent.ts'
import { firstPassword, openOffice } from '../crash/people.ts'
import { startPortal } from '../crash/portal.ts'
import { newServer } from '../standby/cluster.ts'
import { expectSignedIn, expectSound, keepRecording, renewing, storedIn } from '../standby/load.ts'
import type { Recorded } from '../standby/load.ts'

/** The books are verified after every fifth kill. */
const everyFifth = 5

test('PostgreSQL is killed repeatedly under load, and everything that was confirmed is stored once', async ({
  task,
}) => {
  await using server = await newServer()
  await server.query('create role talaan login')
  await server.query('create database talaan owner talaan')
  const databaseUrl = `postgres://talaan@127.0.0.1:${server.port}/talaan`
  const files = mkdtempSync(join(tmpdir(), 'talaan-portal-'))
  using _files = { [Symbol.dispose]: () => rmSync(files, { recursive: true, force: true }) }
  await using portal = await startPortal({
    DATABASE_URL: databaseUrl,
    DATA_DIR: files,
    ADMIN_PASSWORD: firstPassword,
  })
  const { url } = portal
  const office = await openOffice(url)
  const renew = renewing(office)
  const random = randomFrom(seed)
  const drafts: Recorded[] = []
  const kills = { computer: 0, postmaster: 0, backend: 0 }
  const openBooks = () => openDatabase({ databaseUrl }, { log: () => {} })
  let uncertain = 0

  for (const round of rounds({ short: 1, soak: 10 })) {
    await renew(url)
    const load = keepRecording(url, office)
    await load.more(5 + random(25))
    const kind = (['computer', 'postmaster', 'backend'] as const)[random(3)]!
    kills[kind] += 1
    if (kind === 'backend') expect(await server.killOneBackend(random)).toBe(true)
    else {
      await (kind === 'computer' ? server.kill() : server.killPostmaster())
      await server.start()
    }
    await load.more(5)
    await load.end()
    uncertain += load.failures.length
    drafts.push(...load.drafts)
    if (round % everyFifth !== 1) continue
    await using db = await openBooks()
    await expectSound(db, drafts, `seed ${seed}, round ${round}, ${kind} killed`)
  }

  await using db = await openBooks()
  await expectSound(db, drafts, `seed ${seed}, at the end`)
  await expectSignedIn(url, office)
  expect(await storedIn(db)).toHaveLength(drafts.length)
  const counts = `${kills.computer} times all its processes, ${kills.postmaster} times its first process, ${kills.backend} times one connection's process`
  task.meta.figures = `PostgreSQL killed under load (${counts}): ${drafts.length} documents confirmed, each stored once; ${uncertain} calls repeated because they got no response`
})
