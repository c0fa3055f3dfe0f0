// Sources and uses of cash by both methods: from profit, and from the entries that moved cash.
import { formatMoney, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { columnsOf, heading, line, nominal, periodOf, periodTitles } from './statements.ts'
import type { Period } from '../core/periods.ts'
import type { StatementAccount } from './statements.ts'
import type { Row, Share, Table } from './table.ts'

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
  /** The cash accounts with that balance. */
  held?: readonly string[]
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
export function cashFlow({ company, method, periods, accounts, opening, held = [] }: CashFlowInput): Table {
  const width = periods.length
  const all = accounts.map((account) => ({ ...account, activity: activityOf(account) }))
  const of = (activity: Activity) => all.filter((account) => account.activity === activity)
  const flow = (members: readonly CashFlowAccount[]): Part[] => [{ of: members, sign: -1n, cash: 'with' }]
  const operating = flow(of('operating'))
  const investing = flow(of('investing'))
  const financing = flow(of('financing'))
  const exchange = flow(of('exchange'))
  const net = [...operating, ...investing, ...financing, ...exchange]
  const [moved, change] = [figuresOf(net, width), inColumns(width, (i) => total(of('cash'), i))]
  const cash = [...new Set([...held, ...of('cash').map(({ code }) => code)])]
  const inHand = (span: 'before' | 'until'): Row['made'] => cash.map((account): Share => ({ account, sign: 1, span }))

  const operatingRows = method === 'direct' ? directRows(of('operating'), width) : indirectRows(all, width)
  const rows: Row[] = [
    heading('Operating activities', width),
    ...operatingRows,
    summed('Net cash from operating activities', operating, width),
    ...accountRows('Investing activities', of('investing'), width),
    summed('Net cash from investing activities', investing, width),
    ...accountRows('Financing activities', of('financing'), width),
    summed('Net cash from financing activities', financing, width),
    ...shown('Effect of exchange rates on cash', exchange, width),
    summed('Net change in cash', net, width),
    { cells: ['', 'Cash at the beginning', ...opening], made: inHand('before') },
    {
      cells: ['', 'Cash at the end', ...inColumns(width, (i) => at(opening, i) + at(moved, i))],
      emphasis: 'total',
      made: inHand('until'),
    },
  ]
  // The journal always balances; if it ever did not, the report would show the difference.
  const off = inColumns(width, (i) => at(moved, i) - at(change, i)).filter((difference) => difference !== 0n)
  return {
    name: `cash-flow-${method}`,
    title: method === 'direct' ? 'Cash Flow Statement, direct method' : 'Cash Flow Statement, indirect method',
    period: periodOf(periods),
    company,
    columns: columnsOf(periodTitles(periods)),
    rows,
    notes: off.map(
      (difference) =>
        `Cash flows do not match the change in cash: the difference is ${formatMoney(difference)}. Ask your system administrator to run the verify command.`,
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
  const moved = (members: readonly CashFlowAccount[]): Part[] => [{ of: members, sign: -1n }]
  const operating = all.filter(({ activity }) => activity === 'operating')

  const profit = moved(pick(({ statementLine }) => statementLine !== 'Income tax' && nominal.includes(statementLine)))
  const depreciated: Part[] = [{ of: codes(...depreciation), sign: 1n, cash: 'without' }]
  const doubtful: Part[] = [{ of: codes(...badDebts), sign: 1n, cash: 'without' }]
  const rateGain = moved(codes(...unrealized))
  const disposed = moved(codes(disposals))
  const interest: Part[] = [{ of: pick(({ statementLine }) => statementLine === 'Finance cost'), sign: 1n }]
  const earned = moved(codes(...interestIncome))
  const incomeTax = moved(
    pick(({ code, statementLine }) => statementLine === 'Income tax' || taxAlreadyPaid.includes(code)),
  )
  const capital = (...lines: readonly string[]) =>
    moved(pick(({ code, statementLine }) => lines.includes(statementLine) && !taxAlreadyPaid.includes(code)))
  const receivables = [...capital('Receivables'), ...negated(doubtful)]
  const inventories = capital('Inventories')
  const prepaid = capital('Prepayments', 'Other current assets')
  const payables = capital('Payables', 'Other non-current liabilities')
  const taxes = capital('Tax payables')
  // Non-cash movements of operating accounts other than depreciation: a bill for equipment, for example.
  const elsewhere: Part[] = [{ of: operating, sign: 1n, cash: 'without' }, ...negated(depreciated)]

  const generated = [
    ...[profit, depreciated, doubtful, interest, receivables, inventories, prepaid, payables, taxes, elsewhere].flat(),
    ...negated([...rateGain, ...disposed, ...earned]),
  ]
  const row = (title: string, parts: readonly Part[]) => shown(title, parts, width)
  return [
    plain(summed('Profit before tax', profit, width)),
    ...row('Depreciation and amortization', depreciated),
    ...row('Bad debts', doubtful),
    ...row('Unrealized exchange differences', negated(rateGain)),
    ...row('Gain or loss on disposal of assets', negated(disposed)),
    ...row('Interest expense', interest),
    ...row('Interest income, net of final tax', negated(earned)),
    ...row('Change in receivables', receivables),
    ...row('Change in inventories', inventories),
    ...row('Change in prepayments and other current assets', prepaid),
    ...row('Change in payables', payables),
    ...row('Change in taxes payable', taxes),
    ...row('Non-cash changes in property, loans and capital', elsewhere),
    summed('Cash generated from operations', generated, width),
    ...row('Interest paid', negated(interest)),
    ...row('Interest received', earned),
    ...row('Income tax paid, including tax withheld by customers', incomeTax),
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
    return shown(title, [{ of: members, sign: -1n, cash: 'with' }], width)
  })
}

// ── Figures

function accountRows(title: string, members: readonly CashFlowAccount[], width: number): Row[] {
  const rows = members.flatMap((account): Row[] => {
    const flows = inColumns(width, (i) => -(account.withCash[i] ?? 0n))
    if (flows.every((amount) => amount === 0n)) return []
    const name = account.code === disposals ? 'Proceeds from disposal of assets' : account.name
    const made = sharesOf([{ of: [account], sign: -1n, cash: 'with' }])
    return [{ cells: [account.code, name, ...flows], link: { to: 'account', code: account.code }, made }]
  })
  return [heading(title, width), ...rows]
}

/** The movements of accounts that a row adds or subtracts, all or those with or without cash. */
type Part = { of: readonly CashFlowAccount[]; sign: 1n | -1n; cash?: 'with' | 'without' }

const figuresOf = (parts: readonly Part[], width: number): Money[] =>
  inColumns(width, (i) => sum(parts.map(({ of, sign, cash }) => sign * movedOf(of, i, cash))))

function movedOf(of: readonly CashFlowAccount[], i: number, cash: Part['cash']): Money {
  if (cash === undefined) return total(of, i)
  return cash === 'with' ? withCash(of, i) : total(of, i) - withCash(of, i)
}

const sharesOf = (parts: readonly Part[]): Share[] =>
  parts.flatMap(({ of, sign, cash }) =>
    of.map(({ code }) => ({ account: code, sign: sign === 1n ? 1 : -1, ...(cash && { cash }) })),
  )

const summed = (title: string, parts: readonly Part[], width: number): Row => ({
  ...line(title, figuresOf(parts, width)),
  made: sharesOf(parts),
})

const plain = ({ emphasis: _, ...row }: Row): Row => row

const shown = (title: string, parts: readonly Part[], width: number): Row[] =>
  figuresOf(parts, width).some((amount) => amount !== 0n) ? [plain(summed(title, parts, width))] : []

const negated = (parts: readonly Part[]): Part[] =>
  parts.map((part) => ({ ...part, sign: part.sign === 1n ? -1n : 1n }))
const inColumns = (width: number, figure: (i: number) => Money): Money[] =>
  Array.from({ length: width }, (_, i) => figure(i))
const at = (amounts: readonly Money[], i: number): Money => amounts[i] ?? 0n
const total = (members: readonly CashFlowAccount[], i: number): Money =>
  sum(members.map(({ amounts }) => at(amounts, i)))
const withCash = (members: readonly CashFlowAccount[], i: number): Money =>
  sum(members.map((account) => at(account.withCash, i)))
