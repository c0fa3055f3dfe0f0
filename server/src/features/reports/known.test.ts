// Every report of the books as they were known on an earlier date, on the books of the demo.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { voidDocument } from '@talaan/contract/documents.ts'
import { reportNames, reportProblems, viewReport } from '@talaan/contract/reports.ts'
import type { ReportName, ReportQuery } from '@talaan/contract/reports.ts'
import { viewFiling } from '@talaan/contract/filings.ts'
import { viewBoxWhy, viewWhy, whyProblems } from '@talaan/contract/why.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import { dayInManila } from '@talaan/ledger/core/date.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { asKnown, inTime } from '../../books/as-known.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { extentOf } from '../../../test/extent.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { recordDocument } from '../../../test/recorded.ts'
import { makeDemo } from '../../cli/demo/demo.ts'

let here: Portal
let ben: Caller
/** The date on which the reports are first seen. */
let knew: string
beforeAll(async () => {
  here = await openPortal({
    books: ({ db, env, passwordCost }) => makeDemo({ db, env, passwordCost, today: '2026-03-14', months: 4 }),
  })
  ben = await here.signIn('ben')
  knew = dayInManila(here.clock.now())
})
afterAll(() => here.close())

type Query = Partial<Record<keyof ReportQuery, string>>
const period = { from: '2026-01-01', to: '2026-03-31' }
/** A query of each report; those that do not depend on recordings of the day after have no change. */
const queries: Record<ReportName, { query: Query; changes: boolean }> = {
  'trial-balance': { query: { asOf: '2026-03-31' }, changes: true },
  'income-statement': { query: { ...period, columns: 'months', compare: 'year' }, changes: true },
  'balance-sheet': { query: { asOf: '2026-03-31', compare: 'before' }, changes: true },
  'changes-in-equity': { query: period, changes: true },
  'cash-flow': { query: { ...period, method: 'direct' }, changes: true },
  monthly: { query: { from: '2025-12-01', to: '2026-03-31' }, changes: true },
  'sales-by-customer': { query: period, changes: true },
  'purchases-by-supplier': { query: { ...period, compare: 'months' }, changes: true },
  'expenses-by-type': { query: period, changes: true },
  'account-entries': { query: { ...period, account: '1031' }, changes: true },
  'receivable-ageing': { query: { asOf: '2026-03-31' }, changes: true },
  'payable-ageing': { query: { asOf: '2026-03-31' }, changes: true },
  'certificate-ageing': { query: { asOf: '2026-03-31' }, changes: false },
  'cheque-register': { query: {}, changes: false },
  'post-dated-cheques': { query: { asOf: '2026-03-14' }, changes: false },
  'bank-reconciliation': { query: { account: '1031', asOf: '2026-03-31' }, changes: true },
  'proof-of-cash': { query: { account: '1031', asOf: '2026-03-31' }, changes: true },
  budget: { query: { from: '2026-01-01', to: '2026-12-31', compare: 'actual' }, changes: true },
}

const view = async (report: ReportName, query: Query): Promise<Table> => {
  const { status, body, answer } = await ben.call(viewReport, {
    params: { report },
    query: query as Record<string, string>,
  })
  expect([report, status, body.error]).toEqual([report, 200, undefined])
  return answer.table
}
const rowsOf = ({ columns, rows }: Table) => ({ columns, rows })

test('every report as known on a date is the report of that date, whatever was recorded since', async () => {
  const before = new Map<ReportName, Table>()
  for (const report of reportNames) before.set(report, await view(report, queries[report].query))

  here.clock.forward(86_400)
  ben = await here.signIn('ben', { force: true })
  await recordDocument(here, {
    number: 'SI-2026-009001',
    day: '2026-02-27',
    memo: 'Found in a drawer',
    lines: [debit('1031', 5_600_00n), credit('4010', 5_000_00n), credit('2110', 600_00n)],
  })
  const carla = await here.signIn('carla')
  for (const kind of ['invoice', 'bill', 'pettycash']) await voidLast(carla, kind)

  for (const report of reportNames) {
    const { query, changes } = queries[report]
    const known = await view(report, { ...query, known: knew })
    expect(rowsOf(known), report).toEqual(rowsOf(before.get(report) as Table))
    expect(known.notes.at(-1), report).toMatch(/^Only entries recorded up to /)
    const now = await view(report, query)
    if (changes) expect(now.rows, report).not.toEqual(known.rows)
    else expect(rowsOf(now), report).toEqual(rowsOf(known))
  }
})

test('a report that takes too long is refused, also within one query, and the books are the present ones again', async () => {
  const { kysely } = here.db
  const entries = (db: Kysely<Tables>) =>
    db
      .selectFrom('entry')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
  const now = await entries(kysely)
  expect(await asKnown(kysely, '2000-01-01', entries)).toEqual({ count: 0n })
  const over = { deadline: 0, problem: reportProblems.takesTooLong }
  await expect(asKnown(kysely, '2000-01-01', entries, over)).rejects.toThrow(reportProblems.takesTooLong.sentence)
  // A query of ten million steps ends at its limit: by the time of PostgreSQL, or in the embedded database by the entries it reads.
  const long = (db: Kysely<Tables>) =>
    sql`select count(*) from generate_series(1, 10000000) as step
      cross join lateral (select no from entry where no = 1 + step % 5 offset 0) as entry`.execute(db)
  for (const known of [undefined, '2026-03-14'])
    await expect(
      inTime(kysely, known, long, { deadline: performance.now() + 100, problem: whyProblems.notFinished }),
    ).rejects.toThrow(whyProblems.notFinished.sentence)
  expect(await entries(kysely)).toEqual(now)
})

test('a query prepared for the present books reads the earlier rows when it runs as known on a date', async () => {
  const { kysely } = here.db
  const moved = (db: Kysely<Tables>) =>
    db
      .selectFrom('account_day')
      .select(({ fn }) => fn.count<bigint>('day').as('days'))
      .where('day', '>', '1990-01-01')
      .executeTakeFirstOrThrow()
  // On one connection, as PostgreSQL keeps prepared queries for each.
  // PostgreSQL has a schema for temporary objects once a session stored one; before that, each report makes and drops it.
  await sql`create temporary table made (no integer)`.execute(kysely)
  const ownPlans = async () => [await inTime(kysely, undefined, moved), await asKnown(kysely, '2000-01-01', moved)]
  const [present, earlier] = await ownPlans()
  expect(present?.days).toBeGreaterThan(0n)
  expect(earlier).toEqual({ days: 0n })
  expect(await ownPlans()).toEqual([present, earlier])
})

test('the parts of every figure of every report add up to it, and so do the figure before and what changed it', async () => {
  const others = new Set<string>()
  const asked = [...reportNames.map((report) => [report, queries[report].query] as const), ...otherLayouts]
  for (const [report, query] of asked) {
    const table = await view(report, query)
    const places = figuresOf(table)
    for (const place of atMost(places, figuresTested)) {
      const { amount, ...figure } = place
      const { status, body, answer } = await ben.call(viewWhy, {
        params: { report },
        query: { ...(query as Record<string, string>), ...figure, nth: String(figure.nth), since: knew },
      })
      expect([report, place, status, body.error]).toEqual([report, place, 200, undefined])
      const { why } = answer
      expect([report, place, why.amount, why.difference]).toEqual([report, place, amount, 0n])
      const parts = why.parts.reduce((all, part) => all + part.amount, why.more.amount)
      if (!why.isFormula) expect([report, place, parts]).toEqual([report, place, amount])
      const { changed } = why
      if (changed !== null && changed.count === changed.lines.length && !why.isFormula) {
        const moved = changed.lines.reduce((all, line) => all + line.amount, 0n)
        expect([report, place, (changed.was ?? 0n) + moved + changed.other]).toEqual([report, place, amount])
        if (changed.other !== 0n) others.add(report)
      }
      const isWhole = why.next === null && !why.isFormula && why.parts.every((part) => part.figure === null)
      if (isWhole)
        expect([report, place, why.lines.reduce((all, line) => all + line.amount, 0n)]).toEqual([report, place, amount])
    }
  }
  // The bank's side also changes by statements and matches, without an entry.
  expect([...others].filter((report) => report !== 'bank-reconciliation' && report !== 'proof-of-cash')).toEqual([])
})

test('each box of a VAT return is made of its lines, items and boxes, and shows what changed it', async () => {
  const params = { duty: '2550Q', period: '2026-03-31' } as const
  const { worksheet } = (await ben.call(viewFiling, { params })).answer
  let changed = 0n
  for (const { no, columns, base, tax, how } of worksheet?.boxes ?? [])
    for (const [column, amount] of [['base', base] as const, ['tax', tax] as const]) {
      if (columns !== 'both' && columns !== column) continue
      const since: Record<string, string> = how === 'lines' || no === '15' ? { since: knew } : {}
      const { why } = (await ben.call(viewBoxWhy, { params: { ...params, box: no }, query: { column, ...since } }))
        .answer
      expect([no, column, why.amount, why.isFormula]).toEqual([no, column, amount, how === 'formula'])
      expect([no, column, why.difference]).toEqual([no, column, 0n])
      if (why.isFormula) continue
      expect([no, column, why.parts.reduce((all, part) => all + part.amount, 0n)]).toEqual([no, column, amount])
      if (why.changed === null) continue
      const { was, other, lines } = why.changed
      const moved = lines.reduce((all, line) => all + line.amount, 0n)
      expect([no, column, (was ?? 0n) + moved + other]).toEqual([no, column, amount])
      // The share of exempt sales, a formula, is another one now.
      if (how === 'lines') expect([no, column, other]).toEqual([no, column, 0n])
      if (moved !== 0n) changed += 1n
    }
  expect(changed).toBeGreaterThan(0n)
})

/** Columns that are calculated from others, and rows that are sums only. */
const otherLayouts: readonly (readonly [ReportName, Query])[] = [
  ['cash-flow', { ...period, method: 'indirect', compare: 'months' }],
  ['trial-balance', { asOf: '2026-03-31', columns: 'quarters', rows: 'grouped', compare: 'year', difference: 'yes' }],
  ['income-statement', { ...period, compare: 'before,budget', difference: 'yes', percent: 'yes' }],
  ['income-statement', { ...period, by: 'project', rows: 'totals' }],
  ['balance-sheet', { asOf: '2026-03-31', columns: 'months', rows: 'groups', percent: 'yes' }],
]

const figuresTested = extentOf({ short: 4, soak: 2000 })

/** Some of them at equal distances, with the first and the last. */
const atMost = <T>(all: readonly T[], count: number): T[] =>
  all.filter((_, i) => i === all.length - 1 || i % Math.ceil(all.length / count) === 0)

function figuresOf({ columns, rows }: Table) {
  const seen = new Map<string, number>()
  return rows.flatMap(({ cells, link }) => {
    const row = cells.filter((cell) => typeof cell === 'string' && cell !== '').join(' ')
    const nth = (seen.get(row) ?? 0) + 1
    seen.set(row, nth)
    return columns.flatMap(({ key, kind }, at) => {
      const amount = cells[at]
      // A row with a document is that document.
      return kind === 'money' && typeof amount === 'bigint' && link?.to !== 'document'
        ? [{ row, nth, column: key, amount }]
        : []
    })
  })
}

/** The last document of a kind that nothing depends on. */
async function voidLast(caller: Caller, kind: string): Promise<void> {
  const candidates = await here.db.kysely
    .selectFrom('document')
    .select('id')
    .where('kind', '=', kind)
    .where('day', '>=', '2026-03-01')
    .where('number', '!=', 'SI-2026-009001')
    .orderBy('number', 'desc')
    .execute()
  for (const { id } of candidates) {
    const { status } = await caller.call(voidDocument, {
      params: { documentId: id },
      body: { reason: 'Recorded twice', day: '2026-03-16' },
    })
    if (status === 200) return
  }
  throw new Error(`No ${kind} could be voided.`)
}
