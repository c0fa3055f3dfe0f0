// Sends the events to the webhooks, signed as Standard Webhooks (standardwebhooks.com); each message is its own job.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { handles } from '../../platform/jobs/handler.ts'
import type { JobHandler } from '../../platform/jobs/handler.ts'
import type { JobKind } from '../../platform/jobs/queue.ts'
import { NotSent, post, resolveByDns } from '../../platform/outgoing/post.ts'
import type { Answer, Resolve } from '../../platform/outgoing/post.ts'

export const deliverWebhook: JobKind<{ deliveryId: string }> = {
  name: 'webhooks.deliver',
  payload: z.strictObject({ deliveryId: z.uuid() }),
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** The pauses after each failure, about three days together. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
const longestStoredAnswer = 1_000

/** The receiver wants no more messages. */
class Gone extends Error {
  override message = 'The receiver answered 410, so the webhook has been paused.'
}
class Refused extends Error {}

type Context = Pick<AppContext, 'db' | 'clock' | 'env'>

export function deliversWebhooks(
  { db: { kysely: db }, clock, env }: Context,
  { resolve = resolveByDns, limitMs = 15_000 }: { resolve?: Resolve; limitMs?: number } = {},
): JobHandler {
  return handles(deliverWebhook, {
    atOnce: 4,
    retryAfter: (attempts, error) => (error instanceof Gone ? null : (waits[attempts - 1] ?? null)),
    async run({ payload: { deliveryId }, signal, finish }) {
      const message = await messageOf(db, deliveryId, clock.now())
      // A paused webhook gets its messages when it is resumed.
      if (message === undefined) return
      const begun = performance.now()
      const attempt = (result: { status?: number; error?: string; answer?: string }) => ({
        delivery_id: deliveryId,
        at: timestamp(clock.now()),
        took_ms: Math.round(performance.now() - begun),
        status: result.status ?? null,
        error: result.error ?? '',
        answer: clean(result.answer ?? ''),
      })
      let answer: Answer
      try {
        answer = await post(message, env, { resolve, limitMs, signal })
      } catch (error) {
        if (signal.aborted) throw error
        const reason = error instanceof NotSent ? error.message : reasonOf(error)
        await db
          .insertInto('webhook_attempt')
          .values(attempt({ error: reason }))
          .execute()
        throw new Refused(reason)
      }
      const { status, text } = answer
      if (status >= 200 && status < 300)
        return finish(async (trx) => {
          await trx
            .insertInto('webhook_attempt')
            .values(attempt({ status, answer: text }))
            .execute()
          const delivered = { delivered_at: timestamp(clock.now()) }
          await trx.updateTable('webhook_delivery').set(delivered).where('id', '=', deliveryId).execute()
        })
      const error = status >= 300 && status < 400 ? 'Redirects are not followed.' : `The receiver answered ${status}.`
      await db
        .insertInto('webhook_attempt')
        .values(attempt({ status, error, answer: text }))
        .execute()
      if (status !== 410) throw new Refused(error)
      await db.transaction().execute(async (trx) => {
        const paused = { paused_at: timestamp(clock.now()), pause_reason: new Gone().message }
        await trx.updateTable('webhook').set(paused).where('id', '=', message.webhookId).execute()
        const object = { type: 'webhook', id: message.webhookId }
        await audit(trx, clock, { actorName: 'Talaan', action: 'webhooks.gone', object })
      })
      throw new Gone()
    },
  })
}

/** Undefined if the webhook is paused or removed. The signature is of this attempt, the id is that of the event. */
async function messageOf(db: Kysely<Tables>, deliveryId: string, now: number) {
  const row = await db
    .selectFrom('webhook_delivery')
    .innerJoin('event', 'event.seq', 'webhook_delivery.event_seq')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .select(['webhook.id as webhookId', 'webhook.url', 'event.seq', 'event.id', 'event.type', 'event.at', 'event.kind'])
    .select(['event.object_id as objectId', 'event.label'])
    .select(
      sql<string[]>`(
        select array_agg(secret order by created_at desc) from webhook_secret
        where webhook_id = webhook.id and (ends_at is null or ends_at > ${timestamp(now)}))`.as('secrets'),
    )
    .where('webhook_delivery.id', '=', deliveryId)
    .where('webhook.paused_at', 'is', null)
    .where('webhook.removed_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { webhookId, url, seq, id, type, at, kind, objectId, label, secrets } = row
  const data = { sequence: Number(seq), kind, id: objectId, label }
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })
  const sentAt = String(Math.floor(now / 1000))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Talaan',
    'webhook-id': id,
    'webhook-timestamp': sentAt,
    'webhook-signature': secrets.map((secret) => signature(secret, `${id}.${sentAt}.${body}`)).join(' '),
  }
  return { webhookId, url, headers, body }
}

/** As Standard Webhooks 1.0.0 says; a library of it checks this in the tests. */
const signature = (secret: string, signed: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(signed)
    .digest('base64')}`

/** PostgreSQL stores no NUL, and the log needs no more than the beginning. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed().slice(0, longestStoredAnswer)

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver does not accept connections.',
  ECONNRESET: 'The receiver ended the connection.',
  ETIMEDOUT: 'The receiver cannot be reached.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  CERT_HAS_EXPIRED: 'The certificate of the receiver has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not signed by a trusted authority.',
}
const reasonOf = (error: unknown): string => {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return reasons[code] ?? `The message could not be sent: ${code || message}`
}
