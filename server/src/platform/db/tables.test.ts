// The tables as Kysely sees them are the tables of the migrated database, column by column.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'

test('tables.ts names every table and column of the database, with its type and whether it may be null', async () => {
  await using db = await freshDatabase()
  const { rows } = await sql<{ table: string; column: string; type: string; nullable: boolean }>`
    select table_name as table, column_name as column, data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = current_schema() and table_name <> 'schema_migration'
    order by table_name, ordinal_position`.execute(db.kysely)
  const declared = declaredTables()
  expect(Object.keys(declared).toSorted()).toEqual([...new Set(rows.map(({ table }) => table))].toSorted())
  for (const { table, column, type, nullable } of rows) {
    const text = declared[table]?.[column]
    expect(text, `${table}.${column}`).toBeDefined()
    expect(text?.includes('| null'), `${table}.${column} may be null: ${nullable}`).toBe(nullable)
    if (type === 'bigint') expect(text, `${table}.${column}`).toContain('bigint')
    if (type === 'integer' || type === 'smallint') expect(text, `${table}.${column}`).toContain('number')
    if (type === 'boolean') expect(text, `${table}.${column}`).toContain('boolean')
  }
  for (const [table, columns] of Object.entries(declared)) {
    const stored = rows.filter((row) => row.table === table).map(({ column }) => column)
    expect(Object.keys(columns).toSorted(), table).toEqual(stored.toSorted())
  }
})

/** The types as they are written; what inserts may leave out is not the question here. */
function declaredTables(): Record<string, Record<string, string>> {
  const text = readFileSync(new URL('./tables.ts', import.meta.url), 'utf8')
  const body = /export type Tables = \{\n([\s\S]*?)\n\}\n/.exec(text)?.[1] ?? ''
  const tables: Record<string, Record<string, string>> = {}
  for (const [, table = '', columns = ''] of body.matchAll(/^ {2}(\w+): \{([\s\S]*?)\}$/gm)) {
    const found = [...columns.matchAll(/(\w+): ([^\n;]+)/g)]
    tables[table] = Object.fromEntries(found.map(([, column = '', type = '']) => [column, readable(type)]))
  }
  return tables
}

/** What a select gives: the first argument of ColumnType, and Json as it is. */
const readable = (type: string): string => {
  const selected = /^ColumnType<(.*?), /.exec(type)?.[1]
  return selected === 'unknown' && type.includes('| null') ? 'unknown | null' : (selected ?? type)
}
