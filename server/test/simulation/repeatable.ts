// Preloaded in every thread of a simulation: all randomness comes from its seed, and the database thread records its files.
import nodeCrypto from 'node:crypto'
import nodeFs, { existsSync } from 'node:fs'
import nodeFsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { randomFrom } from '../extent.ts'
import { beginRecording, Recorder } from '../power-loss/recorder.ts'
import { simulatedDisk } from './space.ts'
import { DurableFiles, type NodeFiles } from '../../src/platform/db/durable-files.ts'

const directory = (workerData as { directory?: string } | null)?.directory
// Each opening of the database has numbers of its own, or it would give the same ids again.
const opening = directory === undefined ? 0 : 1 + Number(process.env.SIMULATION_OPENING ?? 0)
const seed = Number(process.env.SIMULATION_SEED) * 1_000 + 3 * opening

/** Ids and keys are drawn separately, because connections draw keys at moments that nobody controls. */
const [ids, keys, others] = [randomFrom(seed), randomFrom(seed + 1), randomFrom(seed + 2)]

function fill(bytes: Uint8Array, random = keys): void {
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = random(256)
}

function uuid() {
  const bytes = new Uint8Array(16)
  fill(bytes, ids)
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}` as const
}

const viewOf = (target: ArrayBufferView) => new Uint8Array(target.buffer, target.byteOffset, target.byteLength)

Math.random = () => others(4_294_967_296) / 4_294_967_296
Object.assign(nodeCrypto, {
  randomUUID: uuid,
  randomBytes(size: number, done?: (error: null, bytes: Buffer) => void) {
    const bytes = Buffer.alloc(size)
    fill(bytes)
    if (done === undefined) return bytes
    process.nextTick(done, null, bytes)
    return undefined
  },
  randomFillSync(target: Uint8Array, offset = 0, size = target.byteLength - offset) {
    fill(viewOf(target).subarray(offset, offset + size), isMainThread ? keys : ids)
    return target
  },
})
Object.defineProperties(globalThis.crypto, {
  randomUUID: { value: uuid },
  getRandomValues: {
    value(target: Uint8Array) {
      fill(viewOf(target), isMainThread ? keys : ids)
      return target
    },
  },
})
// Timers measure how fast the computer is. What they do is called by the simulation, at a step of its own.
globalThis.setInterval = (() => ({ ref() {}, unref() {} })) as never
if (isMainThread) deliverInOrder()
if (directory !== undefined) countTime()
nodeFsPromises.statfs = simulatedDisk(nodeFsPromises.statfs)
// Only the simulated disk decides what survives, so the real one need not sync.
nodeFs.fsyncSync = () => {}
syncBuiltinESMExports()

if (directory !== undefined && existsSync(`${dirname(directory)}.recording`)) {
  const folder = `${dirname(directory)}.recording`
  if (existsSync(directory)) beginRecording(directory, folder)
  const proto = DurableFiles.prototype as unknown as { hook(files: NodeFiles): void }
  const own = proto.hook
  proto.hook = function (this: unknown, files) {
    own.call(this, files)
    new Recorder(directory, folder).listen(files)
  }
}

/**
 * The answers of the database arrive one by one, each when the main thread has nothing left to do. Otherwise two calls at the
 * same time would overtake each other, depending on how fast the threads are.
 */
function deliverInOrder(): void {
  const delayed: unknown[] = ['message', 'error', 'exit']
  const emit = Worker.prototype.emit as (this: Worker, ...event: unknown[]) => boolean
  let last = Promise.resolve()
  Worker.prototype.emit = function (this: Worker, ...event: unknown[]) {
    const [name, ...content] = event
    if (!delayed.includes(name)) return emit.apply(this, event)
    // Node removes them at once when the thread has ended.
    const listeners = this.rawListeners(name as string)
    last = last.then(settled).then(() => {
      for (const listener of listeners) listener.apply(this, content)
    })
    return true
  } as typeof emit
}

/** More turns of the event loop than any call takes between two questions to the database. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** The database's clock moves with the questions that it is asked: its checkpoints and the times of some events depend on it. */
function countTime(): void {
  let [now, looked] = [Date.parse('2026-10-05T01:00:00Z'), 0]
  parentPort?.on('message', () => (now += 1))
  Date.now = () => now
  // A pause ends when this clock has moved.
  performance.now = () => (looked += 1)
}
