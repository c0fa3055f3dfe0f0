// The recipes of CONTRIBUTING.md: every path they name exists, and a small example follows each of them.
import { existsSync, readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentPlaces, formScreens } from '@talaan/contract/cards.ts'
import { endpoint } from '@talaan/contract/endpoint.ts'
import { common, Refusal } from '@talaan/contract/problem.ts'
import { accountants } from '@talaan/contract/roles.ts'
import { credit, debit, entry } from '@talaan/ledger/accounts/journal.ts'
import { day } from '@talaan/ledger/core/date.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { multiplyRate } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { documentTypes } from '@talaan/ledger/documents/types.ts'
import { documentTypeNames } from '@talaan/ledger/documents/words.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { sumColumn } from '@talaan/ledger/reports/table.ts'
import { isSale } from '@talaan/ledger/tax/tax-line.ts'
import { boxesOf, boxTable, worksheetOf, worksheetTable } from '@talaan/ledger/tax/returns/worksheet.ts'
import type { FormRevision } from '@talaan/ledger/tax/returns/worksheet.ts'
import { filingFacts, posted } from '../../ledger/test/tax-lines.ts'
import { companyHeader, report } from '../src/features/reports/report.ts'
import { answers } from '../src/http/route.ts'
import { bodyBudget } from '../src/http/bodies.ts'
import { serve } from '../src/http/serve.ts'
import { tablePrinters } from '../src/print/table.ts'
import { openPortal } from './portal.ts'
import type { Portal } from './portal.ts'
import { pagesOf } from './print/read-pdf.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  // Before the first call, as routes cannot be added later.
  serve(portal.app, portal.context, answers(countEntries, entriesOf), bodyBudget())
})
afterAll(() => portal.close())

test.each([
  ['Add a document type', { type: 'debitmemo' }, 20],
  ['Add a report', { report: 'trial-balance' }, 9],
  ['Add a tax return', { return: 'percentage-return' }, 7],
  ['Add an endpoint', { noun: 'bookmarks' }, 7],
])('%s: every file that the recipe names exists for its example', (heading, example, least) => {
  const paths = pathsOf(recipe(heading), example)
  expect(paths.length).toBeGreaterThanOrEqual(least)
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

test('a document type: the debit memo is in every list that the recipe names', () => {
  expect(documentTypeNames).toContain('debitmemo')
  expect(documentTypes.debitmemo.series).toBe('DM')
  const { frame } = documentPlaces.debitmemo
  expect(formScreens.map((screen) => screen.frame)).toContain(frame)
  expect(read('web/src/frame/forms.ts')).toContain(`${frame}: [`)
  expect(read('README.md')).toContain(frame.toUpperCase())
  expect(read('docs/accounting.md')).toContain('\n## Debit memo\n')
  expect(read('docs/requirements.md')).toContain('ledger/src/documents/debitmemo/posting.test.ts')
  expect(read('e2e/documents.spec.ts')).toContain("['debitmemo', 'debitmemo'")
})

test('a report: a table from a query prints as XLSX, PDF and CSV with the same figures', async () => {
  const { table } = await accountsByType.build(
    portal.db.kysely,
    { asOf: '2026-03-31' },
    { today: '2026-03-16', endsWith: 12, whole: true },
  )
  expect(table.rows.length).toBeGreaterThan(5)
  const total = sumColumn(table, 'accounts')
  const print = { printedAt: portal.clock.now(), printedBy: 'ben' }
  const [xlsx, pdf, csv] = await Promise.all(
    (['xlsx', 'pdf', 'csv'] as const).map(async (format) => tablePrinters[format].print(table, print)),
  )
  const sheet = (await readXlsx(xlsx!)).sheets[0]!
  expect(sheet.rows.flat()).toContain(Number(total))
  expect((await pagesOf(pdf!)).join(' ')).toMatch(new RegExp(`Total\\s+${total}\\b`))
  expect(new TextDecoder().decode(csv!)).toContain(`Total,${total}`)
})

test('a tax return: a form of four boxes is calculated from posted lines, drilled into and printed', async () => {
  const period = { from: '2026-03-01', to: '2026-03-31' }
  const entries = new Map([['3', { base: 0n, tax: 50_00n, reason: 'As the assessment says' }]])
  const facts = filingFacts({ period, lines: posted([sale(100_000_00n), sale(20_000_00n)]), entries })
  const sheet = worksheetOf(amusementReturn, facts)
  expect(boxesOf(sheet)).toEqual(
    new Map([
      ['1', { base: 120_000_00n, tax: 0n }],
      ['2', { base: 120_000_00n, tax: 12_000_00n }],
      ['3', { base: 0n, tax: 50_00n }],
      ['4', { base: 0n, tax: 12_050_00n }],
    ]),
  )
  expect(sheet.payable).toBe(12_050_00n)
  const company = await companyHeader(portal.db.kysely)
  expect(boxTable(sheet, '1', company)?.rows).toHaveLength(3)
  const csv = await tablePrinters.csv.print(worksheetTable(sheet, company), { printedAt: 0, printedBy: 'ben' })
  expect(new TextDecoder().decode(csv)).toContain('12050.00')
})

test('an endpoint: a value and its handler are called under the rules of every call', async () => {
  const [ben, ana] = [await portal.signIn('ben'), await portal.signIn('ana')]
  expect((await portal.nobody.call(countEntries)).status).toBe(401)
  expect((await ana.call(countEntries)).status).toBe(403)
  expect((await ben.call(countEntries, { query: { from: 'tomorrow' } })).status).toBe(400)
  expect((await ben.call(countEntries, { query: { unknown: '1' } })).status).toBe(400)
  expect((await ben.call(countEntries, { query: { from: '2100-01-01' } })).body.code).toBe(common.notThere.code)
  expect((await ben.call(countEntries)).answer).toEqual({ entries: 0 })
})

// The small examples.

const accountsByType = report({
  query: z.strictObject({ asOf: day }),
  async build(db, { asOf }) {
    const { rows } = await sql<{ type: string; accounts: string }>`
      select type, count(*) as accounts from account group by type order by type`.execute(db)
    const company = await companyHeader(db)
    const counts = rows.map(({ type, accounts }) => ({ type, accounts: BigInt(accounts) }))
    return { table: accountsTable({ company, asOf, counts }), next: null }
  },
})

function accountsTable({
  company,
  asOf,
  counts,
}: {
  company: Table['company']
  asOf: string
  counts: readonly { type: string; accounts: bigint }[]
}): Table {
  const table: Table = {
    name: 'accounts-by-type',
    title: 'Accounts by Type',
    period: `As of ${asOf}`,
    company,
    columns: [
      { key: 'type', title: 'Type', kind: 'text' },
      { key: 'accounts', title: 'Accounts', kind: 'count' },
    ],
    rows: counts.map(({ type, accounts }) => ({ cells: [type, accounts] })),
    notes: [],
  }
  const total = sumColumn(table, 'accounts')
  return { ...table, rows: [...table.rows, { cells: ['Total', total], emphasis: 'total' }] }
}

/** A form that does not exist, under the name of one that does. */
const amusementReturn: FormRevision = {
  form: '2551Q',
  layout: 'example',
  revision: 'Example',
  source: 'No law.',
  asks: () => [],
  payable: '4',
  boxes: () => [
    {
      no: '1',
      label: 'Receipts of the month',
      columns: 'base',
      how: 'lines',
      rule: 'All lines of sales.',
      pick: (line) => (isSale(line) && line.tax !== null ? { base: line.tax.base, tax: 0n } : null),
    },
    {
      no: '2',
      label: 'Tax due',
      columns: 'both',
      how: 'formula',
      from: ['1'],
      rule: 'Box 1 times 10%.',
      of: (box) => ({ base: box('1').base, tax: multiplyRate(box('1').base, '0.10') }),
    },
    { no: '3', label: 'Penalties', columns: 'tax', how: 'entered', rule: 'Entered manually, with a reason.' },
    { no: '4', label: 'Amount payable', columns: 'tax', how: 'sum', plus: ['2', '3'], rule: 'Boxes 2 and 3.' },
  ],
  notes: () => [],
}

const sale = (amount: Money) => ({
  kind: 'invoice' as const,
  entry: entry(
    'SJ',
    '2026-03-10',
    '',
    debit('1110', amount),
    credit('4020', amount, { tax: { vatClass: 'not_subject', base: amount, vat: 0n } }),
  ),
})

const countEntries = endpoint({
  name: 'example.countEntries',
  method: 'GET',
  path: '/api/example/entries',
  access: accountants,
  query: z.strictObject({ from: z.optional(day) }),
  answer: z.object({ entries: z.number() }),
  failure: 'The entries could not be counted.',
})

const entriesOf = async ({ query: { from } }: { query: { from?: string | undefined } }) => {
  if (from !== undefined && from > '2099-12-31') throw new Refusal(common.notThere)
  const { entries } = await portal.db.kysely
    .selectFrom('entry')
    .select(({ fn }) => fn.countAll<bigint>().as('entries'))
    .executeTakeFirstOrThrow()
  return { entries: Number(entries) }
}

// The recipes.

function recipe(heading: string): string {
  const [, text = ''] = read('CONTRIBUTING.md').split(`\n## ${heading}\n`)
  return text.split('\n## ')[0] ?? ''
}

/** The paths of a recipe with its example filled in; a file without a folder is in the last named folder. */
function pathsOf(text: string, example: Record<string, string>): string[] {
  let folder = ''
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, named = '']) => {
    const path = named.replace(/<(\w+)>/g, (_, key: string) => example[key] ?? '')
    if (path.endsWith('/')) folder = path
    if (/^[\w-]+(\.test)?\.ts$/.test(path)) return [`${folder}${path}`]
    return /^(ledger|contract|server|web|e2e|docs)\/|^README\.md$/.test(path) ? [path] : []
  })
}
