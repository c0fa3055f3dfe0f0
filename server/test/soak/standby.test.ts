// Two portals behind a balancer, and a database with a standby that takes over: `npm run soak -- --only=standby`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/db/db.ts'
import { randomFrom, rounds, seed } from '../extent.ts'
import { firstPassword, openOffice } from '../crash/people.ts'
import { startPortal } from '../crash/portal.ts'
import type { PortalProcess } from '../crash/portal.ts'
import { freePort } from '../postgres-server.ts'
import { startBalancer } from '../standby/balancer.ts'
import type { Balancer } from '../standby/balancer.ts'
import { newServer, promote, standbyOf, until, waitsFor } from '../standby/cluster.ts'
import type { PostgresNode } from '../standby/cluster.ts'
import { expectSignedIn, expectSound, keepRecording, renewing, storedIn } from '../standby/load.ts'
import type { Office, Recorded } from '../standby/load.ts'
import { startMailServer } from '../standby/mail-server.ts'
import type { SlowLink } from '../standby/slow-link.ts'

/** The delay of the link to the standby in each direction. */
const linkMs = 40

const open = new AsyncDisposableStack()
afterAll(() => open.disposeAsync())

let primary: PostgresNode
let standby: PostgresNode
let link: SlowLink
let mail: Awaited<ReturnType<typeof startMailServer>>
let balancer: Balancer
let url: string
let office: Office
const portals: PortalProcess[] = []
const ports: number[] = []
const drafts: Recorded[] = []
const files = mkdtempSync(join(tmpdir(), 'talaan-portals-'))

const addressOf = (...nodes: PostgresNode[]) =>
  `postgres://talaan@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/talaan?target_session_attrs=read-write`

/** The addresses of both servers stay the same when a server is replaced, as in an office. */
const startOne = async (at: number, databaseUrl: string) => {
  portals[at] = await startPortal({
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(files, String(at)),
    PORT: String(ports[at]),
    SMTP_URL: mail.url,
    TRUSTED_PROXIES: '127.0.0.1',
    DRAIN_SECONDS: '20',
    ADMIN_PASSWORD: firstPassword,
  })
}

const isUsed = async (at: number) => balancer.uses(at === 0 ? 'one' : 'two')
const bothAreUsed = async () => (await isUsed(0)) && (await isUsed(1))

/** The standby has taken over: a new one follows it, at the address of the server that was lost. */
async function replaceStandby(): Promise<void> {
  const lost = primary
  await lost[Symbol.asyncDispose]()
  await link[Symbol.asyncDispose]()
  primary = standby
  ;({ standby, link } = await standbyOf(primary, { name: 'second', ms: linkMs, port: lost.port }))
  await waitsFor(primary, 'second')
}

const openBooks = () => openDatabase({ databaseUrl: addressOf(primary) }, { log: () => {} })
const idOf = (documentId: string) => `<receipt.${documentId}@localhost>`

beforeAll(async () => {
  open.defer(() => rmSync(files, { recursive: true, force: true }))
  mail = open.use(await startMailServer())
  primary = await newServer()
  await primary.query('create role talaan login')
  await primary.query('create database talaan owner talaan')
  ;({ standby, link } = await standbyOf(primary, { name: 'second', ms: linkMs }))
  open.defer(async () => {
    await primary[Symbol.asyncDispose]()
    await standby[Symbol.asyncDispose]()
    await link[Symbol.asyncDispose]()
  })
  ports.push(await freePort(), await freePort())
  open.defer(async () => {
    for (const portal of portals) await portal[Symbol.asyncDispose]()
  })
  for (const at of [0, 1]) await startOne(at, addressOf(primary, standby))
  balancer = open.use(await startBalancer(ports as [number, number]))
  url = balancer.url
  await until(bothAreUsed)
  office = await openOffice(url)
})

/** Documents that a portal confirmed before commits waited for the standby. */
const unprotected: Recorded[] = []

test('if commits do not wait for the standby, a failover loses confirmed documents, so the next test can fail', async ({
  task,
}) => {
  let kill = () => {}
  const killed = new Promise<void>((resolve, reject) => {
    kill = () => {
      link.cut()
      primary.kill().then(resolve, reject)
    }
  })
  link.slowDownTo(2_000)
  let left = 30
  const load = keepRecording(url, office, { acknowledged: () => --left === 0 && kill() })
  await killed
  await load.giveUp()
  await promote(standby)
  await replaceStandby()
  await until(bothAreUsed)
  await using db = await openBooks()
  const stored = new Set((await storedIn(db)).map(({ draftId }) => draftId))
  const lost = load.drafts.filter(({ draftId, document }) => document !== undefined && !stored.has(draftId))
  expect(lost.length).toBeGreaterThan(0)
  unprotected.push(...load.drafts)
  drafts.push(...load.drafts.filter(({ draftId }) => stored.has(draftId)))
  await expectSound(db, drafts, 'without waiting for the standby')
  task.meta.figures = `Without waiting for the standby, ${lost.length} of ${load.acknowledged()} confirmed documents were lost, as expected`
})

test('the primary is killed or freezes under load, and the standby takes over with everything that was confirmed', async ({
  task,
}) => {
  const random = randomFrom(seed)
  const renew = renewing(office)
  const waits: number[] = []
  const frozenWaits: number[] = []
  const fates = { killed: 0, frozen: 0 }
  let [uncertain, acknowledged] = [0, 0]
  for (const round of rounds({ short: 1, soak: 2 })) {
    await renew(url)
    const fate = (['killed', 'frozen'] as const)[(round - 1) % 2]!
    fates[fate] += 1
    const before = 20 + random(40)
    const circumstances = `seed ${seed}, round ${round}, ${fate} after ${before}`
    const load = keepRecording(url, office)
    await load.more(before)
    link.cut()
    const struckAt = performance.now()
    if (fate === 'frozen') primary.freeze()
    else await primary.kill()
    await promote(standby)
    await load.more(1)
    if (fate === 'frozen') frozenWaits.push(secondsSince(struckAt))
    else waits.push(secondsSince(struckAt))
    await load.more(30)
    if (fate === 'frozen') {
      // It still takes itself for the primary, but confirms nothing without its standby.
      primary.wake()
      await load.more(30)
    }
    await load.end()
    uncertain += load.failures.length
    acknowledged += load.acknowledged()
    drafts.push(...load.drafts)
    await replaceStandby()
    await until(bothAreUsed)
    await using db = await openBooks()
    await expectSound(db, drafts, circumstances)
    await expectSignedIn(url, office)
    // A frozen database outlasts the lease of a job, so these messages may be sent again.
    if (fates.frozen === 0) expect(sentTwice(), circumstances).toEqual([])
  }

  await using db = await openBooks()
  await until(async () => {
    const { rows } = await db.pool.query(`select from job where name = 'mail.send' and ended_at is null limit 1`)
    return rows.length === 0
  })
  const sent = new Set(mail.ids)
  expect(drafts.filter(({ document }) => document !== undefined && !sent.has(idOf(document.documentId)))).toEqual([])
  const failovers = `Failovers of a killed primary: ${fates.killed}, of a frozen one: ${fates.frozen}`
  task.meta.figures = `${failovers}; ${acknowledged} documents confirmed, each stored once, none lost; ${uncertain} calls repeated because they got no response; ${sentTwice().length} messages sent twice after a freeze; recording continued ${range(waits)} after a kill and ${range(frozenWaits)} after a freeze`
})

const secondsSince = (start: number) => (performance.now() - start) / 1000
const range = (seconds: number[]) => {
  const ordered = seconds.toSorted((a, b) => a - b)
  return ordered.length === 0 ? '(not tried)' : `${ordered.at(0)?.toFixed(1)} to ${ordered.at(-1)?.toFixed(1)} s`
}

/** Message-IDs that arrived more than once. */
function sentTwice(): string[] {
  const ignored = new Set(unprotected.flatMap(({ document }) => (document ? [idOf(document.documentId)] : [])))
  const ids = mail.ids.filter((id) => !ignored.has(id))
  return ids.filter((id, at) => ids.indexOf(id) !== at)
}

test('both portals are restarted one after the other under load, and no call fails', async ({ task }) => {
  const renew = renewing(office)
  let [restarts, calls] = [0, 0]
  for (const _ of rounds({ short: 1, soak: 2 })) {
    await renew(url)
    const load = keepRecording(url, office)
    await load.more(10)
    for (const at of [0, 1]) {
      const portal = portals[at]!
      portal.kill('SIGTERM')
      expect(await portal.end(), portal.said()).toBe(0)
      await startOne(at, addressOf(primary, standby))
      await until(() => isUsed(at))
      await load.more(10)
      restarts += 1
    }
    await load.end()
    calls += load.drafts.length * 2
    drafts.push(...load.drafts)
    expect(load.failures, balancer.said()).toEqual([])
  }
  await using db = await openBooks()
  await expectSound(db, drafts, 'after the restarts')
  await expectSignedIn(url, office)
  task.meta.figures = `${restarts} restarts of one of two portals under load: ${calls} calls, none failed`
})
