// Income statement, balance sheet, changes in equity, cash flows, and monthly columns.
import type { Kysely } from 'kysely'
import { z } from '@talaan/ledger/core/zod.ts'
import { Refusal } from '@talaan/contract/problem.ts'
import { comparison, reportProblems } from '@talaan/contract/reports.ts'
import { whyProblems } from '@talaan/contract/why.ts'
import { tagFilters, tagKinds, tagWords } from '@talaan/contract/tag-kinds.ts'
import type { TagFilters, TagKind } from '@talaan/contract/tag-kinds.ts'
import { budgetIn, cutsAMonth } from '@talaan/ledger/accounts/budget.ts'
import { addDays, day, firstDay, formatLongDay } from '@talaan/ledger/core/date.ts'
import { sum } from '@talaan/ledger/core/money.ts'
import { cashFlow, cashFlowMethods } from '@talaan/ledger/reports/cash-flow.ts'
import { changesInEquity } from '@talaan/ledger/reports/changes-in-equity.ts'
import { monthly } from '@talaan/ledger/reports/monthly.ts'
import { arranged, maxParts, planOf } from '@talaan/ledger/reports/columns.ts'
import type { ColumnSpan, RowLevel } from '@talaan/ledger/reports/columns.ts'
import { balanceSheet, incomeStatement, periodsOf, stretch, totals } from '@talaan/ledger/reports/statements.ts'
import type { Period } from '@talaan/ledger/core/periods.ts'
import type { StatementAccount } from '@talaan/ledger/reports/statements.ts'
import { budgetFigures } from '../../books/budget-figures.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Basis } from '../../books/why.ts'
import { hasTagNamed, tagFilterWords } from '../../books/tags.ts'
import { movedByTag, movedIn, movedWithCashIn } from './moved.ts'
import { statementBasis } from './shares.ts'
import type { Shares } from './shares.ts'
import { dateFigures, layoutQuery, monthsBetween, periodFigures, upTo, withZeros, yearTo } from './layout.ts'
import type { Comparison, FigureOf } from './layout.ts'
import { companyHeader, ofPeriod, report } from './report.ts'
import type { ReportCell } from './report.ts'

const incomeTypes = ['revenue', 'cost', 'expense', 'other', 'income_tax'] as const

const incomeWords = 'Enter a start date and an end date for the income statement.'

const profitSource = 'PFRS for SMEs, section 5: the income statement by function of expense.'

export const incomeStatementReport = report({
  dates: { kind: 'period', usual: 'last-month' },
  query: z.strictObject(
    {
      ...ofPeriod,
      ...layoutQuery(['before', 'year', 'budget']),
      ...tagFilters,
      by: z.optional(z.enum(tagKinds)),
    },
    incomeWords,
  ),
  async build(db, { project, department, branch, by, ...query }, { endsWith }) {
    const tags: TagFilters = { project, department, branch }
    const words = await tagFilterWords(db, tags)
    if (words.length > 0 && query.compare.includes('budget')) throw new Refusal(reportProblems.budgetWithoutTags)
    const { table } =
      by === undefined
        ? await incomeTable(db, { ...query, tags }, { endsWith, own: 'books' })
        : await incomeByTag(db, { ...query, tags, by })
    const note = words.length === 0 ? [] : [`Only documents with these tags are included: ${words.join(', ')}.`]
    return { table: { ...table, notes: [...table.notes, ...note] }, next: null }
  },
  async basis(db, { project, department, branch, by, ...query }, cell, { endsWith }) {
    const tags: TagFilters = { project, department, branch }
    const basis =
      by === undefined
        ? await incomeBasis(db, { ...query, tags }, cell, { endsWith, own: 'books' })
        : await statementBasis(db, cell, async (at) => {
            const { from, to } = query
            const { tags: names } = await movedByTag(db, { from, to }, { kind: by, types: incomeTypes, tags })
            const only = at < names.length ? hasTagNamed(by, names[at] ?? null) : undefined
            return { period: { from, to }, beforeClosing: true, tags, ...(only && { only }) }
          })
    return { source: profitSource, ...basis }
  },
})

/** The budget in the form of the income statement, with actual figures on request. */
export const budgetReport = report({
  dates: { kind: 'period', usual: 'this-year' },
  query: z.strictObject({ ...ofPeriod, ...layoutQuery(['before', 'year', 'actual']) }, incomeWords),
  async build(db, query, { endsWith }) {
    const { table } = await incomeTable(db, query, { endsWith, own: 'budget' })
    return { table: { ...table, name: 'budget', title: 'Budget Overview' }, next: null }
  },
  basis: (db, query, cell, { endsWith }) => incomeBasis(db, query, cell, { endsWith, own: 'budget' }),
})

type IncomeQuery = Period & {
  columns: ColumnSpan
  compare: readonly Comparison[]
  difference?: 'yes' | undefined
  percent?: 'yes' | undefined
  rows: RowLevel
  zeros?: 'yes' | undefined
  tags?: TagFilters
}

function incomeBasis(
  db: Kysely<Tables>,
  { columns, compare, tags = {}, from, to }: IncomeQuery,
  cell: ReportCell,
  { endsWith, own }: { endsWith: number; own: FigureOf['from'] },
): Promise<Basis> {
  const { figures } = periodFigures({ from, to }, { columns, compare, endsWith, own })
  return statementBasis(db, cell, (at) => {
    const figure = figures[at]
    if (figure === undefined) throw new Refusal(whyProblems.noSuchFigure)
    return { period: figure.period, beforeClosing: true, tags, isBudget: figure.from === 'budget' }
  })
}

/** A column for each tag of a kind with movements, one for documents without, and the total of all. */
async function incomeByTag(
  db: Kysely<Tables>,
  { columns, compare, percent, rows: level, zeros, tags = {}, by, ...period }: IncomeQuery & { by: TagKind },
) {
  if (columns !== 'total' || compare.length > 0) throw new Refusal(reportProblems.byTagAlone)
  const { tags: names, accounts: found } = await movedByTag(db, period, { kind: by, types: incomeTypes, tags })
  if (names.length > maxParts) throw new Refusal(reportProblems.tooManyColumns)
  const width = names.length + 1
  const withTotal = found.map((one): StatementAccount => ({ ...one, amounts: [...one.amounts, sum(one.amounts)] }))
  const accounts = zeros ? await withZeros(db, withTotal, { width, types: incomeTypes }) : withTotal
  const periods = Array.from({ length: width }, () => period)
  const plain = incomeStatement({ company: await companyHeader(db), accounts, periods, level })
  const revenue = accounts.filter(({ statementLine }) => statementLine === 'Revenue')
  const base = totals(revenue, width).map((amount) => -amount)
  const titles = [...names.map((name) => ({ title: name ?? tagWords(by, null) })), { title: 'Total' }]
  const plan = planOf(titles, [], {
    difference: false,
    share: percent === undefined ? undefined : '% of revenue',
  })
  return { table: { ...arranged(plain, plan, base), period: stretch(period) } }
}

async function incomeTable(
  db: Kysely<Tables>,
  { columns, compare, difference, percent, rows: level, zeros, tags, ...period }: IncomeQuery,
  { endsWith, own }: { endsWith: number; own: FigureOf['from'] },
) {
  const { figures, titles, compared } = periodFigures(period, { columns, compare, endsWith, own })
  const periods = figures.map((figure) => figure.period)
  const found = await incomeFigures(db, figures, tags)
  const accounts = zeros ? await withZeros(db, found, { width: figures.length, types: incomeTypes }) : found
  const plain = incomeStatement({ company: await companyHeader(db), accounts, periods, level })
  const revenue = accounts.filter(({ statementLine }) => statementLine === 'Revenue')
  const base = totals(revenue, figures.length).map((amount) => -amount)
  const plan = planOf(titles, compared, {
    difference: difference === 'yes',
    share: percent === undefined ? undefined : '% of revenue',
  })
  const notes = figures.some(({ from }) => from === 'budget')
    ? [
        ...(found.length === 0 ? ['No budget has been entered for these months.'] : []),
        ...(figures.some((figure) => figure.from === 'budget' && cutsAMonth(figure.period))
          ? ['For part of a month, the budget is prorated by the number of days.']
          : []),
      ]
    : []
  const table = { ...arranged(plain, plan, base), period: stretch(period), notes: [...plain.notes, ...notes] }
  return { table, next: null }
}

/** The movement or the budget of each account in each of the figures; accounts with none are left out. */
async function incomeFigures(
  db: Kysely<Tables>,
  figures: readonly FigureOf[],
  tags: TagFilters = {},
): Promise<StatementAccount[]> {
  const moved = await movedIn(
    db,
    figures.map(({ period }) => period),
    { types: incomeTypes, beforeClosing: true, tags },
  )
  if (figures.every(({ from }) => from === 'books')) return moved
  const months = figures.flatMap(({ from, period }) => (from === 'budget' ? monthsBetween(period) : []))
  const budget = await budgetFigures(db, [...new Set(months)])
  const was = new Map(moved.map(({ code, amounts }) => [code, amounts]))
  const rows = await db
    .selectFrom('account')
    .select(['code', 'name', 'type', 'normal', 'statement_line as statementLine'])
    .where('type', 'in', incomeTypes)
    .orderBy('code')
    .execute()
  return rows.flatMap((row) => {
    const amounts = figures.map(({ from, period }, i) => {
      if (from === 'books') return was.get(row.code)?.[i] ?? 0n
      const meant = budgetIn(budget.get(row.code) ?? new Map(), period)
      return row.normal === 'debit' ? meant : -meant
    })
    return amounts.every((amount) => amount === 0n) ? [] : [{ ...row, amounts } as StatementAccount]
  })
}

export const balanceSheetReport = report({
  dates: { kind: 'asOf', usual: 'last-month' },
  query: z.strictObject({ asOf: day, ...layoutQuery(['before', 'year']) }, 'Enter a date for the balance sheet.'),
  async build(db, { asOf, columns, compare, difference, percent, rows: level, zeros }, { endsWith }) {
    const { days, titles, compared } = dateFigures(yearTo(asOf, endsWith), { columns, compare, endsWith })
    const found = await movedIn(
      db,
      days.map((to) => ({ from: firstDay, to })),
    )
    const accounts = zeros
      ? await withZeros(db, found, { width: days.length, types: ['asset', 'liability', 'equity'] })
      : found
    const plain = balanceSheet({ company: await companyHeader(db), accounts, days, level })
    const assets = accounts.filter(({ type }) => type === 'asset')
    const plan = planOf(titles, compared, {
      difference: difference === 'yes',
      share: percent === undefined ? undefined : '% of assets',
    })
    const table = { ...arranged(plain, plan, totals(assets, days.length)), period: `As of ${formatLongDay(asOf)}` }
    return { table, next: null }
  },
  async basis(db, { asOf, columns, compare }, cell, { endsWith }) {
    const { days } = dateFigures(yearTo(asOf, endsWith), { columns, compare, endsWith })
    const basis = await statementBasis(db, cell, (at) => ({ period: upTo(days[at]) }))
    return { source: 'PFRS for SMEs, section 4: the statement of financial position.', ...basis }
  },
})

export const changesInEquityReport = report({
  dates: { kind: 'period', usual: 'last-month' },
  query: z.strictObject(ofPeriod, 'Enter a start date and an end date for the statement of changes in equity.'),
  async build(db, period) {
    const [accounts, earned] = await Promise.all([
      movedIn(db, [{ from: firstDay, to: addDays(period.from, -1) }, period], { types: ['equity', ...incomeTypes] }),
      movedIn(db, [period], { types: incomeTypes, beforeClosing: true }),
    ])
    const profit = -sum(earned.map(({ amounts }) => amounts[0] ?? 0n))
    return { table: changesInEquity({ company: await companyHeader(db), period, accounts, profit }), next: null }
  },
  basis: async (db, period, cell) => ({
    source: 'PFRS for SMEs, section 6: the statement of changes in equity.',
    ...(await statementBasis(db, cell, () => ({ period }))),
  }),
})

export const cashFlowReport = report({
  dates: { kind: 'period', usual: 'last-month' },
  query: z.strictObject(
    {
      ...ofPeriod,
      compare: z.optional(comparison),
      method: z._default(z.enum(cashFlowMethods), 'indirect'),
    },
    'Enter a start date and an end date for the cash flow statement.',
  ),
  async build(db, { compare, method, ...period }) {
    const periods = periodsOf(period, compare)
    const [accounts, before] = await Promise.all([
      movedWithCashIn(db, periods),
      movedIn(
        db,
        periods.map(({ from }) => ({ from: firstDay, to: addDays(from, -1) })),
        { types: ['asset'] },
      ),
    ])
    const cash = before.filter(({ statementLine }) => statementLine === 'Cash')
    const opening = periods.map((_, i) => sum(cash.map(({ amounts }) => amounts[i] ?? 0n)))
    const held = cash.map(({ code }) => code)
    const company = await companyHeader(db)
    return { table: cashFlow({ company, method, periods, accounts, opening, held }), next: null }
  },
  async basis(db, { compare, method: _, ...period }, cell) {
    const periods = periodsOf(period, compare)
    const basis = await statementBasis(db, cell, (at) => cashPeriod(periods[at], cell))
    return { source: 'PFRS for SMEs, section 7: the statement of cash flows.', ...basis }
  },
})

export const monthlyReport = report({
  dates: { kind: 'period', usual: 'twelve-months' },
  query: z.strictObject(ofPeriod, 'Enter a start date and an end date for the monthly report.'),
  async build(db, days) {
    const periods = periodsOf(days, 'months')
    const [accounts, before] = await Promise.all([
      movedIn(db, periods, { types: ['asset', ...incomeTypes], beforeClosing: true }),
      movedIn(db, [{ from: firstDay, to: addDays(days.from, -1) }], { types: ['asset'] }),
    ])
    const cash = before.filter(({ statementLine }) => statementLine === 'Cash')
    const opening = sum(cash.map(({ amounts }) => amounts[0] ?? 0n))
    const held = cash.map(({ code }) => code)
    return { table: monthly({ company: await companyHeader(db), periods, accounts, opening, held }), next: null }
  },
  basis: async (db, days, cell) => ({
    source: profitSource,
    ...(await statementBasis(db, cell, () => ({
      period: days,
      ...(cell.column.key !== 'cash' && { beforeClosing: true as const }),
    }))),
  }),
})

/** Movements of operating accounts leave out the closing entries of years, but the balances of cash have every entry. */
function cashPeriod(period: Period | undefined, { row }: ReportCell): Omit<Shares, 'shares'> {
  if (period === undefined) throw new Refusal(whyProblems.noSuchFigure)
  const isBalance = Array.isArray(row.made) && row.made.some(({ span }) => span !== undefined)
  return { period, ...(!isBalance && { beforeClosing: true as const }) }
}
