// The process that parses untrusted files. It can be killed at any time: its watch thread does so when a file takes too much
// memory, including buffers, which V8's heap limit does not count.
import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { UnreadableStatement } from '@talaan/ledger/banking/formats/unreadable.ts'
import { limitMegabytes, maxAnswerBytes } from './limits.ts'
import { readings } from './readings.ts'
import type { Readings } from './readings.ts'
import type { Watch } from './watch.ts'

export type ToChild = {
  [K in keyof Readings]: { kind: K; file: Parameters<Readings[K]>[0]; seconds: number }
}[keyof Readings]
/** Memory above the level before the first file. */
export type Taken = { megabytes: number; seconds: number }
export type FromChild = { isWorn: boolean; taken: Taken } & (
  | { read: unknown }
  | { unreadable: string }
  | { broken: string }
  | { ended: string }
)

/** Memory before the first file. */
const start = process.memoryUsage.rss()
const tell = (message: FromChild | 'ready') => process.send?.(message)
/** A process that still holds more than this after a file is replaced. */
const wornMegabytes = limitMegabytes / 2

const watch: Watch = new Int32Array(new SharedArrayBuffer(8))
new Worker(new URL('./watch.ts', import.meta.url), { workerData: watch, env: {} })
  .once('online', () => tell('ready'))
  .unref()

process.once('disconnect', () => process.exit())
process.on('message', (request: ToChild) => void answer(request))

async function answer({ kind, file, seconds }: ToChild): Promise<void> {
  Atomics.store(watch, 1, 0)
  const begun = process.cpuUsage()
  allow(Math.max(1, seconds * 1000))
  const found = await (readings[kind] as (of: ToChild['file']) => Promise<unknown>)(file).then(
    (read) => (serialize(read).byteLength > maxAnswerBytes ? { ended: 'The file has too much text.' } : { read }),
    (error: unknown) =>
      error instanceof UnreadableStatement ? { unreadable: error.message } : { broken: detailOf(error) },
  )
  allow(0)
  const megabytes = Math.ceil(Atomics.load(watch, 1) / 1024)
  const left = (process.memoryUsage.rss() - start) / 1024 / 1024
  const { user, system } = process.cpuUsage(begun)
  tell({ ...found, taken: { megabytes, seconds: (user + system) / 1e6 }, isWorn: left > wornMegabytes })
}

function allow(milliseconds: number): void {
  Atomics.store(watch, 0, milliseconds)
  Atomics.notify(watch, 0)
}

const detailOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
