// The bytes of stored files, by their digest.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Equal files share one row. */
export async function storeContent(trx: Transaction<Tables>, sha256: string, content: Buffer): Promise<void> {
  await trx
    .insertInto('attachment_content')
    .values({ sha256, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A file of 10 MB takes several times its size on its way from the database. */
const partBytes = 1024 * 1024

/** The bytes of a stored file, part by part. */
export async function* contentInParts(db: Kysely<Tables>, sha256: string): AsyncGenerator<Uint8Array> {
  for (let from = 1; ; from += partBytes) {
    const { part } = await db
      .selectFrom('attachment_content')
      .select(sql<Buffer>`substring(content from ${from}::int for ${partBytes}::int)`.as('part'))
      .where('sha256', '=', sha256)
      .executeTakeFirstOrThrow()
    if (part.length > 0) yield part
    if (part.length < partBytes) return
  }
}
