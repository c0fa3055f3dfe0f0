// Webhooks through the public API: what administrators do on the page, for a key of an administrator with the permission.
import type { Kysely } from 'kysely'
import * as api from '@talaan/contract/api/resources.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import {
  changeWebhookSecret,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  resendDelivery,
  saveWebhook,
  testWebhook,
  webhookProblems,
} from '@talaan/contract/webhooks.ts'
import type { Webhook } from '@talaan/contract/webhooks.ts'
import { answers } from '../../http/route.ts'
import type { Call, Route } from '../../http/route.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Ask, Once } from './asking.ts'
import { utc, utcOrNull } from './times.ts'

export function webhookRoutes({ db, ask, once }: { db: Kysely<Tables>; ask: Ask; once: Once }): Route[] {
  const find = async (call: Call<Endpoint>, webhookId: string): Promise<Webhook | undefined> =>
    (await ask(call, listWebhooks)).webhooks.find(({ id }) => id === webhookId)
  const there = async (call: Call<Endpoint>, webhookId: string): Promise<Webhook> => {
    const webhook = await find(call, webhookId)
    if (webhook === undefined) throw new Refusal(webhookProblems.notThere)
    return webhook
  }
  /** The secret that a repeated call gets again. */
  const secretOf = async (webhookId: string): Promise<string> => {
    const { secret } = await db
      .selectFrom('webhook_secret')
      .select('secret')
      .where('webhook_id', '=', webhookId)
      .where('ends_at', 'is', null)
      .executeTakeFirstOrThrow()
    return secret
  }
  return [
    answers(api.listApiWebhooks, async (call) => ({
      webhooks: (await ask(call, listWebhooks)).webhooks.map(shown),
    })),

    answers(api.createApiWebhook, (call) =>
      once(call, api.createApiWebhook, async (webhookId) => {
        const before = await find(call, webhookId)
        const webhook = before ?? (await save(call, webhookId, { ...call.body, paused: false }))
        return { webhook: shown(webhook), secret: await secretOf(webhookId) }
      }),
    ),

    answers(api.changeApiWebhook, async (call) => {
      const { webhookId } = call.params
      await there(call, webhookId)
      return { webhook: shown(await save(call, webhookId, call.body)) }
    }),

    answers(api.deleteApiWebhook, async (call) => {
      // Deleted before, perhaps by the same call, whose answer was lost.
      if ((await find(call, call.params.webhookId)) !== undefined)
        await ask(call, removeWebhook, { params: call.params })
      return { deleted: true as const }
    }),

    answers(api.changeApiWebhookSecret, (call) =>
      once(call, api.changeApiWebhookSecret, async (_, isRepeated) => {
        const { webhookId } = call.params
        await there(call, webhookId)
        if (isRepeated) return { secret: await secretOf(webhookId) }
        return ask(call, changeWebhookSecret, { params: call.params })
      }),
    ),

    answers(api.testApiWebhook, (call) =>
      once(call, api.testApiWebhook, (deliveryId) =>
        ask(call, testWebhook, { params: call.params, body: { deliveryId } }),
      ),
    ),

    answers(api.listApiDeliveries, async (call) => {
      const { after: before } = call.query
      const { deliveries, next } = await ask(call, listDeliveries, { params: call.params, query: { before } })
      return {
        deliveries: deliveries.map(({ at, nextTryAt, attempts, ...delivery }) => ({
          ...delivery,
          at: utc(at),
          nextTryAt: utcOrNull(nextTryAt),
          attempts: attempts.map((attempt) => ({ ...attempt, at: utc(attempt.at) })),
        })),
        next,
      }
    }),

    answers(api.resendApiDelivery, (call) =>
      once(call, api.resendApiDelivery, async (_, isRepeated) => {
        if (!isRepeated) await ask(call, resendDelivery, { params: call.params })
        return { queued: true as const }
      }),
    ),
  ]

  async function save(call: Call<Endpoint>, webhookId: string, body: SaveBody): Promise<Webhook> {
    return (await ask(call, saveWebhook, { params: { webhookId }, body })).webhook
  }
}

type SaveBody = Pick<Webhook, 'url' | 'types'> & { paused: boolean }

const shown = ({ id, url, types, pausedAt, pauseReason, createdAt, createdBy, waiting }: Webhook) => ({
  id,
  url,
  types,
  paused: pausedAt !== null,
  pauseReason,
  createdAt: utc(createdAt),
  createdBy,
  waiting,
})
