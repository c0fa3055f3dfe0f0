// The reports of verify for a change made in the database itself, bypassing its triggers, and then rolled back.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Database } from '../src/platform/db/db.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import { auditedProblems, certificateProblems } from '../src/books/verify/audited.ts'
import { filingProblems } from '../src/books/verify/filings.ts'

class RolledBack extends Error {}

/** Makes changes that no trigger stops and returns the reports; everything is rolled back. */
export async function tampered<T>({ kysely }: Database, look: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  let seen: T[] = []
  await kysely
    .transaction()
    .execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      seen = [await look(trx)]
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  return seen[0] as T
}

/** The reports about rows outside any chain: before the changes, and after each change alone. */
export async function toldOf(db: Database, changes: readonly string[]): Promise<string[][]> {
  const told: string[][] = []
  for (const change of ['select', ...changes])
    told.push(
      await tampered(db, async (trx) => {
        await sql.raw(change).execute(trx)
        return [...(await auditedProblems(trx)), ...(await certificateProblems(trx)), ...(await filingProblems(trx))]
      }),
    )
  return told
}
