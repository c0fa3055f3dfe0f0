// The bytes of stored files, by their digest.
import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Equal files share one row. */
export async function storeContent(trx: Transaction<Tables>, sha256: string, content: Buffer): Promise<void> {
  await trx
    .insertInto('attachment_content')
    .values({ sha256, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
