// Loads many documents quickly: the rows that recording would have written, made by the same pure rules and the same
// seals, but inserted in sets. The triggers of all tables are enabled, and verify finds no problem afterwards.
//
// Three things differ from real books: the reviews' digests are stand-ins (nothing recomputes them), all documents were
// recorded by an account that is now inactive, and the income is spread over 82 accounts of the chart instead of the few
// income accounts, so that a trial balance has 84 lines.
import { createHash } from 'node:crypto'
import { z } from '@talaan/ledger/core/zod.ts'
import { receipt as receiptSchema } from '@talaan/contract/documents.ts'
import { accounts, itemAccounts, standardChart } from '@talaan/ledger/accounts/chart.ts'
import { addDays, daysBetween, yearOf } from '@talaan/ledger/core/date.ts'
import { invoiceFields } from '@talaan/ledger/documents/invoice/fields.ts'
import { invoice } from '@talaan/ledger/documents/invoice/index.ts'
import { emptyFacts } from '@talaan/ledger/documents/facts.ts'
import type { FactKey, Facts } from '@talaan/ledger/documents/facts.ts'
import { displayName, formatTin, partyFields, partyFrom, searchName, searchWords } from '@talaan/ledger/core/party.ts'
import type { Party } from '@talaan/ledger/core/party.ts'
import { standardVatRates } from '@talaan/ledger/tax/vat.ts'
import { sealAuditEvents } from '../server/src/platform/audit/sealing.ts'
import { timestamp } from '../server/src/platform/clock.ts'
import type { Database } from '../server/src/platform/db/db.ts'
import { searchText } from '../server/src/books/recording/record.ts'
import { formatNumber, hashOfEntry } from '../server/src/books/journal.ts'
import { messageId, receiptSubject, receiptText } from '../server/src/platform/mail.ts'
import { sealOf, sealVersion } from '../server/src/books/seal.ts'
import type { Tables } from '../server/src/platform/db/tables.ts'

export const firstDay = '2025-01-01'
const lastDay = '2026-10-31'
const companyName = 'Bahay Kubo Trading'
const mailFrom = 'Talaan <talaan@localhost>'
const customers = 200
const atOnce = 1000

/** The state after loading, so that loading can continue from there. */
export type Loaded = { documents: number; hash: string; serials: Record<string, number> }
export const emptyBooks: Loaded = { documents: 0, hash: '0'.repeat(64), serials: {} }

/** Brings several databases, each fresh or loaded to the same point, to `upTo` documents. */
export async function load(databases: Database[], from: Loaded, upTo: number): Promise<Loaded> {
  if (from.documents === 0) await all(databases, insertPeople)
  let loaded = from
  let under: Promise<unknown> = Promise.resolve()
  while (loaded.documents < upTo) {
    const batch = makeBatch(loaded, Math.min(atOnce, upTo - loaded.documents))
    await under
    under = all(databases, (db) => insertBatch(db, batch))
    // Made while the database still stores the previous batch.
    under.catch(() => {})
    loaded = batch.end
  }
  await under
  // As the portals that recorded all this would have done; none must do it while something is measured.
  await all(databases, (db) => sealAuditEvents(db.kysely))
  await all(databases, (db) => db.pool.query('vacuum analyze'))
  return loaded
}

const all = <T>(databases: Database[], work: (db: Database) => Promise<T>) => Promise.all(databases.map(work))

// ── Accounts and parties.

const clerk = { id: idOf('clerk'), name: 'gone' }
const parties: Party[] = Array.from({ length: customers }, (_, i) =>
  partyFrom(fieldsOfParty(i), { id: idOf(`party ${i}`), role: 'customer' }),
)

export function tinOf(customer: number): string {
  return `${200_000_000 + customer * 7919}`
}

function fieldsOfParty(i: number) {
  return partyFields.parse({
    kind: 'non_individual',
    tin: tinOf(i),
    registeredName: `Sari-sari ${['Alon', 'Bituin', 'Dalampasigan', 'Kalinaw'][i % 4]} ${i} Corporation`,
    address: { street: `${i + 1} Mabini Street`, city: 'Quezon City', province: 'Metro Manila', zip: '1100' },
    vatStatus: 'vat',
  })
}

async function insertPeople(db: Database): Promise<void> {
  const at = timestamp(Date.parse(firstDay))
  await insertRows(db, 'users', [
    {
      id: clerk.id,
      client_id: clerk.name,
      role: 'user',
      password_hash: '-',
      created_at: at,
      first_login: true,
      notices: [],
    },
  ])
  await insertRows(
    db,
    'party',
    parties.map((party, i) => ({
      id: party.id,
      registration_id: idOf(`registration ${i}`),
      kind: party.kind,
      customer: true,
      supplier: false,
      tin9: party.tin9,
      branch_code: party.branchCode,
      name: party.registeredName,
      search_name: searchName(party.registeredName),
      search_words: [...searchWords(party.registeredName, { endings: 'kept' }), party.tin9].join(' '),
      vat_status: 'vat',
      government: false,
      email: null,
      fields: fieldsOfParty(i),
      registered_by: clerk.id,
      registered_at: at,
      removed_at: null,
    })),
  )
}

// ── Documents.

const income = standardChart
  .filter(({ code }) => code !== accounts.outputVat && code !== accounts.pettyCash && !itemAccounts.includes(code))
  .slice(0, 82)
const facts: Facts<FactKey> = {
  company: {
    name: companyName,
    tin: null,
    branchCode: '00000',
    address: '',
    vatRegistered: true,
    topAgentFrom: null,
    withholdAt: 'bill',
  },
  today: lastDay,
  party: undefined,
  accounts: new Map(
    standardChart.map((account) => [
      account.code,
      income.includes(account) ? { ...account, type: 'revenue', normal: 'credit', control: false } : account,
    ]),
  ),
  vatRates: standardVatRates,
  closedMonths: new Set(),
  booksBegin: null,
  ...emptyFacts,
  sameExternalNo: undefined,
  attachments: [],
}

type Row = Record<string, unknown>
type Batch = {
  lastPostedAt: string
  rows: Record<'document' | 'document_detail' | 'entry' | 'line' | 'open_item' | 'job' | 'outbox' | 'audit', Row[]>
  before: number
  end: Loaded
}

function makeBatch({ documents, hash, serials: before }: Loaded, count: number): Batch {
  const rows: Batch['rows'] = {
    document: [],
    document_detail: [],
    entry: [],
    line: [],
    open_item: [],
    job: [],
    outbox: [],
    audit: [],
  }
  const serials = { ...before }
  let previousHash = hash
  let lastPostedAt = ''
  for (let i = documents; i < documents + count; i += 1) {
    const no = BigInt(i + 1)
    const { fields, party } = typed(i)
    const input = { ...facts, party }
    const outcome = invoice.post(fields, input)
    if (!outcome.ok) throw new Error(`Document ${i} is refused: ${JSON.stringify(outcome.mistakes)}`)
    const { posting } = outcome

    const year = yearOf(posting.day)
    const serial = (serials[year] ?? 0) + 1
    serials[year] = serial
    const number = formatNumber(invoice.series, year, serial)
    const printed = invoice.receipt(fields, input, posting, number)
    // Two seconds apart and all in the past; times follow the chain, not the dates of the documents.
    const at = timestamp(Date.parse('2026-01-01T00:00:00Z') + i * 2_000)
    const tin = formatTin(party.tin9 ?? '', party.branchCode)
    const documentRow = {
      id: idOf(`document ${i}`),
      draft_id: idOf(`draft ${i}`),
      kind: invoice.kind,
      series: invoice.series,
      year,
      serial,
      number,
      external_no: posting.externalNo,
      day: posting.day,
      due_day: posting.dueDay,
      party_id: party.id,
      memo: posting.memo,
      total: posting.total,
      party_name: displayName(party),
      party_tin: tin,
      fields: z.encode(invoiceFields, fields),
      receipt: JSON.parse(JSON.stringify(z.encode(receiptSchema, printed))) as unknown,
      digest: sha256(`review ${i}`),
      recorded_by: clerk.id,
      recorded_at: at,
      seal_version: sealVersion,
    }
    const document = { ...documentRow, search_text: searchText({ ...documentRow, receipt: printed }) }
    rows.document.push(document)
    rows.document_detail.push({
      document_id: document.id,
      terms: fields.terms,
      party_address: printed.party?.address ?? '',
      receipt_to: fields.email,
    })

    const { entry } = posting
    const sealed = {
      documentId: document.id,
      seal: sealOf(document, [], null, null),
      entry,
      reverses: null,
      postedBy: clerk.id,
      postedAt: at,
    }
    const entryHash = hashOfEntry({ ...sealed, no, previousHash })
    rows.entry.push({
      no,
      document_id: document.id,
      journal: entry.journal,
      day: entry.day,
      memo: entry.memo,
      reverses: null,
      posted_by: clerk.id,
      posted_at: at,
      previous_hash: previousHash,
      hash: entryHash,
    })
    previousHash = entryHash
    lastPostedAt = at
    entry.lines.forEach(({ account, debit, credit, memo = '', partyId = null, tax }, position) => {
      const taxed = { vat_class: tax?.vatClass ?? null, tax_base: tax?.base ?? null, vat: tax?.vat ?? null }
      rows.line.push({
        entry_no: no,
        position: position + 1,
        account,
        day: entry.day,
        debit,
        credit,
        memo,
        party_id: partyId,
        ...taxed,
      })
    })
    rows.open_item.push({
      document_id: document.id,
      settles: document.id,
      party_id: party.id,
      account: accounts.receivables,
      day: posting.day,
      amount: posting.total,
    })
    rows.job.push({
      id: idOf(`receipt ${i}`),
      name: 'mail.send',
      payload: {},
      state: 'done',
      attempts: 1,
      done: 0,
      doing: '',
      run_at: at,
      created_at: at,
      ended_at: at,
    })
    rows.outbox.push({
      id: idOf(`receipt ${i}`),
      topic: 'receipt',
      document_id: document.id,
      recipient: fields.email,
      subject: receiptSubject(printed),
      body: receiptText(printed),
      message_id: messageId('receipt', document.id, mailFrom),
      created_at: at,
    })
    rows.audit.push({
      at,
      actor_id: clerk.id,
      actor_name: clerk.name,
      role: 'user',
      session_id: null,
      address: '',
      action: 'documents.record',
      object_type: 'document',
      object_id: document.id,
      outcome: 'done',
      detail: { number, entry: no.toString(), total: posting.total.toString() },
    })
  }
  return { lastPostedAt, rows, before: documents, end: { documents: documents + count, hash: previousHash, serials } }
}

const days = daysBetween(firstDay, lastDay) + 1

/** Spread evenly over the two years and all accounts from the start, so that ten thousand documents are distributed like more. */
function typed(i: number) {
  const day = addDays(firstDay, (i * 7919) % days)
  const party = parties[(i * 31) % customers]
  if (party === undefined) throw new RangeError(`There is no party for document ${i}.`)
  const line = (description: string, n: number) => ({
    description,
    quantity: String(1 + (n % 40)),
    unitPrice: String(10_000 + ((n * 1237) % 900_000)),
    vatClass: 'vatable',
    account: income[n % income.length]?.code,
  })
  const fields = invoiceFields.parse({
    email: 'accounts@bahaykubo.example',
    partyId: party.id,
    externalNo: `L-${i + 1}`,
    day,
    dueDay: addDays(day, 30),
    priceMode: 'exclusive',
    lines: [line('Bond paper, A4, 70 gsm', i * 2), line('Delivery within Metro Manila', i * 3 + 1)],
    memo: `Order ${i + 1}`,
  })
  return { fields, party }
}

// ── Rows.

async function insertBatch(db: Database, { rows, before, end, lastPostedAt }: Batch): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    for (const [table, some] of Object.entries(rows)) await insertRows({ pool: client }, table as keyof Tables, some)
    for (const [table, of] of [
      ['account_month', `to_char(day, 'YYYY-MM')`],
      ['account_day', 'day'],
    ] as const) {
      await client.query(
        `insert into ${table} select account, ${of}, sum(debit), sum(credit) from line where entry_no > $1 group by 1, 2
         on conflict (account, ${table === 'account_month' ? 'month' : 'day'}) do update
         set debit = ${table}.debit + excluded.debit, credit = ${table}.credit + excluded.credit`,
        [before],
      )
    }
    for (const [year, last] of Object.entries(end.serials)) {
      await client.query(
        `insert into number_series values ($1, $2, $3) on conflict (series, year) do update set last = excluded.last`,
        [invoice.series, year, last],
      )
    }
    await client.query('update ledger_head set last_entry = $1, last_hash = $2, last_posted_at = $3', [
      end.documents,
      end.hash,
      lastPostedAt,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

type WithPool = { pool: { query(text: string, values: unknown[]): Promise<unknown> } }

async function insertRows({ pool }: WithPool, table: keyof Tables, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  const written = JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  await pool.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::public.${table}, $1)`,
    [written],
  )
}

/** The same text gives the same id, spread over the index like random ids. */
function idOf(word: string): string {
  const hex = sha256(word)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
