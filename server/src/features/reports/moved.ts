// Account movements, from the stored sums per account: whole months where a period has them, else its days.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { AccountType, NormalSide, StatementLine } from '@talaan/ledger/accounts/chart.ts'
import type { CashFlowAccount } from '@talaan/ledger/reports/cash-flow.ts'
import type { Period } from '@talaan/ledger/core/periods.ts'
import type { StatementAccount } from '@talaan/ledger/reports/statements.ts'
import type { TagFilters, TagKind } from '@talaan/contract/tag-kinds.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { hasTags } from '../../books/tags.ts'
import { closingLines } from '../../books/year-end.ts'
import { movedForAssets } from './assets-on-account.ts'

type Which = {
  types?: readonly AccountType[]
  /** Without the closing entries of years, so that income and expense are complete. */
  beforeClosing?: true
  /** Only documents with these tags. */
  tags?: TagFilters
}

/** Debits less credits of every account with movements, one figure per period; zero accounts are left out. */
export async function movedIn(
  db: Kysely<Tables>,
  periods: readonly Period[],
  { types, beforeClosing, tags = {} }: Which = {},
): Promise<StatementAccount[]> {
  const tagged = hasTags('entry.document_id', tags)
  const { rows } = await sql<MovedRow>`
    with requested as (
      select at, first, last,
        -- Whole months of the period; the days before and after them are summed by day.
        to_char(first + interval '1 month' - interval '1 day', 'YYYY-MM') as from_month,
        to_char(last + interval '1 day', 'YYYY-MM') as to_month
      from ${asPeriods(periods)}
    ), kept as (${
      tagged !== undefined
        ? linesOf(sql`${tagged} and ${beforeClosing ? notClosing : sql`true`}`)
        : sql`${storedSums} ${beforeClosing ? closingTakenOut : sql``}`
    })
    select code, name, type, normal, statement_line, at::int, sum(amount)::bigint as amount
    from kept join account on code = account
    where ${types === undefined ? sql`true` : sql`type = any(${[...types]}::text[])`}
    group by code, at having sum(amount) <> 0 order by code`.execute(db)
  return accountsOf(rows, periods).map(({ first, amounts }) => ({ ...first, amounts }))
}

const storedSums = sql`
  select at, account, debit - credit as amount from requested
  join account_month on month >= from_month and month < to_month
  union all
  select at, account, debit - credit from requested
  join account_day on (day >= first and day < least(to_date(from_month, 'YYYY-MM'), last + 1))
    or (day >= greatest(to_date(to_month, 'YYYY-MM'), first) and day <= last)`

const closingTakenOut = sql`
  union all
  select at, entry.account, entry.credit - entry.debit from requested
  join ${closingLines} as entry on entry.day between first and last`

// The stored sums have all documents; some of them are summed from their entries.
const linesOf = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select at, account, debit - credit as amount from requested
  join line on line.day between first and last
  join entry on entry.no = line.entry_no and ${condition}`

const notClosing = sql`not exists (select from document where document.id = entry.document_id and kind = 'yearend')`

/** The movement of each account in a period by the tags of a kind: null is for documents without one. */
export async function movedByTag(
  db: Kysely<Tables>,
  period: Period,
  { kind, types, tags }: { kind: TagKind; types: readonly AccountType[]; tags: TagFilters },
): Promise<{ tags: (string | null)[]; accounts: StatementAccount[] }> {
  const { rows } = await sql<MovedRow & { tag: string | null }>`
    select code, account.name, type, normal, statement_line, tag.name as tag, sum(debit - credit)::bigint as amount
    from line
    join entry on entry.no = line.entry_no and ${notClosing}
      and ${hasTags('entry.document_id', tags) ?? sql`true`}
    join account on code = line.account and type = any(${[...types]}::text[])
    left join document_tag on document_tag.document_id = entry.document_id and document_tag.kind = ${kind}
    left join tag on tag.id = tag_id
    where line.day between ${period.from}::date and ${period.to}::date
    group by code, tag.name having sum(debit - credit) <> 0 order by code`.execute(db)
  const names = [...new Set(rows.map(({ tag }) => tag))].toSorted(byName)
  const placed = rows.map((row) => ({ ...row, at: names.indexOf(row.tag) + 1 }))
  return {
    tags: names,
    accounts: accountsOf(placed, names).map(({ first, amounts }) => ({ ...first, amounts })),
  }
}

/** Documents without a tag come last. */
const byName = (a: string | null, b: string | null): number =>
  a === null ? 1 : b === null ? -1 : a.localeCompare(b, 'en')

/**
 * The same figures, and the part moved by cash entries. Payments for the price of an asset count on its account or the
 * disposal account, not on their payable or receivable.
 */
export async function movedWithCashIn(db: Kysely<Tables>, periods: readonly Period[]): Promise<CashFlowAccount[]> {
  const assets = await movedForAssets(db, periods)
  const [moved, { rows }] = await Promise.all([
    movedIn(db, periods, { beforeClosing: true }),
    sql<MovedRow>`
      with cash as (
        select distinct entry_no, at
        from ${asPeriods(periods)}
        join line on line.day between first and last
        join account on code = line.account and statement_line = 'Cash'
      ), moved as (
        select line.account, at, debit - credit as amount from cash join line using (entry_no)
        union all
        select * from unnest(${assets.map(({ account }) => account)}::text[], ${assets.map(({ at }) => at)}::bigint[],
          ${assets.map(({ amount }) => amount)}::bigint[])
      )
      select code, name, type, normal, statement_line, at::int, sum(amount)::bigint as amount
      from moved join account on code = moved.account
      group by code, at order by code`.execute(db),
  ])
  const withCash = accountsOf(rows, periods)
  const none = periods.map(() => 0n)
  // Cash that moved and came back still moved.
  const both = new Map<string, CashFlowAccount>(
    withCash.map(({ first, amounts }) => [first.code, { ...first, amounts: none, withCash: amounts }]),
  )
  for (const account of moved)
    both.set(account.code, { ...account, withCash: both.get(account.code)?.withCash ?? none })
  return [...both.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

export const asPeriods = (periods: readonly Period[]): RawBuilder<unknown> => sql`
  unnest(${periods.map(({ from }) => from)}::date[], ${periods.map(({ to }) => to)}::date[])
    with ordinality as given (first, last, at)`

type MovedRow = {
  code: string
  name: string
  type: AccountType
  normal: NormalSide
  statement_line: StatementLine
  at: number
  amount: bigint
}

function accountsOf(rows: readonly MovedRow[], columns: readonly unknown[]) {
  return [...Map.groupBy(rows, ({ code }) => code).values()].flatMap((group) => {
    const [row] = group
    if (row === undefined) return []
    const { code, name, type, normal, statement_line: statementLine } = row
    const amounts = columns.map((_, i) => group.find(({ at }) => at === i + 1)?.amount ?? 0n)
    return [{ first: { code, name, type, normal, statementLine }, amounts }]
  })
}
