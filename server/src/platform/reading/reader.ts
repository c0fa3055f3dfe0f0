// Reads uploaded files in separate processes with limits for time and memory. A file that exceeds a limit kills its process;
// the next file gets a new one.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import type { FromChild, Taken, ToChild } from './child.ts'
import { readingEnvironment, readingFlags } from './flags.ts'
import { limitSeconds } from './limits.ts'
import type { Readings } from './readings.ts'

/** Two, so that one slow file does not block the others. */
const maxProcesses = 2
const maxWaiting = 20
/** The limit is processor time; on a busy machine a file may take this many times as long. */
const patience = 4
/** An idle process ends after this time to free its memory. */
const idleMs = 60_000

type Options = {
  /** The feature's problems for a file that can't be read, or exceeds a limit. */
  problems: { unreadable: Problem; tooHeavy: Problem }
  seconds?: number
  /** Called with the time and memory of a file, unless its process was killed. */
  measure?: (taken: Taken) => void
}

const idle: ReadingProcess[] = []
const waiting: (() => void)[] = []
let busy = 0

/** Returns the content of a file. Throws a Refusal if it can't be read. */
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

/** When a file is done, the next waiting one takes its place. */
async function turn(): Promise<void> {
  if (busy < maxProcesses) busy += 1
  else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
  else throw new Refusal(common.busy)
}

/** The cause appears only in the log. */
const caused = (problem: Problem, cause: string): Refusal =>
  Object.assign(new Refusal(problem), { cause: new Error(cause) })

type Ended = { ended: string }
type ReadingProcess = { ready: Promise<void>; ask: (request: ToChild) => Promise<FromChild | Ended> }

async function readyProcess(): Promise<ReadingProcess> {
  const reader = idle.pop() ?? readingProcess()
  await reader.ready
  return reader
}

function readingProcess(): ReadingProcess {
  const child = start()
  const gone = new Promise<Ended>((resolve) => {
    child.once('error', ({ message }) => resolve({ ended: message }))
    child.once('exit', (code, signal) => resolve({ ended: `The reading process ended (${signal ?? code}).` }))
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    void gone.then(({ ended }) => reject(new Error(`${ended} It could not be started.`)))
  })
  let retirement: NodeJS.Timeout | undefined
  const reader: ReadingProcess = { ready, ask }
  void gone.then(forget)
  return reader

  async function ask(request: ToChild): Promise<FromChild | Ended> {
    clearTimeout(retirement)
    holdPortal(child, true)
    const end = setTimeout(() => child.kill('SIGKILL'), request.seconds * 1000 * patience)
    const answered = new Promise<FromChild>((resolve) => child.once('message', resolve))
    child.send(request, () => {})
    const answer = await Promise.race([answered, gone])
    clearTimeout(end)
    if (!('taken' in answer)) return answer
    holdPortal(child, false)
    if (answer.isWorn) child.kill('SIGKILL')
    else rest()
    return answer
  }

  function rest(): void {
    idle.push(reader)
    retirement = setTimeout(() => {
      forget()
      child.kill()
    }, idleMs).unref()
  }

  function forget(): void {
    clearTimeout(retirement)
    const at = idle.indexOf(reader)
    if (at >= 0) idle.splice(at, 1)
  }
}

/** An idle reading process does not keep Talaan running. */
function holdPortal(child: ChildProcess, hold: boolean): void {
  for (const each of [child, child.channel]) {
    if (hold) each?.ref?.()
    else each?.unref?.()
  }
}

const start = (): ChildProcess =>
  spawn(process.execPath, [...readingFlags, fileURLToPath(new URL('./child.ts', import.meta.url))], {
    env: readingEnvironment,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
