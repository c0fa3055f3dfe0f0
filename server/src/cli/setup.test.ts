// The first start creates a company in an empty database; later starts leave it alone.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { standardChart } from '@talaan/ledger/accounts/chart.ts'
import { passwordRefusal } from '@talaan/contract/password.ts'
import { emptied, freshDatabase } from '../../test/database.ts'
import { isPassword } from '../http/passwords.ts'
import { setUp } from './setup.ts'

const db = await freshDatabase()
afterAll(() => db.close())
beforeEach(() => emptied(db))

const clock = { now: () => Date.parse('2026-03-16T01:00:00Z') }
const passwordCost = { memoryKiB: 8, passes: 1 }
const start = (env: Partial<Parameters<typeof setUp>[0]['env']> = {}) =>
  setUp({
    db,
    clock,
    passwordCost,
    env: { companyName: 'Bahay Kubo', adminClientId: 'admin', adminPassword: null, ...env },
  })
const people = () => db.kysely.selectFrom('users').selectAll().execute()
const companyName = async () => (await db.kysely.selectFrom('company').select('name').executeTakeFirst())?.name

test('the first start creates the first admin with a one-time password that must be changed', async () => {
  const first = await start()
  expect(first).toEqual({ clientId: 'admin', oneTimePassword: expect.any(String) })
  expect(passwordRefusal(first!.oneTimePassword, 'admin')).toBeUndefined()
  const [admin, ...more] = await people()
  expect(more).toEqual([])
  expect(admin).toMatchObject({ client_id: 'admin', role: 'admin', seat: 1, first_login: true })
  expect(await isPassword(first!.oneTimePassword, admin!.password_hash)).toBe(true)
  expect(await companyName()).toBe('Bahay Kubo')
})

test('the first start adds the standard chart of accounts and the VAT rates', async () => {
  await start()
  const { accounts } = await db.kysely
    .selectFrom('account')
    .select((is) => is.fn.countAll<bigint>().as('accounts'))
    .executeTakeFirstOrThrow()
  expect(Number(accounts)).toBe(standardChart.length)
  expect(await db.kysely.selectFrom('vat_rate').select(['rate', 'valid_from', 'valid_to']).execute()).toEqual([
    { rate: '0.120000', valid_from: '2006-02-01', valid_to: null },
  ])
})

test('a password from the environment is used and not shown, and must be changed as well', async () => {
  expect(await start({ adminClientId: 'carla', adminPassword: 'Kwaderno-ng-Tindahan-8' })).toBeUndefined()
  const [carla] = await people()
  expect(await isPassword('Kwaderno-ng-Tindahan-8', carla!.password_hash)).toBe(true)
  expect(carla).toMatchObject({ client_id: 'carla', first_login: true })
})

test('a second start changes nothing, whatever admin the environment names', async () => {
  await start()
  const before = await people()
  expect(await start({ adminClientId: 'other', adminPassword: 'Kwaderno-ng-Tindahan-8' })).toBeUndefined()
  expect(await people()).toEqual(before)
})

test('a company renamed in the environment is renamed; without a name there it keeps its name', async () => {
  await start()
  await start({ companyName: 'Bahay Kubo Trading' })
  expect(await companyName()).toBe('Bahay Kubo Trading')
  await start({ companyName: 'My Company' })
  expect(await companyName()).toBe('Bahay Kubo Trading')
})

test('two servers that start at the same moment on an empty database create one company and one admin', async () => {
  const answers = await Promise.all([start(), start()])
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
  expect(await people()).toHaveLength(1)
})
