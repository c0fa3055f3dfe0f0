// The types of the tables are generated; this detects a migration without regeneration.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { tableTypes } from '../../../test/table-types.ts'

test('tables.generated.ts has the tables of the migrated database; if not, run: npm run generate', async () => {
  await using db = await freshDatabase()
  const stored = readFileSync(new URL('./tables.generated.ts', import.meta.url), 'utf8')
  expect(stored).toBe(await tableTypes(db.kysely))
})
