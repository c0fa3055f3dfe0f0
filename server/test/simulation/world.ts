// A simulated office: the real server on the real embedded database, whose disk can lose power; people with sessions; a clock
// that jumps; and the model of what the books must contain.
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { sql } from 'kysely'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { logIn, ping } from '@talaan/contract/session.ts'
import { buildApp } from '../../src/app.ts'
import { verify } from '../../src/books/verify/verify.ts'
import type { HttpContext } from '../../src/http/context.ts'
import { resolveIdentity } from '../../src/http/identity/identity.ts'
import { sealLastAuditEvents } from '../../src/platform/audit/sealing.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import type { Database } from '../../src/platform/db/db.ts'
import { runHousekeeping } from '../../src/platform/db/housekeeping.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { readEnvironment } from '../../src/platform/env/env.ts'
import { openLog } from '../../src/platform/log.ts'
import { setUp } from '../../src/cli/setup.ts'
import { randomFrom } from '../extent.ts'
import type { Random } from '../extent.ts'
import { addPeople, calmLimits, callerOn, passwordOf, signInOn } from '../portal.ts'
import type { CallableEndpoint, Credentials, Parts, Reply } from '../portal.ts'
import type { PostOffice } from '../post-office.ts'
import { Disk, fates } from '../power-loss/disk.ts'
import { newCompany } from './company.ts'
import type { Company } from './company.ts'
import { difference, differences } from './compare.ts'
import { countSometimes } from './sometimes.ts'
import type { RareEvent, Sometimes } from './sometimes.ts'

export type Name = 'carla' | 'ben' | 'ana' | 'eva'
/** One administrator, one accountant, two users. */
export const people: readonly Name[] = ['carla', 'ben', 'ana', 'eva']
const roles = { ben: 'accountant', ana: 'user', eva: 'user' } as const

type Session = Credentials & {
  createdAt: number
  tokenAt: number
  activeAt: number
  pingedAt: number
  closingAt: number | null
  /** False after a power cut, which may have undone its last activity. */
  isSure: boolean
}

export type World = {
  seed: number
  random: Random
  folder: string
  company: Company
  clock: { ms: number; now(): number }
  /** The highest time at which something was recorded. */
  latest: number
  sometimes: Sometimes
  post: PostOffice
  sessions: Map<Name, Session>
  /** How many times the database was opened; the folder of the current one is named after it. */
  starts: number
  context: HttpContext
  app: FastifyInstance
  db: Database
  disk: Disk
  crashes: unknown[]
  /** The hash of everything that happened. */
  trace: { lines: number; hash: string }
  faults: { powerCuts: number; lostAnswers: number; restarts: number; restores: number; clockJumps: number }
}

/** What the simulation found. */
export class Flaw extends Error {
  override name = 'Flaw'
}

/** Monday, 5 October 2026, 9:00 in Manila: the first year ends soon. */
const beginning = Date.parse('2026-10-05T01:00:00Z')

export async function openWorld({
  seed,
  folder,
  post,
}: {
  seed: number
  folder: string
  post: PostOffice
}): Promise<World> {
  const clock = { ms: beginning, now: () => clock.ms }
  const world = {
    seed,
    random: randomFrom(seed),
    folder,
    company: newCompany(),
    clock,
    latest: 0,
    sometimes: countSometimes(),
    post,
    sessions: new Map(),
    starts: 1,
    crashes: [],
    trace: { lines: 0, hash: '' },
    faults: { powerCuts: 0, lostAnswers: 0, restarts: 0, restores: 0, clockJumps: 0 },
  } as unknown as World
  return world
}

export const dataDirOf = (world: World, start = world.starts): string => join(world.folder, `start-${start}`)

/** Opens the books of the current data directory as main.ts does, and records every write from now on. */
export async function startPortal(world: World): Promise<void> {
  const dataDir = dataDirOf(world)
  const recording = `${dataDir}.recording`
  mkdirSync(recording)
  const env = readEnvironment({
    COMPANY_NAME: 'Bahay Kubo Trading',
    ADMIN_CLIENT_ID: 'carla',
    ADMIN_PASSWORD: passwordOf('carla'),
    MAIL_FROM: 'Bahay Kubo Books <books@bahaykubo.example>',
    SMTP_URL: world.post.url,
    DATA_DIR: dataDir,
    MIN_FREE_DISK_MB: '200',
  })
  const { clock } = world
  countOpening()
  const db = await openDatabase(
    { dataDir },
    {
      log: (sentence) => {
        if (sentence.includes('reserve file'))
          world.sometimes.happened('the reserve file deleted because the disk is full')
      },
      onDeath: (why) => world.crashes.push(new Error(why)),
    },
  )
  world.db = db
  world.disk = new Disk(recording)
  await migrate(db)
  const passwordCost = { memoryKiB: 8, passes: 1 }
  const isNew = (await db.kysely.selectFrom('users').select('id').execute()).length === 0
  await setUp({ db, env, clock, passwordCost })
  const unidentified = {
    db,
    clock,
    env,
    passwordCost,
    limits: { ...calmLimits, forcedLoginsPerHour: 1_000_000, beaconsPerMinute: 1_000_000 },
    version: 'simulation',
    log: openLog('silent'),
    jobsAreDue: () => {},
  }
  if (isNew) {
    await db.kysely.updateTable('users').set({ first_login: false }).execute()
    await addPeople(
      unidentified,
      Object.fromEntries(Object.entries(roles).map(([name, role]) => [name, { role, active: true }])),
    )
  }
  world.context = { ...unidentified, identity: await resolveIdentity(unidentified) }
  world.app = await buildApp(world.context, { onCrash: (error) => void world.crashes.push(error) })
}

/** Says before each opening of the database which one it is; repeatable.ts gives it random numbers of its own. */
export function countOpening(): void {
  process.env['SIMULATION_OPENING'] = String(Number(process.env['SIMULATION_OPENING'] ?? 0) + 1)
}

/** Stops as main.ts does. */
export async function stopPortal(world: World): Promise<void> {
  await world.app.close()
  await sealLastAuditEvents(world.context)
  await world.db.close()
  world.disk.close()
}

export async function restart(world: World): Promise<void> {
  await stopPortal(world)
  rmSync(`${dataDirOf(world)}.recording`, { recursive: true })
  await startPortal(world)
  world.faults.restarts += 1
}

/** Goes on with the books of another data directory, and removes the old one. */
export async function moveTo(world: World, start: number): Promise<void> {
  const old = dataDirOf(world)
  world.starts = start
  await startPortal(world)
  for (const path of [old, `${old}.recording`]) rmSync(path, { recursive: true, force: true })
}

/** The power was cut at this moment of the recording: starts again on what the disk then contains. */
export async function powerCut(world: World, moment: number): Promise<void> {
  const { random, sometimes } = world
  const start = world.starts + 1
  world.disk.goTo(moment)
  const fate = fates[random(fates.length)] ?? 'dropped'
  const directory = join(dataDirOf(world, start), 'database')
  mkdirSync(dataDirOf(world, start))
  const damage = world.disk.cutPower(fate, random, directory)
  if (damage.lostWrites > 0) sometimes.happened('unsynced writes lost in a power cut')
  if (damage.tornPages > 0) sometimes.happened('a page torn by a power cut and recovered')
  if (damage.forgottenNames > 0) sometimes.happened('a file name forgotten by a power cut')
  world.faults.powerCuts += 1
  for (const session of world.sessions.values()) session.isSure = false
  await world.app.close()
  await world.db.close()
  world.disk.close()
  await moveTo(world, start)
  if (random(6) === 0) {
    sometimes.happened('a power cut during the recovery from another one')
    await powerCut(world, random(world.disk.moments() + 1))
  }
}

// ── Calls.

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Whether a session must have ended; undefined if that depends on a second, or on what a power cut left. */
function hasEnded(
  { createdAt, tokenAt, activeAt, pingedAt, closingAt, isSure }: Session,
  now: number,
): boolean | undefined {
  const limits = [
    [now - createdAt, 12 * hour],
    [now - tokenAt, hour],
    [now - activeAt, 62 * minute],
    [now - pingedAt, 25 * minute],
    [closingAt === null ? 0 : now - closingAt, 45 * second],
  ] as const
  if (!isSure || limits.some(([since, limit]) => Math.abs(since - limit) < 2 * second)) return undefined
  return limits.some(([since, limit]) => since > limit)
}

export async function signIn(world: World, name: Name): Promise<Session> {
  const now = world.clock.now()
  const caller = await signInOn(world.app, name, { force: true })
  const session = {
    ...caller,
    createdAt: now,
    tokenAt: now,
    activeAt: now,
    pingedAt: now,
    closingAt: null,
    isSure: true,
  }
  world.sessions.set(name, session)
  return session
}

/** Calls as someone who is signed in, and who signs in again when the session has ended. */
export async function call<E extends CallableEndpoint & { activity: boolean }>(
  world: World,
  name: Name,
  endpoint: E,
  parts: Parts = {},
): Promise<Reply<E['answer']>> {
  const now = world.clock.now()
  let session = world.sessions.get(name) ?? (await signIn(world, name))
  const shouldEnd = hasEnded(session, now)
  let reply = await callerOn(world.app, session).call(endpoint, parts)
  const ended = reply.status === 401
  if (shouldEnd !== undefined && ended !== shouldEnd)
    throw new Flaw(
      `${name}'s session ${ended ? 'ended too early' : 'should have ended'} (${endpoint.name}: ${reply.status}).`,
    )
  if (ended) {
    world.sometimes.happened('a session ended by time')
    session = await signIn(world, name)
    reply = await callerOn(world.app, session).call(endpoint, parts)
  }
  if (session.closingAt !== null) world.sometimes.happened('a session reactivated after its page was closed')
  session.closingAt = null
  if (endpoint.activity && now - session.activeAt > 15 * second) session.activeAt = now
  if (endpoint.name === ping.name) session.pingedAt = now
  if (world.crashes.length > 0) throw new Flaw(`${endpoint.name} crashed: ${String(world.crashes[0])}`)
  return reply
}

export function assertStatus({ status, body }: Reply, wanted: number, what: string): void {
  if (status !== wanted)
    throw new Flaw(`${what} was answered with ${status} instead of ${wanted}: ${JSON.stringify(body)}`)
}

export const tryLogIn = ({ app }: World, name: Name, password = passwordOf(name)) =>
  callerOn(app, {}).call(logIn, { body: { ClientId: name, Password: password } })

// ── Changes, whose answers may be lost.

type Change = {
  call: () => Promise<Reply>
  /** Does the same to the model. Without an answer, what the server chose is unknown. */
  apply: (company: Company, answer?: unknown) => void
  /** Counted when a power cut interrupts it. */
  interrupted?: RareEvent
  /** The answer of a repetition that finds the change made, if it isn't 200. */
  repeated?: number
}

/** One in so many changes. */
const lostAnswer = 25
const cutPower = 70
/** Changes of the rarer kinds are interrupted more often. */
const cutPowerInRare = 10

/** Makes a change that must succeed. If its answer is lost, the same call is made again, as a browser does. */
export async function change(world: World, { call: make, apply, interrupted, repeated = 200 }: Change): Promise<void> {
  const { random, sometimes } = world
  const finish = (reply: Reply) => apply(world.company, reply.answer)
  world.latest = Math.max(world.latest, world.clock.now())
  if (random(interrupted === undefined ? cutPower : cutPowerInRare) === 0) {
    const isCommitted = await interrupt(world, make, apply)
    if (interrupted !== undefined) sometimes.happened(interrupted)
    sometimes.happened(
      isCommitted
        ? 'a power cut whose unknown change was committed'
        : 'a power cut whose unknown change was not committed',
    )
    const again = await make()
    assertStatus(again, isCommitted ? repeated : 200, 'The repetition after a power cut')
    return again.status === 200 ? finish(again) : apply(world.company)
  }
  const reply = await make()
  assertStatus(reply, 200, 'A valid change')
  if (random(lostAnswer) !== 0) return finish(reply)
  world.faults.lostAnswers += 1
  sometimes.happened('an answer lost and the same key sent again')
  const again = await make()
  assertStatus(again, repeated, 'The repetition of a lost answer')
  return finish(again.status === 200 ? again : reply)
}

/** Cuts the power while a change is made. Returns whether the change was committed, which nobody was told. */
async function interrupt(world: World, make: () => Promise<unknown>, apply: Change['apply']): Promise<boolean> {
  const from = world.disk.moments()
  await make()
  const to = world.disk.moments()
  const moment = world.random(4) === 0 ? to : from + world.random(to - from + 1)
  if (moment === to) world.sometimes.happened('a power cut directly after the answer')
  await powerCut(world, moment)
  const without = await differences(world.db.kysely, world.company)
  const after = structuredClone(world.company)
  apply(after)
  const withIt = await differences(world.db.kysely, after)
  if (withIt.length === 0) return true
  if (moment === to) {
    throw new Flaw(`A power cut after the answer lost the change: ${withIt.join(' ')}`)
  }
  if (without.length === 0) return false
  throw new Flaw(`After a power cut the change is neither there nor absent: ${without.join(' ')} | ${withIt.join(' ')}`)
}

/** The power is cut during calls that change nothing in the model. */
export async function cutDuring(world: World, work: () => Promise<unknown>): Promise<void> {
  const from = world.disk.moments()
  await work()
  await powerCut(world, from + world.random(world.disk.moments() - from + 1))
  await compare(world)
}

// ── Checks.

export async function compareCheaply(world: World): Promise<void> {
  assertNone(await difference(world.db.kysely, world.company))
}

export async function compare(world: World): Promise<void> {
  assertNone(await differences(world.db.kysely, world.company))
  note(world, await positionOf(world))
}

/** Where the books and their files are; after equal work, always the same. */
async function positionOf({ db, disk }: World): Promise<string> {
  const { rows } = await sql<{ books: string; log: string; events: string }>`
    select coalesce((select last_hash from ledger_head), '') as books, pg_current_wal_insert_lsn()::text as log,
      md5((select string_agg(audit::text, '' order by seq) from audit)) as events`.execute(db.kysely)
  return JSON.stringify([rows[0], disk.moments()])
}

export async function verifyBooks(world: World): Promise<void> {
  assertNone((await verify(world.db.kysely)).checks.flatMap(({ problems }) => problems))
}

function assertNone(problems: string[]): void {
  if (problems.length > 0) throw new Flaw(problems.slice(0, 10).join('\n'))
}

/** What the portal does every five seconds between two transactions. */
export async function keepHouse({ db: { pool } }: World): Promise<void> {
  await runHousekeeping({
    query: (text: string, values: unknown[]) => pool.query(text, values),
    exec: (text: string) => pool.query(text),
  } as never)
}

export function note({ trace }: World, line: string): void {
  trace.lines += 1
  trace.hash = createHash('sha256').update(`${trace.hash} ${line}`).digest('hex')
}

export const pick = <T>({ random }: Pick<World, 'random'>, from: readonly T[]): T => from[random(from.length)] as T
