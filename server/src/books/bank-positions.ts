// The position of a bank account at the end of a month: its statement, our books, and the unmatched items of each.
// Shared by the reconciliation and its printed statement.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { endOfMonth, formatDay, formatMonth, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { ReconciledAccount } from '@talaan/ledger/reports/bank-reconciliation.ts'
import type { Moved, Movements } from '@talaan/ledger/reports/proof-of-cash.ts'
import type { BankMonth, UnmatchedLine } from '@talaan/ledger/banking/matching/position.ts'
import { accountLabel } from './account-label.ts'
import { lineStands } from './bank-lines.ts'
import type { Tables } from '../platform/db/tables.ts'

type Db = Kysely<Tables>

export type BankAccount = ReconciledAccount & { kind: 'bank' | 'ewallet'; label: string }

/** Banks and wallets, the only accounts with statements. */
export async function bankAccounts(db: Db, code?: string): Promise<BankAccount[]> {
  const rows = await db
    .selectFrom('money_account')
    .innerJoin('account', 'account.code', 'money_account.code')
    .select(['money_account.code', 'account.name', 'kind', 'bank', 'bank_account_no as bankAccountNo', 'currency'])
    .select(accountLabel('money_account.code').as('label'))
    .where('kind', 'in', ['bank', 'ewallet'])
    .where((is) => (code === undefined ? is('account.active', '=', true) : is('money_account.code', '=', code)))
    .orderBy('money_account.code')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind === 'bank' ? 'bank' : 'ewallet' }))
}

/**
 * For a query over `book`, a row of bank_book_line, and `entry`: after the opening, not zero, and not voided before
 * matching.
 */
export const bookLineStands = sql<boolean>`book.amount <> 0
  and book.day > coalesce((select day from bank_start where bank_start.account = book.account), '-infinity')`

/** No bank line is matched with `book`. */
export const bookLineIsFree = sql<boolean>`not exists (
  select from bank_matched where bank_matched.entry_no = book.entry_no and bank_matched.line_position = book.position)`

/** A posting and its void cancel out for the bank, if both exist and neither is matched. */
const isVoidedAway = (until: Day) => sql<boolean>`exists (
  select from entry as other
  where (other.reverses = entry.no or other.no = entry.reverses) and other.day <= ${until}::date
    and not exists (select from bank_matched where bank_matched.entry_no = other.no))`

/** No line of the books is matched with `bank_line`. */
export const bankLineIsFree = sql<boolean>`not exists (
  select from bank_matched where bank_matched.bank_line_id = bank_line.id)`

/** After the opening, and shown by a statement that was not removed. */
export const bankLineStands = sql<boolean>`(${lineStands}
  and bank_line.day > coalesce((select day from bank_start where bank_start.account = bank_line.account), '-infinity'))`

export const lastMark = sql<'ask' | 'answered' | 'bank_error' | 'none' | null>`(
  select mark from bank_line_mark where bank_line_mark.bank_line_id = bank_line.id order by bank_line_mark.id desc limit 1)`

export type FreeBook = {
  key: string
  day: Day
  amount: Money
  documentId: string | null
  kind: DocumentTypeName | null
  number: string | null
  /** The number printed on it, or the reference of the bank. */
  reference: string | null
  chequeNo: string | null
  chequeDay: Day | null
  party: string | null
  memo: string
  otherAccount: string | null
  otherDay: Day | null
}

/** Unmatched book lines up to a date; or all of them, as if nothing were matched. */
export async function freeBooks(db: Db, account: string, until: Day, { matchedToo = false } = {}): Promise<FreeBook[]> {
  const { rows } = await sql<FreeBook>`${freeBooksUntil(account, until, matchedToo)} order by day, key`.execute(db)
  return rows
}

type Range = { until: Day; asOf: Day; after: { day: Day; key: string } | undefined; atMost: number }

/** A page of those up to a date that are dated up to another. */
export async function freeBooksPage(
  db: Db,
  account: string,
  { until, asOf, after, atMost }: Range,
): Promise<FreeBook[]> {
  const isAfter =
    after === undefined ? sql<boolean>`true` : sql<boolean>`(day, key) > (${after.day}::date, ${after.key}::text)`
  const { rows } = await sql<FreeBook>`
    select * from (${freeBooksUntil(account, until, false)}) as free where day <= ${asOf}::date and ${isAfter}
    order by day, key limit ${atMost}`.execute(db)
  return rows
}

function freeBooksUntil(account: string, until: Day, matchedToo: boolean): RawBuilder<FreeBook> {
  const isFree = matchedToo ? sql<boolean>`true` : bookLineIsFree
  return sql<FreeBook>`
    select book.entry_no || '/' || book.position as key, book.day, book.amount, document.id as "documentId", document.kind,
      document.number, document.external_no as reference, cheque.no as "chequeNo", cheque.day as "chequeDay",
      document.party_name as party, entry.memo,
      other.account as "otherAccount", other.day as "otherDay"
    from bank_book_line as book
    join entry on entry.no = book.entry_no
    join document on document.id = entry.document_id
    left join cheque on cheque.document_id = document.id and cheque.account = book.account
    left join lateral (
      select line.account, bank_line.day from line
      join bank_matched on bank_matched.entry_no = line.entry_no and bank_matched.line_position = line.position
      join bank_matched as with_line on with_line.match_id = bank_matched.match_id
      join bank_line on bank_line.id = with_line.bank_line_id
      where line.entry_no = book.entry_no and line.account <> book.account and document.kind = 'transfer' limit 1
    ) as other on true
    where book.account = ${account} and book.day <= ${until}::date and ${bookLineStands} and ${isFree}
      and not ${isVoidedAway(until)}
    union all
    select 'before:' || id, day, amount, null, null, null, nullif(reference, ''), cheque_no,
      case when cheque_no is null then null else day end, null, words, null, null
    from bank_start_item
    where account = ${account}
      and (${matchedToo} or not exists (select from bank_matched where bank_matched.start_item_id = bank_start_item.id))`
}

/** The opening balance of all statements, and the lines since, up to a day. */
export async function statementBalance(db: Db, account: string, until: Day): Promise<Money> {
  const { rows } = await sql<{ balance: bigint }>`
    select (coalesce(
        (select balance from bank_start where account = ${account}),
        (select coalesce(opening,
          (select bank_line.balance - bank_line.amount from bank_line join bank_line_seen on line_id = bank_line.id
            where statement_id = bank_statement.id and bank_line.balance is not null order by bank_line_seen.position limit 1))
          from bank_statement where account = ${account} and removed_at is null order by from_day, uploaded_at limit 1),
        0)
      + coalesce((select sum(amount) from bank_line
          where account = ${account} and day <= ${until}::date and ${bankLineStands}), 0))::bigint as balance`.execute(
    db,
  )
  return rows[0]?.balance ?? 0n
}

/** The book balance at the end of a date: in the account's currency, and in pesos. */
export async function bookBalance(db: Db, account: string, until: Day): Promise<{ balance: Money; pesos: Money }> {
  const { rows } = await sql<{ balance: bigint; pesos: bigint }>`
    select coalesce((select sum(amount) from bank_book_line where account = ${account} and day <= ${until}::date), 0)::bigint as balance,
      coalesce((select sum(debit - credit) from account_day where account = ${account} and day <= ${until}::date), 0)::bigint as pesos`.execute(
    db,
  )
  return rows[0] ?? { balance: 0n, pesos: 0n }
}

/** The complete data of a reconciliation statement. */
export async function bankMonthOf(db: Db, account: string, month: Month): Promise<BankMonth> {
  const asOf = endOfMonth(month)
  const free = await sql<{
    key: string
    day: Day
    amount: Money
    reference: string
    words: string
    mark: string | null
  }>`
    select id as key, day, amount, coalesce(cheque_no, reference, '') as reference, description as words, ${lastMark} as mark
    from bank_line where account = ${account} and day <= ${asOf}::date and ${bankLineStands} and ${bankLineIsFree}
    order by day, seq`.execute(db)
  return {
    asOf,
    statementBalance: await statementBalance(db, account, asOf),
    bookBalance: (await bookBalance(db, account, asOf)).balance,
    freeBank: free.rows.map(({ mark, ...line }) => ({
      ...line,
      cheque: false,
      document: null,
      isBankError: mark === 'bank_error',
    })),
    freeBooks: (await freeBooks(db, account, asOf)).map(unmatchedBook),
    straddling: await straddling(db, account, asOf),
  }
}

/** The age of a cheque counts from the date written on it. */
export const unmatchedBook = (book: FreeBook): UnmatchedLine => ({
  key: book.key,
  day: book.chequeDay ?? book.day,
  amount: book.amount,
  reference: book.chequeNo ?? book.reference ?? '',
  words: wordsOfBook(book),
  cheque: book.chequeNo !== null,
  document: book.documentId === null || book.kind === null ? null : { id: book.documentId, kind: book.kind },
})

export const wordsOfBook = ({ party, memo, number }: Pick<FreeBook, 'party' | 'memo' | 'number'>): string =>
  [party ?? memo, number].filter((text) => text !== null && text !== '').join(', ')

/** Matches with parts on both sides of the date. */
async function straddling(db: Db, account: string, asOf: Day): Promise<BankMonth['straddling']> {
  const { rows } = await sql<
    UnmatchedLine & { match: string; isBank: boolean; kind: DocumentTypeName | null; id: string | null }
  >`
    with part as (
      select bank_matched.match_id as match, bank_line_id is not null as "isBank",
        coalesce(bank_line.id::text, 'before:' || bank_start_item.id, book.entry_no || '/' || book.position) as key,
        coalesce(bank_line.day, bank_start_item.day, book.day) as day,
        coalesce(bank_line.amount, bank_start_item.amount, book.amount) as amount,
        coalesce(bank_line.cheque_no, bank_line.reference, cheque.no, bank_start_item.reference, document.external_no, document.number, '') as reference,
        coalesce(bank_line.description, bank_start_item.words, concat_ws(', ', nullif(coalesce(document.party_name, entry.memo), ''), document.number)) as words,
        coalesce(cheque.no is not null or bank_start_item.cheque_no is not null, false) as cheque, document.kind, document.id
      from bank_match
      join bank_matched on bank_matched.match_id = bank_match.id
      left join bank_line on bank_line.id = bank_line_id
      left join bank_start_item on bank_start_item.id = start_item_id
      left join bank_book_line as book on book.entry_no = bank_matched.entry_no and book.position = line_position
      left join entry on entry.no = book.entry_no
      left join document on document.id = entry.document_id
      left join cheque on cheque.document_id = document.id and cheque.account = bank_match.account
      where bank_match.account = ${account}
    )
    select * from part where match in (
      select match from part group by match having min(day) <= ${asOf}::date and max(day) > ${asOf}::date)
    order by match, day, key`.execute(db)
  const lines = rows.map(({ kind, id, ...row }) => ({
    ...row,
    document: kind === null || id === null ? null : { id, kind },
  }))
  return [...Map.groupBy(lines, ({ match }) => match).values()].map((parts) => ({
    bank: parts.filter(({ isBank }) => isBank),
    books: parts.filter(({ isBank }) => !isBank),
  }))
}

/**
 * The movements of bank and books in a month. A match with different amounts on both sides is netted in the month of
 * the bank's booking; a posting and its void, both unmatched, cancel out.
 */
export async function movementsOf(db: Db, account: string, month: Month): Promise<Movements> {
  const [first, last] = [startOfMonth(month), endOfMonth(month)]
  const sums = sql`coalesce(sum(amount) filter (where amount > 0), 0)::bigint as receipts,
    coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as disbursements`
  const bank = await sql<Moved>`
    select ${sums} from bank_line
    where account = ${account} and day between ${first}::date and ${last}::date and ${bankLineStands}`.execute(db)
  const books = await sql<Moved>`
    select ${sums} from bank_book_line where account = ${account} and day between ${first}::date and ${last}::date`.execute(
    db,
  )
  const netted = await sql<{ amount: bigint }>`
    with part as (
      select bank_matched.match_id, bank_line.id is not null as "isBank",
        coalesce(bank_line.day, bank_start_item.day, book.day) as day,
        coalesce(bank_line.amount, bank_start_item.amount, book.amount) as amount
      from bank_match join bank_matched on bank_matched.match_id = bank_match.id
      left join bank_line on bank_line.id = bank_line_id
      left join bank_start_item on bank_start_item.id = start_item_id
      left join bank_book_line as book on book.entry_no = bank_matched.entry_no and book.position = line_position
      where bank_match.account = ${account}
    ), one as (
      select coalesce(sum(amount) filter (where amount > 0 and not "isBank"), 0)
        - coalesce(sum(amount) filter (where amount > 0 and "isBank"), 0) as amount
      from part group by match_id
      having coalesce(max(day) filter (where "isBank"), max(day)) between ${first}::date and ${last}::date
    )
    select coalesce(sum(amount), 0)::bigint as amount from one`.execute(db)
  const voided = await sql<{ amount: bigint }>`
    select coalesce(sum(abs(book.amount)), 0)::bigint as amount
    from bank_book_line as book
    join entry on entry.no = book.entry_no
    join entry as reversal on reversal.reverses = entry.no
    where book.account = ${account} and reversal.day between ${first}::date and ${last}::date
      and not exists (select from bank_matched where bank_matched.entry_no in (entry.no, reversal.no))`.execute(db)
  const nothing = { receipts: 0n, disbursements: 0n }
  return {
    bank: bank.rows[0] ?? nothing,
    books: books.rows[0] ?? nothing,
    netted: netted.rows[0]?.amount ?? 0n,
    voided: voided.rows[0]?.amount ?? 0n,
  }
}

export type Signed = { id: string; by: string; at: string; note: string; report: unknown; pesos: Money }

/** The sign-off of a month, if in force. */
export async function signedMonth(db: Db, account: string, month: Month): Promise<Signed | undefined> {
  return db
    .selectFrom('bank_month_signed')
    .innerJoin('bank_reconciliation', 'bank_reconciliation.id', 'reconciliation_id')
    .innerJoin('users', 'users.id', 'signed_by')
    .select([
      'bank_reconciliation.id',
      'users.client_id as by',
      'signed_at as at',
      'note',
      'report',
      'book_pesos as pesos',
    ])
    .where('bank_month_signed.account', '=', account)
    .where('bank_month_signed.month', '=', month)
    .executeTakeFirst()
}

/**
 * For `keyed`, an account and a month: the month is between two consecutive statements, so the account had no bank
 * transactions in it.
 */
export const monthIsQuiet = sql<boolean>`exists (
  select from (
    select from_day, opening, lag(to_day) over in_order as before, lag(closing) over in_order as closing from bank_statement
    where bank_statement.account = keyed.account and removed_at is null window in_order as (order by from_day, to_day)
  ) as next
  where opening = closing and to_char(before, 'YYYY-MM') < keyed.month and to_char(from_day, 'YYYY-MM') > keyed.month)`

/**
 * The missing parts of the statements of a month, as a sentence; undefined if complete. Days between two statements are
 * no gap if their balances agree: nothing moved. A whole month may lie between two such statements.
 */
export async function gapIn(db: Db, account: string, month: Month): Promise<string | undefined> {
  const [first, last] = [startOfMonth(month), endOfMonth(month)]
  const { rows } = await sql<{
    from: Day
    to: Day
    closing: bigint | null
    opening: bigint | null
    before: Day | null
  }>`
    select from_day as from, to_day as to, opening, lag(closing) over in_order as closing, lag(to_day) over in_order as before
    from bank_statement where account = ${account} and removed_at is null
    window in_order as (order by from_day, to_day)
    order by from_day, to_day`.execute(db)
  if (!rows.some(({ from, to }) => from <= last && to >= first)) {
    const found = await sql<{ quiet: boolean }>`
      select ${monthIsQuiet} as quiet from (values (${account}::text, ${month}::text)) as keyed (account, month)`.execute(
      db,
    )
    return found.rows[0]?.quiet ? undefined : `No statement for ${formatMonth(month)} has been uploaded yet.`
  }
  const broken = rows.find(
    ({ from, before, closing, opening }) =>
      from >= first &&
      from <= last &&
      before !== null &&
      before < from &&
      closing !== null &&
      opening !== null &&
      closing !== opening,
  )
  return broken === undefined
    ? undefined
    : `The statement from ${formatDay(broken.from)} does not start with the closing balance of the previous statement. Upload the missing statements.`
}

/** For `keyed`, an account and a month: its book movements were voided again, and never matched. */
export const monthCancelsOut = sql<boolean>`not exists (
  select from bank_book_line as book join entry on entry.no = book.entry_no
  where book.account = keyed.account and to_char(book.day, 'YYYY-MM') = keyed.month and ${bookLineStands}
    and not exists (
      select from entry as other
      where (other.reverses = entry.no or other.no = entry.reverses) and to_char(other.day, 'YYYY-MM') <= keyed.month
        and not exists (select from bank_matched where bank_matched.entry_no = other.no)))`
