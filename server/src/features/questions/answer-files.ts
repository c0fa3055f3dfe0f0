// The file of an answer: checked like an attachment, scanned, and stored with the answer.
import type { Transaction } from 'kysely'
import type { z } from '@talaan/ledger/core/zod.ts'
import { attachmentLimitBytes } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { pictureLimitBytes, questionProblems } from '@talaan/contract/questions.ts'
import type { answerFile } from '@talaan/contract/questions.ts'
import { sha256 } from '../../books/journal.ts'
import type { AnswerFile } from '../../books/questions.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { countStored, newContent } from '../../platform/disk/quota.ts'
import { assertRoomForFiles } from '../../platform/disk/space.ts'
import { assertHarmless } from '../../platform/malware.ts'
import { cleanName } from '../../print/file-name.ts'
import { typeOfFile } from '../documents/attachments.ts'
import { storeContent } from '../../platform/disk/content.ts'

export type CheckedFile = AnswerFile & { content: Buffer }

export async function checkedFile(
  { env }: Pick<AppContext, 'env'>,
  { name, content }: z.infer<typeof answerFile>,
): Promise<CheckedFile> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.byteLength > attachmentLimitBytes || bytes.toString('base64') !== content)
    throw new Refusal(questionProblems.badFile)
  const type = typeOfFile(bytes, name)
  await assertRoomForFiles(env)
  // It arrives inside of the body, so the scan of uploaded files hasn't seen it.
  if (env.clamd !== null) await assertHarmless(bytes, env.clamd)
  return { name: cleanName(name), type, bytes: bytes.byteLength, sha256: sha256(bytes), content: bytes }
}

/** A picture that is shown with a question. */
export async function checkedPicture(
  context: Parameters<typeof checkedFile>[0],
  picture: z.infer<typeof answerFile> | null | undefined,
): Promise<CheckedFile | null> {
  if (picture == null) return null
  const checked = await checkedFile(context, picture)
  if (checked.type === 'application/pdf' || checked.bytes > pictureLimitBytes)
    throw new Refusal(questionProblems.badPicture)
  return checked
}

/** Counts as a file of this person. */
export async function storeFile(
  trx: Transaction<Tables>,
  context: Parameters<typeof countStored>[1],
  { content, ...file }: CheckedFile,
  userId: string,
): Promise<AnswerFile> {
  await countStored(trx, context, { userId }, newContent(file.sha256, file.bytes))
  await storeContent(trx, file.sha256, content)
  return file
}

/** What the audit trail says about it. */
export const fileDetail = (file: AnswerFile | null) => (file === null ? {} : { file: file.name, sha256: file.sha256 })
