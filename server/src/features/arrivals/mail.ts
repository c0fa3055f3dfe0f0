// Takes the files of an e-mail into Arrivals, or its text if it has none. An e-mail counts once by its sender and Message-ID, and
// each of its parts once by its digest.
import type { Transaction } from 'kysely'
import { arrivalMailProblems } from '@talaan/contract/arrival-mails.ts'
import { attachmentLimitBytes, documentProblems } from '@talaan/contract/documents.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { sha256 } from '../../books/journal.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { storeContent } from '../../platform/disk/content.ts'
import { countStored, newContent } from '../../platform/disk/quota.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { assertHarmless } from '../../platform/malware.ts'
import type { ReadMessage } from '../../platform/reading/message.ts'
import { readUploaded } from '../../platform/reading/reader.ts'
import { printTime } from '../../print/page.ts'
import { textToPdf } from '../../print/text-page.ts'
import { fileOfContent } from '../documents/attachments.ts'
import { enqueueReading } from './read.ts'
import { storeArrival } from './store.ts'
import type { NewArrival } from './store.ts'

type Trx = Transaction<Tables>
type Context = Pick<AppContext, 'clock' | 'env'>

/** Smaller pictures in the text of an e-mail are logos and signatures. */
const smallestPictureOfText = 40 * 1024

const otherFile = 'Only PDF, JPEG and PNG files are added.'

export type CheckedMessage = ReadMessage & { digest: string; raw: Buffer; parts: Part[] }
type Part = { sha256: string; name: string } & ({ file: Omit<NewArrival['file'], 'name'> } | { refusal: string })

/** Reads an e-mail in the reading process, and checks its files as uploads are checked. */
export async function checkedMessage({ env }: Pick<Context, 'env'>, raw: Buffer): Promise<CheckedMessage> {
  const message = await readUploaded('message', { bytes: raw }, { problems: arrivalMailProblems })
  const checked: Part[] = []
  for (const { name, bytes, isOfText } of message.files)
    checked.push(await checkedPart(env, { name, bytes: Buffer.from(bytes), isOfText }))
  // The same picture may be a logo and a file.
  const taken = checked.filter((part) => 'file' in part)
  const parts = [...taken, ...checked.filter((part) => !taken.some((one) => one.sha256 === part.sha256))]
  if (taken.length === 0 && message.text !== '') parts.push(await textPart(message))
  if (parts.length === 0) throw new Refusal(arrivalMailProblems.nothing)
  return { ...message, digest: sha256(raw), raw, parts }
}

type FileOfMessage = { name: string; bytes: Buffer; isOfText: boolean }

async function checkedPart(env: Context['env'], { name: called, bytes, isOfText }: FileOfMessage): Promise<Part> {
  const digest = sha256(bytes)
  const given = called === '' ? 'attachment' : called
  try {
    if (bytes.byteLength > attachmentLimitBytes) throw new Refusal(documentProblems.attachmentTooLarge)
    const { name, type } = fileOfContent(bytes, given)
    if (isOfText && bytes.byteLength < smallestPictureOfText)
      return {
        sha256: digest,
        name,
        refusal: 'This small picture, for example a logo, is part of the text of the e-mail.',
      }
    if (env.clamd !== null) await assertHarmless(bytes, env.clamd)
    return { sha256: digest, name, file: { type, bytes, sha256: digest } }
  } catch (error) {
    // Without the scanner, for example, the e-mail is read later.
    if (!(error instanceof Refusal) || error.problem.status >= 500) throw error
    const isOther = error.problem === documentProblems.attachmentType
    return { sha256: digest, name: given, refusal: isOther ? otherFile : error.problem.sentence }
  }
}

/** The text as a page. It counts by its own digest: another release may print it differently. */
async function textPart({ sender, subject, sentAt, text }: ReadMessage): Promise<Part> {
  const printedAt = sentAt === null ? 0 : Date.parse(sentAt)
  const from = [sender.name, sender.address].filter((part) => part !== '').join(', ')
  const heading = [
    ...(from === '' ? [] : [`From: ${from}`]),
    ...(subject === '' ? [] : [`Subject: ${subject}`]),
    ...(sentAt === null ? [] : [`Sent: ${printTime(printedAt)}`]),
  ]
  const bytes = Buffer.from(await textToPdf({ title: subject, author: from, heading, text, printedAt }))
  const { name, type } = fileOfContent(bytes, `${subject === '' ? 'E-mail' : subject}.pdf`)
  return { sha256: sha256(Buffer.from(text)), name, file: { type, bytes, sha256: sha256(bytes) } }
}

/** What the audit trail says about it. */
export const mailDetail = ({ sender, subject, parts }: CheckedMessage) => ({
  from: sender.address === '' ? 'an unknown sender' : sender.address,
  subject: subject === '' ? 'without a subject' : subject,
  files: parts.map(({ name }) => name).join(', '),
})

type Origin =
  | { id: string; by: string; place: null }
  | { id: string; by: null; place: { mailbox: string; uidValidity: bigint; uid: number } }

/** Returns the id of the e-mail, whether it has a part that was not stored before, and how many files are new in Arrivals. */
export async function storeMessage(
  trx: Trx,
  context: Context,
  message: CheckedMessage,
  origin: Origin,
): Promise<{ mailId: string; isNew: boolean; added: number }> {
  const now = context.clock.now()
  const { by } = origin
  const mailId = await storeMail(trx, message, origin, timestamp(now))
  let [isNew, added] = [false, 0]
  for (const part of message.parts) {
    const known = await trx
      .selectFrom('arrival_mail_part')
      .select('mail_id')
      .where('mail_id', '=', mailId)
      .where('sha256', '=', part.sha256)
      .executeTakeFirst()
    if (known !== undefined) continue
    isNew = true
    let arrivalId: string | null = null
    if ('file' in part) {
      const { file, name } = part
      if (by !== null) await countStored(trx, context, { userId: by }, newContent(file.sha256, file.bytes.byteLength))
      const { arrival, already } = await storeArrival(trx, {
        id: crypto.randomUUID(),
        file: { name, ...file },
        by,
        ...(by === null && { cameBy: 'mail' }),
        at: timestamp(now),
      })
      if (!already) await enqueueReading(trx, arrival.id, now)
      added += already ? 0 : 1
      arrivalId = arrival.id
    }
    await trx
      .insertInto('arrival_mail_part')
      .values({
        mail_id: mailId,
        sha256: part.sha256,
        file_name: part.name,
        arrival_id: arrivalId,
        refusal: 'refusal' in part ? part.refusal : null,
      })
      .execute()
  }
  return { mailId, isNew, added }
}

async function storeMail(trx: Trx, message: CheckedMessage, origin: Origin, at: string): Promise<string> {
  const { id, sender, subject, sentAt, text, digest, raw, parts } = message
  const isText = parts.some((part) => 'file' in part && part.sha256 === sha256(Buffer.from(text)))
  if (isText) await storeContent(trx, digest, raw)
  const place = placeOf(origin.place)
  const stored = isText ? { sha256: digest } : {}
  const row = await trx
    .insertInto('arrival_mail')
    .values({
      id: origin.id,
      message_id: id === '' ? `sha256:${digest}` : id,
      sender: sender.address,
      sender_name: sender.name,
      subject,
      sent_at: sentAt,
      noted_at: at,
      added_by: origin.by,
      state: 'taken',
      ...stored,
      ...place,
    })
    // It was skipped before, or is also in the mailbox.
    .onConflict((conflict) =>
      conflict.columns(['sender', 'message_id']).doUpdateSet({ state: 'taken', reason: '', ...stored, ...place }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const placeOf = (place: Origin['place']) =>
  place === null
    ? {}
    : { mailbox: place.mailbox, uid_validity: place.uidValidity, uid: BigInt(place.uid), moved_at: null }
