// Test e-mails, to check whether mail can be sent.
import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { sendTestEmail } from '@talaan/contract/settings.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import { messageId, subjectLine } from '../../platform/mail.ts'
import { deliveryColumns, deliveryOf, queueMessage } from '../../platform/outbox.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { ChangeContext } from './changes.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export async function queueTest(
  trx: Trx,
  { context: { env, clock }, viewer, address }: ChangeContext,
  to: string,
): Promise<void> {
  const { name } = await trx.selectFrom('company').select('name').executeTakeFirstOrThrow()
  const id = randomUUID()
  await queueMessage(trx, {
    id,
    topic: 'test',
    recipient: to,
    subject: subjectLine(`Test e-mail - ${name}`),
    body: [
      'Good day,',
      '',
      `This is a test message from the bookkeeping portal of ${name}, requested by ${viewer.clientId}. Your e-mail settings work.`,
      'You do not need to do anything.',
      '',
    ].join('\n'),
    message_id: messageId('test', id, env.mailFrom),
    now: clock.now(),
    // Ahead of all queued messages: a person is watching the screen.
    runAt: 0,
  })
  await audit(trx, clock, {
    viewer,
    address,
    action: sendTestEmail.name,
    object: { type: 'letter', id },
    detail: { what: 'Test e-mail', was: {}, now: { to } },
  })
}

export async function testEmails(db: Db) {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('job', 'job.id', 'outbox.id')
    .select(['outbox.id', 'recipient', 'subject', 'outbox.created_at', ...deliveryColumns])
    .where('topic', '=', 'test')
    .orderBy('outbox.created_at', 'desc')
    .orderBy('outbox.id')
    .limit(5)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: timestamp(instant(row.created_at)),
    to: row.recipient,
    subject: row.subject,
    ...deliveryOf(row),
  }))
}
