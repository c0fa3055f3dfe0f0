// Asks a reading process what is in a file: files of strangers are read apart from the portal, within a time and a memory. A
// file that is too much ends its process; the next file gets a new one.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import type { FromChild, Taken, ToChild } from './child.ts'
import { readingEnvironment, readingFlags } from './flags.ts'
import { limitSeconds } from './limits.ts'
import type { Readings } from './readings.ts'

/** So that one file that takes its whole time does not stop the others. */
const mostProcesses = 2
const mostWaiting = 20
/** The process counts its own processor time; on a machine that is busy otherwise it may take so many times as long. */
const patience = 4
/** After that a process that has nothing to read gives its memory back. */
const idleMs = 60_000

type Options = {
  /** How the feature says that a file can't be read, or is too much. */
  problems: { unreadable: Problem; tooHeavy: Problem }
  seconds?: number
  /** Told what a file took that did not end its process. */
  measure?: (taken: Taken) => void
}

const idle: ReadingProcess[] = []
const waiting: (() => void)[] = []
let busy = 0

/** What is in a file; a Refusal with its sentence where it cannot be read. */
export async function readUploaded<K extends keyof Readings>(
  kind: K,
  file: Parameters<Readings[K]>[0],
  { problems, seconds = limitSeconds(file.bytes.byteLength), measure }: Options,
): Promise<Awaited<ReturnType<Readings[K]>>> {
  await turn()
  try {
    const answer = await (await readyProcess()).ask({ kind, file, seconds } as ToChild)
    if ('taken' in answer) measure?.(answer.taken)
    if ('read' in answer) return answer.read as Awaited<ReturnType<Readings[K]>>
    if ('unreadable' in answer) throw new Refusal(saying(problems.unreadable, answer.unreadable))
    if ('broken' in answer) throw caused(problems.unreadable, answer.broken)
    throw caused(problems.tooHeavy, answer.ended)
  } finally {
    const next = waiting.shift()
    if (next === undefined) busy -= 1
    else next()
  }
}

/** Whoever waited takes over from whoever ended. */
async function turn(): Promise<void> {
  if (busy < mostProcesses) busy += 1
  else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw new Refusal(common.busy)
}

/** The cause is for the log. */
const caused = (problem: Problem, cause: string): Refusal =>
  Object.assign(new Refusal(problem), { cause: new Error(cause) })

async function readyProcess(): Promise<ReadingProcess> {
  const reader = idle.pop() ?? new ReadingProcess()
  await reader.ready
  return reader
}

type Ended = { ended: string }

class ReadingProcess {
  readonly ready: Promise<void>
  #child: ChildProcess
  #gone: Promise<Ended>
  #retirement: NodeJS.Timeout | undefined

  constructor() {
    this.#child = start()
    this.#gone = new Promise((resolve) => {
      this.#child.once('error', ({ message }) => resolve({ ended: message }))
      this.#child.once('exit', (code, signal) => resolve({ ended: `The reading process ended (${signal ?? code}).` }))
    })
    void this.#gone.then(() => this.#forget())
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.ready = promise
    this.#child.once('message', () => resolve())
    void this.#gone.then(({ ended }) => reject(new Error(`${ended} It could not be started.`)))
  }

  async ask(request: ToChild): Promise<FromChild | Ended> {
    clearTimeout(this.#retirement)
    this.#holdPortal(true)
    const answered = Promise.withResolvers<FromChild>()
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), request.seconds * 1000 * patience)
    this.#child.once('message', answered.resolve)
    this.#child.send(request, () => {})
    const answer = await Promise.race([answered.promise, this.#gone])
    clearTimeout(timer)
    // It is gone.
    if (!('taken' in answer)) return answer
    this.#holdPortal(false)
    if (answer.isWorn) this.#child.kill('SIGKILL')
    else this.#rest()
    return answer
  }

  #rest(): void {
    idle.push(this)
    this.#retirement = setTimeout(() => {
      this.#forget()
      this.#child.kill()
    }, idleMs).unref()
  }

  #forget(): void {
    clearTimeout(this.#retirement)
    const at = idle.indexOf(this)
    if (at >= 0) idle.splice(at, 1)
  }

  /** A process that rests does not keep the portal from ending. */
  #holdPortal(hold: boolean): void {
    for (const each of [this.#child, this.#child.channel]) {
      if (hold) each?.ref?.()
      else each?.unref?.()
    }
  }
}

const start = (): ChildProcess =>
  spawn(process.execPath, [...readingFlags, fileURLToPath(new URL('./child.ts', import.meta.url))], {
    env: readingEnvironment,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
