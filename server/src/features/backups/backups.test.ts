// Nightly and manual backups, with the real process that tests them.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backupProblems, getTimestampRequest, listBackups, makeBackup } from '@talaan/contract/backups.ts'
import { workOff } from '../../../test/jobs.ts'
import { eventsOf } from '../../../test/events.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { toldOf } from '../../../test/tampered.ts'
import type { AppContext } from '../../platform/context.ts'
import { openLog } from '../../platform/log.ts'
import { spaceRefusal } from './make.ts'
import { makesBackups } from './jobs.ts'

let folder: string
let here: Portal
let ben: Caller
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'talaan-test-'))
  here = await openPortal({ env: { BACKUP_DIR: join(folder, 'backups'), DATA_DIR: join(folder, 'data') } })
})
beforeEach(async () => {
  await here.reset()
  rmSync(join(folder, 'backups'), { recursive: true, force: true })
  ben = await here.signIn('ben')
})
afterAll(async () => {
  await here.close()
  rmSync(folder, { recursive: true, force: true })
})

const list = async () => (await ben.call(listBackups)).answer
/** Runs the jobs that are due, like a portal that has just started. */
const backUp = (context: AppContext = here.context) => workOff(context, makesBackups(context))
const count = async () => (await here.db.pool.query<{ count: bigint }>('select count(*) from backup')).rows[0]?.count
/** Puts a file in place of the folder for backups. */
const inTheWay = () => writeFileSync(join(folder, 'backups'), 'in the way')
const ask = (who: Caller) => who.call(makeBackup)

/** Leftovers of a process that was killed three hours ago during a backup, and a file of another program. */
function leftByOneThatWasKilled() {
  const id = crypto.randomUUID()
  const left = ['data/proof-Ab12Cd', `data/backup-${id}.gz`, `data/backup-${id}.gz.part`]
  left.push('backups/talaan-2026-03-15-190000Z.gz.age.part', 'data/backup-of-the-ledger.txt')
  for (const name of ['data/proof-Ab12Cd', 'backups']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of left) {
    const path = join(folder, name)
    if (name !== 'data/proof-Ab12Cd') writeFileSync(path, 'half of the books')
    utimesSync(path, Date.now() / 1000 - 3 * 3600, Date.now() / 1000 - 3 * 3600)
  }
}

/** Someone with full access to the database makes a user an administrator, and adds a bookmark without a user. */
const tamper = () =>
  here.db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update users set role = 'admin' where client_id = 'ana'`.execute(trx)
    await sql`insert into bookmark values (gen_random_uuid(), gen_random_uuid(), 'reports', now())`.execute(trx)
  })

// Slow: a process with low priority creates and fills a database while the other tests run.
test('each night a backup is made, tested by restoring it, and listed; one of books with errors is marked and causes an alarm', async () => {
  // 9:00 in Manila: the nightly backup is overdue.
  expect(await list()).toEqual({
    configured: true,
    encrypted: false,
    unsound: false,
    late: true,
    moments: { since: null, until: null, test: null },
    safetyProblems: [],
    backups: [],
  })
  leftByOneThatWasKilled()
  // Old backups can't be deleted here, because these are directories. The newest seven and that of the year are retained anyway.
  const old = Array.from({ length: 9 }, (_, at) => `talaan-2020-01-01-00000${at}Z.gz`)
  for (const name of old) mkdirSync(join(folder, 'backups', name))
  const logged: string[] = []
  await tamper()
  const env = { ...here.context.env, smtpUrl: 'smtp://localhost', backupEmail: 'owner@bahaykubo.example' }
  await backUp({
    ...here.context,
    env,
    log: openLog('warn', { to: { write: (line) => void logged.push(line) }, isTerminal: false }),
  })
  expect(logged).toEqual([expect.stringContaining('Older backups could not be removed.')])
  const file = 'talaan-2026-03-16-010000Z-unsound.gz'
  expect(readdirSync(join(folder, 'backups'))).toEqual([...old, file])
  expect(readdirSync(join(folder, 'data'))).toEqual(['backup-of-the-ledger.txt'])
  // The broken reference is found twice, and the changed account once; there are no other errors.
  const unsound = expect.stringMatching(/^Rows of bookmark refer to missing rows.+ \(3 problems\)$/)
  const row = { night: '2026-03-16', by: null, failure: null, file, entries: '0' }
  expect(await list()).toMatchObject({ late: true, unsound: true, backups: [{ ...row, state: 'unsound', unsound }] })
  const mails = await here.db.kysely.selectFrom('outbox').select(['recipient', 'subject', 'body']).execute()
  expect(mails).toEqual([
    {
      recipient: env.backupEmail,
      subject: expect.stringMatching(/^ALARM: the books have errors - /),
      body: expect.stringMatching(
        /The backup \S+-unsound\.gz was made[^]+Talaan 2026-03-16T01:00:00\.000Z: 0 entries 0{64}, /,
      ),
    },
  ])
  await here.db.pool.query('update backup set unsound = null')
  expect(await list()).toMatchObject({ late: false, unsound: false, backups: [{ ...row, state: 'proven' }] })
  expect(
    await toldOf(here.db, [
      `update backup set head = md5('a') || md5('b')`,
      `update backup set bytes = 1`,
      `delete from backup`,
    ]),
  ).toEqual([[], ...Array.from({ length: 3 }, () => [expect.stringContaining(`The backup ${file}`)])])
  const [made] = (await list()).backups
  expect(made?.heads).toMatch(/^Talaan 2026-03-16T01:00:00\.000Z: 0 entries 0{64}, \d+ audit events [0-9a-f]{64}$/)
  const request = await ben.call(getTimestampRequest, { params: { backupId: made?.id ?? '' } })
  expect(request.status).toBe(200)
  here.clock.forward(3600)
  await backUp()
  expect(await count()).toBe(1n)

  // The next backup is due at 3:00 in Manila.
  here.clock.forward(16.5 * 3600)
  await backUp()
  expect(await count()).toBe(1n)
  const { rows } = await here.db.pool.query<{ at: string }>(
    `select to_char(run_at at time zone 'Asia/Manila', 'YYYY-MM-DD HH24:MI') as at from job where name = 'backups.nightly'`,
  )
  expect(rows).toEqual([{ at: '2026-03-17 03:00' }])
  here.clock.forward(8 * 3600 + 1800)
  ben = await here.signIn('ben')
  expect((await list()).late).toBe(false)
  here.clock.forward(2 * 3600)
  ben = await here.signIn('ben')
  expect((await list()).late).toBe(true)
})

test('a backup is made on request, one at a time; users cannot request one', async () => {
  // 1:00, when the nightly backup is not due yet.
  here.clock.forward(16 * 3600)
  ben = await here.signIn('ben')
  const ana = await here.signIn('ana')
  expect((await ask(ana)).status).toBe(403)
  expect((await ana.call(listBackups)).status).toBe(403)
  const answers = await Promise.all([ask(ben), ask(ben), ask(ben)])
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  expect(here.jobs.due).toBe(1)
  expect((await ask(ben)).body).toMatchObject({ error: backupProblems.underWay.sentence })
  expect(await list()).toMatchObject({ backups: [{ state: 'waiting', night: null, by: 'ben' }] })
  // Two portals look for jobs at the same time: one makes the backup.
  inTheWay()
  await Promise.all([backUp(), backUp()])
  expect(await list()).toMatchObject({ backups: [{ state: 'failed', night: null, by: 'ben' }] })
  const { rows } = await here.db.pool.query(`select from audit where action = 'backups.made'`)
  expect(rows).toHaveLength(1)
})

test('a backup that could not be saved shows why and is retried an hour later', async () => {
  inTheWay()
  await backUp()
  const failure = expect.stringMatching(/EEXIST|ENOTDIR/)
  expect(await list()).toMatchObject({ late: true, backups: [{ state: 'failed', file: null, failure }] })
  here.clock.forward(3590)
  ben = await here.signIn('ben', { force: true })
  await backUp()
  expect(await list()).toMatchObject({ backups: [{ endedAt: '2026-03-16T01:00:00.000Z' }] })
  here.clock.forward(410)
  await backUp()
  ben = await here.signIn('ben', { force: true })
  expect(await list()).toMatchObject({ backups: [{ state: 'failed', endedAt: '2026-03-16T02:06:40.000Z' }] })
  expect(await eventsOf(here.db.kysely, 'backup.failed')).toHaveLength(2)
})

test('a backup interrupted by a stop of Talaan has failed, and the next one can be requested', async () => {
  await ask(ben)
  await here.db.pool.query(`
    update backup set begun_at = '2026-03-16T01:00:00Z';
    update job set state = 'running', locked_by = gen_random_uuid(), locked_until = '2026-03-16T01:01:30Z'`)
  // 1:00, so that no other backup is due.
  here.clock.forward(16 * 3600)
  await backUp()
  ben = await here.signIn('ben')
  expect((await list()).backups).toMatchObject([{ state: 'failed', failure: 'Talaan stopped during this backup.' }])
  expect((await ask(ben)).status).toBe(200)
  expect(await eventsOf(here.db.kysely, 'backup.failed')).toHaveLength(1)
})

test('a backup without enough disk space is not started and says how much it needs', () => {
  expect(spaceRefusal({ books: 40_000_000n, free: 120_000_000n })).toBeUndefined()
  expect(spaceRefusal({ books: 40_000_000n, free: 119_999_999n })).toBe(
    'A backup of these books needs 120 MB of free space in DATA_DIR; 119 MB are free.',
  )
})

test('without BACKUP_DIR no backup is made, and a request says what to set', async () => {
  await using elsewhere = await openPortal()
  const carla = await elsewhere.signIn('carla')
  expect((await ask(carla)).body).toMatchObject({ error: backupProblems.notConfigured.sentence })
  expect((await carla.call(listBackups)).answer).toMatchObject({ configured: false, backups: [] })
  expect(makesBackups(elsewhere.context)).toEqual([])
})
