// Reads e-mails of listed senders from a mailbox into Arrivals. Others are noted and not read, until their sender is listed. The
// mailbox is only read, unless taken e-mails are moved to another of its folders.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { mailLimitBytes } from '@talaan/contract/arrival-mails.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { assertRoomForFiles } from '../../platform/disk/space.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { inMailbox, mailboxName } from '../../platform/mailbox.ts'
import type { Head, Mailbox } from '../../platform/mailbox.ts'
import { mailboxKey, storedPosition, storePosition } from '../../platform/mailbox-position.ts'
import { assertDayHasRoom } from './intake.ts'
import { checkedMessage, mailDetail, storeMessage } from './mail.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>
type Context = Pick<AppContext, 'db' | 'env' | 'clock' | 'jobsAreDue'>

const minute = 60_000
const everyMs = 5 * minute
const limitMs = 10 * minute
/** How far a mailbox is read back when it is read for the first time. */
const firstDays = 30
const batchSize = 100

/** Without a mailbox there is no such job. */
export function readsMailbox(context: Context): JobHandler[] {
  const { env, clock } = context
  const mailbox = env.arrivalsImap
  const db = context.db.kysely
  if (mailbox === null) return []
  const { url, moveTo } = mailbox
  return [
    handles(plainJob('arrivals.mailbox'), {
      next: (after) => after + everyMs,
      retryAfter: () => everyMs,
      async run({ signal }) {
        const options = {
          mayBeClear: env.unencrypted.includes('mail'),
          signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
          readOnly: moveTo === null,
        }
        await inMailbox(url, options, async (box) => {
          const place = { name: mailboxName(url), uidValidity: box.uidValidity }
          const take = (head: Head) => takeMessage(context, box, place, head)
          if (moveTo !== null) await moveTaken(db, clock.now(), box, place, moveTo)
          for (const head of await listedSince(db, box, place)) await take(head)
          await readNew(context, box, place, take)
          if (moveTo !== null) await moveTaken(db, clock.now(), box, place, moveTo)
        })
      },
    }),
  ]
}

type Place = { name: string; uidValidity: bigint }

/** The position is the same as for other uses of this mailbox, but stored apart. */
export const arrivalsKey = (url: string): string => mailboxKey('arrivals', url)

async function readNew(
  context: Context,
  box: Mailbox,
  place: Place,
  take: (head: Head) => Promise<void>,
): Promise<void> {
  const { env, clock } = context
  const db = context.db.kysely
  const key = arrivalsKey(env.arrivalsImap?.url ?? '')
  const position = await storedPosition(db, key)
  const last = position?.uidValidity === place.uidValidity ? position.uid : null
  const uids = await box.uidsAfter(last, new Date(clock.now() - firstDays * 24 * 60 * minute))
  for (let from = 0; from < uids.length; from += batchSize) {
    const batch = uids.slice(from, from + batchSize)
    const skipped: Head[] = []
    for (const head of await box.heads(batch)) {
      if (await isListed(db, head.sender)) await take(head)
      else skipped.push(head)
    }
    await db.transaction().execute(async (trx) => {
      for (const head of skipped) await note(trx, clock.now(), place, head, { state: 'skipped' })
      await storePosition(trx, context, key, { uidValidity: place.uidValidity, uid: batch.at(-1) ?? 0 })
    })
  }
  if (uids.length === 0)
    await db
      .transaction()
      .execute((trx) => storePosition(trx, context, key, { uidValidity: place.uidValidity, uid: last ?? 0 }))
}

/** Takes one e-mail, or notes why it is refused. Without the scanner, for example, it is read again later. */
async function takeMessage(context: Context, box: Mailbox, place: Place, head: Head): Promise<void> {
  const { env, clock } = context
  const db = context.db.kysely
  const refuse = (reason: string) =>
    db.transaction().execute((trx) => note(trx, clock.now(), place, head, { state: 'refused', reason }))
  if (head.size > mailLimitBytes) return refuse(tooLarge)
  await assertRoomForFiles(env)
  await assertDayHasRoom(db, context)
  const raw = await box.source(head.uid, mailLimitBytes)
  if (raw === undefined) return
  try {
    const message = await checkedMessage(context, raw)
    const { sender, senderName: name, subject, sentAt } = head
    const same = { ...message, id: idOf(place, head), sender: { address: sender, name }, subject, sentAt }
    await db.transaction().execute(async (trx) => {
      const at = { mailbox: place.name, uidValidity: place.uidValidity, uid: head.uid }
      const { mailId, isNew } = await storeMessage(trx, context, same, { id: crypto.randomUUID(), by: null, place: at })
      if (!isNew) return
      const object = { type: 'arrivalMail', id: mailId }
      await audit(trx, clock, { actorName: 'portal', action: 'arrivals.mail', object, detail: mailDetail(same) })
    })
    context.jobsAreDue()
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.status !== 422) throw error
    await refuse(error.problem.sentence)
  }
}

const tooLarge = 'This e-mail is larger than 25 MB. Save the attached files and add them.'

async function note(
  trx: Trx,
  now: number,
  { name, uidValidity }: Place,
  head: Head,
  what: { state: 'skipped' } | { state: 'refused'; reason: string },
): Promise<void> {
  const { sender, senderName, subject, sentAt, uid } = head
  const place = { mailbox: name, uid_validity: uidValidity, uid: BigInt(uid) }
  await trx
    .insertInto('arrival_mail')
    .values({
      id: crypto.randomUUID(),
      message_id: idOf({ name, uidValidity }, head),
      sender,
      sender_name: senderName,
      subject,
      sent_at: sentAt,
      noted_at: timestamp(now),
      added_by: null,
      ...place,
      ...what,
    })
    // Its place is another one after the mailbox was restored.
    .onConflict((conflict) =>
      conflict
        .columns(['sender', 'message_id'])
        .doUpdateSet({ ...place, ...what })
        .where('arrival_mail.state', '<>', 'taken'),
    )
    .execute()
}

const idOf = ({ name, uidValidity }: Place, { messageId, uid }: Head): string =>
  messageId === '' ? `${uidValidity}/${uid} ${name}`.slice(0, 300) : messageId

/** Those that were skipped and whose sender is listed now. */
async function listedSince(db: Db, box: Mailbox, { name, uidValidity }: Place): Promise<Head[]> {
  const rows = await db
    .selectFrom('arrival_mail')
    .select('uid')
    .where('state', '=', 'skipped')
    .where('mailbox', '=', name)
    .where('uid_validity', '=', uidValidity)
    .where(isListedSender(sql.ref('arrival_mail.sender')))
    .orderBy('uid')
    .limit(batchSize)
    .execute()
  return box.heads(rows.map(({ uid }) => Number(uid)))
}

const isListedSender = (sender: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from arrival_sender where address in (${sender}, '@' || split_part(${sender}, '@', 2)))`

async function isListed(db: Db, sender: string): Promise<boolean> {
  const { listed } = await db.selectNoFrom(isListedSender(sql`${sender}::text`).as('listed')).executeTakeFirstOrThrow()
  return listed
}

/** Those that were taken and are still in the mailbox, also after a run that stopped on its way. */
async function moveTaken(
  db: Db,
  now: number,
  box: Mailbox,
  { name, uidValidity }: Place,
  folder: string,
): Promise<void> {
  const rows = await db
    .selectFrom('arrival_mail')
    .select(['id', 'uid'])
    .where('state', '=', 'taken')
    .where('mailbox', '=', name)
    .where('uid_validity', '=', uidValidity)
    .where('moved_at', 'is', null)
    .orderBy('uid')
    .limit(batchSize)
    .execute()
  if (rows.length === 0) return
  await box.move(
    rows.map(({ uid }) => Number(uid)),
    folder,
  )
  await db
    .updateTable('arrival_mail')
    .set({ moved_at: timestamp(now) })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}
