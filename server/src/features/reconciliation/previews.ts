// Before a match is undone or a signed-off month is reopened: what comes first, what else changes, and what to do afterwards.
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { AnswerOf } from '@talaan/contract/endpoint.ts'
import type { previewReopening, UndoConsequences } from '@talaan/contract/reconciliation.ts'
import { formatDay, formatMonth } from '@talaan/ledger/core/date.ts'
import type { Day, Month } from '@talaan/ledger/core/date.ts'
import { accountLabel } from '../../books/account-label.ts'
import { voidPreview } from '../../books/void-preview.ts'
import { today } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { plannedUndo } from './acting.ts'

type Db = Kysely<Tables>
type Trx = Transaction<Tables>

/** More lines of the books are counted, not named. */
const maxNamed = 5

export async function undoPreview(
  trx: Trx,
  context: Pick<AppContext, 'clock'>,
  { account, matchId }: { account: string; matchId: string },
): Promise<UndoConsequences> {
  const planned = await plannedUndo(trx, context, matchId)
  const consequences: string[] = []
  for (const { id, number, on } of planned.voided) {
    const preview = await voidPreview(trx, { documentId: id, day: on, today: today(context.clock), matchId })
    for (const { words, document } of preview.consequences)
      consequences.push(`${document?.number ?? `${number}:`} ${words}`)
  }
  return {
    ...planned,
    consequences: [
      ...(await outstandingAgain(
        trx,
        matchId,
        planned.voided.map(({ id }) => id),
      )),
      ...(await ruleStops(trx, matchId)),
      ...new Set(consequences),
    ],
    reopensFirst: await reopenedBefore(trx, account, matchId),
  }
}

/** Of several matches: each document and sentence once, and the months of all of them, the latest first. */
export async function undoPreviewOfAll(
  trx: Trx,
  context: Pick<AppContext, 'clock'>,
  { account, matchIds }: { account: string; matchIds: readonly string[] },
): Promise<UndoConsequences> {
  const previews: UndoConsequences[] = []
  for (const matchId of matchIds) previews.push(await undoPreview(trx, context, { account, matchId }))
  const once = <T extends { id: string }>(documents: readonly T[]) => [
    ...new Map(documents.map((document) => [document.id, document])).values(),
  ]
  return {
    voided: once(previews.flatMap(({ voided }) => voided)),
    kept: once(previews.flatMap(({ kept }) => kept)),
    consequences: [...new Set(previews.flatMap(({ consequences }) => consequences))],
    reopensFirst: [...new Set(previews.flatMap(({ reopensFirst }) => reopensFirst))].toSorted().toReversed(),
  }
}

/** Recorded lines that the bank showed; those of documents that are voided are named there. */
async function outstandingAgain(trx: Trx, matchId: string, voided: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string | null; chequeNo: string | null; day: Day; all: number }>`
    select document.number, cheque.no as "chequeNo", coalesce(item.day, line.day) as day, count(*) over ()::int as all
    from bank_matched as book
    left join bank_start_item as item on item.id = book.start_item_id
    left join line on line.entry_no = book.entry_no and line.position = book.line_position
    left join entry on entry.no = book.entry_no
    left join document on document.id = entry.document_id
    left join cheque on cheque.document_id = document.id and entry.reverses is null
    where book.match_id = ${matchId}::uuid and book.bank_line_id is null
      and (document.id is null or document.id <> all(${[...voided]}::uuid[]))
    order by day, document.number limit ${maxNamed}`.execute(trx)
  const more = (rows[0]?.all ?? 0) - rows.length
  return [
    ...rows.map(({ number, chequeNo, day }) =>
      chequeNo === null
        ? `${number ?? 'An earlier item'} of ${formatDay(day)} is outstanding again.`
        : `Cheque ${chequeNo} (${number ?? ''}) is outstanding again.`,
    ),
    ...(more > 0 ? [`${more} more ${more === 1 ? 'book entry is' : 'book entries are'} outstanding again.`] : []),
  ]
}

async function ruleStops(trx: Trx, matchId: string): Promise<string[]> {
  const rule = await trx
    .selectFrom('bank_match')
    .innerJoin('bank_rule', 'bank_rule.id', 'rule_id')
    .select('bank_rule.id')
    .where('bank_match.id', '=', matchId)
    .where('acting', '=', true)
    .executeTakeFirst()
  return rule === undefined ? [] : ['The rule that made this match goes back to only suggesting matches.']
}

/** The signed-off months of the account from the first month of the match on, if the match is in one: the latest first. */
async function reopenedBefore(trx: Trx, account: string, matchId: string): Promise<Month[]> {
  const { rows } = await sql<{ month: Month }>`
    with part as (
      select bank_line.day as bank_day, coalesce(bank_line.day, line.day) as day
      from bank_match_part left join bank_line on bank_line.id = bank_line_id
      left join line on line.entry_no = bank_match_part.entry_no and line.position = line_position
      where match_id = ${matchId}::uuid
    ), fixed as (
      select bank_day as day from part where bank_day is not null union select max(day) from part
    )
    select month from bank_month_signed where account = ${account} and month >= (
      select min(to_char(day, 'YYYY-MM')) from fixed where bank_month_is_signed(${account}, day))
    order by month desc`.execute(trx)
  return rows.map(({ month }) => month)
}

export async function reopeningPreview(
  db: Db,
  account: string,
  month: Month,
): Promise<AnswerOf<typeof previewReopening>> {
  const name = formatMonth(month)
  const later = await db
    .selectFrom('bank_month_signed')
    .select('month')
    .where('account', '=', account)
    .where('month', '>', month)
    .orderBy('month', 'desc')
    .execute()
  const closed = await db.selectFrom('period').select('month').where('month', '=', month).executeTakeFirst()
  const { rows } = await sql<{ label: string; matches: number }>`
    select ${accountLabel('own.code')} as label, (
      select count(distinct match_id) from bank_matched join bank_line on bank_line.id = bank_line_id
      where account = ${account} and to_char(day, 'YYYY-MM') = ${month})::int as matches
    from account as own where own.code = ${account}`.execute(db)
  const { label = account, matches = 0 } = rows[0] ?? {}
  return {
    first: later.map((row) => row.month),
    consequences: [
      matches === 0
        ? `You can add and remove statements of ${label}.`
        : `You can undo ${matches === 1 ? 'the match' : `the ${matches} matches`} of ${name}, and add and remove statements of ${label}.`,
      'The signed reconciliation statement is stored with your name and the reason for reopening.',
      `The next month begins with the balance at the end of ${name}.`,
      ...(closed === undefined
        ? []
        : [`${name} stays closed. Documents that you record for its bank lines are dated in the first open month.`]),
    ],
    afterwards: [
      ...(closed === undefined ? [] : [`To record documents dated in ${name}, also reopen that month in Month Close.`]),
      `Match the lines of ${name}.`,
      `Sign ${name} off again${later.length === 0 ? '' : ', then the later months in order'}.`,
    ],
  }
}
