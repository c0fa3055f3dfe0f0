// Asks the reading thread, one file after the other, with limits of time and memory. A file that is too much for it ends
// the thread; the next file gets a new one.
import { Worker } from 'node:worker_threads'
import { readingLimitMegabytes, readingLimitSeconds, statementProblems } from '@talaan/contract/statements.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { FileRead, ToRead } from './read-file.ts'
import type { FromReader, ToReader } from './thread.ts'

let thread: Worker | undefined
let lastId = 0
let tail: Promise<unknown> = Promise.resolve()

/** What is in a file; a Refusal with its sentence where it cannot be read. */
export function readUploaded(asked: ToRead, { seconds = readingLimitSeconds } = {}): Promise<FileRead> {
  const turn = tail.then(() => askThread(asked, seconds))
  tail = turn.catch(() => undefined)
  return turn
}

async function askThread(asked: ToRead, seconds: number): Promise<FileRead> {
  const worker = (thread ??= start())
  const id = ++lastId
  worker.ref()
  const answer = await new Promise<FromReader>((resolve, reject) => {
    const tooHeavy = () => {
      end(worker)
      finish(() => reject(new Refusal(statementProblems.tooHeavy)))
    }
    const listen = (message: FromReader) => {
      if (message.id === id) finish(() => resolve(message))
    }
    const timer = setTimeout(tooHeavy, seconds * 1000)
    const finish = (then: () => void) => {
      clearTimeout(timer)
      worker.off('message', listen).off('error', tooHeavy).off('exit', tooHeavy)
      then()
    }
    worker.on('message', listen).on('error', tooHeavy).on('exit', tooHeavy)
    worker.postMessage({ ...asked, id } satisfies ToReader)
  })
  worker.unref()
  if ('read' in answer) return answer.read
  if ('unreadable' in answer) throw new Refusal(saying(statementProblems.unreadable, answer.unreadable))
  // The cause is for the log.
  throw Object.assign(new Refusal(statementProblems.unreadable), { cause: new Error(answer.broken) })
}

function start(): Worker {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    // It reads bytes it is given and has no use for anything else of the process.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: readingLimitMegabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    stdin: false,
  })
  worker.unref()
  return worker
}

function end(worker: Worker): void {
  if (thread === worker) thread = undefined
  worker.on('error', () => undefined)
  void worker.terminate()
}
