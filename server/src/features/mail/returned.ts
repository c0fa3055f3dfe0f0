// E-mails that a mail server accepted and returned later: the reports about them are read from a mailbox, and the e-mails are
// marked as failed.
import type { Transaction } from 'kysely'
import { Refusal } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import { plainJob } from '../../platform/jobs/queue.ts'
import { mailboxName, readReports } from '../../platform/mailbox.ts'
import type { Position, Report } from '../../platform/mailbox.ts'
import { storedPosition, storePosition } from '../../platform/mailbox-position.ts'
import { readUploaded } from '../../platform/reading/reader.ts'
import { notifyOfFailure } from './send.ts'

type Trx = Transaction<Tables>
type Context = Pick<AppContext, 'db' | 'env' | 'clock'>

const minute = 60_000
const everyMs = 10 * minute
const limitMs = 5 * minute
/** How far a mailbox is read back when it is read for the first time. */
const firstDays = 7

/** Without a mailbox there is no such job. */
export function readsReturnedMail(context: Context): JobHandler[] {
  const { db, env, clock } = context
  const url = env.returnsImapUrl
  if (url === null) return []
  return [
    handles(plainJob('mail.returned'), {
      next: (after) => after + everyMs,
      retryAfter: () => everyMs,
      async run({ signal }) {
        const mailbox = mailboxName(url)
        await readReports(url, {
          mayBeClear: env.unencrypted.includes('mail'),
          signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
          position: await storedPosition(db.kysely, mailbox),
          since: new Date(clock.now() - firstDays * 24 * 60 * minute),
          take: async (reports, position) => {
            const returned: Returned[] = []
            for (const report of reports) returned.push(...(await returnedBy(report, position)))
            await db.kysely.transaction().execute(async (trx) => {
              for (const each of returned) await noteReturned(trx, context, each)
              await storePosition(trx, context, mailbox, position)
            })
          },
        })
      },
    }),
  ]
}

type Returned = { reportId: string; messageId: string; reason: string }

const unreadable: Problem = {
  code: 'mail.unreadable',
  status: 422,
  sentence: "This report of a returned e-mail can't be read.",
}

/** Other e-mails, and reports that can't be read, are left alone. */
async function returnedBy({ uid, bytes }: Report, { uidValidity }: Position): Promise<Returned[]> {
  try {
    const { id, returned } = await readUploaded(
      'deliveryReport',
      { bytes },
      { problems: { unreadable, tooHeavy: unreadable } },
    )
    return returned === null ? [] : [{ ...returned, reportId: id === '' ? `${uidValidity}/${uid}` : id }]
  } catch (error) {
    if (error instanceof Refusal && error.problem === unreadable) return []
    throw error
  }
}

async function noteReturned(trx: Trx, context: Context, { reportId, messageId, reason }: Returned): Promise<void> {
  const message = await trx
    .selectFrom('outbox')
    .select(['id', 'recipient', 'document_id as documentId'])
    // The e-mail of a voided document has another Message-ID.
    .where('message_id', 'in', [messageId, messageId.replace('<void.', '<')])
    .executeTakeFirst()
  if (message === undefined) return
  const { id, recipient, documentId } = message
  const now = timestamp(context.clock.now())
  const { numInsertedOrUpdatedRows: noted } = await trx
    .insertInto('mail_return')
    .values({ outbox_id: id, report_id: reportId, reason, noted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (noted !== 1n) return
  const error = `Returned by the mail server of the recipient: ${reason}`
  await trx
    .updateTable('job')
    .set({ state: 'failed', last_error: error, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'done')
    .execute()
  await notifyOfFailure(trx, context, { id, key: `${id} ${reportId}`, error })
  await audit(trx, context.clock, {
    actorName: 'portal',
    action: 'mail.returned',
    object: documentId === null ? { type: 'letter', id } : { type: 'document', id: documentId },
    detail: { to: recipient, reason },
  })
}
