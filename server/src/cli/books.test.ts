// The operator verifies the books and creates a demo company.
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { freshDatabase } from '../../test/database.ts'
import { readEnvironment } from '../platform/env/env.ts'
import { verify as verifyBooks } from '../books/verify/verify.ts'
import { demo, verify } from './books.ts'
import { makeDemo } from './demo/demo.ts'
import { runCommand } from './main.ts'

const env = readEnvironment({ COMPANY_NAME: 'Sampaguita Office Supplies, Inc.' })
const cheap = { memoryKiB: 8, passes: 1 }

test('the demo company is the same every time, with books without errors, three accounts, voids and attachments', async () => {
  const heads: string[] = []
  for (let time = 0; time < 2; time++) {
    await using db = await freshDatabase()
    await makeDemo({ db, env, passwordCost: cheap, today: '2026-11-21', months: 2 })
    const verdict = await verifyBooks(db.kysely)
    expect(verdict.checks.filter(({ problems }) => problems.length > 0)).toEqual([])
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from document) as documents, (select count(*)::int from document_void) as voids,
        (select count(*)::int from attachment) as papers, (select count(*)::int from users where seat is not null) as accounts,
        (select count(*)::int from party) as parties`.execute(db.kysely)
    expect(rows[0]).toMatchObject({ voids: 2, accounts: 3, parties: 17 })
    expect(rows[0]?.['documents']).toBeGreaterThan(30)
    expect(rows[0]?.['papers']).toBeGreaterThan(2)
    heads.push(
      JSON.stringify(
        await sql`select number, external_no, day, party_name, total::text as total from document order by number`.execute(
          db.kysely,
        ),
      ),
    )
  }
  expect(heads[0]).toBe(heads[1])
})

test('the demo is refused if documents are already recorded', async () => {
  await using db = await freshDatabase()
  await makeDemo({ db, env, passwordCost: cheap, today: '2026-11-21', months: 1 })
  const said: string[] = []
  const run = (...args: string[]) =>
    runCommand(['demo', ...args], {
      env,
      clock: { now: () => Date.parse('2026-11-21T01:00:00Z') },
      open: () => Promise.resolve(db),
      say: (line) => said.push(line),
    })
  expect(await run('--huge')).toBe(1)
  expect(said.join('\n')).toContain('Unknown option --huge. The options are --large, --open and --company.')
  expect(await run('--company=bakery')).toBe(1)
  expect(said.at(-1)).toBe('There is no demo company bakery. Choose --company=professional or --company=exporter.')
  expect(await run('--company=exporter', '--large')).toBe(1)
  expect(said.at(-1)).toContain('Leave out --large or --company.')
  expect(await run('--company=exporter')).toBe(1)
  expect(said.at(-1)).toContain('These books already have documents. Use')
  expect(await run('--open')).toBe(1)
  expect(said.join('\n')).toContain('These books already have documents. Use')
})

test('verify accepts books without errors and lists the errors of others, with exit code 1', async () => {
  await using db = await freshDatabase()
  await makeDemo({ db, env, passwordCost: cheap, today: '2026-11-21', months: 1 })
  const run = async (...args: string[]) => {
    const said: string[] = []
    const code = await runCommand(['verify', ...args], {
      env,
      clock: { now: () => 0 },
      open: () => Promise.resolve(db),
      say: (line) => said.push(line),
    })
    return { code, said: said.join('\n') }
  }
  expect(await run()).toMatchObject({
    code: 0,
    said: expect.stringContaining('yes  the hash chain matches the stored entries'),
  })
  await db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`update entry set memo = 'other' where no = 3`.execute(trx)
  })
  expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining('Entry 3 or its document') })
  expect(JSON.parse((await run('--json')).said.split('\n')[0] ?? '')).toMatchObject({ sound: false })
  expect([verify.name, demo.name]).toEqual(['verify', 'demo'])
})
