// The audit trail: who may see it, what it says, how it is filtered, paged and exported, and which readings are events.
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditTrailStatus, eventKinds, exportAuditEvents, listAuditEvents } from '@talaan/contract/audit-trail.ts'
import { viewReport } from '@talaan/contract/reports.ts'
import { addUser, deactivateUser } from '@talaan/contract/users.ts'
import { companyName, openPortal, passwordOf } from '../../../test/portal.ts'
import type { Caller, Parts, Portal } from '../../../test/portal.ts'
import { routesOf } from '../../app.ts'
import { sealAuditEvents } from '../../platform/audit/sealing.ts'
import { apiRoutesOf } from '../api/routes.ts'
import { eventWords, sentenceOf } from './words.ts'

let here: Portal
let ben: Caller
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  ben = await here.signIn('ben')
})
afterAll(() => here.close())

const list = async (query: Record<string, string> = {}, who = ben) =>
  (await who.call(listAuditEvents, { query })).answer
const said = async (query: Record<string, string> = {}) =>
  (await list(query)).events.map(({ who, words }) => `${who} ${words}`)

type Event = {
  who?: string
  action?: string
  at?: string
  type?: string
  id?: string
  outcome?: string
  detail?: string
}
const write = ({
  who = 'juan',
  action = 'parties.correct',
  at = '2026-03-10T02:00:00Z',
  type,
  id,
  outcome = 'done',
  detail = '{}',
}: Event) =>
  here.db.pool.query(
    `insert into audit (at, actor_name, action, object_type, object_id, outcome, detail) values ($1, $2, $3, $4, $5, $6, $7)`,
    [at, who, action, type ?? null, id ?? null, outcome, detail],
  )

test('admins and accountants see the audit trail, and users do not', async () => {
  const ana = await here.signIn('ana')
  for (const endpoint of [listAuditEvents, auditTrailStatus]) expect((await ana.call(endpoint)).status).toBe(403)
  expect((await ana.call(exportAuditEvents, { params: { format: 'csv' } })).status).toBe(403)
  expect((await list({}, await here.signIn('carla'))).events.length).toBeGreaterThan(3)
  expect(await said({ who: 'ana', outcome: 'refused' })).toEqual([
    'ana was not allowed to export the audit trail, because the role does not allow it',
    'ana was not allowed to see the state of the audit trail, because the role does not allow it',
    'ana was not allowed to see the audit trail, because the role does not allow it',
  ])
})

test('every event that the server writes has its words', () => {
  const routes = routesOf(here.context)
  const calls = [...routes, ...apiRoutesOf(here.context, routes)].map(({ endpoint }) => endpoint.name)
  const literals = sources(new URL('../../', import.meta.url)).flatMap((text) =>
    [
      ...text.matchAll(/\baction(?:: | = )(?:[^',\n]*\? )?'([a-zA-Z]+\.[a-zA-Z]+)'(?: : '([a-zA-Z]+\.[a-zA-Z]+)')?/g),
    ].flatMap(([, one, other]) => [one, other].filter((name) => name !== undefined)),
  )
  expect(literals).toContain('backups.unsafe')
  expect(literals.length).toBeGreaterThan(20)
  const ofDatabase = ['rows.written', 'rows.writtenOutside', 'rows.noted']
  const missing = [...new Set([...calls, ...literals, ...ofDatabase])].filter(
    (name) => !Object.hasOwn(eventWords, name),
  )
  expect(missing).toEqual([])
  for (const [action, [kind, , wanted]] of Object.entries(eventWords)) {
    expect(Object.keys(eventKinds), action).toContain(kind)
    expect(sentenceOf({ action, outcome: 'done', label: '', detail: {} }), action).toMatch(/^[a-z].*[^:{} ]$/)
    expect(wanted, action).toMatch(/^[a-z]/)
  }
})

test.each([
  ['recurring.pause', { name: 'Rent', paused: true }, 'paused the recurring document Rent'],
  ['recurring.pause', { name: 'Rent', paused: false }, 'resumed the recurring document Rent'],
  ['tasks.claim', { mine: false }, 'released a task'],
  ['reconciliation.switchRule', { acting: true }, 'turned on automatic matching for a bank rule'],
  ['questions.settle', { act: 'askAgain', words: 'And the VAT?' }, 'asked the question again: And the VAT?'],
  ['questions.settle', { act: 'accept' }, 'accepted the answer to the question'],
])('the sentence of %s says what was chosen in %j', (action, detail, words) => {
  expect(sentenceOf({ action, outcome: 'done', label: 'the question', detail })).toBe(words)
})

function sources(folder: URL): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return sources(new URL(`${entry.name}/`, folder))
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')
      ? [readFileSync(new URL(entry.name, folder), 'utf8')]
      : []
  })
}

test('an event says who did what to which record, with old and new values', async () => {
  const body = { ClientId: 'pedro', Company: companyName, Password: passwordOf('pedro'), Role: 'user' }
  const added = await ben.call(addUser, { body } satisfies Parts)
  expect(added.body).toMatchObject({ success: true })
  await ben.call(deactivateUser, { params: { clientId: 'client_pedro' } })
  await write({
    who: 'carla',
    action: 'settings.account',
    type: 'settings',
    id: 'Account 1010 Cash',
    detail:
      '{"what":"Account 1010 Cash","was":{"name":"Cash","active":"yes"},"now":{"name":"Cash on hand","active":"yes"}}',
  })
  const { events } = await list({ kind: 'settings' })
  expect(events).toMatchObject([
    {
      who: 'carla',
      words: 'changed Account 1010 Cash',
      refused: false,
      record: { type: 'settings', id: 'Account 1010 Cash' },
      details: [
        { label: 'Name', was: 'Cash', now: 'Cash on hand' },
        { label: 'What', was: null, now: 'Account 1010 Cash' },
      ],
    },
  ])
  expect(await said({ record: 'account:1010' })).toEqual(['carla changed Account 1010 Cash'])
  expect(await said({ record: 'account:101' })).toEqual([])
  expect((await said({ record: 'user:pedro' })).at(-1)).toBe('ben added the user account pedro')
})

test('the days of a period are those of Manila, and both are included', async () => {
  await write({ who: 'juan', at: '2026-03-09T15:59:59.999999Z' })
  await write({ who: 'rosa', at: '2026-03-09T16:00:00Z' })
  await write({ who: 'luz', at: '2026-03-10T15:59:59.999999Z' })
  await write({ who: 'pia', at: '2026-03-10T16:00:00Z' })
  const of = async (from: string, to: string) => (await list({ from, to })).events.map(({ who }) => who)
  expect(await of('2026-03-10', '2026-03-10')).toEqual(['luz', 'rosa'])
  expect(await of('2026-03-09', '2026-03-11')).toEqual(['pia', 'luz', 'rosa', 'juan'])
  expect((await list({ from: '2026-03-09', to: '2026-03-11', ascending: 'yes' })).events.map(({ who }) => who)).toEqual(
    ['juan', 'rosa', 'luz', 'pia'],
  )
})

test('filters combine, and words are found in names, records and details', async () => {
  await write({
    who: 'juan',
    action: 'closing.reopen',
    type: 'month',
    id: '2026-02',
    detail: '{"reason":"Bill of Meralco was missing"}',
  })
  await write({ who: 'juan', action: 'session.logIn', outcome: 'refused', detail: '{"why":"limit"}' })
  await write({ who: 'rosa', action: 'closing.close', type: 'month', id: '2026-02' })
  const filed = '{"form":"1601-EQ","period":"2026-09-30","reference":"2026-09-30"}'
  await write({
    who: 'luz',
    action: 'filings.file',
    type: 'filing',
    id: '5e0c2f70-1111-4c9e-8c1f-6a1f3f6b2d10',
    detail: filed,
  })
  expect(await said({ who: 'luz' })).toEqual(['luz filed 1601-EQ for the period ended 30 Sep 2026'])
  expect(await said({ search: 'meral' })).toEqual(['juan reopened February 2026: Bill of Meralco was missing'])
  expect(await said({ search: 'juan meralco' })).toHaveLength(1)
  expect(await said({ search: 'rosa meralco' })).toEqual([])
  expect(await said({ search: "' & | !:*" })).not.toEqual([])
  expect(await said({ record: 'month:2026-02', kind: 'closing', ascending: 'yes' })).toEqual([
    'juan reopened February 2026: Bill of Meralco was missing',
    'rosa closed February 2026',
  ])
  expect(await said({ who: 'juan', kind: 'closing' })).toHaveLength(1)
  expect(await said({ who: 'juan', outcome: 'refused' })).toEqual([
    'juan was not allowed to log in, because too many attempts',
  ])
  expect((await list({ kind: 'digests' })).events.length).toBeGreaterThan(0)
})

test('pages follow each other in both orders without a gap or a repetition, and also for a kind', async () => {
  await sql`insert into audit (at, actor_name, action, outcome)
    select timestamptz '2026-01-05' + (n / 7) * interval '1 microsecond', 'juan',
      (array['parties.correct', 'parties.register', 'session.logIn'])[1 + n % 3], 'done'
    from generate_series(1, 320) as n`.execute(here.db.kysely)
  const filtered: Record<string, string>[] = [
    {},
    { kind: 'parties' },
    { who: 'juan', kind: 'parties' },
    { search: 'juan' },
  ]
  const orders: Record<string, string>[] = [{}, { ascending: 'yes' }]
  for (const filters of filtered)
    for (const order of orders) {
      const query: Record<string, string> = { to: '2026-01-06', ...filters, ...order }
      const seen: bigint[] = []
      let after: string | undefined
      do {
        const page = await list({ ...query, ...(after !== undefined && { after }) })
        seen.push(...page.events.map(({ seq }) => BigInt(seq)))
        after = page.next ?? undefined
      } while (after !== undefined)
      const sorted = seen.toSorted((a, b) => (a < b ? -1 : 1))
      expect(seen).toEqual('ascending' in order ? sorted : sorted.toReversed())
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.length).toBe('kind' in filters ? 213 : 320)
    }
  for (const after of [
    'x',
    '2026-01-05 00:00:00|',
    '2026-13-45 00:00:00|3',
    '2026-01-05 00:00:00|99999999999999999999',
  ])
    expect((await ben.call(listAuditEvents, { query: { after } })).status).toBe(400)
})

test('opening a report is an event, once in fifteen minutes for the same report', async () => {
  const open = (query: Record<string, string> = {}) =>
    ben.call(viewReport, { params: { report: 'trial-balance' }, query })
  const readings = () => said({ kind: 'reports' })
  await open()
  await open()
  expect(await readings()).toEqual(['ben opened the report Trial Balance'])
  await open({ asOf: '2026-02-28' })
  here.clock.forward(14 * 60)
  await open()
  expect(await readings()).toHaveLength(2)
  here.clock.forward(61)
  await open()
  expect(await readings()).toHaveLength(3)
  const ana = await here.signIn('ana')
  expect((await ana.call(viewReport, { params: { report: 'trial-balance' } })).status).toBe(403)
  expect(await said({ who: 'ana', kind: 'reports' })).toEqual([
    'ana was not allowed to see a report, because the role does not allow it',
  ])
})

test('reading a report does not wait for a recording that holds the head of the ledger and of the audit trail', async () => {
  if (here.db.engine !== 'server') return
  const recording = await here.db.pool.connect()
  try {
    await recording.query('begin')
    await recording.query('select from ledger_head for update')
    await recording.query('select from audit_head for update')
    expect((await ben.call(viewReport, { params: { report: 'trial-balance' } })).status).toBe(200)
    expect(await said({ kind: 'reports' })).toEqual(['ben opened the report Trial Balance'])
  } finally {
    await recording.query('rollback')
    recording.release()
  }
})

test('the state names the ends of both chains, the time of the last seal and all people', async () => {
  await sealAuditEvents(here.db.kysely)
  await write({ who: 'zita' })
  const state = (await ben.call(auditTrailStatus)).answer
  const { rows } = await here.db.pool.query(
    `select last_position::text as position, last_hash as hash, (select last_hash from ledger_head) as entries from audit_head`,
  )
  expect(state).toMatchObject({
    sealed: rows[0].position,
    head: rows[0].hash,
    entriesHead: rows[0].entries,
    waiting: 1,
  })
  expect(state.sealedUntil).toMatch(/^2026-03-16T/)
  expect(state.people).toEqual(expect.arrayContaining(['ben', 'zita']))
})

test('the export has what the filter shows, with the digest and the seal of each event, and is an event itself', async () => {
  await write({ who: 'juan', action: 'closing.close', type: 'month', id: '2026-02' })
  await sealAuditEvents(here.db.kysely)
  const { rows } = await here.db.pool.query(
    `select digest, hash from audit_seal join audit using (seq) where actor_name = 'juan'`,
  )
  const csv = (
    await ben.call(exportAuditEvents, { params: { format: 'csv' }, query: { who: 'juan' } })
  ).bytes.toString()
  for (const part of ['closed February 2026', 'closing.close', rows[0].digest, rows[0].hash])
    expect(csv).toContain(part)
  expect(csv).not.toContain('logged in')
  const xlsx = await ben.call(exportAuditEvents, { params: { format: 'xlsx' }, query: { who: 'juan' } })
  expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK')
  expect(await said({ who: 'ben', kind: 'reports' })).toEqual([
    'ben exported the audit trail as xlsx',
    'ben exported the audit trail as csv',
  ])
})
