// The parameters fields and expand, the filters of lists, and the permissions for files and webhooks, through the typed client.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { ZipBuffer } from 'node:zlib'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowRecording, createApiKey } from '@talaan/contract/api-keys.ts'
import type { Scope } from '@talaan/contract/api-keys.ts'
import { apiEndpoints } from '@talaan/contract/api/resources.ts'
import { answered, apiClient } from '../../../test/api-client.ts'
import type { ApiClient } from '../../../test/api-client.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'

let portal: Portal
let [ben, carla]: Caller[] = []
let url = ''
const server = createServer((_, response) => void response.writeHead(204).end())

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  portal = await openPortal({ env: { WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8' } })
})
afterAll(async () => {
  server.close()
  await portal.close()
})
beforeEach(async () => {
  await portal.reset()
  ;[ben, carla] = [await portal.signIn('ben'), await portal.signIn('carla')]
})

async function clientFor(owner: string, scopes: readonly Scope[]): Promise<{ api: ApiClient; keyId: string }> {
  const keyId = crypto.randomUUID()
  const name = `${owner} ${scopes.join(' ')}`.slice(0, 60)
  const body = { name, owner, scopes: [...scopes], networks: [], expiresOn: '2026-12-31' }
  const { secret } = (await carla!.call(createApiKey, { params: { keyId }, body })).answer
  return { api: apiClient(portal.app, { key: secret }), keyId }
}

const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } })
const scan = new Uint8Array(Buffer.from('%PDF-1.4\nA scan\n%%EOF\n'))
const asBytes = {
  bodySerializer: (body: unknown) => body,
  headers: { 'content-type': 'application/octet-stream' },
}

/** Two customers with an invoice each, recorded by a key of ben. */
async function someBooks() {
  const { api, keyId } = await clientFor('ben', [
    ...(['company:read', 'parties:read', 'parties:write', 'documents:read'] as const),
    ...(['drafts:write', 'files:read', 'files:write', 'events:read'] as const),
  ])
  const recording = [{ kind: 'invoice' as const, upTo: '100000000' }]
  await ben!.call(allowRecording, { params: { keyId }, body: { recording } })
  const invoices: { documentId: string; number: string; partyId: string }[] = []
  for (const [at, [name, tin, unitPrice]] of customers.entries()) {
    const fields = { kind: 'non_individual', registeredName: name, tin, vatStatus: 'vat', address } as never
    const registered = { role: 'customer', fields, lookAlikesSeen: true } as const
    const { party } = answered(await api.POST('/api/v1/parties', { params: keyed(`customer-${at}`), body: registered }))
    const line = { description: 'Bamboo', quantity: '1', unitPrice, vatClass: 'vatable', account: '4010' }
    const days = { day: '2026-03-16', dueDay: `2026-03-${20 + at}` }
    const invoice = { partyId: party.id, externalNo: `100${at}`, ...days, priceMode: 'inclusive', lines: [line] }
    const body = { kind: 'invoice', fields: invoice } as const
    const { draft } = answered(await api.POST('/api/v1/drafts', { params: keyed(`invoice-${at}`), body }))
    const path = { draftId: draft.id }
    const { digest } = answered(await api.POST('/api/v1/drafts/{draftId}/review', { params: { path } }))
    const { documentId, number } = answered(
      await api.POST('/api/v1/documents', { body: { draftId: draft.id, digest } }),
    )
    portal.clock.forward(1)
    invoices.push({ documentId, number, partyId: party.id })
  }
  return { api, invoices }
}
const address = { street: '5 Roxas Boulevard', city: 'Manila', zip: '1000' }
const customers = [
  ['Mabuhay Hotel, Inc.', '123-456-789-00000', '1120.00'],
  ['Narra Furniture, Inc.', '223-456-789-00000', '2240.00'],
] as const

test('a caller gets only the fields that it names, and linked records in place of their ids', async () => {
  const { api, invoices } = await someBooks()
  const [first, second] = invoices
  const list = async (query: object) => answered(await api.GET('/api/v1/documents', { params: { query } }))
  expect((await list({ fields: 'number,total' })).documents).toEqual([
    { number: 'SI-2026-000002', total: '2240.00' },
    { number: 'SI-2026-000001', total: '1120.00' },
  ])
  const whole = (await list({})).documents
  const { party } = answered(
    await api.GET('/api/v1/parties/{partyId}', { params: { path: { partyId: second!.partyId } } }),
  )
  const expanded = (await list({ expand: 'party,entry' })).documents
  expect(expanded[0]).toEqual({
    ...whole[0],
    party,
    entry: expect.arrayContaining([expect.objectContaining({ account: '1110', debit: '2240.00' })]),
  })
  // A linked record is also named as a field.
  expect((await list({ fields: 'number,party,attachments' })).documents[0]).toEqual({
    number: second!.number,
    party,
    attachments: [],
  })

  const path = { documentId: first!.documentId }
  const one = answered(
    await api.GET('/api/v1/documents/{documentId}', { params: { path, query: { fields: 'id,party' } } }),
  )
  expect(one.document).toMatchObject({ id: first!.documentId, party: { name: 'Mabuhay Hotel, Inc.' } })
  expect(Object.keys(one.document)).toEqual(['id', 'party'])
  const open = answered(
    await api.GET('/api/v1/open-items', { params: { query: { side: 'receivable', expand: 'document,party' } } }),
  )
  expect(open.items.map(({ document, party: of }) => [document?.number, of?.name])).toEqual([
    ['SI-2026-000001', 'Mabuhay Hotel, Inc.'],
    ['SI-2026-000002', 'Narra Furniture, Inc.'],
  ])
  const events = answered(
    await api.GET('/api/v1/events', { params: { query: { type: 'document.recorded', fields: 'label,document' } } }),
  )
  expect(events.events.map(({ label, document }) => [label, document?.total])).toEqual([
    ['SI-2026-000001', '1120.00'],
    ['SI-2026-000002', '2240.00'],
  ])
  const made = await api.POST('/api/v1/drafts', {
    params: keyed('draft-only'),
    body: { kind: 'bill', fields: { partyId: first!.partyId } },
  })
  const drafts = answered(await api.GET('/api/v1/drafts', { params: { query: { expand: 'party,document' } } })).drafts
  expect(drafts).toMatchObject([{ id: answered(made).draft.id, party: { id: first!.partyId }, document: null }])
  const suppliers = await api.GET('/api/v1/open-items/parties', {
    params: { query: { side: 'receivable', expand: 'party', fields: 'balance' } },
  })
  expect(answered(suppliers).parties).toMatchObject([
    { balance: '1120.00', party: { fields: { tin: expect.any(String) } } },
    { balance: '2240.00' },
  ])
})

test('unknown fields and links, a deeper link, too many links and records are refused with what is possible', async () => {
  const { api } = await someBooks()
  const refused = async (query: object) => (await api.GET('/api/v1/documents', { params: { query } })).error
  expect(await refused({ fields: 'number,totals' })).toMatchObject({
    status: 400,
    title: expect.stringMatching(
      /^There is no field 'totals' here\. Choose from: id, kind, number, .*, party, entry, attachments\.$/,
    ),
    fields: [{ pointer: '/fields' }],
  })
  for (const expand of ['customer', 'party.address', 'party,', ''])
    expect(await refused({ expand }), expand).toMatchObject({
      status: 400,
      title: expect.stringMatching(/ cannot be expanded here\. Choose from: party, entry, attachments\.$/),
      fields: [{ pointer: '/expand' }],
    })
  expect(await refused({ expand: 'party,entry,attachments,party' })).toMatchObject({
    title: 'Expand at most 3 records in a call.',
  })
  const bank = await api.GET('/api/v1/accounts', { params: { query: { expand: 'party' } as never } })
  expect(bank.error).toMatchObject({ status: 400, title: expect.stringMatching(/^Unknown field 'expand'/) })
})

test('a key expands only what it may read by itself', async () => {
  await someBooks()
  const { api } = await clientFor('ben', ['documents:read', 'events:read'])
  const lacking = (scope: string) => ({
    status: 403,
    code: 'api.noScope',
    title: expect.stringContaining(`(${scope})`),
    fields: [{ pointer: '/expand' }],
  })
  for (const query of [{ expand: 'party' }, { fields: 'number,party' }])
    expect((await api.GET('/api/v1/documents', { params: { query } })).error).toMatchObject(lacking('parties:read'))
  const noted = portal.db.kysely.selectFrom('audit').select(['action', 'detail']).where('outcome', '=', 'refused')
  expect(await noted.where('action', '=', 'api.documents').execute()).toMatchObject([
    { detail: { why: 'api.noScope' } },
    { detail: { why: 'api.noScope' } },
  ])
  const entries = answered(await api.GET('/api/v1/documents', { params: { query: { expand: 'entry' } } }))
  expect(entries.documents[0]?.entry).toHaveLength(3)
  const events = await clientFor('ben', ['events:read'])
  expect((await events.api.GET('/api/v1/events', { params: { query: { expand: 'document' } } })).error).toMatchObject(
    lacking('documents:read'),
  )
  // A linked record that is not there for the account is null; the rest of the list is answered.
  const lost = { kind: 'bill', fields: { partyId: crypto.randomUUID() } } as const
  const owner = await clientFor('ben', ['drafts:write', 'parties:read'])
  await owner.api.POST('/api/v1/drafts', { params: keyed('lost-party'), body: lost })
  const query = { fields: 'kind,party' }
  const { drafts } = answered(await owner.api.GET('/api/v1/drafts', { params: { query } }))
  expect(drafts).toEqual([{ kind: 'bill', party: null }])
})

test('a cursor that a program makes itself is refused like any other that no page gave', async () => {
  const { api } = await someBooks()
  const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
  const list = '{"filters":{},"name":"api.parties","params":{}}'
  const position = 'not an id of a party'
  const sealed = `${digest(`api.parties ${position}`)}${digest(list)}${Buffer.from(position).toString('base64url')}`
  const refused = await api.GET('/api/v1/parties', { params: { query: { after: sealed } } })
  expect(refused.error).toMatchObject({ status: 400, code: 'api.badCursor', fields: [{ pointer: '/after' }] })
})

test('documents have the filters of the Transactions page, and open items of all parties come in pages', async () => {
  const { api, invoices } = await someBooks()
  const numbers = async (query: object) =>
    answered(await api.GET('/api/v1/documents', { params: { query: { ...query, fields: 'number' } } })).documents.map(
      ({ number }) => number,
    )
  const [first, second] = invoices.map(({ number }) => number)
  expect(await numbers({ kind: 'invoice,bill' })).toEqual([second, first])
  expect(await numbers({ kind: 'bill' })).toEqual([])
  expect(await numbers({ partyId: invoices[0]!.partyId })).toEqual([first])
  expect(await numbers({ totalFrom: '1120.01' })).toEqual([second])
  expect(await numbers({ totalFrom: '1000.00', totalTo: '2000.00' })).toEqual([first])
  expect(await numbers({ recordedBy: 'ben', open: 'yes', files: 'without', order: 'total', ascending: 'yes' })).toEqual(
    [first, second],
  )
  expect(await numbers({ recordedBy: 'ana' })).toEqual([])
  const wrong = await api.GET('/api/v1/documents', { params: { query: { totalFrom: '1120', kind: 'invoices' } } })
  expect(wrong.error).toMatchObject({ status: 400, fields: [{ pointer: '/kind/0' }, { pointer: '/totalFrom' }] })
})

test('lists without an end come in pages: parties by name, drafts from the newest, open items by due date', async () => {
  const { api, invoices } = await someBooks()
  const { kysely: db } = portal.db
  const template = await db.selectFrom('party').selectAll().where('tin9', '=', '123456789').executeTakeFirstOrThrow()
  const more = Array.from({ length: 100 }, (_, at) => {
    const tin9 = String(300_000_000 + at)
    return {
      ...template,
      id: crypto.randomUUID(),
      registration_id: crypto.randomUUID(),
      tin9,
      name: `Copy ${at}`,
      search_name: `copy ${at}`,
    }
  })
  for (const each of more)
    await db
      .insertInto('party')
      .values(each as never)
      .execute()
  const names: string[] = []
  for (let after: string | undefined; ;) {
    const query = { role: 'customer', fields: 'name', ...(after !== undefined && { after }) } as const
    const { parties, next } = answered(await api.GET('/api/v1/parties', { params: { query } }))
    expect(parties.length).toBeLessThanOrEqual(100)
    names.push(...parties.map(({ name }) => name))
    if (next === null) break
    after = next
  }
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(expect.arrayContaining(['Mabuhay Hotel, Inc.', 'Narra Furniture, Inc.', 'Copy 0', 'Copy 99']))
  const found = answered(await api.GET('/api/v1/parties', { params: { query: { search: 'narra' } } }))
  expect([found.parties.length, found.next]).toEqual([1, null])

  for (let at = 0; at < 51; at++) {
    const body = { kind: 'bill', fields: { memo: `Bill ${at}` } } as const
    await api.POST('/api/v1/drafts', { params: keyed(`many-drafts-${at}`), body })
    portal.clock.forward(1)
  }
  const first = answered(await api.GET('/api/v1/drafts', { params: { query: { fields: 'fields' } } }))
  expect([first.drafts.length, first.drafts[0]?.fields]).toEqual([50, { memo: 'Bill 50' }])
  const query = { fields: 'fields', after: first.next! }
  const rest = answered(await api.GET('/api/v1/drafts', { params: { query } }))
  expect([rest.drafts, rest.next]).toEqual([[{ fields: { memo: 'Bill 0' } }], null])

  // A hundred more of the first invoice, due before and after it.
  const { search_words: _, ...invoice } = await db
    .selectFrom('document')
    .selectAll()
    .where('id', '=', invoices[0]!.documentId)
    .executeTakeFirstOrThrow()
  const { id: __, ...item } = await db
    .selectFrom('open_item')
    .selectAll()
    .where('document_id', '=', invoice.id)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: 100 }, (_none, at) => ({
    ...invoice,
    id: crypto.randomUUID(),
    draft_id: crypto.randomUUID(),
    number: `SI-2026-1${String(at).padStart(5, '0')}`,
    serial: 100_000n + BigInt(at),
    due_day: `2026-0${1 + (at % 9)}-05`,
  }))
  await db
    .insertInto('document')
    .values(copies as never)
    .execute()
  await db
    .insertInto('open_item')
    .values(copies.map(({ id }) => ({ ...item, document_id: id, settles: id })) as never)
    .execute()
  const due: string[] = []
  const numbers = new Set<string>()
  for (let after: string | undefined; ;) {
    const query = { side: 'receivable', ...(after !== undefined && { after }) } as const
    const { items, next } = answered(await api.GET('/api/v1/open-items', { params: { query } }))
    expect(items.length).toBeLessThanOrEqual(100)
    for (const { dueDay, number } of items) {
      due.push(dueDay ?? '')
      numbers.add(number)
    }
    if (next === null) break
    after = next
  }
  expect([due.length, numbers.size]).toEqual([102, 102])
  expect(due).toEqual(due.toSorted())
})

test('the pages of unpaid customers and unpaid vendors are HTML that an external form shows as it is', async () => {
  const { api } = await someBooks()
  const page = (name: 'unpaid-customers' | 'unpaid-vendors', search?: string) =>
    api.GET('/api/v1/open-items/pages/{page}', {
      params: { path: { page: name }, query: { ...(search !== undefined && { search }) } },
      parseAs: 'text',
    })
  const shown = await page('unpaid-customers')
  expect(shown.response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const html = answered(shown) as string
  expect(html).toContain('Mabuhay Hotel, Inc.')
  expect(html).toContain('3,360.00')
  expect(html).not.toMatch(/<script|https?:/)
  expect(answered(await page('unpaid-customers', 'narra'))).not.toContain('Mabuhay')
  expect(answered(await page('unpaid-vendors'))).toContain('Nothing is unpaid.')
})

test('files are listed, added and read with their own permissions, of drafts and of recorded documents', async () => {
  const { api, invoices } = await someBooks()
  const path = { documentId: invoices[0]!.documentId }
  const query = { name: 'contract.pdf' }
  const address = '/api/v1/documents/{documentId}/attachments'
  const send = (key: string, body = scan) =>
    api.POST(address, { params: { path, query, ...keyed(key) }, body: body as never, ...asBytes })
  const added = answered(await send('contract-1')).attachment
  expect(added).toMatchObject({ name: 'contract.pdf', type: 'application/pdf', bytes: scan.length, addedBy: 'ben' })
  expect(answered(await send('contract-1')).attachment.id).toBe(added.id)
  expect((await send('contract-1', new Uint8Array(Buffer.from('%PDF-1.4\nOther\n%%EOF\n')))).error).toMatchObject({
    code: 'api.otherRequest',
  })
  expect(answered(await api.GET(address, { params: { path } })).attachments).toEqual([added])
  const read = (client: ApiClient, attachmentId: string) =>
    client.GET('/api/v1/attachments/{attachmentId}', { params: { path: { attachmentId } }, parseAs: 'arrayBuffer' })
  expect(new Uint8Array(answered(await read(api, added.id)))).toEqual(scan)

  const { draft } = answered(
    await api.POST('/api/v1/drafts', { params: keyed('draft-01'), body: { kind: 'bill', fields: {} } }),
  )
  const ofDraft = { draftId: draft.id }
  const attach = { path: ofDraft, query: { kind: 'bill', name: 'bill.pdf' }, ...keyed('bill-001') } as const
  const held = answered(
    await api.POST('/api/v1/drafts/{draftId}/attachments', { params: attach, body: scan as never, ...asBytes }),
  ).attachment
  const list = async () =>
    answered(await api.GET('/api/v1/drafts/{draftId}/attachments', { params: { path: ofDraft } })).attachments
  expect(await list()).toEqual([held])
  expect(new Uint8Array(answered(await read(api, held.id)))).toEqual(scan)

  const period = { from: '2026-01-01', to: '2026-12-31' }
  const zip = answered(
    await api.GET('/api/v1/exports/documents.zip', { params: { query: period }, parseAs: 'arrayBuffer' }),
  )
  expect([...new ZipBuffer(Buffer.from(zip)).keys()]).toContain('SI-2026-000001/1-contract.pdf')

  // The other permissions open no file.
  const narrow = await clientFor('ben', ['documents:read', 'drafts:write', 'parties:read'])
  for (const id of [added.id, held.id]) expect((await read(narrow.api, id)).error).toBeDefined()
  const lacking = { status: 403, code: 'api.noScope', title: expect.stringContaining('(files:read)') }
  expect((await narrow.api.GET(address, { params: { path } })).error).toMatchObject(lacking)
  const archive = await narrow.api.GET('/api/v1/exports/documents.zip', { params: { query: period }, parseAs: 'text' })
  expect(archive.response.status).toBe(403)
  const refusedFile = await narrow.api.POST(address, {
    params: { path, query, ...keyed('contract-2') },
    body: scan as never,
    ...asBytes,
  })
  expect(refusedFile.error).toMatchObject({ status: 403, title: expect.stringContaining('(files:write)') })

  const removed = { ...ofDraft, attachmentId: held.id }
  const detach = () => api.DELETE('/api/v1/drafts/{draftId}/attachments/{attachmentId}', { params: { path: removed } })
  for (const _ of [1, 2]) expect(answered(await detach())).toEqual({ removed: true })
  expect(await list()).toEqual([])
  const events = await portal.db.kysely
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('action', '=', 'notes.attach')
    .execute()
  expect(events).toMatchObject([{ detail: { apiKey: expect.any(String), text: 'contract.pdf' } }])
})

test('a key of an administrator manages webhooks, once for each Idempotency-Key, and every change is in the audit trail', async () => {
  const { api } = await clientFor('carla', ['webhooks:manage'])
  const create = (key: string, to = url) =>
    api.POST('/api/v1/webhooks', { params: keyed(key), body: { url: to, types: ['document.recorded'] } })
  const made = answered(await create('webhook-1'))
  expect(made.secret).toMatch(/^whsec_/)
  // The answer was lost: the repeated call has the secret again.
  expect(answered(await create('webhook-1'))).toEqual(made)
  for (const [to, code] of [
    ['http://169.254.169.254/latest', 'webhooks.forbidden'],
    ['https://user:secret@n8n.example/hook', 'webhooks.address'],
  ] as const)
    expect((await create('webhook-2', to)).error, to).toMatchObject({
      status: 422,
      code,
      fields: [{ pointer: '/url' }],
    })
  const list = async () => answered(await api.GET('/api/v1/webhooks')).webhooks
  expect(await list()).toEqual([made.webhook])

  const path = { webhookId: made.webhook.id }
  const test = (key: string) => api.POST('/api/v1/webhooks/{webhookId}/test', { params: { path, ...keyed(key) } })
  const sent = answered(await test('test-0001'))
  expect(answered(await test('test-0001'))).toEqual(sent)
  const messages = answered(await api.GET('/api/v1/webhooks/{webhookId}/deliveries', { params: { path } }))
  expect(messages).toMatchObject({ deliveries: [{ id: sent.deliveryId, type: 'test', state: 'waiting' }], next: null })
  const resend = (key: string) =>
    api.POST('/api/v1/webhook-deliveries/{deliveryId}/resend', { params: { path: sent, ...keyed(key) } })
  for (const _ of [1, 2]) expect(answered(await resend('resend-01'))).toEqual({ queued: true })

  const rotate = (key: string) => api.POST('/api/v1/webhooks/{webhookId}/secret', { params: { path, ...keyed(key) } })
  const rotated = answered(await rotate('secret-01'))
  expect(rotated.secret).not.toBe(made.secret)
  expect(answered(await rotate('secret-01'))).toEqual(rotated)
  expect((await rotate('secret-02')).error).toMatchObject({ status: 409, code: 'webhooks.twoSecrets' })

  const change = (webhookId: string) =>
    api.PUT('/api/v1/webhooks/{webhookId}', {
      params: { path: { webhookId } },
      body: { url, types: ['month.closed'], paused: true },
    })
  expect(answered(await change(path.webhookId)).webhook).toMatchObject({ types: ['month.closed'], paused: true })
  // A change creates nothing.
  expect((await change(crypto.randomUUID())).error).toMatchObject({ status: 404, code: 'webhooks.notThere' })
  for (const _ of [1, 2])
    expect(answered(await api.DELETE('/api/v1/webhooks/{webhookId}', { params: { path } }))).toEqual({ deleted: true })
  expect(await list()).toEqual([])
  const acts = await portal.db.kysely
    .selectFrom('audit')
    .select(['action', 'actor_name', 'detail'])
    .where('object_type', '=', 'webhook')
    .where('outcome', '=', 'done')
    .where('action', 'like', 'webhooks.%')
    .orderBy('seq')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual([
    'webhooks.save',
    'webhooks.test',
    'webhooks.resend',
    'webhooks.changeSecret',
    'webhooks.save',
    'webhooks.remove',
  ])
  expect(acts.every(({ actor_name, detail }) => actor_name === 'carla' && 'apiKey' in (detail as object))).toBe(true)

  // An accountant reads them, and a user nothing.
  const accountant = await clientFor('ben', ['webhooks:manage'])
  expect((await accountant.api.GET('/api/v1/webhooks')).response.status).toBe(200)
  const refused = await accountant.api.POST('/api/v1/webhooks', {
    params: keyed('webhook-3'),
    body: { url, types: ['document.recorded'] },
  })
  expect(refused.error).toMatchObject({ status: 403, code: 'notAllowed' })
})

test('every list and record of the API has fields to choose, and every link reads a record by one id', () => {
  const reading = apiEndpoints.filter(({ method, bytesOut }) => method === 'GET' && !bytesOut)
  const without = reading.filter(({ records }) => records.length === 0).map(({ name }) => name)
  // Their answer is one whole: the cells of a report, an explanation, facts about the key or the launch.
  expect(without).toEqual(['api.company', 'api.launch', 'api.report', 'api.figure', 'api.box'])
  const linked = reading.flatMap(({ links }) => Object.values(links).map(({ call }) => call()))
  expect(linked.filter(({ path }) => path.match(/:/g)?.length !== 1)).toEqual([])
})
