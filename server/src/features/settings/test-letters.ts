// Letters that show whether mail goes out.
import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { sendTestLetter } from '@talaan/contract/settings.ts'
import { audit } from '../../platform/audit/audit.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import { messageId, subjectLine } from '../../platform/mail.ts'
import { deliveryOf } from '../../platform/outbox.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Act } from './changes.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

export async function queueTest(
  trx: Trx,
  { context: { env, clock }, viewer, address }: Act,
  to: string,
): Promise<void> {
  const id = randomUUID()
  const now = timestamp(clock.now())
  const { name } = await trx.selectFrom('company').select('name').executeTakeFirstOrThrow()
  await trx
    .insertInto('outbox')
    .values({
      id,
      topic: 'test',
      recipient: to,
      subject: subjectLine(`Test letter - ${name}`),
      body: [
        'Good day,',
        '',
        `this letter shows that the bookkeeping portal of ${name} can send mail. ${viewer.clientId} asked for it.`,
        'Nothing needs to be done.',
        '',
      ].join('\n'),
      message_id: messageId('test', id, env.mailFrom),
      created_at: now,
      // Before all that waits: somebody sits there and looks.
      run_at: timestamp(0),
    })
    .execute()
  await audit(trx, clock, {
    viewer,
    address,
    action: sendTestLetter.name,
    object: { type: 'letter', id },
    detail: { what: 'Test letter', was: {}, now: { to } },
  })
}

export async function testLetters(db: Db) {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'recipient', 'subject', 'attempts', 'created_at', 'last_error', 'sent_at', 'failed_at'])
    .where('topic', '=', 'test')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(5)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: timestamp(instant(row.created_at)),
    to: row.recipient,
    subject: row.subject,
    status: deliveryOf(row),
    attempts: row.attempts,
    lastError: row.last_error,
    sentAt: row.sent_at,
  }))
}
