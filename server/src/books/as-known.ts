// The books as they were known at the end of an earlier date: the same queries over the rows that were recorded by then. Views hide
// the later rows under the names of the tables, for one transaction that is rolled back.
import { sql } from 'kysely'
import type { Kysely, KyselyPlugin, RawBuilder, Transaction } from 'kysely'
import { Refusal } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import { reportProblems, reportSeconds } from '@talaan/contract/reports.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Tables } from '../platform/db/tables.ts'

/** When a search ends, by performance.now(), and what is said then. */
export type Limit = { deadline: number; problem: Problem }

/** For one or more searches that follow each other: in the embedded database, everyone waits for them. */
export const withinLimit = (problem: Problem = reportProblems.takesTooLong): Limit => ({
  deadline: performance.now() + reportSeconds * 1000,
  problem,
})

/** Runs with the books as known at the end of a date in Manila; without a date, with the present books. */
export async function asKnown<T>(
  db: Kysely<Tables>,
  known: Day | undefined,
  run: (db: Kysely<Tables>) => Promise<T>,
  within: Limit = withinLimit(),
): Promise<T> {
  return known === undefined ? run(db) : inTime(db, known, run, within)
}

/** The same, but the present books have the limit too: for work whose size depends on what is asked. */
export async function inTime<T>(
  db: Kysely<Tables>,
  known: Day | undefined,
  run: (db: Kysely<Tables>) => Promise<T>,
  { deadline, problem }: Limit = withinLimit(),
): Promise<T> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    // Zero would be no limit.
    const left = Math.max(1, Math.round(deadline - performance.now()))
    await sql`select set_config('statement_timeout', ${String(left)}, true)`.execute(trx)
    await hideRows(trx, known, left)
    return await run(trx.withPlugin(until(deadline, problem)))
  } catch (error) {
    throw isQueryEnded(error) ? new Refusal(problem) : error
  } finally {
    await trx.rollback().execute()
  }
}

const isQueryEnded = (error: unknown) => error instanceof Error && 'code' in error && error.code === '57014'

const until = (deadline: number, problem: Problem): KyselyPlugin => ({
  transformQuery({ node }) {
    if (performance.now() >= deadline) throw new Refusal(problem)
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
})

/** Between two statements the plugin looks at the time, within one PostgreSQL does, and the embedded database at each entry it reads. */
async function hideRows(trx: Transaction<Tables>, known: Day | undefined, limit: number): Promise<void> {
  await sql`select set_config('search_path', 'pg_temp, public', true)`.execute(trx)
  // Queries prepared earlier, even under this search path, read the tables; they are parsed again.
  await sql`discard plans`.execute(trx)
  const { rows: times } = await sql<{ over: string }>`
    select (clock_timestamp() + ${limit} * interval '1 millisecond')::text as over`.execute(trx)
  const isInTime = (no: RawBuilder<unknown>) =>
    sql`(clock_timestamp() < ${sql.lit(times[0]?.over ?? '')}::timestamptz or end_query(${no}))`
  if (known === undefined) {
    await sql`create temporary view entry as select * from public.entry where ${isInTime(sql`no`)}`.execute(trx)
    await sql`create temporary view line as select * from public.line where ${isInTime(sql`entry_no`)}`.execute(trx)
    return
  }
  const end = endOf(known)
  // Times only grow with the numbers of entries, and numbers are found much faster.
  const { rows: found } = await sql<{ last: bigint }>`
    select coalesce((select no from entry where posted_at < ${end} order by no desc limit 1), 0)::bigint as last`.execute(
    trx,
  )
  for (const [name, rows] of Object.entries(views(end, sql.lit(Number(found[0]?.last ?? 0n)), isInTime)))
    await sql`create temporary view ${sql.id(name)} as ${rows}`.execute(trx)
}

/** A view takes no parameters. */
const endOf = (day: Day): RawBuilder<unknown> =>
  sql`((${sql.lit(day)}::date + 1)::timestamp at time zone 'Asia/Manila')`

/**
 * For a query over open_item: a void added the row, which closes what its document moved on that item; so it belongs to the entry of
 * the reversal.
 */
export const itemIsOfVoid = (schema: RawBuilder<unknown> = sql``): RawBuilder<boolean> => sql<boolean>`(
  exists (select from ${schema}document_void as of_void where of_void.document_id = open_item.document_id)
  and (
    select max(of_item.id) = open_item.id and sum(of_item.amount) = 0 from ${schema}open_item as of_item
    where of_item.document_id = open_item.document_id and of_item.settles = open_item.settles
      and of_item.account = open_item.account and of_item.party_id is not distinct from open_item.party_id))`

/** For a query over open_item: the entry that moved it. */
export const entryOfItem = sql<bigint>`(
  select entry.no from entry
  where entry.document_id = open_item.document_id and (entry.reverses is not null) = ${itemIsOfVoid()})`

/** In this order, as later views read earlier ones. Names of accounts, customers and suppliers are the present ones. */
const views = (
  end: RawBuilder<unknown>,
  last: RawBuilder<unknown>,
  isInTime: (no: RawBuilder<unknown>) => RawBuilder<unknown>,
): Readonly<Record<string, RawBuilder<unknown>>> => ({
  entry: sql`select * from public.entry where no <= ${last} and ${isInTime(sql`no`)}`,
  line: sql`select * from public.line where entry_no <= ${last} and ${isInTime(sql`entry_no`)}`,
  document: sql`
    select document.* from public.document
    where exists (select from entry where entry.document_id = document.id and entry.reverses is null)`,
  document_void: sql`
    select document_void.* from public.document_void where exists (select from entry where entry.no = reversal)`,
  account_day: sql`
    select account, day, sum(debit)::bigint as debit, sum(credit)::bigint as credit from (
      select account, day, debit, credit from public.account_day
      union all select account, day, -debit, -credit from public.line where entry_no > ${last}
    ) as moved group by account, day having sum(debit) <> 0 or sum(credit) <> 0`,
  account_month: sql`
    select account, month, sum(debit)::bigint as debit, sum(credit)::bigint as credit from (
      select account, month, debit, credit from public.account_month
      union all select account, to_char(day, 'YYYY-MM'), -debit, -credit from public.line where entry_no > ${last}
    ) as moved group by account, month having sum(debit) <> 0 or sum(credit) <> 0`,
  ledger_head: sql`
    select only_one, ${last}::bigint as last_entry, last_hash, last_posted_at from public.ledger_head`,
  open_item: sql`
    select open_item.* from public.open_item
    where exists (select from document where document.id = open_item.document_id)
      and (not ${itemIsOfVoid(sql`public.`)} or exists (
        select from document_void where document_void.document_id = open_item.document_id))`,
  item_balance: sql`
    select settles as document_id, account, (array_agg(party_id))[1] as party_id,
      coalesce(sum(amount) filter (where document_id = settles and amount > 0), 0)::bigint as opened, sum(amount)::bigint as open
    from open_item group by 1, 2`,
  cheque: sql`
    select cheque.* from public.cheque where exists (select from document where document.id = cheque.document_id)`,
  cheque_event: sql`select * from public.cheque_event where noted_at < ${end}`,
  bank_statement: sql`
    select id, account, account_no, closing, currency, file_name, findings, format, from_day, lines, opening, profile_version,
      reason, case when removed_at < ${end} then removal_reason end as removal_reason,
      case when removed_at < ${end} then removed_at end as removed_at,
      case when removed_at < ${end} then removed_by end as removed_by, sha256, to_day, uploaded_at, uploaded_by
    from public.bank_statement where uploaded_at < ${end}`,
  bank_line: sql`
    select bank_line.* from public.bank_line
    where exists (select from bank_statement where bank_statement.id = first_statement_id)`,
  bank_line_mark: sql`select * from public.bank_line_mark where marked_at < ${end}`,
  bank_match: sql`select * from public.bank_match where matched_at < ${end}`,
  bank_matched: sql`
    select match_id, bank_line_id, entry_no, line_position, start_item_id
    from public.bank_match_part join bank_match on bank_match.id = match_id
    where not exists (
      select from public.bank_match_undo where bank_match_undo.match_id = bank_match.id and undone_at < ${end})`,
  bank_month_signed: sql`
    select distinct on (account, month) account, month, id as reconciliation_id from public.bank_reconciliation
    where signed_at < ${end} and not exists (
      select from public.bank_reconciliation_reopening
      where reconciliation_id = bank_reconciliation.id and reopened_at < ${end})
    order by account, month, signed_at desc`,
  bank_start: sql`select * from public.bank_start where set_at < ${end}`,
  bank_book_line: sql`
    select book.* from public.bank_book_line as book where exists (select from entry where entry.no = book.entry_no)`,
  budget_change: sql`select * from public.budget_change where changed_at < ${end}`,
  certificate_claim: sql`select * from public.certificate_claim where claimed_at < ${end}`,
  certificate_issued: sql`select * from public.certificate_issued where issued_at < ${end}`,
  customs_entry: sql`select * from public.customs_entry where entered_at < ${end}`,
  payroll_line: sql`
    select payroll_line.* from public.payroll_line
    where exists (select from document where document.id = payroll_line.document_id)`,
  filing: sql`select * from public.filing where filed_at < ${end}`,
  filing_entry: sql`select * from public.filing_entry where entered_at < ${end}`,
  excess_use: sql`select * from public.excess_use where chosen_at < ${end}`,
})
