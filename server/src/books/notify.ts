// Notes what has happened for the people whom it concerns, in the transaction that causes it, by the settings of each.
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { notificationWords } from '@talaan/contract/notifications.ts'
import type { MailChoice, NotificationKind } from '@talaan/contract/notifications.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { timestamp } from '../platform/clock.ts'
import type { AppContext } from '../platform/context.ts'
import type { Tables } from '../platform/db/tables.ts'
import { messageId, messageText, subjectLine } from '../platform/mail.ts'
import { queueMessage } from '../platform/outbox.ts'
import { companyHeader } from '../print/company.ts'

type Trx = Transaction<Tables>
export type NotifyContext = Pick<AppContext, 'env' | 'clock'>

type NotificationEvent = {
  kind: NotificationKind
  /** The event: it is noted once for each person. */
  key: string
  /** A sentence without amounts, because it is the subject of an e-mail. */
  title: string
  detail?: string
  /** The record that it opens. */
  document?: DocumentTypeName | null
  ref?: string
  /** Those whom it concerns besides the roles of the kind. */
  owners?: readonly (string | null | undefined)[]
  /** The person who did it knows. */
  except?: string
}

/** A person who gets a notification, by their settings or those of the kind. */
type Recipient = { id: string; listed: boolean; mail: MailChoice; address: string | null }

export async function notify(trx: Trx, context: NotifyContext, event: NotificationEvent): Promise<void> {
  const { kind, key, title, detail = '', document = null, ref = '' } = event
  const recipients = (await recipientsOf(trx, event)).filter(({ listed, mail }) => listed || mail !== 'none')
  if (recipients.length === 0) return
  const noted = await trx
    .insertInto('notification')
    .values(
      recipients.map(({ id, listed, mail }) => ({
        id: crypto.randomUUID(),
        user_id: id,
        kind,
        key,
        title,
        detail,
        document,
        ref,
        at: timestamp(context.clock.now()),
        listed,
        in_digest: mail === 'daily',
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'key']).doNothing())
    .returning('user_id as id')
    .execute()
  const fresh = new Set(noted.map(({ id }) => id))
  for (const { id, mail, address } of recipients)
    if (mail === 'now' && address !== null && fresh.has(id))
      await mailNotification(trx, context, {
        to: address,
        subject: title,
        lines: detail === '' ? [title] : [title, detail],
      })
}

async function recipientsOf(trx: Trx, { kind, owners = [], except }: NotificationEvent): Promise<Recipient[]> {
  const { roles, mail } = notificationWords[kind]
  const ids = owners.filter((id) => typeof id === 'string')
  const { rows } = await sql<Recipient>`
    select users.id, coalesce(setting.listed, true) as listed, address,
      case when address is null then 'none' else coalesce(setting.mail, ${mail}) end as mail
    from users
    left join notification_setting as setting on setting.user_id = users.id and setting.kind = ${kind}
    left join notification_address on notification_address.user_id = users.id
    where seat is not null and (role = any(${[...roles]}::text[]) or users.id = any(${ids}::uuid[]))
      and users.id is distinct from ${except ?? null}::uuid
    order by users.id`.execute(trx)
  return rows
}

/** Queues the message if there is a mail server: one that waits for it would arrive too late. */
export async function mailNotification(
  trx: Trx,
  { env, clock }: NotifyContext,
  { to, subject, lines }: { to: string; subject: string; lines: readonly string[] },
): Promise<void> {
  if (env.smtpUrl === null) return
  const id = crypto.randomUUID()
  const { name } = await companyHeader(trx)
  await queueMessage(trx, {
    id,
    topic: 'notification',
    recipient: to,
    subject: subjectLine(`${subject} - ${name}`),
    body: messageText([
      ...lines,
      '',
      env.publicUrl === null
        ? 'You can open it in Talaan under Notifications, where you can also choose which notifications are e-mailed to you.'
        : `You can open it in Talaan, and choose which notifications are e-mailed to you: ${env.publicUrl}/notifications`,
    ]),
    message_id: messageId('notification', id, env.mailFrom),
    now: clock.now(),
  })
}
