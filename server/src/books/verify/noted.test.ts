// A column with a default changes the digests of all stored rows, so its migration notes them again; otherwise verify reports every
// row of an upgraded database as changed outside Talaan.
import { expect, test } from 'vitest'
import { readMigrations } from '../../platform/db/migrate.ts'
import { notedTables } from './noted.ts'

test('a migration that adds a column with a default to a noted table notes its rows again', () => {
  const noted = new Set<string>()
  const missing: string[] = []
  for (const { name, sql } of readMigrations()) {
    for (const [, table = '', change = ''] of sql.matchAll(/alter table (?:public\.)?(\w+)([^;]*)/g))
      if (
        noted.has(table) &&
        /add column[^;]*(default|generated)/.test(change) &&
        !sql.includes(`note_all('${table}')`)
      )
        missing.push(`${name}: ${table}`)
    for (const [, rows = ''] of sql.matchAll(/insert into noted_table([^;]*)/g))
      for (const [word] of rows.matchAll(/\w+/g)) if (word in notedTables) noted.add(word)
  }
  expect(missing).toEqual([])
  expect(noted).toEqual(new Set(Object.keys(notedTables)))
})
