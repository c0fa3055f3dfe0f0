// Webhooks: the addresses of other programs that are notified of events, and the result of each message.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { admins, adminsAndAccountants } from './roles.ts'

export const eventTypeWords = {
  'document.recorded': 'Document recorded',
  'document.voided': 'Document voided',
  'draft.waiting': 'Draft ready for review',
  'payment.received': 'Payment received',
  'month.closed': 'Month closed',
  'month.reopened': 'Month reopened',
  'return.due': 'Tax return due',
  'return.filed': 'Tax return filed',
  'bankStatement.uploaded': 'Bank statement uploaded',
  'backup.failed': 'Backup failed',
  'apiKey.newAddress': 'API key used from a new address',
} as const
export type EventType = keyof typeof eventTypeWords
export const eventTypes = Object.keys(eventTypeWords) as [EventType, ...EventType[]]

export const maximumWebhooks = 20
/** After the secret is changed, messages are signed with both secrets for this number of hours. */
export const secretOverlapHours = 24

export const webhookProblems = {
  notThere: { code: 'webhooks.notThere', status: 404, sentence: 'This webhook does not exist. Reload the page.' },
  tooMany: {
    code: 'webhooks.tooMany',
    status: 409,
    sentence: `There can be at most ${maximumWebhooks} webhooks. Remove one that you no longer use.`,
  },
  address: {
    code: 'webhooks.address',
    status: 422,
    sentence:
      'Enter an address that begins with https://, without a user name, for example https://n8n.example.com/hook.',
  },
  ownAddress: {
    code: 'webhooks.ownAddress',
    status: 422,
    sentence: 'This is an address of Talaan itself. Enter the address of the other program.',
  },
  forbidden: {
    code: 'webhooks.forbidden',
    status: 422,
    sentence:
      'This address is in a private network. Your system administrator can allow the network with WEBHOOK_PRIVATE_NETWORKS; link-local and metadata addresses are always refused.',
  },
  twoSecrets: {
    code: 'webhooks.twoSecrets',
    status: 409,
    sentence: 'The secret was changed in the last 24 hours. Wait until the old one has expired.',
  },
  underWay: {
    code: 'webhooks.underWay',
    status: 409,
    sentence: 'This message is already queued. Reload the page.',
  },
} satisfies Record<string, Problem>

const webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  types: z.array(z.enum(eventTypes)),
  createdAt: z.string(),
  createdBy: z.string(),
  pausedAt: z.nullable(z.string()),
  pauseReason: z.string(),
  /** The last message, and whether it was delivered. */
  last: z.nullable(z.object({ at: z.string(), state: z.enum(['delivered', 'waiting', 'failed']) })),
  waiting: z.int(),
})
export type Webhook = z.output<typeof webhook>

const byId = z.strictObject({ webhookId: z.uuid() })

export const listWebhooks = endpoint({
  name: 'webhooks.list',
  method: 'GET',
  path: '/api/webhooks',
  access: adminsAndAccountants,
  answer: z.object({ webhooks: z.array(webhook) }),
  failure: 'The webhooks could not be loaded. Try again.',
})

/** Creates or changes a webhook. The secret is shown only when the webhook is created. */
export const saveWebhook = endpoint({
  name: 'webhooks.save',
  method: 'PUT',
  path: '/api/webhooks/:webhookId',
  access: admins,
  params: byId,
  carriesToken: true,
  body: z.strictObject({
    url: z.string().check(z.maxLength(500, 'The address can have at most 500 characters.')),
    types: z.array(z.enum(eventTypes)).check(z.minLength(1, 'Choose at least one event.')),
    paused: z.boolean(),
  }),
  answer: z.object({ webhook, secret: z.nullable(z.string()) }),
  failure: 'The webhook may not have been saved. Reload the page and check.',
})

export const changeWebhookSecret = endpoint({
  name: 'webhooks.changeSecret',
  method: 'POST',
  path: '/api/webhooks/:webhookId/secret',
  access: admins,
  params: byId,
  carriesToken: true,
  answer: z.object({ secret: z.string() }),
  failure: 'The secret may have been changed. If you did not see the new secret, change it again after 24 hours.',
})

export const testWebhook = endpoint({
  name: 'webhooks.test',
  method: 'POST',
  path: '/api/webhooks/:webhookId/test',
  access: admins,
  params: byId,
  /** An id chosen by the caller makes a repeated call send one message. */
  body: z.strictObject({ deliveryId: z.optional(z.uuid()) }),
  answer: z.object({ deliveryId: z.uuid() }),
  failure: 'The test message may not have been queued. Reload the page.',
})

export const removeWebhook = endpoint({
  name: 'webhooks.remove',
  method: 'DELETE',
  path: '/api/webhooks/:webhookId',
  access: admins,
  params: byId,
  answer: z.object({ success: z.literal(true) }),
  failure: 'The webhook may not have been removed. Reload the page and check.',
})

/** A message to a webhook, with its attempts. */
export const delivery = z.object({
  id: z.uuid(),
  eventId: z.uuid(),
  type: z.string(),
  label: z.nullable(z.string()),
  at: z.string(),
  state: z.enum(['delivered', 'waiting', 'failed']),
  nextTryAt: z.nullable(z.string()),
  attempts: z.array(
    z.object({
      at: z.string(),
      status: z.nullable(z.int()),
      tookMs: z.int(),
      error: z.string(),
      answer: z.string(),
    }),
  ),
})
export type Delivery = z.output<typeof delivery>

/** The newest messages of a webhook with all their attempts. */
export const listDeliveries = endpoint({
  name: 'webhooks.deliveries',
  method: 'GET',
  path: '/api/webhooks/:webhookId/deliveries',
  access: adminsAndAccountants,
  activity: false,
  params: byId,
  query: z.strictObject({ before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))) }),
  answer: z.object({ deliveries: z.array(delivery), next: z.nullable(z.string()) }),
  failure: 'The messages could not be loaded. Try again.',
})

export const resendDelivery = endpoint({
  name: 'webhooks.resend',
  method: 'POST',
  path: '/api/webhook-deliveries/:deliveryId/resend',
  access: admins,
  params: z.strictObject({ deliveryId: z.uuid() }),
  answer: z.object({ success: z.literal(true) }),
  failure: 'The message may not have been queued. Reload the page.',
})
