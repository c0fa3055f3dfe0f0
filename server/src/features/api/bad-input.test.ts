// What other programs may send by mistake or on purpose: each is refused with a message that says what to do, and stores nothing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApiKey, scopes } from '@talaan/contract/api-keys.ts'
import type { Scope } from '@talaan/contract/api-keys.ts'
import { openLaunch, viewLaunch } from '@talaan/contract/launches.ts'
import { buildApp } from '../../app.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'

let portal: Portal
let [ana, carla]: Caller[] = []
let key = ''

beforeAll(async () => {
  portal = await openPortal({ env: { FORM_URL_INVOICE: 'https://forms.example/invoice?launch={launch}' } })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, carla] = [await portal.signIn('ana'), await portal.signIn('carla')]
  key = await keyWith([...scopes], 'Form service')
})

async function keyWith(allowed: Scope[], name: string): Promise<string> {
  const params = { keyId: crypto.randomUUID() }
  const body = { name, owner: 'carla', networks: [], expiresOn: '2026-12-31', scopes: allowed }
  return (await carla!.call(createApiKey, { params, body })).answer.secret
}

type Sent = { method?: 'GET' | 'POST' | 'PUT'; url: string; body?: unknown; idempotencyKey?: string; as?: string }

async function send({ method = 'POST', url, body, idempotencyKey = crypto.randomUUID(), as = key }: Sent) {
  const reply = await portal.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${as}`,
      'idempotency-key': idempotencyKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return { status: reply.statusCode, type: reply.headers['content-type'], headers: reply.headers, body: reply.json() }
}

/** Everything that a program could have stored. */
async function stored() {
  const { kysely: db } = portal.db
  const tables = ['draft', 'document', 'party', 'webhook', 'attachment', 'added_note', 'api_request'] as const
  return Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [table, await db.selectFrom(table).selectAll().execute()] as [string, unknown[]]),
    ),
  )
}

const draft = (fields: object = {}, more: object = {}) => ({ kind: 'invoice', fields, ...more })

const refused: [what: string, request: () => Sent | Promise<Sent>, status: number, code: string, sentence: RegExp][] = [
  [
    'an unknown member of the body',
    () => ({ url: '/api/v1/drafts', body: draft({}, { record: true }) }),
    ...([400, 'input', /^Unknown field 'record'/] as const),
  ],
  [
    'an unknown field of a document',
    () => ({ url: '/api/v1/drafts', body: draft({ partyID: 'x' }) }),
    ...([400, 'input', /^The request is not valid/] as const),
  ],
  [
    'an unknown parameter',
    () => ({ method: 'GET', url: '/api/v1/documents?custmer=x' }),
    ...([400, 'input', /^Unknown field 'custmer'/] as const),
  ],
  [
    'a version that does not exist',
    () => ({ url: '/api/v2/drafts', body: draft() }),
    ...([404, 'api.noSuchVersion', /The only version is v1\./] as const),
  ],
  [
    'a call beyond the permissions of the key',
    async () => ({ url: '/api/v1/drafts', body: draft(), as: await keyWith(['documents:read'], 'Reader') }),
    ...([403, 'api.noScope', /'Prepare drafts and attach files to them' \(drafts:write\)/] as const),
  ],
  [
    'a page of another size',
    () => ({ method: 'GET', url: '/api/v1/documents?limit=100000' }),
    ...([400, 'input', /^Unknown field 'limit'/] as const),
  ],
  [
    'a body that is too large',
    () => ({ url: '/api/v1/drafts', body: draft({ memo: 'x'.repeat(2_200_000) }) }),
    ...([413, 'tooLarge', /too large/] as const),
  ],
  [
    'a webhook to the portal itself',
    () => ({ url: '/api/v1/webhooks', body: { url: 'http://localhost:3000/api', types: ['document.recorded'] } }),
    ...([422, 'webhooks.ownAddress', /address of Talaan itself/] as const),
  ],
  [
    'a webhook to a metadata address',
    () => ({ url: '/api/v1/webhooks', body: { url: 'http://169.254.169.254/', types: ['document.recorded'] } }),
    ...([422, 'webhooks.forbidden', /metadata addresses are always refused/] as const),
  ],
  [
    'a cursor that no page gave',
    () => ({ method: 'GET', url: '/api/v1/documents?after=page2' }),
    ...([400, 'api.badCursor', /leave "after" out/] as const),
  ],
]
test.for(refused)(
  '%s is refused with what to do, and nothing is stored',
  async ([, request, status, code, sentence]) => {
    const sent = await request()
    const before = await stored()
    const reply = await send(sent)
    expect(reply).toMatchObject({ status, type: 'application/problem+json; charset=utf-8', body: { code } })
    expect(reply.body.title).toMatch(sentence)
    expect(reply.body.requestId).toBe(reply.headers['request-id'])
    expect(await stored()).toEqual(before)
  },
)

test('another body under the same Idempotency-Key is refused, and the first draft stays as it was', async () => {
  const idempotencyKey = 'order-1001'
  const first = await send({ url: '/api/v1/drafts', body: draft({ memo: 'First' }), idempotencyKey })
  expect(first.status).toBe(200)
  const before = await stored()
  const reply = await send({ url: '/api/v1/drafts', body: draft({ memo: 'Second' }), idempotencyKey })
  expect(reply).toMatchObject({ status: 409, body: { code: 'api.otherRequest', title: /Use a new one/ } })
  expect(await stored()).toEqual(before)
})

async function openedForm() {
  const body = { form: 'invoice', draftId: crypto.randomUUID(), scheme: 'light', reviews: false } as const
  const { url, launchId } = (await ana!.call(openLaunch, { body })).answer
  return { code: new URL(url).searchParams.get('launch') ?? '', launchId }
}
const exchange = (code: string, form: string) => send({ url: '/api/v1/launches/exchange', body: { code, form } })

test('a launch code used twice ends its launch, so that neither user of the code can go on', async () => {
  const { code, launchId } = await openedForm()
  const { token } = (await exchange(code, 'invoice')).body
  const before = await stored()
  expect(await exchange(code, 'invoice')).toMatchObject({ status: 409, body: { code: 'api.codeUsed' } })
  const body = draft()
  const late = await send({ method: 'PUT', url: `/api/v1/drafts/${crypto.randomUUID()}`, body, as: token })
  expect(late).toMatchObject({ status: 401, body: { code: 'api.badKey' } })
  expect((await ana!.call(viewLaunch, { params: { launchId } })).answer.state).toBe('reused')
  expect(await stored()).toEqual(before)
})

test('a launch code for another form is refused, and can still be used for its own', async () => {
  const { code } = await openedForm()
  const before = await stored()
  expect(await exchange(code, 'bills')).toMatchObject({ status: 409, body: { code: 'api.otherForm' } })
  expect(await stored()).toEqual(before)
  expect((await exchange(code, 'invoice')).status).toBe(200)
})

test('a flood of calls is refused with the seconds to wait, and stores nothing more', async () => {
  await using app = await buildApp({ ...portal.context, env: { ...portal.context.env, callsPerMinute: 5 } })
  const prepare = (at: number) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/drafts',
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': `flood-${at}-of-calls`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify(draft()),
    })
  const statuses: number[] = []
  for (let at = 0; at < 20; at++) statuses.push((await prepare(at)).statusCode)
  expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(15).fill(429)])
  const last = await prepare(20)
  expect(last.json()).toMatchObject({ code: 'tooMany', title: expect.stringContaining('Wait a minute') })
  expect(last.headers['retry-after']).toBe('60')
  expect((await stored())['draft']).toHaveLength(5)
})
