// Sources and uses of cash by both methods: from profit, and from the entries that moved cash.
import { formatMoney, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { columnsOf, heading, line, nominal, periodOf, periodTitles } from './statements.ts'
import type { Period } from '../core/periods.ts'
import type { StatementAccount } from './statements.ts'
import type { Row, Table } from './table.ts'

/**
 * An account with its movements in each period, and the part moved by cash entries. Payments for the price of an asset
 * on account are such a part of the asset or disposal account, not of the payable or the receivable.
 */
export type CashFlowAccount = StatementAccount & { withCash: readonly Money[] }

export const cashFlowMethods = ['indirect', 'direct'] as const
export type CashFlowMethod = (typeof cashFlowMethods)[number]

type CashFlowInput = {
  company: Table['company']
  method: CashFlowMethod
  periods: readonly Period[]
  accounts: readonly CashFlowAccount[]
  /** Cash at the beginning of each period, minor units. */
  opening: readonly Money[]
}

type Activity = 'cash' | 'operating' | 'investing' | 'financing' | 'exchange'

/**
 * The statement of cash flows (PFRS for SMEs, section 7). Cash is every account of the line Cash; transfers between own
 * accounts are no cash flow. The direct method classifies an entry that moves cash by its other accounts. The indirect
 * method begins with profit before tax and removes non-cash items, so that both give the same operating cash in every
 * period; tax withheld by customers counts as income tax paid. Purchases and sales of assets are investing flows
 * (7.5(a), (b)), so that the indirect method removes their gain or loss from profit. Amounts in minor units, receipts
 * positive.
 */
export function cashFlow({ company, method, periods, accounts, opening }: CashFlowInput): Table {
  const width = periods.length
  const all = accounts.map((account) => ({ ...account, activity: activityOf(account) }))
  const of = (activity: Activity) => all.filter((account) => account.activity === activity)
  const flow = (members: readonly CashFlowAccount[]) => inColumns(width, (i) => -withCash(members, i))
  const operating = flow(of('operating'))
  const investing = flow(of('investing'))
  const financing = flow(of('financing'))
  const exchange = flow(of('exchange'))
  const net = inColumns(width, (i) => at(operating, i) + at(investing, i) + at(financing, i) + at(exchange, i))
  const change = inColumns(width, (i) => total(of('cash'), i))

  const operatingRows = method === 'direct' ? directRows(of('operating'), width) : indirectRows(all, width)
  const rows: Row[] = [
    heading('Operating activities', width),
    ...operatingRows,
    line('Net cash from operating activities', operating),
    ...accountRows('Investing activities', of('investing'), width),
    line('Net cash from investing activities', investing),
    ...accountRows('Financing activities', of('financing'), width),
    line('Net cash from financing activities', financing),
    ...shown('Effect of exchange rates on cash', exchange),
    line('Net change in cash', net),
    { cells: ['', 'Cash at the beginning', ...opening] },
    { cells: ['', 'Cash at the end', ...inColumns(width, (i) => at(opening, i) + at(net, i))], emphasis: 'total' },
  ]
  // The journal always balances; if it ever did not, the report would show the difference.
  const off = inColumns(width, (i) => at(net, i) - at(change, i)).filter((difference) => difference !== 0n)
  return {
    name: `cash-flow-${method}`,
    title: method === 'direct' ? 'Cash Flow Statement, direct method' : 'Cash Flow Statement, indirect method',
    period: periodOf(periods),
    company,
    columns: columnsOf(periodTitles(periods)),
    rows,
    notes: off.map(
      (difference) =>
        `Cash flows do not match the change in cash: the difference is ${formatMoney(difference)}. Ask your administrator to run the verify command.`,
    ),
  }
}

/** Lines of non-current assets: payments for them are investing. */
export const longLivedLines = ['PPE', 'Intangibles', 'Other non-current assets'] as const
const investing: readonly string[] = longLivedLines
const unrealized: readonly string[] = ['7035', '8025']
const disposals = '7040'

function activityOf({ code, statementLine }: StatementAccount): Activity {
  if (statementLine === 'Cash') return 'cash'
  if (unrealized.includes(code)) return 'exchange'
  if (code === disposals) return 'investing'
  if (investing.includes(statementLine)) return 'investing'
  if (['Loans', 'Loans non-current', 'Capital', 'Retained earnings'].includes(statementLine)) return 'financing'
  return 'operating'
}

// ── From profit

const depreciation: readonly string[] = ['6160']
const badDebts: readonly string[] = ['6170']
const interestIncome: readonly string[] = ['7010', '8050']
const taxAlreadyPaid: readonly string[] = ['1320', '1321', '1330', '2148']

function indirectRows(all: readonly (CashFlowAccount & { activity: Activity })[], width: number): Row[] {
  const pick = (is: (account: CashFlowAccount) => boolean) => all.filter(is)
  const codes = (...wanted: readonly string[]) => pick(({ code }) => wanted.includes(code))
  const moved = (members: readonly CashFlowAccount[]) => inColumns(width, (i) => -total(members, i))
  const operating = all.filter(({ activity }) => activity === 'operating')

  const profit = moved(pick(({ statementLine }) => statementLine !== 'Income tax' && nominal.includes(statementLine)))
  const depreciated = inColumns(width, (i) => withoutCash(codes(...depreciation), i))
  const doubtful = inColumns(width, (i) => withoutCash(codes(...badDebts), i))
  const rateGain = moved(codes(...unrealized))
  const disposed = moved(codes(disposals))
  const interest = inColumns(width, (i) =>
    total(
      pick(({ statementLine }) => statementLine === 'Finance cost'),
      i,
    ),
  )
  const earned = moved(codes(...interestIncome))
  const incomeTax = moved(
    pick(({ code, statementLine }) => statementLine === 'Income tax' || taxAlreadyPaid.includes(code)),
  )
  const capital = (...lines: readonly string[]) =>
    moved(pick(({ code, statementLine }) => lines.includes(statementLine) && !taxAlreadyPaid.includes(code)))
  const receivables = minus(capital('Receivables'), doubtful)
  const inventories = capital('Inventories')
  const prepaid = capital('Prepayments', 'Other current assets')
  const payables = capital('Payables', 'Other non-current liabilities')
  const taxes = capital('Tax payables')
  // Non-cash movements of operating accounts other than depreciation: a bill for equipment, for example.
  const elsewhere = inColumns(width, (i) => withoutCash(operating, i) - at(depreciated, i))

  const generated = inColumns(width, (i) =>
    sum(
      [profit, depreciated, doubtful, interest, receivables, inventories, prepaid, payables, taxes, elsewhere]
        .map((row) => at(row, i))
        .concat(-at(rateGain, i), -at(disposed, i), -at(earned, i)),
    ),
  )
  return [
    { cells: ['', 'Profit before tax', ...profit] },
    ...shown('Depreciation and amortization', depreciated),
    ...shown('Bad debts', doubtful),
    ...shown('Unrealized exchange differences', negated(rateGain)),
    ...shown('Gain or loss on disposal of assets', negated(disposed)),
    ...shown('Interest expense', interest),
    ...shown('Interest income, net of final tax', negated(earned)),
    ...shown('Change in receivables', receivables),
    ...shown('Change in inventories', inventories),
    ...shown('Change in prepayments and other current assets', prepaid),
    ...shown('Change in payables', payables),
    ...shown('Change in taxes payable', taxes),
    ...shown('Non-cash changes in property, loans and capital', elsewhere),
    line('Cash generated from operations', generated),
    ...shown('Interest paid', negated(interest)),
    ...shown('Interest received', earned),
    ...shown('Income tax paid, including tax withheld by customers', incomeTax),
  ]
}

// ── From the entries

/** The first matching line takes the account. */
const directLines: readonly { title: string; fits: (account: StatementAccount) => boolean }[] = [
  {
    title: 'Taxes paid, including tax withheld by customers',
    fits: ({ code, statementLine }) =>
      statementLine === 'Income tax' ||
      ['1320', '1321', '1325', '1330', '6240'].includes(code) ||
      (statementLine === 'Tax payables' && !['2110', '2115'].includes(code)),
  },
  { title: 'Interest received', fits: ({ code }) => interestIncome.includes(code) },
  { title: 'Interest paid', fits: ({ statementLine }) => statementLine === 'Finance cost' },
  {
    title: 'Payments to employees',
    fits: ({ code }) => ['1130', '2150', '2151', '2152', '2160', '2320', '6010', '6020', '6030'].includes(code),
  },
  {
    title: 'Receipts from customers',
    fits: ({ code, statementLine }) =>
      ['Receivables', 'Revenue'].includes(statementLine) || ['2060', '2065', '2070', '2110', '2115'].includes(code),
  },
  {
    title: 'Payments to suppliers',
    fits: ({ statementLine }) =>
      [
        'Inventories',
        'Prepayments',
        'Other current assets',
        'Payables',
        'Other non-current liabilities',
        'Cost of sales',
        'Operating',
      ].includes(statementLine),
  },
  { title: 'Other receipts and payments', fits: () => true },
]

function directRows(operating: readonly CashFlowAccount[], width: number): Row[] {
  const taken = Map.groupBy(operating, (account) => directLines.find(({ fits }) => fits(account))?.title)
  const inOrder = ['Receipts from customers', 'Payments to suppliers', 'Payments to employees']
  const titles = [...inOrder, ...directLines.map(({ title }) => title).filter((title) => !inOrder.includes(title))]
  return titles.flatMap((title) => {
    const members = taken.get(title) ?? []
    return shown(
      title,
      inColumns(width, (i) => -withCash(members, i)),
    )
  })
}

// ── Figures

function accountRows(title: string, members: readonly CashFlowAccount[], width: number): Row[] {
  const rows = members.flatMap((account): Row[] => {
    const flows = inColumns(width, (i) => -(account.withCash[i] ?? 0n))
    if (flows.every((amount) => amount === 0n)) return []
    const name = account.code === disposals ? 'Proceeds from disposal of assets' : account.name
    return [{ cells: [account.code, name, ...flows], link: { to: 'account', code: account.code } }]
  })
  return [heading(title, width), ...rows]
}

const shown = (title: string, amounts: readonly Money[]): Row[] =>
  amounts.some((amount) => amount !== 0n) ? [{ cells: ['', title, ...amounts] }] : []

const inColumns = (width: number, figure: (i: number) => Money): Money[] =>
  Array.from({ length: width }, (_, i) => figure(i))
const at = (amounts: readonly Money[], i: number): Money => amounts[i] ?? 0n
const negated = (amounts: readonly Money[]): Money[] => amounts.map((amount) => -amount)
const minus = (amounts: readonly Money[], less: readonly Money[]): Money[] =>
  amounts.map((amount, i) => amount - at(less, i))
const total = (members: readonly CashFlowAccount[], i: number): Money =>
  sum(members.map(({ amounts }) => at(amounts, i)))
const withCash = (members: readonly CashFlowAccount[], i: number): Money =>
  sum(members.map((account) => at(account.withCash, i)))
const withoutCash = (members: readonly CashFlowAccount[], i: number): Money => total(members, i) - withCash(members, i)
