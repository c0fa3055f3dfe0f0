// The operator's command line, run on the database of a portal.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { passwordRefusal } from '@talaan/contract/password.ts'
import { dashboard, logIn } from '@talaan/contract/session.ts'
import { passwordOf, openPortal, statusOf } from '../../test/portal.ts'
import { lockDirectory } from '../platform/db/lock.ts'
import { defaultCompanyName } from '../platform/env/env.ts'
import { runCommand } from './main.ts'

const p = await openPortal()
afterAll(p.close)
beforeEach(p.reset)

/** Runs a command line and returns its output. */
async function talaan(line: string, env = p.context.env): Promise<{ code: number; said: string }> {
  const said: string[] = []
  const code = await runCommand(line.split(' ').filter(Boolean), {
    env,
    clock: p.clock,
    open: () => Promise.resolve(p.db),
    say: (text) => said.push(text),
  })
  return { code, said: said.join('\n') }
}
const auditEvents = async () =>
  (
    await p.db.kysely
      .selectFrom('audit')
      .select(['actor_name as who', 'action'])
      .where('actor_name', '=', 'operator')
      .execute()
  ).map(({ action }) => action)

test('help names every command, and an unknown command prints help', async () => {
  for (const line of ['', 'help', '--help']) {
    const { code, said } = await talaan(line)
    expect(code).toBe(0)
    for (const name of ['accounts', 'reset-password', 'end-sessions', 'company'])
      expect(said).toContain(`talaan ${name}`)
  }
  expect(await talaan('frobnicate')).toEqual({
    code: 2,
    said: expect.stringMatching(/Unknown command 'frobnicate'\.[^]*talaan accounts/),
  })
})

test('accounts lists the accounts and whether each has an open session', async () => {
  await p.signIn('ben')
  p.clock.forward(25 * 60)
  await p.signIn('ana')
  expect((await talaan('accounts')).said.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    'ana user active logged in',
    'ben accountant active',
    'carla admin active',
    'dino user deactivated',
  ])
})

test('reset-password resets what no screen can: the password of an accountant, who logs in once and changes it', async () => {
  const ben = await p.signIn('ben')
  const { code, said } = await talaan('reset-password BEN')
  const password = /One-time password {3}(\S+)/.exec(said)![1]!
  expect([code, passwordRefusal(password, 'ben')]).toEqual([0, undefined])
  expect(await statusOf(ben)).toBe(401)
  expect((await p.nobody.call(logIn, { body: { ClientId: 'ben', Password: passwordOf('ben') } })).status).toBe(401)
  const back = await p.signIn('ben', { password })
  const { firstLogin, notices } = (await back.call(dashboard)).answer
  expect(firstLogin).toBe(true)
  expect(notices).toEqual([expect.stringContaining('the system administrator reset your password')])
  expect(await auditEvents()).toEqual(['operator.resetPassword'])
})

test('a command for a missing account says so and changes nothing', async () => {
  for (const line of ['reset-password nobody', 'end-sessions nobody']) {
    expect(await talaan(line)).toEqual({
      code: 1,
      said: "There is no user account 'nobody'. To list the user accounts, run: talaan accounts",
    })
  }
  expect((await talaan('reset-password')).code).toBe(1)
  expect(await auditEvents()).toEqual([])
})

test('end-sessions logs out one account or all', async () => {
  const [ana, ben, carla] = [await p.signIn('ana'), await p.signIn('ben'), await p.signIn('carla')]
  expect((await talaan('end-sessions ana')).said).toBe('Accounts logged out: 1.')
  expect([await statusOf(ana), await statusOf(ben)]).toEqual([401, 200])
  expect((await talaan('end-sessions')).said).toBe('Accounts logged out: 2.')
  expect([await statusOf(ben), await statusOf(carla)]).toEqual([401, 401])
  expect((await talaan('end-sessions')).said).toBe('No one was logged in.')
})

test('company sets the details printed on documents', async () => {
  expect((await talaan('company set tin 123-456-789')).code).toBe(0)
  await talaan('company set branch 12')
  await talaan('company set address 12 Mabini Street, Malate, Manila 1004')
  const { said } = await talaan('company set vat no')
  expect(said.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    'Name Bahay Kubo Trading',
    'TIN 123-456-789-00012',
    'Address 12 Mabini Street, Malate, Manila 1004',
    'VAT not registered',
  ])
  expect((await talaan('company show')).said).toBe(said)
  await talaan('company set tin 987-654-321-00003')
  expect((await talaan('company')).said).toContain('987-654-321-00003')
  await p.db.kysely
    .insertInto('registration')
    .values({ kind: 'vat', value: 'yes', valid_from: '2026-07-01', source: 'BIR form 2303' })
    .execute()
  expect((await talaan('company set vat yes')).code).not.toBe(0)
  expect(await auditEvents()).toHaveLength(5)
})

test('setting the company name is refused where the environment sets it', async () => {
  expect((await talaan('company set name Other')).said).toContain('COMPANY_NAME')
  const unnamed = { ...p.context.env, companyName: defaultCompanyName }
  expect((await talaan('company set name Sari-Sari ni Ana', unnamed)).said).toContain('Sari-Sari ni Ana')
})

test.for([
  'company set tin 12',
  'company set branch abcdef',
  'company set vat maybe',
  'company set',
  'company set constructor x',
  'company forget',
])('%s is answered with the correct usage', async (line) => {
  const { code, said } = await talaan(line)
  expect([code, said.length > 10]).toEqual([1, true])
  expect(await auditEvents()).toEqual([])
})

test('a command refuses to run while the portal uses the embedded database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'talaan-command-'))
  const lock = lockDirectory(dataDir)
  try {
    const { code, said } = await program('accounts', { DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(said).toMatch(
      /^The data directory .* is in use by another Talaan process \(pid \d+\)\. Stop that process first/,
    )
    expect(said.trim().split('\n')).toHaveLength(1)
  } finally {
    lock.release()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('a wrong environment variable is named in a message', async () => {
  const { code, said } = await program('accounts', { PORT: 'many' })
  expect([code, said.trim()]).toEqual([
    1,
    "PORT is 'many'. Use a number from 0 to 65535, for example PORT=3000 (0 uses any free port).",
  ])
})

function program(command: string, env: Record<string, string>): Promise<{ code: number; said: string }> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  return new Promise((done) => {
    execFile(
      process.execPath,
      [main, command],
      { env: { PATH: process.env['PATH'], ...env } },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

test('heads prints and saves a line with a time-stamp request, and verify compares the books with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'talaan-test-'))
  try {
    const { code, said } = await talaan(`heads ${folder}`)
    expect(code).toBe(0)
    const [line = ''] = said.split('\n')
    expect(line).toMatch(/^Talaan 2026-03-16T01:00:00\.000Z: \d+ entries [0-9a-f]{64}, \d+ audit events [0-9a-f]{64}$/)
    const name = 'talaan-heads-2026-03-16T010000Z'
    expect(readdirSync(folder).toSorted()).toEqual([`${name}.tsq`, `${name}.txt`])
    const path = join(folder, `${name}.txt`)
    expect(readFileSync(path, 'utf8')).toBe(line)
    expect(await talaan(`verify ${path}`)).toMatchObject({
      code: 0,
      said: expect.stringContaining('yes  the books match the entry count and hash saved outside Talaan'),
    })
    writeFileSync(
      path,
      line.replace(/(\d+) audit events/, (_, events) => `${Number(events) + 5} audit events`),
    )
    expect(await talaan(`verify ${path}`)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/The line of 16 Mar 2026 recorded \d+ sealed events, but the audit trail has \d+\./),
    })
    writeFileSync(path, 'Dear Sir')
    expect((await talaan(`verify ${path}`)).said).toContain('There is no line in')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
