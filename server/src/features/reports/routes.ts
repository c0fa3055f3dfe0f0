// Reports: one table each, shown on the screen or printed as a file with the same figures.
import type { Kysely } from 'kysely'
import type { z } from '@talaan/ledger/core/zod.ts'
import type { AnswerOf, ParamsOf, QueryOf } from '@talaan/contract/endpoint.ts'
import { common, Refusal, saying } from '@talaan/contract/problem.ts'
import {
  exportJournal,
  printReport,
  printStatement,
  reportProblems,
  viewReport,
  viewStatement,
} from '@talaan/contract/reports.ts'
import type { ReportName, ReportPeriod, ReportQuery } from '@talaan/contract/reports.ts'
import { formatLongDay } from '@talaan/ledger/core/date.ts'
import { compareReport, viewWhy, whyProblems } from '@talaan/contract/why.ts'
import type { Why } from '@talaan/contract/why.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { plainTextWords } from '@talaan/ledger/reports/plain-text.ts'
import { asKnown, inTime, withinLimit } from '../../books/as-known.ts'
import type { Limit } from '../../books/as-known.ts'
import { whyOf } from '../../books/why.ts'
import { companyCalendar } from '../../books/fiscal-years.ts'
import { audit } from '../../platform/audit/audit.ts'
import { today } from '../../platform/clock.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { AppContext } from '../../platform/context.ts'
import { csvOfParts } from '../../print/csv.ts'
import { fileName } from '../../print/file-name.ts'
import { tablePrinters } from '../../print/table.ts'
import { accountEntriesReport } from './account-entries.ts'
import { bankReconciliationReport } from './bank-reconciliation.ts'
import { proofOfCashReport } from './proof-of-cash.ts'
import { expensesByType, purchasesBySupplier, salesByCustomer } from './by-name.ts'
import { certificateAgeingReport } from './certificates.ts'
import { withDates } from './dates.ts'
import { chequeRegisterReport, postDatedChequesReport } from './cheques.ts'
import { journalAsText } from './plain-text.ts'
import { ageingReport, statementOfAccount } from './parties.ts'
import type { Report } from './report.ts'
import { cellAt, differences } from './figures.ts'
import { listedBasis } from './shares.ts'
import {
  balanceSheetReport,
  budgetReport,
  cashFlowReport,
  changesInEquityReport,
  incomeStatementReport,
  monthlyReport,
} from './statements.ts'
import { trialBalanceReport } from './trial-balance.ts'
import { answers } from '../../http/route.ts'
import { mistakesOf } from '@talaan/contract/mistakes.ts'
import type { Feature } from '../../http/feature.ts'

const all: Record<ReportName, Report> = {
  'trial-balance': trialBalanceReport,
  'income-statement': incomeStatementReport,
  'balance-sheet': balanceSheetReport,
  'changes-in-equity': changesInEquityReport,
  'cash-flow': cashFlowReport,
  monthly: monthlyReport,
  'sales-by-customer': salesByCustomer,
  'purchases-by-supplier': purchasesBySupplier,
  'expenses-by-type': expensesByType,
  'account-entries': accountEntriesReport,
  'receivable-ageing': ageingReport('receivable'),
  'payable-ageing': ageingReport('payable'),
  'certificate-ageing': certificateAgeingReport,
  'cheque-register': chequeRegisterReport,
  'post-dated-cheques': postDatedChequesReport,
  'bank-reconciliation': bankReconciliationReport,
  'proof-of-cash': proofOfCashReport,
  budget: budgetReport,
}

export const reports: Feature = (context) => {
  const { clock } = context
  const db = context.db.kysely
  const statement = async ({
    side,
    partyId,
    ...chosen
  }: ParamsOf<typeof viewStatement> & QueryOf<typeof viewStatement>) => {
    const dates = { kind: 'period', usual: 'year-to-date' } as const
    const { period } = withDates(dates, chosen, await companyCalendar(db, today(clock)))
    if (period === null) throw new Error('The statement of account has no dates.')
    return { table: await statementOfAccount(db, { side, partyId, from: period.from, to: period.to }), period }
  }
  return [
    answers(viewReport, ({ params, query }) => make(context, params.report, query)),

    answers(printReport, async ({ params: { report, format }, query, viewer, address }) => {
      const { table, bytes, type } = await printed(context, report, format, { query, printedBy: viewer.clientId })
      const object = { type: 'report', id: report }
      await db
        .transaction()
        .execute((trx) =>
          audit(trx, clock, { viewer, address, action: printReport.name, object, detail: { format, ...query } }),
        )
      return { bytes, type, name: fileName(table, format) }
    }),

    answers(viewWhy, async ({ params: { report }, query }) => ({ why: await explained(context, report, query) })),

    answers(compareReport, ({ params: { report }, query }) => compared(context, report, query)),

    answers(viewStatement, ({ params, query }) => statement({ ...params, ...query })),

    answers(printStatement, async ({ params: { format, ...params }, query, viewer, address }) => {
      const { table } = await statement({ ...params, ...query })
      const { type, print } = tablePrinters[format]
      const bytes = await print(table, { printedAt: clock.now(), printedBy: viewer.clientId })
      const object = { type: 'party', id: params.partyId }
      const detail = { format, side: params.side, ...query }
      await db
        .transaction()
        .execute((trx) => audit(trx, clock, { viewer, address, action: printStatement.name, object, detail }))
      return { bytes, type, name: fileName(table, format) }
    }),

    answers(exportJournal, async ({ params: { format }, query: { from, to }, viewer, address }) => {
      if (from > to) throw new Refusal(reportProblems.daysReversed)
      const object = { type: 'report', id: 'journal' }
      await db
        .transaction()
        .execute((trx) =>
          audit(trx, clock, { viewer, address, action: exportJournal.name, object, detail: { format, from, to } }),
        )
      const name = `journal-${from}-to-${to}.${plainTextWords[format].extension}`
      return { bytes: journalAsText(db, { format, from, to }), type: 'text/plain; charset=utf-8', name }
    }),
  ]
}

type Printed = { table: Table; bytes: Uint8Array | AsyncGenerator<string>; type: string }

/**
 * The file of a report. A long one is streamed as CSV; the first part is made here, so that errors are still refusals.
 */
async function printed(
  context: AppContext,
  name: ReportName,
  format: keyof typeof tablePrinters,
  { query, printedBy }: { query: ReportQuery; printedBy: string },
): Promise<Printed> {
  const { type, print } = tablePrinters[format]
  const { db, clock } = context
  const { parts } = all[name]
  if (format !== 'csv' || parts === undefined || query.known !== undefined) {
    const { table } = await make(context, name, query, { whole: true })
    return { table, bytes: await print(table, { printedAt: clock.now(), printedBy }), type }
  }
  const rest = parts(db.kysely, (await parsedQuery(context, name, query, { whole: true })).query)
  const first = await rest.next()
  if (first.done === true) throw new Error(`The report ${name} is empty.`)
  const table = first.value
  const whole = async function* () {
    yield table
    yield* rest
  }
  return { table, bytes: csvOfParts(whole()), type }
}

/** A complete report, for inclusion in something larger. */
export const tableOf = async (context: AppContext, name: ReportName, query: ReportQuery): Promise<Table> =>
  (await make(context, name, query, { whole: true })).table

/** The same as of another date than today. */
export const reportMade = async (context: AppContext, name: ReportName, query: ReportQuery, on: Day): Promise<Table> =>
  (await make(context, name, query, { whole: true, on })).table

type FigureQuery = QueryOf<typeof viewWhy>

/** What a figure consists of, and what changed it since a date. */
export async function explained(
  context: AppContext,
  name: ReportName,
  { row, nth, column, part, since, offset, ...query }: FigureQuery,
): Promise<Why> {
  const place = { row, nth: Number(nth ?? '1'), column }
  const { basis } = all[name]
  const on = today(context.clock)
  const own = await parsedQuery(context, name, query, { whole: true, on })
  const figureIn = async (db: Kysely<Tables>) => {
    const making = { today: on, endsWith: own.endsWith, whole: true }
    const { table } = await all[name].build(db, own.query, making)
    return { cell: cellAt(table, place), making }
  }
  const within = withinLimit(whyProblems.notFinished)
  const before =
    since === undefined
      ? undefined
      : await inTime(context.db.kysely, since, async (db) => (await figureIn(db)).cell?.amount ?? null, within)
  const explain = async (db: Kysely<Tables>) => {
    const { cell, making } = await figureIn(db)
    if (cell === undefined) throw new Refusal(whyProblems.noSuchFigure)
    const made =
      basis === undefined
        ? listedBasis(cell, 'The rows of this list.')
        : await basis.call(all[name], db, own.query, cell, making)
    const { table } = cell
    const figure = {
      title: table.title,
      period: table.period,
      row,
      column: cell.column.title,
      kind: cell.column.kind === 'percent' ? ('percent' as const) : ('money' as const),
      amount: cell.amount,
    }
    return whyOf(db, figure, made, { part, since, offset, ...(before !== undefined && { before }) })
  }
  return inTime(context.db.kysely, query.known, explain, within)
}

/** The figures of a report at two dates of recording, those that differ first in the order of the report. */
async function compared(
  context: AppContext,
  name: ReportName,
  { known, later, ...query }: QueryOf<typeof compareReport>,
): Promise<AnswerOf<typeof compareReport>> {
  if (later !== undefined && later <= known) throw new Refusal(reportProblems.daysReversed)
  const making = { whole: true, within: withinLimit() }
  const was = await make(context, name, { ...query, known }, making)
  const now = await make(context, name, { ...query, ...(later !== undefined && { known: later }) }, making)
  const { rows, same } = differences(was.table, now.table)
  return { title: now.table.title, period: now.table.period, known, later: later ?? null, rows, same }
}

/** A report on the screen is paged; a file has all of it. */
async function make(
  context: AppContext,
  name: ReportName,
  asked: ReportQuery,
  { whole = false, within, on = today(context.clock) }: { whole?: boolean; within?: Limit; on?: Day } = {},
) {
  const { query, period, endsWith } = await parsedQuery(context, name, asked, { whole, on })
  const { known } = asked
  const build = async (db: Kysely<Tables>) => {
    const { table, next } = await all[name].build(db, query, { today: on, endsWith, whole })
    return { table: known === undefined ? table : knownTable(table, known), next, period }
  }
  return within === undefined
    ? asKnown(context.db.kysely, known, build)
    : inTime(context.db.kysely, known, build, within)
}

/** A table of the books as they were known earlier says so. */
const knownTable = (table: Table, known: Day): Table => ({
  ...table,
  notes: [...table.notes, `Only entries recorded up to ${formatLongDay(known)} are included.`],
})

async function parsedQuery(
  { db, clock }: AppContext,
  name: ReportName,
  { after, known: _, ...asked }: ReportQuery,
  { whole, on = today(clock) }: { whole: boolean; on?: Day },
): Promise<{ query: unknown; period: ReportPeriod | null; endsWith: number }> {
  const calendar = await companyCalendar(db.kysely, on)
  const { query, period } = withDates(all[name].dates, asked, calendar)
  const read = all[name].query.safeParse(whole || after === undefined ? query : { ...query, after })
  if (!read.success) throw queryRefusal(read.error)
  return { query: read.data, period, endsWith: calendar.endsWith }
}

function queryRefusal(error: z.core.$ZodError): Refusal {
  const [first, ...more] = mistakesOf(error)
  const problem = first !== undefined && more.length === 0 ? saying(common.badInput, first.message) : common.badInput
  return new Refusal(problem, mistakesOf(error))
}
