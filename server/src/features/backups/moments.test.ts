// The books of any moment can be restored from a copy of the database files and the log since then.
// @module-tag engine
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booksOnDisk } from '../../../test/database.ts'
import { listBackups } from '@talaan/contract/backups.ts'
import { workOff } from '../../../test/jobs.ts'
import { companyName, openPortal } from '../../../test/portal.ts'
import type { Portal } from '../../../test/portal.ts'
import { recordDocument } from '../../../test/recorded.ts'
import { extentOf, isSoak, randomFrom, rounds, seed } from '../../../test/extent.ts'
import { run, temporaryDirectory } from '../../../test/run.ts'
import { readArchive } from '../../platform/backup/archive.ts'
import { openDatabase } from '../../platform/db/db.ts'
import { restore } from '../../cli/backup.ts'
import { keepsLog } from './log-jobs.ts'
import { archiveFolder, LogArchive } from './log-archive.ts'
import { recover, witnessIn } from './recover.ts'
import { figuresOf } from './witness.ts'

let here: Portal
let folder: string
let secret: string
let archive: LogArchive
let kept: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'talaan-test-'))
  secret = await generateIdentity()
  const dataDir = join(folder, 'data')
  await booksOnDisk(dataDir)
  cpSync(dataDir, join(folder, 'begun'), { recursive: true })
  const key = await identityToRecipient(secret)
  here = await openPortal({
    database: await openDatabase({ dataDir }),
    env: { DATA_DIR: dataDir, BACKUP_DIR: join(folder, 'backups'), BACKUP_KEY: key, SMTP_URL: 'smtp://localhost:1' },
  })
  kept = archiveFolder({ folder: join(folder, 'backups') })
  archive = new LogArchive(here.context, here.context.env.backup!)
})
afterAll(async () => {
  await here.close()
  rmSync(folder, { recursive: true, force: true })
})

let serial = 0
const lines = [
  { account: '1110', debit: 112_000_00n, credit: 0n },
  { account: '4010', debit: 0n, credit: 112_000_00n },
] as never
const record = async (count: number) => {
  for (let each = 0; each < count; each += 1) {
    serial += 1
    await recordDocument(here, { number: `SI-2026-${String(serial).padStart(6, '0')}`, lines })
  }
}
/** Runs the restore command and returns its output. */
async function restored(dataDir: string, ...args: string[]): Promise<string[]> {
  const said: string[] = []
  const env = { ...here.context.env, dataDir }
  // The command closes the databases that it opens.
  const open = () => Promise.resolve({ ...here.db, close: () => Promise.resolve() })
  await restore.run({ args, env, clock: here.clock, open, say: (line) => void said.push(line) })
  return said
}
/** Replaces a folder by a file. Returns a function that puts it back. */
function hide(path: string): () => void {
  renameSync(path, `${path}-elsewhere`)
  writeFileSync(path, 'in the way')
  return () => {
    rmSync(path)
    renameSync(`${path}-elsewhere`, path)
  }
}
test('an idle portal copies nothing, and a write is copied in the next round', async () => {
  // The first base is made while documents are recorded.
  const copying = archive.copyLog()
  await record(3)
  await copying
  await archive.copyLog()
  const files = async () => (await readArchive(kept)).flatMap(({ log }) => log.map(({ segment }) => segment))
  const before = await files()
  await archive.copyLog()
  await here.db.pool.query('checkpoint')
  await archive.copyLog()
  expect(await files()).toEqual(before)
  await record(1)
  await archive.copyLog()
  expect(await files()).toHaveLength(before.length + 1)
})

test('restore --to restores the books of any second, even if files were copied during work and the log had to wait for its folder', async () => {
  const since = (await readArchive(kept)).at(-1)?.since ?? 0
  const isBack = hide(kept)
  for (const _ of [1, 2, 3]) {
    await record(1)
    await expect(archive.copyLog()).rejects.toThrow(/ENOTDIR/)
    await here.db.pool.query('checkpoint')
  }
  isBack()
  await expect.poll(() => Date.now()).toBeGreaterThan(since)
  await archive.copyLog()
  const second = Math.ceil(Date.now() / 1000) * 1000
  await expect.poll(() => Date.now()).toBeGreaterThan(second)
  await record(1)
  await archive.copyLog()
  const expected = await witnessIn((await readArchive(kept)).at(-1)?.log.at(-2) ?? { path: '' }, [secret])
  expect(expected.entries).toBe(String(serial - 1))

  const keyFile = join(folder, 'key.txt')
  writeFileSync(keyFile, `# The key of the books\n${secret}\n`)
  const to = new Date(second + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  expect(await restored(here.context.env.dataDir, '--to', to)).toEqual([
    expect.stringMatching(/^The books can be restored to \d+ \w+ \d{4}, [\d:]{8} \(Manila time\)\.$/),
    expect.stringMatching(
      /^These newer records would be lost \(documents: \d+, entries: \d+, voids: 0, audit events: \d+\)\.$/,
    ),
    'Nothing was changed. To restore, run the command again with --confirm.',
  ])
  const dataDir = temporaryDirectory()
  const said = await restored(dataDir, '--to', to, keyFile, '--confirm')
  expect(said).toContain(`There is no database in ${dataDir} to compare with.`)
  expect(said).toContain('  ana, user, active')
  await using db = await openDatabase({ dataDir })
  expect({ at: expected.at, ...(await db.kysely.transaction().execute(figuresOf)) }).toEqual(expected)
  await recordDocument({ ...here, db }, { number: 'SI-2026-000999', lines })

  await expect(restored(dataDir, '--to', '2020-01-01 08:00')).rejects.toThrow(/^Choose a time from .+ to /)
  await expect(restored(dataDir, '--to', 'yesterday')).rejects.toThrow(/^'yesterday' is not a date and time/)
})

test('each week a random moment is restored and compared; if the test fails, the page and an e-mail say so', async () => {
  const testARestore = () =>
    workOff(
      here.context,
      keepsLog(here.context).filter(({ kind }) => kind.name === 'backups.recoveryTest'),
    )
  const moments = async () => (await (await here.signIn('ben')).call(listBackups)).answer.moments
  await testARestore()
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(await moments()).toMatchObject({ since: moment, until: moment, test: { moment, failure: null } })

  here.clock.forward(7 * 24 * 3600)
  for (const { base } of await readArchive(kept)) truncateSync(base, 1000)
  await testARestore()
  const failure = 'This backup is damaged or incomplete. Nothing was restored. Use an earlier backup.'
  expect(await moments()).toMatchObject({ test: { moment, failure } })
  const { rows } = await here.db.pool.query(`select recipient, subject from outbox where topic = 'safety'`)
  expect(rows).toEqual([
    { recipient: 'Talaan <talaan@localhost>', subject: `The restore test failed - ${companyName}` },
  ])
})

// ── A second disk.

const folders = () => {
  const root = temporaryDirectory()
  const [live, backups, mirror] = [join(root, 'live'), join(root, 'backups'), join(root, 'mirror')]
  cpSync(join(folder, 'begun'), live, { recursive: true })
  return { live, backups, mirror }
}

// Losing a disk takes several starts of the database, which is too slow for the suite.
if (isSoak) {
  test('after a kill at any moment and the loss of the data directory, the second disk restores every confirmed commit', async ({
    task,
  }) => {
    const random = randomFrom(seed)
    let [kills, confirmed, beyondCopies] = [0, 0, 0]
    for (kills of rounds({ short: 1, soak: 15 })) {
      const { live, backups, mirror } = folders()
      const server = run('post-mirrored', { arguments: [live, backups, mirror, 'continue'] })
      const last = 20 + random(extentOf({ short: 60, soak: 1_200 }))
      await server.says(new RegExp(`^${last}$`, 'm'))
      server.child.kill('SIGKILL')
      expect(await server.end()).toBe('SIGKILL')
      const said = server.output().trim().split('\n').length
      rmSync(live, { recursive: true })

      const stretch = (await readArchive(join(backups, 'log'))).at(-1)
      await using db = await recover({ stretch: stretch!, to: null, dataDir: live, identities: [], mirror })
      const { rows } = await db.pool.query<{ n: number }>('select n from posted order by n')
      // One commit may be stored although its confirmation was not printed.
      expect(rows.length - said, `seed ${seed}, round ${kills}, killed after ${last}`).toBeOneOf([0, 1])
      expect(rows.map(({ n }) => n)).toEqual(rows.map((_, at) => at + 1))
      confirmed += said
      beyondCopies += readdirSync(mirror).filter((name) => stretch!.log.every(({ segment }) => segment !== name)).length
    }
    // The copied log alone would not have been enough.
    expect(beyondCopies).toBeGreaterThanOrEqual(kills)
    task.meta.figures = `${kills} kills, each with the loss of the data directory: ${confirmed} confirmed commits, 0 lost`
  })

  test('with MIRROR_FAILS=stop only commits on both disks are confirmed', async () => {
    const mirror = join(temporaryDirectory(), 'mirror')
    writeFileSync(mirror, 'in the way')
    const places = [join(folder, 'begun'), temporaryDirectory(), mirror, 'stop']
    const server = run('post-mirrored', { arguments: places })
    expect(await server.end()).toBe('SIGKILL')
    expect(server.errors()).toMatch(/^MIRROR_DIR could not be written \(.+\)\. Talaan stops immediately/m)
    expect(server.output()).toBe('')
  })
}
