// External forms: a code becomes a token for one person, form and draft, and the document recorded with it is theirs.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApiKey, revokeApiKey } from '@talaan/contract/api-keys.ts'
import type { Scope } from '@talaan/contract/api-keys.ts'
import { getDraft, listDocuments } from '@talaan/contract/documents.ts'
import { openLaunch, viewLaunch } from '@talaan/contract/launches.ts'
import { registerParty } from '@talaan/contract/parties.ts'
import { deactivateUser, reactivateUser } from '@talaan/contract/users.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'

let portal: Portal
let [ana, ben, carla]: Caller[] = []
let partyId = ''

beforeAll(async () => {
  portal = await openPortal({
    env: {
      FORM_URL_INVOICE: 'https://forms.example/invoice?launch={launch}&draft={draft}&by={client}&back={return}',
      FORM_URL_LOOSELEAF: 'https://forms.example/books',
    },
  })
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.reset()
  ;[ana, ben, carla] = [await portal.signIn('ana'), await portal.signIn('ben'), await portal.signIn('carla')]
  const fields = { kind: 'non_individual', tin: '213-456-781', registeredName: 'Mabuhay Hardware, Inc.' }
  const body = { registrationId: crypto.randomUUID(), role: 'customer', fields }
  partyId = (await ana.call(registerParty, { body })).answer.party.id
})

const both: Scope[] = ['launches:prepare', 'launches:record']

async function keyWith(scopes: Scope[] = both, name = 'Form service') {
  const params = { keyId: crypto.randomUUID() }
  const body = { name, owner: 'carla', networks: [], expiresOn: '2026-12-31', scopes }
  return { ...params, secret: (await carla!.call(createApiKey, { params, body })).answer.secret }
}

async function call(token: string, method: string, path: string, body?: object) {
  const reply = await portal.app.inject({
    method: method as 'GET',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })
  const isJson = String(reply.headers['content-type']).includes('json')
  return { status: reply.statusCode, body: isJson ? reply.json() : undefined, text: reply.body }
}

const invoice = (more: object = {}) => ({
  kind: 'invoice',
  fields: {
    partyId,
    externalNo: '1001',
    day: '2026-03-16',
    priceMode: 'inclusive',
    lines: [{ description: 'Bamboo', quantity: '2', unitPrice: '560.00', vatClass: 'vatable', account: '4010' }],
  },
  ...more,
})

async function launchOf(person: Caller, more: { reviews?: boolean; draftId?: string } = {}) {
  const draftId = more.draftId ?? crypto.randomUUID()
  const body = { form: 'invoice', draftId, scheme: 'light', reviews: more.reviews ?? false } as const
  const { url, launchId } = (await person.call(openLaunch, { body })).answer
  const view = async () => (await person.call(viewLaunch, { params: { launchId } })).answer
  return { draftId, launchId, url, code: new URL(url).searchParams.get('launch') ?? '', view }
}

const exchange = (key: string, code: string, form = 'invoice') =>
  call(key, 'POST', '/launches/exchange', { code, form })

async function connected(more: { reviews?: boolean; scopes?: Scope[] } = {}) {
  const key = await keyWith(more.scopes)
  const launch = await launchOf(ana!, more)
  const { token } = (await exchange(key.secret, launch.code)).body
  return { key, ...launch, token: token as string }
}

test('the form that a person opened records their document, and the portal learns its number', async () => {
  const key = await keyWith()
  const { url, code, draftId, view } = await launchOf(ana!)
  const address = new URL(url)
  expect(address.searchParams.get('by')).toBe('ana')
  expect(address.searchParams.get('draft')).toBe(draftId)
  expect(address.searchParams.get('back')).toMatch(/^http:.*\/outside\/done$/)
  expect((await view()).state).toBe('opened')

  const exchanged = await exchange(key.secret, code)
  expect(exchanged.body).toMatchObject({
    token: expect.stringMatching(/^talaan_launch_[0-9A-Za-z]{61}$/),
    launch: { form: 'invoice', kinds: ['invoice'], draftId, mayRecord: true, person: { name: 'ana', role: 'user' } },
  })
  const { token } = exchanged.body
  expect(await view()).toMatchObject({ state: 'connected', program: 'Form service', document: null })
  expect((await call(token, 'GET', '/launches/current')).body.launch.state).toBe('connected')
  expect((await call(token, 'GET', '/open-items/pages/unpaid-customers')).text).toContain('Nothing is unpaid.')

  expect((await call(token, 'PUT', `/drafts/${draftId}`, invoice())).status).toBe(200)
  const { digest } = (await call(token, 'POST', `/drafts/${draftId}/review`, {})).body
  const recorded = await call(token, 'POST', '/documents', { draftId, digest })
  expect(recorded.body).toMatchObject({ number: 'SI-2026-000001', already: false })
  expect((await call(token, 'POST', '/documents', { draftId, digest })).body).toMatchObject({ already: true })
  expect(await view()).toMatchObject({ state: 'recorded', document: { kind: 'invoice', number: 'SI-2026-000001' } })
  const [document] = (await ana!.call(listDocuments, { query: {} })).answer.documents
  expect(document).toMatchObject({ recordedBy: 'ana', total: 112000n })
  // The voucher is printed afterwards, and the invoice is among the unpaid ones.
  expect((await call(token, 'GET', `/documents/${recorded.body.documentId}/voucher.pdf`)).status).toBe(200)
  const page = (await call(token, 'GET', '/open-items/pages/unpaid-customers')).text
  expect(page).toContain('<th scope="row">Mabuhay Hardware, Inc.</th>')
  expect(page).toContain('1,120.00')

  const events = await portal.db.kysely
    .selectFrom('audit')
    .select(['action', 'actor_name as who', 'detail'])
    .where('action', 'in', ['api.exchangeLaunch', 'documents.record'])
    .orderBy('seq')
    .execute()
  expect(events).toMatchObject([
    { action: 'api.exchangeLaunch', who: 'ana', detail: { form: 'invoice', apiKey: 'Form service' } },
    { action: 'documents.record', who: 'ana', detail: { apiKey: 'Form service' } },
  ])
  const stored = JSON.stringify(await portal.db.kysely.selectFrom('launch').selectAll().execute())
  expect(stored).not.toContain(code)
  expect(stored).not.toContain(token.slice(26, 69))
})

test('a code used twice ends its launch, and a code for another form, an old code and a wrong one are refused', async () => {
  const key = await keyWith()
  const twice = await launchOf(ana!)
  const { token } = (await exchange(key.secret, twice.code)).body
  expect(await exchange(key.secret, twice.code)).toMatchObject({ status: 409, body: { code: 'api.codeUsed' } })
  expect((await call(token, 'GET', '/launches/current')).status).toBe(401)
  expect((await twice.view()).state).toBe('reused')

  const other = await launchOf(ana!)
  expect(await exchange(key.secret, other.code, 'bills')).toMatchObject({
    status: 409,
    body: { code: 'api.otherForm' },
  })
  expect((await other.view()).state).toBe('opened')
  portal.clock.forward(601)
  expect(await exchange(key.secret, other.code)).toMatchObject({ status: 404, body: { code: 'api.badCode' } })
  expect((await exchange(key.secret, 'x'.repeat(43))).status).toBe(404)

  // Opening the form again replaces the launch before.
  const first = await launchOf(ana!)
  const second = await launchOf(ana!, { draftId: first.draftId })
  expect((await exchange(key.secret, first.code)).status).toBe(404)
  expect((await exchange(key.secret, second.code)).status).toBe(200)
  expect((await ben!.call(viewLaunch, { params: { launchId: second.launchId } })).status).toBe(404)
})

test('a token is for its draft and form only, and does nothing else in the name of the person', async () => {
  const { token, draftId } = await connected()
  const other = crypto.randomUUID()
  const refused = { status: 403, body: { code: 'api.otherDraft' } }
  expect(await call(token, 'PUT', `/drafts/${other}`, invoice())).toMatchObject(refused)
  expect(await call(token, 'PUT', `/drafts/${draftId}`, invoice({ kind: 'bill' }))).toMatchObject(refused)
  expect(await call(token, 'POST', '/drafts', invoice())).toMatchObject(refused)
  expect(await call(token, 'GET', `/drafts/${other}`)).toMatchObject(refused)
  expect(await call(token, 'DELETE', `/drafts/${other}`)).toMatchObject(refused)
  expect(await call(token, 'POST', `/drafts/${other}/review`, {})).toMatchObject(refused)
  const digest = '0'.repeat(64)
  expect(await call(token, 'POST', '/documents', { draftId: other, digest })).toMatchObject(refused)
  expect((await call(token, 'GET', '/reports/trial-balance')).status).toBe(403)
  expect((await call(token, 'GET', '/tax-returns')).status).toBe(403)
  expect(await exchange(token, 'x')).toMatchObject({ status: 403, body: { code: 'api.needsKey' } })
  expect((await ana!.call(getDraft, { params: { draftId } })).answer.draft).toBeNull()
})

test('a token ends with the session of the person, the account and the key', async () => {
  const one = await connected()
  expect((await call(one.token, 'GET', '/company')).body.key.owner).toBe('ana')
  await carla!.call(deactivateUser, { params: { clientId: 'client_ana' } })
  expect((await call(one.token, 'GET', '/company')).status).toBe(401)
  await carla!.call(reactivateUser, { params: { clientId: 'client_ana' } })
  // The session ended with the account.
  expect((await call(one.token, 'GET', '/company')).status).toBe(401)

  ana = await portal.signIn('ana', { force: true })
  const key = await keyWith(both, 'Second')
  const launch = await launchOf(ana)
  const { token } = (await exchange(key.secret, launch.code)).body
  expect((await call(token, 'GET', '/company')).status).toBe(200)
  await ben!.call(revokeApiKey, { params: { keyId: key.keyId } })
  expect((await call(token, 'GET', '/company')).status).toBe(401)

  const third = await keyWith(both, 'Third')
  const idle = await launchOf(ana)
  const { token: idleToken } = (await exchange(third.secret, idle.code)).body
  // Calls of the program are no activity of the person.
  portal.clock.forward(2 * 3600)
  expect((await call(idleToken, 'GET', '/company')).status).toBe(401)
})

test.for([
  ['the person reviews drafts in Talaan', { reviews: true }],
  ['the key may only prepare', { scopes: ['launches:prepare'] as Scope[] }],
] as const)('if %s, the form prepares the draft and the person confirms it', async ([, more]) => {
  const { token, draftId, view } = await connected({ ...more })
  expect((await call(token, 'GET', '/launches/current')).body.launch.mayRecord).toBe(false)
  await call(token, 'PUT', `/drafts/${draftId}`, invoice())
  const { digest } = (await call(token, 'POST', `/drafts/${draftId}/review`, {})).body
  const refused = await call(token, 'POST', '/documents', { draftId, digest })
  expect(refused).toMatchObject({ status: 403, body: { code: 'api.launchPrepares' } })
  expect((await call(token, 'POST', '/launches/finish', { outcome: 'prepared' })).body.launch.state).toBe('prepared')
  expect(await view()).toMatchObject({ state: 'prepared', draft: { id: draftId, kind: 'invoice' }, document: null })
  expect((await call(token, 'GET', '/company')).status).toBe(401)
  expect((await ana!.call(getDraft, { params: { draftId } })).answer.draft?.preparedBy).toBe('Form service')
})

test('a key without the permission exchanges nothing, and a form that is not outside has no launch', async () => {
  const key = await keyWith(['drafts:write'])
  const { code } = await launchOf(ana!)
  expect((await exchange(key.secret, code)).status).toBe(403)
  const able = await keyWith(both, 'Able')
  expect(await call(able.secret, 'GET', '/launches/current')).toMatchObject({
    status: 409,
    body: { code: 'api.noLaunch' },
  })
  const open = (form: string) =>
    ana!.call(openLaunch, { body: { form, draftId: crypto.randomUUID(), scheme: 'dark', reviews: false } })
  expect(await open('bills')).toMatchObject({ status: 409, body: { code: 'launches.notOutside' } })
  expect((await open('looseleaf')).status).toBe(403)
})

test('a form that cannot send messages ends on a page of the portal, which has no rights', async () => {
  const reply = await portal.app.inject({ url: '/outside/done' })
  // The pages need the build, which tests of features do not have; the policy is set in any case.
  expect(reply.headers['content-security-policy']).toMatch(
    /^sandbox allow-scripts; default-src 'none'; script-src 'nonce-/,
  )
  expect(reply.body).toContain("postMessage({ talaan: 'close' }")
})
