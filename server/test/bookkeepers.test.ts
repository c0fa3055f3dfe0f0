// Other accounting programs compute the balances of the demo company from the exported journal, and agree with our
// trial balance to the centavo. If one of them is not installed, its test is reported as skipped.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '@talaan/ledger/core/date.ts'
import { standardChart } from '@talaan/ledger/accounts/chart.ts'
import { credit, debit } from '@talaan/ledger/accounts/journal.ts'
import type { Line } from '@talaan/ledger/accounts/journal.ts'
import { plainTextEntry, plainTextFormats, plainTextHead } from '@talaan/ledger/reports/plain-text.ts'
import type { PlainEntry, PlainTextFormat } from '@talaan/ledger/reports/plain-text.ts'
import { propertyMovements } from '@talaan/ledger/reports/annual/property.ts'
import { makeDemo } from '../src/cli/demo/demo.ts'
import { readEnvironment } from '../src/platform/env/env.ts'
import { assetsOf } from '../src/features/closing/month-end.ts'
import { journalAsText } from '../src/features/reports/plain-text.ts'
import type { Report } from '../src/features/reports/report.ts'
import { balanceSheetReport, cashFlowReport, incomeStatementReport } from '../src/features/reports/statements.ts'
import { trialBalanceReport } from '../src/features/reports/trial-balance.ts'
import { anyCharacter } from '../../ledger/test/characters.ts'
import { freshDatabase } from './database.ts'
import { seed } from './extent.ts'
import { recordDocument } from './recorded.ts'

const today = '2026-03-16'
let folder: string
/** Debits less credits by account code, as the trial balance has them. */
let ours: Record<string, bigint>
/** The statement totals: assets, liabilities and equity without the profit, and the profit. */
let stated: { assets: bigint; claims: bigint; profit: bigint }
/** Property and equipment at the end of the demo's fiscal year: in the accounts, and in the fixed asset register. */
let property: { booked: bigint; registered: bigint }
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

  const made = await trialBalanceReport.build(db.kysely, trialBalanceReport.query.parse({ asOf: today }), {
    today,
    endsWith: 12,
    whole: true,
  })
  const accounts = made.table.rows.filter(({ emphasis }) => emphasis === undefined)
  ours = Object.fromEntries(
    accounts.map(({ cells: [code, , d, c] }) => [String(code), ((d ?? 0n) as bigint) - ((c ?? 0n) as bigint)]),
  )
  expect(accounts.length).toBeGreaterThan(8)
  const figure = async (report: Report, query: object, title: string) => {
    const { table } = await report.build(db.kysely, report.query.parse(query), { today, endsWith: 12, whole: true })
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
  const year = { from: '2025-01-01', to: '2025-12-31' }
  const assets = propertyMovements(await assetsOf(db.kysely), year, new Map())
  const yearEnd = await trialBalanceReport.build(db.kysely, trialBalanceReport.query.parse({ asOf: year.to }), {
    today,
    endsWith: 12,
    whole: true,
  })
  const isProperty = new Set(standardChart.filter((one) => one.statementLine === 'PPE').map(({ code }) => code))
  property = {
    booked: yearEnd.table.rows
      .filter(({ cells: [code] }) => isProperty.has(String(code)))
      .reduce((total, { cells: [, , d, c] }) => total + ((d ?? 0n) as bigint) - ((c ?? 0n) as bigint), 0n),
    registered: assets.reduce((total, { net }) => total + net, 0n),
  }
  for (const format of plainTextFormats) {
    files[format] = join(folder, `journal.${format}`)
    for await (const part of journalAsText(db.kysely, { format, from: '2020-01-01', to: today }))
      appendFileSync(files[format], part)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the property of the demo company agrees with its fixed asset register', () => {
  expect(property.booked).toBe(property.registered)
  expect(property.booked).toBeGreaterThan(0n)
})

const installed = new Set(
  ['hledger', 'ledger', 'bean-query'].filter(
    (program) => spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0,
  ),
)

test.runIf(installed.has('hledger'))(
  'hledger agrees with the balances of the trial balance and with the statements',
  () => {
    const args = ['-f', files.hledger, 'balance', '--flat', '--empty', '--cost', '--no-total', '-O', 'csv']
    expect(balancesIn(run('hledger', args))).toEqual(ours)
    expect(run('hledger', ['-f', files.hledger, 'check', 'accounts', 'commodities'])).toBe('')
    expect(statedBy(run('hledger', [...args, '--depth', '1']))).toEqual(stated)
  },
)

test.runIf(installed.has('ledger'))(
  'ledger agrees with the balances of the trial balance and with the statements',
  () => {
    const format = '%(quoted(account)),%(quoted(display_total))\n'
    const args = ['-f', files.hledger, '--pedantic', 'balance', '--flat', '--empty', '--basis', '--no-total']
    expect(balancesIn(`account,balance\n${run('ledger', [...args, '--format', format])}`)).toEqual(ours)
    const tree = args.filter((one) => one !== '--flat')
    const roots = run('ledger', [...tree, '--depth', '1', '--format', format])
    expect(statedBy(`account,balance\n${roots}`)).toEqual(stated)
  },
)

test.runIf(installed.has('bean-query'))(
  'beancount finds no error and agrees with the balances of the trial balance and with the statements',
  () => {
    expect(run('bean-check', [files.beancount])).toBe('')
    const asked = 'SELECT account, sum(number(weight)) AS balance GROUP BY account'
    expect(balancesIn(run('bean-query', ['-f', 'csv', '-m', files.beancount, asked]))).toEqual(ours)
    const roots = 'SELECT root(account, 1) AS account, sum(number(weight)) AS balance GROUP BY root(account, 1)'
    expect(statedBy(run('bean-query', ['-f', 'csv', '-m', files.beancount, roots]))).toEqual(stated)
  },
)

/** Texts with everything the programs could misread. */
const memos = fc.array(
  fc.oneof(
    fc.constantFrom(
      'date:2020-01-01',
      '[2020-01-01]',
      '[=2020-01-01]',
      'tag:',
      ':a:b:',
      ';',
      '|',
      '"',
      '\\',
      '*',
      '!',
      '=',
      '@',
      '{1}',
      '2026/01/01',
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ maxLength: 12, unit: anyCharacter }),
  ),
  { maxLength: 4 },
)

test.runIf(installed.size === 3)(
  'for any text in memos, names and numbers, every posting keeps its date, account and amount',
  () => {
    const account = { code: '4010', name: 'Sales - goods', type: 'revenue', normal: 'credit' } as const
    const bank = { code: '1031', name: 'Bank', type: 'asset', normal: 'debit' } as const
    const accounts = [bank, account]
    const texts = fc.sample(memos, { numRuns: 400, seed }).map((parts) =>
      parts
        .join(' ')
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, ' '),
    )
    const textOf = (at: number) => texts[at % texts.length] ?? ''
    const entries = texts.map((memo, at): PlainEntry => ({
      no: BigInt(at + 1),
      day: addDays('2026-01-01', at % 80),
      journal: 'CRJ',
      memo,
      document: {
        number: `CR-2026-${String(at + 1).padStart(6, '0')}`,
        externalNo: textOf(at + 7),
        kind: 'Collection',
      },
      party: at % 3 === 0 ? null : { name: textOf(at + 13), tin: '123-456-789-00000' },
      reverses: null,
      voided: false,
      lines: [
        { account: '1031', debit: BigInt(at + 1), credit: 0n, memo: textOf(at + 3), foreign: null },
        { account: '4010', debit: 0n, credit: BigInt(at + 1), memo: textOf(at + 5), foreign: null },
      ],
    }))
    const byCode = new Map(accounts.map((one) => [one.code as string, one]))
    const written = (format: PlainTextFormat) => {
      const file = join(folder, `memos.${format}`)
      const head = plainTextHead(format, { company: 'Any', period: 'All', from: '2026-01-01', accounts })
      writeFileSync(file, head + entries.map((entry) => plainTextEntry(format, entry, byCode)).join(''))
      return file
    }
    const posted = entries.flatMap(({ day, lines }) =>
      lines.map((line) => `${day} ${line.account} ${line.debit - line.credit}`),
    )
    const cents = (text = '') => BigInt(text.replace(/ ?PHP$/, '').replace('.', ''))
    const [hledger, beancount] = [written('hledger'), written('beancount')]
    const rows = (csv: string) => Papa.parse<string[]>(csv.trim(), { transform: (text) => text.trim() }).data
    const code = (name = '') => /:(\d{4})/.exec(name)?.[1]

    const byHledger = rows(run('hledger', ['-f', hledger, 'register', '-O', 'csv'])).slice(1)
    expect(
      byHledger.map(([, day, , , name, amount]) => `${day} ${code(name)} ${cents(amount)}`).toSorted(),
      `seed ${seed}`,
    ).toEqual(posted.toSorted())
    const format = '%(format_date(date, "%Y-%m-%d")),%(quoted(account)),%(quoted(amount))\n'
    const byLedger = rows(run('ledger', ['-f', hledger, 'register', '--format', format]))
    expect(
      byLedger.map(([day, name, amount]) => `${day} ${code(name)} ${cents(amount)}`).toSorted(),
      `seed ${seed}`,
    ).toEqual(posted.toSorted())
    expect(run('bean-check', [beancount])).toBe('')
    const byBeancount = rows(run('bean-query', ['-f', 'csv', '-m', beancount, 'SELECT date, account, number'])).slice(1)
    expect(
      byBeancount.map(([day, name, amount]) => `${day} ${code(name)} ${cents(amount)}`).toSorted(),
      `seed ${seed}`,
    ).toEqual(posted.toSorted())
  },
)

function run(program: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  expect(status, `${program} says: ${stderr}`).toBe(0)
  return stdout
}

/** The three statement figures, from a program's own totals of its five kinds of accounts. */
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
