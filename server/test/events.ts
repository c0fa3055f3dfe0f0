// The events that other programs are told, as stored with the change that caused them.
import type { Kysely } from 'kysely'
import type { Tables } from '../src/platform/db/tables.ts'

/** The events of a type, each with the label of its record. */
export async function eventsOf(db: Kysely<Tables>, type: string): Promise<(string | null)[]> {
  const rows = await db.selectFrom('event').select('label').where('type', '=', type).orderBy('seq').execute()
  return rows.map(({ label }) => label)
}
