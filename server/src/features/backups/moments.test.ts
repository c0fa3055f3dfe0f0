// The books of any moment come back from a copy of the running database's files and the log since.
import { mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
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
import { temporaryDirectory } from '../../../test/run.ts'
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
/** What the operator's command says. */
async function restored(dataDir: string, ...args: string[]): Promise<string[]> {
  const said: string[] = []
  const env = { ...here.context.env, dataDir }
  const open = () => openDatabase({ dataDir })
  await restore.run({ args, env, clock: here.clock, open, say: (line) => void said.push(line) })
  return said
}
/** A file is where the folder would be, until the answer is called. */
function hide(path: string): () => void {
  renameSync(path, `${path}-elsewhere`)
  writeFileSync(path, 'in the way')
  return () => {
    rmSync(path)
    renameSync(`${path}-elsewhere`, path)
  }
}
test('files copied while people work and the log since give the books of a moment, with the figures written down at it', async () => {
  await record(2)
  const copying = archive.copyLog()
  await record(3)
  await copying
  await record(2)
  await archive.copyLog()
  await record(4)
  await archive.copyLog()

  const [stretch] = await readArchive(kept)
  const [file, ...later] = stretch?.log ?? []
  expect(later).toHaveLength(1)
  const expected = await witnessIn(file!, [secret])
  expect(expected.entries).toBe('7')
  await using db = await recover({
    stretch: stretch!,
    to: expected.at,
    dataDir: temporaryDirectory(),
    identities: [secret],
  })
  expect({ at: expected.at, ...(await db.kysely.transaction().execute(figuresOf)) }).toEqual(expected)
})

test('a quiet portal copies nothing, and a write is copied in the next round', async () => {
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

test('the log waits for its copy while the folder is away, and restore --to brings the books of a second back from it', async () => {
  const isBack = hide(kept)
  for (const _ of [1, 2, 3]) {
    await record(1)
    await expect(archive.copyLog()).rejects.toThrow(/ENOTDIR/)
    await here.db.pool.query('checkpoint')
  }
  isBack()
  await archive.copyLog()
  const second = Math.ceil(Date.now() / 1000) * 1000
  await expect.poll(() => Date.now()).toBeGreaterThan(second)
  const recorded = serial
  await record(1)
  await archive.copyLog()

  const keyFile = join(folder, 'key.txt')
  writeFileSync(keyFile, `# The key of the books\n${secret}\n`)
  const dataDir = temporaryDirectory()
  const to = new Date(second + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  expect(await restored(dataDir, '--to', to, keyFile)).toEqual([
    expect.stringMatching(/^The books are restored to \d+ \w+ \d{4}, [\d:]{8} in Manila\.$/),
    `There is no database in ${dataDir} to compare with.`,
    'Nothing was changed. To restore, run the command again with --confirm.',
  ])
  const said = await restored(dataDir, '--to', to, keyFile, '--confirm')
  expect(said).toContainEqual(expect.stringMatching(` is restored: ${recorded} entries; the chain ends in `))
  expect(said).toContain('  ana, user, active')
  // What was recorded since the base, seen from the restored books.
  const [{ since } = { since: 0 }] = await readArchive(kept)
  const first = new Date(since + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const preview = await restored(dataDir, '--to', first, keyFile)
  expect(preview[1]).toMatch(/^Missing would be \d+ documents, \d+ entries, 0 voids and \d+ audit events\.$/)
  await expect(restored(dataDir, '--to', '2020-01-01 08:00', keyFile)).rejects.toThrow(/^Choose a moment from .+ to /)
  await expect(restored(dataDir, '--to', 'yesterday', keyFile)).rejects.toThrow(/^'yesterday' is not a moment/)
})

test('a restore that no longer works is found by the weekly test, and told on the page and by e-mail', async () => {
  const ben = await here.signIn('ben')
  await here.context.db.kysely.deleteFrom('recovery_test').execute()
  for (const { base } of await readArchive(kept)) truncateSync(base, 1000)
  await workOff(
    here.context,
    keepsLog(here.context).filter(({ kind }) => kind.name === 'backups.recoveryTest'),
  )
  const failure = 'This backup is damaged or incomplete. Nothing was restored. Use an earlier backup.'
  const { moments } = (await ben.call(listBackups)).answer
  expect(moments).toMatchObject({ since: expect.any(String), until: expect.any(String), test: { failure } })
  const { rows } = await here.db.pool.query(`select recipient, subject from outbox where topic = 'safety'`)
  expect(rows).toEqual([
    { recipient: 'Talaan <talaan@localhost>', subject: `The test of a restore failed - ${companyName}` },
  ])
})
