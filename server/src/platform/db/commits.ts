// Tracks whether the current request has committed anything, so that a later failure does not claim that nothing was recorded.
import { AsyncLocalStorage } from 'node:async_hooks'

export type Commits = { any: boolean; isOpen: boolean }

const current = new AsyncLocalStorage<Commits>()

export const newCommits = (): Commits => ({ any: false, isOpen: false })

/** Runs the work and records in `commits` whether it committed anything, even if it fails afterwards. */
export const notingCommits = <T>(commits: Commits, work: () => Promise<T>): Promise<T> => current.run(commits, work)

/** Called when a shared transaction of several requests was committed. */
export function noteSharedCommit(): void {
  const commits = current.getStore()
  if (commits) commits.any = true
}

/** Called after each executed statement. */
export function noteStatement(sql: string, isInTransaction: boolean): void {
  const commits = current.getStore()
  if (!commits || commits.any) return
  if (sql === 'rollback') commits.isOpen = false
  else if (sql === 'commit') commits.any = commits.isOpen
  else if (!writes.test(sql)) return
  else if (isInTransaction) commits.isOpen = true
  else commits.any = true
}

const writes = /^(insert|update|delete|merge)\b|\b(insert into|update "|delete from)/i
