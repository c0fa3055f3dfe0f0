// Replays rules on all reconciled lines: every line decided by people, as if it were open.
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import { nothingRemembered } from '@talaan/ledger/banking/matching/lines.ts'
import type { BankLine } from '@talaan/ledger/banking/matching/lines.ts'
import { suggest } from '@talaan/ledger/banking/matching/suggest.ts'
import { recordedAs, replay } from '@talaan/ledger/banking/matching/rules.ts'
import type { Decision, TrackRecord } from '@talaan/ledger/banking/matching/rules.ts'
import type { RuleFields } from '@talaan/ledger/banking/matching/rule.ts'
import { freeBooks } from '../../books/bank-positions.ts'
import type { BankAccount } from '../../books/bank-positions.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { bookLineOf, refusalsOf, withheldFromUs } from './sides.ts'

type Db = Kysely<Tables>

export type Decided = Decision & { kinds: readonly (DocumentTypeName | null)[] }

export type History = {
  /** The last decision of people on each line; automatic matches are no evidence. */
  decisions: Decided[]
  recordOf: (rule: RuleFields) => TrackRecord
}

/** The history of an account, on which each of `rules` can be evaluated. */
export async function historyOf(db: Db, account: BankAccount, rules: readonly RuleFields[]): Promise<History> {
  const decided = await lastDecisions(db, account.code)
  const parts = Map.groupBy(await bookParts(db, account.code), ({ match }) => match)
  const lines = Map.groupBy(decided, ({ match }) => match)
  const recordedFor = new Set<string>()
  const decisions = decided.map(({ match, how, recorded, undone, ...line }): Decided & { how: string } => {
    const books = parts.get(match) ?? []
    // An entry recorded for a match is its newest; the others existed before.
    const made = recorded === null ? undefined : books.at(-1)
    if (made !== undefined) recordedFor.add(made.key)
    const alone = made !== undefined && books.length === 1
    return {
      line,
      how,
      undone,
      lines: (lines.get(match) ?? []).map(({ id }) => id),
      books: books.map(({ key }) => key),
      kinds: books.map(({ kind }) => kind),
      recorded: made?.kind
        ? `${recordedAs({ kind: made.kind, fields: made.fields })}${alone ? '' : ' with others'}`
        : null,
    }
  })
  const books = await freeBooks(db, account.code, 'infinity', { matchedToo: true })
  const suggestions = suggest({
    account,
    bank: decisions.map(({ line }) => line),
    books: books.map(bookLineOf).filter(({ key }) => !recordedFor.has(key)),
    open: [],
    elsewhere: [],
    memory: nothingRemembered,
    rules,
    taxes: await withheldFromUs(db),
  })
  const refused = await refusalsOf(db, account.code)
  const byPeople = decisions.filter(({ how, undone }) => how !== 'rule' || undone)
  return { decisions: byPeople, recordOf: (rule) => replay(rule, byPeople, suggestions, refused) }
}

type Last = BankLine & { match: string; how: string; recorded: string | null; undone: boolean }

/** The last match of each line, current or undone. */
async function lastDecisions(db: Db, account: string): Promise<Last[]> {
  const { rows } = await sql<Last & { day: Day }>`
    with latest as (
      select distinct on (part.bank_line_id) part.bank_line_id, bank_match.id as match, how, recorded,
        bank_match_undo.match_id is not null as undone
      from bank_match
      join bank_match_part as part on part.match_id = bank_match.id and part.bank_line_id is not null
      left join bank_match_undo on bank_match_undo.match_id = bank_match.id
      where bank_match.account = ${account}
      order by part.bank_line_id, matched_at desc, bank_match_undo.match_id nulls first, bank_match.id
    )
    select bank_line.id, bank_line.day, amount, reference, cheque_no as "chequeNo", description, position,
      match, how, recorded, undone
    from latest join bank_line on bank_line.id = latest.bank_line_id
    order by bank_line.day, bank_line.seq`.execute(db)
  return rows
}

/** The book lines of every match, in the order of entries. */
async function bookParts(db: Db, account: string) {
  const { rows } = await sql<{
    match: string
    key: string
    kind: DocumentTypeName | null
    fields: Record<string, string | null>
  }>`
    select part.match_id as match, coalesce('before:' || part.start_item_id, part.entry_no || '/' || part.line_position) as key,
      document.kind, jsonb_build_object('type', type, 'counter', counter, 'from', from_account, 'to', to_account) as fields
    from bank_match join bank_match_part as part on part.match_id = bank_match.id and part.bank_line_id is null
    left join entry on entry.no = part.entry_no left join document on document.id = entry.document_id
    left join bank_adjustment on bank_adjustment.document_id = document.id
    left join fund_transfer on fund_transfer.document_id = document.id
    where bank_match.account = ${account}
    order by part.match_id, part.entry_no nulls first, part.line_position`.execute(db)
  return rows
}
