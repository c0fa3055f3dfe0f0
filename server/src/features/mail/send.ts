// Sends the messages of the outbox over SMTP; each is its own job.
import type { Transaction } from 'kysely'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { messageOf } from '../../books/mail.ts'
import { notify } from '../../books/notify.ts'
import type { NotifyContext } from '../../books/notify.ts'
import type { AppContext } from '../../platform/context.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { postOverSmtp, refusedForGood } from '../../platform/mail.ts'
import { sendMail } from '../../platform/outbox.ts'
import type { Tables } from '../../platform/db/tables.ts'

const minute = 60_000
/** The wait after the first failure, the second …; after these, an hour each time. */
const waits = [1 * minute, 2 * minute, 5 * minute, 15 * minute, 60 * minute]
const patience = 72 * 60 * minute

const waitAfter = (attempts: number): number => waits[attempts - 1] ?? 60 * minute

/** The total wait of a message between its tries so far. */
const waited = (attempts: number): number =>
  Array.from({ length: attempts - 1 }, (_, i) => waitAfter(i + 1)).reduce((sum, wait) => sum + wait, 0)

type MailContext = Pick<AppContext, 'db' | 'env' | 'clock'>

/** Without a mail server no handler takes these jobs, and they wait. */
export function sendsMail(
  { db, env, clock }: MailContext,
  { limitMs = minute }: { limitMs?: number | undefined } = {},
): JobHandler[] {
  if (env.smtpUrl === null) return []
  const post = postOverSmtp(env.smtpUrl, { mayBeClear: env.unencrypted.includes('mail') })
  return [
    handles(sendMail, {
      atOnce: 4,
      retryAfter: (attempts, error) =>
        refusedForGood(error) || waited(attempts) >= patience ? null : waitAfter(attempts),
      gaveUp: (trx, job) => notifyOfFailure(trx, { env, clock }, job),
      async run({ id, signal }) {
        const row = await db.kysely.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        // A server that answers one byte a second is never idle, so the total time is limited. If this process dies
        // before the job is marked as done, the same message is sent again under the same Message-ID.
        await post(await messageOf(db.kysely, row, env), AbortSignal.any([signal, AbortSignal.timeout(limitMs)]))
      },
    }),
  ]
}

/** The e-mail about a failed e-mail could fail too, so that one is only a task. */
export async function notifyOfFailure(
  trx: Transaction<Tables>,
  context: NotifyContext,
  { id, key = id, error }: { id: string; key?: string; error: string },
): Promise<void> {
  const message = await trx
    .selectFrom('outbox')
    .leftJoin('document', 'document.id', 'outbox.document_id')
    .select(['topic', 'subject', 'recipient', 'document.id as documentId', 'document.kind', 'recorded_by as by'])
    .where('outbox.id', '=', id)
    .executeTakeFirstOrThrow()
  if (message.topic === 'notification') return
  await notify(trx, context, {
    kind: 'mailFailed',
    key,
    title: `An e-mail to ${message.recipient} failed`,
    detail: `${message.subject}: ${error}`,
    document: message.kind as DocumentTypeName | null,
    ref: message.documentId ?? '',
    owners: [message.by],
  })
}
