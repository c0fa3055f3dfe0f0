// The page Trust: who may see it, a run on request and at night, its history, and the signed report.
import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  getTrustKey,
  getTrustReport,
  getTrustSignature,
  historyDays,
  resultsAreOldAfterHours,
  runTrust,
  trustProblems,
  viewTrust,
} from '@talaan/contract/trust.ts'
import { workOff } from '../../../test/jobs.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { checksOfBooks } from '../../books/verify/verify.ts'
import { sealAuditEvents } from '../../platform/audit/sealing.ts'
import { bookWords } from './catalog.ts'
import { stateOf } from './read.ts'
import { checksOf, readInParts, runsTrust } from './run.ts'

let here: Portal
let ben: Caller
const folder = mkdtempSync(join(tmpdir(), 'trust-'))
beforeAll(async () => void (here = await openPortal({ env: { BACKUP_DIR: folder } })))
beforeEach(async () => {
  await here.reset()
  ben = await here.signIn('ben')
})
afterAll(async () => {
  await here.close()
  rmSync(folder, { recursive: true })
})

const view = async (who = ben) => (await who.call(viewTrust)).answer
const [requested, nightly] = [0, 1].map((at) => () => runsTrust(here.context).slice(at, at + 1))

async function run(): Promise<void> {
  expect((await ben.call(runTrust)).status).toBe(200)
  await sealAuditEvents(here.db.kysely)
  await workOff(here.context, requested?.() ?? [])
}

/** A verified backup, and for the embedded database a tested restore. */
const backUp = async () => {
  await here.db.pool.query('insert into recovery_test (tested_at, moment, milliseconds) values ($1, $1, 1500)', [
    new Date(here.clock.now()),
  ])
  await here.db.pool.query(
    `insert into backup (night, asked_at, begun_at, ended_at, file, bytes, entries, head)
     values ('2026-03-16', $1, $1, $1, 'a.talaan', 1, 0, $2)`,
    [new Date(here.clock.now()), '0'.repeat(64)],
  )
}

test('only admins and accountants see the checks, run them and download the report', async () => {
  const ana = await here.signIn('ana')
  for (const endpoint of [viewTrust, runTrust, getTrustReport, getTrustSignature, getTrustKey] as const) {
    expect((await ana.call(endpoint)).status, endpoint.name).toBe(403)
    expect((await here.nobody.call(endpoint)).status, endpoint.name).toBe(401)
  }
  expect((await (await here.signIn('carla')).call(viewTrust)).status).toBe(200)
})

test('each check of verify has words', () => {
  expect(Object.keys(bookWords)).toEqual(Object.keys(checksOfBooks))
})

test('the checks that are read in parts are checks', () => {
  expect(checksOf(here.context).map(({ name }) => name)).toEqual(expect.arrayContaining([...readInParts]))
})

test('before the first run nothing is green, and there is no report', async () => {
  const { state, run: last, running, checks } = await view()
  expect({ state, last, running }).toEqual({ state: 'never', last: null, running: null })
  expect(checks.length).toBeGreaterThan(Object.keys(checksOfBooks).length)
  for (const { verdict, history } of checks) expect([verdict, history]).toEqual([null, '-'.repeat(historyDays)])
  expect((await ben.call(getTrustReport)).body).toMatchObject({ error: trustProblems.noRun.sentence })
})

test('a run is a job with progress, one at a time, and stores the result of each check', async () => {
  await ben.call(runTrust)
  expect(await view()).toMatchObject({ state: 'never', running: { done: 0, queued: true } })
  expect((await ben.call(runTrust)).body).toMatchObject({ error: trustProblems.running.sentence })
  await sealAuditEvents(here.db.kysely)
  await workOff(here.context, requested?.() ?? [])
  const { run: last, running, checks } = await view()
  expect(running).toBeNull()
  expect(last).toMatchObject({ reason: 'requested', by: 'ben', version: 'test' })
  expect(checks.filter(({ verdict }) => verdict === null)).toEqual([])
  const { rows } = await here.db.pool.query<{ count: number }>('select count(*)::integer as count from trust_result')
  expect(rows[0]?.count).toBe(checks.length)
  await expect(here.db.pool.query(`update trust_result set verdict = 'holds', problems = '{}'`)).rejects.toThrow()
})

test('without a backup the page is red, with one it is green, and old results are not green', async () => {
  await run()
  const { state, checks } = await view()
  expect(state).toBe('broken')
  expect(checks.find(({ name }) => name.startsWith('no backup contains'))).toMatchObject({
    verdict: 'unknown',
    problems: ['There is no backup yet.'],
  })
  await backUp()
  await run()
  expect(await view()).toMatchObject({ state: 'sound' })
  here.clock.forward(resultsAreOldAfterHours * 3600 + 1)
  expect(await view(await here.signIn('ben', { force: true }))).toMatchObject({ state: 'old' })
})

test('one check that could not be completed or did not run is enough for a page that is not green', () => {
  const at = { endedAt: 0, now: 0 }
  expect(stateOf([{ verdict: 'holds' }], at)).toBe('sound')
  expect(stateOf([{ verdict: 'holds' }, { verdict: 'unknown' }], at)).toBe('unknown')
  expect(stateOf([{ verdict: 'holds' }, { verdict: null }], at)).toBe('unknown')
  expect(stateOf([{ verdict: 'unknown' }, { verdict: 'broken' }], at)).toBe('broken')
})

test('the nightly run needs no person, and the history has the worst verdict of each day', async () => {
  const night = async () => {
    here.clock.forward(24 * 3600)
    await sealAuditEvents(here.db.kysely)
    await workOff(here.context, nightly?.() ?? [])
  }
  await workOff(here.context, nightly?.() ?? [])
  expect((await view()).run, 'the first run waits for the night').toBeNull()
  await night()
  await backUp()
  await night()
  const { run: last, checks } = await view(await here.signIn('ben', { force: true }))
  expect(last).toMatchObject({ reason: 'night', by: null })
  const backup = checks.find(({ name }) => name.startsWith('a backup'))
  expect(backup?.history).toBe(`${'-'.repeat(historyDays - 2)}bh`)
})

test('the report of a run is the same each time, and its signature verifies with the public key', async () => {
  await run()
  const [first, again] = [await ben.call(getTrustReport), await ben.call(getTrustReport)]
  expect(Buffer.from(first.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  expect(Buffer.from(first.bytes).equals(Buffer.from(again.bytes))).toBe(true)
  const signature = Buffer.from((await ben.call(getTrustSignature)).bytes)
  const key = createPublicKey(Buffer.from((await ben.call(getTrustKey)).bytes))
  expect(signature).toHaveLength(64)
  expect(verify(null, first.bytes, key, signature)).toBe(true)
  expect(verify(null, Buffer.concat([first.bytes, Buffer.from(' ')]), key, signature)).toBe(false)
})
