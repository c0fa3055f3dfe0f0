import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  checkParty,
  correctParty,
  getParty,
  listCorrections,
  registerParty,
  removeParty,
  listParties,
  searchParties,
} from '@talaan/contract/parties.ts'
import { getDocument, listDocuments } from '@talaan/contract/documents.ts'
import { viewTaxList } from '@talaan/contract/tax-lists.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import type { Refusal } from '@talaan/contract/problem.ts'
import { rounds, viewerOf } from '../../../test/race.ts'
import { register } from './routes.ts'
import { verify } from '../../books/verify/verify.ts'
import { partyFields } from '@talaan/ledger/core/party.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordDocument } from '../../../test/recorded.ts'
import { partyOf } from '../../books/party-facts.ts'

let here: Portal
let ana: Caller
let ben: Caller
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  ana = await here.signIn('ana')
  ben = await here.signIn('ben')
})
afterAll(() => here.close())

const address = { street: '12 Rizal Street', city: 'Makati City', zip: '1200' }
const company = (registeredName: string, tin: string, more = {}) => ({
  kind: 'non_individual',
  tin,
  registeredName,
  address,
  ...more,
})
const person = (lastName: string, firstName: string, tin: string, more = {}) => ({
  kind: 'individual',
  tin,
  lastName,
  firstName,
  ...more,
})

type Sent = { role?: 'customer' | 'supplier'; registrationId?: string; lookAlikesSeen?: boolean; by?: Caller }
const send = (
  fields: object,
  { role = 'customer', registrationId = randomUUID(), lookAlikesSeen, by = ana }: Sent = {},
) =>
  by.call(registerParty, {
    body: { registrationId, role, fields, ...(lookAlikesSeen !== undefined && { lookAlikesSeen }) },
  })
const registered = async (fields: object, sent: Sent = {}) =>
  (await send(fields, { lookAlikesSeen: true, ...sent })).answer.party
/** As in posting rules. */
async function partyById(id: string) {
  const row = await here.db.kysely
    .selectFrom('party')
    .select(['id', 'customer', 'supplier', 'fields'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row && partyOf(row)
}
const found = async (search: string, role?: 'customer' | 'supplier') =>
  (await ana.call(searchParties, { query: { search, ...(role && { role }) } })).answer.parties.map(({ name }) => name)
const rows = async () =>
  (
    await here.db.pool.query(
      `select name, tin9, branch_code, customer, supplier, removed_at from party
       where no_tin is distinct from 'various' order by name`,
    )
  ).rows
const audited = async () =>
  (await here.db.pool.query("select action, actor_name, outcome from audit where action like 'parties.%' order by seq"))
    .rows

test('searching, reading and registering need a session, and a user cannot remove a party', async () => {
  const { id } = await registered(company('Lakbay Trading Inc.', '123-456-789'))
  const asked = [
    await here.nobody.call(searchParties),
    await here.nobody.call(listParties),
    await here.nobody.call(getParty, { params: { partyId: id } }),
    await here.nobody.call(checkParty, { body: { tin: '', name: '' } }),
    await send(company('Other', '222-456-789'), { by: here.nobody }),
    await here.nobody.call(removeParty, { params: { partyId: id } }),
    await ana.call(removeParty, { params: { partyId: id } }),
  ]
  expect(asked.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 403])
  expect(await rows()).toHaveLength(1)
})

test('a registration is stored with its TIN in two parts, its fields as confirmed, and an audit event', async () => {
  const reply = await send(
    person('Ñuñez', 'María José', '234 567 891 00002', {
      middleName: "D'Angelo",
      email: 'maria@example.com',
      vatStatus: 'vat',
      government: false,
    }),
    { role: 'supplier' },
  )
  const { party, already } = reply.answer
  expect(already).toBe(false)
  expect(party).toMatchObject({
    name: "Ñuñez, María José D'Angelo",
    tin: '234-567-891-00002',
    email: 'maria@example.com',
    customer: false,
    supplier: true,
  })
  expect(await rows()).toMatchObject([{ tin9: '234567891', branch_code: '00002' }])
  const { party: whole } = (await ben.call(getParty, { params: { partyId: party.id } })).answer
  expect(whole).toMatchObject({
    id: party.id,
    supplier: true,
    customer: false,
    fields: { lastName: 'Ñuñez', tin: '234-567-891-00002', phone: '' },
  })
  expect(partyFields.parse(whole.fields)).toEqual(whole.fields)
  expect(await audited()).toEqual([{ action: 'parties.register', actor_name: 'ana', outcome: 'done' }])
  expect(await partyById(party.id)).toMatchObject({
    id: party.id,
    tin9: '234567891',
    branchCode: '00002',
    supplier: true,
    customer: false,
    lastName: 'Ñuñez',
  })
})

test('a repeated registration is stored once and returns the same party', async () => {
  const registrationId = randomUUID()
  const replies = await Promise.all(
    [1, 2, 3, 4].map(() => send(company('Lakbay Trading Inc.', '123-456-789'), { registrationId })),
  )
  expect(new Set(replies.map(({ answer }) => answer.party.id)).size).toBe(1)
  expect(replies.filter(({ answer }) => !answer.already)).toHaveLength(1)
  expect(await rows()).toHaveLength(1)
  expect(await audited()).toHaveLength(1)
})

test('two people who register the same TIN at once get one party, and the second is informed', async () => {
  const fields = company('Lakbay Trading Inc.', '123-456-789')
  const replies = await Promise.all([
    send(fields, { by: ana }),
    send(fields, { by: ben }),
    send(fields, { by: ana, role: 'supplier' }),
  ])
  expect(new Set(replies.map(({ answer }) => answer.party.id)).size).toBe(1)
  expect(replies.filter(({ answer }) => !answer.already)).toHaveLength(1)
  expect(await rows()).toMatchObject([{ customer: true, supplier: true }])
})

test(`two people register one TIN for different names at once: one succeeds, the other reads whose it is, ${rounds} times`, async () => {
  const people = [await viewerOf(here, 'ana'), await viewerOf(here, 'ben')] as const
  const names = ['Lakbay Trading Inc.', 'Sampaguita Foods Corp.'] as const
  for (let round = 0; round < rounds; round++) {
    const digits = String(123_456_000 + round)
    const tin = `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`
    const ends = await Promise.allSettled(
      people.map((viewer, i) =>
        here.db.kysely.transaction().execute((trx) =>
          register(trx, here, {
            registrationId: randomUUID(),
            role: 'customer',
            lookAlikesSeen: true,
            viewer,
            address: '',
            fields: partyFields.parse(company(names[i] ?? '', tin)),
          }),
        ),
      ),
    )
    const [won] = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.party.name] : []))
    const [refusal] = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Refusal] : []))
    expect([refusal?.problem.code, refusal?.problem.status, refusal?.fields?.[0]?.path]).toEqual([
      ...['parties.duplicateTin', 409],
      ['fields', 'tin'],
    ])
    expect(refusal?.problem.sentence).toBe(
      `TIN ${tin}-00000 is already registered for ${won}. Check the TIN, or use the registered customer or supplier.`,
    )
  }
  expect(await rows()).toHaveLength(rounds)
})

test('of two people who register similar parties at once, the second is shown the first', async () => {
  const replies = await Promise.all([
    send(company('Lakbay Trading Inc.', '123-456-789'), { by: ana }),
    send(company('Lakbay Trading Inc.', '987-654-321'), { by: ben }),
  ])
  expect(replies.map(({ body }) => body.code)).toContain('parties.lookAlike')
  expect(await rows()).toHaveLength(1)
})

test('a customer who is also a supplier gets the second role once', async () => {
  const first = await registered(company('Lakbay Trading Inc.', '123-456-789'))
  expect(await found('lakbay', 'supplier')).toEqual([])
  const registrationId = randomUUID()
  for (const _ of [1, 2]) {
    const { answer } = await send(company('LAKBAY TRADING, INCORPORATED', '123456789'), {
      role: 'supplier',
      registrationId,
    })
    expect(answer).toMatchObject({
      already: true,
      party: { id: first.id, name: 'Lakbay Trading Inc.', customer: true, supplier: true },
    })
  }
  expect((await audited()).map(({ action }) => action)).toEqual(['parties.register', 'parties.addRole'])
  expect(await found('lakbay', 'supplier')).toEqual(['Lakbay Trading Inc.'])
})

test('a form sent again with another TIN is shown what it has registered', async () => {
  const registrationId = randomUUID()
  await registered(company('Lakbay Trading Inc.', '123-456-789'), { registrationId })
  const { status, body } = await send(company('Mabuhay Hardware', '555-444-333'), { registrationId })
  expect([status, body.code]).toEqual([409, 'parties.duplicateTin'])
  expect(body.error).toContain('This form already registered Lakbay Trading Inc. with TIN 123-456-789-00000')
})

test('look-alikes are shown before anything is stored, and can be confirmed as different', async () => {
  await registered(company('Lakbay Trading Inc.', '123-456-789'))
  const twin = company('Lakbai Trading Corp', '987-654-321')
  const { status, body } = await send(twin)
  expect([status, body.code]).toEqual([409, 'parties.lookAlike'])
  expect(body.error).toBe(
    'A similar registration exists: Lakbay Trading Inc. (TIN 123-456-789-00000). Use it, or register this one anyway.',
  )
  expect(await rows()).toHaveLength(1)
  expect((await send(twin, { lookAlikesSeen: true })).answer.already).toBe(false)
  expect(await rows()).toHaveLength(2)
})

test.each([
  ['the same TIN and branch', '123-456-789', '', 'This TIN and branch code are already registered.', true],
  [
    'the same TIN with another branch',
    '123-456-789-00003',
    '',
    'The same TIN is registered with branch code 00000.',
    false,
  ],
  [
    'a TIN with two digits swapped',
    '123-456-798',
    '',
    'Its TIN 123-456-789-00000 differs by one digit or by two swapped digits.',
    false,
  ],
  [
    'a TIN with one digit wrong',
    '123-456-780',
    '',
    'Its TIN 123-456-789-00000 differs by one digit or by two swapped digits.',
    false,
  ],
  ['the same name without marks', '', 'lakbay tours', 'The name is the same or similar.', false],
  ['the words in another order', '', 'Tours, Lakbáy', 'The name is the same or similar.', false],
  ['a slip in the first word', '', 'Lakbya Tours', 'The name is the same or similar.', false],
  ['a slip in the last word', '', 'Lakbay Toors', 'The name is the same or similar.', false],
])('typing %s gives a warning', async (_, tin, name, reason, isSame) => {
  await registered(company('LAKBAY TOURS, INC.', '123-456-789'))
  await registered(company('Somebody Else Altogether', '555-666-777'))
  const { lookAlikes } = (await ana.call(checkParty, { body: { tin, name } })).answer
  expect(lookAlikes.map((alike) => [alike.party.name, alike.reason, alike.isSame])).toEqual([
    ['LAKBAY TOURS, INC.', reason, isSame],
  ])
})

test('half a TIN and half a name give no warning', async () => {
  await registered(company('Lakbay Tours, Inc.', '123-456-789'))
  for (const body of [
    { tin: '123', name: '' },
    { tin: '', name: 'Lak' },
    { tin: '000-000-000', name: '' },
    { tin: '', name: '' },
    { tin: '(', name: "'%_\\" },
  ]) {
    expect((await ana.call(checkParty, { body })).answer.lookAlikes).toEqual([])
  }
})

test('a name is found by its words in any order, ignoring case, accents and company endings', async () => {
  await registered(company('Peñaflor & Sons Construction Supply, Inc.', '111-222-333', { tradeName: 'Bahay Depot' }))
  await registered(company('San Miguel Hardware Corporation', '222-333-444'))
  await registered(company('Hardware San Pedro', '333-444-555'))
  await registered(person('Dela Peña', 'Ana', '444-555-666'))
  for (const search of [
    'PENAFLOR',
    'peña sons',
    'supply peñaflor',
    'construc penaf',
    'Peñaflor & Sons Construction Supply Corporation',
    'bahay dep',
    'depot sons',
  ]) {
    expect(await found(search), search).toContain('Peñaflor & Sons Construction Supply, Inc.')
  }
  expect(await found('hardware san')).toEqual(['Hardware San Pedro', 'San Miguel Hardware Corporation'])
  expect(await found('san')).toEqual(['San Miguel Hardware Corporation', 'Hardware San Pedro'])
  expect(await found('pena')).toEqual(['Peñaflor & Sons Construction Supply, Inc.', 'Dela Peña, Ana'])
  expect(await found('corp')).toEqual(['San Miguel Hardware Corporation'])
  expect(await found('sari-sari')).toEqual([])
})

test('a TIN is found by any part of it, in any grouping', async () => {
  await registered(company('Alpha', '123-456-789-00012'))
  await registered(company('Beta', '987-123-456'))
  await registered(company('168 Bazaar', '555-777-888'))
  for (const search of [
    '12',
    '123',
    '123-45',
    '123 456 789',
    '123456789',
    '123.456.789-012',
    '123-456-789-00012',
    'TIN 123-456-789',
  ]) {
    expect((await found(search))[0], search).toBe('Alpha')
  }
  expect(await found('456')).toEqual(['Alpha', 'Beta'])
  expect(await found('7123')).toEqual(['Beta'])
  expect(await found('89')).toEqual([])
  expect(await found('123-456-789-00013')).toEqual([])
  expect(await found('168')).toEqual(['168 Bazaar'])
  expect(await found('alpha 456')).toEqual(['Alpha'])
  expect(await found('beta 789')).toEqual([])
})

test('wildcards, quotes and query characters are searched literally', async () => {
  await registered(company("O'Brien's 100% Fresh_Fish", '123-456-789'))
  await registered(company('Plain Name', '555-666-777'))
  for (const search of ["o'brien", "O'Brien's 100% Fresh_Fish", '100%', 'fresh_fish', 'fresh fish'])
    expect(await found(search), search).toEqual(["O'Brien's 100% Fresh_Fish"])
  for (const search of [
    '%',
    '_',
    '%%%',
    "'",
    '\\',
    '%a',
    'x%',
    ':*',
    'a:* | b',
    '!fresh',
    '&',
    '() OR 1=1',
    '"; drop table party; --',
    '😀',
  ]) {
    expect(await found(search), search).not.toContain('Plain Name')
  }
  expect((await ana.call(searchParties, { query: { search: 'x'.repeat(101) } })).status).toBe(400)
  expect((await ana.call(searchParties, { query: { search: '((((('.repeat(20) } })).status).toBe(200)
})

test('a search lists at most twenty parties of the requested role, and names with the typed prefix first', async () => {
  for (let i = 10; i < 35; i++)
    await registered(company(`Tindahan ${i}`, `123-4${i}-0${i}`), { role: i % 5 === 0 ? 'supplier' : 'customer' })
  await registered(company('Ang Tindahan', '999-888-777'))
  expect(await found('')).toHaveLength(20)
  const register = async (query: Record<string, string>) => (await ana.call(listParties, { query })).answer
  expect(await register({})).toMatchObject({ parties: { length: 26 }, hasMore: false })
  expect(await register({ limit: '10', role: 'supplier' })).toMatchObject({ parties: { length: 5 }, hasMore: false })
  expect(await register({ limit: '10', order: 'payable' })).toMatchObject({ parties: { length: 10 }, hasMore: true })
  expect((await register({ search: 'tindahan', limit: '1' })).parties[0]).toMatchObject({
    name: 'Tindahan 10',
    receivable: null,
    payable: 0n,
  })
  expect(await found('tindahan')).toHaveLength(20)
  expect(await found('tindahan')).not.toContain('Ang Tindahan')
  expect(await found('tindahan', 'supplier')).toEqual([
    'Tindahan 10',
    'Tindahan 15',
    'Tindahan 20',
    'Tindahan 25',
    'Tindahan 30',
  ])
  expect(await found('tindahan ang')).toEqual(['Ang Tindahan'])
})

const correct = (
  partyId: string,
  fields: object,
  { by = ben, correctionId = randomUUID(), reason = 'Two digits were swapped', after = 0, lookAlikesSeen = false } = {},
) => by.call(correctParty, { params: { partyId }, body: { correctionId, fields, reason, after, lookAlikesSeen } })

test('a party is corrected with a reason: documents keep the printed name, lists and searches use the new one', async () => {
  const wrong = company('Lakbay Trading Inc.', '123-456-798', { vatStatus: 'vat' })
  const { id } = await registered(wrong)
  const documentId = await recordDocument(here, {
    number: 'SI-2026-000001',
    partyId: id,
    lines: [
      debit('1110', 11_200_000n, { partyId: id }),
      credit('4010', 10_000_000n, { partyId: id, tax: { vatClass: 'vatable', base: 10_000_000n, vat: 1_200_000n } }),
      credit('2110', 1_200_000n, { partyId: id }),
    ],
  })
  const right = { ...wrong, tin: '123-456-789', registeredName: 'Lakbay Traders Inc.' }
  expect((await correct(id, right, { by: ana })).status).toBe(403)
  expect((await correct(id, right, { reason: '' })).body.fields[0]).toMatchObject({ path: ['reason'] })
  expect((await correct(id, wrong)).body.code).toBe('parties.nothingCorrected')
  here.clock.forward(60)
  const correctionId = randomUUID()
  expect((await correct(id, right, { correctionId })).answer).toMatchObject({
    already: false,
    party: { id, name: 'Lakbay Traders Inc.', tin: '123-456-789-00000' },
  })
  expect((await correct(id, right, { correctionId })).answer.already).toBe(true)
  expect((await correct(id, wrong)).body.code).toBe('parties.corrected')
  const { corrections } = (await ana.call(listCorrections, { params: { partyId: id } })).answer
  expect(corrections).toMatchObject([
    {
      by: 'ben',
      reason: 'Two digits were swapped',
      changes: [
        { label: 'TIN', before: '123-456-798-00000', after: '123-456-789-00000' },
        { label: 'Registered name', before: 'Lakbay Trading Inc.', after: 'Lakbay Traders Inc.' },
      ],
    },
  ])
  expect(await found('traders')).toEqual(['Lakbay Traders Inc.'])
  expect(await found('123456798')).toEqual([])

  const { document } = (await ana.call(getDocument, { params: { documentId } })).answer
  expect([document.partyName, document.receipt.party?.name]).toEqual(['Lakbay Trading Inc.', 'Lakbay Trading Inc.'])
  expect(document.partyNow).toMatchObject({ id, name: 'Lakbay Traders Inc.' })
  for (const search of ['traders', '123-456-789'])
    expect((await ana.call(listDocuments, { query: { search } })).answer.documents).toHaveLength(1)
  const asked = { params: { list: 'sales' }, query: { period: '2026-03' } } as const
  const { table, findings } = (await ben.call(viewTaxList, asked)).answer
  expect(table.rows[0]?.cells.map(String).join()).toContain('123-456-789')
  expect(findings.map(({ sentence }) => sentence).join()).toContain(
    'was corrected on 16 Mar 2026: TIN, Registered name',
  )
  expect((await audited()).map(({ action }) => action)).toContain('parties.correct')
  await expect(here.db.pool.query("update party_correction set reason = 'Another'")).rejects.toThrow('only grows')
  await expect(here.db.pool.query("update party set fields = '{}'")).rejects.toThrow('by a correction only')
  expect(
    (await verify(here.db.kysely)).checks.find(({ name }) => name.startsWith('customer and supplier details'))
      ?.problems,
  ).toEqual([])
})

test('a TIN of another party is refused with its name, and the second of two concurrent corrections must reload', async () => {
  const { id } = await registered(company('Lakbay Trading Inc.', '123-456-789'))
  await registered(company('Bayani Stores', '222-333-444'))
  const taken = await correct(id, company('Lakbay Trading Inc.', '222-333-444'))
  expect(taken.body.fields).toEqual([
    { path: ['fields', 'tin'], message: expect.stringContaining('is already registered for Bayani Stores') },
  ])
  const alike = company('Bayani Store', '123-456-789')
  expect((await correct(id, alike)).body.code).toBe('parties.lookAlike')
  const [one, other] = ['Lakbay Lines Inc.', 'Lakbay Tours Inc.'].map((name) => company(name, '123-456-789'))
  const both = await Promise.all([correct(id, one!), correct(id, other!)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await correct(id, alike, { after: 1, lookAlikesSeen: true })).status).toBe(200)
  expect((await correct(randomUUID(), alike)).status).toBe(404)
})

test('a party without documents is removed: searches skip it, and its TIN can be registered again', async () => {
  const { id } = await registered(company('Lakbay Trading Inc.', '123-456-789'))
  for (const _ of [1, 2])
    expect((await ben.call(removeParty, { params: { partyId: id } })).answer).toEqual({ success: true })
  expect((await ana.call(getParty, { params: { partyId: id } })).body).toMatchObject({ code: 'parties.notThere' })
  expect(await partyById(id)).toBeUndefined()
  expect(await found('lakbay')).toEqual([])
  expect(
    (await ana.call(checkParty, { body: { tin: '123-456-789', name: 'Lakbay Trading' } })).answer.lookAlikes,
  ).toEqual([])
  const again = await registered(company('Lakbay Trading Inc.', '123-456-789'))
  expect(again.id).not.toBe(id)
  expect((await audited()).map(({ action }) => action)).toEqual([
    'parties.register',
    'parties.remove',
    'parties.register',
  ])
  expect((await ben.call(removeParty, { params: { partyId: randomUUID() } })).status).toBe(404)
})

test('a party with documents is not removed, and the refusal names a document', async () => {
  const { id } = await registered(company('Lakbay Trading Inc.', '123-456-789'))
  await recordDocument(here, { partyId: id, number: 'SI-2026-000001' })
  const { status, body } = await ben.call(removeParty, { params: { partyId: id } })
  expect([status, body.code, body.error]).toEqual([
    409,
    'parties.inUse',
    'SI-2026-000001 is for Lakbay Trading Inc., so the registration cannot be removed.',
  ])
  expect(await found('lakbay')).toEqual(['Lakbay Trading Inc.'])
})

test.each([
  [
    'a TIN of zeros',
    company('A', '000-000-000'),
    ['fields', 'tin'],
    'A TIN cannot be all zeros. Enter the nine digits on the certificate of registration.',
  ],
  [
    'ten digits',
    company('A', '123-456-789-0'),
    ['fields', 'tin'],
    'A TIN has 9 digits, or 12 to 14 with the branch code; this one has 10.',
  ],
  [
    'no name',
    company('', '123-456-789'),
    ['fields', 'registeredName'],
    'Enter the registered name as shown on the certificate of registration (BIR Form 2303).',
  ],
  [
    'an e-mail with a second line',
    company('A', '123-456-789', { email: 'a@example.com\r\nBcc: b@example.com' }),
    ['fields', 'email'],
    'Enter one e-mail address without spaces or line breaks, for example ana@example.com.',
  ],
  [
    'a field nobody knows',
    company('A', '123-456-789', { removed_at: null }),
    ['fields'],
    "Unknown field 'removed_at'. Remove it and send the request again.",
  ],
])('a registration with %s is refused at its field, and nothing is stored', async (_, fields, path, message) => {
  const { status, body } = await send(fields)
  expect(status).toBe(400)
  expect(body.fields).toContainEqual({ path, message })
  expect(await rows()).toEqual([])
})

const abroad = (registeredName: string, country: string, more = {}) =>
  company(registeredName, '', { noTin: 'foreign', country, ...more })
const neighbour = (lastName: string, firstName: string, more = {}) =>
  person(lastName, firstName, '', { noTin: 'individual', ...more })

test('a foreign supplier registers with its country instead of a TIN, and is found by them', async () => {
  const party = await registered(abroad('Nimbus Cloud Ltd.', 'SG', { foreignTaxNo: '201812345Z' }), {
    role: 'supplier',
  })
  expect(party).toMatchObject({ tin: '', noTin: 'foreign', country: 'SG', supplier: true })
  expect(party.address).toBe('12 Rizal Street, Makati City 1200, Singapore')
  expect(await rows()).toMatchObject([{ tin9: null, branch_code: '00000' }])
  expect(await partyById(party.id)).toMatchObject({ tin9: null, country: 'SG', foreignTaxNo: '201812345Z' })
  for (const search of ['nimbus', 'singapore', '201812345z']) expect(await found(search), search).toEqual([party.name])
  expect(await verify(here.db.kysely)).toMatchObject({ sound: true })
})

test('the same foreign tax number is one party, and so is the same name in a country without numbers', async () => {
  const nimbus = await registered(abroad('Nimbus Cloud Ltd.', 'SG', { foreignTaxNo: '2018Z' }))
  const also = await send(abroad('NIMBUS CLOUD', 'SG', { foreignTaxNo: '2018z' }), { role: 'supplier' })
  expect(also.answer).toMatchObject({ already: true, party: { id: nimbus.id, customer: true, supplier: true } })
  const other = await send(abroad('Somebody Else', 'SG', { foreignTaxNo: '2018Z' }))
  expect(other.body).toMatchObject({
    error:
      'Foreign tax number 2018Z is already registered for Nimbus Cloud Ltd.. Check the number, or use the registered customer or supplier.',
    fields: [{ path: ['fields', 'foreignTaxNo'] }],
  })

  const acme = await registered(abroad('Acme Inc.', 'US'))
  expect((await send(abroad('ACME', 'US'))).answer).toMatchObject({ already: true, party: { id: acme.id } })
  const { lookAlikes } = (await ana.call(checkParty, { body: { tin: '', name: 'Acme', country: 'US' } })).answer
  expect(lookAlikes).toMatchObject([{ reason: 'This name is already registered for United States.', isSame: true }])
  expect((await send(abroad('Acme Inc.', 'CA'))).body.error).toBe(
    'A similar registration exists: Acme Inc. (No TIN, United States). Use it, or register this one anyway.',
  )
  expect((await send(abroad('Acme Inc.', 'CA'), { lookAlikesSeen: true })).answer.already).toBe(false)
})

test('two individuals without a TIN may have the same name, after a warning', async () => {
  const registrationId = randomUUID()
  const nena = await registered(neighbour('Ramos', 'Nena'), { role: 'supplier', registrationId })
  const again = await send(neighbour('Ramos', 'Nena'), { role: 'supplier', registrationId })
  expect(again.answer).toMatchObject({ already: true, party: { id: nena.id } })
  expect((await send(neighbour('Ramos', 'Nena'), { role: 'supplier' })).body.error).toBe(
    'A similar registration exists: Ramos, Nena (No TIN). Use it, or register this one anyway.',
  )
  expect((await registered(neighbour('Ramos', 'Nena'), { role: 'supplier' })).id).not.toBe(nena.id)
})

test('the database refuses a second party with the same foreign number or name', async () => {
  const { id } = await registered(abroad('Acme Inc.', 'US'))
  const copied = here.db.pool.query(
    `insert into party select (json_populate_record(party, json_build_object('id', gen_random_uuid(), 'registration_id',
     gen_random_uuid()))).* from party where id = $1`,
    [id],
  )
  await expect(copied).rejects.toMatchObject({ constraint: 'party_one_per_foreign_name' })
})

test('a TIN that was not known is added later, and one that returns need is not removed', async () => {
  const nena = await registered(neighbour('Ramos', 'Nena'), { role: 'supplier' })
  const corrected = await correct(nena.id, person('Ramos', 'Nena', '234-567-891'))
  expect(corrected.answer.party).toMatchObject({ tin: '234-567-891-00000', noTin: '' })
  expect((await correct(nena.id, neighbour('Ramos', 'Nena'), { after: 1 })).answer.party).toMatchObject({ tin: '' })

  const lessor = await registered(company('Lakbay Realty', '345-678-912', { vatStatus: 'vat' }), { role: 'supplier' })
  await recordDocument(here, {
    number: 'SI-2026-000001',
    lines: [debit('1310', 12n, { partyId: lessor.id }), credit('1031', 12n)],
  })
  expect((await correct(lessor.id, abroad('Lakbay Realty', 'HK'))).body).toMatchObject({
    code: 'parties.tinInUse',
    fields: [{ path: ['fields', 'tin'] }],
  })
})

test('all walk-in customers are one party, which stays as it is', async () => {
  const [various] = (await ana.call(searchParties, { query: { search: 'walk-in', role: 'customer' } })).answer.parties
  expect(various).toMatchObject({ name: 'Various customers', tin: '', noTin: 'various' })
  const partyId = various?.id ?? ''
  const fields = company('Another name', '', { noTin: 'various' })
  const refused = [
    await send(fields),
    await correct(partyId, fields),
    await ben.call(removeParty, { params: { partyId } }),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('parties.walkIns'))
  const renamed = here.db.pool.query(`update party set name = 'Another' where id = $1`, [partyId])
  await expect(renamed).rejects.toMatchObject({ code: 'TA001' })
  expect(await verify(here.db.kysely)).toMatchObject({ sound: true })
})
