// Webhooks: registered, tested and removed by an administrator; their messages are listed and can be sent again.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import {
  changeWebhookSecret,
  listDeliveries,
  listWebhooks,
  maximumWebhooks,
  removeWebhook,
  resendDelivery,
  saveWebhook,
  secretOverlapHours,
  testWebhook,
  webhookProblems,
} from '@talaan/contract/webhooks.ts'
import type { Delivery, EventType, Webhook } from '@talaan/contract/webhooks.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import { audit } from '../../platform/audit/audit.ts'
import { timestamp } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { enqueue, retryJob } from '../../platform/jobs/queue.ts'
import { allowedAddresses, NotSent, refusalOf, resolveByDns } from '../../platform/outgoing/post.ts'
import { deliverWebhook } from './deliver.ts'

type Trx = Transaction<Tables>
const pageOf = 20

export const webhooks: Feature = ({ db: { kysely: db }, clock, env, jobsAreDue }) => {
  const write = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work)
  const now = () => timestamp(clock.now())
  const there = async (trx: Kysely<Tables>, webhookId: string): Promise<Webhook> => {
    const [webhook] = await webhooksOf(trx, webhookId)
    if (webhook === undefined) throw new Refusal(webhookProblems.notThere)
    return webhook
  }
  const addSecret = async (trx: Trx, webhookId: string): Promise<string> => {
    const secret = `whsec_${randomBytes(32).toString('base64')}`
    const row = { id: crypto.randomUUID(), webhook_id: webhookId, secret, created_at: now() }
    await trx.insertInto('webhook_secret').values(row).execute()
    return secret
  }
  async function assertMayReceive(url: string): Promise<void> {
    const refusal = refusalOf(url, env)
    if (refusal !== undefined) throw atUrl(webhookProblems[refusal])
    try {
      await allowedAddresses(url, env, resolveByDns)
    } catch (error) {
      if (!(error instanceof NotSent)) throw error
      const isUnknown = error.message.includes('was not found')
      throw atUrl(isUnknown ? saying(webhookProblems.address, error.message) : webhookProblems.forbidden)
    }
  }
  /** What was not delivered while the webhook was paused. */
  async function queueMissed(trx: Trx, webhookId: string): Promise<void> {
    const missed = await trx
      .selectFrom('webhook_delivery')
      .select('id')
      .where('webhook_id', '=', webhookId)
      .where('delivered_at', 'is', null)
      .orderBy('event_seq')
      .execute()
    for (const { id } of missed)
      await enqueue(trx, deliverWebhook, { payload: { deliveryId: id }, key: id, now: clock.now() })
  }

  return [
    answers(listWebhooks, async () => ({ webhooks: await webhooksOf(db) })),

    answers(saveWebhook, async ({ params: { webhookId }, body: { url, types, paused }, viewer, address }) => {
      await assertMayReceive(url)
      const saved = await write(async (trx) => {
        // One at a time, so that they are counted.
        await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(trx)
        const all = await webhooksOf(trx)
        const before = all.find(({ id }) => id === webhookId)
        if (before === undefined && all.length >= maximumWebhooks) throw new Refusal(webhookProblems.tooMany)
        const values = { url, types, paused_at: paused ? (before?.pausedAt ?? now()) : null, pause_reason: '' }
        if (before === undefined)
          await trx
            .insertInto('webhook')
            .values({ id: webhookId, ...values, created_by: viewer.userId, created_at: now() })
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        else await trx.updateTable('webhook').set(values).where('id', '=', webhookId).execute()
        const secret = before === undefined ? await addSecret(trx, webhookId) : null
        if (before !== undefined && before.pausedAt !== null && !paused) await queueMissed(trx, webhookId)
        const object = { type: 'webhook', id: webhookId }
        await audit(trx, clock, { viewer, address, action: saveWebhook.name, object, detail: { url, types, paused } })
        return { webhook: await there(trx, webhookId), secret }
      })
      jobsAreDue()
      return saved
    }),

    answers(changeWebhookSecret, async ({ params: { webhookId }, viewer, address }) => ({
      secret: await write(async (trx) => {
        const { url } = await there(trx, webhookId)
        await trx.selectFrom('webhook').select('id').where('id', '=', webhookId).forUpdate().executeTakeFirstOrThrow()
        const live = await trx
          .selectFrom('webhook_secret')
          .select('id')
          .where('webhook_id', '=', webhookId)
          .where((is) => is.or([is('ends_at', 'is', null), is('ends_at', '>', now())]))
          .execute()
        if (live.length > 1) throw new Refusal(webhookProblems.twoSecrets)
        await trx
          .updateTable('webhook_secret')
          .set({ ends_at: timestamp(clock.now() + secretOverlapHours * 3_600_000) })
          .where('webhook_id', '=', webhookId)
          .where('ends_at', 'is', null)
          .execute()
        const object = { type: 'webhook', id: webhookId }
        await audit(trx, clock, { viewer, address, action: changeWebhookSecret.name, object, detail: { url } })
        return addSecret(trx, webhookId)
      }),
    })),

    answers(testWebhook, async ({ params: { webhookId }, body, viewer, address }) => {
      const deliveryId = body.deliveryId ?? crypto.randomUUID()
      await write(async (trx) => {
        const { url } = await there(trx, webhookId)
        await sql`select pg_advisory_xact_lock(hashtext('events'))`.execute(trx)
        const sent = await trx
          .selectFrom('webhook_delivery')
          .select('id')
          .where('id', '=', deliveryId)
          .executeTakeFirst()
        if (sent !== undefined) return
        const { seq } = await trx
          .insertInto('event')
          .values({ type: 'test', at: now(), object_id: webhookId, label: 'Test message' })
          .returning('seq')
          .executeTakeFirstOrThrow()
        await trx
          .insertInto('webhook_delivery')
          .values({ id: deliveryId, event_seq: seq, webhook_id: webhookId, created_at: now() })
          .execute()
        await enqueue(trx, deliverWebhook, { payload: { deliveryId }, key: deliveryId, now: clock.now() })
        const object = { type: 'webhook', id: webhookId }
        await audit(trx, clock, { viewer, address, action: testWebhook.name, object, detail: { url } })
      })
      jobsAreDue()
      return { deliveryId }
    }),

    answers(removeWebhook, async ({ params: { webhookId }, viewer, address }) => {
      await write(async (trx) => {
        const { url } = await there(trx, webhookId)
        await trx.updateTable('webhook').set({ removed_at: now() }).where('id', '=', webhookId).execute()
        await trx.deleteFrom('webhook_secret').where('webhook_id', '=', webhookId).execute()
        const object = { type: 'webhook', id: webhookId }
        await audit(trx, clock, { viewer, address, action: removeWebhook.name, object, detail: { url } })
      })
      return { success: true as const }
    }),

    answers(listDeliveries, async ({ params: { webhookId }, query: { before } }) => {
      await there(db, webhookId)
      return deliveriesOf(db, webhookId, before)
    }),

    answers(resendDelivery, async ({ params: { deliveryId }, viewer, address }) => {
      await write(async (trx) => {
        const delivery = await trx
          .selectFrom('webhook_delivery')
          .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
          .select(['webhook.id as webhookId', 'url', 'paused_at as pausedAt'])
          .where('webhook_delivery.id', '=', deliveryId)
          .where('webhook.removed_at', 'is', null)
          .executeTakeFirst()
        if (delivery === undefined) throw new Refusal(webhookProblems.notThere)
        if (delivery.pausedAt !== null) throw new Refusal(saying(common.badInput, 'Resume the webhook first.'))
        const waiting = await trx
          .selectFrom('job')
          .select(['id', 'state'])
          .where('name', '=', deliverWebhook.name)
          .where('key', '=', deliveryId)
          .where('ended_at', 'is', null)
          .executeTakeFirst()
        const queued =
          waiting === undefined
            ? await enqueue(trx, deliverWebhook, { payload: { deliveryId }, key: deliveryId, now: clock.now() })
            : await retryJob(trx, waiting.id, clock.now())
        if (queued === undefined || queued === false) throw new Refusal(webhookProblems.underWay)
        const object = { type: 'webhook', id: delivery.webhookId }
        const detail = { url: delivery.url, deliveryId }
        await audit(trx, clock, { viewer, address, action: resendDelivery.name, object, detail })
      })
      jobsAreDue()
      return { success: true as const }
    }),
  ]
}

const atUrl = (problem: Problem): Refusal => new Refusal(problem, [{ path: ['url'], message: problem.sentence }])

/** Of the newest job of a delivery. */
const stateOfDelivery = sql<'delivered' | 'waiting' | 'failed'>`
  case when delivered_at is not null then 'delivered'
    when (select state from job where name = 'webhooks.deliver' and key = webhook_delivery.id::text
      order by created_at desc, ended_at is null desc limit 1) = 'failed' then 'failed'
    else 'waiting' end`

async function webhooksOf(db: Kysely<Tables>, webhookId?: string): Promise<Webhook[]> {
  let query = db
    .selectFrom('webhook')
    .innerJoin('users', 'users.id', 'webhook.created_by')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('webhook_delivery')
          .select(['created_at as at', stateOfDelivery.as('state')])
          .whereRef('webhook_id', '=', 'webhook.id')
          .orderBy('event_seq', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['webhook.id', 'url', 'types', 'webhook.created_at as createdAt', 'client_id as createdBy'])
    .select(['paused_at as pausedAt', 'pause_reason as pauseReason', 'last.at', 'last.state'])
    .select(
      sql<number>`(select count(*) from webhook_delivery where webhook_id = webhook.id and delivered_at is null)::integer`.as(
        'waiting',
      ),
    )
    .where('removed_at', 'is', null)
    .orderBy('webhook.created_at')
    .orderBy('webhook.id')
  if (webhookId !== undefined) query = query.where('webhook.id', '=', webhookId)
  const rows = await query.execute()
  return rows.map(({ at, state, types, ...row }) => ({
    ...row,
    types: types as EventType[],
    last: at === null || state === null ? null : { at, state },
  }))
}

async function deliveriesOf(db: Kysely<Tables>, webhookId: string, before: string | undefined) {
  let query = db
    .selectFrom('webhook_delivery')
    .innerJoin('event', 'event.seq', 'webhook_delivery.event_seq')
    .select(['webhook_delivery.id', 'event.seq', 'event.id as eventId', 'event.type', 'event.label', 'event.at'])
    .select([
      stateOfDelivery.as('state'),
      sql<string | null>`(select run_at from job where name = 'webhooks.deliver' and key = webhook_delivery.id::text
        and ended_at is null)`.as('nextTryAt'),
      sql<Delivery['attempts']>`(
        select coalesce(json_agg(json_build_object('at', at, 'status', status, 'tookMs', took_ms, 'error', error,
          'answer', answer) order by id), '[]') from webhook_attempt where delivery_id = webhook_delivery.id)`.as(
        'attempts',
      ),
    ])
    .where('webhook_id', '=', webhookId)
    .orderBy('event.seq', 'desc')
    .limit(pageOf + 1)
  if (before !== undefined) query = query.where('event.seq', '<', BigInt(before))
  const rows = await query.execute()
  const shown = rows.slice(0, pageOf)
  return {
    deliveries: shown.map(({ seq: _, ...row }) => row),
    next: rows.length > pageOf ? String(shown.at(-1)?.seq ?? '') : null,
  }
}
