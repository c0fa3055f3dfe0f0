// A thousand times one byte of the books is changed behind their back, and a thousand times verify tells.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { makeDemo } from '../command/demo.ts'
import type { Database } from '../db.ts'
import { readEnvironment } from '../env.ts'
import { instant } from '../clock.ts'
import { verify, verifyIn } from '../verify.ts'
import { beginning, linksAfter, walk, type Link } from './chain.ts'

let db: Database
let links: Link[]

beforeAll(async () => {
  db = await freshDatabase()
  const env = readEnvironment({ COMPANY_NAME: 'Sampaguita Office Supplies, Inc.' })
  await makeDemo({ db, env, passwordCost: { memoryKiB: 8, passes: 1 }, today: '2026-11-21', months: 1 })
  links = await linksAfter(db.kysely, 0n)
})
afterAll(async () => {
  // Every trial was taken back.
  expect((await verify(db.kysely)).sound).toBe(true)
  await db.close()
})

/** What the hash of an entry is made of, by table; what is not is asked for by a question, below. */
const sealed = {
  entry: ['no', 'document_id', 'journal', 'day', 'memo', 'reverses', 'posted_by', 'posted_at', 'previous_hash', 'hash'],
  document: ['id', 'kind', 'number', 'external_no', 'day', 'due_day', 'party_id', 'memo', 'total', 'fields', 'receipt'],
  line: [
    ...[
      'position',
      'account',
      'debit',
      'credit',
      'memo',
      'party_id',
      'vat_class',
      'tax_base',
      'vat',
      'purchase_category',
    ],
    ...['atc', 'ewt_rate', 'ewt_base', 'ewt', 'currency', 'currency_amount'],
  ],
  paper: ['name', 'sha256'],
} as const

type Row = Record<string, unknown>

test('of 1,000 changed bytes of posted rows, each in another place, the chain tells 1,000', () => {
  expect(walk(beginning, links).problems).toEqual([])
  const random = randomFrom(1898)
  const places = new Set<string>()
  let trials = 0
  while (trials < 1000) {
    const at = random(links.length)
    const { link, place } = changed(links[at] as Link, random)
    if (link === null) continue
    trials += 1
    places.add(place)
    // Up to the changed entry and the one after it is enough of the walk.
    const before = links[at - 1]?.entry
    const from = before === undefined ? beginning : { no: before.no, hash: before.hash }
    const { problems } = walk(from, [link, ...links.slice(at + 1, at + 2)])
    expect(problems.length, `${place} of entry ${links[at]?.entry.no}`).toBeGreaterThan(0)
  }
  expect(places.size).toBeGreaterThan(30)
})

test('of 1,000 changed bytes of attached papers and kept books, their digests tell 1,000', () => {
  const random = randomFrom(1946)
  const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const paper = Buffer.from(JSON.stringify(links.map(({ document }) => document.receipt)))
  const kept = digest(paper)
  for (let trial = 0; trial < 1000; trial += 1) {
    const at = random(paper.length)
    const mask = 1 << random(8)
    paper[at] = (paper[at] ?? 0) ^ mask
    expect(digest(paper)).not.toBe(kept)
    paper[at] = (paper[at] ?? 0) ^ mask
  }
})

test.each([
  ['document', `serial = serial + 100 where number like 'SI-%' and serial = 1`, 'a document says the same'],
  [
    'document',
    `recorded_at = recorded_at + interval '1 second' where number like 'SI-%-000002'`,
    'a document says the same',
  ],
  ['document', `party_name = party_name || '.' where number like 'SI-%-000003'`, 'a document says the same'],
  ['document', `party_tin = '999-999-999-00000' where number like 'SI-%-000003'`, 'a document says the same'],
  ['document_void', `voided_at = voided_at + interval '1 second'`, 'a document says the same'],
  ['document_void', `reason = reason || '.'`, 'the hash chain'],
  ['line', `day = day + 1 where entry_no = 5 and position = 1`, 'a line carries the day'],
  ['open_item', `day = day + 40 where id = (select min(id) from open_item)`, 'what an item moved'],
  ['open_item', `amount = amount + 1 where id = (select min(id) from open_item)`, 'control accounts'],
  ['account_day', `debit = debit + 1`, 'kept sums per day'],
  ['account_month', `credit = credit + 1`, 'kept sums per month'],
  ['attachment_content', `content = set_byte(content, 100, get_byte(content, 100) # 1)`, 'attached papers'],
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

/** The entry with one byte of one of its columns changed to another that could stand there; null where nothing stands. */
function changed(link: Link, random: (below: number) => number): { link: Link | null; place: string } {
  const table = (['entry', 'document', 'line', 'paper'] as const)[random(4)] ?? 'entry'
  const column = sealed[table][random(sealed[table].length)] ?? ''
  const place = `${table}.${column}`
  const rows: readonly Row[] =
    table === 'line' ? link.lines : table === 'paper' ? link.papers : [table === 'entry' ? link.entry : link.document]
  const at = random(Math.max(rows.length, 1))
  const value = rows[at]?.[column]
  if (value === null || value === undefined || value === '') return { link: null, place }
  const row = { ...rows[at], [column]: other(value, random) }
  const replaced = rows.map((each, i) => (i === at ? row : each))
  return {
    link: {
      ...link,
      ...(table === 'line' && { lines: replaced as unknown as Link['lines'] }),
      ...(table === 'paper' && { papers: replaced as unknown as Link['papers'] }),
      ...(table === 'entry' && { entry: row as unknown as Link['entry'] }),
      ...(table === 'document' && { document: row as unknown as Link['document'] }),
    },
    place,
  }
}

function other(value: unknown, random: (below: number) => number): unknown {
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

function otherText(text: string, random: (below: number) => number): string {
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

function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}
