// Whether anything was committed for the call that is being answered, so that a later failure never says that nothing was.
import { AsyncLocalStorage } from 'node:async_hooks'

export type Commits = { any: boolean; isOpen: boolean }

const current = new AsyncLocalStorage<Commits>()

export const newCommits = (): Commits => ({ any: false, isOpen: false })

/** Runs the work and notes what it commits, also where it fails afterwards. */
export const notingCommits = <T>(commits: Commits, work: () => Promise<T>): Promise<T> => current.run(commits, work)

/** What another call committed for this one, because they shared a transaction. */
export function noteSharedCommit(): void {
  const commits = current.getStore()
  if (commits) commits.any = true
}

/** Notes a statement that was carried out, inside a transaction or by itself. */
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
