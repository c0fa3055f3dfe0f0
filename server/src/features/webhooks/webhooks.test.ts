// Webhooks on the real server, with receivers that are up, down, slow or hostile: no event is lost, and each has one id.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commentOnDocument } from '@talaan/contract/related.ts'
import { recordDocument, reviewDraft, voidDocument } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import {
  changeWebhookSecret,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  resendDelivery,
  saveWebhook,
  testWebhook,
} from '@talaan/contract/webhooks.ts'
import type { EventType } from '@talaan/contract/webhooks.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { Stopped } from '../../platform/jobs/handler.ts'
import { deliversWebhooks } from './deliver.ts'

type Received = { id: string; headers: Record<string, string>; body: string }

let portal: Portal
let [ana, ben, carla]: Caller[] = []
let partyId = ''
let received: Received[] = []
let respond: (request: IncomingMessage, response: ServerResponse) => void
let url = ''
const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    received.push({
      id: String(request.headers['webhook-id']),
      headers: request.headers as Record<string, string>,
      body,
    })
    respond(request, response)
  })
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  portal = await openPortal({ env: { WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8' } })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await portal.close()
})
beforeEach(async () => {
  await portal.reset()
  received = []
  respond = (_, response) => void response.writeHead(204).end()
  ;[ana, ben, carla] = [await portal.signIn('ana'), await portal.signIn('ben'), await portal.signIn('carla')]
  const fields = { kind: 'non_individual', tin: '213-456-781', registeredName: 'Mabuhay Hardware, Inc.' }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields }
  partyId = (await ana.call(registerParty, { body })).answer.party.id
})

type Saved = { types?: EventType[]; paused?: boolean; webhookId?: string; to?: string }
async function save({
  types = ['document.recorded', 'document.voided'],
  paused = false,
  webhookId = crypto.randomUUID(),
  to = url,
}: Saved = {}) {
  const reply = await carla!.call(saveWebhook, { params: { webhookId }, body: { url: to, types, paused } })
  return { webhookId, reply, secret: reply.status === 200 ? reply.answer.secret : null }
}

async function recordInvoice(externalNo = '000101'): Promise<string> {
  const line = { description: 'Paper', quantity: '1', unitPrice: '11200', discountPercent: null, discountAmount: null }
  const fields = {
    ...{ email: '', partyId, externalNo, day: '2026-03-16', dueDay: null, terms: '', priceMode: 'inclusive', memo: '' },
    lines: [{ ...line, vatClass: 'vatable', account: '4010' }],
  }
  const draftId = crypto.randomUUID()
  const review = await ana!.call(reviewDraft, { params: { draftId }, body: { kind: 'invoice', fields } })
  return (await ana!.call(recordDocument, { body: { draftId, digest: review.answer.digest } })).answer.documentId
}

/** Runs every due job of webhooks once, as the worker does. */
async function deliver(how: Parameters<typeof deliversWebhooks>[1] = {}): Promise<void> {
  const handler = deliversWebhooks(portal.context, how)
  const { kysely: db } = portal.db
  const now = new Date(portal.clock.now()).toISOString()
  const due = await db
    .selectFrom('job')
    .selectAll()
    .where('name', '=', 'webhooks.deliver')
    .where('ended_at', 'is', null)
    .where('run_at', '<=', now)
    .orderBy('run_at')
    .orderBy('created_at')
    .execute()
  for (const job of due) {
    const end = (over: object) => db.updateTable('job').set(over).where('id', '=', job.id).execute()
    try {
      await handler.run({
        id: job.id,
        payload: job.payload,
        requestedBy: null,
        interrupted: false,
        signal: AbortSignal.any([]),
        progress: () => Promise.resolve(),
        finish: (write) => db.transaction().execute(write),
      })
      await end({ state: 'done', ended_at: now })
    } catch (error) {
      if (error instanceof Stopped) continue
      const attempts = job.attempts + 1
      const wait = handler.retryAfter(attempts, error)
      const message = (error as Error).message
      await end(
        wait === null
          ? { state: 'failed', ended_at: now, attempts, last_error: message }
          : { attempts, last_error: message, run_at: new Date(portal.clock.now() + wait).toISOString() },
      )
    }
  }
}

const deliveries = async (webhookId: string) =>
  (await ben!.call(listDeliveries, { params: { webhookId } })).answer.deliveries

test('an administrator adds a webhook; documents are told with a signature that a library verifies', async () => {
  const params = { webhookId: crypto.randomUUID() }
  const body = { url, types: ['document.recorded'], paused: false }
  for (const caller of [ana!, ben!]) expect((await caller.call(saveWebhook, { params, body })).status).toBe(403)
  const { webhookId, secret } = await save()
  expect(secret).toMatch(/^whsec_/)
  expect((await save({ webhookId })).secret).toBeNull()

  const documentId = await recordInvoice()
  expect(portal.jobs.due).toBeGreaterThan(0)
  await deliver()
  const [message] = received
  const verified = new Webhook(secret!)
  // The library compares with the time of today.
  const at = new Date(portal.clock.now())
  expect(message?.headers['webhook-signature']).toBe(verified.sign(message!.id, at, message!.body))
  expect(JSON.parse(message!.body)).toEqual({
    type: 'document.recorded',
    timestamp: expect.stringMatching(/^2026-03-16T/),
    data: { sequence: expect.any(Number), kind: 'invoice', id: documentId, label: 'SI-2026-000001' },
  })
  await ben!.call(voidDocument, { params: { documentId }, body: { day: '2026-03-16', reason: 'Entered twice' } })
  await deliver()
  expect(received.map(({ body }) => JSON.parse(body).type)).toEqual(['document.recorded', 'document.voided'])
  expect((await deliveries(webhookId)).map(({ type, state }) => [type, state])).toEqual([
    ['document.voided', 'delivered'],
    ['document.recorded', 'delivered'],
  ])
  // A refused call and other changes are no events.
  await ana!.call(commentOnDocument, { params: { documentId }, body: { text: 'Seen' } })
  await deliver()
  expect(received).toHaveLength(2)
})

test('a receiver that is down gets each event once it is up, under the same id, and after three days a person sends it again', async () => {
  const { webhookId } = await save()
  await recordInvoice()
  respond = (_, response) => void response.writeHead(503).end('Later')
  await deliver()
  await deliver()
  expect(received).toHaveLength(1)
  portal.clock.forward(6)
  await deliver()
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  expect(received).toHaveLength(2)
  const [waiting] = await deliveries(webhookId)
  expect(waiting).toMatchObject({ state: 'waiting', attempts: [{ status: 503, answer: 'Later' }, { status: 503 }] })

  for (let tries = 0; tries < 10; tries += 1) {
    portal.clock.forward(25 * 3600)
    ben = await portal.signIn('ben', { force: true })
    await deliver()
  }
  expect(received).toHaveLength(10)
  expect((await deliveries(webhookId))[0]?.state).toBe('failed')

  respond = (_, response) => void response.writeHead(200).end()
  carla = await portal.signIn('carla', { force: true })
  const params = { deliveryId: (await deliveries(webhookId))[0]!.id }
  expect((await ben!.call(resendDelivery, { params })).status).toBe(403)
  expect((await carla!.call(resendDelivery, { params })).status).toBe(200)
  await deliver()
  expect((await deliveries(webhookId))[0]?.state).toBe('delivered')
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
})

test('a slow receiver, one that hangs up, one with a long answer and one that redirects are no success', async () => {
  const { webhookId } = await save()
  await recordInvoice()
  const hostile: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['The receiver took longer than 0.2 seconds.', () => {}],
    ['The receiver ended the connection.', (request) => void request.socket.destroy()],
    [
      'Redirects are not followed.',
      (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    ['The receiver answered 500.', (_, response) => void response.writeHead(500).end('x'.repeat(500_000))],
  ]
  for (const [at, [error, answer]] of hostile.entries()) {
    respond = answer
    await deliver({ limitMs: at === 0 ? 200 : 15_000 })
    const [delivery] = await deliveries(webhookId)
    expect(delivery?.attempts.at(-1)?.error).toBe(error)
    expect(delivery?.attempts.at(-1)?.answer.length).toBeLessThanOrEqual(1000)
    portal.clock.forward(3 * 3600)
    ben = await portal.signIn('ben', { force: true })
  }
  respond = (_, response) => void response.writeHead(204).end()
  portal.clock.forward(3600 * 24)
  await deliver()
  ben = await portal.signIn('ben', { force: true })
  expect((await deliveries(webhookId))[0]?.state).toBe('delivered')
})

test('a name that resolves to another address for the message is refused before a connection', async () => {
  const { webhookId } = await save()
  await portal.db.kysely.updateTable('webhook').set({ url: 'https://hook.example/in' }).execute()
  await recordInvoice()
  const answers = [['93.184.216.34', '169.254.169.254'], ['10.0.0.7'], ['::ffff:169.254.169.254'], ['fe80::1'], []]
  for (const addresses of answers) {
    await deliver({ resolve: () => Promise.resolve(addresses) })
    portal.clock.forward(3 * 3600)
  }
  ben = await portal.signIn('ben', { force: true })
  const [delivery] = await deliveries(webhookId)
  expect(delivery?.attempts.map(({ error }) => error)).toEqual([
    'The address 169.254.169.254 is not allowed for webhooks.',
    'The address 10.0.0.7 is not allowed for webhooks.',
    'The address ::ffff:169.254.169.254 is not allowed for webhooks.',
    'The address fe80::1 is not allowed for webhooks.',
    'The host name hook.example was not found.',
  ])
  expect(received).toEqual([])
})

test('an address that is no receiver is refused at its field, and nothing is stored', async () => {
  const wrong: [to: string, code: string][] = [
    ['ftp://example.com/', 'webhooks.address'],
    ['hook', 'webhooks.address'],
    ['https://user:secret@example.com/', 'webhooks.address'],
    ['http://localhost:3000/api', 'webhooks.ownAddress'],
    ['http://127.0.0.1:3000/', 'webhooks.ownAddress'],
    ['http://169.254.169.254/latest/meta-data', 'webhooks.forbidden'],
    ['http://[::ffff:a9fe:a9fe]/', 'webhooks.forbidden'],
    ['http://0xA9FEA9FE/', 'webhooks.forbidden'],
    ['https://10.0.0.1/', 'webhooks.forbidden'],
    ['http://[::1]/', 'webhooks.forbidden'],
    ['http://0/', 'webhooks.forbidden'],
    // Without TLS only to an allowed private network.
    ['http://8.8.8.8/', 'webhooks.forbidden'],
  ]
  for (const [to, code] of wrong) {
    const { reply } = await save({ to })
    expect([to, reply.status, reply.body.code, reply.body.fields?.[0]?.path]).toEqual([to, 422, code, ['url']])
  }
  expect((await ben!.call(listWebhooks)).answer.webhooks).toEqual([])
})

test('while the secret changes both sign, then only the new one', async () => {
  const { webhookId, secret } = await save()
  const changed = (await carla!.call(changeWebhookSecret, { params: { webhookId } })).answer.secret
  expect((await carla!.call(changeWebhookSecret, { params: { webhookId } })).body.code).toBe('webhooks.twoSecrets')
  await recordInvoice()
  await deliver()
  const signs = ({ id, headers, body }: Received, by: string) =>
    headers['webhook-signature']!.split(' ').includes(new Webhook(by).sign(id, new Date(portal.clock.now()), body))
  expect([signs(received[0]!, secret!), signs(received[0]!, changed)]).toEqual([true, true])
  portal.clock.forward(24 * 3600 + 1)
  ;[ana, carla] = [await portal.signIn('ana', { force: true }), await portal.signIn('carla', { force: true })]
  await recordInvoice('000102')
  await deliver()
  expect([signs(received[1]!, secret!), signs(received[1]!, changed)]).toEqual([false, true])
})

test('a paused webhook gets its messages when it is resumed, 410 pauses it, and a removed one gets none', async () => {
  const { webhookId } = await save({ paused: true })
  await recordInvoice()
  await deliver()
  expect(received).toEqual([])
  await save({ webhookId })
  respond = (_, response) => void response.writeHead(410).end()
  await deliver()
  const [gone] = (await ben!.call(listWebhooks)).answer.webhooks
  expect(gone).toMatchObject({ pauseReason: 'The receiver answered 410, so the webhook has been paused.' })
  respond = (_, response) => void response.writeHead(204).end()
  await save({ webhookId })
  await deliver()
  expect(received).toHaveLength(2)
  expect((await carla!.call(testWebhook, { params: { webhookId } })).status).toBe(200)
  await deliver()
  expect(JSON.parse(received[2]!.body)).toMatchObject({ type: 'test', data: { label: 'Test message' } })

  expect((await carla!.call(removeWebhook, { params: { webhookId } })).status).toBe(200)
  await recordInvoice('000102')
  await deliver()
  expect(received).toHaveLength(3)
  expect((await ben!.call(listWebhooks)).answer.webhooks).toEqual([])
})
