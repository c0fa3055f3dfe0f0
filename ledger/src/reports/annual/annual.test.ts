// The parts of the annual statements that the books do not print elsewhere, with figures worked out by hand.
import { expect, test } from 'vitest'
import type { Asset } from '../../accounts/month-end.ts'
import type { StatementLine } from '../../accounts/chart.ts'
import { sumColumn } from '../table.ts'
import type { Table } from '../table.ts'
import { eafsFiles } from './eafs.ts'
import { annualNotes } from './notes.ts'
import type { NotesFacts } from './notes.ts'
import { noAnnualProfile } from './profile.ts'
import { propertyMovements } from './property.ts'
import { responsibility } from './responsibility.ts'
import type { TaxFacts } from './tax-note.ts'

const year = { from: '2025-01-01', to: '2025-12-31' }
const before = { from: '2024-01-01', to: '2024-12-31' }
const company = { name: 'Bahay Kubo Trading', tinLine: 'TIN 001-002-003-00000', address: 'Quezon City' }

const asset = (more: Partial<Asset>): Asset => ({
  no: 1,
  name: 'Van',
  acquiredOn: '2024-01-10',
  cost: 1_200_000_00n,
  salvage: 0n,
  writtenOff: 0n,
  lifeMonths: 60,
  firstMonth: '2024-01',
  accumulatedAccount: '1551',
  expenseAccount: '6160',
  lastMonth: null,
  disposedOn: null,
  ...more,
})

test('property movements have cost and depreciation at both ends of the year, additions and disposals', () => {
  // 1,200,000 over 60 months: 20,000 a month. A second van of 600,000 from July 2025 wears 10,000 a month; a third one,
  // of 240,000 over 24 months from January 2024, is sold on 30 June 2025 after 18 months of 10,000.
  const assets = [
    asset({}),
    asset({ no: 2, acquiredOn: '2025-07-01', cost: 600_000_00n, firstMonth: '2025-07' }),
    asset({ no: 3, cost: 240_000_00n, lifeMonths: 24, disposedOn: '2025-06-30' }),
  ]
  const names = new Map([['1551', 'Accumulated depreciation - transportation']])
  expect(propertyMovements(assets, year, names)).toEqual([
    {
      title: 'Transportation',
      cost: { before: 1_440_000_00n, added: 600_000_00n, disposed: 240_000_00n, after: 1_800_000_00n },
      // 240,000 and 120,000 at first; then 240,000, 60,000 and 60,000 of the year.
      depreciation: { before: 360_000_00n, added: 360_000_00n, disposed: 180_000_00n, after: 540_000_00n },
      net: 1_260_000_00n,
    },
  ])
  expect(propertyMovements(assets, { from: '2026-01-01', to: '2026-12-31' }, names)[0]?.cost.disposed).toBe(0n)
  expect(propertyMovements([], year, names)).toEqual([])
})

const account = (code: string, name: string, statementLine: StatementLine, now: bigint, then: bigint) => ({
  code,
  name,
  statementLine,
  type: 'asset' as const,
  normal: 'debit' as const,
  amounts: [now, then],
})
const tax: TaxFacts = {
  vatRegistered: true,
  sales: [
    { code: '4010', name: 'Sales - goods', vatClass: 'vatable', base: 1_000_00n, vat: 120_00n },
    { code: '4010', name: 'Sales - goods', vatClass: 'zero_rated', base: 500_00n, vat: 0n },
  ],
  inputBefore: 10_00n,
  inputAfter: 5_00n,
  purchases: [{ category: 'services', base: 300_00n, vat: 36_00n }],
  imports: { dutiable: 0n, charges: 0n },
  licenses: [
    { what: 'Business permit', amount: 70_00n },
    { what: 'Documentary stamps', amount: 30_00n },
  ],
  withheld: {
    compensation: { year: 0n, payable: 0n },
    expanded: { year: 20_00n, payable: 8_00n },
    final: { year: 0n, payable: 0n },
  },
  cases: '',
}
const facts: NotesFacts = {
  company,
  taxpayer: 'corporation',
  profile: noAnnualProfile,
  year,
  before,
  balances: [
    account('1031', 'Cash in bank', 'Cash', 700_00n, 400_00n),
    account('1110', 'Accounts receivable - trade', 'Receivables', 300_00n, 100_00n),
    account('3010', 'Capital', 'Capital', -500_00n, -500_00n),
    account('4010', 'Sales - goods', 'Revenue', -500_00n, 0n),
  ],
  moved: [
    account('4010', 'Sales - goods', 'Revenue', -500_00n, -40_00n),
    account('9010', 'Income tax expense', 'Income tax', 125_00n, 10_00n),
  ],
  ages: {
    receivable: [
      [200_00n, 100_00n, 0n, 0n, 0n, 0n],
      [100_00n, 0n, 0n, 0n, 0n, 0n],
    ],
    payable: [[], []],
  },
  property: [[], []],
  tax,
}

test('each line of the statements has a note with its accounts in both years, and notes are numbered in order', () => {
  const notes = annualNotes(facts)
  const titles = notes.map(({ title }) => title)
  expect(titles.filter((title) => /^\d/.test(title))).toEqual([
    '1. Corporate Information',
    '2. Basis of Preparation',
    '3. Summary of Significant Accounting Policies',
    '4. Cash',
    '5. Receivables',
    '6. Equity',
    '7. Revenue',
    '8. Income Tax',
    '9. Supplementary Information Required by the Bureau of Internal Revenue',
  ])
  const cellsOf = (title: string) => tableOf(notes, title).rows.map(({ cells }) => cells)
  expect(cellsOf('5. Receivables')).toEqual([
    ['1110', 'Accounts receivable - trade', 300_00n, 100_00n],
    ['', 'Total', 300_00n, 100_00n],
  ])
  expect(sumColumn(tableOf(notes, 'Aging of trade receivables'), 'now')).toBe(300_00n)
  // Capital of 500 and a profit of 500 that no closing entry has moved yet.
  expect(cellsOf('6. Equity').at(-1)).toEqual(['', 'Total', 1_000_00n, 500_00n])
  expect(cellsOf('8. Income Tax').slice(0, 3)).toEqual([
    ['', 'Profit before tax', 500_00n, 40_00n],
    ['9010', 'Income tax expense', 125_00n, 10_00n],
    ['', 'Profit after tax', 375_00n, 30_00n],
  ])
  const [corporate, , policies] = notes
  expect(corporate?.text.join(' ')).toContain('[to complete: line of business]')
  expect(policies?.text.join(' ')).toContain('Cash includes cash on hand')
  expect(policies?.text.join(' ')).not.toContain('Inventories')
})

test('the tax note has output VAT and its basis, input VAT from opening to closing balance, licenses and tax withheld', () => {
  const notes = annualNotes(facts)
  const cellsOf = (title: string) => tableOf(notes, title).rows.map(({ cells }) => cells)
  expect(cellsOf('Output VAT').at(-1)).toEqual(['Total', 1_500_00n, 120_00n])
  expect(notes.find(({ title }) => title === 'Output VAT')?.text).toEqual([
    'Zero-rated sales are under sections 106(A)(2) and 108(B) of the NIRC.',
  ])
  // 10 and 36 came in, 5 is left, so 41 was applied.
  expect(cellsOf('Input VAT').map((cells) => cells[2])).toEqual([10_00n, 36_00n, -41_00n, 5_00n])
  expect(cellsOf('Taxes and licenses').at(-1)).toEqual(['Total', 100_00n])
  expect(cellsOf('Withholding taxes')[1]).toEqual(['Creditable (expanded) withholding tax', 20_00n, 8_00n])
  const withoutVat = annualNotes({ ...facts, tax: { ...tax, vatRegistered: false } })
  expect(withoutVat.find(({ title }) => title === 'VAT')?.text).toEqual(['The taxpayer is not registered for VAT.'])
})

test("the Statement of Management's Responsibility names the company, both years, the auditor and the signatories", () => {
  const profile = {
    ...noAnnualProfile,
    chair: 'Rosa Luna',
    president: 'Jose Sy',
    treasurer: 'Ana Go',
    auditor: 'Cruz & Co.',
  }
  const named = { company: company.name, profile, to: year.to, before: before.to }
  const [text, signatures] = responsibility({ ...named, taxpayer: 'corporation' })
  expect(text?.text[0]).toContain('for the years ended 31 December 2025 and 31 December 2024')
  expect(text?.text.join(' ')).toContain('Cruz & Co., the independent auditor appointed by the stockholders')
  expect(signatures?.text.join(' ')).toMatch(
    /Rosa Luna, Chairperson.*Jose Sy, Chief Executive Officer.*Ana Go, Chief Financial/,
  )
  const own = responsibility({ ...named, taxpayer: 'individual' })
  expect(JSON.stringify(own)).not.toMatch(/Board|stockholders|Company's/)
})

test('files for eAFS are named by TIN, kind, and the month and year with which the taxable year ends', () => {
  expect(eafsFiles('001002003', '2025-12-31').map(({ name }) => name)).toEqual([
    'EAFS001002003ITRTY122025',
    'EAFS001002003AFSTY122025',
    'EAFS001002003RPTTY122025',
    'EAFS001002003TCRTY122025-01',
    'EAFS001002003OTHTY122025',
  ])
  expect(eafsFiles('', '2025-12-31')).toEqual([])
})

function tableOf(notes: ReturnType<typeof annualNotes>, title: string): Table {
  const found = notes.find((note) => note.title === title)?.table
  if (found == null) throw new Error(`There is no table in the note '${title}'.`)
  return found
}
