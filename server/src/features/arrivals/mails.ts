// The e-mails whose files came to Arrivals.
import { sql } from 'kysely'
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
  const found = await rows(db)
    .where('state', '<>', 'skipped')
    .orderBy('noted_at', 'desc')
    .orderBy('arrival_mail.id')
    .limit(maxArrivalMails)
    .execute()
  const { count } = await db
    .selectFrom('arrival_mail')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('state', '<>', 'skipped')
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

type Skipped = { sender: string; senderName: string; subject: string; at: string; count: number }
const maxSkipped = 50

/** Senders that are not listed, with their last e-mail. */
export async function skippedSenders(db: Db): Promise<{ skipped: Skipped[]; skippedCount: number }> {
  const { rows: found } = await sql<Skipped & { total: number }>`
    select sender, (array_agg(sender_name order by noted_at desc, id))[1] as "senderName",
      (array_agg(subject order by noted_at desc, id))[1] as subject, max(coalesce(sent_at, noted_at))::text as at,
      count(*)::int as count, sum(count(*)) over ()::int as total
    from arrival_mail where state = 'skipped'
    group by sender order by count desc, sender limit ${maxSkipped}`.execute(db)
  return {
    skipped: found.map(({ total: _, at, ...row }) => ({ ...row, at: timestamp(instant(at)) })),
    skippedCount: found[0]?.total ?? 0,
  }
}

export async function listedSenders(db: Db): Promise<string[]> {
  const found = await db.selectFrom('arrival_sender').select('address').orderBy('address').execute()
  return found.map(({ address }) => address)
}
