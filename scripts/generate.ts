// Writes the files that are generated from others. A test for each fails if it is out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiTypes } from '../server/test/api-types.ts'
import { freshDatabase } from '../server/test/database.ts'
import { tableTypes } from '../server/test/table-types.ts'
import { root } from './install.mjs'

await using db = await freshDatabase()
writeFileSync(join(root, 'server/src/platform/db/tables.generated.ts'), await tableTypes(db.kysely))
writeFileSync(join(root, 'server/test/api.generated.ts'), await apiTypes())
