// Backups by night and by hand, with the real process that proves them.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backupProblems, listBackups, makeBackup } from '@talaan/contract/backups.ts'
import { portal } from '../test/portal.ts'
import type { Caller, Portal } from '../test/portal.ts'
import { backUpWhatIsDue } from './backup/nightly.ts'

let folder: string
let here: Portal
let ben: Caller
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'talaan-test-'))
  here = await portal({ env: { BACKUP_DIR: join(folder, 'backups'), DATA_DIR: join(folder, 'data') } })
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
/** Where the folder of the backups would be stands a file. */
const inTheWay = () => writeFileSync(join(folder, 'backups'), 'in the way')
const ask = (who: Caller) => who.call(makeBackup)

// A database is made and filled beside all other tests, by a process that lets others go first.
test('each night one backup is made, proved by restoring it, and stands in the list', async () => {
  // Nine in the morning in Manila: the night's is still to be made.
  expect(await list()).toEqual({ configured: true, encrypted: false, late: true, backups: [] })
  const made = await backUpWhatIsDue(here.house)
  expect(made).toMatchObject({ file: 'talaan-2026-03-16-010000Z.gz', entries: '0' })
  expect(readdirSync(join(folder, 'backups'))).toEqual(['talaan-2026-03-16-010000Z.gz'])
  expect(readdirSync(join(folder, 'data'))).toEqual([])
  expect(await list()).toMatchObject({
    late: false,
    backups: [{ state: 'proven', night: '2026-03-16', by: null, file: 'talaan-2026-03-16-010000Z.gz', failure: null }],
  })
  here.clock.forward(3600)
  expect(await backUpWhatIsDue(here.house)).toBeUndefined()

  // The next day is due at three in the morning, in Manila.
  here.clock.forward(16.5 * 3600)
  expect(await backUpWhatIsDue(here.house)).toBeUndefined()
  here.clock.forward(8 * 3600 + 1800)
  ben = await here.signIn('ben')
  expect((await list()).late).toBe(false)
  here.clock.forward(2 * 3600)
  ben = await here.signIn('ben')
  expect((await list()).late).toBe(true)
}, 180_000)

test('one is made when somebody asks, one at a time, and never by a user', async () => {
  // One in the morning, when the night's is not due yet.
  here.clock.forward(16 * 3600)
  ben = await here.signIn('ben')
  const ana = await here.signIn('ana')
  expect((await ask(ana)).status).toBe(403)
  expect((await ana.call(listBackups)).status).toBe(403)
  const answers = await Promise.all([ask(ben), ask(ben), ask(ben)])
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
  expect(here.backups.due).toBe(1)
  expect((await ask(ben)).body).toMatchObject({ error: backupProblems.underWay.sentence })
  expect(await list()).toMatchObject({ backups: [{ state: 'waiting', night: null, by: 'ben' }] })
  // Two portals look at once: one makes it.
  inTheWay()
  const outcomes = await Promise.all([backUpWhatIsDue(here.house), backUpWhatIsDue(here.house)])
  expect(outcomes.filter((one) => one !== undefined)).toHaveLength(1)
})

test('a backup that could not be kept says why, and the night tries again an hour later', async () => {
  inTheWay()
  expect(await backUpWhatIsDue(here.house)).toEqual({ failure: expect.stringMatching(/EEXIST|ENOTDIR/) })
  expect(await list()).toMatchObject({ late: true, backups: [{ state: 'failed', file: null }] })
  expect(await backUpWhatIsDue(here.house)).toBeUndefined()
  here.clock.forward(3700)
  expect(await backUpWhatIsDue(here.house)).toMatchObject({ failure: expect.any(String) })
  ben = await here.signIn('ben')
  expect(await list()).toMatchObject({ backups: [{ state: 'failed', endedAt: '2026-03-16T02:01:40.000Z' }] })
})

test('one whose portal ended on the way has failed, and the next can be asked for', async () => {
  await ask(ben)
  await here.db.kysely.updateTable('backup').set({ begun_at: '2026-03-16T01:00:00Z' }).execute()
  here.clock.forward(2 * 3600 + 60)
  inTheWay()
  await backUpWhatIsDue(here.house)
  ben = await here.signIn('ben')
  expect((await list()).backups.map(({ state }) => state)).toContain('failed')
  expect((await list()).backups.at(-1)?.failure).toBe('The portal ended while it made this backup.')
})

test('without a place nothing is made, and asking says who sets it', async () => {
  await using elsewhere = await portal()
  const carla = await elsewhere.signIn('carla')
  expect((await ask(carla)).body).toMatchObject({ error: backupProblems.notConfigured.sentence })
  expect((await carla.call(listBackups)).answer).toMatchObject({ configured: false, backups: [] })
  expect(await backUpWhatIsDue(elsewhere.house)).toBeUndefined()
})
