// Attachments of documents: their type is detected from the first bytes, never from the name. The server doesn't parse them.
import type { Kysely, Transaction } from 'kysely'
import { attachmentTypes, documentProblems, heicSentence, maximumAttachments } from '@talaan/contract/documents.ts'
import type { Attachment } from '@talaan/contract/documents.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import { isHeic } from '@talaan/ledger/banking/formats/detect.ts'
import { lockHead, sha256 } from '../../books/journal.ts'
import { cleanName } from '../../print/file-name.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { dropUnusedContent } from './drafts.ts'
import { assertMayReadDocument } from './read.ts'
import { storeContent } from '../../platform/disk/content.ts'

type Trx = Transaction<Tables>
type AttachmentType = keyof typeof attachmentTypes

const extensions: Record<string, AttachmentType> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
}

const signatures: Record<AttachmentType, number[]> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
}

/** The type of the content, or a refusal that says what is wrong with the file. */
export function typeOfFile(bytes: Uint8Array, name: string): AttachmentType {
  const type = typeOfContent(bytes)
  if (claimedType(name) === type) return type
  const sentence = `${cleanName(name)} is a ${attachmentTypes[type]}, but its name has a different extension. Rename the file or attach another file.`
  throw new Refusal(saying(documentProblems.attachmentType, sentence))
}

/** The file as it is stored, if nobody can rename it: a wrong extension is corrected. */
export function fileOfContent(bytes: Uint8Array, name: string): { name: string; type: AttachmentType } {
  const type = typeOfContent(bytes)
  const clean = cleanName(name)
  const stem = clean.replace(/\.[A-Za-z0-9]{1,5}$/, '')
  return { type, name: claimedType(clean) === type ? clean : `${stem || 'attachment'}.${usualExtensions[type]}` }
}

const usualExtensions = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const
const claimedType = (name: string) => extensions[/\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? '']

function typeOfContent(bytes: Uint8Array): AttachmentType {
  if (bytes.byteLength === 0) throw new Refusal(documentProblems.attachmentEmpty)
  const type = (Object.keys(signatures) as AttachmentType[]).find((one) =>
    signatures[one].every((byte, at) => bytes[at] === byte),
  )
  if (type === undefined)
    throw new Refusal(
      isHeic(bytes) ? saying(documentProblems.attachmentType, heicSentence) : documentProblems.attachmentType,
    )
  if (type === 'application/pdf' && !endsAsPdf(bytes)) {
    throw new Refusal(saying(documentProblems.attachmentType, 'This PDF is incomplete. Scan or save it again.'))
  }
  return type
}

function endsAsPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-2048)).includes('%%EOF')
}

/** Stores a file with its draft, once even if sent repeatedly. */
export async function attach(
  trx: Trx,
  viewer: Viewer,
  file: { id: string; draftId: string; name: string; type: AttachmentType; bytes: Buffer; at: string },
): Promise<Attachment> {
  const before = await trx.selectFrom('attachment').selectAll().where('id', '=', file.id).executeTakeFirst()
  if (before !== undefined) {
    if (before.user_id !== viewer.userId || before.draft_id !== file.draftId)
      throw new Refusal(documentProblems.draftOfOther)
    return { id: before.id, name: before.name, type: before.type, bytes: before.bytes }
  }
  const draft = await trx.selectFrom('draft').select('user_id').where('id', '=', file.draftId).executeTakeFirst()
  if (draft !== undefined && draft.user_id !== viewer.userId) throw new Refusal(documentProblems.draftOfOther)
  const held = await trx
    .selectFrom('attachment')
    .select(['id', 'user_id', 'document_id'])
    .where('draft_id', '=', file.draftId)
    .execute()
  if (held.some(({ user_id }) => user_id !== viewer.userId)) throw new Refusal(documentProblems.draftOfOther)
  if (held.some(({ document_id }) => document_id !== null)) throw new Refusal(documentProblems.draftRecorded)
  const recorded = await trx.selectFrom('document').select('id').where('draft_id', '=', file.draftId).executeTakeFirst()
  if (recorded !== undefined) throw new Refusal(documentProblems.draftRecorded)
  if (held.length >= maximumAttachments) throw new Refusal(documentProblems.tooManyAttachments)

  const digest = sha256(file.bytes)
  await storeContent(trx, digest, file.bytes)
  const attachment = { id: file.id, name: cleanName(file.name), type: file.type, bytes: file.bytes.byteLength }
  await trx
    .insertInto('attachment')
    .values({
      ...attachment,
      draft_id: file.draftId,
      document_id: null,
      user_id: viewer.userId,
      sha256: digest,
      attached_at: file.at,
    })
    .execute()
  return attachment
}

/** Removes a file from a draft. A missing one is already removed. */
export async function detach(
  trx: Trx,
  viewer: Viewer,
  { draftId, attachmentId }: { draftId: string; attachmentId: string },
): Promise<void> {
  // Blocks a concurrent recording: a document is sealed with or without its attachment, not with one being removed.
  await lockHead(trx)
  const held = await trx
    .selectFrom('attachment')
    .select(['user_id', 'document_id', 'sha256'])
    .where('id', '=', attachmentId)
    .where('draft_id', '=', draftId)
    .executeTakeFirst()
  if (held === undefined) return
  if (held.user_id !== viewer.userId) throw new Refusal(documentProblems.draftOfOther)
  if (held.document_id !== null) throw new Refusal(documentProblems.draftRecorded)
  await trx.deleteFrom('attachment').where('id', '=', attachmentId).execute()
  await dropUnusedContent(trx, held.sha256)
}

/** The file of a recorded document for everyone who may see the document; of a draft, only for its owner. */
export async function contentOf(db: Kysely<Tables>, viewer: Viewer, attachmentId: string) {
  const found = await db
    .selectFrom('attachment')
    .innerJoin('attachment_content', 'attachment_content.sha256', 'attachment.sha256')
    .select([
      'name',
      'type',
      'content',
      'attachment.sha256 as digest',
      'document_id as documentId',
      'user_id as userId',
    ])
    .where('id', '=', attachmentId)
    .executeTakeFirst()
  if (found === undefined || (found.documentId === null && found.userId !== viewer.userId))
    throw new Refusal(documentProblems.notThere)
  if (found.documentId !== null) await assertMayReadDocument(db, found.documentId, viewer)
  if (sha256(found.content) !== found.digest)
    throw new Error(`Attachment ${attachmentId} was changed after it was stored.`)
  return found
}
