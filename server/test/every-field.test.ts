// Every field of every call is sent wrong, next to right values, in many ways: the answer is a message and never a
// crash, and the books stay sound. Right values are found by trying: those that reach their feature are stored. The soak
// calls all endpoints, and each run of the suite a random quarter of them.
import { expect, test } from 'vitest'
import { z } from '@talaan/ledger/core/zod.ts'
import { addressOf } from '@talaan/contract/endpoint.ts'
import type { Endpoint } from '@talaan/contract/endpoint.ts'
import { documentTypes } from '@talaan/ledger/documents/types.ts'
import { extentOf, isSoak, randomFrom, seed } from './extent.ts'
import type { Random } from './extent.ts'
import { calmLimits, openPortal } from './portal.ts'
import type { Caller, Portal } from './portal.ts'
import { routesOf } from '../src/app.ts'
import { makeDemo } from '../src/cli/demo/demo.ts'
import { verify } from '../src/books/verify/verify.ts'

/** The number of wrong values sent of each thousand; there are ninety thousand in all. */
const share = extentOf({ short: 1, soak: 300 })

const never = 1_000_000_000
const limits = {
  ...calmLimits,
  passwords: { ...calmLimits.passwords, delayFrom: never, lockAt: never },
  forcedLoginsPerHour: never,
}

test('each invalid field of every call, sent together with valid ones, is answered with a message', async ({
  task,
}) => {
  const crashes: string[] = []
  let now = ''
  await using portal = await openPortal({
    limits,
    onCrash: (error) => void crashes.push(`${now}: ${error instanceof Error ? error.message : String(error)}`),
    atRandom: true,
    books: (given) => makeDemo({ ...given, today: '2026-03-16', months: 1 }),
  })
  const given = { known: await knownIn(portal), random: randomFrom(seed) }
  const callers: Record<string, Caller> = {}
  const names = ['carla', 'ben', 'ana']
  const signInAll = async () => {
    for (const name of names) callers[name] = await portal.signIn(name, { force: true })
  }
  await signInAll()
  let sent = 0
  const reached = new Set<string>()
  const send = async (call: Call, parts: Parts) => {
    now = `${call.endpoint.name} ${JSON.stringify(parts).slice(0, 400)}`
    const caller = callers[call.who] ?? portal.nobody
    const reply = await portal.app.inject(requestOf(call, parts, caller))
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    if (reply.statusCode >= 500 || (reply.statusCode >= 400 && !isJson)) crashes.push(`${reply.statusCode} ${now}`)
    if (![400, 401, 403].includes(reply.statusCode)) reached.add(call.endpoint.name)
    sent += 1
    if (sent % 1_000 === 0) portal.clock.forward(900)
    if (sent % 1_000 === 0 || reply.statusCode === 401) await signInAll()
    return reply.statusCode
  }

  const calls = routesOf(portal.context)
    .flatMap(({ endpoint }) => callsOf(endpoint))
    .filter(() => isSoak || given.random(4) === 0)
  for (const call of calls) {
    const bases: Parts[] = []
    for (const choice of choicesIn(shapeOf(call.endpoint.params))) {
      let best = { parts: rightOf(call, choice, given), rank: 9 }
      for (let tries = 0; tries < 8 && best.rank > 0; tries++) {
        const parts = rightOf(call, choice, given)
        const rank = rankOf(await send(call, parts))
        if (rank < best.rank) best = { parts, rank }
      }
      bases.push(best.parts)
    }
    const base = () => structuredClone(bases[given.random(bases.length)]) as Parts
    for (const path of placesIn(call))
      for (const value of path[0] === 'body' ? strange : strangeTexts) {
        if (given.random(1_000) >= share) continue
        const parts = base()
        put(parts, path, value)
        await send(call, parts)
      }
  }

  expect(crashes).toEqual([])
  expect(sent).toBeGreaterThan(500)
  // Nearly all of them pass their schemas, and are not only refused.
  expect(reached.size).toBeGreaterThan(new Set(calls.map(({ endpoint }) => endpoint.name)).size * 0.85)
  const { checks } = await verify(portal.db.kysely)
  expect(checks.flatMap(({ problems }) => problems)).toEqual([])
  task.meta.figures = `${sent} calls with one wrong value each, to ${reached.size} endpoints, all answered with a message`
})

// ── A call, with one of its bodies.

type Parts = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }
/** A review is a call of its own for each type of document. */
type Call = { endpoint: Endpoint; who: string; body: z.ZodMiniType; wrap: (body: unknown) => unknown }
type Samples = { known: Record<string, readonly string[]>; random: Random }

function callsOf(endpoint: Endpoint): Call[] {
  const { access, name, body } = endpoint
  const who = access === 'open' || !access.includes('accountant') ? 'carla' : 'ben'
  if (name !== 'drafts.review') return [{ endpoint, who, body, wrap: (given) => given }]
  return Object.values(documentTypes).map(({ kind, fields }) => ({
    endpoint,
    who: 'ben',
    body: fields,
    wrap: (given: unknown) => ({ kind, fields: given }),
  }))
}

function requestOf({ endpoint, wrap }: Call, { params, query, body }: Parts, { bearer, cookie = '' }: Caller) {
  const texts = (of: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(of ?? {}).map(([key, value]) => [key, String(value).toWellFormed()]))
  const payload = endpoint.bytesIn ? 'a,b\n1,2\n' : JSON.stringify(wrap(body))
  return {
    method: endpoint.method,
    url: addressOf(endpoint, texts(params), texts(query)),
    headers: {
      authorization: `Bearer ${bearer}`,
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(endpoint.method !== 'GET' && {
        'content-type': endpoint.bytesIn ? 'application/octet-stream' : 'application/json',
      }),
    },
    ...(endpoint.method !== 'GET' && { payload }),
  }
}

/** Values that reach the feature are worth more than those refused by the schema. */
const rankOf = (status: number) => (status === 200 ? 0 : status === 400 ? 2 : 1)

// ── Right values, by schema.

type Shape = {
  type?: string
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  anyOf?: Shape[]
  oneOf?: Shape[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  minItems?: number
}

const shapeOf = (schema: z.ZodMiniType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape

function rightOf({ endpoint, body }: Call, choice: object, given: Samples): Parts {
  const taken = (schema: z.ZodMiniType) => {
    const shape = shapeOf(schema)
    let value: unknown
    for (let tries = 0; tries < 100; tries++) {
      value = sampleOf(shape, '', given)
      if (schema.safeParse(value).success) break
    }
    return value
  }
  const params = { ...(taken(endpoint.params) as object), ...choice }
  return { params, query: taken(endpoint.query) as Record<string, unknown>, body: taken(body) }
}

/** Each choice of the call's path; else two that are not chosen. */
function choicesIn({ properties = {} }: Shape): object[] {
  const [name, of] = Object.entries(properties).find(([, { enum: choices }]) => choices !== undefined) ?? []
  return name === undefined ? [{}, {}] : (of?.enum ?? []).map((choice) => ({ [name]: choice }))
}

function sampleOf(shape: Shape, name: string, given: Samples): unknown {
  const { known, random } = given
  const pick = <T>(from: readonly T[]) => from[random(from.length)] as T
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return pick(shape.enum)
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return sampleOf(pick(choices), name, given)
  if (shape.type === 'object') {
    const isSent = (key: string) => shape.required?.includes(key) || random(2) === 0
    const sent = Object.entries(shape.properties ?? {}).filter(([key]) => isSent(key))
    return Object.fromEntries(sent.map(([key, of]) => [key, sampleOf(of, key, given)]))
  }
  if (shape.type === 'array')
    return Array.from({ length: Math.max(shape.minItems ?? 1, 1) }, () => sampleOf(shape.items ?? {}, name, given))
  if (shape.type === 'boolean') return random(2) === 0
  if (shape.type === 'null') return null
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(shape.minimum ?? 1, 1)
  const { pattern = '', minLength = 0, maxLength = 1_000 } = shape
  const fits = (text: string) => new RegExp(pattern).test(text) && text.length >= minLength && text.length <= maxLength
  const own = (known[name] ?? []).filter(fits)
  if (own.length > 0 && random(3) > 0) return pick(own)
  if (shape.format === 'uuid') return crypto.randomUUID()
  if (shape.format === 'date') return pick(['2026-03-16', '2026-02-28', '2026-03-31'])
  const usual = rightTexts.filter(fits)
  return usual.length > 0 ? pick(usual) : 'x'.repeat(minLength)
}

const rightTexts = [
  ...['', '2026-01', '2026-03', '2026-03-01', '2026-03-31', '1031', '4010', '6240', '082', '100', '11200', '1000000'],
  ...['56.125', '000101', 'WC158', 'USD', '14:30', 'client_dino', 'a'.repeat(64), 'ana@bahay.example', 'invoice'],
  ...['/financialreport/trial-balance', '213-456-781', '1200', '12', '1', 'x', 'Because it is so'],
]

/** Values from the books, by field name. */
async function knownIn({ db }: Portal): Promise<Samples['known']> {
  const ids = async (from: string) =>
    (await db.pool.query<{ id: string }>(`select id::text from ${from} limit 30`)).rows.map(({ id }) => id)
  const accounts = ['1031', '1032', '1020', '1110', '2010', '4010', '6010', '1010', '1325']
  const [party, document, attachment] = [await ids('party'), await ids('document'), await ids('attachment')]
  const free = 'bank_line where not exists (select from bank_matched where bank_line_id = bank_line.id)'
  return {
    partyId: party,
    parties: party,
    partyIds: party,
    customers: party,
    documentId: document,
    items: document,
    documentIds: document,
    attachmentId: attachment,
    draftId: await ids('draft'),
    id: await ids('asset'),
    invoiceId: await ids(`document where kind = 'invoice'`),
    statementId: await ids('bank_statement'),
    lineId: await ids('bank_line'),
    lines: await ids(free),
    matchId: await ids('bank_match'),
    ruleId: await ids('bank_rule'),
    filingId: await ids('filing'),
    bookId: await ids('cheque_book'),
    certificateId: await ids('certificate_issued'),
    account: accounts,
    counter: accounts,
    code: [...accounts, 'WC158'],
    from: ['2026-01', '2026-01-01', '2026-03-01'],
    to: ['2026-03', '2026-03-31'],
    asOf: ['2026-03-31'],
    quarter: ['2026-01', '2025-10'],
    month: ['2026-03', '2026-02'],
    period: ['2026-03-31', '2025-12-31', '2026-03'],
    day: ['2026-03-16', '2026-03-31'],
    box: ['31A', '31', '15'],
    amount: ['11200'],
    tin: ['213-456-781'],
  }
}

// ── Wrong values, and their places.

type Path = readonly (string | number)[]

const placesIn = ({ endpoint, body }: Call): Path[] => [
  ...placesOf(shapeOf(endpoint.params)).map((path) => ['params', ...path]),
  ...placesOf(shapeOf(endpoint.query)).map((path) => ['query', ...path]),
  ...placesOf(shapeOf(body)).map((path) => ['body', ...path]),
]

/** The paths of everything in a value of this shape. */
function placesOf(shape: Shape, depth = 0): Path[] {
  const found: Path[] = depth === 0 ? [] : [[]]
  if (depth > 6) return found
  for (const one of shape.anyOf ?? shape.oneOf ?? [])
    found.push(...placesOf(one, depth + 1).filter((path) => path.length > 0))
  for (const [key, of] of Object.entries(shape.properties ?? {}))
    found.push(...placesOf(of, depth + 1).map((path) => [key, ...path]))
  if (shape.items) found.push(...placesOf(shape.items, depth + 1).map((path) => [0, ...path]))
  return [...new Map(found.map((path) => [path.join('.'), path])).values()]
}

function put(target: unknown, path: Path, value: unknown): void {
  const [step = '', ...rest] = path
  const at = target as Record<string | number, unknown>
  if (rest.length === 0) {
    at[step] = value
    return
  }
  if (typeof at[step] !== 'object' || at[step] === null) at[step] = {}
  put(at[step], rest, value)
}

const strangeTexts: readonly string[] = [
  ...['', ' ', '0', '-1', '1.5', '1e5', '0x10', 'NaN', 'Infinity', '9'.repeat(400), '9'.repeat(20), '9'.repeat(15)],
  ...[`-${'9'.repeat(15)}`, '2147483648', '9223372036854775808', '0.000000001', '9999999.999999999', '1,234.56'],
  ...['1990-01', '2100-12', '1990-01-01', '2100-12-31', '2026-02-30', '9999-12-31', '0000-01-01', '0001-01-01'],
  ...['10000-01-01', '-0001-01-01', '2026-13', '9999-12', '0000-01', '9999', '0000', '2026-3', '1700-01', '2200-06'],
  ...['a\0b', '\ud800', 'ñ₱😀', '\u202eevil', "' or '1'='1", '%', '_', '\\', '../../etc/passwd', '=1+1', '${7*7}', '['],
  ...['\r\nBcc: x@y.example', '__proto__', 'constructor', 'toString', 'null', 'client_', 'client_%', 'x'.repeat(3_000)],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '٠١٢', '１２３', 'USD', 'ZZZ'],
  ...['1010', '1031', '4010', '(((((', 'a'.repeat(64)],
]
const nested = (depth: number): unknown => (depth === 0 ? 'deep' : { a: nested(depth - 1) })
const strange: readonly unknown[] = [
  ...[...strangeTexts, undefined, null, true, false, 0, -1, 1.5, 1e308, 2 ** 53 + 2, 2 ** 31, [], {}, [[]], [null]],
  ...[{ $ne: null }, Array.from({ length: 300 }, (_, at) => at), nested(30), { length: -1 }, { constructor: 1 }],
]
