// The early calls are exactly the calls that the page makes a moment later.
import { formScreens } from '@talaan/contract/cards.ts'
import { idleHeader } from '@talaan/contract/session.ts'
import { storageKeys } from '@talaan/contract/sign-in.ts'
import { existsSync, readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { begin, filled, earlyAnswer } from './early.ts'
import { forms } from '../frame/forms.ts'
import { firsts } from './first.ts'
import { paths } from './paths.ts'

afterEach(() => vi.unstubAllGlobals())

const here = (pathname: string, search = '') => ({ pathname, search })
const first = (path: string) => firsts.find((each) => each.path === path)
const addressesAt = (path: string, at = here(path)) => first(path)?.calls.map(({ address }) => filled(address, at))

test('the early calls of a page follow its address', () => {
  expect(addressesAt('/dashboard')).toEqual(['/api/auth/Dashboard', '/api/bookmarks', '/api/tasks', '/api/overview'])
  expect(addressesAt('/invoice')).toContain('/api/documents?kind=invoice')
  expect(addressesAt('/invoice', here('/invoice', '?status=void&search=a%26b+c'))).toContain(
    '/api/documents?kind=invoice&search=a%26b%20c&status=void',
  )
  expect(addressesAt('/invoice/:documentId', here('/invoice/0191-ab'))).toContain('/api/documents/0191-ab')
  expect(
    addressesAt('/financialreport/account/:code', here('/financialreport/account/4010', '?to=2026-03-31')),
  ).toContain('/api/reports/account-entries?account=4010&to=2026-03-31')
  expect(addressesAt('/financialreport')).toContain('/api/reports/trial-balance')
})

test('the files of each page and form exist', () => {
  const files = [
    ...firsts.flatMap((each) => each.files),
    ...Object.values(forms).map(([file]) => `frame/forms/${file}`),
  ]
  expect(files.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([])
})

test('every form has its file', () => {
  expect(new Set(Object.keys(forms))).toEqual(new Set(formScreens.map(({ frame }) => frame)))
})

test('early calls are made once, and only for a signed-in user who may see the page', async () => {
  const calls: [string, unknown][] = []
  const storage: Record<string, string> = {}
  vi.stubGlobal('location', here('/financialreport'))
  vi.stubGlobal('localStorage', { getItem: (key: string) => storage[key] ?? null })
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    calls.push([address, headers])
    return new Response(address)
  })
  const report = first('/financialreport')
  if (!report) throw new Error('There is no financial report.')

  begin(report)
  storage[storageKeys.token] = 'the-token'
  storage[storageKeys.userRole] = 'user'
  begin(report)
  storage[storageKeys.userRole] = 'accountant'
  storage[storageKeys.firstLogin] = 'true'
  begin(report)
  expect(calls).toEqual([])

  delete storage[storageKeys.firstLogin]
  begin(report)
  expect(calls).toEqual([
    ['/api/auth/Dashboard', { authorization: 'Bearer the-token', [idleHeader]: '0' }],
    ['/api/portal', { authorization: 'Bearer the-token' }],
    ['/api/reports/trial-balance', { authorization: 'Bearer the-token' }],
  ])
  expect(await (await earlyAnswer('/api/portal'))?.text()).toBe('/api/portal')
  expect(earlyAnswer('/api/portal')).toBeUndefined()
})

const company = 'Sari & Sons, Inc.'
const usersAddress = '/api/auth/userManagement?company=Sari%20%26%20Sons%2C%20Inc.'

/** Opens the user management page with early calls, and returns all calls that reach the server. */
function beginUsers(): string[] {
  const calls: string[] = []
  const storage: Record<string, string> = { [storageKeys.token]: 'the-token', [storageKeys.userRole]: 'admin' }
  vi.stubGlobal('location', here(paths.userManagement))
  vi.stubGlobal('localStorage', { getItem: (key: string) => storage[key] ?? null })
  vi.stubGlobal('fetch', async (address: string) => {
    calls.push(address)
    return Response.json(address === '/api/portal' ? { company } : { calls: address })
  })
  const users = first(paths.userManagement)
  if (!users) throw new Error('There is no user management.')
  begin(users)
  return calls
}

test('the accounts of a company are requested as soon as the company is known', async () => {
  const calls = beginUsers()
  await expect.poll(() => calls).toContain(usersAddress)
  expect(await (await earlyAnswer(usersAddress))?.json()).toEqual({ calls: usersAddress })
  // The answer to its own early call is still available to the page.
  expect(await (await earlyAnswer('/api/portal'))?.json()).toEqual({ company })
})

test('calls that the page has already made are not started early, since their answers could be out of date', async () => {
  const calls = beginUsers()
  expect(earlyAnswer(usersAddress)).toBeUndefined()
  // Once the portal has read its own answer, a later call must not look like a repeated one.
  await (await earlyAnswer('/api/portal'))?.json()
  for (let turn = 0; turn < 20; turn += 1) await Response.json(turn).json()
  expect(calls).not.toContain(usersAddress)
  expect(earlyAnswer(usersAddress)).toBeUndefined()
})

test('early.ts imports nothing', () => {
  expect(readFileSync(new URL('early.ts', import.meta.url), 'utf8')).not.toMatch(/^import/m)
})
