// The journal of a period as plain text, streamed: it may be as long as the books.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { accounts } from '@talaan/ledger/accounts/chart.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import { settledRows } from '@talaan/ledger/documents/settling/fields.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { plainTextEntry, plainTextHead } from '@talaan/ledger/reports/plain-text.ts'
import type { PlainAccount, PlainEntry, PlainLine, PlainTextFormat } from '@talaan/ledger/reports/plain-text.ts'
import { lineOf } from '../../books/journal.ts'
import type { LineColumns } from '../../books/journal.ts'
import { partiesOf } from '../../books/tax-lines.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { companyHeader } from './report.ts'

type Db = Kysely<Tables>
type PlainTextRequest = { format: PlainTextFormat; from: Day; to: Day }

const entriesAtOnce = 500

/** The text in parts: its header, then some hundred entries at a time, up to the last entry at the beginning. */
export async function* journalAsText(db: Db, { format, from, to }: PlainTextRequest): AsyncGenerator<string> {
  const { last } = await db.selectFrom('ledger_head').select('last_entry as last').executeTakeFirstOrThrow()
  const moved = await accountsMoved(db, { from, to })
  const byCode = new Map(moved.map((account) => [account.code, account]))
  const { name: company } = await companyHeader(db)
  const period = `Journal from ${formatDay(from)} to ${formatDay(to)}`
  yield plainTextHead(format, { company, period, from, accounts: moved })
  let after = 0n
  while (true) {
    const entries = await entriesAfter(db, { from, to, after, last })
    yield entries.map((entry) => plainTextEntry(format, entry, byCode)).join('')
    after = entries.at(-1)?.no ?? last
    if (entries.length < entriesAtOnce) return
  }
}

async function accountsMoved(db: Db, { from, to }: { from: Day; to: Day }): Promise<PlainAccount[]> {
  const rows = await db
    .selectFrom('account')
    .select(['code', 'name', 'type', 'normal'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('account_day')
          .select('account')
          .whereRef('account_day.account', '=', 'account.code')
          .where('day', '>=', from)
          .where('day', '<=', to),
      ),
    )
    .orderBy('code')
    .execute()
  return rows as PlainAccount[]
}

type EntryRow = Omit<PlainEntry, 'no' | 'document' | 'reverses' | 'lines' | 'items' | 'discounts'> & {
  no: string
  number: string
  external_no: string | null
  kind: DocumentTypeName
  reverses: string | null
  items: { account: string; id: string; number: string; amount: string }[] | null
  /** Of a document that settles others. */
  fields: unknown
}

async function entriesAfter(
  db: Db,
  { from, to, after, last }: { from: Day; to: Day; after: bigint; last: bigint },
): Promise<PlainEntry[]> {
  const { rows } = await sql<EntryRow>`
    select entry.no::text, entry.day, entry.journal, entry.memo, entry.reverses::text, number, external_no, kind, due_day as "dueDay",
      case when party_name is not null then json_build_object('name', party_name, 'tin', party_tin) end as party,
      exists (select from entry as later where later.reverses = entry.no) as voided,
      ${itemsChanged} as items,
      case when kind in ('collection', 'payment', 'cheque') then fields end as fields,
      (select json_build_object('form', form, 'period', period) from certificate_claim
        where certificate_claim.document_id = document.id) as claimed
    from entry join document on document.id = document_id
    where entry.no > ${after}::bigint and entry.no <= ${last}::bigint and entry.day between ${from}::date and ${to}::date
    order by entry.no limit ${entriesAtOnce}`.execute(db)
  const lines = await linesOf(
    db,
    rows.map(({ no }) => no),
  )
  return rows.map(({ number, external_no: externalNo, kind, fields, items, ...row }) => ({
    ...row,
    no: BigInt(row.no),
    reverses: row.reverses === null ? null : BigInt(row.reverses),
    document: { number, externalNo, kind: documentTypeOf(kind).words.title },
    items: (items ?? []).map((item) => ({ ...item, amount: BigInt(item.amount) })),
    discounts:
      kind === 'unapply'
        ? discountsReversed(items ?? [], lines.get(row.no) ?? [])
        : discountsOf(fields, items ?? []).map((one) =>
            row.reverses === null ? one : { ...one, amount: -one.amount },
          ),
    lines: lines.get(row.no) ?? [],
  }))
}

/** The open items changed by an entry. A void adds one last row to each item of its document. */
const itemsChanged = sql`(
  select json_agg(json_build_object('account', account, 'id', settles, 'number', settled.number, 'amount', amount::text) order by changed.id)
  from (
    select open_item.*, void.document_id is not null and row_number() over (partition by settles, party_id, account order by id desc) = 1 as undoes
    from open_item left join document_void as void on void.document_id = open_item.document_id
    where open_item.document_id = document.id
  ) as changed join document as settled on settled.id = settles
  where undoes = (entry.reverses is not null)
)`

/** The discounts of a collection, payment or cheque, by the number of the settled document. */
function discountsOf(fields: unknown, items: NonNullable<EntryRow['items']>): { number: string; amount: bigint }[] {
  if (fields === null) return []
  const numbers = new Map(items.map(({ id, number }) => [id, number]))
  return settledRows
    .parse(fields)
    .rows.flatMap(({ documentId, discount }) =>
      discount === 0n ? [] : [{ number: numbers.get(documentId) ?? '', amount: discount }],
    )
}

/** Of a removed allocation: given by the void of the removal, and taken back by the removal. */
function discountsReversed(
  items: NonNullable<EntryRow['items']>,
  lines: readonly PlainLine[],
): { number: string; amount: bigint }[] {
  const owed = items.find(({ account }) => account === accounts.receivables || account === accounts.payables)
  const given = lines.filter(
    ({ account }) => account === accounts.salesDiscounts || account === accounts.purchaseDiscounts,
  )
  const size = sum(given.map(({ debit, credit }) => debit + credit))
  return owed === undefined || size === 0n
    ? []
    : [{ number: owed.number, amount: BigInt(owed.amount) > 0n ? -size : size }]
}

type LineRow = LineColumns & { entryNo: bigint; paid: Day | null; entryDay: Day; reverses: boolean }

/** The lines of entries, by number, in their order. */
async function linesOf(db: Db, entries: readonly string[]): Promise<ReadonlyMap<string, PlainLine[]>> {
  const { rows } = await sql<LineRow>`
    select line.*, line.entry_no as "entryNo", line.day as "entryDay", paid, entry.reverses is not null as reverses
    from line join entry on entry.no = line.entry_no
    left join customs_entry on customs_entry.document_id = entry.document_id and purchase_category = 'importation'
    where line.entry_no = any(${[...entries]}::bigint[]) order by line.entry_no, position`.execute(db)
  const parties = await partiesOf(db, [
    ...new Set(rows.flatMap((row) => (row.vat_class === null && row.atc === null ? [] : (row.party_id ?? [])))),
  ])
  const lines = new Map<string, PlainLine[]>()
  for (const row of rows) {
    const { tax, withheld, foreign = null, memo = '' } = lineOf(row)
    const party = row.party_id === null ? undefined : parties.get(row.party_id)
    const own = lines.get(row.entryNo.toString()) ?? []
    lines.set(row.entryNo.toString(), own)
    own.push({
      account: row.account,
      debit: row.debit,
      credit: row.credit,
      memo,
      foreign,
      ...(tax && { tax }),
      ...(withheld && { withheld }),
      ...(party && { party }),
      ...(row.purchase_category === 'importation' &&
        (row.paid !== null || row.vat !== 0n) && { taxDay: importDay(row) }),
    })
  }
  return lines
}

/** The VAT of an importation counts from its payment to Customs; a void on its own date, but not before. */
const importDay = ({ paid, entryDay, reverses }: LineRow): Day | null =>
  paid !== null && reverses && entryDay > paid ? entryDay : paid
