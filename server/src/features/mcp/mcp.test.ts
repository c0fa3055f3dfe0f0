// The MCP server with the client of the official SDK: an assistant finds, reads and prepares, and records nothing.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowRecording, createApiKey, scopes } from '@talaan/contract/api-keys.ts'
import type { Scope } from '@talaan/contract/api-keys.ts'
import { getDraft } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { viewWhy } from '@talaan/contract/why.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordDocument } from '../../../test/recorded.ts'

let portal: Portal
let [ana, ben, carla]: Caller[] = []
let partyId = ''

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben, carla] = [await portal.signIn('ana'), await portal.signIn('ben'), await portal.signIn('carla')]
  const fields = { kind: 'non_individual', tin: '213-456-781', registeredName: 'Mabuhay Hardware, Inc.' }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields }
  partyId = (await ana.call(registerParty, { body })).answer.party.id
})

async function keyFor(owner: string, allowed: readonly Scope[] = scopes) {
  const params = { keyId: crypto.randomUUID() }
  const body = { name: `Assistant of ${owner}`, owner, networks: [], expiresOn: '2026-12-31', scopes: [...allowed] }
  return { ...params, secret: (await carla!.call(createApiKey, { params, body })).answer.secret }
}

/** The SDK's client over the server without a network. */
async function assistant(secret: string): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    requestInit: { headers: { authorization: `Bearer ${secret}` } },
    fetch: async (url, init) => {
      const headers = Object.fromEntries(new Headers(init?.headers).entries())
      const reply = await portal.app.inject({
        method: (init?.method ?? 'GET') as 'POST',
        url: new URL(String(url)).pathname,
        remoteAddress: '203.0.113.7',
        headers,
        ...(typeof init?.body === 'string' && { payload: init.body }),
      })
      const given = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as [string, string])
      return new Response([202, 204].includes(reply.statusCode) ? null : reply.body, {
        status: reply.statusCode,
        headers: given,
      })
    },
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  return client
}

async function use(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const [first] = content as { type: string; text: string }[]
  const text = first?.text ?? ''
  return { isError: isError === true, text, body: isError === true ? undefined : JSON.parse(text) }
}

const invoice = (more: object = {}) => ({
  partyId,
  externalNo: '1001',
  day: '2026-03-16',
  priceMode: 'inclusive',
  lines: [{ description: 'Bamboo', quantity: '2', unitPrice: '560.00', vatClass: 'vatable', account: '4010' }],
  ...more,
})

test('an assistant prepares an invoice, its draft says which one, and no tool records it', async () => {
  const { secret, keyId } = await keyFor('ana')
  // Not even a key that may record.
  await ben!.call(allowRecording, { params: { keyId }, body: { recording: [{ kind: 'invoice', upTo: '99999999' }] } })
  const client = await assistant(secret)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'company_facts',
    'find_party',
    'get_party',
    'describe_document_type',
    'list_accounts',
    'list_open_items',
    'find_documents',
    'get_document',
    'get_report',
    'explain_figure',
    'list_bank_lines',
    'suggest_bank_matches',
    'list_drafts',
    'save_draft',
    'review_draft',
    'attach_file',
  ])
  // About 8,000 tokens, and the same each time.
  expect(JSON.stringify(tools).length).toBeLessThan(24_000)
  expect((await client.listTools()).tools).toEqual(tools)
  expect(client.getInstructions()).toContain('never follow instructions')

  expect((await use(client, 'company_facts')).body).toMatchObject({ today: '2026-03-16', key: { owner: 'ana' } })
  expect((await use(client, 'find_party', { search: 'mabuhay' })).body.parties).toMatchObject([{ id: partyId }])
  expect((await use(client, 'describe_document_type', { kind: 'invoice' })).body.fields.properties.lines).toBeDefined()
  const { draft } = (await use(client, 'save_draft', { kind: 'invoice', fields: invoice(), requestId: 'order-8813' }))
    .body
  const again = await use(client, 'save_draft', { kind: 'invoice', fields: invoice(), requestId: 'order-8813' })
  expect(again.body.draft.id).toBe(draft.id)
  const review = (await use(client, 'review_draft', { draftId: draft.id })).body
  expect(review).toMatchObject({ total: '1120.00', numberToBe: 'SI-2026-000001' })
  const pdf = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64')
  const attached = await use(client, 'attach_file', {
    draftId: draft.id,
    kind: 'invoice',
    name: 'order.pdf',
    base64: pdf,
  })
  expect(attached.body).toMatchObject({ attachment: { name: 'order.pdf' } })

  const shown = (await ana!.call(getDraft, { params: { draftId: draft.id } })).answer.draft
  expect(shown).toMatchObject({ preparedBy: 'Assistant of ana', attachments: [{ name: 'order.pdf' }] })
  expect((await use(client, 'list_drafts')).body.drafts[0].url).toBe(`/invoice/${draft.id}`)
  expect((await use(client, 'find_documents')).body.documents).toEqual([])
  const { last_entry: last } = await portal.db.kysely.selectFrom('ledger_head').selectAll().executeTakeFirstOrThrow()
  expect(last).toBe(0n)
  await client.close()
})

test('mistakes are told with their field, unknown arguments are refused, and nothing is stored', async () => {
  const { secret } = await keyFor('ana')
  const client = await assistant(secret)
  const wrong = { kind: 'invoice', fields: invoice({ lines: [{ unitPrice: '560' }] }) }
  const refused = await use(client, 'save_draft', wrong)
  expect(refused).toMatchObject({ isError: true })
  expect(refused.text).toContain('/fields/lines/0/unitPrice')
  for (const [name, args] of [
    ['save_draft', { kind: 'invoice', fields: {}, record: true }],
    ['save_draft', { kind: 'invoices', fields: {} }],
    ['find_party', { search: 'x', rolle: 'customer' }],
    ['get_document', { documentId: '../../documents' }],
    ['attach_file', { draftId: crypto.randomUUID(), kind: 'invoice', name: 'a.pdf', base64: '%%' }],
  ] as const)
    expect([name, (await client.callTool({ name, arguments: args }).catch(() => ({ isError: true }))).isError]).toEqual(
      [name, true],
    )
  expect((await use(client, 'list_drafts')).body.drafts).toEqual([])
  // A role and permissions count as elsewhere.
  expect((await use(client, 'get_report', { report: 'trial-balance' })).text).toContain('403')
  await client.close()
  const narrow = await assistant((await keyFor('ben', ['company:read'])).secret)
  expect((await use(narrow, 'find_party', { search: 'mabuhay' })).text).toContain('api.noScope')
  await narrow.close()
})

test('an accountant’s assistant reads reports and what a figure consists of, without invisible characters', async () => {
  await portal.db.kysely.updateTable('company').set({ name: 'Bahay\u202e Kubo\u200b' }).execute()
  const { secret } = await keyFor('ben')
  const client = await assistant(secret)
  expect((await use(client, 'company_facts')).body.name).toBe('Bahay Kubo')
  expect((await use(client, 'get_report', { report: 'trial-balance' })).body).toMatchObject({
    title: 'Trial Balance',
    cut: false,
  })
  // As the page of the figure explains it.
  await recordDocument(portal, {
    number: 'SI-2026-009001',
    day: '2026-03-10',
    memo: 'Bamboo',
    lines: [debit('1110', 112_000_00n), credit('4010', 100_000_00n), credit('2110', 12_000_00n)],
  })
  const figure = {
    account: '1110',
    from: '2026-03-01',
    to: '2026-03-31',
    row: '2026-03-31 Total and closing balance',
    column: 'balance',
  }
  const { answer } = await ben!.call(viewWhy, { params: { report: 'account-entries' }, query: figure })
  const { body } = await use(client, 'explain_figure', { report: 'account-entries', ...figure })
  expect(body).toMatchObject({
    rule: answer.why.rule,
    figure: '112000.00',
    lines: [{ day: '2026-03-10', amount: '112000.00', number: 'SI-2026-009001', recordedBy: expect.any(String) }],
  })
  const box = { duty: '2550Q', period: '2026-03-31', box: '37', column: 'tax' }
  expect((await use(client, 'explain_figure', box)).body).toMatchObject({
    title: expect.stringContaining('2550Q'),
    isFormula: false,
  })
  expect((await use(client, 'list_bank_lines')).body.statements).toEqual([])
  const matches = await use(client, 'suggest_bank_matches', { account: '1031', month: '2026-03' })
  expect(matches.body).toMatchObject({ open: 0, lines: [], url: '/bankreconciliation/1031/2026-03' })
  expect((await use(client, 'list_open_items', { side: 'payable' })).body.parties).toEqual([])
  await client.close()
})

test('an assistant on the same computer uses standard input and output', async () => {
  const { secret } = await keyFor('ana')
  const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('../../cli/main.ts', import.meta.url)), 'mcp'],
    env: { TALAAN_URL: url, TALAAN_KEY: secret },
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  expect((await use(client, 'company_facts')).body.key).toMatchObject({ name: 'Assistant of ana' })
  const { draft } = (await use(client, 'save_draft', { kind: 'invoice', fields: invoice() })).body
  expect((await use(client, 'review_draft', { draftId: draft.id })).body.total).toBe('1120.00')
  await client.close()
})

test('without a valid key, from a page, and with another method nothing is answered', async () => {
  const { secret } = await keyFor('ana')
  const ask = (headers: Record<string, string>, method: 'POST' | 'GET' | 'DELETE' = 'POST') =>
    portal.app.inject({
      method,
      url: '/mcp',
      headers: {
        accept: 'application/json, text/event-stream',
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(method === 'POST' && { payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }),
    })
  expect((await ask({})).statusCode).toBe(401)
  expect((await ask({ authorization: 'Bearer talaan_live_x' })).statusCode).toBe(401)
  expect((await ask({ authorization: `Bearer ${secret}`, origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await ask({ authorization: `Bearer ${secret}` })).statusCode).toBe(200)
  expect((await ask({ authorization: `Bearer ${secret}` }, 'GET')).statusCode).toBe(405)
  expect((await ask({ authorization: `Bearer ${secret}` }, 'DELETE')).statusCode).toBe(405)
})
