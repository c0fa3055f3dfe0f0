// Other people's programs compute the balances of the demo company from the exported journal, and come to our trial
// balance to the centavo. Where one of them is not installed, its test is named among those not run.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { standardChart } from '@talaan/ledger/accounts/chart.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import type { Line } from '@talaan/ledger/accounts/journal.ts'
import { plainTextFormats } from '@talaan/ledger/reports/plain-text.ts'
import type { PlainTextFormat } from '@talaan/ledger/reports/plain-text.ts'
import { makeDemo } from '../src/cli/demo/demo.ts'
import { readEnvironment } from '../src/platform/env/env.ts'
import { journalAsText } from '../src/features/reports/plain-text.ts'
import type { Report } from '../src/features/reports/report.ts'
import { balanceSheetReport, cashFlowReport, incomeStatementReport } from '../src/features/reports/statements.ts'
import { trialBalanceReport } from '../src/features/reports/trial-balance.ts'
import { freshDatabase } from './database.ts'
import { recordDocument } from './recorded.ts'

const today = '2026-03-16'
let folder: string
/** Debits less credits by account code, as the trial balance has them. */
let ours: Record<string, bigint>
/** What the statements come to: assets, what is owed and owned without the profit, and the profit. */
let stated: { assets: bigint; claims: bigint; profit: bigint }
const files = {} as Record<PlainTextFormat, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'talaan-journal-'))
  await using db = await freshDatabase()
  const env = readEnvironment({ COMPANY_NAME: 'Sampaguita "Office" Supplies' })
  await makeDemo({ db, env, passwordCost: { memoryKiB: 8, passes: 1 }, today })

  const usd = (amount: bigint) => ({ foreign: { currency: 'USD', amount } })
  const clock = { now: () => Date.parse(`${today}T01:00:00Z`) }
  let serial = 900_000
  const post = (day: string, memo: string, ...lines: Line[]) =>
    recordDocument({ db, clock }, { number: `SI-2026-${++serial}`, day, memo, lines })
  await post('2026-03-01', 'Dollars "bought"', debit('1040', 56_123_45n, usd(1_000_00n)), credit('1010', 56_123_45n))
  await post(
    ...(['2026-03-02', 'Half of them sold; at a loss | 2 slips  '] as const),
    ...[debit('1010', 28_000_00n), debit('6250', 61_72n, { memo: 'charge; "x"' })],
    credit('1040', 28_061_72n, usd(500_00n)),
  )
  await post(today, 'The largest there is', debit('1110', 9_999_999_999_999_99n), credit('4010', 9_999_999_999_999_99n))

  const made = await trialBalanceReport.build(db.kysely, { asOf: today }, { today, whole: true })
  const accounts = made.table.rows.filter(({ emphasis }) => emphasis === undefined)
  ours = Object.fromEntries(
    accounts.map(({ cells: [code, , d, c] }) => [String(code), ((d ?? 0n) as bigint) - ((c ?? 0n) as bigint)]),
  )
  expect(accounts.length).toBeGreaterThan(8)
  const figure = async (report: Report, query: object, title: string) => {
    const { table } = await report.build(db.kysely, query, { today, whole: true })
    return (table.rows.find(({ cells }) => cells[1] === title)?.cells[2] ?? 0n) as bigint
  }
  const always = { from: '2020-01-01', to: today }
  const sheet = (title: string) => figure(balanceSheetReport, { asOf: today }, title)
  stated = {
    assets: await sheet('Total assets'),
    claims: (await sheet('Total liabilities and equity')) - (await sheet('Profit not yet closed')),
    profit: await figure(incomeStatementReport, always, 'Net profit'),
  }
  expect(await figure(cashFlowReport, { ...always, method: 'direct' }, 'Cash at the end')).toBe(
    accounts
      .filter(({ cells: [code] }) => standardChart.some((one) => one.code === code && one.statementLine === 'Cash'))
      .reduce((cash, { cells: [code] }) => cash + (ours[String(code)] ?? 0n), 0n),
  )
  for (const format of plainTextFormats) {
    files[format] = join(folder, `journal.${format}`)
    for await (const part of journalAsText(db.kysely, { format, from: '2020-01-01', to: today }))
      appendFileSync(files[format], part)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isThere = (program: string) => spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0

test.runIf(isThere('hledger'))('hledger comes to the balances of the trial balance and to the statements', () => {
  const args = ['-f', files.hledger, 'balance', '--flat', '--empty', '--cost', '--no-total', '-O', 'csv']
  expect(balancesIn(run('hledger', args))).toEqual(ours)
  expect(run('hledger', ['-f', files.hledger, 'check', 'accounts', 'commodities'])).toBe('')
  expect(statedBy(run('hledger', [...args, '--depth', '1']))).toEqual(stated)
})

test.runIf(isThere('ledger'))('ledger comes to the balances of the trial balance and to the statements', () => {
  const format = '%(quoted(account)),%(quoted(display_total))\n'
  const args = ['-f', files.hledger, '--pedantic', 'balance', '--flat', '--empty', '--basis', '--no-total']
  expect(balancesIn(`account,balance\n${run('ledger', [...args, '--format', format])}`)).toEqual(ours)
  const tree = args.filter((one) => one !== '--flat')
  const roots = run('ledger', [...tree, '--depth', '1', '--format', format])
  expect(statedBy(`account,balance\n${roots}`)).toEqual(stated)
})

test.runIf(isThere('bean-query'))(
  'beancount finds no fault and comes to the balances of the trial balance and to the statements',
  () => {
    expect(run('bean-check', [files.beancount])).toBe('')
    const asked = 'SELECT account, sum(number(weight)) AS balance GROUP BY account'
    expect(balancesIn(run('bean-query', ['-f', 'csv', '-m', files.beancount, asked]))).toEqual(ours)
    const roots = 'SELECT root(account, 1) AS account, sum(number(weight)) AS balance GROUP BY root(account, 1)'
    expect(statedBy(run('bean-query', ['-f', 'csv', '-m', files.beancount, roots]))).toEqual(stated)
  },
)

function run(program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  expect(status, `${program} says: ${stderr}`).toBe(0)
  return stdout
}

/** The three figures of the statements, from a program's own totals of its five kinds of accounts. */
function statedBy(csv: string): typeof stated {
  const of = balancesIn(csv)
  const { Assets = 0n, Liabilities = 0n, Equity = 0n, Income = 0n, Expenses = 0n } = of
  return { assets: Assets, claims: -Liabilities - Equity, profit: -Income - Expenses }
}

/** A program's table of accounts and balances in pesos, below a line of titles. */
function balancesIn(csv: string): Record<string, bigint> {
  const [, ...rows] = Papa.parse<string[]>(csv.trim(), { transform: (text) => text.trim() }).data
  const balances = rows.map(([account = '', balance = '']): [string, bigint] => {
    const code = /:(\d{4})/.exec(account)?.[1] ?? account
    const [, minus = '', pesos, cents] = /^(-?)(\d+)(?:\.(\d\d)0*)?(?: PHP)?$/.exec(balance) ?? []
    if (pesos === undefined) throw new Error(`${account} has the balance '${balance}'.`)
    return [code, BigInt(`${minus}${pesos}${cents ?? '00'}`)]
  })
  return Object.fromEntries(balances)
}
