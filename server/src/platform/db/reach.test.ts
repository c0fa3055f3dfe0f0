// Startup waits for a PostgreSQL server that is down, and gives a message if the server refuses access.
import { userInfo } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import ownPostgres from '../../../test/own-postgres.ts'
import { openCutLine } from '../../../test/cut-line.ts'
import { freePort } from '../../../test/postgres-server.ts'
import { openDatabase } from './db.ts'

let stop: (() => Promise<void>) | undefined
let server: URL
beforeAll(async () => {
  stop = await ownPostgres()
  server = new URL(process.env.TALAAN_TEST_DATABASE_URL ?? '')
})
afterAll(() => stop?.())

const at = (change: (url: URL) => void): string => {
  const url = new URL(server)
  change(url)
  return url.href
}
const opened = (databaseUrl: string) => openDatabase({ databaseUrl }, { log: () => {} })

test('messages name an unreachable server and a missing database', async () => {
  const port = await freePort()
  await expect(opened(at((url) => (url.port = String(port))))).rejects.toThrow(
    `The PostgreSQL server at 127.0.0.1:${port} is not responding (ECONNREFUSED). Check that it is running and that DATABASE_URL is right.`,
  )
  await expect(opened(at((url) => (url.pathname = '/nowhere')))).rejects.toThrow(
    /^There is no database nowhere on the PostgreSQL server at .+\. Create it, or correct DATABASE_URL\.$/,
  )
  await expect(opened(at((url) => (url.username = 'nobody')))).rejects.toThrow(
    /rejected the user name or password in DATABASE_URL/,
  )
})

test('of several servers, the one that responds and accepts changes is used', async () => {
  await using line = await openCutLine(server.href)
  const port = await freePort()
  const hosts = `127.0.0.1:${port},${new URL(line.through(server.href)).host}`
  await using db = await opened(server.href.replace(server.host, hosts))
  for (let again = 0; again < 2; again += 1) {
    expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    line.cutAt(/one/, 'before the question')
    await expect(db.pool.query('select 1 as one')).rejects.toThrow(/terminated/)
  }
})

test('a server that accepts no changes is refused with a message', async () => {
  await using db = await opened(server.href)
  await db.pool.query('create role unchanging login; alter role unchanging set default_transaction_read_only = on')
  try {
    await expect(opened(at((url) => (url.username = 'unchanging')))).rejects.toThrow(
      `The PostgreSQL server at ${server.host} is a standby, which accepts no changes. Promote it, or add the address of the primary to DATABASE_URL.`,
    )
  } finally {
    await db.pool.query('drop role unchanging')
  }
})

test('a message names the missing permission to create tables', async () => {
  await using db = await opened(server.href)
  await db.pool.query('create role reader login; revoke create on schema public from public')
  try {
    await expect(opened(at((url) => (url.username = 'reader')))).rejects.toThrow(
      /does not have permission to create tables in the database postgres/,
    )
  } finally {
    await db.pool.query('drop role reader')
  }
})

test('a server of an old version is refused with a message that names both versions', async () => {
  await using db = await opened(server.href)
  await db.pool.query('create database old')
  const old = at((url) => (url.pathname = '/old'))
  try {
    const owner = new pg.Client({ connectionString: old })
    await owner.connect()
    await owner.query(`
      create function public.current_setting(name text) returns text language sql as $$
        select case name when 'server_version' then '13.22' when 'server_version_num' then '130022'
                         else pg_catalog.current_setting(name) end $$;
      alter database old set search_path = public, pg_catalog`)
    await owner.end()
    await expect(opened(old)).rejects.toThrow(
      'The PostgreSQL server has version 13.22; Talaan needs 15 or newer. Upgrade the server.',
    )
  } finally {
    await db.pool.query('drop database old with (force)')
  }
})

test('a message says what to run if the schema public is missing', async () => {
  await using db = await opened(server.href)
  await db.pool.query('create database bare')
  const bare = at((url) => (url.pathname = '/bare'))
  try {
    const owner = new pg.Client({ connectionString: bare })
    await owner.connect()
    await owner.query('drop schema public cascade')
    await owner.end()
    await expect(opened(bare)).rejects.toThrow(
      /^The database bare on the PostgreSQL server at \S+ has no schema public\. Run, as its owner: create schema public;/,
    )
  } finally {
    await db.pool.query('drop database bare with (force)')
  }
})

test('over a Unix socket, the account of the operating system signs in without a password, as itself only', async () => {
  await using db = await opened(server.href)
  const setting = async (name: string) =>
    (await db.pool.query<{ value: string }>('select current_setting($1) as value', [name])).rows[0]?.value ?? ''
  const [sockets, port] = [await setting('unix_socket_directories'), await setting('port')]
  const { username } = userInfo()
  const at = (user: string) => `postgres:///postgres?host=${sockets}&port=${port}&user=${user}`
  await db.pool.query(`create role "${username}" superuser login; create role other login`)
  try {
    await using own = await opened(at(username))
    expect((await own.pool.query('select session_user as name')).rows).toEqual([{ name: username }])
    await expect(opened(at('other'))).rejects.toThrow(`The PostgreSQL server at ${sockets} rejected the user name`)
  } finally {
    await db.pool.query(`drop role "${username}"; drop role other`)
  }
})

test('startup waits for a server that starts later', async () => {
  const port = await freePort()
  const said: string[] = []
  const waiting = openDatabase(
    { databaseUrl: at((url) => (url.port = String(port))) },
    { log: (sentence) => void said.push(sentence), patienceMs: 600_000 },
  )
  await expect.poll(() => said).toHaveLength(1)
  await using _line = await openCutLine(server.href, port)
  await using db = await waiting
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
