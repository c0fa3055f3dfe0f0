// Files of books in the database, in parts, so that none has to fit into memory at once.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { bookProblems } from '@talaan/contract/books.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Download } from '../../http/route.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { inParts } from './parts.ts'

type Db = Kysely<Tables>

/** How long a draft or a pack is available. */
export const passingMs = 24 * 3_600_000

type NewFile = {
  jobId: string
  position: number
  name: string
  type: string
  content: AsyncIterable<Uint8Array>
}

/** Stores a file part by part; it expires after a day unless it is stored permanently when its job ends. */
export async function storeFile(db: Db, { content, ...file }: NewFile, now: number): Promise<string> {
  const id = crypto.randomUUID()
  const digest = createHash('sha256')
  let bytes = 0
  let position = 0
  const head = { id, job_id: file.jobId, position: file.position, name: file.name, type: file.type }
  await db
    .insertInto('book_file')
    .values({ ...head, bytes: 0n, sha256: '0'.repeat(64), kept_until: timestamp(now + passingMs) })
    .execute()
  for await (const chunk of inParts(content)) {
    digest.update(chunk)
    bytes += chunk.length
    position += 1
    const part = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    await db.insertInto('book_file_part').values({ file_id: id, position, content: part }).execute()
  }
  await db
    .updateTable('book_file')
    .set({ bytes: BigInt(bytes), sha256: digest.digest('hex') })
    .where('id', '=', id)
    .execute()
  return id
}

export async function* partsOf(db: Db, fileId: string): AsyncGenerator<Uint8Array> {
  for (let position = 1; ; position++) {
    const part = await db
      .selectFrom('book_file_part')
      .select('content')
      .where('file_id', '=', fileId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (part === undefined) return
    yield part.content
  }
}

/** A finished file of a successful job. */
export async function downloadOf(db: Db, fileId: string): Promise<Download> {
  const file = await db
    .selectFrom('book_file')
    .innerJoin('job', 'job.id', 'job_id')
    .select(['book_file.name', 'book_file.type'])
    .where('book_file.id', '=', fileId)
    .where('job.state', '=', 'done')
    .executeTakeFirst()
  if (file === undefined) throw new Refusal(bookProblems.notThere)
  return { ...file, bytes: partsOf(db, fileId) }
}

/** Removes the files of failed jobs, and expired ones. */
export async function clearFiles(db: Db, now: number, jobId?: string): Promise<void> {
  const passing = db
    .selectFrom('book_file')
    .select('id')
    .where('kept_until', 'is not', null)
    .where((is) => (jobId === undefined ? is('kept_until', '<', timestamp(now)) : is('job_id', '=', jobId)))
  const ids = (await passing.execute()).map(({ id }) => id)
  if (ids.length === 0) return
  await db
    .deleteFrom('book_file_part')
    .where(sql<boolean>`file_id = any(${ids}::uuid[])`)
    .execute()
  await db
    .deleteFrom('book_file')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}
