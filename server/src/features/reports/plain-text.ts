// The journal of a period as plain text, streamed: it may be as long as the books.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { documentTypeOf } from '@talaan/ledger/documents/types.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { plainTextEntry, plainTextHead } from '@talaan/ledger/reports/plain-text.ts'
import type { PlainAccount, PlainEntry, PlainTextFormat } from '@talaan/ledger/reports/plain-text.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { companyHeader } from './report.ts'

type Db = Kysely<Tables>
type PlainTextRequest = { format: PlainTextFormat; from: Day; to: Day }

const entriesAtOnce = 500

/** The text in parts: its header, then some hundred entries at a time, up to the last entry at the beginning. */
export async function* journalAsText(db: Db, { format, from, to }: PlainTextRequest): AsyncGenerator<string> {
  const { last } = await db.selectFrom('ledger_head').select('last_entry as last').executeTakeFirstOrThrow()
  const accounts = await accountsMoved(db, { from, to })
  const byCode = new Map(accounts.map((account) => [account.code, account]))
  const { name: company } = await companyHeader(db)
  const period = `Journal from ${formatDay(from)} to ${formatDay(to)}`
  yield plainTextHead(format, { company, period, from, accounts })
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

type Read = Omit<PlainEntry, 'no' | 'document' | 'reverses' | 'lines'> & {
  no: string
  number: string
  external_no: string | null
  kind: DocumentTypeName
  reverses: string | null
  lines: {
    account: string
    debit: string
    credit: string
    memo: string
    foreign: { currency: string; amount: string } | null
  }[]
}

async function entriesAfter(
  db: Db,
  { from, to, after, last }: { from: Day; to: Day; after: bigint; last: bigint },
): Promise<PlainEntry[]> {
  const { rows } = await sql<Read>`
    select entry.no::text, entry.day, entry.journal, entry.memo, entry.reverses::text, number, external_no, kind,
      case when party_name is not null then json_build_object('name', party_name, 'tin', party_tin) end as party,
      exists (select from entry as later where later.reverses = entry.no) as voided,
      (select json_agg(json_build_object('account', account, 'debit', debit::text, 'credit', credit::text, 'memo', line.memo,
          'foreign', case when currency is not null
            then json_build_object('currency', currency, 'amount', currency_amount::text) end) order by position)
        from line where entry_no = entry.no) as lines
    from entry join document on document.id = document_id
    where entry.no > ${after}::bigint and entry.no <= ${last}::bigint and entry.day between ${from}::date and ${to}::date
    order by entry.no limit ${entriesAtOnce}`.execute(db)
  return rows.map(({ number, external_no: externalNo, kind, lines, ...row }) => ({
    ...row,
    no: BigInt(row.no),
    reverses: row.reverses === null ? null : BigInt(row.reverses),
    document: { number, externalNo, kind: documentTypeOf(kind).words.title },
    lines: lines.map(({ foreign, ...line }) => ({
      ...line,
      debit: BigInt(line.debit),
      credit: BigInt(line.credit),
      foreign: foreign === null ? null : { currency: foreign.currency, amount: BigInt(foreign.amount) },
    })),
  }))
}
