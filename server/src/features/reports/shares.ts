// What a figure of a statement consists of: the lines of its accounts in its period.
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { Refusal } from '@talaan/contract/problem.ts'
import { whyProblems } from '@talaan/contract/why.ts'
import type { TagFilters } from '@talaan/contract/tag-kinds.ts'
import { budgetIn } from '@talaan/ledger/accounts/budget.ts'
import { addDays, firstDay, formatDay, formatMonth } from '@talaan/ledger/core/date.ts'
import type { Period } from '@talaan/ledger/core/periods.ts'
import type { Share, Table } from '@talaan/ledger/reports/table.ts'
import { budgetFigures } from '../../books/budget-figures.ts'
import { hasTags } from '../../books/tags.ts'
import { joined } from '../../books/why.ts'
import type { Basis, Item, PartFigure } from '../../books/why.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { movedForAssets } from './assets-on-account.ts'
import { nthOf, rowTitle } from './figures.ts'
import { monthsBetween } from './layout.ts'
import type { ReportCell } from './report.ts'

type Db = Kysely<Tables>

export type Shares = {
  shares: readonly Share[]
  period: Period
  /** Without the closing entries of years, in all shares. */
  beforeClosing?: true
  tags?: TagFilters
  /** Only documents for which this is true. */
  only?: RawBuilder<boolean>
  /** The budget of the accounts instead of their lines. */
  isBudget?: boolean
}

/** The lines of accounts, with the sign that each has in the figure. */
export async function sharesBasis(
  db: Db,
  { shares, period, beforeClosing, tags = {}, only, isBudget }: Shares,
): Promise<Basis> {
  if (isBudget === true) return budgetBasis(db, { shares, period })
  const spans = shares.map(({ span }) => spanOf(period, span))
  const asRows = sql`unnest(
    ${shares.map(({ account }) => account)}::text[], ${shares.map(({ sign }) => sign)}::int[],
    ${shares.map(({ cash }) => cash ?? '')}::text[], ${shares.map((share) => (share.beforeClosing ?? beforeClosing) === true)}::boolean[],
    ${spans.map(({ from }) => from)}::date[], ${spans.map(({ to }) => to)}::date[]
  ) as share (account, sign, cash, before_closing, first, last)`
  const movesCash = sql`exists (
    select from line as paid join account on account.code = paid.account and statement_line = 'Cash'
    where paid.entry_no = line.entry_no)`
  // A line can count twice with opposite signs, so what is left of each is summed.
  const lines = sql`
    select line.entry_no, line.position, line.account as part, line.account || ' ' || account.name as part_words,
      sum(share.sign * (line.debit - line.credit))::bigint as amount
    from ${asRows}
    join line on line.account = share.account and line.day between share.first and share.last
    join account on account.code = line.account
    join entry on entry.no = line.entry_no
    where (share.cash = '' or (share.cash = 'with') = ${movesCash})
      and (not share.before_closing or not exists (
        select from document where document.id = entry.document_id and document.kind = 'yearend'))
      and ${hasTags('entry.document_id', tags) ?? sql`true`} and ${only ?? sql`true`}
    group by line.entry_no, line.position, line.account, account.name
    having sum(share.sign * (line.debit - line.credit)) <> 0`
  const isCashFlow = shares.some(({ cash }) => cash !== undefined)
  return {
    rule: ruleOf({ shares, period }),
    lines,
    ...(isCashFlow && { items: await paidForAssetsOf(db, { shares, period }) }),
  }
}

/** The entered amounts, by account and month. */
async function budgetBasis(db: Db, { shares, period }: Shares): Promise<Basis> {
  const months = monthsBetween(period)
  const budget = await budgetFigures(db, months)
  const accounts = await db.selectFrom('account').select(['code', 'name', 'normal']).execute()
  const known = new Map(accounts.map((account) => [account.code, account]))
  return {
    rule: 'The budget entered for these accounts and months.',
    items: shares.flatMap(({ account: code, sign }) => {
      const { name = '', normal = 'debit' } = known.get(code) ?? {}
      return months.flatMap((month) => {
        const entered = new Map([[month, budget.get(code)?.get(month) ?? 0n]])
        const meant = budgetIn(entered, period) * (normal === 'debit' ? 1n : -1n) * BigInt(sign)
        const part = { key: code, words: `${code} ${name}` }
        return meant === 0n
          ? []
          : [{ key: `${code} ${month}`, words: `Budget of ${formatMonth(month)}`, amount: meant, part }]
      })
    }),
  }
}

function spanOf({ from, to }: Period, span: Share['span']): Period {
  if (span === undefined) return { from, to }
  return { from: firstDay, to: span === 'before' ? addDays(from, -1) : to }
}

/** Payments for assets on account count on the account of the asset, not on the payable or receivable. */
async function paidForAssetsOf(db: Db, { shares, period }: Shares): Promise<Item[]> {
  const names = new Map(
    (await db.selectFrom('account').select(['code', 'name']).execute()).map(({ code, name }) => [code, name]),
  )
  const moved = await movedForAssets(db, [period])
  return moved.flatMap(({ account, amount, document, day }, i) => {
    const sign = shares
      .filter((share) => share.account === account && share.cash !== undefined)
      .reduce((all, share) => all + BigInt(share.cash === 'with' ? share.sign : -share.sign), 0n)
    if (sign === 0n) return []
    return {
      key: `asset ${i}`,
      words: 'Payment for an asset bought on account',
      amount: sign * amount,
      part: { key: account, words: `${account} ${names.get(account) ?? ''}` },
      day,
      document: { id: document, kind: 'bill' as const, number: '' },
    }
  })
}

function ruleOf({ shares, period: { from, to } }: Pick<Shares, 'shares' | 'period'>): string {
  const accounts = new Set(shares.map(({ account }) => account))
  const [span] = [...new Set(shares.map((share) => share.span ?? 'in'))]
  const when =
    span === 'before' || (span === 'in' && from <= firstDay)
      ? `up to ${formatDay(span === 'before' ? addDays(from, -1) : to)}`
      : span === 'until'
        ? `up to ${formatDay(to)}`
        : `from ${formatDay(from)} to ${formatDay(to)}`
  const [only] = accounts
  const of = accounts.size === 1 ? `account ${only}` : `${accounts.size} accounts`
  const signs = new Set(shares.map(({ sign }) => sign))
  const sides = signs.size > 1 ? 'debits and credits' : signs.has(1) ? 'debits less credits' : 'credits less debits'
  const cash = shares.every((share) => share.cash === 'with')
    ? ' in entries that involve cash'
    : shares.every((share) => share.cash === 'without')
      ? ' in entries that do not involve cash'
      : ''
  return `The ${sides} of ${of} ${when}${cash}.`
}

/** A figure of a table with columns of choice; `figureOf` is the figure of a planned column. */
export async function statementBasis(
  db: Db,
  cell: ReportCell,
  figureOf: (at: number) => Promise<Omit<Shares, 'shares'>> | Omit<Shares, 'shares'>,
): Promise<Basis> {
  const { row, column, columnAt, table } = cell
  const { made } = column
  if (made !== undefined && made.kind !== 'figure') return computedBasis(db, cell, figureOf)
  const shares = sharesIn(cell)
  if (shares === undefined) throw new Refusal(whyProblems.notExplained)
  const first = table.columns.findIndex(({ kind }) => kind === 'money')
  const of = await figureOf(made?.at ?? columnAt - first)
  const period = row.made !== undefined && 'byColumn' in row.made ? row.made.period : undefined
  return sharesBasis(db, { ...of, ...(period && { period }), shares })
}

const sharesIn = ({ row: { made }, column }: Pick<ReportCell, 'row' | 'column'>): readonly Share[] | undefined =>
  made === undefined ? undefined : 'byColumn' in made ? made.byColumn[column.key] : made

/** A difference is made of its two figures; a percentage is calculated from them. */
async function computedBasis(
  db: Db,
  { row, column: { made, kind }, table }: ReportCell,
  figureOf: Parameters<typeof statementBasis>[2],
): Promise<Basis> {
  if (made === undefined) throw new Refusal(whyProblems.notExplained)
  const columnOf = (at: number) => table.columns.findIndex((one) => one.made?.kind === 'figure' && one.made.at === at)
  const places = [made.at, ...('of' in made ? [made.of] : [])].map(columnOf)
  const isDifference = made.kind === 'difference'
  const figures = places.map((columnAt, i) =>
    figureIn(table, { row, columnAt, sign: isDifference && i > 0 ? -1n : 1n }),
  )
  const bases = await Promise.all(
    places.map(async (columnAt, i) => {
      const column = table.columns[columnAt]
      if (column === undefined) throw new Refusal(whyProblems.noSuchFigure)
      const cell = { table, row, at: 0, column, columnAt, amount: 0n }
      return { basis: await statementBasis(db, cell, figureOf), sign: isDifference && i > 0 ? -1n : 1n } as const
    }),
  )
  return {
    rule: isDifference
      ? `${figures[0]?.words ?? ''} less ${figures[1]?.words ?? ''}.`
      : kind === 'percent' && made.kind === 'share'
        ? `${figures[0]?.words ?? ''} as a percentage of the total of its column.`
        : `${figures[0]?.words ?? ''} as a percentage of ${figures[1]?.words ?? ''}.`,
    isFormula: !isDifference,
    figures,
    ...(isDifference && joined(bases)),
  }
}

type Place = { row: ReportCell['row']; columnAt: number; sign: 1n | -1n }

/** Another figure of the table as part of one. */
export function figureIn(table: Table, { row, columnAt, sign }: Place): PartFigure {
  const column = table.columns[columnAt]
  const cell = row.cells[columnAt]
  const title = rowTitle(row)
  return {
    key: `${title} ${column?.key ?? ''} ${nthOf(table, row)}`,
    words: `${title}${column === undefined ? '' : `, ${column.title}`}`,
    amount: sign * (typeof cell === 'bigint' ? cell : 0n),
    figure: { row: title, nth: nthOf(table, row), column: column?.key ?? '' },
  }
}

/** The sum of figures in one column, such as a total without accounts of its own. */
export const sumBasis = (cell: ReportCell, rows: readonly ReportCell['row'][], words: string): Basis => ({
  rule: words,
  figures: rows.map((row) => figureIn(cell.table, { row, columnAt: cell.columnAt, sign: 1n })),
})

/** A list of documents: a row is its document, and a sum is of the rows above it since the last heading or sum. */
export function listedBasis(cell: ReportCell, rule: string): Basis {
  const { table, row, at, columnAt, amount } = cell
  if (row.emphasis === undefined) return { rule, items: [itemOf(row, amount)] }
  const above = table.rows.slice(0, at)
  const rows = above.slice(above.findLastIndex(({ emphasis }) => emphasis !== undefined) + 1)
  return {
    rule,
    items: rows.flatMap((one) => {
      const figure = one.cells[columnAt]
      return typeof figure === 'bigint' && figure !== 0n ? [itemOf(one, figure)] : []
    }),
  }
}

const itemOf = (row: ReportCell['row'], amount: bigint): Item => ({
  key: rowTitle(row),
  words: rowTitle(row),
  amount,
  document: row.link?.to === 'document' ? { id: row.link.id, kind: row.link.kind, number: '' } : null,
})
