// The notes to the financial statements, filled from the books: text by framework, then a note for each line of the
// statements with its accounts and both years.
import type { StatementLine } from '../../accounts/chart.ts'
import { accounts as named } from '../../accounts/chart.ts'
import { formatLongDay } from '../../core/date.ts'
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { ageTitles } from '../ageing.ts'
import { nominal } from '../statements.ts'
import type { Period } from '../../core/periods.ts'
import type { StatementAccount } from '../statements.ts'
import type { Row, Table } from '../table.ts'
import { continued, toComplete } from './parts.ts'
import type { Section } from './parts.ts'
import { costMethodWords, frameworkWords } from './profile.ts'
import type { AnnualProfile, Taxpayer } from './profile.ts'
import { propertyTable } from './property.ts'
import type { PropertyClass } from './property.ts'
import { taxNote } from './tax-note.ts'
import type { TaxFacts } from './tax-note.ts'

/** The figures of the year come first, those of the year before second. */
export type NotesFacts = {
  company: Table['company']
  taxpayer: Taxpayer
  profile: AnnualProfile
  year: Period
  before: Period
  /** Balances of all accounts at the end of both years; debits less credits, centavos. */
  balances: readonly StatementAccount[]
  /** Income and expenses of both years, before closing entries. */
  moved: readonly StatementAccount[]
  /** Open receivables and payables by age at the end of both years. */
  ages: Record<'receivable' | 'payable', readonly (readonly Money[])[]>
  property: readonly (readonly PropertyClass[])[]
  tax: TaxFacts
}

export function annualNotes(facts: NotesFacts): Section[] {
  const sections = [...textNotes(facts), ...lineNotes(facts), ...taxNote(facts.tax, yearTitles(facts), headOf(facts))]
  let no = 0
  // A continued note has the number of the one before it.
  return sections.map((section) =>
    section.title.startsWith(continued)
      ? { ...section, title: section.title.slice(continued.length) }
      : { ...section, title: `${++no}. ${section.title}` },
  )
}

const headOf = ({ company, year }: NotesFacts) => ({ company, period: `As of ${formatLongDay(year.to)}` })
const yearTitles = ({ year, before }: NotesFacts): [string, string] => [
  formatLongDay(year.to),
  formatLongDay(before.to),
]

/**
 * Corporate information, basis of preparation and policies (PFRS for SMEs 3.24, 8.2 to 8.7; PFRS for Small Entities,
 * sections 3 and 7). A policy is stated for each line that has figures.
 */
function textNotes({ company, taxpayer, profile, balances, moved, year, before }: NotesFacts): Section[] {
  const has = (...lines: StatementLine[]) =>
    [...balances, ...moved].some(
      ({ statementLine, amounts }) => lines.includes(statementLine) && amounts.some((amount) => amount !== 0n),
    )
  const framework = frameworkWords[profile.framework]
  const entity = taxpayer === 'corporation' ? 'The Company' : 'The business'
  const registered =
    profile.secNo === '' && profile.registeredOn === null
      ? `${company.name} is registered in the Philippines ${toComplete('registration number and date')}.`
      : `${company.name} was registered with the ${taxpayer === 'corporation' ? 'Securities and Exchange Commission' : 'Department of Trade and Industry'}${profile.registeredOn === null ? '' : ` on ${formatLongDay(profile.registeredOn)}`}${profile.secNo === '' ? '' : ` under registration number ${profile.secNo}`}.`
  const corporate = [
    registered,
    `${entity} is engaged in ${profile.business || toComplete('line of business')}. Its principal office is at ${company.address || toComplete('address')}.`,
    `The financial statements for the year ended ${formatLongDay(year.to)} were authorized for issue on ${profile.approvedOn === null ? toComplete('date') : formatLongDay(profile.approvedOn)}.`,
  ]
  const basis = [
    `The financial statements were prepared in accordance with the Philippine Financial Reporting Standard ${framework.replace('PFRS ', '')} (${framework}), as adopted by the Securities and Exchange Commission.`,
    'They were prepared on the historical cost basis and, except for the cash flow information, on the accrual basis, on the assumption that operations continue as a going concern.',
    'They are presented in Philippine pesos, the functional currency. All amounts are rounded to the nearest centavo.',
    `Comparative amounts are as of and for the year ended ${formatLongDay(before.to)}.`,
  ]
  const policies: (string | false)[] = [
    has('Cash') &&
      'Cash. Cash includes cash on hand, petty cash, cash in banks and electronic wallets, stated at face value.',
    has('Receivables') &&
      'Receivables. Trade receivables are recognized at the invoice amount and carried at that amount less an allowance for amounts that are not expected to be collected.',
    has('Inventories') &&
      `Inventories. Inventories are stated at the lower of cost and ${profile.framework === 'small' ? 'market value' : 'selling price less costs to complete and sell'}. Cost is determined by the following method: ${costMethodWords[profile.costMethod].toLowerCase()}.`,
    has('Prepayments', 'Other current assets') &&
      'Prepayments and other current assets. Payments made in advance are recognized as assets and charged to expense as they are used. Creditable taxes are recognized as assets until they are claimed in a return.',
    has('PPE') &&
      'Property and equipment. Property and equipment is stated at cost less accumulated depreciation and any impairment. Depreciation is computed by the straight-line method over the estimated useful life of each asset.',
    has('Intangibles') &&
      'Intangible assets. Intangible assets are stated at cost less accumulated amortization and any impairment.',
    has('Payables') &&
      'Payables. Trade and other payables are recognized when the goods or services are received, at the invoice amount.',
    has('Loans', 'Loans non-current') &&
      'Loans. Loans are recognized at the amount received and carried at the amount outstanding. Interest is charged to expense as it accrues.',
    'Equity. Share capital is recognized at the amount paid in. Retained earnings are the accumulated profits less dividends declared.',
    has('Revenue') &&
      'Revenue. Sales of goods are recognized when the goods are delivered, and sales of services when the services are rendered, net of VAT, returns and discounts.',
    has('Cost of sales', 'Operating', 'Other expense') &&
      'Costs and expenses. Costs and expenses are recognized when they are incurred.',
    has('Income tax') &&
      (profile.framework === 'small'
        ? 'Income tax. Income tax is recognized by the taxes payable method, at the amount due for the year.'
        : 'Income tax. Current tax is the amount due for the year. Deferred tax is recognized for temporary differences that will affect the taxable profit of later years.'),
    'Foreign currency. Transactions in foreign currency are recorded at the exchange rate on the transaction date. Cash in foreign currency is translated at the closing rate, and exchange differences are recognized in profit or loss.',
  ]
  return [
    {
      title: taxpayer === 'corporation' ? 'Corporate Information' : 'General Information',
      text: corporate,
      table: null,
    },
    { title: 'Basis of Preparation', text: basis, table: null },
    { title: 'Summary of Significant Accounting Policies', text: policies.filter((one) => one !== false), table: null },
  ]
}

type LineNote = { title: string; lines: readonly StatementLine[]; sign: 1n | -1n; of: 'balances' | 'moved' }

const lineTable: readonly LineNote[] = [
  { title: 'Cash', lines: ['Cash'], sign: 1n, of: 'balances' },
  { title: 'Receivables', lines: ['Receivables'], sign: 1n, of: 'balances' },
  { title: 'Inventories', lines: ['Inventories'], sign: 1n, of: 'balances' },
  {
    title: 'Prepayments and Other Current Assets',
    lines: ['Prepayments', 'Other current assets'],
    sign: 1n,
    of: 'balances',
  },
  { title: 'Property and Equipment', lines: ['PPE'], sign: 1n, of: 'balances' },
  {
    title: 'Intangible and Other Non-current Assets',
    lines: ['Intangibles', 'Other non-current assets'],
    sign: 1n,
    of: 'balances',
  },
  { title: 'Trade and Other Payables', lines: ['Payables'], sign: -1n, of: 'balances' },
  { title: 'Taxes Payable', lines: ['Tax payables'], sign: -1n, of: 'balances' },
  { title: 'Loans', lines: ['Loans', 'Loans non-current'], sign: -1n, of: 'balances' },
  { title: 'Other Non-current Liabilities', lines: ['Other non-current liabilities'], sign: -1n, of: 'balances' },
  { title: 'Equity', lines: ['Capital', 'Retained earnings'], sign: -1n, of: 'balances' },
  { title: 'Revenue', lines: ['Revenue'], sign: -1n, of: 'moved' },
  { title: 'Costs and Expenses by Nature', lines: ['Cost of sales', 'Operating'], sign: 1n, of: 'moved' },
  { title: 'Other Income', lines: ['Other income'], sign: -1n, of: 'moved' },
  { title: 'Finance Cost and Other Expense', lines: ['Finance cost', 'Other expense'], sign: 1n, of: 'moved' },
]

function lineNotes(facts: NotesFacts): Section[] {
  return [...lineTable.flatMap((note) => lineNote(facts, note)), ...incomeTaxNote(facts)]
}

function lineNote(facts: NotesFacts, { title, lines, sign, of }: LineNote): Section[] {
  const members = facts[of].filter(
    ({ statementLine, amounts }) => lines.includes(statementLine) && amounts.some((amount) => amount !== 0n),
  )
  const profit = title === 'Equity' ? unclosedProfit(facts) : [0n, 0n]
  if (members.length === 0 && profit.every((amount) => amount === 0n)) return []
  const rows = members.map((account) => accountLine(account, sign))
  if (profit.some((amount) => amount !== 0n)) rows.push({ cells: ['', 'Profit not yet closed', ...profit] })
  const total = [0, 1].map((at) => sign * sum(members.map(({ amounts }) => amounts[at] ?? 0n)) + (profit[at] ?? 0n))
  rows.push({ cells: ['', 'Total', ...total], emphasis: 'total' })
  const note: Section = { title, text: [], table: twoYears(facts, title, rows) }
  if (title === 'Receivables') return [note, ...agesOf(facts, 'receivable')]
  if (title === 'Trade and Other Payables') return [note, ...agesOf(facts, 'payable')]
  if (title === 'Property and Equipment') return [note, ...movementsOf(facts, total)]
  return [note]
}

const accountLine = ({ code, name, amounts }: StatementAccount, sign: 1n | -1n): Row => ({
  cells: [code, name, ...[0, 1].map((at) => sign * (amounts[at] ?? 0n))],
  link: { to: 'account', code },
})

/** Income less expenses that no closing entry has moved to retained earnings yet, as on the balance sheet. */
const unclosedProfit = ({ balances }: NotesFacts): Money[] =>
  [0, 1].map(
    (at) =>
      -sum(
        balances.filter(({ statementLine }) => nominal.includes(statementLine)).map(({ amounts }) => amounts[at] ?? 0n),
      ),
  )

function twoYears(facts: NotesFacts, title: string, rows: Row[]): Table {
  const [now, then] = yearTitles(facts)
  return {
    name: 'note',
    title,
    ...headOf(facts),
    columns: [
      { key: 'code', title: 'Account code', kind: 'code' },
      { key: 'name', title: 'Account title', kind: 'text', width: 4 },
      { key: 'now', title: now, kind: 'money', width: 2 },
      { key: 'then', title: then, kind: 'money', width: 2 },
    ],
    rows,
    notes: [],
  }
}

/** Trade receivables or payables by days past due. */
function agesOf(facts: NotesFacts, side: 'receivable' | 'payable'): Section[] {
  const ages = facts.ages[side]
  const totals = ages.map((amounts) => sum(amounts))
  if (totals.every((amount) => amount === 0n)) return []
  const [now, then] = yearTitles(facts)
  const title = side === 'receivable' ? 'Aging of trade receivables' : 'Aging of trade payables'
  return [
    {
      title: `${continued}${title}`,
      text: [],
      table: {
        name: 'ageing',
        title,
        ...headOf(facts),
        columns: [
          { key: 'age', title: 'Days past due', kind: 'text', width: 4 },
          { key: 'now', title: now, kind: 'money', width: 2 },
          { key: 'then', title: then, kind: 'money', width: 2 },
        ],
        rows: [
          ...ageTitles.map((age, at): Row => ({ cells: [age, ages[0]?.[at] ?? 0n, ages[1]?.[at] ?? 0n] })),
          { cells: ['Total', totals[0] ?? 0n, totals[1] ?? 0n], emphasis: 'total' },
        ],
        notes: [],
      },
    },
  ]
}

/** The movements by the register, and how they differ from the accounts. */
function movementsOf(facts: NotesFacts, booked: readonly Money[]): Section[] {
  return facts.property.flatMap((classes, at): Section[] => {
    if (classes.length === 0) return []
    const title = `Movements, year ended ${yearTitles(facts)[at]}`
    const difference = propertyDifference(booked[at] ?? 0n, classes)
    const text =
      difference === 0n
        ? []
        : [
            `The accounts differ from the fixed asset register by ${formatMoney(difference)}, for example because of land or assets that are not in the register.`,
          ]
    return [{ title: `${continued}${title}`, text, table: propertyTable(classes, title, headOf(facts)) }]
  })
}

/** Net property in the accounts less that of the register; centavos. */
export const propertyDifference = (booked: Money, classes: readonly PropertyClass[]): Money =>
  booked - sum(classes.map(({ net }) => net))

/** The tax of the year, and the balances with the BIR (PFRS for SMEs 29.38 to 29.41). */
function incomeTaxNote(facts: NotesFacts): Section[] {
  const taxed = facts.moved.filter(({ statementLine }) => statementLine === 'Income tax')
  const rest = facts.moved.filter(({ statementLine }) => statementLine !== 'Income tax')
  const at = (members: readonly StatementAccount[], year: number) =>
    sum(members.map(({ amounts }) => amounts[year] ?? 0n))
  const balance = (...codes: string[]) => facts.balances.filter(({ code }) => codes.includes(code))
  const both = (of: (year: number) => Money) => [of(0), of(1)]
  const rows: Row[] = [
    { cells: ['', 'Profit before tax', ...both((year) => -at(rest, year))] },
    ...taxed.map((account) => accountLine(account, 1n)),
    { cells: ['', 'Profit after tax', ...both((year) => -at(rest, year) - at(taxed, year))], emphasis: 'subtotal' },
    { cells: ['', 'Income tax payable', ...both((year) => -at(balance('2148'), year))] },
    {
      cells: [
        '',
        'Creditable withholding tax not yet used',
        ...both((year) => at(balance(named.withheldWithCertificate, named.withheldAwaitingCertificate), year)),
      ],
    },
  ]
  return [{ title: 'Income Tax', text: [], table: twoYears(facts, 'Income Tax', rows) }]
}
