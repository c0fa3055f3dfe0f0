// Sends the ends of both chains by e-mail: after each backup, and to an external accountant at each closing. A saved line shows
// later whether entries or audit events up to these ends were removed or rewritten.
import type { Transaction } from 'kysely'
import { headsLine } from '@talaan/ledger/proof/heads.ts'
import type { Heads } from '@talaan/ledger/proof/heads.ts'
import type { Environment } from '../platform/env/env.ts'
import { messageId, subjectLine } from '../platform/mail.ts'
import { queueMessage } from '../platform/outbox.ts'
import type { Tables } from '../platform/db/tables.ts'

type HeadsMessage = {
  env: Environment
  /** Milliseconds. */
  now: number
  topic: 'backup' | 'closing'
  to: string | null
  subject: string
  lines: readonly string[]
  heads: Heads | null
}

/** Queues the message if an address and a mail server are set. */
export async function mailHeads(
  trx: Transaction<Tables>,
  { env, now, topic, to, subject, lines, heads }: HeadsMessage,
): Promise<void> {
  if (to === null || env.smtpUrl === null) return
  const company = await trx.selectFrom('company').select('name').executeTakeFirst()
  const id = crypto.randomUUID()
  await queueMessage(trx, {
    id,
    topic,
    recipient: to,
    subject: subjectLine(`${subject} - ${company?.name ?? ''}`),
    body: [
      'Good day,',
      '',
      ...lines,
      '',
      ...(heads === null
        ? []
        : [
            headsLine(heads),
            '',
            'Save this line. It shows later whether entries or audit events up to this point were removed or changed.',
            'To compare the books with it, use "npm run talaan verify" or the verifier page of an exported year.',
            '',
          ]),
      'This message was sent by the bookkeeping portal. Please do not reply to it.',
      '',
    ].join('\n'),
    message_id: messageId(topic, id, env.mailFrom),
    now,
  })
}
