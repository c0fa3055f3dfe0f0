// The operator adds accounts without a browser.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { logIn } from '@talaan/contract/session.ts'
import { freshDatabase } from '../../test/database.ts'
import { openPortal } from '../../test/portal.ts'
import { runCommand } from './main.ts'

const p = await openPortal()
afterAll(p.close)
beforeEach(p.reset)

async function talaan(line: string): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const open = () => Promise.resolve(p.db)
  const code = await runCommand(line.split(' '), {
    env: p.context.env,
    clock: p.clock,
    open,
    say: (text) => said.push(text),
  })
  return { code, said: said.join('\n') }
}

test('add-account creates an account with a one-time password that must be changed', async () => {
  const { code, said } = await talaan('add-account elena accountant')
  expect(code).toBe(0)
  const password = /One-time password {3}(\S+)/.exec(said)?.[1] ?? ''
  const { status, body } = await p.nobody.call(logIn, { body: { ClientId: 'elena', Password: password } })
  expect([status, body.role, body.firstLogin]).toEqual([200, 'accountant', true])
  const audited = p.db.kysely
    .selectFrom('audit')
    .select(['actor_name', 'detail'])
    .where('action', '=', 'operator.addAccount')
  expect(await audited.execute()).toEqual([
    { actor_name: 'operator', detail: { clientId: 'elena', role: 'accountant' } },
  ])
})

test.each([
  ['add-account', /^Usage: talaan add-account <client ID>/],
  ['add-account elena owner', /^Usage: talaan add-account <client ID>/],
  ['add-account a/b user', /^A Client ID has 3 to 64/],
  ['add-account ANA user', /already exists/],
])('%s is refused with a way to correct it', async (line, sentence) => {
  const before = await p.db.kysely.selectFrom('users').select('id').execute()
  expect(await talaan(line)).toEqual({ code: 1, said: expect.stringMatching(sentence) })
  expect(await p.db.kysely.selectFrom('users').select('id').execute()).toHaveLength(before.length)
})

test('add-account stops at five active accounts', async () => {
  expect((await talaan('add-account elena user')).code).toBe(0)
  expect((await talaan('add-account felix user')).code).toBe(0)
  const { code, said } = await talaan('add-account gina user')
  expect([code, said]).toEqual([1, 'You can only have a maximum of 5 active accounts (including Admin).'])
})

test('add-account waits for the portal to set up its company', async () => {
  await using db = await freshDatabase()
  const said: string[] = []
  const given = {
    env: p.context.env,
    clock: p.clock,
    open: () => Promise.resolve(db),
    say: (text: string) => said.push(text),
  }
  expect(await runCommand(['add-account', 'elena', 'user'], given)).toBe(1)
  expect(said).toEqual(['There is no company yet. Start Talaan once to create it.'])
})
