// Stores a file once, whoever sends it, and reads it back unchanged.
import type { Kysely, Transaction } from 'kysely'
import { arrivalProblems } from '@talaan/contract/arrivals.ts'
import type { Arrival } from '@talaan/contract/arrivals.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { sha256 } from '../../books/journal.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { arrivalById } from './list.ts'
import { storeContent } from '../../platform/disk/content.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export type NewArrival = {
  id: string
  file: { name: string; type: Arrival['file']['type']; bytes: Buffer; sha256: string }
  /** The person, or else where it came from. */
  by: string | null
  cameBy?: 'mail' | 'folder'
  at: string
}

export async function storeArrival(
  trx: Trx,
  { id, file, by, cameBy, at }: NewArrival,
): Promise<{ arrival: Arrival; already: boolean }> {
  await storeContent(trx, file.sha256, file.bytes)
  const added = await trx
    .insertInto('arrival')
    .values({
      id,
      sha256: file.sha256,
      file_name: file.name,
      file_type: file.type,
      file_bytes: file.bytes.byteLength,
      arrived_by: by,
      came_by: cameBy ?? 'person',
      arrived_at: at,
      assigned_to: null,
      dismissed_by: null,
      dismissed_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added !== undefined) return { arrival: await arrivalById(trx, id), already: false }
  const before = await trx.selectFrom('arrival').select('id').where('sha256', '=', file.sha256).executeTakeFirst()
  if (before === undefined) throw new Refusal(arrivalProblems.idUsed)
  return { arrival: await arrivalById(trx, before.id), already: before.id !== id }
}

/** Recorded documents with this file. */
export async function documentsWith(
  db: Db,
  digest: string,
): Promise<{ id: string; kind: DocumentTypeName; number: string }[]> {
  const found = await db
    .selectFrom('attachment')
    .innerJoin('document', 'document.id', 'document_id')
    .select(['document.id', 'document.kind', 'document.number'])
    .where('sha256', '=', digest)
    .orderBy('document.recorded_at')
    .limit(5)
    .execute()
  return found.map((row) => ({ ...row, kind: row.kind as DocumentTypeName }))
}

export async function fileOf(db: Db, arrivalId: string): Promise<{ content: Buffer; type: string; name: string }> {
  const found = await db
    .selectFrom('arrival')
    .innerJoin('attachment_content', 'attachment_content.sha256', 'arrival.sha256')
    .select(['content', 'file_type as type', 'file_name as name', 'arrival.sha256 as digest'])
    .where('arrival.id', '=', arrivalId)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal(arrivalProblems.notThere)
  const { content, type, name, digest } = found
  if (sha256(content) !== digest) throw new Error(`The file of arrival ${arrivalId} was changed after it was stored.`)
  return { content, type, name }
}
