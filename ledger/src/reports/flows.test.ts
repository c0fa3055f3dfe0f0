import fc from 'fast-check'
import { expect, test } from 'vitest'
import { standardChart } from '../accounts/chart.ts'
import type { Line } from '../accounts/journal.ts'
import { credit, debit } from '../accounts/journal.ts'
import type { Money } from '../core/money.ts'
import { paidForAssets } from './assets-on-account.ts'
import type { SettledAsset } from './assets-on-account.ts'
import { byName } from './by-name.ts'
import { cashFlow, cashFlowMethods } from './cash-flow.ts'
import type { CashFlowAccount, CashFlowMethod } from './cash-flow.ts'
import { changesInEquity } from './changes-in-equity.ts'
import { monthly } from './monthly.ts'
import type { StatementAccount } from './statements.ts'
import type { Table } from './table.ts'

const company = { name: 'Bituin Supply Co.', tinLine: 'VAT REG TIN 009-876-543-00000', address: 'Manila' }
const june = { from: '2026-06-01', to: '2026-06-30' }

const accountOf = (code: string) => {
  const account = standardChart.find((one) => one.code === code)
  if (account === undefined) throw new Error(code)
  return account
}
const isCash = ({ account }: Line) => accountOf(account).statementLine === 'Cash'
const moved = ({ debit: left, credit: right }: Line): Money => left - right

type Of = { from: string; to: string }
const within = (day: string, { from, to }: Of) => day >= from && day <= to

/** Totals of entries by account and period, as the server would read them. */
function movedBy(
  entries: readonly (readonly Line[] & { day?: string })[],
  periods: readonly Of[] = [june],
  paid: readonly { account: string; day: string; amount: Money }[] = [],
): CashFlowAccount[] {
  const accounts = new Map<string, CashFlowAccount & { amounts: Money[]; withCash: Money[] }>()
  const none = () => periods.map(() => 0n)
  const add = (code: string, day: string, { amount = 0n, cash = 0n }) => {
    const account = accounts.get(code) ?? { ...accountOf(code), amounts: none(), withCash: none() }
    accounts.set(code, account)
    periods.forEach((period, i) => {
      if (!within(day, period)) return
      account.amounts[i] = (account.amounts[i] ?? 0n) + amount
      account.withCash[i] = (account.withCash[i] ?? 0n) + cash
    })
  }
  for (const lines of entries) {
    const withCash = lines.some(isCash)
    for (const line of lines)
      add(line.account, lines.day ?? june.from, { amount: moved(line), cash: withCash ? moved(line) : 0n })
  }
  for (const { account, day, amount } of paid) {
    const [control, debited] = account === '7040' ? ['1110', -amount] : ['2010', amount]
    add(account, day, { cash: debited })
    add(control, day, { cash: -debited })
  }
  return [...accounts.values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}

const flows = (entries: readonly (readonly Line[])[], method: CashFlowMethod, opening = 0n) =>
  cashFlow({ company, method, periods: [june], accounts: movedBy(entries), opening: [opening] })
const figuresOf = (table: { rows: readonly { cells: readonly unknown[] }[] }) =>
  Object.fromEntries(table.rows.filter(({ cells }) => cells[2] !== null).map(({ cells }) => [cells[1], cells[2]]))

const month: Line[][] = [
  [debit('1031', 500_000n), credit('3010', 500_000n)],
  [debit('1110', 112_000n), credit('4010', 100_000n), credit('2110', 12_000n)],
  [debit('1031', 110_000n), debit('1321', 2_000n), credit('1110', 112_000n)],
  [debit('6130', 50_000n), debit('1310', 6_000n), credit('2140', 1_000n), credit('2010', 55_000n)],
  [debit('2010', 30_000n), credit('1031', 30_000n)],
  // Equipment on account, partly paid: no cash flow until then.
  [debit('1540', 80_000n), debit('1310', 9_600n), credit('2010', 89_600n)],
  [debit('6160', 4_000n), credit('1541', 4_000n)],
  [debit('6170', 1_500n), credit('1115', 1_500n)],
  [debit('6010', 20_000n), credit('1031', 20_000n)],
  [debit('1031', 60_000n), credit('2210', 60_000n)],
  [debit('8010', 700n), credit('1031', 700n)],
  [debit('1031', 80n), debit('8050', 20n), credit('7010', 100n)],
  [debit('1040', 900n), credit('7035', 900n)],
  // Between own accounts: no cash flow.
  [debit('1032', 40_000n), credit('1031', 40_000n)],
]

test('the direct method classifies each cash entry by its other side', () => {
  const table = flows(month, 'direct', 1_000n)
  expect(figuresOf(table)).toEqual({
    'Receipts from customers': 112_000n,
    'Payments to suppliers': -30_000n,
    'Payments to employees': -20_000n,
    'Taxes paid, including tax withheld by customers': -2_000n,
    'Interest received': 80n,
    'Interest paid': -700n,
    'Net cash from operating activities': 59_380n,
    'Net cash from investing activities': 0n,
    [accountOf('2210').name]: 60_000n,
    [accountOf('3010').name]: 500_000n,
    'Net cash from financing activities': 560_000n,
    'Effect of exchange rates on cash': 900n,
    'Net change in cash': 620_280n,
    'Cash at the beginning': 1_000n,
    'Cash at the end': 621_280n,
  })
  expect(table.notes).toEqual([])
})

test('the indirect method starts with profit before tax and gives the same operating cash', () => {
  const figures = figuresOf(flows(month, 'indirect', 1_000n))
  expect(figures).toMatchObject({
    // 100,000 sold, less 50,000 services, 4,000 depreciation, 1,500 doubtful, 20,000 salaries, 700 interest; 80 and 900 on top.
    'Profit before tax': 24_780n,
    'Depreciation and amortization': 4_000n,
    'Bad debts': 1_500n,
    'Unrealized exchange differences': -900n,
    'Interest expense': 700n,
    'Interest income, net of final tax': -80n,
    'Change in prepayments and other current assets': -15_600n,
    'Change in payables': 114_600n,
    'Change in taxes payable': 13_000n,
    'Non-cash changes in property, loans and capital': -80_000n,
    'Cash generated from operations': 62_000n,
    'Interest paid': -700n,
    'Interest received': 80n,
    'Income tax paid, including tax withheld by customers': -2_000n,
    'Net cash from operating activities': 59_380n,
    'Cash at the end': 621_280n,
  })
  expect(figures).not.toHaveProperty('Change in receivables')
})

const codes = standardChart.map(({ code }) => code)
const anyEntry = fc
  .array(fc.tuple(fc.constantFrom(...codes), fc.bigInt({ min: 1n, max: 10_000_000n })), { minLength: 1, maxLength: 4 })
  .chain((debits) => fc.constantFrom(...codes).map((other) => [debits, other] as const))
  .map(([debits, other]): Line[] => [
    ...debits.map(([code, amount]) => debit(code, amount)),
    credit(
      other,
      debits.reduce((all, [, amount]) => all + amount, 0n),
    ),
  ])

test('for any postings, both methods give the same operating cash, and their rows add up', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 12 }), (entries) => {
      const [indirect, direct] = cashFlowMethods.map((method) => flows(entries, method))
      if (indirect === undefined || direct === undefined) throw new Error('There are two methods.')
      const operating = 'Net cash from operating activities'
      expect(figuresOf(indirect)[operating]).toBe(figuresOf(direct)[operating])
      for (const table of [indirect, direct]) {
        expect(table.notes).toEqual([])
        const until = table.rows.findIndex(({ cells }) => cells[1] === operating)
        const rows = table.rows.slice(0, until).filter(({ emphasis }) => emphasis === undefined)
        expect(rows.reduce((all, { cells }) => all + BigInt(String(cells[2])), 0n)).toBe(figuresOf(table)[operating])
      }
    }),
    { numRuns: 300 },
  )
})

// Sold on account, removed from the books, and settled in parts: by money, by credit memos, by a voided payment.
const [may, july] = [
  { from: '2026-05-01', to: '2026-05-31' },
  { from: '2026-07-01', to: '2026-07-31' },
]
const always = { from: may.from, to: july.to }
const anyDay = fc.constantFrom(may.from, may.to, june.from, june.to, july.from, july.to)
const anyDisposal = fc.record({
  price: fc.bigInt({ min: 1n, max: 10_000_000n }),
  vat: fc.bigInt({ min: 0n, max: 1_200_000n }),
  carried: fc.bigInt({ min: 1n, max: 10_000_000n }),
  sold: anyDay,
  off: anyDay,
  last: anyDay,
  parts: fc.array(
    fc.record({ percent: fc.bigInt({ min: 1n, max: 99n }), day: anyDay, by: fc.constantFrom('cash', 'memo', 'void') }),
    { maxLength: 4 },
  ),
})

test('proceeds of asset sales are investing, at any time and in any number of parts; both methods agree in every period', () => {
  fc.assert(
    fc.property(fc.array(anyDisposal, { minLength: 1, maxLength: 3 }), (disposals) => {
      const entries: (Line[] & { day?: string })[] = []
      const post = (day: string, ...lines: Line[]) => void entries.push(Object.assign(lines, { day }))
      const settled: SettledAsset[] = []
      let memos = false
      disposals.forEach(({ price, vat, carried, sold, off, last, parts }, i) => {
        const total = price + vat
        post(sold, debit('1110', total), credit('7040', price), ...(vat > 0n ? [credit('2110', vat)] : []))
        post(off, debit('7040', carried), credit('1550', carried))
        let open = total
        const settle = (day: string, amount: Money, movesCash: boolean) => {
          if (amount === 0n) return
          open -= amount
          settled.push({ document: `invoice ${i}`, account: '7040', total, price, day, settled: amount, movesCash })
          const other = movesCash ? '1031' : '4080'
          if (amount > 0n) post(day, debit(other, amount), credit('1110', amount))
          else post(day, debit('1110', -amount), credit(other, -amount))
        }
        parts.forEach(({ percent, day, by }) => {
          const amount = (open * percent) / 100n
          settle(day, amount, by !== 'memo')
          if (by === 'void') settle(july.to, -amount, true)
          memos ||= by === 'memo' && amount > 0n
        })
        settle(last, open, true)
      })
      const periods = [may, june, july, always]
      const accounts = movedBy(entries, periods, paidForAssets(settled))
      const opening = periods.map(() => 0n)
      const [indirect, direct] = cashFlowMethods.map((method) =>
        cashFlow({ company, method, periods, accounts, opening }),
      )
      if (indirect === undefined || direct === undefined) throw new Error('There are two methods.')
      const row = (table: Table, title: string) =>
        (table.rows.find(({ cells }) => cells[1] === title)?.cells.slice(2) ?? opening) as Money[]
      for (const table of [indirect, direct]) {
        expect(table.notes).toEqual([])
        for (const { cells } of table.rows.filter(({ cells: [, , first] }) => first !== null)) {
          const [first, second, third, whole] = cells.slice(2) as Money[]
          if (!String(cells[1]).startsWith('Cash at')) expect(whole).toBe(first! + second! + third!)
        }
      }
      const operating = 'Net cash from operating activities'
      expect(row(indirect, operating)).toEqual(row(direct, operating))
      const paid = row(direct, 'Proceeds from disposal of assets')[3]
      const prices = disposals.reduce((all, { price }) => all + price, 0n)
      if (!memos) expect(paid).toBe(prices)
      expect(paid! <= prices && paid! >= 0n).toBe(true)
      expect(-row(indirect, 'Gain or loss on disposal of assets')[3]!).toBe(
        prices - disposals.reduce((all, { carried }) => all + carried, 0n),
      )
    }),
    { numRuns: 200 },
  )
})

const anyPurchase = fc.record({
  price: fc.bigInt({ min: 1n, max: 10_000_000n }),
  vat: fc.bigInt({ min: 0n, max: 1_200_000n }),
  withheld: fc.bigInt({ min: 0n, max: 100_000n }),
  bought: anyDay,
  last: anyDay,
  parts: fc.array(fc.record({ percent: fc.bigInt({ min: 1n, max: 99n }), day: anyDay }), { maxLength: 4 }),
})

test('assets bought on account are investing when the bill is paid, without VAT; both methods agree in every period', () => {
  fc.assert(
    fc.property(fc.array(anyPurchase, { minLength: 1, maxLength: 3 }), (purchases) => {
      const entries: (Line[] & { day?: string })[] = []
      const post = (day: string, ...lines: Line[]) => void entries.push(Object.assign(lines, { day }))
      const settled: SettledAsset[] = []
      purchases.forEach(({ price, vat, withheld: wanted, bought, last, parts }, i) => {
        const withheld = wanted < price ? wanted : 0n
        const total = price + vat - withheld
        post(bought, debit('1540', price), debit('1310', vat), credit('2140', withheld), credit('2010', total))
        let open = total
        const pay = (day: string, amount: Money) => {
          open -= amount
          if (amount === 0n) return
          settled.push({ document: `bill ${i}`, account: '1540', total, price, day, settled: amount, movesCash: true })
          post(day, debit('2010', amount), credit('1031', amount))
        }
        for (const { percent, day } of parts) pay(day, (open * percent) / 100n)
        pay(last, open)
      })
      const periods = [may, june, july, always]
      const accounts = movedBy(entries, periods, paidForAssets(settled))
      const opening = periods.map(() => 0n)
      const figures = cashFlowMethods.map((method) => {
        const { rows, notes } = cashFlow({ company, method, periods, accounts, opening })
        expect(notes).toEqual([])
        return new Map(rows.map(({ cells }) => [cells[1], cells.slice(2)]))
      })
      const cost = purchases.reduce((all, { price }) => all + price, 0n)
      for (const of of figures) {
        expect(of.get('Net cash from investing activities')?.[3]).toBe(-cost)
        expect(of.get('Net cash from operating activities')).toEqual(
          figures[0]?.get('Net cash from operating activities'),
        )
      }
    }),
    { numRuns: 200 },
  )
})

const equity = (code: string, before: Money, during: Money): StatementAccount => ({
  ...accountOf(code),
  amounts: [before, during],
})

test('capital and retained earnings run from their opening to their closing balance', () => {
  const accounts = [
    equity('3010', -500_000n, -100_000n),
    equity('3020', 0n, 20_000n),
    equity('3030', -80_000n, 0n),
    equity('3040', 0n, 15_000n),
    equity('4010', -60_000n, -90_000n),
    equity('6050', 10_000n, 30_000n),
  ]
  const { rows } = changesInEquity({ company, period: june, accounts, profit: 60_000n })
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Balance at the beginning', 500_000n, 130_000n, 630_000n],
    [accountOf('3010').name, 100_000n, null, 100_000n],
    [accountOf('3020').name, -20_000n, null, -20_000n],
    ['Net profit', null, 60_000n, 60_000n],
    ['Dividends declared', null, -15_000n, -15_000n],
    ['Balance at the end', 580_000n, 175_000n, 755_000n],
  ])
})

test('closing the profit to retained earnings does not change the statement of changes in equity', () => {
  const open = [equity('3030', -80_000n, 0n), equity('4010', 0n, -90_000n), equity('6050', 0n, 30_000n)]
  const closed = [equity('3030', -80_000n, -60_000n), equity('4010', 0n, 0n), equity('6050', 0n, 0n)]
  const of = (accounts: StatementAccount[]) =>
    changesInEquity({ company, period: june, accounts, profit: 60_000n }).rows
  expect(of(closed)).toEqual(of(open))
})

test('parties are sorted by amount over the whole period, largest first, also in monthly columns', () => {
  const link = { to: 'statement', side: 'receivable', party: 'p' } as const
  const { columns, rows } = byName('sales-by-customer', {
    company,
    periods: [
      { from: '2026-05-01', to: '2026-05-31' },
      { from: '2026-06-01', to: '2026-06-30' },
      { from: '2026-05-01', to: '2026-06-30' },
    ],
    names: [
      { name: 'Bituin', amounts: [900n, 0n, 900n] },
      { name: 'Alon', amounts: [100n, 1_000n, 1_100n], link },
      { name: 'Kalinaw', amounts: [0n, 0n, 0n] },
    ],
  })
  expect(columns.map(({ title }) => title)).toEqual(['Customer', 'May 2026', 'June 2026', 'Total'])
  expect(rows).toEqual([
    { cells: ['Alon', 100n, 1_000n, 1_100n], link },
    { cells: ['Bituin', 900n, 0n, 900n] },
    { cells: ['Total', 1_000n, 1_000n, 2_000n], emphasis: 'total' },
  ])
})

test('month by month: income and expense as movements, cash as balances', () => {
  const given = (code: string, ...amounts: Money[]): StatementAccount => ({ ...accountOf(code), amounts })
  const { rows, period } = monthly({
    company,
    periods: [
      { from: '2026-05-01', to: '2026-05-31' },
      { from: '2026-06-01', to: '2026-06-30' },
      { from: '2026-05-01', to: '2026-06-30' },
    ],
    accounts: [
      given('1031', 50n, -20n, 30n),
      given('1110', 7n, 7n, 14n),
      given('4010', -100n, -200n, -300n),
      given('6050', 60n, 80n, 140n),
      given('7010', 0n, -5n, -5n),
    ],
    opening: 1_000n,
  })
  expect(period).toBe('From 1 May 2026 to 30 June 2026')
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['May 2026', 100n, 60n, 40n, 1_050n],
    ['June 2026', 205n, 80n, 125n, 1_030n],
    ['Total', 305n, 140n, 165n, null],
  ])
})
