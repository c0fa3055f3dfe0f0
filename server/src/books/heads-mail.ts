// The ends of both chains leave the house by e-mail: with each backup, and to an accountant outside with each closing. Whoever
// keeps one of these lines can show later that nothing it counts was removed or rewritten.
import type { Transaction } from 'kysely'
import { headsLine } from '@talaan/ledger/proof/heads.ts'
import type { Heads } from '@talaan/ledger/proof/heads.ts'
import type { Environment } from '../platform/env/env.ts'
import { messageId, subjectLine } from '../platform/mail.ts'
import { queueMessage } from '../platform/outbox.ts'
import type { Tables } from '../platform/db/tables.ts'

type Told = {
  env: Environment
  /** Milliseconds. */
  now: number
  topic: 'backup' | 'closing'
  to: string | null
  subject: string
  lines: readonly string[]
  heads: Heads | null
}

/** Queues the message if there is an address and a way to send it. */
export async function mailHeads(
  trx: Transaction<Tables>,
  { env, now, topic, to, subject, lines, heads }: Told,
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
            'Keep this line. It shows later whether entries or audit events up to this point were removed or changed:',
            'compare it with "npm run talaan verify", or on the verifier page of an exported year.',
            '',
          ]),
      'This message was sent by the bookkeeping portal. Please do not reply to it.',
      '',
    ].join('\n'),
    message_id: messageId(topic, id, env.mailFrom),
    now,
  })
}
