// One simulated run. Arguments: the seed, the number of acts, and optionally a step after which each act is printed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { booksOnDisk } from '../database.ts'
import { instant } from '../../src/platform/clock.ts'
import { openPostOffice } from '../post-office.ts'
import { act, beginOffice, sendDue } from './actions.ts'
import {
  compare,
  compareCheaply,
  dataDirOf,
  Flaw,
  note,
  openWorld,
  startPortal,
  stopPortal,
  verifyBooks,
} from './world.ts'
import type { World } from './world.ts'

export type Report = {
  seed: number
  acts: number
  days: number
  documents: number
  trace: string
  /** Seconds of processor time. */
  seconds: number
  faults: World['faults']
  counts: [string, number][]
  /** The first flaw, and its step. */
  flaw: { step: number; act: string; message: string } | null
}

const [seed = 0, acts = 0, loudFrom = Infinity] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'talaan-simulation-'))
const post = await openPostOffice()
const world = await openWorld({ seed, folder, post })
const begun = world.clock.now()
let [step, doing, flaw] = [0, 'beginning', null as Report['flaw']]

try {
  await booksOnDisk(dataDirOf(world))
  await startPortal(world)
  const state = await beginOffice(world)
  for (step = 1; step <= acts; step += 1) {
    world.clock.ms += 1_000 * world.random(90)
    doing = 'an act'
    doing = await act(world, state)
    note(world, `${step} ${doing}`)
    if (step >= loudFrom) console.error(`${step} ${doing}`)
    await compareCheaply(world)
    if (step % 10 === 0) await compare(world)
    if (step % 200 === 0) await verifyBooks(world)
  }
  await end()
} catch (error) {
  const message = error instanceof Flaw ? error.message : String((error as Error).stack)
  flaw = { step, act: doing, message }
}
await stopPortal(world).catch(() => {})
await post.close()
rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
const report: Report = {
  seed,
  acts: Math.min(step, acts),
  days: Math.round((world.clock.now() - begun) / 86_400_000),
  documents: world.company.documents.size,
  trace: world.trace.hash,
  seconds: Math.round(process.resourceUsage().userCPUTime / 1e6 + process.resourceUsage().systemCPUTime / 1e6),
  faults: world.faults,
  counts: [...world.sometimes.counts],
  flaw,
}
console.log(JSON.stringify(report))
process.exit(0)

/** The faults stop: everything that waits must be done soon. */
async function end(): Promise<void> {
  doing = 'the end'
  post.fate = 'accept'
  // A clock that was ahead and set back has left jobs that wait for their time.
  const last = await world.db.kysely
    .selectFrom('job')
    .select((is) => [is.fn.max('run_at').as('due'), is.fn.max('locked_until').as('leased')])
    .where('ended_at', 'is', null)
    .where('name', '=', 'mail.send')
    .executeTakeFirst()
  for (const time of [last?.due, last?.leased])
    if (typeof time === 'string') world.clock.ms = Math.max(world.clock.ms, instant(time))
  for (let tries = 0; tries < 4; tries += 1) {
    world.clock.ms += 2 * 3_600_000
    await sendDue(world)
  }
  await compare(world)
  await verifyBooks(world)
  const waiting = await world.db.kysely
    .selectFrom('job')
    .select('id')
    .where('name', '=', 'mail.send')
    .where('ended_at', 'is', null)
    .execute()
  if (waiting.length > 0) throw new Flaw(`${waiting.length} messages still wait after eight hours without faults.`)
}
