// Changes of single cells to another valid value, by someone with access to the database.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { instant } from '../src/platform/clock.ts'
import type { Tables } from '../src/platform/db/tables.ts'
import type { Random } from './extent.ts'

export type Row = Record<string, unknown>
/** A row, and the columns that identify it. */
export type Located = { table: string; row: Row; keys: readonly string[] }

/** Changes one byte in one column of a row to another valid value. Returns the column, or null if the database refused it. */
export async function changeOne(
  trx: Kysely<Tables>,
  { table, row, keys, random }: Located & { random: Random },
): Promise<string | null> {
  const columns = Object.keys(row).filter((column) => column !== 'ctid' && !unchangeable.has(`${table}.${column}`))
  const column = columns[random(columns.length)]!
  const value = row[column]
  if (value === null || value === undefined || value === '') return null
  const next = value instanceof Uint8Array ? otherBytes(value, random) : other(value, random)
  const set =
    typeof next === 'object' && !(next instanceof Uint8Array) ? sql`${JSON.stringify(next)}::jsonb` : sql`${next}`
  const which = sql.join(
    keys.map((key) => (key === 'ctid' ? sql`ctid = ${row[key]}::tid` : sql`${sql.ref(key)} = ${row[key]}`)),
    sql` and `,
  )
  await sql`savepoint changed`.execute(trx)
  try {
    // Another spelling of the same date or time does not count as a change.
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${set}
      where ${which} and ${sql.ref(column)} is distinct from ${set}`.execute(trx)
    return numAffectedRows === 1n ? column : null
  } catch {
    // The database refuses it, for example an invalid date or a duplicate number.
    await sql`rollback to savepoint changed`.execute(trx)
    return null
  }
}

/** Columns computed by the database, or with only the order of rows. */
const unchangeable = new Set(['document.search_words', 'attachment.seq', 'open_item.id'])

function otherBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const changed = Buffer.from(bytes)
  const at = random(changed.length)
  changed[at] = changed[at]! ^ (1 << random(8))
  return changed
}

function other(value: unknown, random: Random): unknown {
  if (typeof value === 'bigint') return value ^ (1n << BigInt(random(8)))
  if (typeof value === 'number') return value + 1 + random(8)
  if (typeof value === 'string') return otherText(value, random)
  if (typeof value === 'boolean') return !value
  const text = JSON.stringify(value)
  if (text.length === 2) return Array.isArray(value) ? [1] : { a: 1 }
  for (;;) {
    try {
      const read: unknown = JSON.parse(otherText(text, random))
      if (JSON.stringify(read) !== text) return read
    } catch {
      // Invalid JSON could not be stored; try another byte.
    }
  }
}

function otherText(text: string, random: Random): string {
  for (;;) {
    const at = random(text.length)
    const now = text[at] ?? ''
    const next = /\d/.test(now)
      ? String((Number(now) + 1 + random(9)) % 10)
      : String.fromCharCode(now.charCodeAt(0) ^ 1)
    const made = text.slice(0, at) + next + text.slice(at + 1)
    // A time must stay valid and differ from the old one.
    const isMoment = /^\d{4}-\d\d-\d\d \d\d:/.test(text)
    if (!isMoment || (instant(made) > 0 && instant(made) !== instant(text))) return made
  }
}
