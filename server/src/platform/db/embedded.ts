// The embedded PostgreSQL behind a simulated socket: node-postgres speaks its normal protocol to the database thread.
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { DatabaseRefusal } from './refusal.ts'
import { newSyncCount } from './syncing.ts'
import type { FromThread, MirrorStart, ThreadStart, ToThread } from './thread.ts'

export type Engine = {
  /** A socket for node-postgres. The single session allows one client at a time. */
  socket(): Duplex
  /** The number of syncs so far; always 0 in memory. */
  syncs(): bigint
  /** The current error of the second folder for the log; null if it works or is not set. */
  mirrorFailure(): string | null
  /** The whole database as a tar file, from which a database in memory can be started. */
  image(): Promise<Uint8Array<ArrayBuffer>>
  close(): Promise<void>
}

export type EngineOptions = {
  /** Called when the thread ends unexpectedly, after all waiting calls were rejected. */
  onDeath: (why: string) => void
  log: (sentence: string) => void
}

/** Recovers a copy of the files to a moment, or to the end of the log. The result is not synced. */
export type Recovery = {
  to: string | null
  /** Puts a log file at a path; false if there is no such file. */
  fetch(segment: string, path: string): Promise<boolean>
}

export const openDurable = (
  directory: string,
  options: EngineOptions,
  { recovery, mirror }: { recovery?: Recovery | undefined; mirror?: MirrorStart | undefined } = {},
) =>
  startThread(
    {
      directory,
      mirror,
      syncs: newSyncCount(),
      recovery: recovery && {
        to: recovery.to,
        found: new Int32Array(new SharedArrayBuffer(4)),
      },
    },
    options,
    recovery,
  )

export const openInMemory = (image: Uint8Array<ArrayBuffer> | undefined, options: EngineOptions) =>
  startThread({ image }, options)

async function startThread(start: ThreadStart, { onDeath, log }: EngineOptions, recovery?: Recovery): Promise<Engine> {
  // The thread only passes bytes on; with a larger young generation, tens of megabytes of garbage would pile up.
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: start,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  })
  const ask = (message: ToThread, transfer: ArrayBuffer[] = []) => thread.postMessage(message, transfer)

  let current: ThreadSocket | undefined
  let used = false
  let ended: string | undefined
  let mirrorFailure: string | null = null
  let breakdown: { message: string } | undefined
  thread.on('error', (error: { message: string }) => (breakdown = error))
  thread.on('message', (message: FromThread) => {
    if (message.tell === 'bytes') current?.push(message.bytes)
    if (message.tell === 'trouble') log(message.sentence)
    if (message.tell === 'mirror') mirrorFailure = message.failure
    if (message.tell === 'needs') void answerNeed(message)
  })

  const answerNeed = async ({ segment, path }: { segment: string; path: string }) => {
    if (!('directory' in start) || !start.recovery || !recovery) return
    const found = await recovery.fetch(segment, join(start.directory, path)).catch((error: Error) => {
      log(`A log file could not be read: ${error.message}`)
      return false
    })
    Atomics.store(start.recovery.found, 0, found ? 1 : 2)
    Atomics.notify(start.recovery.found, 0)
  }

  try {
    await opened(thread)
  } catch (error) {
    await thread.terminate()
    throw error
  }

  const gone = new Promise<void>((resolve) => {
    thread.on('exit', () => {
      const isExpected = ended !== undefined
      ended ??= `The database thread ended unexpectedly${breakdown ? `: ${breakdown.message}` : ''}.`
      current?.destroy(isExpected ? undefined : new Error(ended))
      resolve()
      // The callers of the rejected calls run first, so that they can log their errors.
      if (!isExpected) setTimeout(onDeath, 50, ended)
    })
  })

  return {
    socket() {
      const refusal = ended ?? (current && 'The embedded database has only one session, and it is in use.')
      if (refusal) return new ThreadSocket(() => {}, new Error(refusal))
      if (used) ask({ ask: 'reset' })
      used = true
      const socket = new ThreadSocket((bytes) => ask({ ask: 'answer', bytes }, [bytes.buffer]))
      socket.once('close', () => {
        if (current === socket) current = undefined
      })
      current = socket
      return socket
    },
    syncs: () => ('syncs' in start ? Atomics.load(start.syncs, 0) : 0n),
    mirrorFailure: () => mirrorFailure,
    image: () =>
      new Promise((resolve, reject) => {
        const hear = (message: FromThread) => {
          if (message.tell !== 'image') return
          thread.off('message', hear)
          resolve(message.bytes)
        }
        thread.on('message', hear)
        void gone.then(() => reject(new Error(ended)))
        ask({ ask: 'image' })
      }),
    async close() {
      ended ??= 'The database is closed.'
      ask({ ask: 'close' })
      await gone
    },
  }
}

/** Waits until the thread has opened the database; rejects with the reason if it can't. */
function opened(thread: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const hear = (message: FromThread) => {
      if (message.tell === 'open') settle(resolve)
      if (message.tell === 'refused')
        settle(() => reject(message.expected ? new DatabaseRefusal(message.sentence) : new Error(message.sentence)))
    }
    const fail = (error: unknown) => settle(() => reject(error))
    const exit = () => settle(() => reject(new Error('The database thread ended before the database was open.')))
    const settle = (outcome: () => void) => {
      thread.off('message', hear)
      thread.off('error', fail)
      thread.off('exit', exit)
      outcome()
    }
    thread.on('message', hear)
    thread.on('error', fail)
    thread.on('exit', exit)
  })
}

/** The parts of net.Socket that node-postgres uses. Chunks that it writes together are sent to the thread in one message. */
class ThreadSocket extends Duplex {
  #post: (bytes: Uint8Array<ArrayBuffer>) => void

  #refusal: Error | undefined

  constructor(post: (bytes: Uint8Array<ArrayBuffer>) => void, refusal?: Error) {
    super()
    this.#post = post
    this.#refusal = refusal
  }

  connect(): this {
    if (this.#refusal) this.destroy(this.#refusal)
    else process.nextTick(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send([chunk])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(chunks.map(({ chunk }) => chunk))
    done()
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  #send(chunks: Buffer[]): void {
    const said = chunks.filter((chunk) => chunk[0] !== terminate)
    if (said.length === 0) return
    // A copy, because a transferred buffer can't be used again and node-postgres reuses some of them.
    const bytes = new Uint8Array(said.reduce((size, chunk) => size + chunk.length, 0))
    let at = 0
    for (const chunk of said) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    this.#post(bytes)
  }
}

// Terminate ('X') would end the session, but the single session must outlive its clients.
const terminate = 0x58
