// Exports for other programs, streamed because they may be as long as the books. Each is read in pages up to the last entry at
// its beginning. The journal only grows, so the pages together are one snapshot, and no transaction waits for a slow reader.
import { makeZip } from 'client-zip'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { addDays } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { documentWords } from '@talaan/ledger/documents/words.ts'
import type { Cell, Column } from '@talaan/ledger/reports/table.ts'
import { instant } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { contentInParts } from '../../platform/disk/content.ts'
import { letOthersWork } from '../../platform/event-loop.ts'
import { byteOrderMark, csvOf } from '../../print/csv.ts'
import { receiptToPdf } from '../../print/pdf.ts'
import { printedReceipt } from '../documents/read.ts'

type Db = Kysely<Tables>
type Period = { from: Day; to: Day }

const linesAtOnce = 1_000
const documentsAtOnce = 50

const entryColumns: Column[] = [
  { key: 'day', title: 'Date', kind: 'day' },
  { key: 'entry', title: 'Entry', kind: 'count' },
  { key: 'journal', title: 'Journal', kind: 'code' },
  { key: 'reverses', title: 'Reverses entry', kind: 'count' },
  { key: 'type', title: 'Type', kind: 'text' },
  { key: 'number', title: 'Document', kind: 'code' },
  { key: 'externalNo', title: 'Reference no.', kind: 'code' },
  { key: 'party', title: 'Customer or supplier', kind: 'text' },
  { key: 'tin', title: 'TIN', kind: 'code' },
]
const amountColumns: Column[] = [
  { key: 'memo', title: 'Memo', kind: 'text' },
  { key: 'debit', title: 'Debit', kind: 'money' },
  { key: 'credit', title: 'Credit', kind: 'money' },
]
const accountColumns: Column[] = [
  { key: 'account', title: 'Account', kind: 'code' },
  { key: 'name', title: 'Account name', kind: 'text' },
]

/** The lines of all entries of a period, in the order of the journal. */
export async function* journalAsCsv(db: Db, { from, to }: Period): AsyncGenerator<string> {
  const columns = [...entryColumns, ...accountColumns, ...amountColumns]
  const { last } = await db.selectFrom('ledger_head').select('last_entry as last').executeTakeFirstOrThrow()
  yield byteOrderMark + [...csvOf(columns, [])].join('')
  let after = { entry: 0n, position: 0 }
  while (true) {
    const lines = await linesOf(db, {
      where: sql`(line.entry_no, line.position) > (${after.entry}::bigint, ${after.position}::smallint)
        and line.entry_no <= ${last}::bigint and line.day between ${from}::date and ${to}::date`,
      order: sql`line.entry_no, line.position`,
    })
    yield rowsAsCsv(
      columns,
      lines.map((line) => [...entryCells(line), line.account, line.accountName, ...amountCells(line)]),
    )
    const end = lines.at(-1)
    if (end === undefined || lines.length < linesAtOnce) return
    after = end
    await letOthersWork()
  }
}

/** Each account with its balance brought forward and its lines of a period, with the balance after each. */
export async function* generalLedgerAsCsv(db: Db, { from, to }: Period): AsyncGenerator<string> {
  const columns: Column[] = [
    ...accountColumns,
    ...entryColumns,
    ...amountColumns,
    { key: 'balance', title: 'Balance', kind: 'money' },
  ]
  // One statement, so that the balances and the last entry belong together.
  const { rows: accounts } = await sql<{ code: string; name: string; opening: Money; last: bigint }>`
    select account.code, account.name, last_entry as last,
      coalesce(sum(account_day.debit - account_day.credit) filter (where day < ${from}::date), 0)::bigint as opening
    from account join account_day on account_day.account = account.code cross join ledger_head
    where day <= ${to}::date group by account.code, account.name, last_entry order by account.code`.execute(db)
  yield byteOrderMark + [...csvOf(columns, [])].join('')
  for (const { code, name, opening, last } of accounts) {
    let balance = opening
    const blank = entryColumns.slice(1).map((): Cell => null)
    yield rowsAsCsv(columns, [[code, name, from, ...blank, 'Balance brought forward', null, null, balance]])
    let after = { day: addDays(from, -1), entry: 0n, position: 0 }
    while (true) {
      const lines = await linesOf(db, {
        where: sql`line.account = ${code} and line.entry_no <= ${last}::bigint and line.day <= ${to}::date
          and (line.day, line.entry_no, line.position) > (${after.day}::date, ${after.entry}::bigint, ${after.position}::smallint)
          and line.day >= ${from}::date`,
        order: sql`line.day, line.entry_no, line.position`,
      })
      yield rowsAsCsv(
        columns,
        lines.map((line): Cell[] => {
          balance += line.debit - line.credit
          return [code, name, ...entryCells(line), ...amountCells(line), balance]
        }),
      )
      const end = lines.at(-1)
      if (end === undefined || lines.length < linesAtOnce) break
      after = end
      await letOthersWork()
    }
  }
}

const rowsAsCsv = (columns: readonly Column[], rows: readonly Cell[][]): string =>
  [
    ...csvOf(
      columns,
      rows.map((cells) => ({ cells })),
      { head: false },
    ),
  ].join('')

type LineRow = {
  entry: bigint
  position: number
  day: Day
  journal: string
  reverses: bigint | null
  kind: DocumentTypeName
  number: string
  externalNo: string | null
  party: string | null
  tin: string | null
  account: string
  accountName: string
  memo: string
  debit: Money
  credit: Money
}

async function linesOf(
  db: Db,
  { where, order }: { where: RawBuilder<unknown>; order: RawBuilder<unknown> },
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select line.entry_no as entry, line.position, line.day, entry.journal, entry.reverses, document.kind, document.number,
      document.external_no as "externalNo", coalesce(document.party_name, party.name) as party,
      document.party_tin as tin, line.account, account.name as "accountName",
      coalesce(nullif(line.memo, ''), entry.memo) as memo, line.debit, line.credit
    from line join entry on entry.no = line.entry_no join document on document.id = entry.document_id
    join account on account.code = line.account left join party on party.id = line.party_id
    where ${where} order by ${order} limit ${linesAtOnce}`.execute(db)
  return rows
}

const entryCells = (line: LineRow): Cell[] => [
  line.day,
  line.entry,
  line.journal,
  line.reverses,
  documentWords[line.kind].words.title,
  line.number,
  line.externalNo,
  line.party,
  line.tin,
]
const amountCells = ({ memo, debit, credit }: LineRow): Cell[] => [
  memo,
  debit === 0n ? null : debit,
  credit === 0n ? null : credit,
]

type Describe = (documentId: string) => Promise<unknown>
type Packed = { name: string; input: Uint8Array | AsyncIterable<Uint8Array>; lastModified: Date }

/**
 * An archive with a folder for each document of a period: its data as the API describes it, its voucher and its files. Of what was
 * sent, makeZip stores only the names, so the archive may be longer than the memory.
 */
export async function* documentsAsZip(
  { db: { kysely: db }, env }: AppContext,
  { from, to }: Period,
  describe: Describe,
): AsyncGenerator<Uint8Array> {
  const { last } = await db.selectFrom('ledger_head').select('last_entry as last').executeTakeFirstOrThrow()
  async function* packed(): AsyncGenerator<Packed> {
    let after = 0n
    while (true) {
      const documents = await db
        .selectFrom('entry')
        .innerJoin('document', 'document.id', 'entry.document_id')
        .select(['entry.no', 'document.id', 'document.number', 'document.recorded_at as recordedAt'])
        .where('entry.reverses', 'is', null)
        .where('entry.no', '>', after)
        .where('entry.no', '<=', last)
        .where('document.day', '>=', from)
        .where('document.day', '<=', to)
        .orderBy('entry.no')
        .limit(documentsAtOnce)
        .execute()
      for (const { id, number, recordedAt } of documents) {
        const lastModified = new Date(instant(recordedAt))
        yield { name: `${number}/document.json`, input: asJson(await describe(id)), lastModified }
        const { receipt, print } = await printedReceipt(db, id, env)
        yield { name: `${number}/voucher.pdf`, input: await receiptToPdf(receipt, print), lastModified }
        for await (const { name, content } of filesOf(db, id))
          yield { name: `${number}/${name}`, input: content, lastModified }
        await letOthersWork()
      }
      const end = documents.at(-1)
      if (end === undefined || documents.length < documentsAtOnce) return
      after = end.no
    }
  }
  for await (const chunk of makeZip(packed())) yield chunk
}

const asJson = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

/** Those it was recorded with, then those added later; one file at a time, in parts, because each may have 10 MB. */
async function* filesOf(
  db: Db,
  documentId: string,
): AsyncGenerator<{ name: string; content: AsyncIterable<Uint8Array> }> {
  const files = await db
    .selectFrom('attachment')
    .select(['name', 'sha256'])
    .where('document_id', '=', documentId)
    .orderBy('seq')
    .execute()
  const added = await db
    .selectFrom('added_note')
    .leftJoin('added_note_removal', 'note_id', 'added_note.id')
    .select(['file_name as name', 'sha256'])
    .where('document_id', '=', documentId)
    .where('note_id', 'is', null)
    .orderBy('added_at')
    .orderBy('added_note.id')
    .execute()
  const ofNotes = added.flatMap(({ name, sha256 }) => (name === null || sha256 === null ? [] : [{ name, sha256 }]))
  for (const [at, { name, sha256 }] of [...files, ...ofNotes].entries()) {
    yield { name: `${at + 1}-${name.replace(/[^\p{L}\p{N}._ -]/gu, '_')}`, content: contentInParts(db, sha256) }
  }
}
