// Changes single bytes of posted rows, attachments and bound books directly in the database, a thousand times: verify reports each.
// Then changes random tables like an attacker who can recompute one of the two chains: verify finds the change, or the table or
// column is listed in not-findable.ts.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Heads } from '@talaan/ledger/proof/heads.ts'
import { bookNames } from '@talaan/ledger/looseleaf/book.ts'
import { freshDatabase } from '../../../test/database.ts'
import { extentOf, randomFrom as seededRandom, rounds, seed } from '../../../test/extent.ts'
import {
  attacks,
  filledTables,
  removeNewest,
  removeNewestFromBoth,
  rewriteEvents,
  rewriteNewest,
} from '../../../test/tamperings.ts'
import type { Attack, Tampering } from '../../../test/tamperings.ts'
import { notFindable } from '../../../test/not-findable.ts'
import { changeOne } from '../../../test/changes.ts'
import type { Located, Row } from '../../../test/changes.ts'
import { workOff } from '../../../test/jobs.ts'
import { makesBooks } from '../../features/looseleaf/handler.ts'
import { jobById, queueBooks } from '../../features/looseleaf/jobs.ts'
import { planBooks } from '../../features/looseleaf/making.ts'
import { openLog } from '../../platform/log.ts'
import { close } from '../../features/closing/months.ts'
import { makeDemo } from '../../cli/demo/demo.ts'
import type { Database } from '../../platform/db/db.ts'
import { attach } from '../../features/documents/attachments.ts'
import { storeReview } from '../recording/reviews.ts'
import { checkFields } from '../recording/check-fields.ts'
import { inBooks, recordDraft } from '../recording/record.ts'
import { readEnvironment } from '../../platform/env/env.ts'
import { audit } from '../../platform/audit/audit.ts'
import { sealAuditEvents } from '../../platform/audit/sealing.ts'
import { timestamp } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { uuidOf } from '../journal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { attachmentProblems, brokenPromises, checksOfBooks, problemsOf, verify, verifyIn } from './verify.ts'
import { recordedProblems } from './audited.ts'
import { fileProblems, rowProblems } from './bound-books.ts'
import { chainProblems } from './chain.ts'
import { backupHeadProblems, headsOf, headsProblems } from './heads.ts'
import { notedProblems, notedTables } from './noted.ts'
import type { NotedTable } from './noted.ts'

let db: Database
/** The line with the ends of both chains, saved outside the database. */
let savedOutside: Heads

/** A month of the demo company with attachments on some of its documents, closed and its six books bound. */
beforeAll(async () => {
  db = await freshDatabase()
  const env = readEnvironment({ COMPANY_NAME: 'Sampaguita Office Supplies, Inc.' })
  const months = extentOf({ short: 1, soak: 3 })
  await makeDemo({ db, env, passwordCost: { memoryKiB: 8, passes: 1 }, today: '2026-11-21', months })
  const clock = { now: () => Date.parse('2026-12-01T00:00:00Z') }
  const log = openLog('silent')
  const portal: AppContext = { db, env, clock, version: 'of a test', log, jobsAreDue: () => {} }
  const viewer = await viewerOf('ben')
  await recordWithAttachments(portal, viewer, 8)

  const month = '2026-11'
  for (const each of ['2026-09', '2026-10', month].slice(-months))
    await inBooks(db.kysely, (trx) =>
      close(trx, clock, { month: each, viewer, address: '', findingsOf: async () => [] }),
    )
  const asked = { books: [...bookNames], from: month, to: month, paper: 'a4', bind: true } as const
  const plan = await planBooks(db.kysely, { ...asked, books: [...bookNames] })
  const jobId = await db.kysely
    .transaction()
    .execute((trx) => queueBooks(trx, { plan, requestedBy: viewer.userId, now: clock.now() }))
  await workOff(portal, [makesBooks(portal)])
  expect((await jobById(db.kysely, jobId))?.state).toBe('done')
  await fillOtherTables(viewer)
  await sealAuditEvents(db.kysely)
  await noteBackup(portal)
  // The newest documents are in an open month and not in a backup yet.
  await recordWithAttachments(portal, viewer, 2, { from: 9, day: '2026-12-01' })
  await sealAuditEvents(db.kysely)
  savedOutside = await headsOf(db.kysely, '2026-12-01T00:00:00.000Z')
  expect((await verify(db.kysely)).checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})
afterAll(async () => {
  // Every trial was undone.
  expect((await verify(db.kysely)).sound).toBe(true)
  await db.close()
})

test.each([
  ['document', `serial = serial + 100 where number like 'SI-%' and serial = 1`, 'each document agrees'],
  [
    'document',
    `recorded_at = recorded_at + interval '1 second' where number like 'SI-%-000002'`,
    'each document agrees',
  ],
  ['document', `party_name = party_name || '.' where number like 'SI-%-000003'`, 'each document agrees'],
  ['document', `party_tin = '999-999-999-00000' where number like 'SI-%-000003'`, 'each document agrees'],
  ['document_void', `voided_at = voided_at + interval '1 second'`, 'each document agrees'],
  ['document_void', `reason = reason || '.'`, 'the hash chain'],
  ['line', `day = day + 1 where entry_no = 5 and position = 1`, 'every line has the date'],
  ['open_item', `day = day + 40 where id = (select min(id) from open_item)`, 'movements of open items'],
  ['open_item', `amount = amount + 1 where id = (select min(id) from open_item)`, 'control accounts'],
  ['account_day', `debit = debit + 1`, 'stored daily totals'],
  ['account_month', `credit = credit + 1`, 'stored monthly totals'],
  ['attachment_content', `content = set_byte(content, 20, get_byte(content, 20) # 1)`, 'attachments are unchanged'],
  ['ledger_head', `last_entry = last_entry + 1`, 'the hash chain'],
] as const)('a change of %s, %s, is reported', async (table, change, check) => {
  let problems: string[] = []
  const trial = db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql.raw(`update ${table} set ${change}`).execute(trx)
    const { checks } = await verifyIn(trx)
    problems = checks.filter(({ problems }) => problems.length > 0).map(({ name }) => name)
    throw new Error('undone')
  })
  await expect(trial).rejects.toThrow('undone')
  expect(problems).toContainEqual(expect.stringContaining(check))
})

type Db = Kysely<Tables>
type Random = (below: number) => number

const hours = { timeout: 4 * 3_600_000 }

const posted = {
  entry: ['no'],
  document: ['id'],
  line: ['entry_no', 'position'],
} as const

const linesOf = async (kysely: Db, no: bigint) =>
  (
    await sql<{
      line: unknown
    }>`select to_jsonb(line) as line from line where entry_no = ${no} order by position`.execute(kysely)
  ).rows
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

test('of 600 changed bytes of posted rows, in any column, 600 are reported', async () => {
  const random = randomFrom(1898)
  const places = new Set<string>()
  const rows = await rowsOf({ ...posted, cheque: ['document_id'] })
  const entryOf = new Map((await entries()).map(({ no, document_id }) => [document_id, no]))
  const before = new Map<bigint, unknown>()
  for (const { no } of await entries()) before.set(no, await linesOf(db.kysely, no))
  let trials = 0
  // At least six hundred, and as many as it takes to reach most columns at random.
  while (trials < 600 || (places.size <= 40 && trials < 3000)) {
    const at = new Map<bigint, string>()
    const problems = await undone(async (trx) => {
      // At most one row per entry, so that each change must be reported with its entry.
      for (const { table, row, keys } of shuffled(rows, random)) {
        const own = table === 'entry' ? row['no'] : row['entry_no']
        const no = (own ?? entryOf.get(String(table === 'document' ? row['id'] : row['document_id']))) as bigint
        if (at.has(no)) continue
        const column = await changeOne(trx, { table, row, keys, random })
        if (column !== null) at.set(no, `${table}.${column}`)
      }
      // Swapping two equal neighbouring lines changes nothing.
      for (const [no, place] of at)
        if (place === 'line.entry_no' && same(await linesOf(trx, no), before.get(no))) at.delete(no)
      return [
        ...(await chainProblems(trx, 1000)),
        ...(await brokenPromises(trx, ['every line has the date of its entry'])),
      ]
    })
    for (const [no, place] of at) {
      expect(
        problems.some((problem) => problem.toLowerCase().includes(`entry ${no} `)),
        `${place} of entry ${no}`,
      ).toBe(true)
      places.add(place)
    }
    trials += at.size
  }
  // Every column with values, except those that the database protects.
  expect(places.size).toBeGreaterThan(40)
})

test('each change of an item, a void or a number is reported', async () => {
  const random = randomFrom(1901)
  const rows = await rowsOf({ open_item: ['id'], document_void: ['document_id'], number_series: ['series', 'year'] })
  for (let trials = 0; trials < 150;) {
    const { table, row, keys } = rows[random(rows.length)]!
    const changed: string[] = []
    const problems = await undone(async (trx) => {
      const column = await changeOne(trx, { table, row, keys, random })
      if (column === null) return []
      changed.push(`${table}.${column}`)
      if (changed[0] === 'document_void.reason') return chainProblems(trx)
      return brokenPromises(trx, questionsOf[table as keyof typeof questionsOf])
    })
    if (changed.length === 0) continue
    expect(problems, `${changed[0]} of ${JSON.stringify(row, plain)}`).not.toEqual([])
    trials += 1
  }
})

const questionsOf = {
  open_item: [
    'movements of open items equal those of their documents',
    'movements of open items belong to the party of the item',
    'the open amount of each item equals its movements',
  ],
  document_void: [
    'a document has its entry, and a void its reversal',
    'each document agrees with its number, its receipt and its entry',
  ],
  number_series: ['each number series runs from 1 without a gap'],
} as const

test('of 200 changed bytes of attachments and their details, 200 are reported', async () => {
  const random = randomFrom(1946)
  const attachments = await rowsOf({ attachment: ['id'], attachment_content: ['sha256'] }, sql`document_id is not null`)
  const numbers = new Map((await entries()).map(({ no, document_id }) => [document_id, no]))
  let trials = 0
  while (trials < 200) {
    const at: { place: string; names: string }[] = []
    const problems = await undone(async (trx) => {
      const touched = new Set<unknown>()
      for (const { table, row, keys } of shuffled(attachments, random)) {
        if (touched.has(row['sha256'])) continue
        const column = await changeOne(trx, { table, row, keys, random })
        if (column === null) continue
        touched.add(row['sha256'])
        const names = table === 'attachment' ? `Entry ${numbers.get(row['document_id'] as string)} ` : 'attachment'
        at.push({ place: `${table}.${column}`, names })
      }
      return [...(await chainProblems(trx, 1000)), ...(await attachmentProblems(trx))]
    })
    const ofBytes = problems.filter((problem) => problem.includes('ttachment'))
    expect(ofBytes.length).toBeGreaterThanOrEqual(at.filter(({ names }) => names === 'attachment').length)
    for (const { place, names } of at)
      expect(
        problems.some((problem) => problem.toLowerCase().includes(names.toLowerCase())),
        `${place} of ${names}`,
      ).toBe(true)
    trials += at.length
  }
})

test('of 200 changed bytes of bound books and their details, 200 are reported', async () => {
  const random = randomFrom(1962)
  const rows = await rowsOf({
    bound_book: ['id'],
    bound_book_page: ['bound_book_id', 'page'],
    bound_book_file: ['bound_book_id', 'format'],
    book_file: ['id'],
  })
  const parts = await rowsOf({ book_file_part: ['file_id', 'position'] })
  const bookOf = new Map(
    (await db.kysely.selectFrom('bound_book_file').selectAll().execute()).map((row) => [
      row.file_id,
      row.bound_book_id,
    ]),
  )
  let trials = 0
  while (trials < 200) {
    const of = trials < 100 ? rows : parts
    const places: string[] = []
    const problems = await undone(async (trx) => {
      const touched = new Set<unknown>()
      for (const { table, row, keys } of shuffled(of, random)) {
        const unit =
          table === 'book_file_part'
            ? row['file_id']
            : (row['bound_book_id'] ?? bookOf.get(String(row['id'])) ?? row['id'])
        if (touched.has(unit)) continue
        const column = await changeOne(trx, { table, row, keys, random })
        if (column === null) continue
        touched.add(unit)
        places.push(`${table}.${column}`)
      }
      return of === rows ? rowProblems(trx) : fileProblems(trx)
    })
    // Each book, and each file of its bytes, is reported once.
    expect(new Set(problems).size, places.join(', ')).toBe(places.length)
    trials += places.length
  }
})

test.each([
  ['users', `role = 'admin' where role = 'user'`, 'The user account ana was changed outside Talaan after event'],
  ['users', `password_hash = password_hash || '='`, 'The user account ana was changed outside Talaan after event'],
  ['users', `seat = null where role = 'user'`, 'The user account ana was changed outside Talaan after event'],
  ['account', `name = 'Cash' where code = '1110'`, 'The account 1110 was changed outside Talaan'],
  ['party', `tin9 = '999999999' where name = (select min(name) from party)`, 'The customer or supplier'],
  ['cheque_event', `day = day + 1 where id = (select min(id) from cheque_event)`, 'The status of cheque'],
  ['asset', `cost = cost + 1`, 'The fixed asset'],
  ['bank_statement', `closing = closing + 1`, 'The bank statement'],
  ['bank_line', `amount = amount + 1`, 'The lines of bank statement'],
] as const)('%s set %s by someone with full access is reported', async (table, change, sentence) => {
  const problems = await undone(async (trx) => {
    await sql.raw(`update ${table} set ${change}`).execute(trx)
    return notedProblems(trx)
  })
  expect(problems).toContainEqual(expect.stringContaining(sentence))
})

test('a change by another session, with all triggers enabled, is reported as made outside Talaan', async () => {
  const problems = await undone(async (trx) => {
    await sql`set local session_replication_role = origin`.execute(trx)
    await sql`set local talaan.portal = off`.execute(trx)
    await sql`update users set role = 'admin' where client_id = 'ana'`.execute(trx)
    await sql`alter table account disable trigger note_update`.execute(trx)
    return notedProblems(trx)
  })
  expect(problems).toEqual([
    'Changes to the table account are no longer recorded in the audit trail.',
    expect.stringMatching(/^The user account ana was changed outside Talaan \(event \d+\)\.$/),
  ])
})

test('verify, backups and a saved line reveal chains that were cut off or recomputed', async () => {
  const tables = await filledTables(db)
  const random = randomFrom(7)
  const toldAfter = (attack: Attack, ask: (trx: Db) => Promise<string[]>) =>
    undone(async (trx) => {
      await attack(trx, random, tables)
      return ask(trx)
    })
  const sound = async (trx: Db) => (await verifyIn(trx)).checks.flatMap(({ problems }) => problems)
  const outside = (trx: Db) => headsProblems(trx, savedOutside)

  expect(await toldAfter(removeNewest, recordedProblems)).toEqual([
    expect.stringMatching(/^Document SI-2026-\d+ of event \d+ is missing\.$/),
  ])
  expect(await toldAfter(removeNewest, outside)).toEqual([
    expect.stringMatching(
      /^The line of 1 Dec 2026 recorded \d+ entries, but the books have \d+\. The newest entries were removed/,
    ),
  ])
  expect(await toldAfter(rewriteNewest, recordedProblems)).toEqual([
    expect.stringMatching(/^Document SI-2026-\d+ or its entry \d+ does not match event \d+ of the audit trail\.$/),
  ])
  expect(await toldAfter(rewriteNewest, chainProblems)).toEqual([])
  expect(await toldAfter(rewriteEvents, notedProblems)).toEqual([])
  expect(await toldAfter(rewriteEvents, sound)).toContainEqual(
    expect.stringMatching(/^The backup talaan-2026-12-01-000000Z\.gz recorded a different seal/),
  )
  // Both chains at once, since the last backup: nothing in the database shows it, but the line does.
  expect(await toldAfter(removeNewestFromBoth, sound)).toEqual([])
  expect(await toldAfter(removeNewestFromBoth, outside)).toHaveLength(2)
  const noted = await undone(async (trx) => {
    await sql`update backup set head = repeat('a', 64)`.execute(trx)
    return backupHeadProblems(trx)
  })
  expect(noted).toEqual([expect.stringMatching(/recorded a different hash of entry \d+\.$/)])
})

test(
  'random tampering in any table is found, unless the table or column is listed as not findable',
  hours,
  async ({ task }) => {
    const random = seededRandom(seed)
    const tables = (await filledTables(db)).filter(({ name }) => !(name in notFindable))
    const checks: typeof checksOfBooks = {
      ...checksOfBooks,
      'a line saved outside': (trx) => headsProblems(trx, savedOutside),
    }
    /** The check that last found a change of the same table or place runs first. */
    const found = new Map<string, string>()
    const places = new Set<string>()
    const missed = new Set<string>()
    let [trials, listed] = [0, 0]
    for (trials of rounds({ short: 60, soak: 10_000 })) {
      for (let done: Tampering = null; done === null;)
        await undone(async (trx) => {
          done = await oneOf(attacks, random)(trx, random, tables)
          if (done === null) return []
          const { what, table, place } = done
          if (place in notFindable || table in notFindable) {
            listed += 1
            return []
          }
          const asked = table in notedTables ? [table as NotedTable] : []
          const first = found.get(place) ?? found.get(table)
          const order = Object.entries(checks).toSorted(([a], [b]) => Number(b === first) - Number(a === first))
          if (asked.length > 0) order.unshift(['its own digests', (on) => notedProblems(on, asked)])
          for (const [name, check] of order) {
            const problems = await problemsOf(trx, check)
            if (problems.length === 0) continue
            for (const where of [table, place]) found.set(where, name)
            places.add(place)
            return problems
          }
          missed.add(`${what} in ${place}`)
          return []
        })
    }
    expect([...missed]).toEqual([])
    task.meta.figures = `${trials} changes of ${tables.length} tables by someone with full access: ${trials - listed} found, ${listed} in places that are listed as not findable, none missed (${places.size} places)`
  },
)

test('docs/security.md lists what verify does not find, and each table and column of the list exists', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'
    union select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'`.execute(
    db.kysely,
  )
  const known = new Set(['attachment of a draft', 'event added at the end', ...rows.map(({ name }) => name)])
  const listed = Object.keys(notFindable)
  expect(listed.filter((name) => !known.has(name) || name in notedTables)).toEqual([])
  const page = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split("It can't find changes in:")
  const problems = [...(table.split('\n\n')[1] ?? '').matchAll(/^\| (.+) \| (.+) \|$/gm)].map(([, name, why]) => [
    name,
    why,
  ])
  const expected = Object.entries(notFindable).map(([name, why]) => [
    /^[a-z_.]+$/.test(name) ? `\`${name}\`` : name,
    why,
  ])
  expect(problems.slice(2)).toEqual(expected)
})

// ── A trial: a change in the database with the triggers disabled, which is then undone.

class Undone extends Error {}

async function undone(trial: (trx: Db) => Promise<string[]>): Promise<string[]> {
  let problems: string[] = []
  await db.kysely
    .transaction()
    .execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      problems = await trial(trx)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return problems
}

/** Every row of the tables, with the columns that identify it. */
async function rowsOf(tables: Record<string, readonly string[]>, where = sql`true`): Promise<Located[]> {
  const found: Located[] = []
  for (const [table, keys] of Object.entries(tables)) {
    const filter = table.startsWith('attachment') && table !== 'attachment_content' ? where : sql`true`
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${filter}`.execute(db.kysely)
    found.push(...rows.map((row) => ({ table, row, keys })))
  }
  return found
}

const entries = async () =>
  db.kysely.selectFrom('entry').select(['no', 'document_id']).where('reverses', 'is', null).execute()

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, at: random(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

const oneOf = <T>(all: readonly T[], random: Random): T => all[random(all.length)]!

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/** The row and the audit event of a completed backup. */
async function noteBackup({ clock }: AppContext): Promise<void> {
  const { entries, head, events, eventsHead } = await headsOf(db.kysely, timestamp(clock.now()))
  const made = { file: 'talaan-2026-12-01-000000Z.gz', bytes: 1000n, entries, head }
  const at = timestamp(clock.now())
  await db.kysely.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('backup')
      .values({
        ...{ night: '2026-12-01', asked_at: at, begun_at: at, ended_at: at },
        ...{ ...made, audit_position: events, audit_hash: eventsHead },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(trx, clock, {
      actorName: 'portal',
      action: 'backups.made',
      object: { type: 'backup', id: id.toString() },
      detail: { file: made.file, bytes: 1000, entries: `${entries}`, head, acts: `${events}`, actsHead: eventsHead },
    })
  })
}

/** Adds rows to the tables that the demo company does not use. */
async function fillOtherTables({ userId }: Viewer): Promise<void> {
  const by = `'${userId}', '2026-12-01T00:00:00Z'`
  for (const statement of [
    `insert into bookmark values (gen_random_uuid(), '${userId}', 'record-invoice', now())`,
    `insert into saved_view values (gen_random_uuid(), '${userId}', 'Mine', '/financialreport?x=1', now())`,
    `insert into draft (id, user_id, kind, fields, saved_at) values (gen_random_uuid(), '${userId}', 'invoice', '{"memo": "soon"}', now())`,
    `insert into bank_statement (id, account, file_name, format, sha256, from_day, to_day, opening, closing, lines, findings, uploaded_by, uploaded_at)
      select gen_random_uuid(), code, 'december.csv', 'csv', (select min(sha256) from attachment_content), '2026-12-01', '2026-12-01', 0, 600, 3, '[]', ${by}
      from money_account where kind = 'bank' order by code limit 1`,
    `insert into bank_line (id, account, first_statement_id, position, day, amount, balance, description, fingerprint)
      select gen_random_uuid(), account, id, n, '2026-12-01', n * 100, n * 100, 'Deposit ' || n, repeat(n::text, 64)
      from bank_statement, generate_series(1, 3) as n where file_name = 'december.csv'`,
    `insert into bank_line_seen (line_id, statement_id, position, description)
      select id, first_statement_id, position, description from bank_line where description like 'Deposit _'`,
    `insert into bank_start values ((select account from bank_statement limit 1), '2026-09-30', 100000, ${by})`,
    `insert into bank_start_item (id, account, day, amount, words) select gen_random_uuid(), account, '2026-09-29', n * 100, 'Cheque ' || n
      from bank_start, generate_series(1, 3) as n`,
    `insert into bank_line_mark (bank_line_id, mark, note, marked_by, marked_at)
      select id, 'ask', 'Which customer is it?', ${by} from bank_line order by seq desc limit 3`,
    `insert into closing_rate (month, currency, rate, source, entered_by, entered_at) values ('2026-10', 'USD', 56.25, 'BSP', ${by})`,
    `insert into period_note (month, item, finding, words, noted_by, noted_at) values ('2026-11', 'bank', 'x', 'Settled in December.', ${by})`,
    `insert into deadline_override (form, period, due, source, noted_by, noted_at) values ('2550Q', '2026-12-31', '2027-02-01', 'RMC 1-2027', ${by})`,
    `insert into party_bank_account (id, account_id, nth, party_id, bank, account_name, number, currency, active, reason, changed_by, changed_at)
      select gen_random_uuid(), gen_random_uuid(), 1, id, 'Bank of Luzon', name, '0012-3456-7890', 'PHP', true, '', ${by} from party order by id limit 3`,
    `insert into tag (id, kind, name, active) select gen_random_uuid(), 'project', 'Project ' || n, true from generate_series(1, 3) as n`,
    `insert into document_tag select document.id, tag.kind, tag.id, ${by}
      from (select id from document order by id limit 3) as document, (select id, kind from tag limit 1) as tag`,
    `insert into added_note (id, party_id, text, added_by, added_at) select gen_random_uuid(), id, 'Pays by cheque', ${by} from party order by id limit 3`,
    `insert into added_note_removal select id, 'A typing error', ${by} from added_note order by id limit 2`,
    `insert into completeness_proof (month, version, digest, procedures, signed_by, signed_at)
      select '2026-1' || n, 1, repeat('0', 64), '[]', ${by} from generate_series(0, 2) as n`,
    `insert into question (id, month, words, due, asked_by, asked_at)
      select gen_random_uuid(), '2026-1' || n, 'Which contract?', '2026-12-10', ${by} from generate_series(0, 2) as n`,
    `insert into question_event (question_id, act, to_name, to_email, by_user, at) select id, 'asked', 'Sikat Guards', '', ${by} from question`,
    `insert into question_link (id, event_id, expires_at, made_by, made_at)
      select gen_random_uuid(), id, '2026-12-15T00:00:00Z', ${by} from question_event`,
    `insert into approval_rule values ('bill', 5000000, ${by})`,
    `insert into approval_approver select 'bill', id from users`,
    `insert into approval_request (id, draft_id, kind, title, day, total, digest, sent_by, sent_at)
      select gen_random_uuid(), draft_id, kind, number, day, total, digest, (select id from users where client_id = 'carla'), recorded_at
      from document where recorded_by = '${userId}' order by number limit 3`,
    `insert into approval_decision (request_id, act, document_id, by_user, at)
      select approval_request.id, 'approved', document.id, ${by} from approval_request join document using (draft_id)`,
    `insert into excess_use (form, period, use, chosen_by, chosen_at) values ('2550Q', '2026-12-31', 'tcc', ${by})`,
  ])
    await db.pool.query(statement)
}

async function viewerOf(clientId: string): Promise<Viewer> {
  const { id, role } = await db.kysely
    .selectFrom('users')
    .select(['id', 'role'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return { userId: id, clientId, role } as Viewer
}

/** Invoices like the first one of the month, each with another attachment. */
async function recordWithAttachments(
  portal: AppContext,
  viewer: Viewer,
  count: number,
  { from = 1, day = '2026-11-20' } = {},
): Promise<void> {
  const { fields } = await db.kysely
    .selectFrom('document')
    .select('fields')
    .where('kind', '=', 'invoice')
    .orderBy('number')
    .executeTakeFirstOrThrow()
  for (let at = from; at < from + count; at += 1) {
    const draftId = uuidOf(`attachment of ${at}`)
    const input = { ...(fields as Row), day, dueDay: '2026-12-20', externalNo: `99${at}` }
    const bytes = Buffer.from(`%PDF-1.7 scan of 99${at} %%EOF`)
    const file = { id: uuidOf(`scan of ${at}`), name: `99${at}.pdf`, type: 'application/pdf', bytes } as const
    await inBooks(db.kysely, (trx) => attach(trx, viewer, { ...file, draftId, at: '2026-11-20T01:02:03.456Z' }))
    const checked = await checkFields(db.kysely, { typeName: 'invoice', draftId, input, today: '2026-12-01' })
    const savedAt = '2026-11-20T01:02:04.000Z'
    await inBooks(db.kysely, (trx) => storeReview(trx, viewer, { draftId, checked, typed: input, savedAt }))
    await recordDraft(db.kysely, portal, viewer, { draftId, digest: checked.digest, address: '' })
  }
}

function randomFrom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}
