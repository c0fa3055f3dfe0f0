// A month of an account for the screen: its figures, what prevents the sign-off, and a page of open bank lines with
// their suggestions.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AnswerOf, QueryOf } from '@talaan/contract/endpoint.ts'
import { maxAtOnce, reconciliationProblems } from '@talaan/contract/reconciliation.ts'
import type {
  BookLineAnswer,
  getReconciliation,
  listReconciliations,
  SuggestionAnswer,
  QuestionAnswer,
} from '@talaan/contract/reconciliation.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import {
  addMonths,
  compare,
  endOfMonth,
  formatMonth,
  monthOf as monthOfDay,
  startOfMonth,
} from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { certainOf } from '@talaan/ledger/banking/matching/certain.ts'
import { diagnose } from '@talaan/ledger/banking/matching/difference-hints.ts'
import { figuresOf } from '@talaan/ledger/banking/matching/figures.ts'
import type { BookLine, Recording } from '@talaan/ledger/banking/matching/lines.ts'
import { adjustmentTypes, adjustmentWords } from '@talaan/ledger/banking/matching/adjustments.ts'
import type { AdjustmentType } from '@talaan/ledger/banking/matching/adjustments.ts'
import { positionOf } from '@talaan/ledger/banking/matching/position.ts'
import type { Position } from '@talaan/ledger/banking/matching/position.ts'
import type { Suggestion } from '@talaan/ledger/banking/matching/suggestion.ts'
import { suggest } from '@talaan/ledger/banking/matching/suggest.ts'
import {
  bankAccounts,
  bookBalance,
  gapIn,
  monthCancelsOut,
  monthIsQuiet,
  signedMonth,
  statementBalance,
  bankMonthOf,
} from '../../books/bank-positions.ts'
import type { BankAccount } from '../../books/bank-positions.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { countMatches } from './matches.ts'
import { rulesOf } from './stored-rules.ts'
import { sidesOf } from './sides.ts'
import type { MarkedLine } from './sides.ts'

type Db = Kysely<Tables>
type Answer = AnswerOf<typeof getReconciliation>

/** The maximum suggestions per line on the screen. */
const shownSuggestions = 3

/** The page size of lines; and the maximum when the whole screen is reloaded. */
const pageLength = 200
const maxLines = 2000

export async function accountOf(db: Db, code: string): Promise<BankAccount> {
  const [account] = await bankAccounts(db, code)
  if (account === undefined) throw new Refusal(reconciliationProblems.noSuchAccount)
  return account
}

type MonthRequest = QueryOf<typeof getReconciliation> & { account: string; month: Month; today: Day }

export async function monthOf(db: Db, { account: code, month, today, ...range }: MonthRequest): Promise<Answer> {
  const account = await accountOf(db, code)
  const asOf = endOfMonth(month)
  const sides = await sidesOf(db, account, month)
  const suggestions = suggest({ ...sides, bank: sides.bank.filter(({ mark }) => mark !== 'bank_error') })
  const position = positionOf(await bankMonthOf(db, code, month))
  const figures = figuresOf(position)
  const signed = await signedMonth(db, code, month)
  const start = await db
    .selectFrom('bank_start')
    .select(['day', 'balance'])
    .where('account', '=', code)
    .executeTakeFirst()
  const recordFrom = await firstOpenDay(db)
  const { lines, next } = pageOf(sides.bank, range)
  const shown = new Map(lines.map(({ id }) => [id, (suggestions.get(id) ?? []).slice(0, shownSuggestions)]))
  const named = [...shown.values()].flat()
  const namedBooks = new Set(named.flatMap(({ books }) => books))
  const namedLines = new Set(named.flatMap((suggestion) => suggestion.lines))
  return {
    account,
    month,
    asOf,
    figures,
    open: sides.bank.length,
    lines: lines.map((line) => ({
      ...line,
      suggestions: (shown.get(line.id) ?? []).map((each) => suggestionAnswer(each, recordFrom)),
    })),
    next,
    books: sides.books.filter(({ key }) => namedBooks.has(key)).map(bookAnswer),
    others: sides.bank.filter(({ id }) => namedLines.has(id) && !shown.has(id)),
    certain: certainOf(sides.bank, suggestions, maxAtOnce).map(({ lines: of, books, reasons }) => ({
      lines: [...of],
      books: [...books],
      reasons: reasons.map(({ words }) => words),
    })),
    outstanding: sides.books.filter(({ day }) => day <= asOf).length,
    matched: await countMatches(db, code, month),
    findings: diagnose(figures.difference, sides).map((finding) => ({
      ...finding,
      lines: [...finding.lines],
      books: [...finding.books],
    })),
    questions: await questionsOf(db, code, asOf),
    rulesAct: (await rulesOf(db, code)).some(({ acting }) => acting),
    ...(signed === undefined ? await checksOf(db, { account, month, position, today }) : { obstacles: [], passed: [] }),
    signed: signed === undefined ? null : { by: signed.by, at: signed.at, note: signed.note },
    start: start ?? null,
    recordFrom,
    adjustments: adjustmentTypes.map((type) => ({ type, words: adjustmentWords[type] })),
  }
}

/** The lines after a cursor, or all up to one, sorted by date. */
function pageOf(
  lines: readonly MarkedLine[],
  { after, until }: Pick<MonthRequest, 'after' | 'until'>,
): { lines: readonly MarkedLine[]; next: string | null } {
  const from = after === undefined ? 0 : lines.findIndex((line) => compareWith(line, after) > 0)
  const wanted = from < 0 ? [] : lines.slice(from)
  const known = until === undefined ? 0 : wanted.findLastIndex((line) => compareWith(line, until) <= 0) + 1
  // At least a page: loaded lines may be matched by now.
  const page = wanted.slice(0, Math.min(maxLines, Math.max(pageLength, known)))
  const last = wanted.length > page.length ? page.at(-1) : undefined
  return { lines: page, next: last === undefined ? null : `${last.day}/${last.seq}` }
}

function compareWith({ day, seq }: MarkedLine, cursor: string): number {
  const [ofDay = '', ofSeq = ''] = cursor.split('/')
  return compare(day, ofDay) || seq - Number(ofSeq)
}

/** Bank movements in a closed month are recorded on the first open date. */
const suggestionAnswer = (
  { lines, books, reasons, record, score, certainty, best }: Suggestion,
  recordFrom: Day | null,
): SuggestionAnswer => ({
  lines: [...lines],
  books: [...books],
  record:
    record === null
      ? null
      : {
          ...record,
          words: wordsOfRecording(record),
          fields:
            recordFrom !== null && typeof record.fields.day === 'string' && record.fields.day < recordFrom
              ? { ...record.fields, day: recordFrom }
              : record.fields,
        },
  reasons: [...reasons],
  score,
  certainty,
  best,
})

function wordsOfRecording({ kind, what }: Recording): string {
  if (kind === 'bankadjustment') return adjustmentWords[what as AdjustmentType]
  if (kind === 'collection') return `Collection of ${what}`
  return kind === 'payment' ? `Payment of ${what}` : 'Fund transfer'
}

/** The first date open for postings; null if no month is closed. */
export async function firstOpenDay(db: Db): Promise<Day | null> {
  const last = await db.selectFrom('period').select('month').orderBy('month', 'desc').executeTakeFirst()
  return last === undefined ? null : startOfMonth(addMonths(last.month, 1))
}

export const bookAnswer = ({
  key,
  day,
  amount,
  document,
  chequeNo,
  references,
  party,
  memo,
}: BookLine): BookLineAnswer => ({
  key,
  day,
  amount,
  document,
  chequeNo,
  party,
  memo,
  reference: chequeNo ?? references[0] ?? '',
})

type Checks = Pick<Answer, 'obstacles' | 'passed'>

/** The checks before a month is signed off, one sentence each: the open ones, and those that are passed. */
export async function checksOf(
  db: Db,
  { account, month, position, today }: { account: BankAccount; month: Month; position: Position; today: Day },
): Promise<Checks> {
  const { unexplained, difference, asOf, statementBalance: added } = position
  const stated = await statedClosingBalance(db, account.code, asOf)
  const questions = (await questionsOf(db, account.code, asOf)).length
  const earlier = await earlierOpen(db, account.code, month)
  const checks: { open: string | false | undefined; passed: string }[] = [
    { open: today <= asOf && `${formatMonth(month)} has not ended.`, passed: `${formatMonth(month)} has ended.` },
    { open: await gapIn(db, account.code, month), passed: 'The statements of the month are complete.' },
    {
      open:
        stated !== undefined &&
        stated !== added &&
        `The statement shows a closing balance of ${formatMoney(stated)}, but the opening balance plus its lines is ${formatMoney(added)}. Check for missing or repeated lines.`,
      passed: 'The opening balance plus the lines equals the closing balance of the statement.',
    },
    {
      open:
        unexplained.length > 0 &&
        `${unexplained.length} ${unexplained.length === 1 ? 'bank line is' : 'bank lines are'} unmatched.`,
      passed: 'All bank lines are matched.',
    },
    {
      open:
        unexplained.length === 0 &&
        difference !== 0n &&
        `The bank and book balances differ by ${formatMoney(difference)} before the first statement. Enter the starting balance of this account.`,
      passed: 'The earlier balances of the bank and the books agree.',
    },
    {
      open: questions > 0 && `${questions} ${questions === 1 ? 'question is' : 'questions are'} still open.`,
      passed: 'All questions are answered.',
    },
    {
      open: earlier !== undefined && `${formatMonth(earlier)} is not signed off yet. Sign it off first.`,
      passed: 'All earlier months are signed off.',
    },
  ]
  return {
    obstacles: checks.flatMap(({ open }) => (typeof open === 'string' ? [open] : [])),
    passed: checks.flatMap(({ open, passed }) => (typeof open === 'string' ? [] : [passed])),
  }
}

/** Unanswered questions on lines up to a date, oldest first. */
async function questionsOf(db: Db, account: string, until: Day): Promise<QuestionAnswer[]> {
  const { rows } = await sql<QuestionAnswer>`
    select question_id as id, bank_line.id as "lineId", bank_line.day, bank_line.amount, bank_line.description, bank_question.note,
      users.client_id as by, bank_question.marked_at as at,
      exists (select from bank_matched where bank_matched.bank_line_id = bank_line.id) as matched
    from bank_question join bank_line on bank_line.id = bank_question.bank_line_id
    join users on users.id = bank_question.marked_by
    where bank_question.account = ${account} and bank_question.day <= ${until}::date
    order by bank_line.day, bank_line.seq`.execute(db)
  return rows
}

/** The closing balance of the statement that ends on a date, if it has one. */
async function statedClosingBalance(db: Db, account: string, day: Day): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('bank_statement')
    .select('closing')
    .where('account', '=', account)
    .where('to_day', '=', day)
    .where('removed_at', 'is', null)
    .where('closing', 'is not', null)
    .orderBy('uploaded_at', 'desc')
    .executeTakeFirst()
  return row?.closing ?? undefined
}

/** The first earlier month with bank lines and without a sign-off. */
async function earlierOpen(db: Db, account: string, month: Month): Promise<Month | undefined> {
  const { rows } = await sql<{ month: Month | null }>`
    select min(to_char(day, 'YYYY-MM')) as month from bank_line
    where account = ${account} and day < ${startOfMonth(month)}::date
      and day > coalesce((select day from bank_start where bank_start.account = bank_line.account), '-infinity')
      and exists (select from bank_line_seen join bank_statement on bank_statement.id = statement_id
        where line_id = bank_line.id and removed_at is null)
      and not exists (select from bank_month_signed where bank_month_signed.account = bank_line.account
        and bank_month_signed.month = to_char(day, 'YYYY-MM'))`.execute(db)
  return rows[0]?.month ?? undefined
}

/** All accounts with the months that have movements up to today, latest first. */
export async function reconciliations(db: Db, now: Day): Promise<AnswerOf<typeof listReconciliations>['accounts']> {
  const { rows } = await sql<{
    account: string
    month: Month
    lines: number
    open: number
    questions: number
    by: string | null
    at: string
    note: string
    changed: boolean
    quiet: boolean
    cancelsOut: boolean
    closed: boolean
  }>`
    with counted as (
      select account, to_char(day, 'YYYY-MM') as month, count(*)::int as lines,
        count(*) filter (where not exists (select from bank_matched where bank_line_id = bank_line.id)
          and coalesce((select mark from bank_line_mark where bank_line_mark.bank_line_id = bank_line.id order by id desc limit 1), '') <> 'bank_error')::int as open
      from bank_line
      where exists (select from bank_line_seen join bank_statement on bank_statement.id = statement_id
          where line_id = bank_line.id and removed_at is null)
        and day > coalesce((select day from bank_start where bank_start.account = bank_line.account), '-infinity')
      group by 1, 2
    ), moved as (
      select account_month.account, account_month.month from account_month
      join money_account on code = account_month.account and kind in ('bank', 'ewallet')
      left join bank_start on bank_start.account = account_month.account
      where (bank_start.day is null or account_month.month > to_char(bank_start.day, 'YYYY-MM'))
        and account_month.month <= ${monthOfDay(now)}
    )
    select keyed.account, keyed.month, coalesce(lines, 0) as lines, coalesce(open, 0) as open,
      (select count(*) from bank_question where bank_question.account = keyed.account
        and to_char(bank_question.day, 'YYYY-MM') = keyed.month)::int as questions, users.client_id as by, signed_at as at, note,
      exists (select from bank_account_month_unreconciled as unreconciled where unreconciled.account = keyed.account
        and unreconciled.month = keyed.month and state = 'changed') as changed,
      exists (select from period where period.month >= keyed.month) as closed,
      ${monthIsQuiet} as quiet, lines is null and ${monthCancelsOut} as "cancelsOut"
    from (select account, month, lines, open from counted full join moved using (account, month)) as keyed
    left join bank_month_signed as signed_month on signed_month.account = keyed.account and signed_month.month = keyed.month
    left join bank_reconciliation on bank_reconciliation.id = reconciliation_id
    left join users on users.id = signed_by
    order by keyed.account, keyed.month desc`.execute(db)
  const months = Map.groupBy(rows, ({ account }) => account)
  const latest = await latestStatements(db)
  const answer: AnswerOf<typeof listReconciliations>['accounts'] = []
  for (const account of await bankAccounts(db)) {
    const { code } = account
    const to = latest.get(code)
    answer.push({
      ...account,
      statement: to === undefined ? null : { to, balance: await statementBalance(db, code, to) },
      bookBalance: (await bookBalance(db, code, now)).balance,
      months: (months.get(account.code) ?? []).map(
        ({ month, lines, open, questions, by, at, note, changed, quiet, cancelsOut, closed }) => ({
          month,
          closed,
          lines,
          open,
          questions,
          state:
            by !== null
              ? changed
                ? 'changed'
                : 'signed'
              : lines === 0 && !quiet
                ? cancelsOut
                  ? 'reversals'
                  : 'noStatement'
                : open === 0
                  ? 'ready'
                  : 'open',
          signed: by === null ? null : { by, at, note },
        }),
      ),
    })
  }
  return answer
}

/** The last date that statements of each account cover. */
async function latestStatements(db: Db): Promise<ReadonlyMap<string, Day>> {
  const rows = await db
    .selectFrom('bank_statement')
    .select((of) => ['account', of.fn.max('to_day').as('to')])
    .where('removed_at', 'is', null)
    .groupBy('account')
    .execute()
  return new Map(rows.map(({ account, to }) => [account, to]))
}
