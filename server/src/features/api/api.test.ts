// The public API on the real server: keys, their limits, and an invoice prepared and recorded by another program.
import { readdir, readFile } from 'node:fs/promises'
import { ZipBuffer } from 'node:zlib'
import Fastify from 'fastify'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiEndpoint } from '@talaan/contract/api/endpoint.ts'
import { adviceOf, problemsByCode } from '@talaan/contract/api/problems.ts'
import { apiEndpoints } from '@talaan/contract/api/resources.ts'
import { allowRecording, createApiKey, listApiKeys, revokeApiKey, scopes } from '@talaan/contract/api-keys.ts'
import type { Scope } from '@talaan/contract/api-keys.ts'
import { getDraft, voidDocument } from '@talaan/contract/documents.ts'
import { deactivateUser, reactivateUser } from '@talaan/contract/users.ts'
import { bodyBudget } from '../../http/bodies.ts'
import { serve } from '../../http/serve.ts'
import { verify } from '../../books/verify/verify.ts'
import { apiTypes } from '../../../test/api-types.ts'
import { answered, apiClient } from '../../../test/api-client.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { openApiOf } from './openapi.ts'

let portal: Portal
let [ana, ben, carla]: Caller[] = []

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben, carla] = [await portal.signIn('ana'), await portal.signIn('ben'), await portal.signIn('carla')]
})

type Key = { keyId: string; secret: string }
type New = { owner?: string; scopes?: readonly Scope[]; networks?: string[]; name?: string; expiresOn?: string }

const newKeyBody = ({ owner = 'ana', name = 'n8n', networks = [], expiresOn = '2026-12-31', ...more }: New = {}) => ({
  name,
  owner,
  networks,
  expiresOn,
  scopes: [...(more.scopes ?? scopes)],
})

async function keyFor(more: New = {}): Promise<Key> {
  const keyId = crypto.randomUUID()
  const { secret } = (await carla!.call(createApiKey, { params: { keyId }, body: newKeyBody(more) })).answer
  return { keyId, secret }
}

type Request = { body?: unknown; headers?: Record<string, string>; address?: string; bytes?: Uint8Array }

/** A call as another program sends it. */
async function call(key: string | null, method: string, path: string, more: Request = {}) {
  const { body, bytes, headers = {}, address = '203.0.113.7' } = more
  const payload = bytes ? Buffer.from(bytes) : body === undefined ? undefined : JSON.stringify(body)
  const reply = await portal.app.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    remoteAddress: address,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(payload !== undefined && { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
  const type = String(reply.headers['content-type'])
  return {
    status: reply.statusCode,
    headers: reply.headers,
    type,
    body: type.includes('json') ? reply.json() : undefined,
  }
}

const mabuhay = {
  kind: 'non_individual',
  tin: '123-456-789-00000',
  registeredName: 'Mabuhay Hotel, Inc.',
  address: { street: '5 Roxas Boulevard', city: 'Manila', zip: '1000' },
  vatStatus: 'vat',
}
const invoiceFields = (partyId: string, more: object = {}) => ({
  partyId,
  externalNo: '1001',
  day: '2026-03-16',
  priceMode: 'inclusive',
  lines: [{ description: 'Bamboo', quantity: '2', unitPrice: '56000.00', vatClass: 'vatable', account: '4010' }],
  ...more,
})

async function customer(key: string): Promise<string> {
  const body = { role: 'customer', fields: mabuhay }
  const reply = await call(key, 'POST', '/parties', { body, headers: { 'idempotency-key': 'customer-1' } })
  expect(reply.body).toMatchObject({ party: { name: 'Mabuhay Hotel, Inc.' } })
  return reply.body.party.id
}

// ── Keys.

test('only an administrator creates a key; it is shown once, listed without its secret, and stored as a digest', async () => {
  const params = { keyId: crypto.randomUUID() }
  for (const caller of [ana!, ben!])
    expect((await caller.call(createApiKey, { params, body: newKeyBody() })).status).toBe(403)
  const made = (await carla!.call(createApiKey, { params, body: newKeyBody() })).answer
  expect(made.secret).toMatch(/^talaan_live_[0-9A-Za-z]{61}$/)
  expect(made.key).toMatchObject({ name: 'n8n', owner: 'ana', state: 'active', start: made.secret.slice(0, 24) })

  const again = await carla!.call(createApiKey, { params, body: newKeyBody() })
  expect(again).toMatchObject({ status: 409, body: { code: 'apiKeys.shownBefore' } })
  const listed = await ben!.call(listApiKeys)
  expect(listed.answer.keys).toHaveLength(1)
  expect(JSON.stringify(listed.body)).not.toContain(made.secret.slice(24))
  const stored = await portal.db.kysely.selectFrom('api_key').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(made.secret.slice(24, 67))
  const events = await portal.db.kysely
    .selectFrom('audit')
    .select(['detail', 'outcome'])
    .where('action', '=', 'apiKeys.create')
    .execute()
  expect(events.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'done'])
  expect(JSON.stringify(events)).not.toContain(made.secret.slice(24, 67))
})

const refusedKeys: [what: string, body: object, code: string, field: string][] = [
  ['an account that is not there', { owner: 'nobody' }, 'apiKeys.noSuchAccount', 'owner'],
  ['a deactivated account', { owner: 'dino' }, 'apiKeys.noSuchAccount', 'owner'],
  ['an expiry today', { expiresOn: '2026-03-16' }, 'apiKeys.expiry', 'expiresOn'],
  ['an expiry in two years', { expiresOn: '2028-03-16' }, 'apiKeys.expiry', 'expiresOn'],
  ['a network that is a host name', { networks: ['n8n.example'] }, 'apiKeys.network', 'networks'],
  ['a network of every address', { networks: ['0.0.0.0/0'] }, 'apiKeys.network', 'networks'],
]
test.for(refusedKeys)('a key for %s is refused at its field', async ([, more, code, field]) => {
  const body = { ...newKeyBody(), ...more }
  const refused = await carla!.call(createApiKey, { params: { keyId: crypto.randomUUID() }, body })
  expect(refused).toMatchObject({ status: 422, body: { code, fields: [{ path: [field] }] } })
  expect((await ben!.call(listApiKeys)).answer.keys).toEqual([])
})

test('a call without a valid key is refused in the standard format, and says what to send', async () => {
  const { secret } = await keyFor()
  const wrong = [
    null,
    'abc',
    `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
    secret.replace('live', 'demo'),
  ]
  for (const key of wrong) {
    const reply = await call(key, 'GET', '/company')
    expect([reply.status, reply.type]).toEqual([401, 'application/problem+json; charset=utf-8'])
    expect(reply.body).toMatchObject({ status: 401, code: key === null ? 'api.noKey' : 'api.badKey' })
    expect(reply.body.requestId).toMatch(/^[0-9a-f-]{36}$/)
  }
  // A right checksum over another secret.
  const other = await keyFor({ name: 'Other' })
  await portal.db.kysely
    .updateTable('api_key')
    .set({ secret_hash: 'x'.repeat(64) })
    .where('id', '=', other.keyId)
    .execute()
  expect((await call(other.secret, 'GET', '/company')).status).toBe(401)
})

test('a key ends with its expiry date, its revocation and the deactivation of its account', async () => {
  const { secret, keyId } = await keyFor({ expiresOn: '2026-03-20' })
  expect((await call(secret, 'GET', '/company')).body).toMatchObject({
    today: '2026-03-16',
    key: { name: 'n8n', owner: 'ana', role: 'user', expiresOn: '2026-03-20' },
  })
  expect((await carla!.call(deactivateUser, { params: { clientId: 'client_ana' } })).body).toEqual({ success: true })
  expect((await call(secret, 'GET', '/company')).status).toBe(401)
  await carla!.call(reactivateUser, { params: { clientId: 'client_ana' } })
  expect((await call(secret, 'GET', '/company')).status).toBe(200)

  portal.clock.forward(5 * 86_400)
  expect((await call(secret, 'GET', '/company')).status).toBe(401)
  portal.clock.forward(-5 * 86_400)
  const revoked = (await ben!.call(revokeApiKey, { params: { keyId } })).answer.key
  expect(revoked.state).toBe('revoked')
  expect((await call(secret, 'GET', '/company')).status).toBe(401)
  expect((await ben!.call(revokeApiKey, { params: { keyId } })).answer.key.state).toBe('revoked')
})

test('a key works only from its networks, never from a page, and its last use is shown', async () => {
  const { secret } = await keyFor({ networks: ['192.168.1.0/24', '2001:db8::/32'] })
  const statuses = async (addresses: string[]) =>
    Promise.all(addresses.map(async (address) => (await call(secret, 'GET', '/company', { address })).status))
  expect(await statuses(['192.168.1.9', '::ffff:192.168.1.9', '2001:db8::1'])).toEqual([200, 200, 200])
  expect(await statuses(['192.168.2.9', '10.0.0.1', '2001:db9::1', ''])).toEqual([403, 403, 403, 403])
  const address = '192.168.1.9'
  for (const headers of [{ origin: 'https://n8n.example' }, { cookie: 'bind=x' }] as Record<string, string>[]) {
    const reply = await call(secret, 'GET', '/company', { address, headers })
    expect(reply).toMatchObject({ status: 403, body: { code: 'api.fromBrowser' } })
  }
  expect((await call(null, 'GET', `/company?key=${secret}`, { address })).status).toBe(401)
  const [key] = (await ben!.call(listApiKeys)).answer.keys
  expect(key?.lastUsedAt).not.toBeNull()
})

test('every call is refused without its permission and without the role, and a key opens no call of the portal', async () => {
  const differences: string[] = []
  for (const owner of ['ana', 'ben', 'carla'] as const) {
    const role = { ana: 'user', ben: 'accountant', carla: 'admin' }[owner] as 'user'
    const whole = await keyFor({ owner, name: `all of ${owner}` })
    for (const scope of scopes) {
      const one = await keyFor({ owner, scopes: [scope], name: `${scope} of ${owner}` })
      for (const { method, path, access, scope: needed, alsoNeeds, name } of apiEndpoints) {
        const address = path
          .replace('/api/v1', '')
          .replace(/:(\w+)/g, (_, part: string) => known[part] ?? crypto.randomUUID())
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: { nothing: true } }
        // A call that needs several permissions is refused with each alone.
        const may = access.includes(role) && needed === scope && alsoNeeds.length === 0
        const { status } = await call(one.secret, method, address, body)
        if ((status === 403) === may) differences.push(`${name} with ${scope} of ${owner}: ${status}`)
      }
    }
    for (const path of ['/documents', '/auth/userManagement', '/settings', '/dashboard']) {
      const reply = await portal.app.inject({
        url: `/api${path}`,
        headers: { authorization: `Bearer ${whole.secret}` },
      })
      expect(reply.statusCode).toBeOneOf([401, 404])
    }
  }
  expect(differences).toEqual([])
})
const known: Record<string, string> = {
  report: 'trial-balance',
  format: 'csv',
  duty: '2550Q',
  period: '2026-03-31',
  box: '37',
}

test('unknown fields, pages of another size and other versions are refused with what to correct, and nothing is stored', async () => {
  const { secret } = await keyFor()
  const headers = { 'idempotency-key': 'invoice-1' }
  const prepared = (body: object) => call(secret, 'POST', '/drafts', { body, headers })
  const unknown = { status: 400, body: { code: 'input', title: expect.stringMatching(/^Unknown field '/) } }
  expect(await prepared({ kind: 'invoice', fields: {}, record: true })).toMatchObject(unknown)
  const misspelt = { kind: 'invoice', fields: { partyID: 'x', lines: [{ price: '1.00' }] } }
  expect(await prepared(misspelt)).toMatchObject({
    status: 400,
    body: {
      fields: [
        { pointer: '/fields/partyID', message: "There is no field 'partyID' here. Remove it, or correct its name." },
        { pointer: '/fields/lines/0/price' },
      ],
    },
  })
  expect(await prepared({ kind: 'invoice', fields: { memo: 'x'.repeat(2_500_000) } })).toMatchObject({ status: 413 })
  expect((await call(secret, 'GET', '/drafts')).body.drafts).toEqual([])
  expect(await call(secret, 'GET', '/documents?limit=100000')).toMatchObject(unknown)
  for (const method of ['GET', 'POST'] as const) {
    const version = await portal.app.inject({
      method,
      url: '/api/v2/company',
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(version.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(version.json()).toMatchObject({
      status: 404,
      code: 'api.noSuchVersion',
      title: expect.stringContaining('/api/v1'),
    })
  }
  expect((await call(secret, 'GET', '/invoices')).body).toMatchObject({ status: 404, code: 'notThere' })
  const narrow = await keyFor({ scopes: ['company:read'], name: 'Narrow' })
  expect((await call(narrow.secret, 'GET', '/documents')).body.title).toBe(
    "This API key does not have the permission 'Read documents and open items' (documents:read). Use a key that has it.",
  )
})

test('"next" of a list goes on only in the same list with the same filters; anything else in "after" is refused', async () => {
  const { secret } = await keyFor({ owner: 'ben' })
  await someInvoices(secret, 51)
  const first = (await call(secret, 'GET', '/documents?kind=invoice&order=party')).body
  expect(first.documents).toHaveLength(50)
  const after = (next: string, filters: string) =>
    call(secret, 'GET', `/documents?${filters}&after=${encodeURIComponent(next)}`)
  const rest = await after(first.next, 'order=party&kind=invoice')
  expect(rest.body).toMatchObject({ documents: [{ number: expect.stringMatching(/^SI-/) }], next: null })
  expect(first.documents.map(({ id }: { id: string }) => id)).not.toContain(rest.body.documents[0].id)

  const refused = (code: string) => ({
    status: 400,
    body: { code, title: expect.stringContaining('"after"'), fields: [{ pointer: '/after' }] },
  })
  for (const filters of ['order=party', 'kind=bill&order=party', 'kind=invoice'])
    expect(await after(first.next, filters)).toMatchObject(refused('api.otherCursor'))
  const changed = `${first.next.slice(0, -1)}${first.next.endsWith('A') ? 'B' : 'A'}`
  for (const wrong of ['', 'nonsense', '2026-03-16', first.next.slice(1), changed, `${first.next}AAAA`])
    expect(await after(wrong, 'kind=invoice&order=party'), wrong).toMatchObject(refused('api.badCursor'))
  for (const path of ['/reports/trial-balance?', '/bank-accounts/1031/unmatched/2026-03?'])
    expect(await call(secret, 'GET', `${path}after=${first.next}`)).toMatchObject(refused('api.badCursor'))
  expect(await call(secret, 'GET', '/events?after=abc')).toMatchObject({
    status: 400,
    body: { fields: [{ pointer: '/after' }] },
  })
})

async function someInvoices(key: string, count: number): Promise<void> {
  const party = { role: 'customer', fields: mabuhay }
  await call(key, 'POST', '/parties', { body: party, headers: { 'idempotency-key': 'customer-of-many' } })
  const [{ keyId }] = (await ben!.call(listApiKeys)).answer.keys.map(({ id }) => ({ keyId: id })) as [{ keyId: string }]
  await ben!.call(allowRecording, { params: { keyId }, body: { recording: [{ kind: 'invoice', upTo: '112000' }] } })
  const rows = Array.from({ length: count }, (_, at) => [
    `${1000 + at}`,
    '123-456-789',
    '2026-03-16',
    'Bamboo',
    '1120.00',
    '',
  ])
  const columns = ['number', 'customer', 'day', 'description', 'price', null]
  const total = `${1120 * count}.00`
  const done = await call(key, 'POST', '/imports', { body: { kind: 'invoice', columns, rows, count, total } })
  expect(done.status).toBe(200)
}

test('the "type" of an error leads to a page about the problem, for programs and for people', async () => {
  const refused = (await call(null, 'GET', '/company')).body
  const page = (accept: string, url = refused.type) => portal.app.inject({ url, headers: { accept } })
  const described = await page('*/*')
  expect(described.json()).toEqual({
    code: 'api.noKey',
    status: 401,
    title: refused.title,
    remedy: expect.stringMatching(/^Send /),
  })
  const shown = await page('text/html,application/xhtml+xml,*/*;q=0.8')
  expect(shown.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(shown.body).toContain(`<h1>${refused.title}</h1>`)
  expect((await page('*/*', '/api/v1/problems/nothing.here')).json()).toMatchObject({ status: 404, code: 'notThere' })
})

test('every problem of the contract has its page', async () => {
  const sources = new URL('../../../../contract/src/', import.meta.url)
  const files = (await readdir(sources, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, sources), 'utf8')))
  const codes = texts.flatMap((text) =>
    [...text.matchAll(/code: '([\w.]+)',\s+status: /g)].map(([, code = '']) => code),
  )
  expect(codes.length).toBeGreaterThan(250)
  expect(codes.filter((code) => !problemsByCode.has(code))).toEqual([])
  expect([...problemsByCode.values()].filter((problem) => adviceOf(problem) === '')).toEqual([])
})

test('an answer has the id of its request and its version, and is not sent again to a program that has it', async () => {
  const { secret } = await keyFor({ owner: 'ben' })
  const read = (headers = {}) => call(secret, 'GET', '/parties?search=mabuhay', { headers })
  const first = await read()
  const { etag } = first.headers
  expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/)
  expect(first.headers['request-id']).toMatch(/^[0-9a-f-]{36}$/)
  for (const tag of [etag, `"other", ${String(etag)}`, String(etag).slice(2), '*']) {
    const unchanged = await read({ 'if-none-match': tag })
    expect([unchanged.status, unchanged.body, unchanged.headers.etag]).toEqual([304, undefined, etag])
  }
  await customer(secret)
  const later = await read({ 'if-none-match': etag })
  expect([later.status, later.body.parties.length]).toEqual([200, 1])
  const refused = await call(secret, 'GET', '/documents?limit=1')
  expect(refused.headers['request-id']).toBe(refused.body.requestId)
})

// ── Preparing and recording.

test('a program prepares an invoice, a person sees its draft, and the key cannot record it', async () => {
  const { secret } = await keyFor()
  const partyId = await customer(secret)
  const body = { kind: 'invoice', fields: invoiceFields(partyId) }
  const made = await call(secret, 'POST', '/drafts', { body, headers: { 'idempotency-key': 'invoice-1001' } })
  expect(made.body.draft).toMatchObject({ kind: 'invoice', fields: { lines: [{ unitPrice: '56000.00' }] } })
  const draftId = made.body.draft.id

  const again = await call(secret, 'POST', '/drafts', { body, headers: { 'idempotency-key': '"invoice-1001"' } })
  expect([again.body.draft.id, again.headers['idempotent-replayed']]).toEqual([draftId, 'true'])
  const other = { ...body, fields: invoiceFields(partyId, { externalNo: '1002' }) }
  const refused = await call(secret, 'POST', '/drafts', { body: other, headers: { 'idempotency-key': 'invoice-1001' } })
  expect(refused).toMatchObject({ status: 409, body: { code: 'api.otherRequest' } })
  expect((await call(secret, 'POST', '/drafts', { body })).body).toMatchObject({ code: 'api.noIdempotencyKey' })

  const draft = (await ana!.call(getDraft, { params: { draftId } })).answer.draft
  expect(draft?.fields).toMatchObject({ lines: [{ unitPrice: '5600000' }] })
  const review = await call(secret, 'POST', `/drafts/${draftId}/review`, { body: {} })
  expect(review.body).toMatchObject({
    total: '112000.00',
    numberToBe: 'SI-2026-000001',
    entry: [
      { account: '1110', debit: '112000.00', credit: '0.00' },
      { account: '4010', debit: '0.00', credit: '100000.00' },
      { account: '2110', debit: '0.00', credit: '12000.00' },
    ],
  })
  const record = await call(secret, 'POST', '/documents', { body: { draftId, digest: review.body.digest } })
  expect(record).toMatchObject({ status: 403, body: { code: 'api.mayNotRecord' } })
  expect((await call(secret, 'GET', '/documents')).body).toEqual({ documents: [], next: null })
})

test('an accountant lets a key record invoices up to an amount; a repeated call answers the same document', async () => {
  const { secret, keyId } = await keyFor()
  const partyId = await customer(secret)
  const limit = (upTo: string) => ({ params: { keyId }, body: { recording: [{ kind: 'invoice', upTo }] } }) as const
  for (const caller of [ana!, carla!]) expect((await caller.call(allowRecording, limit('11200000'))).status).toBe(403)
  expect((await ben!.call(allowRecording, limit('11199999'))).status).toBe(200)

  const api = apiClient(portal.app, { key: secret })
  const body = { kind: 'invoice', fields: invoiceFields(partyId) } as const
  const header = { 'Idempotency-Key': 'invoice-1001' }
  const { draft } = answered(await api.POST('/api/v1/drafts', { params: { header }, body }))
  const path = { draftId: draft.id }
  const { digest } = answered(await api.POST('/api/v1/drafts/{draftId}/review', { params: { path } }))
  const yes = { body: { draftId: draft.id, digest } }
  expect(await api.POST('/api/v1/documents', yes)).toMatchObject({ error: { status: 403, code: 'api.aboveLimit' } })
  expect((await ben!.call(allowRecording, limit('11200000'))).status).toBe(200)

  const first = answered(await api.POST('/api/v1/documents', yes))
  expect(first).toMatchObject({ number: 'SI-2026-000001', already: false })
  const second = await api.POST('/api/v1/documents', yes)
  expect(second.data).toEqual({ ...first, already: true })
  expect(second.response.headers.get('idempotent-replayed')).toBe('true')

  const { documentId } = first
  const shown = answered(await api.GET('/api/v1/documents/{documentId}', { params: { path: { documentId } } })).document
  const recordedAt = '2026-03-16T01:00:00.000Z'
  expect(shown).toMatchObject({ total: '112000.00', balance: '112000.00', recordedBy: 'ana', entryNo: 1, recordedAt })
  expect(shown.fields).toMatchObject({ lines: [{ unitPrice: '56000.00' }] })
  const query = { side: 'receivable', partyId } as const
  const open = answered(await api.GET('/api/v1/open-items', { params: { query } }))
  expect(open.items).toMatchObject([{ number: 'SI-2026-000001', original: '112000.00', balance: '112000.00' }])
  const event = await portal.db.kysely
    .selectFrom('audit')
    .select(['actor_name', 'detail'])
    .where('action', '=', 'documents.record')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ actor_name: 'ana', detail: { apiKey: 'n8n' } })
  expect((await verify(portal.db.kysely)).checks.flatMap(({ problems }) => problems)).toEqual([])
})

test.for(['1234', '1,234.00', '1234.5', '-0.00', 1234, '0x10'])(
  'the price %s is refused with a pointer to its field, and nothing is stored',
  async (unitPrice) => {
    const { secret } = await keyFor()
    const fields = invoiceFields(crypto.randomUUID(), {
      lines: [{ description: 'Bamboo', quantity: '1', unitPrice, vatClass: 'vatable', account: '4010' }],
    })
    const body = { kind: 'invoice', fields }
    const reply = await call(secret, 'POST', '/drafts', { body, headers: { 'idempotency-key': 'invoice-1' } })
    expect(reply).toMatchObject({ status: 400, body: { fields: [{ pointer: '/fields/lines/0/unitPrice' }] } })
    expect((await call(secret, 'GET', '/drafts')).body.drafts).toEqual([])
  },
)

test('a change of a draft that someone else changed meanwhile is refused', async () => {
  const { secret } = await keyFor()
  const headers = { 'idempotency-key': 'invoice-1' }
  const draft = { kind: 'invoice', fields: { memo: 'First' } }
  const made = await call(secret, 'POST', '/drafts', { body: draft, headers })
  const path = `/drafts/${made.body.draft.id}`
  const before = String(made.headers.etag)
  const changed = { kind: 'invoice', fields: { memo: 'Second' } }
  expect((await call(secret, 'PUT', path, { body: changed, headers: { 'if-match': before } })).status).toBe(200)
  const late = { body: { kind: 'invoice', fields: { memo: 'Third' } }, headers: { 'if-match': before } }
  expect(await call(secret, 'PUT', path, late)).toMatchObject({ status: 412, body: { code: 'api.changed' } })
  expect((await call(secret, 'GET', path)).body.draft.fields).toEqual({ memo: 'Second' })
  expect((await call(secret, 'DELETE', path)).status).toBe(200)
  expect((await call(secret, 'DELETE', path)).status).toBe(200)
})

test('a key sees and changes only the drafts of its own account', async () => {
  const [one, two] = [await keyFor(), await keyFor({ owner: 'ben', name: 'Other' })]
  const body = { kind: 'invoice', fields: {} }
  const made = await call(one.secret, 'POST', '/drafts', { body, headers: { 'idempotency-key': 'invoice-1' } })
  const path = `/drafts/${made.body.draft.id}`
  expect((await call(two.secret, 'GET', path)).status).toBe(404)
  expect((await call(two.secret, 'PUT', path, { body })).status).toBe(404)
  // The same Idempotency-Key of another API key is another request.
  const own = await call(two.secret, 'POST', '/drafts', { body, headers: { 'idempotency-key': 'invoice-1' } })
  expect(own.body.draft.id).not.toBe(made.body.draft.id)
})

// ── Many at once, and what happened.

test('rows are recorded once, only as far as the accountant allows, and all or none', async () => {
  const { secret, keyId } = await keyFor({ owner: 'ben' })
  await customer(secret)
  const rows = ['0001', '0002'].map((no) => [no, '123-456-789', '2026-03-16', 'Bamboo', '1120.00', ''])
  const columns = ['number', 'customer', 'day', 'description', 'price', null]
  const whole = { kind: 'invoice', columns, rows, count: 2, total: '2240.00' }
  const send = (body: object) => call(secret, 'POST', '/imports', { body })
  expect(await send(whole)).toMatchObject({ status: 403, body: { code: 'api.mayNotRecord' } })
  const limit = (upTo: string) =>
    ben!.call(allowRecording, { params: { keyId }, body: { recording: [{ kind: 'invoice', upTo }] } })
  await limit('111999')
  expect(await send(whole)).toMatchObject({ status: 403, body: { code: 'api.aboveLimit' } })
  await limit('112000')
  const wrong = { ...whole, rows: [...rows, ['0003', 'nobody', '2026-03-16', 'Bamboo', '1', '']], count: 3 }
  expect(await send(wrong)).toMatchObject({ status: 422, body: { fields: [{ pointer: '/rows/2/customer' }] } })
  expect(await send({ ...whole, total: '2240.01' })).toMatchObject({
    status: 422,
    body: { code: 'imports.controlTotal' },
  })
  expect((await call(secret, 'GET', '/documents')).body.documents).toEqual([])

  const recorded = (await send(whole)).body.documents
  expect(recorded.map(({ number, already }: { number: string; already: boolean }) => [number, already])).toEqual([
    ['SI-2026-000001', false],
    ['SI-2026-000002', false],
  ])
  expect((await send(whole)).body.documents).toMatchObject([{ already: true }, { already: true }])

  // What happened is read without a gap.
  const first = (await call(secret, 'GET', '/events?type=document.recorded')).body
  expect(first.events.map(({ label }: { label: string }) => label)).toEqual(['SI-2026-000001', 'SI-2026-000002'])
  expect((await call(secret, 'GET', `/events?after=${first.next}`)).body).toEqual({ events: [], next: null })
  const draft = { body: { kind: 'invoice', fields: {} }, headers: { 'idempotency-key': 'invoice-1' } }
  await call(secret, 'POST', '/drafts', draft)
  await call(secret, 'GET', '/company', { address: '198.51.100.4' })
  const later = (await call(secret, 'GET', `/events?after=${first.next}`)).body.events
  expect(later.map(({ type, label }: { type: string; label: string }) => [type, label])).toEqual([
    ['draft.waiting', null],
    ['apiKey.newAddress', 'n8n'],
  ])
})

test('the unmatched lines of a bank account are answered with suggestions, to accountants only', async () => {
  const [one, two] = [await keyFor({ owner: 'ben' }), await keyFor({ name: 'Other' })]
  const path = '/bank-accounts/1031/unmatched/2026-03'
  expect((await call(one.secret, 'GET', path)).body).toMatchObject({ open: 0, lines: [], next: null })
  expect((await call(two.secret, 'GET', path)).status).toBe(403)
})

// ── Exports.

test('an accountant’s key exports the journal, the general ledger and the documents with their files', async () => {
  const { secret, keyId } = await keyFor({ owner: 'ben' })
  const partyId = await customer(secret)
  const recording = [{ kind: 'invoice' as const, upTo: '11200000' }]
  await ben!.call(allowRecording, { params: { keyId }, body: { recording } })
  const api = apiClient(portal.app, { key: secret })
  const record = async (externalNo: string, day: string) => {
    const body = {
      kind: 'invoice',
      fields: invoiceFields(partyId, { externalNo, day, memo: 'Café, "large"' }),
    } as const
    const header = { 'Idempotency-Key': `invoice-${externalNo}` }
    const { draft } = answered(await api.POST('/api/v1/drafts', { params: { header }, body }))
    const attach = `/drafts/${draft.id}/attachments?kind=invoice&name=the%20scan.pdf`
    const headers = { 'idempotency-key': `scan-${externalNo}` }
    expect((await call(secret, 'POST', attach, { bytes: scan, headers })).status).toBe(200)
    const path = { draftId: draft.id }
    const { digest } = answered(await api.POST('/api/v1/drafts/{draftId}/review', { params: { path } }))
    return answered(await api.POST('/api/v1/documents', { body: { draftId: draft.id, digest } })).documentId
  }
  await record('1000', '2026-02-27')
  const second = await record('1001', '2026-03-02')
  await ben!.call(voidDocument, {
    params: { documentId: second },
    body: { day: '2026-03-16', reason: 'Not delivered' },
  })

  const query = { from: '2026-03-01', to: '2026-03-31' }
  const journal = async (format: 'ledger' | 'csv') =>
    answered(
      await api.GET('/api/v1/exports/journal/{format}', { params: { path: { format }, query }, parseAs: 'text' }),
    )
  expect(await journal('ledger')).toContain('SI-2026-000002')
  const lines = (await journal('csv')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines[1]).toBe(
    '2026-03-02,2,SJ,,Sales Invoice,SI-2026-000002,1001,"Mabuhay Hotel, Inc.",123-456-789-00000,1110,Accounts receivable - trade,"Café, ""large""",112000.00,',
  )
  expect(lines[4]).toMatch(/^2026-03-16,3,SJ,2,/)

  const ledger = answered(await api.GET('/api/v1/exports/general-ledger.csv', { params: { query }, parseAs: 'text' }))
  const receivable = ledger.split('\r\n').filter((line) => line.startsWith('1110,'))
  expect(receivable.map((line) => line.split(',').at(-1))).toEqual(['112000.00', '224000.00', '112000.00'])

  const whole = { params: { query: { from: '2026-01-01', to: '2026-12-31' } }, parseAs: 'arrayBuffer' } as const
  const zip = new ZipBuffer(Buffer.from(answered(await api.GET('/api/v1/exports/documents.zip', whole))))
  const names = ['document.json', 'voucher.pdf', '1-the scan.pdf']
  const folders = ['SI-2026-000001', 'SI-2026-000002']
  expect([...zip.keys()]).toEqual(folders.flatMap((folder) => names.map((name) => `${folder}/${name}`)))
  const content = async (name: string) => Buffer.from(await zip.get(name).content())
  expect((await content('SI-2026-000001/1-the scan.pdf')).equals(scan)).toBe(true)
  const path = { documentId: second }
  const described = answered(await api.GET('/api/v1/documents/{documentId}', { params: { path } }))
  expect(JSON.parse((await content('SI-2026-000002/document.json')).toString())).toEqual(described)

  const reversed = { params: { query: { from: '2026-03-31', to: '2026-03-01' } }, parseAs: 'text' } as const
  expect((await api.GET('/api/v1/exports/documents.zip', reversed)).response.status).toBe(400)
  const logged = await portal.db.kysely.selectFrom('audit').select('action').where('action', 'like', 'api.%').execute()
  expect(logged.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['api.journal', 'api.generalLedger', 'api.documentArchive']),
  )
})
const scan = Buffer.from('%PDF-1.4\nA scan\n%%EOF\n')

// ── The description.

test('the OpenAPI document is valid, needs no key, and describes every call', async () => {
  const reply = await call(null, 'GET', '/openapi.json')
  expect(reply.status).toBe(200)
  const { valid, errors } = await new Validator().validate(reply.body)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  const described = Object.entries(reply.body.paths as Record<string, object>).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.toSorted()).toEqual(
    apiEndpoints.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).toSorted(),
  )
  // Nothing of the portal's own notation is in it.
  expect(JSON.stringify(reply.body)).not.toContain('centavos')
})

test('a call that will be removed says so in its headers and in the description', async () => {
  const { secret } = await keyFor()
  const about = { since: '2026-01-15', until: '2028-01-31', successor: '/api/v1/company' }
  const endpoint = apiEndpoint({
    name: 'api.old',
    method: 'GET',
    path: '/api/v1/old',
    access: ['user'],
    scope: null,
    summary: 'Old',
    group: 'Company',
    deprecated: about,
  })
  await using app = Fastify()
  serve(app, portal.context, { endpoint, handle: () => Promise.resolve({}) }, bodyBudget(1_000))
  const { headers } = await app.inject({ url: '/api/v1/old', headers: { authorization: `Bearer ${secret}` } })
  expect(headers).toMatchObject({
    deprecation: '@1768435200',
    sunset: 'Mon, 31 Jan 2028 00:00:00 GMT',
    link: '</api/v1/company>; rel="successor-version"',
  })
  const described = openApiOf([endpoint], '1').paths as Record<string, { get: object }>
  expect(described['/api/v1/old']?.get).toMatchObject({ deprecated: true })
  expect((await call(secret, 'GET', '/company')).headers['deprecation']).toBeUndefined()
})

test('api.generated.ts has the types of the OpenAPI document; if not, run: npm run generate', async () => {
  const stored = await readFile(new URL('../../../test/api.generated.ts', import.meta.url), 'utf8')
  expect(stored).toBe(await apiTypes())
})

test('every write of the OpenAPI document takes an Idempotency-Key, and refuses another request with the same key', async () => {
  const described = openApiOf(apiEndpoints, '1').paths as Record<string, Record<string, Described>>
  const operations = Object.entries(described).flatMap(([path, of]) =>
    Object.entries(of).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  )
  const writes = operations.filter(({ method }) => method !== 'GET')
  const keyOf = ({ parameters }: Described) => parameters.find(({ name }) => name === 'Idempotency-Key')
  // They change nothing, or are bound to a launch that they use up.
  expect(writes.filter((write) => keyOf(write) === undefined).map(({ operationId }) => operationId)).toEqual([
    'lookAlikes',
    'review',
    'exchangeLaunch',
    'finishLaunch',
  ])

  const { secret } = await keyFor({ owner: 'carla' })
  const id = crypto.randomUUID()
  for (const write of writes.filter((each) => keyOf(each) !== undefined)) {
    const path = write.path.replace('/api/v1', '').replace(/\{(\w+)\}/g, id)
    const request = requests(id)[write.operationId] ?? {}
    const send = (headers: Record<string, string>, more: Request = {}, query = '') =>
      call(secret, write.method, `${path}${query || (request.query ?? '')}`, { ...request, ...more, headers })
    if (keyOf(write)?.required === true)
      expect((await send({})).body, write.operationId).toMatchObject({ status: 400, code: 'api.noIdempotencyKey' })
    // Another call took effect under this key.
    const key = `key-of-${write.operationId}`
    const [{ keyId }] = (await ben!.call(listApiKeys)).answer.keys.map(({ id: of }) => ({ keyId: of })) as [Key]
    const at = '2026-03-16T01:00:00Z'
    const used = { key_id: keyId, idempotency_key: key, digest: 'of another request', at }
    await portal.db.kysely.insertInto('api_request').values(used).execute()
    expect(await send({ 'idempotency-key': key }), write.operationId).toMatchObject({
      status: 409,
      body: { code: 'api.otherRequest' },
    })
  }
})
type Described = { operationId: string; parameters: { name: string; required: boolean }[] }
/** What each write is sent with; the others have no body. */
const requests = (id: string): Record<string, Request & { query?: string }> => ({
  createDraft: { body: { kind: 'invoice', fields: {} } },
  changeDraft: { body: { kind: 'invoice', fields: {} } },
  registerParty: { body: { role: 'customer', fields: mabuhay } },
  attach: { bytes: scan, query: '?kind=invoice&name=a.pdf' },
  addDocumentFile: { bytes: scan, query: '?name=a.pdf' },
  record: { body: { draftId: id, digest: '0'.repeat(64) } },
  send: { body: { digest: '0'.repeat(64) } },
  import: { body: { kind: 'invoice', columns: ['number'], rows: [['1']], count: 1, total: '1.00' } },
  createWebhook: { body: { url: 'https://n8n.example/hook', types: ['document.recorded'] } },
  changeWebhook: { body: { url: 'https://n8n.example/hook', types: ['document.recorded'], paused: false } },
})

test('after a refusal the same Idempotency-Key can be sent with the corrected request', async () => {
  const { secret } = await keyFor()
  const headers = { 'idempotency-key': 'invoice-1001' }
  const send = (body: object) => call(secret, 'POST', '/drafts', { body, headers })
  const line = { description: 'Bamboo', quantity: '1', vatClass: 'vatable', account: '4010' }
  const wrong = invoiceFields(crypto.randomUUID(), { lines: [{ ...line, unitPrice: '1234' }] })
  expect((await send({ kind: 'invoice', fields: wrong })).status).toBe(400)
  const right = { kind: 'invoice', fields: { ...wrong, lines: [{ ...line, unitPrice: '1234.00' }] } }
  const first = await send(right)
  expect(first.status).toBe(200)
  const [again, changed] = [await send(right), await send({ ...right, kind: 'bill' })]
  expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true'])
  expect(changed).toMatchObject({ status: 409, body: { code: 'api.otherRequest' } })
})

test('the calls that read answer with decimal amounts', async () => {
  const { secret } = await keyFor({ owner: 'ben' })
  for (const path of [
    '/accounts',
    '/document-types',
    '/parties',
    '/bank-accounts',
    '/bank-statements',
    '/tax-returns?year=2026',
  ])
    expect((await call(secret, 'GET', path)).status, path).toBe(200)
  const report = await call(secret, 'GET', '/reports/trial-balance')
  expect(report.body.title).toBe('Trial Balance')
  const event = await portal.db.kysely
    .selectFrom('audit')
    .select(['object_id as report', 'outcome', 'detail'])
    .where('action', '=', 'api.report')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ report: 'trial-balance', outcome: 'done', detail: { apiKey: expect.any(String) } })
  const types = (await call(secret, 'GET', '/document-types')).body.documentTypes
  expect(types.find(({ kind }: { kind: string }) => kind === 'invoice').fields.properties.lines).toBeDefined()
})
