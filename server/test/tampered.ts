// What verify tells of a change that is made in the database itself, behind its triggers, and then taken back.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Database } from '../src/platform/db/db.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import { auditedProblems, certificateProblems } from '../src/books/verify/audited.ts'
import { filingProblems } from '../src/books/verify/filings.ts'

class RolledBack extends Error {}

/** Does what no trigger stops and answers what is seen then; all of it is taken back. */
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

/** The sentences about rows that are in no chain: before anything is changed, and after each of the changes by itself. */
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
