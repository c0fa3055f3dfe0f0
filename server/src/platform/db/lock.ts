// A data directory belongs to one process at a time: two databases on the same files destroy them without an error. The
// lock is a lock of the operating system (taken through the SQLite inside Node), not a file whose mere presence counts.
// So it ends with its process in every case, and neither a recycled pid nor a stale file can confuse it. It would also
// end if this process opened and closed the file named 'lock' by other means: leave that file alone.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseRefusal } from './refusal.ts'

export type DirectoryLock = { release(): void }

export function lockDirectory(directory: string): DirectoryLock {
  const owner = join(directory, 'lock.pid')
  const lock = take(directory, owner)
  held.add(lock)
  // Only for the message of the next process; it decides nothing.
  writeFileSync(owner, `${process.pid}\n`)
  return {
    release() {
      if (!held.delete(lock)) return
      rmSync(owner, { force: true })
      lock.close()
    },
  }
}

function take(directory: string, owner: string): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(directory, 'lock'))
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    throw isBusy(error) ? inUse(directory, owner) : unlockable(directory, error)
  }
}

function inUse(directory: string, owner: string): DatabaseRefusal {
  const pid = pidIn(owner)
  return new DatabaseRefusal(
    `The data directory ${directory} is in use by another Talaan process${pid ? ` (pid ${pid})` : ''}. ` +
      'Stop that process first, or start this one with another data directory.',
  )
}

const unlockable = (directory: string, error: unknown) =>
  new DatabaseRefusal(
    `The data directory ${directory} cannot be locked (${error instanceof Error ? error.message : String(error)}). ` +
      'Talaan needs a writable directory on a local disk.',
  )

function pidIn(owner: string): string | undefined {
  try {
    return /^\d+/.exec(readFileSync(owner, 'utf8'))?.[0]
  } catch {
    return undefined
  }
}

// An unreferenced handle would be closed by the garbage collector, releasing the lock.
const held = new Set<DatabaseSync>()

const sqliteBusy = 5
const isBusy = (error: unknown) => (error as { errcode?: number }).errcode === sqliteBusy
