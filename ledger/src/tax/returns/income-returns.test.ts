// The income tax returns by hand: taxable years filed quarter by quarter, each return reading the ones before it.
import { expect, test } from 'vitest'
import { filingFacts, posted } from '../../../test/tax-lines.ts'
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import { formatMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { StatementAccount } from '../../reports/statements.ts'
import { shifted } from '../calendar/forms.ts'
import type { Period, WorksheetForm } from '../calendar/forms.ts'
import { standardRates } from '../rates.ts'
import type { TaxLine } from '../tax-line.ts'
import { revisionOf, standardForms } from './all.ts'
import { closingEntry } from './closing-entry.ts'
import { graduatedTax, lastYearOfLoss, lossYears } from './income-tax.ts'
import { boxesOf, boxTable, referenceKey, worksheetOf } from './worksheet.ts'
import type { Figures, FilingFacts, FilingProfile, Worksheet } from './worksheet.ts'

const peso = (amount: number): Money => BigInt(Math.round(amount * 100))
const company = { name: 'Bituin Supply Co.', tinLine: 'TIN 009-876-543-00000', address: '1 Mabini Street, Manila' }

const account = (
  code: string,
  type: StatementAccount['type'],
  normal: 'debit' | 'credit',
  amount: number,
): StatementAccount => {
  const moved = normal === 'debit' ? peso(amount) : -peso(amount)
  return { code, type, normal, name: code, statementLine: 'Operating', amounts: [moved, moved] }
}

/** Sales, cost and expenses of a period; more accounts where a test needs them. */
const books = (sales: number, cost: number, expenses: number, more: StatementAccount[] = []): StatementAccount[] => [
  account('4010', 'revenue', 'credit', sales),
  account('5010', 'cost', 'debit', cost),
  account('6010', 'expense', 'debit', expenses),
  ...more,
]

/** A certificate (form 2307) of a customer for some tax withheld. */
const certificate = (tax: number): TaxLine[] =>
  posted([
    {
      kind: 'certificate',
      entry: entry(
        'GJ',
        '2026-03-31',
        '',
        debit(accounts.withheldWithCertificate, peso(tax), {
          withheld: { atc: 'WC158', rate: '0.01', base: peso(tax * 100), tax: peso(tax) },
        }),
        credit(accounts.withheldAwaitingCertificate, peso(tax)),
      ),
    },
  ])

/** Returns are worked out in the order given; each one sees those before it, as the server lets it. */
function filer(profile: Partial<FilingProfile>) {
  const others = new Map<string, ReadonlyMap<string, Figures>>()
  const annualBefore = profile.annualBefore ?? '1702-RT'
  return (form: WorksheetForm, period: Period, given: Partial<FilingFacts> = {}): Worksheet => {
    const facts = filingFacts({ period, others, ...given })
    const revision = revisionOf(form, period.to, standardForms)
    if (revision === undefined) throw new Error(`${form} is not known for ${period.to}.`)
    const sheet = worksheetOf(revision, { ...facts, profile: { ...facts.profile, annualBefore, ...profile } })
    others.set(referenceKey(form, period.to), boxesOf(sheet))
    return sheet
  }
}

const quarter = (no: number, year = 2026): Period => shifted({ from: `${year}-01-01`, to: `${year}-03-31` }, no - 1)
const year = (of = 2026): Period => ({ from: `${of}-01-01`, to: `${of}-12-31` })

/** The figure of each box: its amount or its tax, as the form has one. */
function figures(sheet: Worksheet, ...numbers: string[]): Record<string, string> {
  const all = new Map(sheet.boxes.map((box) => [box.no, box]))
  return Object.fromEntries(
    numbers.map((no) => {
      const box = all.get(no)
      return [no, box === undefined ? 'none' : formatMoney(box.columns === 'base' ? box.base : box.tax)]
    }),
  )
}

const voucher = (sheet: Worksheet): string =>
  (closingEntry(sheet)?.lines ?? [])
    .map(({ account: code, debit: dr, credit: cr }) =>
      dr > 0n ? `Dr ${code} ${formatMoney(dr)}` : `Cr ${code} ${formatMoney(cr)}`,
    )
    .join(' | ')

const entered = (all: Record<string, number>): FilingFacts['entries'] =>
  new Map(Object.entries(all).map(([no, base]) => [no, { base: peso(base), tax: 0n, reason: 'ITR 2025' }]))

test('a corporation files three quarters and the year, and pays the higher of normal and minimum tax', () => {
  const file = filer({ minimumTaxFrom: '2026-01-01' })
  // 25% of 20,000 is 5,000; 2% of the gross income of 400,000 is 8,000.
  const first = file('1702Q', quarter(1), { statement: books(1_000_000, 600_000, 380_000), claims: certificate(3_000) })
  expect(figures(first, 'S2.1', 'S2.3', 'S2.5', 'S2.6', 'S2.9', 'S2.11', 'S3.4', 'S2.12', 'S2.13', '20')).toEqual({
    'S2.1': '1,000,000.00',
    'S2.3': '400,000.00',
    'S2.5': '400,000.00',
    'S2.6': '380,000.00',
    'S2.9': '20,000.00',
    'S2.11': '5,000.00',
    'S3.4': '400,000.00',
    'S2.12': '8,000.00',
    'S2.13': '8,000.00',
    '20': '5,000.00',
  })
  // To date 220,000: 55,000 against a minimum of 2% of 900,000. The certificate of 4,000.50 counts as 4,001.
  const second = file('1702Q', quarter(2), {
    statement: books(1_000_000, 500_000, 300_000),
    claims: certificate(4_000.5),
  })
  expect(figures(second, 'S2.8', 'S2.9', 'S3.1', 'S3.4', 'S2.13', 'S4.2', 'S4.3', 'S4.4', 'S4.5', '20')).toEqual({
    'S2.8': '20,000.00',
    'S2.9': '220,000.00',
    'S3.1': '400,000.00',
    'S3.4': '900,000.00',
    'S2.13': '55,000.00',
    'S4.2': '0.00',
    'S4.3': '5,000.00',
    'S4.4': '3,000.00',
    'S4.5': '4,001.00',
    '20': '42,999.00',
  })
  // To date 20,000: the minimum of 2% of 1,200,000 is higher, and less than what was paid.
  const third = file('1702Q', quarter(3), { statement: books(1_000_000, 700_000, 500_000) })
  expect(figures(third, 'S2.9', 'S2.12', 'S2.13', 'S4.2', 'S4.3', 'S4.4', 'S4.7', '20')).toEqual({
    'S2.9': '20,000.00',
    'S2.12': '24,000.00',
    'S2.13': '24,000.00',
    'S4.2': '42,999.00',
    'S4.3': '5,000.00',
    'S4.4': '7,001.00',
    'S4.7': '55,000.00',
    '20': '-31,000.00',
  })
  // The year ends with a loss of 30,000; 2% of 1,400,000 is due, and 56,000 were paid and withheld.
  const annual = file('1702-RT', year(), {
    statement: books(4_000_000, 2_600_000, 1_430_000),
    claims: certificate(1_000),
  })
  expect(
    figures(annual, '33', '37', '39', '41', '42', '43', '44', '45', '46', '47', '48', '49', '55', '56', '16', '21.1'),
  ).toEqual({
    '33': '1,400,000.00',
    '37': '1,430,000.00',
    '39': '-30,000.00',
    '41': '0.00',
    '42': '28,000.00',
    '43': '28,000.00',
    '44': '0.00',
    '45': '5,000.00',
    '46': '42,999.00',
    '47': '0.00',
    '48': '7,001.00',
    '49': '1,000.00',
    '55': '56,000.00',
    '56': '-28,000.00',
    '16': '-28,000.00',
    '21.1': '28,000.00',
  })
  expect(figures(annual, 'S3.3', 'N2026A', 'M2026C', 'S5.1', 'S5.10')).toEqual({
    'S3.3': '-30,000.00',
    N2026A: '30,000.00',
    M2026C: '28,000.00',
    'S5.1': '-30,000.00',
    'S5.10': '-30,000.00',
  })

  // The vouchers: 1330 ends with the overpayment of the year.
  expect([first, second, third, annual].map(voucher)).toEqual([
    'Dr 9010 8,000.00 | Cr 1320 3,000.00 | Cr 2148 5,000.00',
    'Dr 9010 46,999.50 | Cr 1320 4,000.50 | Cr 2148 42,999.00',
    'Cr 9010 31,000.00 | Dr 1330 31,000.00',
    'Dr 9010 4,000.00 | Cr 1320 1,000.00 | Cr 1330 3,000.00',
  ])
  expect(boxTable(second, 'S4.5', company)?.rows.map(({ cells }) => [cells[1], cells.at(-1)])).toEqual([
    ['certificate-1', 4_000_50n],
    ['Rounding', 50n],
    ['Total', 4_001_00n],
  ])

  expect(boxTable(second, 'S2.1', company)?.rows.map(({ cells, link }) => [cells[1], link])).toEqual([
    ['4010 4010', { to: 'account', code: '4010' }],
    ['Total', undefined],
  ])

  // The next year deducts the loss, the excess of the minimum tax, and the overpayment.
  const next = file('1702Q', quarter(1, 2027), { statement: books(2_000_000, 1_000_000, 500_000) })
  expect(figures(next, 'S2.6.1', 'S2.6.2', 'S2.9', 'S2.13', '14', '15', '16', 'S4.1', '20')).toEqual({
    'S2.6.1': '500,000.00',
    'S2.6.2': '30,000.00',
    'S2.9': '470,000.00',
    'S2.13': '117,500.00',
    '14': '117,500.00',
    '15': '28,000.00',
    '16': '89,500.00',
    'S4.1': '28,000.00',
    '20': '61,500.00',
  })
  expect(voucher(next)).toBe('Dr 9010 89,500.00 | Cr 2148 61,500.00 | Cr 1330 28,000.00')
  file('1702Q', quarter(2, 2027))
  // A loss in the third quarter leaves less income for the NOLCO, which is taken back in part.
  const later = file('1702Q', quarter(3, 2027), { statement: books(0, 0, 480_000) })
  expect(figures(later, 'S2.6.2', 'S2.7', 'S2.9', '15')).toEqual({
    'S2.6.2': '-10,000.00',
    'S2.7': '-470,000.00',
    'S2.9': '0.00',
    '15': '0.00',
  })
  const second2027 = file('1702-RT', year(2027), { statement: books(2_000_000, 1_000_000, 500_000) })
  expect(figures(second2027, '36', '39', '41', '43', '44', '47', '48', 'N2026D', 'N2026E', 'M2026F', 'M2026G')).toEqual(
    {
      '36': '30,000.00',
      '39': '470,000.00',
      '41': '117,500.00',
      '43': '117,500.00',
      '44': '28,000.00',
      '47': '28,000.00',
      '48': '0.00',
      N2026D: '30,000.00',
      N2026E: '0.00',
      M2026F: '28,000.00',
      M2026G: '0.00',
    },
  )
})

test('losses of earlier years are applied oldest first and expire after three years, those of 2020 and 2021 after five', () => {
  expect([2019, 2020, 2021, 2022].map((loss) => lastYearOfLoss(loss, 12))).toEqual([2022, 2025, 2026, 2025])
  // A fiscal year that ends in June 2021 or 2022 is a taxable year 2020 or 2021.
  expect([2020, 2021, 2022, 2023].map((loss) => lastYearOfLoss(loss, 6))).toEqual([2023, 2026, 2027, 2026])
  expect(lossYears(2026, 12)).toEqual([2021, 2023, 2024, 2025])

  const file = filer({})
  const first = file('1702Q', quarter(1), {
    statement: books(500_000, 300_000, 140_000),
    entries: entered({ N2021A: 50_000, N2021B: 20_000, N2023A: 100_000, N2025A: 70_000 }),
  })
  // Income of 60,000 before NOLCO, and 200,000 of losses.
  expect(figures(first, 'S2.6.2', 'S2.9', 'S2.13')).toEqual({
    'S2.6.2': '60,000.00',
    'S2.9': '0.00',
    'S2.13': '0.00',
  })
  file('1702Q', quarter(2), { statement: books(500_000, 300_000, 140_000) })
  file('1702Q', quarter(3))
  const annual = file('1702-RT', year(), { statement: books(1_000_000, 600_000, 280_000) })
  expect(figures(annual, '36', '39', 'N2021D', 'N2021C', 'N2023D', 'N2023C', 'N2023E', 'N2025D', 'N2025E')).toEqual({
    '36': '120,000.00',
    '39': '0.00',
    N2021D: '30,000.00',
    N2021C: '0.00',
    N2023D: '90,000.00',
    N2023C: '10,000.00',
    N2023E: '0.00',
    N2025D: '0.00',
    N2025E: '70,000.00',
  })
  const next = file('1702Q', quarter(1, 2027), { statement: books(100_000, 0, 0) })
  expect(figures(next, 'S2.6.2', 'N2023A', 'N2025A', 'N2025B')).toEqual({
    'S2.6.2': '70,000.00',
    N2023A: 'none',
    N2025A: '70,000.00',
    N2025B: '0.00',
  })
})

test('a small corporation pays 20%, and the standard deduction replaces the expenses and keeps no loss', () => {
  const file = filer({ incomeTax: 'small' })
  const sheet = file('1702-RT', year(), { statement: books(3_000_000, 1_800_000, 700_000) })
  expect(figures(sheet, '39', '41', '42', '16')).toEqual({
    '39': '500,000.00',
    '41': '100,000.00',
    '42': '0.00',
    '16': '100,000.00',
  })

  // 40% of the gross income of 1,050,000; interest under final tax and penalties are not in it.
  const standard = filer({ deduction: 'osd' })
  const statement = books(2_000_000, 1_000_000, 900_000, [
    account('7050', 'other', 'credit', 50_000),
    account('7010', 'other', 'credit', 8_000),
    account('6270', 'expense', 'debit', 5_000),
  ])
  // An expense that was entered before the standard deduction was chosen no longer counts, also not in schedule V.
  const annual = standard('1702-RT', year(), { statement, entries: entered({ N2024A: 90_000, 'S1.9': 7_000 }) })
  expect(figures(annual, '33', '34', '36', '38', '39', '41', 'N2024D', 'N2026A', 'S5.1', 'S5.10')).toEqual({
    '33': '1,050,000.00',
    '34': '0.00',
    '36': '0.00',
    '38': '420,000.00',
    '39': '630,000.00',
    '41': '157,500.00',
    N2024D: '0.00',
    N2026A: '0.00',
    'S5.1': '153,000.00',
    'S5.10': '630,000.00',
  })
  const first = standard('1702Q', quarter(1, 2027), { statement: books(100_000, 0, 90_000) })
  expect(figures(first, 'S2.6.1', 'S2.6.2', 'S2.9')).toEqual({
    'S2.6.1': '40,000.00',
    'S2.6.2': '0.00',
    'S2.9': '60,000.00',
  })
})

test('the annual return lists the deductions by kind, and explains the difference to the books', () => {
  const expenses = [
    account('6050', 'expense', 'debit', 120_000),
    account('6090', 'expense', 'debit', 8_000.5),
    account('6130', 'expense', 'debit', 30_000),
    account('8010', 'other', 'debit', 12_000),
    account('8050', 'other', 'debit', 1_000),
    account('7010', 'other', 'credit', 5_000),
  ]
  const statement = books(1_000_000, 400_000, 100_000, expenses)
  const sheet = filer({})('1702-RT', year(), { statement, entries: entered({ 'S1.6': -2_000, 'S1.3': 500 }) })
  expect(figures(sheet, 'S1.13', 'S1.11', 'S1.16', 'S1.8', 'S1.17d', 'S1.6', 'S1.3', 'S1.18', '34', '39')).toEqual({
    'S1.13': '100,000.00',
    'S1.11': '120,000.00',
    'S1.16': '8,001.00',
    'S1.8': '12,000.00',
    'S1.17d': '30,000.00',
    'S1.6': '-2,000.00',
    'S1.3': '500.00',
    'S1.18': '268,501.00',
    '34': '268,501.00',
    '39': '331,499.00',
  })
  expect(figures(sheet, 'S5.1', 'S5.2', 'S5.3', 'S5.5', 'S5.10')).toEqual({
    'S5.1': '333,999.00',
    'S5.2': '1,000.00',
    'S5.3': '1,500.00',
    'S5.5': '5,000.00',
    'S5.10': '331,499.00',
  })
  expect(sheet.notes.some((note) => note.includes('section 34(B)(1)'))).toBe(true)
})

test.each([
  [250_000, 0, 0],
  [400_000, 22_500, 30_000],
  [800_000, 102_500, 130_000],
  [1_000_000, 152_500, 190_000],
  [2_000_000, 402_500, 490_000],
  [8_000_000, 2_202_500, 2_410_000],
  [10_000_000, 2_902_500, 3_110_000],
  [-5_000, 0, 0],
])('the graduated tax on %d is %d from 2023, and was %d before', (income, now, before) => {
  expect(graduatedTax(standardRates, '2026-12-31', peso(income))).toBe(peso(now))
  expect(graduatedTax(standardRates, '2022-12-31', peso(income))).toBe(peso(before))
})

const individual = { taxpayer: 'individual', incomeTax: 'graduated', annualBefore: '1701' } as const

test('an individual with itemized deductions files three quarters and form 1701 at graduated rates', () => {
  const file = filer(individual)
  const first = file('1701Q', quarter(1), {
    statement: books(900_000, 300_000, 200_000, [account('7050', 'other', 'credit', 20_000)]),
    claims: certificate(5_000),
  })
  // 22,500 + 20% of (420,000 - 400,000)
  expect(figures(first, '36', '38', '39', '41', '43', '45', '46', '26', '27', '28')).toEqual({
    '36': '900,000.00',
    '38': '600,000.00',
    '39': '200,000.00',
    '41': '400,000.00',
    '43': '20,000.00',
    '45': '420,000.00',
    '46': '26,500.00',
    '26': '26,500.00',
    '27': '5,000.00',
    '28': '21,500.00',
  })
  const second = file('1701Q', quarter(2), { statement: books(900_000, 300_000, 220_000) })
  // 102,500 + nothing: 800,000 to date.
  expect(figures(second, '42', '45', '46', '56', '57', '63')).toEqual({
    '42': '420,000.00',
    '45': '800,000.00',
    '46': '102,500.00',
    '56': '21,500.00',
    '57': '5,000.00',
    '63': '76,000.00',
  })
  file('1701Q', quarter(3))
  const annual = file('1701', year(), {
    statement: books(2_000_000, 800_000, 620_000, [account('7050', 'other', 'credit', 20_000)]),
  })
  // Taxable 600,000: 22,500 + 20% of 200,000; 97,500 were paid and 5,000 withheld.
  expect(figures(annual, 'S3.12', 'S3.16', 'S3.18', 'S3.24', 'S3.25', 'P7.2', 'P7.3', 'P7.10', '24', '31.1')).toEqual({
    'S3.12': '1,200,000.00',
    'S3.16': '620,000.00',
    'S3.18': '580,000.00',
    'S3.24': '600,000.00',
    'S3.25': '62,500.00',
    'P7.2': '97,500.00',
    'P7.3': '5,000.00',
    'P7.10': '102,500.00',
    '24': '-40,000.00',
    '31.1': '40,000.00',
  })
  expect([first, second, annual].map(voucher)).toEqual([
    'Dr 9010 26,500.00 | Cr 1320 5,000.00 | Cr 2148 21,500.00',
    'Dr 9010 76,000.00 | Cr 2148 76,000.00',
    'Cr 9010 40,000.00 | Dr 1330 40,000.00',
  ])
  expect(figures(file('1701Q', quarter(1, 2027)), '55')).toEqual({ '55': '40,000.00' })
})

test('an individual who chose 8% has one deduction a year, and files form 1701A', () => {
  const file = filer({ ...individual, incomeTax: 'eight_percent', annualBefore: '1701A' })
  const first = file('1701Q', quarter(1), { statement: books(300_000, 0, 100_000) })
  expect(figures(first, '47', '51', '52', '53', '54', '28')).toEqual({
    '47': '300,000.00',
    '51': '300,000.00',
    '52': '250,000.00',
    '53': '50,000.00',
    '54': '4,000.00',
    '28': '4,000.00',
  })
  const second = file('1701Q', quarter(2), { statement: books(400_000, 0, 0) })
  expect(figures(second, '50', '51', '53', '54', '56', '28')).toEqual({
    '50': '300,000.00',
    '51': '700,000.00',
    '53': '450,000.00',
    '54': '36,000.00',
    '56': '4,000.00',
    '28': '32,000.00',
  })
  file('1701Q', quarter(3))
  // Above the threshold the graduated rates apply, and what the quarters at 8% left out is entered.
  const others = new Map([[referenceKey('1701Q', quarter(1).to), boxesOf(first)]])
  const graduated = filer(individual)('1701Q', quarter(2), { statement: books(400_000, 0, 0), others })
  expect(graduated.notes.some((note) => note.includes('in box 42'))).toBe(true)
  expect(figures(graduated, '42', '56')).toEqual({ '42': '0.00', '56': '4,000.00' })

  const annual = file('1701A', year(), {
    statement: books(1_200_000, 500_000, 0, [account('4080', 'revenue', 'debit', 100_000)]),
  })
  // (1,200,000 - 100,000 - 250,000) x 8%
  expect(figures(annual, '47', '48', '49', '54', '55', '56', '58', '65', '22')).toEqual({
    '47': '1,200,000.00',
    '48': '100,000.00',
    '49': '1,100,000.00',
    '54': '250,000.00',
    '55': '850,000.00',
    '56': '68,000.00',
    '58': '36,000.00',
    '65': '32,000.00',
    '22': '32,000.00',
  })
})

test('an individual with the standard deduction deducts 40% of net sales, without cost of sales', () => {
  const file = filer({ ...individual, deduction: 'osd', annualBefore: '1701A' })
  const other = account('7050', 'other', 'credit', 50_000)
  const annual = file('1701A', year(), { statement: books(2_000_000, 900_000, 300_000, [other]) })
  // 1,200,000 + 50,000: 102,500 + 25% of 450,000
  expect(figures(annual, '38', '39', '40', '44', '45', '46', '22')).toEqual({
    '38': '2,000,000.00',
    '39': '800,000.00',
    '40': '1,200,000.00',
    '44': '50,000.00',
    '45': '1,250,000.00',
    '46': '215,000.00',
    '22': '215,000.00',
  })
  const first = file('1701Q', quarter(1, 2027), { statement: books(500_000, 200_000, 100_000) })
  expect(figures(first, '37', '39', '40', '41', '46', 'N0')).toEqual({
    '37': '0.00',
    '39': '0.00',
    '40': '200,000.00',
    '41': '300,000.00',
    '46': '7,500.00',
    N0: 'none',
  })
})

test('with compensation income the 8% rate has no deduction, and a business loss does not reduce the compensation', () => {
  const mixed = filer({ ...individual, incomeTax: 'eight_percent', mixedIncome: true })
  const quarterly = mixed('1701Q', quarter(1), { statement: books(600_000, 0, 0) })
  expect(figures(quarterly, '52', '54')).toEqual({ '52': '0.00', '54': '48,000.00' })
  const pay = entered({ 'S2.4': 600_000, 'S2.5': 100_000 })
  const annual = mixed('1701', year(), { statement: books(600_000, 0, 0), entries: pay })
  // Compensation 22,500 + 20% of 100,000; business 8% of 600,000.
  expect(figures(annual, 'S2.6', 'S2.7', 'S3.29', 'S3.31', 'S3.32', '22')).toEqual({
    'S2.6': '500,000.00',
    'S2.7': '42,500.00',
    'S3.29': '0.00',
    'S3.31': '48,000.00',
    'S3.32': '90,500.00',
    '22': '90,500.00',
  })

  const graduated = filer({ ...individual, mixedIncome: true })
  const loss = graduated('1701', year(), { statement: books(500_000, 400_000, 200_000), entries: pay })
  expect(figures(loss, 'S3.23', 'S3.24', 'S3.25', 'N2026A')).toEqual({
    'S3.23': '-100,000.00',
    'S3.24': '500,000.00',
    'S3.25': '42,500.00',
    N2026A: '100,000.00',
  })
})

test('a quarter on the boxes continues quarters filed on the working lines', () => {
  const filed = new Map<string, Figures>([
    ['A', { base: peso(1_000_000), tax: 0n }],
    ['E', { base: peso(400_000), tax: 0n }],
    ['H', { base: peso(100_000.4), tax: 0n }],
    ...Object.entries({ I: 25_000, J: 0, K: 25_000, L: 2_000, M: 0, N: 0, O: 3_000, P: 0, S: 20_000 }).map(
      ([no, tax]): [string, Figures] => [no, { base: 0n, tax: peso(tax) }],
    ),
  ])
  const others = new Map([[referenceKey('1702Q', quarter(1).to), filed]])
  const sheet = filer({})('1702Q', quarter(2), { statement: books(500_000, 200_000, 100_000), others })
  expect(figures(sheet, 'S2.8', 'S2.9', 'S2.13', 'S3.1', 'S3.4', 'S4.1', 'S4.2', 'S4.4', '20', 'W')).toEqual({
    'S2.8': '100,000.00',
    'S2.9': '300,000.00',
    'S2.13': '75,000.00',
    'S3.1': '400,000.00',
    'S3.4': '700,000.00',
    'S4.1': '2,000.00',
    'S4.2': '20,000.00',
    'S4.4': '3,000.00',
    '20': '50,000.00',
    W: '25,000.00',
  })
})
