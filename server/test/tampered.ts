// What verify tells of a change that is made in the database itself, behind its triggers, and then taken back.
import { sql } from 'kysely'
import type { Database } from '../src/db.ts'
import { auditedProblems, certificateProblems } from '../src/verify/audited.ts'
import { filingProblems } from '../src/verify/filings.ts'

class TakenBack extends Error {}

/** The sentences about rows that are in no chain: before anything is changed, and after each of the changes by itself. */
export async function toldOf({ kysely }: Database, changes: readonly string[]): Promise<string[][]> {
  const told: string[][] = []
  for (const change of ['select', ...changes])
    await kysely
      .transaction()
      .execute(async (trx) => {
        await sql`set local session_replication_role = replica`.execute(trx)
        await sql.raw(change).execute(trx)
        told.push([
          ...(await auditedProblems(trx)),
          ...(await certificateProblems(trx)),
          ...(await filingProblems(trx)),
        ])
        throw new TakenBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error
      })
  return told
}
