// A restored backup equals the original books, a damaged one is refused, and an encrypted one is unreadable without its key.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { openPortal } from '../../../test/portal.ts'
import { extentOf } from '../../../test/extent.ts'
import type { Portal } from '../../../test/portal.ts'
import { recordDocument } from '../../../test/recorded.ts'
import { temporaryDirectory } from '../../../test/run.ts'
import { sealAuditEvents } from '../../platform/audit/sealing.ts'
import { migrate, migrationsFolder } from '../../platform/db/migrate.ts'
import { auditTrailProblems, auditTrailState } from '../../books/verify/audit-trail.ts'
import { verify } from '../../books/verify/verify.ts'
import { deliver, readLines, writeLines } from '../../platform/backup/file.ts'
import { RowSum } from '../../platform/backup/lines.ts'
import type { End, Header } from '../../platform/backup/lines.ts'
import { damagedSentence, restore } from '../../platform/backup/restore.ts'
import { backupLines } from '../../platform/backup/write.ts'

/** These run on both databases. */
const engine = { tags: ['engine'] }

let here: Portal
let folder: string
let plain: string
let said: Header & End
beforeAll(async () => {
  here = await openPortal()
  for (const no of [1, 2, 3])
    await recordDocument(here, {
      number: `SI-2026-00000${no}`,
      memo: `Bamboo, “second” choice\n\t\\ ${no}`,
      lines: [
        { account: '1110', debit: 112_000_00n, credit: 0n },
        { account: '4010', debit: 0n, credit: 100_000_00n },
        { account: '2110', debit: 0n, credit: 12_000_00n },
      ] as never,
    })
  await sealAuditEvents(here.db.kysely)
  folder = mkdtempSync(join(tmpdir(), 'talaan-test-'))
  plain = join(folder, 'books.gz')
  await writeLines(plain, all())
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await here.close()
})

async function* all() {
  said = yield* backupLines(here.db, { release: 'test', takenAt: '2026-03-16T01:00:00.000Z' })
}

/** A database without tables. */
async function bare() {
  const db = await freshDatabase()
  await db.pool.query('drop schema public cascade; create schema public')
  return db
}

const linesOf = (path: string) => gunzipSync(readFileSync(path)).toString().split('\n')

test('restored books equal the original ones: every table, the chain, and new entries', engine, async () => {
  await using db = await bare()
  expect(await restore(db, () => readLines(plain, null))).toEqual(said)
  const { checks, entries, head, auditTrail } = await verify(db.kysely)
  expect(checks).toEqual((await verify(here.db.kysely)).checks)
  expect([entries.toString(), head]).toEqual([said.entries, said.head])
  expect(auditTrail).toEqual(await auditTrailState(here.db.kysely))
  expect(auditTrail).toMatchObject({ waiting: 0n })
  expect(auditTrail.sealed).toBeGreaterThan(0n)
  expect(await auditTrailProblems(db.kysely)).toEqual([])

  const again = backupLines(db, said)
  let step = await again.next()
  while (step.done !== true) step = await again.next()
  expect(step.value.tables).toEqual(said.tables)
  expect(step.value.tables['line']?.rows).toBe(9)

  // Large books can be queried immediately.
  const { rows: unmeasured } = await db.pool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < 0
       and relname <> 'schema_migration'`,
  )
  expect(unmeasured).toEqual([])

  // Sequences continue where they were, and constraints and triggers are active again.
  const number = await recordDocument({ ...here, db }, { number: 'SI-2026-000004' })
  expect(number).toEqual(expect.any(String))
  await expect(db.pool.query('delete from audit')).rejects.toThrow()
  await expect(
    db.pool.query(`insert into bookmark values (gen_random_uuid(), gen_random_uuid(), 'x', now())`),
  ).rejects.toThrow(/violates foreign key/)
})

test('a backup of an earlier schema is migrated after the restore', async () => {
  await using old = await bare()
  await migrate(old, migrationsFolder, { until: '0025-lines-found-by-key.sql' })
  const path = join(temporaryDirectory(), 'old.gz')
  await writeLines(path, backupLines(old, { release: 'old', takenAt: '2026-01-01T00:00:00.000Z' }))
  await using db = await bare()
  await restore(db, () => readLines(path, null))
  expect(await migrate(db)).toEqual([])
  expect((await db.pool.query('select count(*)::int as count from saved_view')).rows).toEqual([{ count: 0 }])
})

const booksAreThere = 'This database is not empty. Use an empty DATA_DIR or an empty database.'

test('books are restored only to an empty database', async () => {
  await expect(restore(here.db, () => readLines(plain, null))).rejects.toThrow(booksAreThere)
  await using db = await bare()
  for (const [thing, name] of [
    ['create view theirs as select 1 as one', 'view theirs'],
    [`create function theirs() returns int language sql as 'select 1'`, 'function theirs()'],
    [`create type theirs as enum ('one')`, 'type theirs'],
  ]) {
    await db.pool.query(`${thing}`)
    await expect(
      restore(db, () => readLines(plain, null)),
      name,
    ).rejects.toThrow(booksAreThere)
    await db.pool.query(`drop ${name}`)
  }
})

test('of two simultaneous restores one succeeds, and tables that a portal created meanwhile are not removed', async () => {
  await using db = await bare()
  const ends = await Promise.allSettled([1, 2].map(() => restore(db, () => readLines(plain, null))))
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: booksAreThere } })
  expect((await verify(db.kysely)).head).toBe(said.head)

  await using other = await bare()
  async function* whileAPortalStarts() {
    await migrate(other)
    yield* readLines(plain, null)
  }
  await expect(restore(other, whileAPortalStarts)).rejects.toThrow(booksAreThere)
  expect((await other.pool.query('select count(*)::int as count from users')).rows).toEqual([{ count: 0 }])
})

/** A changed backup with recomputed checksums. */
function resummed(lines: readonly string[]): Buffer {
  const sums: Record<string, RowSum> = {}
  let table = ''
  const said = lines.filter((line) => line !== '')
  for (const line of said.slice(1)) {
    if (line.startsWith('=')) sums[(table = line.slice(1))] = new RowSum()
    if (line.startsWith('{')) sums[table]?.add(line)
  }
  const { sequences } = JSON.parse(said.at(-1)?.slice(1) ?? '') as End
  const tables = Object.fromEntries(Object.entries(sums).map(([name, { sum }]) => [name, sum]))
  return gzipSync([...said.slice(0, -1), `.${JSON.stringify({ tables, sequences })}`, ''].join('\n'))
}

test('a damaged, incomplete or changed backup or another file is refused, and the database stays empty', async () => {
  const bytes = readFileSync(plain)
  const lines = linesOf(plain)
  const row = lines.findIndex((line) => line.includes('112,000.00') || line.includes('11200000'))
  const damaged: [string, Buffer, string | RegExp][] = [
    ['half of it', bytes.subarray(0, bytes.length / 2), damagedSentence],
    ['without its end', gzipSync(lines.slice(0, -2).join('\n')), damagedSentence],
    ['without a row', gzipSync(lines.toSpliced(row, 1).join('\n')), damagedSentence],
    ['with a row twice', gzipSync(lines.toSpliced(row, 0, lines[row] ?? '').join('\n')), damagedSentence],
    [
      'with an amount changed',
      gzipSync(lines.with(row, lines[row]?.replace('11200000', '11200001') ?? '').join('\n')),
      damagedSentence,
    ],
    ['with an unknown table', gzipSync(lines.toSpliced(1, 0, '=cash').join('\n')), damagedSentence],
    ['no gzip', Buffer.from('Dear Sir'), damagedSentence],
    ['another file', gzipSync('Dear Sir\n'), 'This file is not a Talaan backup. Choose a backup file.'],
    ['nothing', gzipSync(''), 'This file is not a Talaan backup. Choose a backup file.'],
    ['null', gzipSync('null\n'), 'This file is not a Talaan backup. Choose a backup file.'],
    ['a list', gzipSync('[]\n'), 'This file is not a Talaan backup. Choose a backup file.'],
    ['no migrations', gzipSync('{"talaan":"backup","format":1,"release":"x"}\n'), 'not a Talaan backup'],
    ['a null end', gzipSync([lines[0], '.null', ''].join('\n')), damagedSentence],
    [
      'an end without sums',
      gzipSync([lines[0], '.{"tables":[],"sequences":{"entry":7}}', ''].join('\n')),
      damagedSentence,
    ],
    ['another format', gzipSync('{"talaan":"backup","format":2,"release":"3.0"}\n'), 'made by another release (3.0)'],
    [
      'a missing account of posted lines',
      resummed(lines.filter((line) => !line.includes('"code":"4010"'))),
      damagedSentence,
    ],
    [
      'an account without a name',
      resummed(lines.map((line) => line.replace('"client_id":"ana"', '"client_id":null'))),
      damagedSentence,
    ],
    [
      'an unknown sequence',
      resummed(lines.map((line) => line.replace('"audit_seq_seq"', '"nobody_seq"'))),
      damagedSentence,
    ],
    [
      'a newer release',
      gzipSync(lines.with(0, lines[0]?.replace('0001-people.sql', '0001-persons.sql') ?? '').join('\n')),
      'This backup was made by another release (test). Restore it with that release or a newer one.',
    ],
  ]
  // Any single byte.
  for (let at = 20; at < bytes.length; at += Math.ceil(bytes.length / extentOf({ short: 5, soak: 200 }))) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 0x10
    damaged.push([`byte ${at}`, changed, /is damaged or incomplete|is not a Talaan backup/])
  }
  await using db = await bare()
  for (const [what, content, sentence] of damaged) {
    const path = join(temporaryDirectory(), 'damaged.gz')
    writeFileSync(path, content)
    await expect(
      restore(db, () => readLines(path, null)),
      what,
    ).rejects.toThrow(sentence)
    const { rows } = await db.pool.query(`select relname from pg_class where relnamespace = 'public'::regnamespace`)
    expect(rows, what).toEqual([])
  }
  await expect(restore(db, () => readLines(join(temporaryDirectory(), 'none.gz'), null))).rejects.toThrow(
    /cannot be read \(ENOENT\)/,
  )
})

test('an encrypted backup can be read only with its key', async () => {
  const [secret, other] = [await generateIdentity(), await generateIdentity()]
  const folder = temporaryDirectory()
  const closed = join(folder, 'books.gz.age')
  const bytes = await deliver(plain, closed, await identityToRecipient(secret))
  expect(bytes).toBe(statSync(closed).size)
  expect(readdirSync(folder)).toEqual(['books.gz.age'])
  expect(statSync(closed).mode & 0o777).toBe(0o600)
  await using db = await bare()
  await expect(restore(db, () => readLines(closed, null))).rejects.toThrow(
    'This backup is encrypted. Add the name of the key file after the name of the backup.',
  )
  await expect(restore(db, () => readLines(closed, other))).rejects.toThrow(
    'This backup was encrypted with another key.',
  )
  const cut = join(folder, 'cut.gz.age')
  writeFileSync(cut, readFileSync(closed).subarray(0, -40))
  await expect(restore(db, () => readLines(cut, secret))).rejects.toThrow(damagedSentence)
  const opened: string[] = []
  for await (const line of readLines(closed, secret)) opened.push(line)
  expect(opened).toEqual(linesOf(plain).slice(0, -1))
})

test('a backup is a snapshot of one moment, even if documents are recorded while it is read', engine, async () => {
  const lines = backupLines(here.db, { release: 'test', takenAt: '2026-03-16T01:00:00.000Z' })
  const header = JSON.parse((await lines.next()).value as string) as Header
  const recording = recordDocument(here, { number: 'SI-2026-000009' })
  if (here.db.engine === 'server') await recording
  let step = await lines.next()
  while (step.done !== true) step = await lines.next()
  await recording
  expect(step.value.head).toBe(header.head)
  expect(step.value.tables['document']).toEqual(said.tables['document'])
})

test('a reader that stops early leaves no open transaction', engine, async () => {
  for await (const line of backupLines(here.db, { release: 'test', takenAt: '2026-03-16T01:00:00.000Z' })) {
    expect(line).toMatch(/^\{"talaan":"backup"/)
    break
  }
  expect((await here.db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
