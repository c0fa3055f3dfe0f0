// The e-mails whose files came to Arrivals.
import type { Kysely } from 'kysely'
import { arrivalMailProblems, maxArrivalMails } from '@talaan/contract/arrival-mails.ts'
import type { ArrivalMail } from '@talaan/contract/arrival-mails.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { sha256 } from '../../books/journal.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>

const rows = (db: Db) =>
  db
    .selectFrom('arrival_mail')
    .leftJoin('users', 'users.id', 'added_by')
    .select([
      'arrival_mail.id',
      'sender',
      'sender_name as senderName',
      'subject',
      'sent_at as sentAt',
      'noted_at as at',
      'client_id as by',
      'state',
      'reason',
      'sha256',
    ])

export async function mailsOf(db: Db): Promise<{ mails: ArrivalMail[]; count: number }> {
  const found = await rows(db).orderBy('noted_at', 'desc').orderBy('arrival_mail.id').limit(maxArrivalMails).execute()
  const { count } = await db
    .selectFrom('arrival_mail')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return { mails: await withParts(db, found), count: Number(count) }
}

export async function mailById(db: Db, id: string): Promise<ArrivalMail> {
  const [mail] = await withParts(db, await rows(db).where('arrival_mail.id', '=', id).execute())
  if (mail === undefined) throw new Refusal(arrivalMailProblems.notThere)
  return mail
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

async function withParts(db: Db, mails: readonly Row[]): Promise<ArrivalMail[]> {
  if (mails.length === 0) return []
  const parts = await db
    .selectFrom('arrival_mail_part')
    .select(['mail_id as mailId', 'file_name as name', 'arrival_id as arrivalId', 'refusal'])
    .where(
      'mail_id',
      'in',
      mails.map(({ id }) => id),
    )
    .orderBy('file_name')
    .execute()
  return mails.map(({ sha256: digest, sentAt, at, ...mail }) => ({
    ...mail,
    sentAt: sentAt === null ? null : timestamp(instant(sentAt)),
    at: timestamp(instant(at)),
    isStored: digest !== null,
    parts: parts.filter(({ mailId }) => mailId === mail.id).map(({ mailId: _, ...part }) => part),
  }))
}

/** The e-mail as it came. */
export async function fileOfMail(db: Db, id: string): Promise<{ bytes: Buffer; name: string }> {
  const found = await db
    .selectFrom('arrival_mail')
    .innerJoin('attachment_content', 'attachment_content.sha256', 'arrival_mail.sha256')
    .select(['content', 'arrival_mail.sha256 as digest'])
    .where('arrival_mail.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal(arrivalMailProblems.notThere)
  if (sha256(found.content) !== found.digest) throw new Error(`The e-mail ${id} was changed after it was stored.`)
  return { bytes: found.content, name: 'e-mail.eml' }
}
