// The disk of a PostgreSQL server after a power cut: `npm run soak -- --only=postgres-cuts`. Every file operation of the server
// is recorded while clients record documents; the disks of random moments are rebuilt, and a server starts on each.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { verify } from '../../src/books/verify/verify.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import { openOffice, firstPassword } from '../crash/people.ts'
import { startPortal } from '../crash/portal.ts'
import { randomFrom, rounds, seed } from '../extent.ts'
import type { Random } from '../extent.ts'
import { Disk, fates } from '../power-loss/disk.ts'
import type { Fate } from '../power-loss/disk.ts'
import { beginRecording } from '../power-loss/recorder.ts'
import { traced, writeEvents } from '../power-loss/trace.ts'
import { newServer, serverOn } from '../standby/cluster.ts'
import { keepRecording, storedIn } from '../standby/load.ts'
import type { Recorded } from '../standby/load.ts'

const documents = 60
const cutsAtOnce = 8

test('no power cut of a PostgreSQL server loses a confirmed document or leaves half of one', async ({ task }) => {
  const { folder, drafts } = await recorded()
  const random = randomFrom(seed)
  let [cuts, withContent] = [0, 0]
  for (const round of rounds({ short: 1, soak: 1 }))
    for (const cut of cutsIn(folder, random)) {
      const { confirmed, faults } = await afterCut(folder, cut, drafts)
      expect(faults, `seed ${seed}, round ${round}, event ${cut.moment}, ${cut.fate}`).toEqual([])
      cuts += 1
      if (confirmed > 10) withContent += 1
    }
  expect(withContent).toBeGreaterThan(cuts / 2)
  task.meta.figures = `${cuts} disks of a PostgreSQL server as they are after a power cut: each opened with everything that was confirmed, and verify found no error`
})

test('the same cuts damage a server that does not sync, so the test above can fail', async () => {
  const { folder, drafts } = await recorded(['-c', 'fsync=off'])
  let damaged = 0
  for (const cut of cutsIn(folder, randomFrom(seed)).slice(-4))
    if ((await afterCut(folder, cut, drafts)).faults.length > 0) damaged += 1
  expect(damaged).toBeGreaterThanOrEqual(2)
})

/** Documents are recorded through the portal, with a checkpoint now and then. */
async function recorded(settings: string[] = []): Promise<{ folder: string; drafts: Recorded[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'talaan-postgres-cuts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  // Small log files, so that the log also switches files.
  await using server = await newServer(['--data-checksums', '--wal-segsize=1'])
  await server.query('create role talaan login')
  await server.query('create database talaan owner talaan')
  await using portal = await startPortal({
    DATABASE_URL: `postgres://talaan@127.0.0.1:${server.port}/talaan`,
    DATA_DIR: join(folder, 'portal'),
    ADMIN_PASSWORD: firstPassword,
  })
  const office = await openOffice(portal.url)
  await server.stop()
  beginRecording(server.data, folder)
  const trace = join(server.data, '..', 'trace')
  await server.start([...traced(trace)], settings)

  const drafts: Recorded[] = []
  const confirmed: number[] = []
  const load = keepRecording(portal.url, office, {
    acknowledged(draft) {
      // The clock of the trace is finer.
      confirmed.push(Date.now() + 1)
      drafts.push(draft)
    },
  })
  for (let part = 0; part < 4; part += 1) {
    await load.more(documents / 4)
    await server.query('checkpoint')
  }
  await load.end()
  await server.stop()
  await writeEvents(trace, server.data, folder, confirmed)
  return { folder, drafts }
}

type Cut = { moment: number; fate: Fate; random: Random }

function cutsIn(folder: string, random: Random): Cut[] {
  const disk = new Disk(folder)
  const moments = disk.moments()
  disk.close()
  return Array.from({ length: cutsAtOnce }, (_, at) => ({
    moment: random(moments + 1),
    fate: fates[at % fates.length] ?? 'dropped',
    random: randomFrom(random(4_294_967_296)),
  })).toSorted((a, b) => a.moment - b.moment)
}

/** Starts a server on the disk after the cut, and returns what is wrong with its books. */
async function afterCut(
  folder: string,
  { moment, fate, random }: Cut,
  drafts: Recorded[],
): Promise<{ confirmed: number; faults: string[] }> {
  const disk = new Disk(folder, { syncsOwnName: true })
  disk.goTo(moment)
  await using server = await serverOn((data) => {
    disk.cutPower(fate, random, data)
    // Its process ended with the computer.
    rmSync(join(data, 'postmaster.pid'), { force: true })
  })
  disk.close()
  const { confirmed } = disk
  try {
    await server.start()
    return { confirmed, faults: await faultsIn(server.port, drafts, confirmed) }
  } catch (error) {
    return { confirmed, faults: [String(error)] }
  }
}

async function faultsIn(port: number, drafts: Recorded[], confirmed: number): Promise<string[]> {
  await using db = await openDatabase({ databaseUrl: `postgres://talaan@127.0.0.1:${port}/talaan` }, { log: () => {} })
  const stored = await storedIn(db)
  const numbers = new Map(stored.map(({ draftId, number }) => [draftId, number]))
  const lost = drafts
    .slice(0, confirmed)
    .filter(({ draftId, document }) => numbers.get(draftId) !== document?.number)
    .map(({ document }) => `${document?.number} was confirmed and is not stored.`)
  const gaps = stored.filter(({ serial }, at) => serial !== at + 1).map(({ number }) => `Gap before ${number}.`)
  const { checks } = await verify(db.kysely)
  await db.pool.query('create table after_the_cut as select 1')
  return [...lost, ...gaps, ...checks.flatMap(({ problems }) => problems)]
}
