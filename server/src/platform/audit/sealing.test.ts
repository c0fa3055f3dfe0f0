// Audit events are sealed in a chain after their commit; later changes by a superuser are reported.
// @module-tag engine
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { tampered } from '../../../test/tampered.ts'
import { audit } from './audit.ts'
import { timestamp } from '../clock.ts'
import type { Database } from '../db/db.ts'
import { startWorker } from '../jobs/worker.ts'
import { openLog } from '../log.ts'
import { auditTrailProblems, auditTrailState } from '../../books/verify/audit-trail.ts'
import { auditHead, sealAuditEvents, sealLastAuditEvents, sealsAudit } from './sealing.ts'

let db: Database
const clock = { ms: Date.parse('2026-03-16T01:00:00Z'), now: () => clock.ms }

const eventOf = (no: number) => ({
  viewer: {
    userId: '00000000-0000-4000-8000-000000000001',
    clientId: 'ana',
    role: 'user' as const,
    sessionId: '00000000-0000-4000-8000-000000000002',
    company: 'Bahay Kubo',
    firstLogin: false,
  },
  address: '203.0.113.7',
  action: 'documents.record',
  object: { type: 'document', id: `paper ${no}` },
  detail: { no, share: 0.125, note: 'Niño ₱', big: '9007199254740993' },
})

/** Ten events, two hours apart. */
async function begun(): Promise<Database> {
  const begins = await freshDatabase()
  clock.ms = Date.parse('2026-03-16T01:00:00Z')
  await begins.kysely
    .insertInto('users')
    .values({
      id: eventOf(0).viewer.userId,
      client_id: 'ana',
      role: 'user',
      password_hash: '',
      seat: 1,
      created_at: timestamp(clock.ms),
      deleted_at: null,
    })
    .execute()
  // Only the ten events below are counted, not those of the migration and of the account.
  await behindItsGuards(begins, 'delete from audit', 'alter sequence audit_seq_seq restart')
  for (let no = 1; no <= 10; no += 1) await write(begins, no)
  return begins
}

const behindItsGuards = ({ kysely }: Database, ...changes: string[]) =>
  kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const change of changes) await sql.raw(change).execute(trx)
  })

async function write(to: Database, no: number): Promise<void> {
  clock.ms += 7_200_000
  await to.kysely.transaction().execute((trx) => audit(trx, clock, eventOf(no)))
}

beforeAll(async () => {
  db = await begun()
  await sealAuditEvents(db.kysely)
})
afterAll(async () => {
  expect(await auditTrailProblems(db.kysely)).toEqual([])
  await db.close()
})

test('events are sealed once, in commit order, by any number of concurrent sealers', async () => {
  await using other = await begun()
  const { kysely } = other
  expect(await auditTrailState(kysely)).toEqual({ sealed: 0n, head: '0'.repeat(64), waiting: 10n })
  await Promise.all([sealAuditEvents(kysely), sealAuditEvents(kysely), sealAuditEvents(kysely)])
  const state = await auditTrailState(kysely)
  expect(state).toMatchObject({ sealed: 10n, waiting: 0n })
  await sealAuditEvents(kysely)
  expect(await auditTrailState(kysely)).toEqual(state)

  // One number is taken before the next and committed after it.
  const late = (await sql<{ seq: bigint }>`select nextval('audit_seq_seq') as seq`.execute(kysely)).rows[0]?.seq
  await write(other, 12)
  await sealAuditEvents(kysely)
  await sql`insert into audit (seq, at, actor_name, action, outcome) overriding system value
    values (${late}, ${timestamp(clock.ms - 1_000)}, 'ben', 'session.logIn', 'done')`.execute(kysely)
  expect(await auditTrailProblems(kysely)).toEqual([])
  expect(await auditTrailState(kysely)).toMatchObject({ sealed: 11n, waiting: 1n })
  await sealAuditEvents(kysely)
  const { rows } = await sql<{ seq: bigint }>`select seq from audit_seal order by position`.execute(kysely)
  expect(rows.map(({ seq }) => Number(seq))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 11])
  expect(await auditTrailProblems(kysely)).toEqual([])
})

test('more events than fit into one transaction are sealed in several, and gaps in the numbers are allowed', async () => {
  await using other = await begun()
  await sql`select setval('audit_seq_seq', 20000)`.execute(other.kysely)
  await sql`insert into audit (at, actor_name, action, outcome)
    select timestamptz '2026-03-18' + n * interval '1 second', 'ana', 'session.logIn', 'refused'
    from generate_series(1, 501) as n`.execute(other.kysely)
  expect(await sealAuditEvents(other.kysely)).toBe(20_501n)
  expect(await auditTrailState(other.kysely)).toMatchObject({ sealed: 511n, waiting: 0n })
  expect(await auditTrailProblems(other.kysely)).toEqual([])
})

test('the running portal seals new events and writes them to the log, the last ones at shutdown', async () => {
  await using other = await begun()
  const lines: string[] = []
  const log = openLog('info', { to: { write: (line) => void lines.push(line) }, isTerminal: false })
  const sealing = sealsAudit({ db: other, clock, log })
  const worker = startWorker({ db: other, clock, log: openLog('silent') }, [sealing], { pollMs: 1_000_000 })
  await expect.poll(() => auditTrailState(other.kysely)).toMatchObject({ sealed: 10n })
  await write(other, 11)
  worker.wake()
  await expect.poll(() => auditTrailState(other.kysely)).toMatchObject({ sealed: 11n })
  await worker.stop()
  // Nothing is written without new events.
  expect(await sealing.hasWork?.()).toBe(false)
  await write(other, 12)
  await sealLastAuditEvents({ db: other, clock, log })
  expect(await auditTrailState(other.kysely)).toMatchObject({ sealed: 12n, waiting: 0n })
  const logged = lines.map((line) => JSON.parse(line) as { audit: { position: number; hash: string } })
  expect(logged.map(({ audit: { position } }) => position)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1))
  const { hash } = await auditHead(other.kysely)
  expect(logged.at(-1)).toMatchObject({
    msg: 'Audit event',
    audit: { who: 'ana', action: 'documents.record', object_id: 'paper 12', address: '203.0.113.7', hash },
  })
  // Details have names and amounts.
  expect(lines.join()).not.toContain('Niño')
})

test('the application cannot change or remove events and seals, and the chain head only moves forward', async () => {
  for (const change of [
    `update audit set action = 'x'`,
    'delete from audit',
    'truncate audit cascade',
    `update audit_seal set hash = repeat('0', 64)`,
    'delete from audit_seal',
    'truncate audit_seal',
    'update audit_head set last_position = 5',
    'delete from audit_head',
    'truncate audit_head',
  ])
    await expect(db.pool.query(change), change).rejects.toMatchObject({ code: 'TA001' })
})

const named = (no: number) => `event ${no} of 16 Mar 2026 (documents.record of document paper ${no}, by ana)`

test('a change of any column of an audit event is reported, with the subject of the event', async () => {
  const others: Record<string, string> = {
    seq: '77',
    at: `at + interval '1 microsecond'`,
    actor_id: 'null',
    session_id: 'gen_random_uuid()',
    outcome: `'refused'`,
    detail: `'{"no": 3, "share": 0.1250, "note": "Niño ₱", "big": "9007199254740993"}'`,
  }
  const { rows } = await sql<{ column: string }>`
    select column_name as column from information_schema.columns where table_name = 'audit'`.execute(db.kysely)
  expect(rows.length).toBe(12)
  for (const { column } of rows) {
    const told = await after(`update audit set ${column} = ${others[column] ?? `${column} || '.'`} where seq = 3`)
    const [first] = told
    if (column === 'seq')
      expect(first).toMatch(
        'Sealed event 3 now appears as event 77 of 16 Mar 2026 (documents.record of document paper 3, by ana)',
      )
    else expect(first, column).toMatch(/^Event 3 of 16 Mar 2026 \(.+, by ana\.?\) was changed after it was sealed\.$/)
    expect(told, column).toHaveLength(1)
  }
})

test.each([
  [
    'an event in the middle is removed',
    'delete from audit where seq = 5',
    [`Event 5 is missing; it was sealed after ${named(4)}.`],
  ],
  ['the first is removed', 'delete from audit where seq = 1', ['Event 1 is missing; it was the first event.']],
  [
    'the last is removed',
    'delete from audit where seq = 10',
    [/^Event 10 is missing; it was sealed after event 9 of 17 Mar/],
  ],
  [
    'an event is removed with its seal',
    'delete from audit where seq = 5; delete from audit_seal where seq = 5',
    [`1 seal is missing after ${named(4)}.`],
  ],
  [
    'an event is removed, and the places after it close up',
    'delete from audit where seq = 5; delete from audit_seal where seq = 5; update audit_seal set position = position + 100 where position > 5; update audit_seal set position = position - 101 where position > 100; update audit_head set last_position = 9',
    [/^The seal of event 6 of 16 Mar 2026 .+ does not follow event 4 of 16 Mar 2026/],
  ],
  [
    'the end is cut off',
    'delete from audit where seq > 8; delete from audit_seal where position > 8',
    [/^2 seals are missing at the end, after event 8 of 17 Mar 2026/],
  ],
  [
    'two events change places',
    'update audit set seq = -3 where seq = 3; update audit set seq = 3 where seq = 6; update audit set seq = 6 where seq = -3',
    [/^Sealed event 3 now appears as event 6 of/, /^Sealed event 6 now appears as event 3 of/],
  ],
  [
    'two events change all that is in them',
    `update audit set (at, object_id, detail) = (select at, object_id, detail from audit as other where other.seq = 9 - audit.seq) where seq in (4, 5)`,
    [/^Sealed event 4 now appears as event 5 of/, /^Sealed event 5 now appears as event 4 of/],
  ],
  [
    'two seals change places',
    'update audit_seal set position = 99 where position = 4; update audit_seal set position = 4 where position = 7; update audit_seal set position = 7 where position = 99',
    [
      /^The seal of event 7 .+ does not follow event 3/,
      /^The seal of event 5/,
      /^The seal of event 4/,
      /^The seal of event 8/,
    ],
  ],
  [
    'an event is put between others',
    `insert into audit (seq, at, actor_name, action, outcome) overriding system value values (0, '2026-03-14', 'dino', 'users.add', 'done')`,
    ['Event 0 of 14 Mar 2026 (users.add, by dino) was added later, among events that were already sealed.'],
  ],
  [
    'the hash of a seal is changed',
    `update audit_seal set hash = repeat('a', 64) where position = 4`,
    [/^The seal of event 4 /],
  ],
  [
    'the digest of a seal is changed',
    `update audit_seal set digest = repeat('a', 64) where position = 4`,
    [`The seal of ${named(4)} was changed.`],
  ],
  [
    'the last hash is changed',
    `update audit_seal set hash = repeat('a', 64) where position = 10`,
    [/^The seal of event 10 /],
  ],
  [
    'a seal is given another event',
    'update audit_seal set seq = 77 where seq = 4',
    [/^Sealed event 77 now appears as event 4/],
  ],
  [
    'the head has another hash',
    `update audit_head set last_hash = repeat('a', 64)`,
    [/^The audit trail ends with event 10 /],
  ],
  [
    'the head has an earlier position',
    'update audit_head set last_position = 9',
    [/^The audit trail ends with event 10 /],
  ],
] as const)('if %s, verify reports it', async (_, change, sentences) => {
  const told = await after(change)
  for (const [at, sentence] of sentences.entries()) expect(told[at]).toMatch(sentence)
  expect(told).toHaveLength(sentences.length)
})

test('a truncated or rebuilt chain is found by the head recorded in a backup', async () => {
  await using other = await begun()
  const { kysely } = other
  await sealAuditEvents(kysely)
  const { head } = await auditTrailState(kysely)
  const file = 'talaan-2026-03-17-000000Z.gz'
  await behindItsGuards(
    other,
    `insert into backup (night, asked_at, begun_at, ended_at, file, bytes, entries, head, audit_position, audit_hash)
     values ('2026-03-17', now(), now(), now(), '${file}', 1, 0, '', 10, '${head}')`,
  )
  expect(await auditTrailProblems(kysely)).toEqual([])
  await behindItsGuards(
    other,
    `update audit set actor_name = 'dino' where seq = 8`,
    'delete from audit_seal where position > 7',
    'update audit_head set last_position = 7, last_hash = (select hash from audit_seal where position = 7)',
    'delete from audit where seq = 10',
  )
  const cut = `The backup ${file} recorded 10 sealed events, but the audit trail has`
  expect(await auditTrailProblems(kysely)).toEqual([`${cut} 7. Its end was cut off.`])
  await sealAuditEvents(kysely)
  expect(await auditTrailProblems(kysely)).toEqual([`${cut} 9. Its end was cut off.`])
  await write(other, 11)
  await sealAuditEvents(kysely)
  expect(await auditTrailProblems(kysely)).toEqual([
    `The backup ${file} recorded a different seal 10 of the audit trail.`,
  ])
})

/** Reports of a change that is rolled back. The change may set the numbers, which the database otherwise assigns. */
const after = (change: string): Promise<string[]> =>
  tampered(db, async (trx) => {
    await sql`alter table audit alter seq set generated by default`.execute(trx)
    for (const statement of change.split('; ')) await sql.raw(statement).execute(trx)
    return auditTrailProblems(trx)
  })
