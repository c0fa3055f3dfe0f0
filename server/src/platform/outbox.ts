// The outbox: each outgoing or sent message, written with its sending job in the transaction that causes it.
import type { Insertable, Kysely } from 'kysely'
import type { z } from '@talaan/ledger/core/zod.ts'
import type { receiptMail } from '@talaan/contract/documents.ts'
import { instant, timestamp } from './clock.ts'
import type { RowOf, Tables } from './db/tables.ts'
import { jobRow, plainJob } from './jobs/queue.ts'

/** Sends the message with the id of the job. */
export const sendMail = plainJob('mail.send')

export type Message = Omit<Insertable<Tables['outbox']>, 'id' | 'created_at'> & {
  id?: string
  /** Milliseconds, from the clock. */
  now: number
  /** Milliseconds; now by default. */
  runAt?: number
}

/** The message and its job as rows alone, for a statement that also writes other rows. */
export function messageRows({ id = crypto.randomUUID(), now, runAt = now, ...message }: Message) {
  return {
    job: jobRow(sendMail, { id, payload: {}, now, runAt }),
    message: { ...message, id, created_at: timestamp(now) },
  }
}

/** Queues a message. */
export async function queueMessage(trx: Kysely<Tables>, toQueue: Message): Promise<void> {
  const { job, message } = messageRows(toQueue)
  await trx
    .with('queued', (to) => to.insertInto('job').values(job))
    .insertInto('outbox')
    .values(message)
    .execute()
}

type Status = z.infer<typeof receiptMail>['status']
export type DeliveryJob = Pick<RowOf<'job'>, 'state' | 'attempts' | 'last_error' | 'ended_at'>
export const deliveryColumns = ['job.state', 'job.attempts', 'job.last_error', 'job.ended_at'] as const

export const statusOf = (state: DeliveryJob['state']): Status =>
  state === 'done' ? 'sent' : state === 'failed' || state === 'cancelled' ? 'failed' : 'waiting'

/** The state of a message. */
export const deliveryOf = ({ state, attempts, last_error: lastError, ended_at: endedAt }: DeliveryJob) => ({
  status: statusOf(state),
  attempts,
  lastError,
  sentAt: state === 'done' && endedAt !== null ? timestamp(instant(endedAt)) : null,
})
