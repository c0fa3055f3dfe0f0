import fc from 'fast-check'
import Papa from 'papaparse'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAccounts } from '@talaan/contract/accounts.ts'
import { saveBudget } from '@talaan/contract/budgets.ts'
import { viewCompanyCalendar } from '@talaan/contract/calendar.ts'
import { exportJournal, printReport, viewReport } from '@talaan/contract/reports.ts'
import type { ReportName, ReportQuery } from '@talaan/contract/reports.ts'
import { addDays, dayInManila, formatDay, formatLongDay } from '@talaan/ledger/core/date.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import type { Line } from '@talaan/ledger/accounts/journal.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import type { Table } from '@talaan/ledger/reports/table.ts'
import { openPortal } from '../../../test/portal.ts'
import type { Caller, Portal } from '../../../test/portal.ts'
import { pagesOf } from '../../../test/print/read-pdf.ts'
import { recordDocument } from '../../../test/recorded.ts'

/** These run on both databases. */
const engine = { tags: ['engine'] }

let here: Portal
let ben: Caller
beforeAll(async () => void (here = await openPortal()))
beforeEach(async () => {
  await here.reset()
  serial = 0
  await here.db.kysely
    .updateTable('company')
    .set({ tin9: '001002003', branch_code: '00000', address: '1 Kalayaan Avenue, Quezon City' })
    .execute()
  ben = await here.signIn('ben')
})
afterAll(() => here.close())

let serial = 0
const post = (day: string, lines: Line[], memo = 'Sale') =>
  recordDocument(here, { number: `SI-2026-${String(++serial).padStart(6, '0')}`, day, memo, lines })
const sale = (net: bigint): Line[] => {
  const vat = (net * 12n) / 100n
  return [debit('1110', net + vat), credit('4010', net), ...(vat === 0n ? [] : [credit('2110', vat)])]
}

type ReportParams = { [key in keyof ReportQuery]?: string }
const view = async (report: ReportName, query: ReportParams = {}) =>
  (await ben.call(viewReport, { params: { report }, query: query as Record<string, string> })).answer
const print = (report: string, format: string, query: ReportParams = {}, by = ben) =>
  by.call(printReport, { params: { report, format }, query: query as Record<string, string> })
const refusal = async (report: string, query: ReportParams) => {
  const { status, body } = await ben.call(viewReport, { params: { report }, query: query as Record<string, string> })
  return [status, body.code, body.error]
}
const cellsOf = ({ rows }: Table) => rows.map(({ cells }) => cells)

test('only the accountant sees and prints reports; the admin and users are refused', async () => {
  for (const [name, status] of [
    ['carla', 403],
    ['ana', 403],
    ['ben', 200],
  ] as const) {
    const caller = name === 'ben' ? ben : await here.signIn(name)
    expect((await caller.call(viewReport, { params: { report: 'trial-balance' } })).status).toBe(status)
    for (const format of ['xlsx', 'pdf', 'csv'])
      expect((await print('trial-balance', format, {}, caller)).status).toBe(status)
  }
  expect((await here.nobody.call(viewReport, { params: { report: 'trial-balance' } })).status).toBe(401)
  expect((await here.nobody.call(listAccounts)).status).toBe(401)
})

test('every role may read the chart, active and inactive accounts, in the order of their codes', async () => {
  const ana = await here.signIn('ana')
  const { accounts } = (await ana.call(listAccounts)).answer
  expect(accounts.map(({ code }) => code)).toEqual(accounts.map(({ code }) => code).toSorted())
  expect(accounts).toContainEqual({
    code: '1110',
    name: 'Accounts receivable - trade',
    type: 'asset',
    normal: 'debit',
    control: true,
    active: true,
  })
  expect(new Set(accounts.map(({ active }) => active))).toEqual(new Set([true, false]))
})

test('a report is of its last finished period by default, and periods follow the fiscal year of the company', async () => {
  const shown = async (report: ReportName, query: ReportParams = {}) => (await view(report, query)).period
  // Books that begin this month have no finished period.
  await post('2026-03-02', sale(100_00n))
  expect(await shown('income-statement')).toEqual({ name: 'this-month', from: '2026-03-01', to: '2026-03-31' })
  expect(await shown('trial-balance')).toEqual({ name: 'today', from: '2026-01-01', to: '2026-03-16' })
  await post('2025-06-02', sale(100_00n))
  await here.db.kysely.updateTable('company').set({ fiscal_year_end: 5 }).execute()
  expect(await shown('income-statement')).toEqual({ name: 'last-month', from: '2026-02-01', to: '2026-02-28' })
  expect(await shown('cash-flow', { period: 'last-quarter' })).toEqual({
    name: 'last-quarter',
    from: '2025-12-01',
    to: '2026-02-28',
  })
  expect(await shown('balance-sheet')).toEqual({ name: 'last-month', from: '2025-06-01', to: '2026-02-28' })
  expect(await shown('account-entries', { account: '1110' })).toMatchObject({
    name: 'year-to-date',
    from: '2025-06-01',
  })
  expect(await shown('account-entries', { account: '1110', to: '2025-05-31' })).toMatchObject({ from: '2024-06-01' })
  expect(await shown('receivable-ageing')).toMatchObject({ name: 'today', to: '2026-03-16' })
  expect(await refusal('balance-sheet', { period: 'this-month' })).toEqual([
    400,
    'input',
    'This report cannot be shown for this period. Choose another period.',
  ])
  expect((await refusal('cheque-register', { period: 'today' }))[0]).toBe(400)
})

test('everyone reads the calendar: the fiscal year, the first month of the books, and what is closed', async () => {
  await post('2026-01-31', sale(100_00n))
  const ana = await here.signIn('ana')
  const facts = { today: '2026-03-16', endsWith: 12, booksFrom: '2026-01', openFrom: null }
  expect((await ana.call(viewCompanyCalendar)).answer).toEqual(facts)
  expect((await here.nobody.call(viewCompanyCalendar)).status).toBe(401)
})

test('the trial balance has every account with movements up to its date, on its side, and both sides agree', async () => {
  await post('2026-01-31', sale(100_000_00n))
  await post('2026-02-28', sale(50_000_00n))
  await post('2026-03-15', sale(1_000_00n))
  await post('2026-03-16', [debit('1010', 500_00n), credit('1110', 500_00n)], 'Collected')
  await post('2026-03-17', sale(9_999_99n))

  const { table, next } = await view('trial-balance', { period: 'today' })
  expect(next).toBeNull()
  expect(table).toMatchObject({
    title: 'Trial Balance',
    period: 'As of 16 March 2026',
    company: {
      name: 'Bahay Kubo Trading',
      tinLine: 'TIN 001-002-003-00000',
      address: '1 Kalayaan Avenue, Quezon City',
    },
    notes: [],
  })
  expect(cellsOf(table)).toEqual([
    ['1010', 'Undeposited funds (cash on hand)', 500_00n, null],
    ['1110', 'Accounts receivable - trade', 169_120_00n - 500_00n, null],
    ['2110', 'Output VAT', null, 18_120_00n],
    ['4010', expect.any(String), null, 151_000_00n],
    ['', 'Total', 169_120_00n, 169_120_00n],
  ])
  expect(table.rows[0]?.link).toEqual({ to: 'account', code: '1010' })
  for (const [asOf, receivable] of [
    ['2026-01-30', undefined],
    ['2026-01-31', 112_000_00n],
    ['2026-02-27', 112_000_00n],
    ['2026-02-28', 168_000_00n],
    ['2026-03-15', 169_120_00n],
  ] as const) {
    const at = (await view('trial-balance', { asOf })).table
    expect(cellsOf(at).find(([code]) => code === '1110')?.[2], asOf).toEqual(receivable)
  }
})

test('for any postings, the trial balance of any date is the sum of the lines up to that date', engine, async () => {
  const days = fc.integer({ min: 0, max: 70 }).map((n) => addDays('2026-01-20', n))
  const postings = fc.array(fc.tuple(days, fc.bigInt({ min: 1n, max: 10n ** 14n })), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(postings, days, async (all, asOf) => {
      await here.reset()
      ben = await here.signIn('ben')
      for (const [day, amount] of all) await post(day, sale(amount))
      const { table } = await view('trial-balance', { asOf })
      const { rows } = await here.db.pool.query(
        'select account, sum(debit - credit)::text as balance from line where day <= $1 group by account having sum(debit - credit) <> 0 order by account',
        [asOf],
      )
      const shown = cellsOf(table)
        .slice(0, -1)
        .map(([code, , d, c]) => [code, ((d ?? 0n) as bigint) - ((c ?? 0n) as bigint)])
      expect(shown).toEqual(rows.map(({ account, balance }) => [account, BigInt(balance)]))
    }),
    { numRuns: 8 },
  )
})

test('for any postings, the statements of any period are the sum of its lines', engine, async () => {
  const days = fc.integer({ min: 0, max: 430 }).map((n) => addDays('2025-01-20', n))
  const postings = fc.array(fc.tuple(days, fc.bigInt({ min: 1n, max: 10n ** 12n })), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(postings, days, days, async (all, one, other) => {
      await here.reset()
      ben = await here.signIn('ben')
      for (const [day, amount] of all) await post(day, sale(amount))
      const [from, to] = one < other ? [one, other] : [other, one]
      const sold = (first: string, last: string) =>
        all.reduce((total, [day, amount]) => (day >= first && day <= last ? total + amount : total), 0n)
      const income = (await view('income-statement', { from, to, columns: 'months' })).table
      expect(income.rows.at(-1)?.cells.at(-1)).toBe(sold(from, to))
      const months = income.rows.at(-1)?.cells.slice(2, -1) as bigint[]
      if (months.length > 0) expect(months.reduce((total, amount) => total + amount, 0n)).toBe(sold(from, to))
      const sheet = (await view('balance-sheet', { asOf: to, compare: 'year' })).table
      expect(sheet.notes).toEqual([])
      const profit = sheet.rows.find(({ cells }) => cells[1] === 'Profit not yet closed')
      expect(profit?.cells[2] ?? 0n).toBe(sold('2025-01-01', to))
    }),
    { numRuns: 8 },
  )
})

test('a statement with invalid parameters is refused with the reason', async () => {
  expect(await refusal('income-statement', { from: '2026-03-01', to: '2026-02-01' })).toEqual([
    400,
    'reports.daysReversed',
    'The start date is after the end date. Swap them.',
  ])
  expect((await refusal('balance-sheet', { asOf: '2026-03-01', compare: 'months' }))[0]).toBe(400)
})

test('the entries of an account start with the balance brought forward, keep a running balance and link to their documents', async () => {
  await post('2025-12-31', sale(1_000_00n))
  await post('2026-01-10', sale(2_000_00n))
  const march = await post('2026-03-01', sale(3_000_00n), 'March sale')
  await post('2026-03-01', [debit('1010', 100_00n), credit('1110', 100_00n)], 'Part payment')
  await post('2026-03-20', sale(77_00n))

  const { table, next } = await view('account-entries', { account: '1110', from: '2026-01-15', to: '2026-03-16' })
  expect(next).toBeNull()
  expect(table).toMatchObject({
    title: '1110 Accounts receivable - trade',
    period: 'From 15 January 2026 to 16 March 2026',
  })
  expect(cellsOf(table)).toEqual([
    ['2026-01-15', null, null, 'Balance brought forward', null, null, 3_360_00n],
    ['2026-03-01', '3', 'SI-2026-000003', 'March sale', 3_360_00n, null, 6_720_00n],
    ['2026-03-01', '4', 'SI-2026-000004', 'Part payment', null, 100_00n, 6_620_00n],
    ['2026-03-16', null, null, 'Total and closing balance', 3_360_00n, 100_00n, 6_620_00n],
  ])
  expect(table.rows[1]?.link).toEqual({ to: 'document', id: march, kind: 'invoice' })

  const year = await view('account-entries', { account: '1110' })
  expect(year.table.period).toBe('From 1 January 2026 to 16 March 2026')
  expect(cellsOf(year.table).at(0)?.at(-1)).toBe(1_120_00n)
  const quiet = await view('account-entries', { account: '1010', to: '2025-12-31' })
  expect(cellsOf(quiet.table)).toMatchObject([
    ['2025-01-01', null, null, 'Balance brought forward', null, null, 0n],
    ['2025-12-31', null, null, 'Total and closing balance', 0n, 0n, 0n],
  ])
  const income = await view('account-entries', { account: '4010', from: '2026-03-01', to: '2026-03-01' })
  expect(cellsOf(income.table).map((cells) => cells.at(-1))).toEqual([3_000_00n, 6_000_00n, 6_000_00n])
})

test('the pages of a long account together are the exported file, for any number of lines on one date', async () => {
  for (let i = 0; i < 260; i++)
    await post(i < 150 ? '2026-03-02' : `2026-03-${String(3 + (i % 10)).padStart(2, '0')}`, sale(BigInt(i + 1) * 100n))
  // A file is read a thousand lines at a time.
  const many = Array.from({ length: 1_200 }, (_, i) => debit('1110', BigInt(i + 1)))
  await post('2026-03-13', [...many, credit('4020', 720_600n)])
  const asked = { account: '1110', from: '2026-03-02', to: '2026-03-16' }
  const rows: Table['rows'] = []
  let after: string | undefined
  const lengths: number[] = []
  do {
    const page = await view('account-entries', { ...asked, ...(after !== undefined && { after }) })
    lengths.push(page.table.rows.length)
    rows.push(...page.table.rows)
    after = page.next ?? undefined
  } while (after !== undefined)
  expect(lengths).toEqual([101, ...Array.from({ length: 13 }, () => 100), 61])

  const { rows: lines } = await here.db.pool.query(
    "select day, entry_no, debit, sum(debit - credit) over (order by day, entry_no, position) as balance from line where account = '1110' order by day, entry_no, position",
  )
  expect(rows.slice(1, -1).map(({ cells }) => [cells[0], cells[1], cells[4], cells[6]])).toEqual(
    lines.map(({ day, entry_no, debit: amount, balance }) => [day, String(entry_no), amount, BigInt(balance)]),
  )
  const total = lines.reduce((sum, line) => sum + line.debit, 0n)
  expect(rows.at(-1)?.cells).toEqual(['2026-03-16', null, null, 'Total and closing balance', total, 0n, total])
  const { bytes } = await print('account-entries', 'csv', asked)
  expect(csvOf(bytes).slice(1)).toEqual(
    rows.map(({ cells }) =>
      cells.map((cell) => (typeof cell === 'bigint' ? formatMoney(cell).replaceAll(',', '') : (cell ?? ''))),
    ),
  )
})

test('a page shows its correct balance despite postings before it in the meantime', engine, async () => {
  for (let i = 0; i < 120; i++) await post('2026-03-02', sale(100_00n))
  const asked = { account: '1110', from: '2026-03-01', to: '2026-03-16' }
  const { next } = await view('account-entries', asked)
  await post('2026-03-01', sale(1_00n))
  const page = await view('account-entries', { ...asked, after: next ?? '' })
  expect(page.table.rows[0]?.cells[6]).toBe(101n * 112_00n + 1_12n)
  expect(page.table.rows.at(-1)?.cells.at(-1)).toBe(120n * 112_00n + 1_12n)
})

test.each([
  ['trial-balance', {}],
  ['account-entries', { account: '1110' }],
  ['income-statement', { from: '2026-01-01', to: '2026-03-31', columns: 'months' }],
  ['balance-sheet', { asOf: '2026-03-31', compare: 'year' }],
] as const)('%s is the same on screen, as XLSX, PDF and CSV', async (report, query) => {
  await post('2026-01-31', sale(1_234_567_89n), '=HYPERLINK("http://evil.example")')
  await post('2026-03-01', sale(5n), 'Piñata; "quoted", tabbed\tmemo')
  await post('2026-03-02', [debit('1010', 99n), credit('1110', 99n)], '-5')
  const { table } = await view(report, query)
  const money = table.columns.map(({ kind }) => kind === 'money')

  const csv = await print(report, 'csv', query)
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(new RegExp(`attachment; filename="${table.name}-.*\\.csv"`)),
  })
  const [head, ...body] = csvOf(csv.bytes)
  expect(head).toEqual(table.columns.map(({ title }) => title))
  expect(body).toEqual(
    cellsOf(table).map((cells) =>
      cells.map((cell) =>
        cell === null
          ? ''
          : typeof cell === 'bigint'
            ? formatMoney(cell).replaceAll(',', '')
            : cell.replace(/^(?=[=+\-@\t\r])/, "'"),
      ),
    ),
  )

  const xlsx = await print(report, 'xlsx', query)
  expect(xlsx.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const sheet = (await readXlsx(new Uint8Array(xlsx.bytes))).sheets[0]?.rows ?? []
  const top = sheet.findIndex((row) => row[0] === table.columns[0]?.title)
  const figures = sheet
    .slice(top + 1, top + 1 + table.rows.length)
    .map((row) => money.map((is, i) => (is ? centavos(row[i]) : null)))
  expect(figures).toEqual(cellsOf(table).map((cells) => money.map((is, i) => (is ? cells[i] : null))))
  expect(sheet.flat()).toEqual(
    expect.arrayContaining([table.company.name, table.company.tinLine, table.title, table.period]),
  )

  const pdf = await print(report, 'pdf', query)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  const text = (await pagesOf(new Uint8Array(pdf.bytes))).join('\n').replace(/\s+/g, ' ')
  for (const cells of cellsOf(table)) {
    for (const [i, cell] of cells.entries()) {
      if (typeof cell === 'bigint') expect(text).toContain(formatMoney(cell))
      if (table.columns[i]?.kind === 'day' && typeof cell === 'string') expect(text).toContain(formatDay(cell))
    }
  }
  for (const words of [table.company.name, table.company.tinLine, table.title, 'by ben']) expect(text).toContain(words)
})

test('exporting a report records the user and the report in the audit trail', async () => {
  await print('trial-balance', 'xlsx', { asOf: '2026-02-28' })
  const { rows } = await here.db.pool.query(
    "select actor_name, object_id, outcome, detail from audit where action = 'reports.print'",
  )
  expect(rows).toEqual([
    { actor_name: 'ben', object_id: 'trial-balance', outcome: 'done', detail: { format: 'xlsx', asOf: '2026-02-28' } },
  ])
})

test('an invalid report query is refused with a correction', async () => {
  expect(await refusal('account-entries', { account: '9999' })).toEqual([
    404,
    'reports.noSuchAccount',
    'No account has this code. Choose an account from the list.',
  ])
  expect(await refusal('account-entries', { account: '1110', from: '2026-03-02', to: '2026-03-01' })).toEqual([
    400,
    'reports.daysReversed',
    'The start date is after the end date. Swap them.',
  ])
  expect(await refusal('account-entries', {})).toEqual([400, 'input', 'Enter an account code.'])
  for (const after of [
    'x',
    '2026-03-01',
    '2026-02-31.1.1',
    '2026-03-01.-1.1',
    '1999-01-01.1.1',
    `2026-03-01.${'9'.repeat(19)}.1`,
  ]) {
    expect(await refusal('account-entries', { account: '1110', from: '2026-03-01', to: '2026-03-02', after })).toEqual([
      400,
      'input',
      'This page does not exist. Open the report again.',
    ])
  }
  expect((await refusal('trial-balance', { asOf: '2026-02-31' }))[0]).toBe(400)
  expect(await refusal('trial-balance', { account: '1110' })).toEqual([
    400,
    'input',
    'The trial balance is as of a single date. Remove the start date.',
  ])
  expect((await refusal('balance-of-trials', {}))[0]).toBe(400)
  expect((await print('trial-balance', 'docx')).status).toBe(400)
})

test('an empty company has empty reports, not errors', engine, async () => {
  const { table } = await view('trial-balance')
  expect(cellsOf(table)).toEqual([['', 'Total', 0n, 0n]])
  for (const format of ['xlsx', 'pdf', 'csv']) expect((await print('trial-balance', format)).status).toBe(200)
})

const csvOf = (bytes: Buffer): string[][] =>
  Papa.parse<string[]>(bytes.toString('utf8').replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data

const centavos = (cell: unknown): bigint | null => (typeof cell === 'number' ? BigInt(Math.round(cell * 100)) : null)

test('only the accountant exports the journal of a period as plain text, complete and from one snapshot', async () => {
  await post('2026-01-31', sale(100_00n), 'Before the period')
  for (let at = 0; at < 620; at++) await post('2026-02-10', sale(100_00n + BigInt(at)), `Sale ${at}`)
  const journal = (format: string, query: Record<string, string>, by = ben) =>
    by.call(exportJournal, { params: { format }, query })
  const february = { from: '2026-02-01', to: '2026-02-28' }
  for (const name of ['ana', 'carla'])
    expect((await journal('hledger', february, await here.signIn(name))).status).toBe(403)
  expect((await journal('hledger', { from: '2026-03-01', to: '2026-02-01' })).status).toBe(400)

  for (const [format, file] of [
    ['hledger', 'journal-2026-02-01-to-2026-02-28.journal'],
    ['beancount', 'journal-2026-02-01-to-2026-02-28.beancount'],
  ] as const) {
    const reply = await journal(format, february)
    expect(reply.headers['content-disposition']).toContain(file)
    const text = reply.bytes.toString()
    expect(text.match(/^2026-02-10 \* /gm)).toHaveLength(620)
    expect(text).toContain('Sale 619')
    expect(text).not.toContain('Before the period')
  }
  const kept = await here.db.kysely
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', exportJournal.name)
    .execute()
  expect(kept.filter(({ detail }) => (detail as { from?: string }).from === february.from).length).toBeGreaterThan(1)
})

test('statements have the chosen columns and rows, and a budget overview has actual figures next to it', async () => {
  await post('2025-12-10', sale(50_00n))
  await post('2026-01-10', sale(100_00n))
  await post('2026-02-10', sale(300_00n))
  const titles = ({ columns }: Table) => columns.slice(2).map(({ title }) => title)
  const row = ({ rows }: Table, title: string) => rows.find(({ cells }) => cells[1] === title)?.cells.slice(2)
  const days = { from: '2026-01-01', to: '2026-02-28' }
  const income = async (query: ReportParams) => (await view('income-statement', { ...days, ...query })).table

  const monthly = await income({
    columns: 'months',
    compare: 'before,year',
    difference: 'yes',
    percent: 'yes',
    rows: 'totals',
  })
  expect(titles(monthly).filter((title) => title !== '% of revenue')).toEqual([
    ...['January 2026', 'February 2026', 'Total', 'November 2025 to December 2025'],
    ...['Difference from November 2025 to December 2025', '% of November 2025 to December 2025'],
    ...['January 2025 to February 2025', 'Difference from January 2025 to February 2025'],
    '% of January 2025 to February 2025',
  ])
  expect(row(monthly, 'Net profit')).toEqual([
    ...[100_00n, 1000n, 300_00n, 1000n, 400_00n, 1000n],
    ...[50_00n, 1000n, 350_00n, 8000n, 0n, null, 400_00n, null],
  ])
  expect(monthly.rows.map(({ cells }) => cells[1])).toEqual(['Total revenue', 'Operating profit', 'Net profit'])
  expect(titles(await income({ columns: 'quarters' }))).toEqual(['January 2026 to February 2026'])
  expect((await income({ zeros: 'yes' })).rows.length).toBeGreaterThan(30)
  expect((await refusal('income-statement', { from: '2020-01-01', to: '2026-01-31', columns: 'months' }))[1]).toBe(
    'reports.tooManyColumns',
  )

  const sheet = (await view('balance-sheet', { asOf: '2026-02-28', columns: 'months', percent: 'yes' })).table
  expect(titles(sheet)).toEqual(['31 January 2026', '% of assets', '28 February 2026', '% of assets'])
  expect(row(sheet, 'Total assets')).toEqual([168_00n, 1000n, 504_00n, 1000n])
  const trial = (await view('trial-balance', { asOf: '2026-02-28', compare: 'year', difference: 'yes' })).table
  expect(row(trial, 'Accounts receivable - trade')).toEqual([504_00n, 0n, 504_00n, null])
  expect(row(trial, 'Total')).toEqual([0n, 0n, 0n, null])

  const amounts = [{ account: '4010', month: '2026-01', amount: '8000' }]
  await ben.call(saveBudget, { params: { from: '2026-01', changeId: crypto.randomUUID() }, body: { amounts } })
  const budget = (await view('budget', { ...days, columns: 'months', compare: 'actual', difference: 'yes' })).table
  expect(titles(budget)).toEqual(['January 2026', 'February 2026', 'Budget', 'Actual', 'Difference', '% of actual'])
  expect(row(budget, 'Total revenue')).toEqual([80_00n, 0n, 80_00n, 400_00n, -320_00n, 200n])
})

test('cash flows, changes in equity and monthly columns read the same books; both methods agree', async () => {
  await post('2026-01-05', [debit('1031', 500_000_00n), credit('3010', 500_000_00n)], 'Capital')
  await post('2026-01-31', sale(100_000_00n))
  await post('2026-02-10', [debit('1031', 112_000_00n), credit('1110', 112_000_00n)], 'Collected')
  await post('2026-02-11', [debit('1540', 30_000_00n), credit('1031', 30_000_00n)], 'Computer')
  await post('2026-02-28', [debit('6160', 500_00n), credit('1541', 500_00n)], 'Depreciation')
  await post('2026-02-28', [debit('1032', 50_000_00n), credit('1031', 50_000_00n)], 'Moved')

  const days = { from: '2026-01-01', to: '2026-02-28', compare: 'months' } as const
  const row = ({ table }: { table: Table }, title: string) =>
    table.rows.find(({ cells }) => cells[1] === title || cells[0] === title)?.cells.slice(2)
  const [indirect, direct] = [await view('cash-flow', days), await view('cash-flow', { ...days, method: 'direct' })]
  for (const flows of [indirect, direct]) {
    expect(flows.table.notes).toEqual([])
    expect(row(flows, 'Net cash from operating activities')).toEqual([0n, 112_000_00n, 112_000_00n])
    expect(row(flows, 'Net cash from investing activities')).toEqual([0n, -30_000_00n, -30_000_00n])
    expect(row(flows, 'Net cash from financing activities')).toEqual([500_000_00n, 0n, 500_000_00n])
    expect(row(flows, 'Cash at the beginning')).toEqual([0n, 500_000_00n, 0n])
    expect(row(flows, 'Cash at the end')).toEqual([500_000_00n, 582_000_00n, 582_000_00n])
  }
  const equity = await view('changes-in-equity', { from: '2026-02-01', to: '2026-02-28' })
  expect(cellsOf(equity.table)).toEqual([
    ['Balance at the beginning', 500_000_00n, 100_000_00n, 600_000_00n],
    ['Net profit', null, -500_00n, -500_00n],
    ['Balance at the end', 500_000_00n, 99_500_00n, 599_500_00n],
  ])
  const months = await view('monthly', { from: '2026-01-01', to: '2026-02-28' })
  expect(cellsOf(months.table)).toEqual([
    ['January 2026', 100_000_00n, 0n, 100_000_00n, 500_000_00n],
    ['February 2026', 0n, 500_00n, -500_00n, 582_000_00n],
    ['Total', 100_000_00n, 500_00n, 99_500_00n, null],
  ])
  expect(await refusal('cash-flow', { from: '2026-02-01', to: '2026-01-01' })).toEqual([
    400,
    'reports.daysReversed',
    'The start date is after the end date. Swap them.',
  ])
})

test('the books as they were on an earlier date leave out later recordings, regardless of their date', async () => {
  await post('2026-01-31', sale(100_000_00n))
  const knew = dayInManila(here.clock.now())
  here.clock.forward(86_400)
  ben = await here.signIn('ben')
  await post('2026-01-31', sale(7_000_00n), 'Found in a drawer')
  const sold = async (report: ReportName, query: ReportParams) =>
    cellsOf((await view(report, query)).table)
      .find(([code]) => code === '4010')
      ?.filter((cell) => typeof cell === 'bigint')
  for (const [report, query] of [
    ['trial-balance', { asOf: '2026-02-28' }],
    ['income-statement', { from: '2026-01-01', to: '2026-02-28' }],
  ] as const) {
    expect(await sold(report, query), report).toEqual([107_000_00n])
    expect(await sold(report, { ...query, known: knew }), report).toEqual([100_000_00n])
    const { table } = await view(report, { ...query, known: knew })
    expect(table.notes).toEqual([`Only entries recorded up to ${formatLongDay(knew)} are included.`])
  }
  expect((await view('balance-sheet', { asOf: '2026-02-28', known: knew })).table.notes).toHaveLength(1)
})
