// The e-mail with the link to a question, and its reminders. The text of the question and amounts are not in it: it may be read by
// others.
import type { Transaction } from 'kysely'
import { formatDay, dayInManila } from '@talaan/ledger/core/date.ts'
import { placeholderOf } from '../../books/question-links.ts'
import { instant } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { messageId, messageText, subjectLine } from '../../platform/mail.ts'
import { queueMessage } from '../../platform/outbox.ts'
import { companyHeader } from '../../print/company.ts'

type Linked = {
  row: { id: string; to_email: string | null; due: string }
  linkId: string
  expiresAt: string
  by: string
  isReminder: boolean
}

/** Queues the message; false without an address, a mail server or an address of the portal to put in the link. */
export async function mailLink(
  trx: Transaction<Tables>,
  { env, clock }: Pick<AppContext, 'env' | 'clock'>,
  { row, linkId, expiresAt, by, isReminder }: Linked,
): Promise<boolean> {
  if (row.to_email === null || row.to_email === '' || env.smtpUrl === null || env.publicUrl === null) return false
  const { name } = await companyHeader(trx)
  const id = crypto.randomUUID()
  await queueMessage(trx, {
    id,
    topic: 'question',
    recipient: row.to_email,
    subject: subjectLine(isReminder ? `Reminder: a question from ${name}` : `A question from ${name}`),
    body: messageText([
      `${by} of ${name} has a question for you. Please answer it by ${formatDay(row.due)}:`,
      '',
      placeholderOf(linkId),
      '',
      `You don't need an account. The link works for one answer, until ${formatDay(dayInManila(instant(expiresAt)))}.`,
      'If you did not expect this message, call the company before you open the link.',
    ]),
    message_id: messageId('question', id, env.mailFrom),
    now: clock.now(),
  })
  return true
}
