// Cuts the power at the given moments, one disk after the other, and reports the state of each one's books. Arguments:
// the folder of the recording, and a list of cuts as JSON.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { randomFrom } from '../extent.ts'
import { Disk, type Fate } from './disk.ts'
import type { Damage } from './books.ts'

export type Cut = { moment: number; fate: Fate; seed: number }
export type Finding = Cut & { confirmed: number } & (
    | { state: 'opened'; damage: Damage }
    | { state: 'closed'; why: string }
  )

const folder = process.argv[2] ?? ''
const cuts = (JSON.parse(process.argv[3] ?? '[]') as Cut[]).sort((a, b) => a.moment - b.moment)
const disk = new Disk(folder)
// Compiled once instead of in each thread. The types of Node lack it.
declare const WebAssembly: { compile: (bytes: Uint8Array) => Promise<object> }
const engine = await WebAssembly.compile(
  readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
)

for (const cut of cuts) {
  disk.goTo(cut.moment)
  const directory = mkdtempSync(join(folder, 'disk-'))
  disk.cutPower(cut.fate, randomFrom(cut.seed), directory)
  const finding = await open(directory, disk.confirmed)
  rmSync(directory, { recursive: true, force: true })
  console.log(JSON.stringify({ ...cut, confirmed: disk.confirmed, ...finding }))
}
process.exit(0)

/** In a thread of its own, because a damaged database may neither open nor fail. */
function open(directory: string, confirmed: number): Promise<object> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('./open.ts', import.meta.url), {
      workerData: { directory, confirmed, engine },
      stderr: true,
    })
    let ending = false
    const end = (finding: object) => {
      if (ending) return
      ending = true
      clearInterval(looking)
      void thread.terminate().then(() => resolve(finding))
    }
    // Work is measured, not time, which depends on the load of the machine.
    const before = process.cpuUsage()
    const looking = setInterval(() => {
      const { user, system } = process.cpuUsage(before)
      if (user + system > 60_000_000) end({ state: 'closed', why: 'It did not open after a minute of work.' })
    }, 1_000)
    thread.once('message', end)
    thread.once('error', (error: Error) => end({ state: 'closed', why: error.message }))
    thread.once('exit', (code) => end({ state: 'closed', why: `The thread ended with ${code}.` }))
  })
}
