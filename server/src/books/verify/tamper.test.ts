// A thousand times one byte of the books is changed behind their back, in the database itself, and a thousand times verify
// tells: of posted rows, of attachments and of bound books.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookNames } from '@talaan/ledger/looseleaf/book.ts'
import { freshDatabase } from '../../../test/database.ts'
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
import { judgeFields } from '../recording/judge.ts'
import { inBooks, recordDraft } from '../recording/record.ts'
import { readEnvironment } from '../../platform/env/env.ts'
import { instant } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import { uuidOf } from '../journal.ts'
import type { Viewer } from '../../platform/viewer.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { brokenPromises, attachmentProblems, verify, verifyIn } from './verify.ts'
import { fileProblems, rowProblems } from './bound-books.ts'
import { chainProblems } from './chain.ts'

let db: Database

/** A month of the demo company with attachments on some of its documents, closed and its six books bound. */
beforeAll(async () => {
  db = await freshDatabase()
  const env = readEnvironment({ COMPANY_NAME: 'Sampaguita Office Supplies, Inc.' })
  await makeDemo({ db, env, passwordCost: { memoryKiB: 8, passes: 1 }, today: '2026-11-21', months: 1 })
  const clock = { now: () => Date.parse('2026-12-01T00:00:00Z') }
  const log = openLog('silent')
  const portal: AppContext = { db, env, clock, version: 'of a test', log, jobsAreDue: () => {} }
  const viewer = await viewerOf('ben')
  await recordWithAttachments(portal, viewer, 8)

  const month = '2026-11'
  await inBooks(db.kysely, (trx) => close(trx, clock, { month, viewer, address: '', findingsOf: async () => [] }))
  const asked = { books: [...bookNames], from: month, to: month, paper: 'a4', bind: true } as const
  const plan = await planBooks(db.kysely, { ...asked, books: [...bookNames] })
  const jobId = await db.kysely
    .transaction()
    .execute((trx) => queueBooks(trx, { plan, requestedBy: viewer.userId, now: clock.now() }))
  await workOff(portal, [makesBooks(portal)])
  expect((await jobById(db.kysely, jobId))?.state).toBe('done')
  expect((await verify(db.kysely)).checks.filter(({ problems }) => problems.length > 0)).toEqual([])
})
afterAll(async () => {
  // Every trial was taken back.
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
] as const)('a change of %s, %s, is told', async (table, change, check) => {
  let told: string[] = []
  const trial = db.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql.raw(`update ${table} set ${change}`).execute(trx)
    const { checks } = await verifyIn(trx)
    told = checks.filter(({ problems }) => problems.length > 0).map(({ name }) => name)
    throw new Error('taken back')
  })
  await expect(trial).rejects.toThrow('taken back')
  expect(told).toContainEqual(expect.stringContaining(check))
})

type Db = Kysely<Tables>
type Row = Record<string, unknown>
type Random = (below: number) => number

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

test('of 600 changed bytes of posted rows, whatever their column, 600 are told', async () => {
  const random = randomFrom(1898)
  const places = new Set<string>()
  const rows = await rowsOf({ ...posted, cheque: ['document_id'] })
  const entryOf = new Map((await entries()).map(({ no, document_id }) => [document_id, no]))
  const before = new Map<bigint, unknown>()
  for (const { no } of await entries()) before.set(no, await linesOf(db.kysely, no))
  let trials = 0
  // Six hundred at least, and as many as it takes for chance to come upon most columns.
  while (trials < 600 || (places.size <= 40 && trials < 3000)) {
    const at = new Map<bigint, string>()
    const told = await takenBack(async (trx) => {
      // One row of each entry at most, so that each has to be told by its own name.
      for (const { table, row, keys } of shuffled(rows, random)) {
        const own = table === 'entry' ? row['no'] : row['entry_no']
        const no = (own ?? entryOf.get(String(table === 'document' ? row['id'] : row['document_id']))) as bigint
        if (at.has(no)) continue
        const column = await changeOne(trx, { table, row, keys, random })
        if (column !== null) at.set(no, `${table}.${column}`)
      }
      // Two equal lines of neighbours that changed places are no change at all.
      for (const [no, place] of at)
        if (place === 'line.entry_no' && same(await linesOf(trx, no), before.get(no))) at.delete(no)
      return [
        ...(await chainProblems(trx, 1000)),
        ...(await brokenPromises(trx, ['every line has the date of its entry'])),
      ]
    })
    for (const [no, place] of at) {
      expect(
        told.some((problem) => problem.toLowerCase().includes(`entry ${no} `)),
        `${place} of entry ${no}`,
      ).toBe(true)
      places.add(place)
    }
    trials += at.size
  }
  // Every column that has something in it, but for those that the database itself holds fast.
  expect(places.size).toBeGreaterThan(40)
})

test('of changed items, voids and numbers, one at a time, all are told', async () => {
  const random = randomFrom(1901)
  const kept = await rowsOf({ open_item: ['id'], document_void: ['document_id'], number_series: ['series', 'year'] })
  for (let trials = 0; trials < 150;) {
    const { table, row, keys } = kept[random(kept.length)]!
    const changed: string[] = []
    const told = await takenBack(async (trx) => {
      const column = await changeOne(trx, { table, row, keys, random })
      if (column === null) return []
      changed.push(`${table}.${column}`)
      if (changed[0] === 'document_void.reason') return chainProblems(trx)
      return brokenPromises(trx, questionsOf[table as keyof typeof questionsOf])
    })
    if (changed.length === 0) continue
    expect(told, `${changed[0]} of ${JSON.stringify(row, plain)}`).not.toEqual([])
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

test('of 200 changed bytes of attachments and of what is kept of them, 200 are told', async () => {
  const random = randomFrom(1946)
  const attachments = await rowsOf({ attachment: ['id'], attachment_content: ['sha256'] }, sql`document_id is not null`)
  const numbers = new Map((await entries()).map(({ no, document_id }) => [document_id, no]))
  let trials = 0
  while (trials < 200) {
    const at: { place: string; names: string }[] = []
    const told = await takenBack(async (trx) => {
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
    const ofBytes = told.filter((problem) => problem.includes('ttachment'))
    expect(ofBytes.length).toBeGreaterThanOrEqual(at.filter(({ names }) => names === 'attachment').length)
    for (const { place, names } of at)
      expect(
        told.some((problem) => problem.toLowerCase().includes(names.toLowerCase())),
        `${place} of ${names}`,
      ).toBe(true)
    trials += at.length
  }
})

test('of 200 changed bytes of bound books and of what is kept of them, 200 are told', async () => {
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
    const told = await takenBack(async (trx) => {
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
    // Each book, and each file of its bytes, is told once.
    expect(new Set(told).size, places.join(', ')).toBe(places.length)
    trials += places.length
  }
})

// ── A trial: one byte is changed in the database, its triggers asleep, and everything is taken back.

class TakenBack extends Error {}

async function takenBack(trial: (trx: Db) => Promise<string[]>): Promise<string[]> {
  let told: string[] = []
  await db.kysely
    .transaction()
    .execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      told = await trial(trx)
      throw new TakenBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error
    })
  return told
}

type Kept = { table: string; row: Row; keys: readonly string[] }

/** Every row of the tables, with what tells one from another. */
async function rowsOf(tables: Record<string, readonly string[]>, where = sql`true`): Promise<Kept[]> {
  const found: Kept[] = []
  for (const [table, keys] of Object.entries(tables)) {
    const filter = table.startsWith('attachment') && table !== 'attachment_content' ? where : sql`true`
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${filter}`.execute(db.kysely)
    found.push(...rows.map((row) => ({ table, row, keys })))
  }
  return found
}

const entries = async () =>
  db.kysely.selectFrom('entry').select(['no', 'document_id']).where('reverses', 'is', null).execute()

/** Changes one byte of one column of a row to another that can stand there; answers the column, null where none can. */
async function changeOne(trx: Db, { table, row, keys, random }: Kept & { random: Random }): Promise<string | null> {
  const columns = Object.keys(row).filter((column) => !unchangeable.has(`${table}.${column}`))
  const column = columns[random(columns.length)]!
  const value = row[column]
  if (value === null || value === undefined || value === '') return null
  const next = value instanceof Uint8Array ? otherBytes(value, random) : other(value, random)
  const set =
    typeof next === 'object' && !(next instanceof Uint8Array) ? sql`${JSON.stringify(next)}::jsonb` : sql`${next}`
  const which = sql.join(
    keys.map((key) => sql`${sql.ref(key)} = ${row[key]}`),
    sql` and `,
  )
  await sql`savepoint changed`.execute(trx)
  try {
    // Another spelling of the same day or moment is no change.
    const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${set}
      where ${which} and ${sql.ref(column)} is distinct from ${set}`.execute(trx)
    return numAffectedRows === 1n ? column : null
  } catch {
    // The database itself does not take it: no such day, no such class, a number twice.
    await sql`rollback to savepoint changed`.execute(trx)
    return null
  }
}

/** Made by the database itself, or only the order in which rows came. */
const unchangeable = new Set(['document.search_words', 'attachment.seq', 'open_item.id'])

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, at: random(1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

function otherBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const changed = Buffer.from(bytes)
  const at = random(changed.length)
  changed[at] = changed[at]! ^ (1 << random(8))
  return changed
}

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

async function viewerOf(clientId: string): Promise<Viewer> {
  const { id, role } = await db.kysely
    .selectFrom('users')
    .select(['id', 'role'])
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  return { userId: id, clientId, role } as Viewer
}

/** Invoices like the first one of the month, each with a paper of its own. */
async function recordWithAttachments(portal: AppContext, viewer: Viewer, count: number): Promise<void> {
  const { fields } = await db.kysely
    .selectFrom('document')
    .select('fields')
    .where('kind', '=', 'invoice')
    .orderBy('number')
    .executeTakeFirstOrThrow()
  for (let at = 1; at <= count; at += 1) {
    const draftId = uuidOf(`paper of ${at}`)
    const given = { ...(fields as Row), day: '2026-11-20', dueDay: '2026-12-20', externalNo: `99${at}` }
    const bytes = Buffer.from(`%PDF-1.7 scan of 99${at} %%EOF`)
    const paper = { id: uuidOf(`scan of ${at}`), name: `99${at}.pdf`, type: 'application/pdf', bytes } as const
    await inBooks(db.kysely, (trx) => attach(trx, viewer, { ...paper, draftId, at: '2026-11-20T01:02:03.456Z' }))
    const judged = await judgeFields(db.kysely, { typeName: 'invoice', draftId, given, today: '2026-12-01' })
    const savedAt = '2026-11-20T01:02:04.000Z'
    await inBooks(db.kysely, (trx) => storeReview(trx, viewer, { draftId, judged, typed: given, savedAt }))
    await recordDraft(db.kysely, portal, viewer, { draftId, digest: judged.digest, address: '' })
  }
}

function other(value: unknown, random: Random): unknown {
  if (typeof value === 'bigint') return value ^ (1n << BigInt(random(8)))
  if (typeof value === 'number') return value + 1 + random(8)
  if (typeof value === 'string') return otherText(value, random)
  const text = JSON.stringify(value)
  for (;;) {
    try {
      const read: unknown = JSON.parse(otherText(text, random))
      if (JSON.stringify(read) !== text) return read
    } catch {
      // A byte that makes it no JSON could not be stored; another one.
    }
  }
}

function otherText(text: string, random: Random): string {
  for (;;) {
    const at = random(text.length)
    const now = text[at] ?? ''
    const next = /\d/.test(now)
      ? String((Number(now) + 1 + random(9)) % 10)
      : String.fromCharCode(now.charCodeAt(0) ^ 1)
    const made = text.slice(0, at) + next + text.slice(at + 1)
    // A moment stays one that a clock can show, and is another one than it was.
    const isMoment = /^\d{4}-\d\d-\d\d \d\d:/.test(text)
    if (!isMoment || (instant(made) > 0 && instant(made) !== instant(text))) return made
  }
}

function randomFrom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}
