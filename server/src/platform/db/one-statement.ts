// Rows of several tables written by one statement: one round trip to the database, and atomic by itself.
import { sql } from 'kysely'
import type { Insertable, RawBuilder, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Part = RawBuilder<unknown>

/** One row as a part of `writeTogether`. */
export function rowInto<T extends keyof Tables & string>(table: T, row: Insertable<Tables[T]>): Part {
  const columns = Object.entries(row).filter(([, value]) => value !== undefined)
  return sql`insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    select ${sql.join(columns.map(([, value]) => value))} from agreed`
}

/**
 * Runs the parts if `agreed` returns a row, and returns whether it did. A part selects `from agreed`, so that otherwise
 * nothing is written; parts may refer to each other. They see the tables as before the statement.
 */
export async function writeTogether(
  trx: Transaction<Tables>,
  agreed: Part,
  parts: Record<string, Part>,
): Promise<boolean> {
  const all = Object.entries({ agreed, ...parts }).map(([name, part]) => sql`${sql.ref(name)} as (${part})`)
  const { rows } = await sql<{ written: boolean }>`
    with ${sql.join(all)} select exists (select from agreed) as written`.execute(trx)
  return rows[0]?.written === true
}
