// User Management: the permission matrix, five seats, and the effect of actions on sessions.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dashboard, logIn } from '@talaan/contract/session.ts'
import {
  addUser,
  deactivateUser,
  deleteUser,
  listUsers,
  reactivateUser,
  refusal,
  resetPassword,
} from '@talaan/contract/users.ts'
import { roles } from '@talaan/contract/roles.ts'
import { addPeople, companyName, deviceIn, passwordOf, openPortal, statusOf } from '../../../test/portal.ts'
import type { Caller } from '../../../test/portal.ts'

const p = await openPortal()
afterAll(p.close)
beforeEach(p.reset)

const newPassword = 'Kwaderno-ng-Tindahan-8'
const path = (clientId: string) => ({ params: { clientId: `client_${clientId}` } })
const add = (caller: Caller, ClientId: string, more: object = {}) =>
  caller.call(addUser, { body: { ClientId, Company: companyName, Password: newPassword, Role: 'user', ...more } })
const reset = (caller: Caller, clientId: string, adminPassword: string, Password = newPassword) =>
  caller.call(resetPassword, { ...path(clientId), body: { Password, adminPassword } })
const logInAs = (ClientId: string, Password: string) => p.nobody.call(logIn, { body: { ClientId, Password } })
const listed = async (caller: Caller) => (await caller.call(listUsers)).answer.users
const names = async (caller: Caller) => (await listed(caller)).map(({ ClientId }) => ClientId)
const seats = async () =>
  (await p.db.kysely.selectFrom('users').select('seat').where('seat', 'is not', null).orderBy('seat').execute()).map(
    ({ seat }) => seat,
  )
const auditEvents = async () =>
  (
    await p.db.kysely
      .selectFrom('audit')
      .select(['actor_name as who', 'action', 'outcome'])
      .where('action', 'like', 'users.%')
      .orderBy('seq')
      .execute()
  ).map(({ who, action, outcome }) => `${who} ${action} ${outcome}`)

describe('the list', () => {
  test('shows exactly five fields of each account: admins, accountants, then users by name', async () => {
    const carla = await p.signIn('carla')
    expect((await carla.call(listUsers, { query: { company: companyName } })).body).toEqual({
      success: true,
      users: [
        { ClientId: 'carla', Role: 'admin', Active: true, isOnline: true, Company: companyName },
        { ClientId: 'ben', Role: 'accountant', Active: true, isOnline: false, Company: companyName },
        { ClientId: 'ana', Role: 'user', Active: true, isOnline: false, Company: companyName },
        { ClientId: 'dino', Role: 'user', Active: false, isOnline: false, Company: companyName },
      ],
    })
  })

  test('is not shown to a user, nor to any role for another company', async () => {
    expect((await (await p.signIn('ana')).call(listUsers)).status).toBe(403)
    const ben = await p.signIn('ben')
    const { status, body } = await ben.call(listUsers, { query: { company: 'Another Company' } })
    expect([status, body.code]).toEqual([403, 'users.otherCompany'])
  })

  test('shows a person offline after 25 minutes without a ping', async () => {
    await p.signIn('ana')
    p.clock.forward(25 * 60)
    const carla = await p.signIn('carla')
    expect((await listed(carla)).find(({ ClientId }) => ClientId === 'ana')?.isOnline).toBe(false)
  })
})

describe('permissions', () => {
  const people = { carla: 'admin', clara: 'admin', ben: 'accountant', bong: 'accountant', ana: 'user' } as const
  const viewers = ['carla', 'ben', 'ana'] as const
  const person = (clientId: keyof typeof people) => ({ clientId, role: people[clientId] })
  beforeEach(() => addPeople(p, { clara: { role: 'admin', active: true }, bong: { role: 'accountant', active: true } }))

  const everyPair = viewers.flatMap((viewer) =>
    (Object.keys(people) as (keyof typeof people)[]).map((target) => [viewer, target] as const),
  )

  test.for(everyPair)(
    '%s resets the password of %s exactly as the table of accounts says',
    async ([viewer, target]) => {
      const problem = refusal.resetPassword(person(viewer), person(target))
      const { status, body } = await reset(await p.signIn(viewer), target, passwordOf(viewer))
      expect([status, body.code]).toEqual([problem?.status ?? 200, problem?.code])
      expect((await logInAs(target, newPassword)).status).toBe(problem ? 401 : 200)
      expect((await auditEvents()).at(-1)).toBe(`${viewer} users.resetPassword ${problem ? 'refused' : 'done'}`)
    },
  )

  test.for(
    everyPair.flatMap(([viewer, target]) =>
      [deactivateUser, deleteUser].map((endpoint) => [viewer, endpoint.name, target, endpoint] as const),
    ),
  )('%s does %s to %s exactly as the table of accounts says', async ([viewer, , target, endpoint]) => {
    const problem = refusal.deactivate(person(viewer), person(target))
    const { status } = await (await p.signIn(viewer)).call(endpoint, path(target))
    expect(status).toBe(problem?.status ?? 200)
    expect((await logInAs(target, passwordOf(target))).status).toBe(
      problem ? (viewer === target ? 409 : 200) : endpoint === deleteUser ? 401 : 403,
    )
    expect((await auditEvents()).at(-1)).toBe(`${viewer} ${endpoint.name} ${problem ? 'refused' : 'done'}`)
  })

  test.for(viewers.flatMap((viewer) => roles.map((role) => [viewer, role] as const)))(
    '%s adds an account of the role %s exactly as the table of accounts says',
    async ([viewer, role]) => {
      await p.db.kysely.updateTable('users').set({ seat: null }).where('client_id', 'in', ['clara', 'bong']).execute()
      const problem = refusal.add(person(viewer), role)
      const { status, body } = await add(await p.signIn(viewer), 'eva', { Role: role })
      expect(status).toBe(problem?.status ?? 200)
      if (problem && viewer !== 'ana') expect(body.code).toBe(problem.code)
      expect((await logInAs('eva', newPassword)).status).toBe(problem ? 401 : 200)
    },
  )

  test('every call needs a session', async () => {
    const replies = [
      await p.nobody.call(listUsers),
      await add(p.nobody, 'eva'),
      await reset(p.nobody, 'ana', passwordOf('carla')),
      ...(await Promise.all(
        [deactivateUser, reactivateUser, deleteUser].map((endpoint) => p.nobody.call(endpoint, path('ana'))),
      )),
    ]
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 401))
  })
})

describe('adding', () => {
  test('creates an account that can log in; an added admin must change the password first', async () => {
    const carla = await p.signIn('carla')
    expect((await add(carla, 'eva', { Role: undefined })).body).toEqual({ success: true })
    expect((await add(carla, 'rosa', { Role: 'admin' })).status).toBe(200)
    expect((await logInAs('eva', newPassword)).body).toMatchObject({ role: 'user', firstLogin: false })
    expect((await logInAs('rosa', newPassword)).body).toMatchObject({ role: 'admin', firstLogin: true })
  })

  test.for([
    ['the client id exists', 'ana', {}, 409, 'users.duplicate'],
    ['it exists in another case', 'ANA', {}, 409, 'users.duplicate'],
    ['the password is weak', 'eva', { Password: 'weak' }, 400, 'session.weakPassword'],
    ['the password is a common one', 'eva', { Password: 'Password1!' }, 400, 'session.weakPassword'],
    ['the password is the client id', 'evangeline', { Password: 'Evangeline1!' }, 400, 'session.weakPassword'],
    ['the company is another', 'eva', { Company: 'Another Company' }, 403, 'users.otherCompany'],
    ['the client id has a letter of another alphabet', '\u0430na', {}, 400, 'input'],
    ['the client id has a space', 'e va', {}, 400, 'input'],
    ['there are fields that nobody asked for', 'eva', { Active: true, seat: 9 }, 400, 'input'],
    ['the role is none', 'eva', { Role: 'ADMIN' }, 400, 'input'],
  ] as const)('is refused when %s', async ([, clientId, more, status, code]) => {
    const carla = await p.signIn('carla')
    const before = await names(carla)
    const reply = await add(carla, clientId, more)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(await names(carla)).toEqual(before)
  })

  test('the client id of a deleted account may be used again, as a new account', async () => {
    const carla = await p.signIn('carla')
    await carla.call(deleteUser, path('ana'))
    expect((await add(carla, 'Ana')).status).toBe(200)
    expect((await logInAs('ana', passwordOf('ana'))).status).toBe(401)
    expect((await logInAs('ana', newPassword)).status).toBe(200)
    const rows = await p.db.kysely.selectFrom('users').select('id').where('client_id', 'ilike', 'ana').execute()
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2)
  })
})

describe('five active accounts', () => {
  const cap = 'You can only have a maximum of 5 active accounts (including Admin).'

  test('a sixth active account is refused with the sentence of the specification', async () => {
    const carla = await p.signIn('carla')
    expect((await add(carla, 'eva')).status).toBe(200)
    expect((await carla.call(reactivateUser, path('dino'))).status).toBe(200)
    const { status, body } = await add(carla, 'fely')
    expect([status, body.error]).toEqual([409, cap])
    expect(await names(carla)).not.toContain('fely')
    expect((await auditEvents()).at(-1)).toBe('carla users.add refused')
  })

  test('deactivating frees a seat for the next account, and the deactivated account does not get it back', async () => {
    const carla = await p.signIn('carla')
    await add(carla, 'eva')
    await carla.call(deactivateUser, path('ana'))
    await add(carla, 'fely')
    expect(await seats()).toEqual([1, 2, 3, 4])
    await add(carla, 'gina')
    const { status, body } = await carla.call(reactivateUser, path('ana'))
    expect([status, body.error]).toEqual([409, cap])
  })

  test('of ten accounts added and activated at the same moment, two get the two free seats', async () => {
    const carla = await p.signIn('carla')
    await addPeople(p, { eva: { role: 'user', active: false }, fely: { role: 'user', active: false } })
    const replies = await Promise.all([
      ...Array.from({ length: 7 }, (_, at) => add(carla, `new${at}`)),
      ...['dino', 'eva', 'fely'].map((clientId) => carla.call(reactivateUser, path(clientId))),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(replies.filter(({ status, body }) => status === 409 && body.error === cap)).toHaveLength(8)
    expect(await seats()).toEqual([1, 2, 3, 4, 5])
  })

  test('two accounts activated at the same moment both get a seat if two are free', async () => {
    const carla = await p.signIn('carla')
    await addPeople(p, { eva: { role: 'user', active: false } })
    for (let round = 0; round < 10; round++) {
      const replies = await Promise.all(['dino', 'eva'].map((clientId) => carla.call(reactivateUser, path(clientId))))
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      for (const clientId of ['dino', 'eva']) await carla.call(deactivateUser, path(clientId))
    }
  })

  test('the database itself refuses a sixth seat', async () => {
    await expect(
      p.db.kysely.updateTable('users').set({ seat: 6 }).where('client_id', '=', 'dino').execute(),
    ).rejects.toMatchObject({ code: '23514' })
    await expect(
      p.db.kysely.updateTable('users').set({ seat: 1 }).where('client_id', '=', 'dino').execute(),
    ).rejects.toMatchObject({ code: '23505' })
  })

  test('of two accounts with one client id added at the same moment, one is created', async () => {
    const carla = await p.signIn('carla')
    const replies = await Promise.all([add(carla, 'eva'), add(carla, 'EVA')])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('deactivating, activating, deleting', () => {
  test('ends the session of the account at once', async () => {
    const carla = await p.signIn('carla')
    for (const endpoint of [deactivateUser, deleteUser]) {
      const ana = await p.signIn('ana')
      expect((await carla.call(endpoint, path('ana'))).status).toBe(200)
      expect(await statusOf(ana)).toBe(401)
      await carla.call(reactivateUser, path('ana'))
    }
    const ended = p.db.kysely.selectFrom('session').select('end_reason as reason').where('ended_at', 'is not', null)
    expect(await ended.orderBy('reason').execute()).toEqual([{ reason: 'deactivated' }, { reason: 'deleted' }])
  })

  test('a second click changes nothing and is no error', async () => {
    const carla = await p.signIn('carla')
    for (const endpoint of [deactivateUser, reactivateUser, deactivateUser, deleteUser]) {
      expect((await carla.call(endpoint, path('ana'))).status).toBe(200)
      expect((await carla.call(endpoint, path('ana'))).status).toBe(200)
    }
    expect(await auditEvents()).toEqual(
      ['deactivate', 'reactivate', 'deactivate', 'delete'].map((act) => `carla users.${act} done`),
    )
  })

  test('an account that does not exist is not found', async () => {
    const carla = await p.signIn('carla')
    for (const endpoint of [deactivateUser, reactivateUser, deleteUser]) {
      const { status, body } = await carla.call(endpoint, path('nobody'))
      expect([status, body.code]).toEqual([404, 'users.notThere'])
    }
    expect((await reset(carla, 'nobody', passwordOf('carla'))).status).toBe(404)
  })

  test('a deleted account leaves the list, and its name stays in the audit trail', async () => {
    const ana = await p.signIn('ana')
    await ana.call(listUsers)
    const carla = await p.signIn('carla')
    await carla.call(deleteUser, path('ana'))
    expect(await names(carla)).not.toContain('ana')
    const trail = await p.db.kysely
      .selectFrom('audit')
      .innerJoin('users', 'users.id', 'audit.actor_id')
      .select(['actor_name', 'users.client_id as name'])
      .where('action', '=', 'users.list')
      .execute()
    expect(trail).toEqual([{ actor_name: 'ana', name: 'ana' }])
  })

  test.for(['ana', 'client_', 'client_client_ana', 'CLIENT_ana', 'client_an%2Fa', 'client_a b', "client_ana'--"])(
    'a path of %s finds no account',
    async (clientId) => {
      const carla = await p.signIn('carla')
      const { status } = await carla.call(deactivateUser, { params: { clientId } })
      expect([400, 404]).toContain(status)
      expect((await listed(carla)).filter(({ Active }) => Active)).toHaveLength(3)
    },
  )
})

describe('resetting a password', () => {
  test('ends the session of the account, unlocks it, and shows its owner who did it', async () => {
    const ana = await p.signIn('ana')
    const carla = await p.signIn('carla')
    for (let guess = 0; guess < 6; guess++) await logInAs('ana', 'Not-the-password-1')
    expect((await reset(carla, 'ana', passwordOf('carla'))).body).toEqual({ success: true })
    expect(await statusOf(ana)).toBe(401)
    const back = await p.signIn('ana', { password: newPassword })
    expect((await back.call(dashboard)).answer.notices).toEqual([
      'On March 16, 2026 at 9:00 AM carla reset your password.',
    ])
  })

  test('is possible while a stranger guesses the password of the same user', async () => {
    const carla = await p.signIn('carla')
    for (let guess = 0; guess < 12; guess++) await logInAs('carla', 'Not-the-password-1')
    expect((await reset(carla, 'ana', passwordOf('carla'))).status).toBe(200)
    expect((await logInAs('carla', passwordOf('carla'))).status).toBe(401)
  })

  test('a user who resets their own password is logged out too, and the browser stays known', async () => {
    const ben = await p.signIn('ben')
    const { status, headers } = await reset(ben, 'ben', passwordOf('ben'))
    expect(status).toBe(200)
    expect(await statusOf(ben)).toBe(401)
    for (let guess = 0; guess < 12; guess++) await logInAs('ben', 'Not-the-password-1')
    const body = { ClientId: 'ben', Password: newPassword, forceLogout: true }
    expect((await p.nobody.call(logIn, { body, headers: { cookie: deviceIn(headers) } })).status).toBe(200)
    p.clock.forward(900)
    expect(await statusOf(await p.signIn('ben', { password: newPassword, force: true }))).toBe(200)
  })

  test('asks for the password of the user first, regardless of other errors', async () => {
    const carla = await p.signIn('carla')
    for (const target of ['ana', 'ben', 'nobody']) {
      const { status, body } = await reset(carla, target, passwordOf('ana'), 'weak')
      expect([status, body.code]).toEqual([403, 'users.wrongAdminPassword'])
      await reset(carla, 'ana', passwordOf('carla'), 'weak')
    }
    expect((await logInAs('ana', passwordOf('ana'))).status).toBe(200)
  })

  test('refuses a weak password', async () => {
    const { status, body } = await reset(await p.signIn('carla'), 'ana', passwordOf('carla'), 'weak')
    expect([status, body.error]).toEqual([400, 'Password does not meet requirements'])
  })

  test('cannot be used to guess the password of a session left open', async () => {
    const carla = await p.signIn('carla')
    for (let guess = 0; guess < 5; guess++) await reset(carla, 'ana', 'Not-the-password-1')
    expect((await reset(carla, 'ana', passwordOf('carla'))).status).toBe(429)
    p.clock.forward(1)
    expect((await reset(carla, 'ana', passwordOf('carla'))).status).toBe(200)
  })
})
