// A bank month with ten thousand unmatched lines and thirty thousand book lines: many equal amounts, as a shop has them; half of the
// lines repeat a reference number, the others a name. Only the rows that the page reads are made: there are no seals.
import { createHash } from 'node:crypto'
import { addDays, endOfMonth, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { PoolClient } from 'pg'
import type { Database } from '../server/src/platform/db/db.ts'
import { randomFrom } from './measure.ts'

export const bankMonth = { account: '1031', month: '2026-03' }
const size = { lines: 10_000, books: 30_000 }

type Client = Pick<PoolClient, 'query'>

/** The books already have their accounts, including ben. */
export async function loadBankMonth({ pool }: Database): Promise<void> {
  const db = await pool.connect()
  try {
    await db.query('begin')
    const { rows } = (await db.query(
      `select id, (select coalesce(max(no), 0)::int from entry) as last from users where client_id = 'ben'`,
    )) as { rows: { id: string; last: number }[] }
    const [{ id: person, last } = { id: '', last: 0 }] = rows
    const books = ourBooks()
    await insertBooks(db, books, { person, last })
    await insertStatement(db, books, person)
    await db.query('commit')
  } finally {
    db.release()
  }
  await pool.query('vacuum analyze')
}

type Book = {
  id: string
  at: number
  day: Day
  amount: number
  reference: string
  party: string
  /** The date of its bank line, if it has one. */
  bank: Day | null
}

function ourBooks(): Book[] {
  const random = randomFrom(19)
  return Array.from({ length: size.books }, (_, at) => {
    const isInBank = at % (size.books / size.lines) === 0
    const day = isInBank ? addDays('2026-03-01', random(28)) : addDays('2026-01-01', random(90))
    return {
      id: idOf(`document ${at}`),
      at,
      day,
      amount: (random(2) === 0 ? -1 : 1) * (10_000 + random(40_000) * 25),
      reference: `FT${100_000 + at}`,
      party: `${names[at % names.length]} Trading`,
      bank: isInBank ? addDays(day, random(4)) : null,
    }
  })
}

const names = [
  'Mabuhay',
  'Bayani',
  'Silangan',
  'Tanglaw',
  'Luntian',
  'Haligi',
  'Kapatiran',
  'Sampaguita',
  'Lakbay',
  'Bituin',
]

const recordedAt = '2026-04-01T00:00:00Z'

async function insertBooks(
  db: Client,
  books: readonly Book[],
  { person, last }: { person: string; last: number },
): Promise<void> {
  await insert(
    db,
    'document',
    books.map(({ id, at, day, amount, reference, party }) => ({
      id,
      draft_id: idOf(`draft ${at}`),
      kind: 'deposit',
      series: 'DS',
      year: 2026,
      serial: at + 1,
      number: `DS-2026-${String(at + 1).padStart(6, '0')}`,
      external_no: reference,
      day,
      party_name: party,
      memo: 'Sales of the day',
      total: Math.abs(amount),
      fields: { reference },
      receipt: {},
      digest: hashOf(id),
      search_text: party,
      recorded_by: person,
      recorded_at: recordedAt,
      seal_version: 1,
    })),
  )
  await insert(
    db,
    'entry',
    books.map(({ id, at, day }) => ({
      no: last + at + 1,
      document_id: id,
      journal: 'CRJ',
      day,
      memo: 'Sales of the day',
      posted_by: person,
      posted_at: recordedAt,
      previous_hash: hashOf(String(at)),
      hash: hashOf(String(at + 1)),
    })),
  )
  await insert(
    db,
    'line',
    books.flatMap(({ at, day, amount }) =>
      [amount, -amount].map((moved, side) => ({
        entry_no: last + at + 1,
        position: side + 1,
        account: side === 0 ? bankMonth.account : '3010',
        day,
        memo: '',
        debit: Math.max(0, moved),
        credit: Math.max(0, -moved),
      })),
    ),
  )
  for (const [table, period, of] of [
    ['account_month', 'month', `to_char(day, 'YYYY-MM')`],
    ['account_day', 'day', 'day'],
  ] as const)
    await db.query(
      `insert into ${table} select account, ${of}, sum(debit), sum(credit) from line where entry_no > $1 group by 1, 2
       on conflict (account, ${period}) do update
       set debit = ${table}.debit + excluded.debit, credit = ${table}.credit + excluded.credit`,
      [last],
    )
  await db.query('update ledger_head set last_entry = $1, last_hash = $2', [
    last + books.length,
    hashOf(String(books.length)),
  ])
}

async function insertStatement(db: Client, books: readonly Book[], person: string): Promise<void> {
  const { account, month } = bankMonth
  const [id, sha256] = [idOf('statement'), hashOf('statement')]
  await insert(db, 'attachment_content', [{ sha256, content: '\\x00' }])
  await insert(db, 'bank_statement', [
    {
      id,
      account,
      sha256,
      file_name: 'month.csv',
      format: 'csv',
      account_no: '',
      currency: '',
      from_day: startOfMonth(month),
      to_day: endOfMonth(month),
      lines: size.lines,
      findings: [],
      reason: '',
      uploaded_by: person,
      uploaded_at: recordedAt,
    },
  ])
  const lines = books
    .flatMap(({ bank, ...book }) => (bank === null ? [] : [{ ...book, bank }]))
    .toSorted((a, b) => (a.bank < b.bank ? -1 : a.bank > b.bank ? 1 : 0))
    .map(({ at, amount, bank, reference, party }, place) => ({
      id: idOf(`line ${at}`),
      account,
      day: bank,
      amount,
      description: at % 2 === 0 ? `TRANSFER ${reference}` : `CREDIT ${party.toUpperCase()}`,
      fingerprint: hashOf(`line ${at}`),
      position: place + 1,
      first_statement_id: id,
    }))
  await insert(db, 'bank_line', lines)
  await insert(
    db,
    'bank_line_seen',
    lines.map(({ id: line, position, description }) => ({ statement_id: id, position, line_id: line, description })),
  )
}

/** Rows with the columns that they name; the others get the table's defaults. */
async function insert(db: Client, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  for (let at = 0; at < rows.length; at += 5000)
    await db.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::public.${table}, $1)`,
      [JSON.stringify(rows.slice(at, at + 5000))],
    )
}

const hashOf = (word: string) => createHash('sha256').update(word).digest('hex')

/** The same text gives the same id. */
function idOf(word: string): string {
  const hex = hashOf(word)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
