// Splits a PDF of several documents, and merges several files of one document. The files that are made are files in Arrivals like
// others; those they are made from stay, and are set aside until it is undone.
import type { Kysely, Transaction } from 'kysely'
import { arrivalNoteLength, arrivalProblems, dismissalReasonLength } from '@talaan/contract/arrivals.ts'
import type { Arrival, Rearrangement } from '@talaan/contract/arrivals.ts'
import { attachmentLimitBytes } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { sha256 } from '../../books/journal.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { countStored, newContent } from '../../platform/disk/quota.ts'
import { readUploaded } from '../../platform/reading/reader.ts'
import type { Viewer } from '../../platform/viewer.ts'
import { cleanName } from '../../print/file-name.ts'
import { arrivalById, arrivalsById } from './list.ts'
import { enqueueReading } from './read.ts'
import { fileOf, storeArrival } from './store.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

/** Processor time to make the new files. */
const limits = { problems: arrivalProblems, seconds: 30 }

export async function partsOf(db: Db, arrivalId: string, starts: readonly number[]): Promise<NewFile[]> {
  const { content, type, name } = await fileOf(db, arrivalId)
  if (type !== 'application/pdf') throw new Refusal(arrivalProblems.onePage)
  const parts = await readUploaded('split', { bytes: content, starts }, limits)
  return parts.map((bytes, at) => newFile(`${nameOf(name)}-${at + 1}.pdf`, bytes))
}

export async function mergedOf(db: Db, arrivalIds: readonly string[]): Promise<NewFile[]> {
  const files: { bytes: Buffer; name: string; type: string }[] = []
  for (const id of arrivalIds) {
    const { content, type, name } = await fileOf(db, id)
    files.push({ bytes: content, type, name })
  }
  const [first, ...others] = files
  if (first === undefined) return []
  const bytes = await readUploaded('merge', { ...first, others }, limits)
  return [newFile(`${nameOf(first.name)}-merged.pdf`, bytes)]
}

type NewFile = { name: string; bytes: Buffer; sha256: string }

const nameOf = (name: string): string => name.replace(/\.[^.]*$/, '').slice(0, 180)

function newFile(name: string, of: Uint8Array): NewFile {
  const bytes = Buffer.from(of)
  if (bytes.byteLength > attachmentLimitBytes) throw new Refusal(arrivalProblems.tooLarge)
  return { name: cleanName(name), bytes, sha256: sha256(bytes) }
}

type Made = { id: string; how: Rearrangement['how']; sourceIds: readonly string[]; files: readonly NewFile[] }

/** Stores the new files in the place of their sources. A null answer: it was done before. */
export async function rearrange(
  trx: Trx,
  { context, viewer }: { context: Pick<AppContext, 'clock' | 'env'>; viewer: Viewer },
  { id, how, sourceIds, files }: Made,
): Promise<{ sources: Arrival[]; results: Arrival[] } | null> {
  const { clock } = context
  if (await isMade(trx, id)) return null
  const sources = await lockedArrivals(trx, sourceIds)
  for (const source of sources) await assertWaits(trx, source)
  const now = timestamp(clock.now())
  await trx.insertInto('arrival_rearrangement').values({ id, how, made_by: viewer.userId, made_at: now }).execute()
  const results: Arrival[] = []
  const [first] = sources
  for (const [at, file] of files.entries()) {
    await countStored(trx, context, viewer, newContent(file.sha256, file.bytes.byteLength))
    // One after another in the place of the first source.
    const arrivedAt = timestamp(Date.parse(first?.at ?? now) + at)
    const { arrival, already } = await storeArrival(trx, {
      id: crypto.randomUUID(),
      file: { ...file, type: 'application/pdf' },
      by: viewer.userId,
      at: arrivedAt,
    })
    await assertTakes(trx, arrival, sourceIds)
    await trx
      .updateTable('arrival')
      .set(already ? open : { note: noteOf(sources), assigned_to: await commonAssignee(trx, sourceIds) })
      .where('id', '=', arrival.id)
      .execute()
    await enqueueReading(trx, arrival.id, clock.now())
    results.push(await arrivalById(trx, arrival.id))
  }
  const rows = [
    ...sourceIds.map((arrival_id, at) => ({ arrival_id, is_source: true, place: at + 1 })),
    ...results.map(({ id: arrival_id }, at) => ({ arrival_id, is_source: false, place: at + 1 })),
  ]
  await trx
    .insertInto('arrival_rearranged')
    .values(rows.map((row) => ({ ...row, rearrangement_id: id })))
    .execute()
  const reason = how === 'split' ? `Split into ${results.length} files` : `Merged into ${results[0]?.file.name ?? ''}`
  await setAside(trx, sourceIds, { by: viewer.userId, at: now, reason: reason.slice(0, dismissalReasonLength) })
  return { sources, results }
}

/** The sources are to be recorded again, and the files made from them are set aside. */
export async function restore(
  trx: Trx,
  id: string,
  { by, at }: { by: string; at: string },
): Promise<{ sources: Arrival[]; results: Arrival[] }> {
  const found = await trx
    .updateTable('arrival_rearrangement')
    .set({ undone_by: by, undone_at: at })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning('how')
    .executeTakeFirst()
  if (found === undefined) throw new Refusal(arrivalProblems.notRearranged)
  const rows = await trx
    .selectFrom('arrival_rearranged')
    .select(['arrival_id as arrivalId', 'is_source as isSource'])
    .where('rearrangement_id', '=', id)
    .orderBy('place')
    .execute()
  const idsOf = (isSource: boolean) => rows.filter((row) => row.isSource === isSource).map(({ arrivalId }) => arrivalId)
  const results = await lockedArrivals(trx, idsOf(false))
  for (const { id: resultId, state } of results)
    if (state === 'recorded' || state === 'drafted' || (await isSourceNow(trx, resultId)))
      throw new Refusal(arrivalProblems.partUsed)
  const reason = `The ${found.how} was undone`
  await setAside(trx, idsOf(false), { by, at, reason })
  await trx.updateTable('arrival').set(open).where('id', 'in', idsOf(true)).execute()
  return { sources: await lockedArrivals(trx, idsOf(true)), results }
}

/** The newest rearrangement of a file that was not undone. */
export async function rearrangementOf(db: Db, arrivalId: string): Promise<Rearrangement | null> {
  const found = await standing(db)
    .innerJoin('arrival_rearranged', 'rearrangement_id', 'arrival_rearrangement.id')
    .select(['arrival_rearrangement.id', 'how'])
    .where('arrival_id', '=', arrivalId)
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined) return null
  const files = await db
    .selectFrom('arrival_rearranged')
    .innerJoin('arrival', 'arrival.id', 'arrival_id')
    .select(['arrival.id', 'file_name as name', 'is_source as isSource'])
    .where('rearrangement_id', '=', found.id)
    .orderBy('place')
    .execute()
  const named = (isSource: boolean) =>
    files.filter((file) => file.isSource === isSource).map(({ id, name }) => ({ id, name }))
  return { id: found.id, how: found.how as Rearrangement['how'], from: named(true), to: named(false) }
}

const standing = (db: Db) => db.selectFrom('arrival_rearrangement').where('undone_at', 'is', null)

/** A file from which others were made can't be decided on by itself. */
export async function isSourceNow(db: Db, arrivalId: string): Promise<boolean> {
  const found = await standing(db)
    .innerJoin('arrival_rearranged', 'rearrangement_id', 'arrival_rearrangement.id')
    .select('arrival_id')
    .where('arrival_id', '=', arrivalId)
    .where('is_source', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** The files that a rearrangement made, if it was done before. */
export async function resultsOf(db: Db, id: string): Promise<Arrival[]> {
  const rows = await db
    .selectFrom('arrival_rearranged')
    .select('arrival_id as arrivalId')
    .where('rearrangement_id', '=', id)
    .where('is_source', '=', false)
    .orderBy('place')
    .execute()
  return inOrder(
    db,
    rows.map(({ arrivalId }) => arrivalId),
  )
}

export const isMade = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('arrival_rearrangement').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function lockedArrivals(trx: Trx, ids: readonly string[]): Promise<Arrival[]> {
  await trx.selectFrom('arrival').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  return inOrder(trx, ids)
}

async function inOrder(db: Db, ids: readonly string[]): Promise<Arrival[]> {
  const found = await arrivalsById(db, ids)
  return ids.map((id) => {
    const arrival = found.get(id)
    if (arrival === undefined) throw new Refusal(arrivalProblems.notThere)
    return arrival
  })
}

async function assertWaits(trx: Trx, { id, state }: Arrival): Promise<void> {
  if (state === 'recorded') throw new Refusal(arrivalProblems.recorded)
  if (state === 'drafted') throw new Refusal(arrivalProblems.hasDraft)
  if (await isSourceNow(trx, id)) throw new Refusal(arrivalProblems.rearranged)
  if (state === 'notDocument') throw new Refusal(arrivalProblems.notDocument)
  const { bank_line_id: line } = await trx
    .selectFrom('arrival')
    .select('bank_line_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (line !== null) throw new Refusal(arrivalProblems.hasLine)
}

/** The same pages may have been a file before: one that was set aside when a split was undone is used again. */
async function assertTakes(trx: Trx, { id, state }: Arrival, sourceIds: readonly string[]): Promise<void> {
  if (sourceIds.includes(id) || state === 'recorded' || state === 'drafted' || (await isSourceNow(trx, id)))
    throw new Refusal(arrivalProblems.sameFile)
}

const open = { dismissed_by: null, dismissed_at: null, dismissed_reason: '' } as const

async function setAside(
  trx: Trx,
  ids: readonly string[],
  { by, at, reason }: { by: string; at: string; reason: string },
): Promise<void> {
  await trx
    .updateTable('arrival')
    .set({ dismissed_by: by, dismissed_at: at, dismissed_reason: reason })
    .where('id', 'in', ids)
    .execute()
}

const noteOf = (sources: readonly Arrival[]): string =>
  [...new Set(sources.map(({ note }) => note).filter((note) => note !== ''))].join('\n').slice(0, arrivalNoteLength)

async function commonAssignee(trx: Trx, ids: readonly string[]): Promise<string | null> {
  const rows = await trx.selectFrom('arrival').select('assigned_to as to').distinct().where('id', 'in', ids).execute()
  return rows.length === 1 ? (rows[0]?.to ?? null) : null
}
