// Transactions: everything recorded, listed, added up and exported by the same filters.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import {
  exportTransactions,
  listTransactions,
  maxRows,
  sumTransactions,
  transactionProblems,
} from '@talaan/contract/transactions.ts'
import type { TypeTotal, TransactionFilters } from '@talaan/contract/transactions.ts'
import { stateFilterWords, stateOf } from '@talaan/contract/documents.ts'
import type { DocumentRow } from '@talaan/contract/documents.ts'
import { tagWords } from '@talaan/contract/tag-kinds.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { transactions as transactionsTable } from '@talaan/ledger/reports/transactions.ts'
import type { Transaction } from '@talaan/ledger/reports/transactions.ts'
import { tagFilterWords } from '../../books/tags.ts'
import { today } from '../../platform/clock.ts'
import { audit } from '../../platform/audit/audit.ts'
import { companyHeader } from '../../print/company.ts'
import { fileName } from '../../print/file-name.ts'
import { tablePrinters } from '../../print/table.ts'
import { answers } from '../../http/route.ts'
import type { Feature } from '../../http/feature.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { pageOfDocuments, readable } from '../documents/read.ts'
import { correctedAndMeant, isMeant, owedAndCredited } from '../documents/search.ts'

type Db = Kysely<Tables>
const rowsAtOnce = 1_000

export const transactions: Feature = ({ clock, db: { kysely: db } }) => [
  answers(listTransactions, ({ query: { after, ...filters }, viewer }) =>
    pageOfDocuments(db, { filters: readable(filters, viewer), after, today: today(clock) }),
  ),

  answers(sumTransactions, async ({ query, viewer }) => ({
    kinds: await totalsOf(db, readable(query, viewer), today(clock)),
    people: await people(db),
  })),

  answers(exportTransactions, async ({ params: { format }, query, viewer, address }) => {
    const rows = await allOf(db, readable(query, viewer), { atMost: maxRows[format], today: today(clock) })
    if (rows === undefined) {
      const instead = format === 'csv' ? '' : ' or choose CSV, which can contain more'
      const sentence = `One ${format.toUpperCase()} file can contain at most ${maxRows[format].toLocaleString('en')} documents. Add filters${instead}.`
      throw new Refusal(saying(transactionProblems.tooManyRows, sentence))
    }
    const period = await inWords(db, query)
    const table = transactionsTable({ company: await companyHeader(db), period, rows })
    const { type, print } = tablePrinters[format]
    const bytes = await print(table, { printedAt: clock.now(), printedBy: viewer.clientId })
    const object = { type: 'report', id: 'transactions' }
    const detail = { format, rows: rows.length, asked: period }
    await db
      .transaction()
      .execute((trx) =>
        audit(trx, clock, { viewer, address, action: exportTransactions.name, object, outcome: 'done', detail }),
      )
    return { bytes, type, name: fileName(table, format) }
  }),
]

/** Two queries, so that a slow one blocks less; both scan an index, for any number of documents. */
async function totalsOf(db: Db, filters: TransactionFilters, now: Day): Promise<TypeTotal[]> {
  const meant = isMeant(filters, await correctedAndMeant(db, filters), now)
  const { rows } = await sql<Omit<TypeTotal, 'total' | 'open'> & { total: string }>`
    select kind, count(*)::int as documents, count(document_void.document_id)::int as voided,
      coalesce(sum(total) filter (where document_void.document_id is null), 0)::text as total
    from document left join document_void on document_void.document_id = document.id
    where ${meant} group by kind`.execute(db)
  const { rows: owed } = await sql<{ kind: string; open: string }>`
    select kind, sum(item_balance.open)::text as open
    from document join item_balance on item_balance.document_id = document.id and item_balance.open > 0
      and item_balance.account = any(${[...owedAndCredited]}::text[])
    where ${meant} group by kind`.execute(db)
  const open = new Map(owed.map((each) => [each.kind, BigInt(each.open)]))
  return rows
    .map((row) => ({ ...row, total: BigInt(row.total), open: open.get(row.kind) ?? 0n }))
    .toSorted((a, b) => documentTypeNames.indexOf(a.kind) - documentTypeNames.indexOf(b.kind))
}

async function people(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('users').select('client_id as name').distinct().orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** All matching documents, page by page, so that other requests run in between; undefined for more than `atMost`. */
async function allOf(
  db: Db,
  filters: TransactionFilters,
  { atMost, today: now }: { atMost: number; today: Day },
): Promise<Transaction[] | undefined> {
  const rows: Transaction[] = []
  let after: string | undefined
  do {
    const page = await pageOfDocuments(db, { filters, after, today: now, length: rowsAtOnce })
    rows.push(...page.documents.map((row) => ({ ...row, state: stateOf(row, now).words, tags: tagsInWords(row) })))
    if (rows.length > atMost || (rows.length === atMost && page.next !== null)) return undefined
    after = page.next ?? undefined
  } while (after !== undefined)
  return rows
}

/** The filters in plain words. */
async function inWords(db: Db, filters: TransactionFilters): Promise<string> {
  const { search, kinds, status, from, to, party, recordedBy, least, most, files, open, order, ascending } = filters
  const named = party === undefined ? undefined : await nameOf(db, party)
  const said = [
    kinds === undefined ? 'All types' : kinds.map((kind) => documentTypeOf(kind).words.plural).join(', '),
    status === undefined ? '' : stateFilterWords[status].toLowerCase(),
    from === undefined ? '' : `from ${formatDay(from)}`,
    to === undefined ? '' : `to ${formatDay(to)}`,
    named === undefined ? '' : `of ${named}`,
    recordedBy === undefined ? '' : `recorded by ${recordedBy}`,
    least === undefined ? '' : `at least ${formatMoney(least)}`,
    most === undefined ? '' : `at most ${formatMoney(most)}`,
    files === undefined ? '' : `${files} files`,
    open === undefined ? '' : 'open',
    ...(await tagFilterWords(db, filters)),
    search === undefined || search.trim() === '' ? '' : `with '${search.trim()}'`,
    orderInWords[order ?? 'recorded'][ascending === undefined ? 0 : 1],
  ]
  return said.filter((part) => part !== '').join(', ')
}

const tagsInWords = ({ tags }: DocumentRow) => tags.map(({ kind, name }) => tagWords(kind, name)).join(', ')

const orderInWords = {
  recorded: ['', 'oldest first'],
  day: ['latest date first', 'earliest date first'],
  due: ['latest due date first', 'earliest due date first'],
  total: ['largest total first', 'smallest total first'],
  party: ['by name from Z to A', 'by name from A to Z'],
  status: ['status, open first', 'status, open last'],
} as const

async function nameOf(db: Db, partyId: string): Promise<string> {
  const row = await db.selectFrom('party').select('name').where('id', '=', partyId).executeTakeFirst()
  return row?.name ?? 'an unknown customer or supplier'
}
