// Matching and undoing. The database enforces: equal sides, no line twice, nothing in a signed-off month.
import { sql } from 'kysely'
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { AnswerOf, BodyOf } from '@talaan/contract/endpoint.ts'
import { reconciliationProblems } from '@talaan/contract/reconciliation.ts'
import type { listMatches, MatchAnswer, matchLines, setStart } from '@talaan/contract/reconciliation.ts'
import { Refusal, saying } from '@talaan/contract/problem.ts'
import type { Problem } from '@talaan/contract/problem.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { endOfMonth, startOfMonth } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { instant, timestamp } from '../../platform/clock.ts'
import { bankLineStands, bookLineStands } from '../../books/bank-positions.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

type Matching = Omit<BodyOf<typeof matchLines>, 'how'> & {
  how: MatchAnswer['how']
  /** The rule of an automatic match. */
  ruleId?: string
  account: string
  userId: string
  at: string
}

/** Writes a match; false if the same call wrote it before. */
export async function writeMatch(trx: Trx, matching: Matching): Promise<boolean> {
  const { matchId, account, lines, how, ruleId = null, reasons, userId, at } = matching
  const before = await trx.selectFrom('bank_match').select('account').where('id', '=', matchId).executeTakeFirst()
  if (before !== undefined) {
    if (before.account === account) return false
    throw new Refusal(reconciliationProblems.matchedMeanwhile)
  }
  const recorded = await documentParts(trx, matching)
  const books = [...new Set([...matching.books, ...recorded.keys])]
  await assertEqual(trx, { account, lines: [...new Set(lines)], books })
  await trx
    .insertInto('bank_match')
    .values({
      id: matchId,
      account,
      how,
      rule_id: ruleId,
      reasons: JSON.stringify(reasons),
      recorded: recorded.what,
      matched_by: userId,
      matched_at: at,
    })
    .execute()
  const documents = [...new Set(matching.documents)]
  if (documents.length > 0)
    await trx
      .insertInto('bank_match_recorded')
      .values(documents.map((id) => ({ match_id: matchId, document_id: id })))
      .execute()
  const parts = [
    ...[...new Set(lines)].map((id) => ({ ...nothing, bank_line_id: id })),
    ...books.map((key) => ({ ...nothing, ...bookPart(key) })),
  ]
  await trx
    .insertInto('bank_match_part')
    .values(parts.map((part, position) => ({ match_id: matchId, position: position + 1, ...part })))
    .execute()
  return true
}

const nothing = { bank_line_id: null, entry_no: null, line_position: null, start_item_id: null }

function bookPart(key: string) {
  if (key.startsWith('before:')) return { start_item_id: key.slice('before:'.length) }
  const [no = '', position = ''] = key.split('/')
  return { entry_no: BigInt(no), line_position: Number(position) }
}

/** The lines of documents recorded for the match, and the keys they are remembered by. */
async function documentParts(
  trx: Trx,
  { account, documents }: Pick<Matching, 'account' | 'documents'>,
): Promise<{ keys: string[]; what: string | null }> {
  if (documents.length === 0) return { keys: [], what: null }
  const { rows } = await sql<{ key: string; kind: DocumentTypeName; type: string | null; counter: string | null }>`
    select book.entry_no || '/' || book.position as key, document.kind, type, counter
    from document join entry on entry.document_id = document.id and entry.reverses is null
    left join bank_adjustment on bank_adjustment.document_id = document.id
    join bank_book_line as book on book.entry_no = entry.no
    where document.id = any(${documents}::uuid[]) and book.account = ${account}`.execute(trx)
  const [first] = rows
  const what =
    first === undefined
      ? null
      : first.kind === 'bankadjustment'
        ? [first.type, first.type === 'debit' ? first.counter : null].filter((part) => part !== null).join(':')
        : first.kind
  return { keys: rows.map(({ key }) => key), what }
}

/** A difference between the sides is reported with its amount; missing lines and other accounts as such. */
async function assertEqual(
  trx: Trx,
  { account, lines, books }: { account: string; lines: readonly string[]; books: readonly string[] },
): Promise<void> {
  const parts = books.map(bookPart)
  const starts = parts.flatMap((part) => ('start_item_id' in part ? [part.start_item_id] : []))
  const entries = parts.flatMap((part) => ('entry_no' in part ? [part] : []))
  const { rows } = await sql<{ bank: bigint; lines: number; books: bigint; found: number }>`
    with ours as (
      select book.amount from bank_book_line as book
      join unnest(
        ${entries.map(({ entry_no }) => entry_no)}::bigint[], ${entries.map(({ line_position }) => line_position)}::int[]
      ) as given (no, place) on given.no = book.entry_no and given.place = book.position
      where book.account = ${account} and ${bookLineStands}
      union all
      select amount from bank_start_item where id = any(${starts}::uuid[]) and account = ${account}
    ), theirs as (
      select amount from bank_line where id = any(${[...lines]}::uuid[]) and account = ${account} and ${bankLineStands}
    )
    select coalesce((select sum(amount) from theirs), 0)::bigint as bank, (select count(*) from theirs)::int as lines,
      coalesce((select sum(amount) from ours), 0)::bigint as books, (select count(*) from ours)::int as found`.execute(
    trx,
  )
  const [found] = rows
  if (found === undefined || found.lines !== lines.length || found.found !== books.length)
    throw new Refusal(reconciliationProblems.noSuchLine)
  if (lines.length + books.length < 2)
    throw new Refusal(saying(reconciliationProblems.unequal, 'Select at least one line to match.'))
  if (found.bank !== found.books) throw unequal(found.bank, found.books)
}

function unequal(bank: Money, books: Money): Refusal {
  const difference = bank > books ? bank - books : books - bank
  const sentence = `The bank has ${formatMoney(bank)} and the books have ${formatMoney(books)}, a difference of ${formatMoney(difference)}. Select more lines, or add an adjustment.`
  return new Refusal(saying(reconciliationProblems.unequal, sentence))
}

/** Undoes a match; repeating it changes nothing. */
export async function undo(
  trx: Trx,
  match: { account: string; matchId: string; userId: string; at: string },
): Promise<boolean> {
  const { account, matchId, userId, at } = match
  const found = await trx
    .selectFrom('bank_match')
    .leftJoin('bank_match_undo', 'match_id', 'bank_match.id')
    .select(['bank_match.account', 'bank_match_undo.match_id as undone'])
    .where('bank_match.id', '=', matchId)
    .executeTakeFirst()
  if (found === undefined || found.account !== account) throw new Refusal(reconciliationProblems.noSuchMatch)
  if (found.undone !== null) return false
  await trx.insertInto('bank_match_undo').values({ match_id: matchId, undone_by: userId, undone_at: at }).execute()
  return true
}

/** The page size of matches. */
const pageLength = 100

/** Current matches with a part in a month, newest first, paged. */
export async function matchesOf(
  db: Db,
  { account, month, after }: { account: string; month: Month; after?: string | undefined },
): Promise<AnswerOf<typeof listMatches>> {
  const cursor = cursorOf(after)
  const isAfter =
    cursor === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(matched_at, bank_match.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
  const found = await matchesWhere(db, sql`${isIn(account, month)} and ${isAfter}`, pageLength + 1)
  const matches = found.slice(0, pageLength)
  const last = found.length > pageLength ? matches.at(-1) : undefined
  return { matches, next: last === undefined ? null : `${timestamp(instant(last.at))}|${last.id}` }
}

function cursorOf(text: string | undefined): { at: string; id: string } | undefined {
  const [, at = '', id] =
    /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text ?? '') ?? []
  return id === undefined || Number.isNaN(instant(at)) ? undefined : { at: timestamp(instant(at)), id }
}

export async function countMatches(db: Db, account: string, month: Month): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bank_match where ${isIn(account, month)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The response for a new match. */
export async function matchOf(db: Db, account: string, matchId: string): Promise<MatchAnswer | undefined> {
  const [match] = await matchesWhere(
    db,
    sql`bank_match.account = ${account} and bank_match.id = ${matchId}::uuid and ${stands}`,
    1,
  )
  return match
}

/** Refuses unless all of them are matches of the account that were not undone. */
export async function assertMatches(db: Db, account: string, matchIds: readonly string[]): Promise<void> {
  const found = await db
    .selectFrom('bank_match')
    .select('id')
    .where('account', '=', account)
    .where('id', 'in', matchIds)
    .where(stands)
    .execute()
  if (found.length < new Set(matchIds).size) throw new Refusal(reconciliationProblems.noSuchMatch)
}

const stands = sql<boolean>`exists (select from bank_matched where match_id = bank_match.id)`

const isIn = (account: string, month: Month) => sql<boolean>`bank_match.account = ${account} and exists (
  select from bank_matched left join bank_line on bank_line.id = bank_line_id
  left join line on line.entry_no = bank_matched.entry_no and line.position = line_position
  where match_id = bank_match.id
    and coalesce(bank_line.day, line.day) between ${startOfMonth(month)}::date and ${endOfMonth(month)}::date)`

async function matchesWhere(db: Db, where: RawBuilder<unknown>, atMost: number): Promise<MatchAnswer[]> {
  const { rows } = await sql<{
    id: string
    how: MatchAnswer['how']
    reasons: string[]
    rule: string | null
    by: string
    at: string
    isBank: boolean
    key: string
    day: Day
    amount: Money
    words: string
    documentId: string | null
    kind: DocumentTypeName | null
    number: string | null
  }>`
    with chosen as (
      select bank_match.id, how, reasons, bank_rule.fields ->> 'name' as rule, users.client_id as by, matched_at from bank_match
      join users on users.id = matched_by left join bank_rule on bank_rule.id = rule_id
      where ${where}
      order by matched_at desc, bank_match.id desc limit ${atMost}
    )
    select chosen.id, how, reasons, rule, by, matched_at as at, bank_line_id is not null as "isBank",
      coalesce(bank_line.id::text, 'before:' || bank_start_item.id, book.entry_no || '/' || book.position) as key,
      coalesce(bank_line.day, bank_start_item.day, book.day) as day,
      coalesce(bank_line.amount, bank_start_item.amount, book.amount) as amount,
      coalesce(bank_line.description, bank_start_item.words,
        concat_ws(', ', nullif(coalesce(document.party_name, entry.memo), ''), document.number)) as words,
      document.id as "documentId", document.kind, document.number
    from chosen join bank_matched on match_id = chosen.id
    left join bank_line on bank_line.id = bank_line_id
    left join bank_start_item on bank_start_item.id = start_item_id
    left join bank_book_line as book on book.entry_no = bank_matched.entry_no and book.position = line_position
    left join entry on entry.no = book.entry_no left join document on document.id = entry.document_id
    order by matched_at desc, chosen.id desc, day, key`.execute(db)
  const recorded = await recordedFor(db, [...new Set(rows.map(({ id }) => id))])
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined) return []
    const { id, how, reasons, rule, by, at } = first
    const side = (isBank: boolean) =>
      parts.flatMap(({ isBank: mine, key, day, amount, words, documentId, kind, number }) =>
        mine === isBank ? [{ key, day, amount, words, document: named(documentId, kind, number) }] : [],
      )
    return [
      {
        id,
        how,
        reasons,
        rule,
        by,
        at,
        bank: side(true),
        books: side(false),
        recorded: recorded.get(id) ?? [],
      },
    ]
  })
}

const named = (id: string | null, kind: DocumentTypeName | null, number: string | null) =>
  id === null || kind === null || number === null ? null : { id, kind, number }

type RecordedDocument = { id: string; kind: DocumentTypeName; number: string; day: Day }

/** The documents recorded for matches that are not void, by the id of the match. */
export async function recordedFor(
  db: Db,
  matchIds: readonly string[],
): Promise<ReadonlyMap<string, RecordedDocument[]>> {
  if (matchIds.length === 0) return new Map()
  const { rows } = await sql<RecordedDocument & { matchId: string }>`
    select match_id as "matchId", document.id, kind, number, day
    from bank_match_recorded join document on document.id = document_id
    where match_id = any(${[...matchIds]}::uuid[])
      and not exists (select from document_void where document_void.document_id = document.id)
    order by number`.execute(db)
  return Map.groupBy(rows, ({ matchId }) => matchId)
}

type Beginning = BodyOf<typeof setStart> & { account: string; userId: string; at: string }

/** Stores the opening of an account; it cannot change after the first match. */
export async function writeStart(trx: Trx, { account, day, balance, items, userId, at }: Beginning): Promise<void> {
  const matched = await trx.selectFrom('bank_match').select('id').where('account', '=', account).executeTakeFirst()
  const signed = await trx
    .selectFrom('bank_reconciliation')
    .select('id')
    .where('account', '=', account)
    .executeTakeFirst()
  if (matched !== undefined || signed !== undefined) throw new Refusal(reconciliationProblems.startFixed)
  const late = items.findIndex((item) => item.day > day)
  if (late >= 0) {
    const message = 'Outstanding items cannot be dated after the starting date. Correct one of the dates.'
    throw new Refusal(saying(reconciliationProblems.startItemLate, message), [
      { path: ['items', late, 'day'], message },
    ])
  }
  await trx.deleteFrom('bank_start').where('account', '=', account).execute()
  await trx.insertInto('bank_start').values({ account, day, balance, set_by: userId, set_at: at }).execute()
  if (items.length === 0) return
  await trx
    .insertInto('bank_start_item')
    .values(
      items.map(({ day: of, amount, chequeNo, words }) => ({
        id: crypto.randomUUID(),
        account,
        day: of,
        amount,
        cheque_no: chequeNo,
        words,
      })),
    )
    .execute()
}

const byCode: Readonly<Record<string, Problem>> = {
  TA006: reconciliationProblems.monthSigned,
  TA008: reconciliationProblems.unequal,
  TA009: reconciliationProblems.notExplained,
  TA010: reconciliationProblems.laterSigned,
  TA011: reconciliationProblems.notAnswered,
}
const byConstraint: Readonly<Record<string, Problem>> = {
  bank_line_matched_once: reconciliationProblems.matchedMeanwhile,
  book_line_matched_once: reconciliationProblems.matchedMeanwhile,
  start_item_matched_once: reconciliationProblems.matchedMeanwhile,
  bank_match_pkey: reconciliationProblems.matchedMeanwhile,
}

/** The refusals of the database as messages of the reconciliation. */
export async function inAccount<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { code, constraint } = error as { code?: string; constraint?: string }
    const problem = byCode[code ?? ''] ?? byConstraint[constraint ?? '']
    if (problem === undefined) throw error
    throw new Refusal(problem)
  }
}
