// Messages of the portal about itself: to the operator, and to those who store the ends of both chains.
import type { Transaction } from 'kysely'
import type { Environment } from '../platform/env/env.ts'
import { messageId, messageText, subjectLine } from '../platform/mail.ts'
import { queueMessage } from '../platform/outbox.ts'
import type { Tables } from '../platform/db/tables.ts'
import { companyHeader } from '../print/company.ts'

type Notice = {
  /** Milliseconds. */
  now: number
  topic: 'backup' | 'closing' | 'safety'
  to: string | null
  subject: string
  lines: readonly string[]
}

/** Queues the message if there is an address and a mail server: a warning that waits for one would arrive too late. */
export async function queueNotice(
  trx: Transaction<Tables>,
  { smtpUrl, mailFrom }: Pick<Environment, 'smtpUrl' | 'mailFrom'>,
  { now, topic, to, subject, lines }: Notice,
): Promise<void> {
  if (to === null || smtpUrl === null) return
  const id = crypto.randomUUID()
  const { name } = await companyHeader(trx)
  await queueMessage(trx, {
    id,
    topic,
    recipient: to,
    subject: subjectLine(`${subject} - ${name}`),
    body: messageText(lines),
    message_id: messageId(topic, id, mailFrom),
    now,
  })
}
