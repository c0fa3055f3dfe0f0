// Group commit: callers that wait while another one writes are written together in the next transaction, with one disk
// sync for all.
import type { Kysely, Transaction } from 'kysely'
import { noteSharedCommit } from '../../platform/db/commits.ts'
import { isConnectionLost } from '../../platform/db/lost.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Trx = Transaction<Tables>
type Writer = {
  write: (trx: Trx) => Promise<unknown>
  resolve: (answer: unknown) => void
  reject: (reason: unknown) => void
}
type Line = { waiting: Writer[]; isMoving: boolean }

/** A larger group would delay its first caller too long. */
const maxTogether = 16

const lines = new WeakMap<Kysely<Tables>, Line>()

/**
 * Runs a caller's writes in a transaction that it may share with others. All of them are written or none, as in a
 * separate transaction; `write` may run a second time if another caller fails.
 */
export function writeInTurn<T>(db: Kysely<Tables>, write: (trx: Trx) => Promise<T>): Promise<T> {
  const line = lines.get(db) ?? { waiting: [], isMoving: false }
  lines.set(db, line)
  const written = new Promise<T>((resolve, reject) => {
    line.waiting.push({ write, resolve: resolve as Writer['resolve'], reject })
    if (!line.isMoving) void move(db, line)
  })
  return written.then((answer) => {
    noteSharedCommit()
    return answer
  })
}

async function move(db: Kysely<Tables>, line: Line): Promise<void> {
  line.isMoving = true
  while (line.waiting.length > 0) await writeShared(db, line.waiting.splice(0, maxTogether))
  line.isMoving = false
}

async function writeShared(db: Kysely<Tables>, writers: Writer[]): Promise<void> {
  if (writers.length > 1) {
    try {
      const answers = await db.transaction().execute(async (trx) => {
        const each: unknown[] = []
        for (const { write } of writers) each.push(await write(trx))
        return each
      })
      writers.forEach(({ resolve }, at) => resolve(answers[at]))
      return
    } catch (error) {
      // The outcome of this commit is unknown, so nothing is written again: each caller looks it up.
      if (isConnectionLost(error)) {
        for (const { reject } of writers) reject(error)
        return
      }
      // One of them failed, which rolled all back. Running each alone finds the failing one.
    }
  }
  for (const { write, resolve, reject } of writers) await db.transaction().execute(write).then(resolve, reject)
}
