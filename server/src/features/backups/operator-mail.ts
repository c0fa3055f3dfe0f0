// A message to whoever runs the portal: to the address of inquiries, or the one that the portal sends from.
import type { Transaction } from 'kysely'
import type { Environment } from '../../platform/env/env.ts'
import { messageId, subjectLine } from '../../platform/mail.ts'
import { queueMessage } from '../../platform/outbox.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { companyHeader } from '../../print/company.ts'

export async function writeToOperator(
  trx: Transaction<Tables>,
  { smtpUrl, contactEmail, mailFrom }: Pick<Environment, 'smtpUrl' | 'contactEmail' | 'mailFrom'>,
  { now, subject, lines }: { now: number; subject: string; lines: readonly string[] },
): Promise<void> {
  // Without a mail server a warning would arrive long after it matters.
  if (smtpUrl === null) return
  const id = crypto.randomUUID()
  const { name } = await companyHeader(trx)
  await queueMessage(trx, {
    id,
    topic: 'safety',
    recipient: contactEmail ?? mailFrom,
    subject: subjectLine(`${subject} - ${name}`),
    body: [
      'Good day,',
      '',
      ...lines,
      '',
      'This message was sent by the bookkeeping portal. Please do not reply to it.',
      '',
    ].join('\n'),
    message_id: messageId('safety', id, mailFrom),
    now,
  })
}
