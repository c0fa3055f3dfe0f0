// Requests that no browser of ours would send: no answer is a crash, and the books stay sound. Any part of a request
// may be wrong here; every-field.test.ts takes one field after the other.
import { expect, test } from 'vitest'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import type { z } from '@talaan/ledger/core/zod.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import { createApiKey, scopes } from '@talaan/contract/api-keys.ts'
import { apiEndpoints, callMcp } from '@talaan/contract/api/resources.ts'
import { recordDocument, reviewDraft } from '@talaan/contract/documents.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { randomFrom, rounds, seed } from './extent.ts'
import type { Random } from './extent.ts'
import { openPortal, passwordOf } from './portal.ts'
import type { Caller, Portal } from './portal.ts'
import { routesOf } from '../src/app.ts'
import { verify } from '../src/books/verify/verify.ts'
import { openLog } from '../src/platform/log.ts'

/** The soak also runs calls of programs alone. */
const onlyPrograms = process.env.TALAAN_ONLY_PROGRAMS === '1'

test('random and mutated requests crash nothing and leave the books sound', async ({ task }) => {
  const crashes: unknown[] = []
  const logged = { characters: 0, secrets: [] as string[] }
  const callers: Record<string, Caller> = {}
  const keys: string[] = []
  const write = (line: string) => {
    logged.characters += line.length
    const known = Object.values(callers).flatMap(({ bearer, cookie }) => [bearer, cookie?.split('=')[1]])
    if ([...passwords, ...keys, ...known].some((secret) => secret && line.includes(secret))) logged.secrets.push(line)
  }
  const log = openLog('trace', { to: { write }, isTerminal: false })
  await using portal = await openPortal({ atRandom: true, onCrash: (error) => void crashes.push(error), log })
  const random = randomFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T
  const portalEndpoints = routesOf(portal.context).map(({ endpoint }) => endpoint)
  const ofPrograms = [...apiEndpoints, callMcp, callMcp] as readonly Endpoint[]
  for (const name of ['ana', 'ben', 'carla']) callers[name] = await portal.signIn(name)
  const known = await someBooks(callers['ana']!)
  keys.push(...(await Promise.all(['ana', 'ben', 'carla'].map((owner) => keyOf(owner, callers['carla']!)))))
  expect((await tooMuch(portal, callers['ana']!, known)).statusCode).toBe(413)
  const statuses = new Map<number, number>()

  let requests = 0
  for (requests of rounds({ short: 750, soak: onlyPrograms ? 10_000 : 20_000 })) {
    const name = random(25) === 0 ? 'nobody' : pick(['ana', 'ben', 'carla'])
    const caller = callers[name] ?? portal.nobody
    const isProgram = onlyPrograms || random(4) === 0
    const endpoint = pick(isProgram ? ofPrograms : portalEndpoints)
    const { bearer, cookie } = isProgram ? { bearer: pick(keys), cookie: undefined } : caller
    const reply = await portal.app.inject({
      method: (random(30) === 0
        ? pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const)
        : endpoint.method) as 'GET',
      url: strangeAddress(endpoint, known, random),
      headers: {
        ...(bearer !== undefined && {
          authorization: `Bearer ${random(50) === 0 ? strangeText(random) : bearer}`.replace(/[^\x20-\x7e]/g, '?'),
        }),
        ...(cookie !== undefined && { cookie }),
        ...(isProgram && {
          'idempotency-key': `request-${random(2_000)}`,
          accept: 'application/json, text/event-stream',
        }),
        'content-type':
          random(25) === 0
            ? pick([
                'text/plain',
                'application/json; charset=utf-7',
                'application/xml',
                'multipart/form-data',
                ' application/json',
                '',
              ])
            : 'application/json',
      },
      payload: endpoint.method === 'GET' ? undefined : strangePayload(bodies(known)[endpoint.name], random),
    })
    statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
    if (reply.statusCode >= 500) {
      crashes.push(`${endpoint.method} ${endpoint.path} answered ${reply.statusCode}: ${reply.body.slice(0, 300)}`)
      if (crashes.length > 5) break
    }
    // If a request logs someone out, or resets a password, the next sign-in repairs it.
    if (reply.statusCode === 401 && name !== 'nobody' && !isProgram) {
      callers[name] = await portal.signIn(name, { force: true }).catch(() => caller)
    }
    if (requests % 1000 === 0) portal.clock.forward(3700)
  }

  expect(crashes).toEqual([])
  expect(statuses.get(200)).toBeGreaterThan(requests / 10)
  // The requests reach the features: many kinds of answers, not one general refusal.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 409, 415, 422]))
  const { checks } = await verify(portal.db.kysely)
  const problems = checks
    .flatMap((check) => check.problems)
    .filter((problem) => !problem.includes('Active administrators'))
  expect(problems).toEqual([])
  expect(logged.characters).toBeGreaterThan(requests)
  expect(logged.secrets).toEqual([])
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  task.meta.figures = `${requests} random and mutated requests answered (${counts.join(', ')}), without a crash; ${(logged.characters / 1e6).toFixed(1)} MB of log without a password, token or cookie`
})

const passwords = ['ana', 'ben', 'carla', 'eva'].map(passwordOf)

const tooMuch = (portal: Portal, { bearer, cookie }: Caller, { draftId }: Known) =>
  portal.app.inject({
    method: 'POST',
    url: addressOf(reviewDraft as Endpoint, { draftId }),
    payload: JSON.stringify({ fields: 'x'.repeat(5_000_000) }),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, cookie },
  })

/** An API key with all permissions. */
async function keyOf(owner: string, carla: Caller): Promise<string> {
  const body = { name: owner, owner, networks: [], expiresOn: '2026-12-31', scopes: [...scopes] }
  return (await carla.call(createApiKey, { params: { keyId: crypto.randomUUID() }, body })).answer.secret
}

type Known = { partyId: string; documentId: string; draftId: string; digest: string }
async function someBooks(ana: Caller): Promise<Known> {
  const fields = { kind: 'non_individual', tin: '213-456-781', registeredName: 'Mabuhay Hardware, Inc.' }
  const registered = await ana.call(registerParty, {
    body: { registrationId: crypto.randomUUID(), role: 'customer', fields },
  })
  const partyId = registered.answer.party.id
  const draftId = crypto.randomUUID()
  const review = await ana.call(reviewDraft, {
    params: { draftId },
    body: { kind: 'invoice', fields: invoice(partyId) },
  })
  const recorded = await ana.call(recordDocument, { body: { draftId, digest: review.answer.digest } })
  return { partyId, documentId: recorded.answer.documentId, draftId, digest: review.answer.digest }
}

const invoice = (partyId: string) => ({
  email: 'ap@mabuhay.example',
  partyId,
  externalNo: '000101',
  day: '2026-03-16',
  dueDay: null,
  terms: '',
  priceMode: 'inclusive',
  memo: '',
  lines: [
    {
      description: 'Bond paper',
      quantity: '10',
      unitPrice: '11200',
      discountPercent: null,
      discountAmount: null,
      vatClass: 'vatable',
      account: '4010',
    },
  ],
})

const decimalInvoice = (partyId: string) => ({
  ...invoice(partyId),
  lines: invoice(partyId).lines.map((line) => ({ ...line, unitPrice: '112.00' })),
})

/** Valid bodies, before they are mutated. */
const bodies = ({ partyId, draftId, digest }: Known): Record<string, unknown> => ({
  'session.logIn': { ClientId: 'eva', Password: 'EVA-keeps-3-books', forceLogout: false },
  'session.changeFirstPassword': { oldPassword: 'EVA-keeps-3-books', newPassword: 'Y' },
  'identity.signInWithCustomToken': { token: 'a.b.c', returnSecureToken: true },
  'users.add': { ClientId: 'eva', Password: 'EVA-keeps-3-books', Role: 'user' },
  'users.resetPassword': { Password: 'EVA-keeps-3-books', adminPassword: 'nope' },
  'bookmarks.add': { cardId: 'invoice' },
  'pettyCash.keepCount': {
    id: draftId,
    account: '1020',
    day: '2026-03-16',
    count: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    countedBy: 'Ana',
    witness: '',
    custodian: '',
    memo: '',
  },
  'contact.send': {
    name: 'Ana',
    company: 'Bahay Kubo',
    email: 'a@b.example',
    topic: 'bug',
    message: 'm',
    bugDescription: 'b',
    timeEncountered: '10:00',
    dateEncountered: '2026-03-01',
  },
  'parties.check': { tin: '213-456-781', name: 'Mabuhay' },
  'parties.register': {
    registrationId: draftId,
    role: 'supplier',
    fields: {
      kind: 'individual',
      tin: '188-245-660',
      lastName: 'Cruz',
      firstName: 'Ana',
      address: { street: 'Rizal', city: 'Pasig', zip: '1600' },
    },
    lookAlikesSeen: true,
  },
  'drafts.attach': undefined,
  'drafts.save': { kind: 'invoice', fields: { typed: { lines: [1, 'two', null] } } },
  'drafts.review': { kind: 'invoice', fields: invoice(partyId) },
  'documents.record': { draftId, digest },
  'api.createDraft': { kind: 'invoice', fields: decimalInvoice(partyId) },
  'api.changeDraft': { kind: 'invoice', fields: decimalInvoice(partyId) },
  'api.registerParty': { role: 'supplier', fields: { kind: 'individual', lastName: 'Cruz', firstName: 'Ana' } },
  'api.createWebhook': { url: 'https://8.8.8.8/hook', types: ['document.recorded'] },
  'api.changeWebhook': { url: 'https://8.8.8.8/hook', types: ['document.voided', 'month.closed'], paused: true },
  'api.import': {
    kind: 'invoice',
    columns: ['number', 'customer', 'day', 'description', 'price'],
    rows: [['1000', '213-456-781', '2026-03-16', 'Paper', '112.00']],
    count: 1,
    total: '112.00',
  },
  'api.lookAlikes': { tin: '213-456-781', name: 'Mabuhay' },
  'api.record': { draftId, digest },
  'api.send': { digest },
  'api.exchangeLaunch': { code: 'x'.repeat(43), form: 'invoice' },
  'api.finishLaunch': { outcome: 'prepared' },
  'api.mcp': {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'save_draft', arguments: { kind: 'invoice', fields: decimalInvoice(partyId) } },
  },
  'documents.void': { day: '2026-03-16', reason: 'Because of a mistake' },
})

/** The parameters that a query takes; of a choice of several, all of them. */
function namesIn(query: z.core.$ZodType): string[] {
  const { def } = (query as z.core.$ZodTypes)._zod
  if (def.type === 'object') return Object.keys(def.shape)
  if (def.type === 'pipe') return namesIn(def.in)
  if (def.type === 'union') return [...new Set(def.options.flatMap(namesIn))]
  throw new Error(`The query is of the type ${def.type}.`)
}

function strangeAddress(endpoint: Endpoint, known: Known, random: Random): string {
  const names = [...endpoint.path.matchAll(/\/:(\w+)/g)].map(([, name]) => name ?? '')
  const right: Record<string, string[]> = {
    clientId: ['client_eva', 'client_fe', 'client_client_x', 'ana'],
    cardId: ['invoice', 'bills', 'none'],
    report: ['trial-balance', 'account-entries', 'none'],
    format: ['csv', 'xlsx', 'pdf', 'exe'],
    account: ['1020', '1031'],
    documentId: [known.documentId],
    partyId: [known.partyId],
    draftId: [known.draftId, crypto.randomUUID()],
    attachmentId: [crypto.randomUUID()],
  }
  const value = (name: string) => {
    const choices = right[name] ?? ['x']
    return random(6) === 0 ? strangeText(random) : (choices[random(choices.length)] ?? '')
  }
  const params = Object.fromEntries(names.map((name) => [name, value(name).toWellFormed()]))
  const taken = namesIn(endpoint.query)
  const usual: Record<string, string> = {
    asOf: '2026-03-16',
    from: '2026-03-01',
    to: '2026-03-16',
    account: '4010',
    day: '2026-03-16',
    externalNo: 'A-1',
    gross: '11200000',
    partyId: known.partyId,
    kind: 'invoice',
    status: 'void',
    role: 'customer',
    name: 'a.png',
    id: known.draftId,
    fields: 'id',
    expand: 'party',
    side: 'receivable',
    totalFrom: '1.00',
    totalTo: '900000.00',
    order: 'total',
    open: 'yes',
    ascending: 'yes',
    files: 'without',
    recordedBy: 'ana',
    project: 'none',
    type: 'document.recorded',
  }
  const query: Record<string, string> = {}
  for (const name of taken)
    // Without a page before it, a cursor is always refused.
    if (random(name === 'after' ? 8 : 2) === 0)
      query[name] = (random(4) === 0 ? strangeText(random) : (usual[name] ?? 'mabuhay')).toWellFormed()
  if (random(20) === 0) query[['__proto__', 'x', 'company'][random(3)] ?? 'x'] = strangeText(random).toWellFormed()
  const address = addressOf(endpoint, params, query)
  return random(40) === 0 ? `${address}%E0%A4%A` : address
}

function strangePayload(body: unknown, random: Random): string | Buffer {
  if (random(20) === 0) return Buffer.from(Array.from({ length: random(200) }, () => random(256)))
  let text = JSON.stringify(random(25) === 0 ? strangeValue(random) : mutated(body ?? {}, random))
  if (random(25) === 0) text = text.slice(0, random(text.length + 1))
  if (random(60) === 0) text = text.replace('{', '{"__proto__":{"admin":true},')
  return text
}

/** The same value with a part exchanged, removed or added. */
function mutated(value: unknown, random: Random, depth = 0): unknown {
  if (random(depth === 0 ? 30 : 20) === 0) return strangeValue(random)
  if (Array.isArray(value))
    return random(20) === 0 ? [...value, ...value] : value.map((item) => mutated(item, random, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .filter(() => random(40) !== 0)
    .map(([key, item]) => [key, mutated(item, random, depth + 1)])
  if (random(40) === 0) entries.push([strangeText(random), strangeValue(random)])
  return Object.fromEntries(entries)
}

function strangeValue(random: Random): unknown {
  const values = [
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -0,
    2 ** 53 + 2,
    [],
    {},
    [[]],
    [null],
    '',
    strangeText(random),
    strangeText(random),
    strangeText(random),
    { $ne: null },
    Array.from({ length: 300 }, (_, at) => at),
    '9'.repeat(400),
    '999999999999999',
    '-999999999999999',
    '1e5',
    '0x10',
    '2026-02-31',
    '9999-12-31',
    '0000-00-00',
    'x'.repeat(10_000),
    nested(30),
    { length: -1 },
    'true',
  ]
  return values[random(values.length)]
}

const nested = (depth: number): unknown => (depth === 0 ? 'deep' : { a: nested(depth - 1) })

function strangeText(random: Random): string {
  const texts = [
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'ñ₱😀',
    '\u202eevil',
    "' or '1'='1",
    '"; drop table entry; --',
    '../../etc/passwd',
    '%00',
    '%',
    '_',
    '\\',
    '\r\nBcc: x@y.example',
    '<script>alert(1)</script>',
    '=1+1',
    '{{7*7}}',
    '${7*7}',
    'NaN',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    'toString',
    '-',
    '--',
    '2026-13-01',
    '00000000-0000-0000-0000-000000000000',
    'client_',
    'client_%',
    'x'.repeat(3000),
    '٠١٢',
    '１２３',
    '1,234.56',
    '(500)',
    '1e400',
  ]
  return texts[random(texts.length)] ?? ''
}
