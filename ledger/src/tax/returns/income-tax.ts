// What the income tax returns share: figures from the statements, the graduated table, NOLCO and excess MCIT by year,
// and the amounts carried from quarter to quarter.
import type { Day } from '../../core/date.ts'
import { divideRounded, multiplyRate, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { StatementAccount } from '../../reports/statements.ts'
import { periodOf, quarterNo, shifted } from '../calendar/forms.ts'
import type { Period, WorksheetForm } from '../calendar/forms.ts'
import { rateAt } from '../rates.ts'
import type { FilingRate, RateName } from '../rates.ts'
import { carriedFrom } from './excess.ts'
import { sumBox } from './vat-return.ts'
import { referenceKey } from './worksheet.ts'
import type { Box, Figures, FilingFacts, FilingProfile, Part, Reference } from './worksheet.ts'

export type Boxes = ReadonlyMap<string, Figures>
type Of = (no: string) => Figures

/** Centavos to whole pesos: fractions below 0.50 are dropped, 0.50 and more round up (the returns' rule on centavos). */
export const pesos = (exact: Money): Money => divideRounded(exact, 100n) * 100n
export const positive = (figure: Money): Money => (figure > 0n ? figure : 0n)
export const lower = (a: Money, b: Money): Money => (a < b ? a : b)
export const higher = (a: Money, b: Money): Money => (a > b ? a : b)

/** A limit in centavos; the row has pesos. */
export const limitAt = (rates: readonly FilingRate[], name: RateName, day: Day): Money =>
  BigInt(rateAt(rates, name, day)?.value.split('.')[0] ?? '0') * 100n
export const percentAt = (rates: readonly FilingRate[], name: RateName, day: Day): string =>
  rateAt(rates, name, day)?.value ?? '0'

const brackets = [1, 2, 3, 4, 5] as const

/**
 * The tax on an income in centavos at the graduated rates in force on a day, in whole pesos (NIRC section 24(A)(2)(a)
 * as amended by RA 10963). Each bracket taxes the income above its limit, up to the next one.
 */
export function graduatedTax(rates: readonly FilingRate[], day: Day, income: Money): Money {
  const limits = brackets.map((no) => limitAt(rates, `graduated_above_${no}`, day))
  const taxes = brackets.map((no, at) => {
    const [above = 0n, next] = [limits[at], limits[at + 1]]
    const taxed = next === undefined ? income : lower(income, next)
    return multiplyRate(positive(taxed - above), percentAt(rates, `graduated_rate_${no}`, day))
  })
  return pesos(sum(taxes))
}

// ── Figures from the statements.

/**
 * Accounts with a different treatment in books and income tax: interest under final tax and that tax itself (NIRC
 * section 57(A)), unrealized exchange differences (RMC 12-2024), and non-deductible penalties.
 */
export const outside = { income: ['7010', '7035'], expense: ['8050', '8025', '6270'] } as const
const isOutside = ({ code }: StatementAccount): boolean =>
  [...outside.income, ...outside.expense].includes(code as (typeof outside.income)[number])

const isOther = ({ type, normal }: StatementAccount, side: 'credit' | 'debit'): boolean =>
  type === 'other' && normal === side

/** The movements of a period, income positive and expenses positive. */
export const books = {
  sales: (facts: FilingFacts) => parts(facts, 'income', ({ type }) => type === 'revenue'),
  grossSales: (facts: FilingFacts) =>
    parts(facts, 'income', ({ type, normal }) => type === 'revenue' && normal === 'credit'),
  returns: (facts: FilingFacts) =>
    parts(facts, 'expense', ({ type, normal }) => type === 'revenue' && normal === 'debit'),
  cost: (facts: FilingFacts) => parts(facts, 'expense', ({ type }) => type === 'cost'),
  otherIncome: (facts: FilingFacts) =>
    parts(facts, 'income', (account) => isOther(account, 'credit') && !isOutside(account)),
  deductions: (facts: FilingFacts) =>
    parts(
      facts,
      'expense',
      (account) => (account.type === 'expense' || isOther(account, 'debit')) && !isOutside(account),
    ),
  netIncome: (facts: FilingFacts) => parts(facts, 'income', () => true),
  nonDeductible: (facts: FilingFacts) =>
    parts(facts, 'expense', ({ code }) => (outside.expense as readonly string[]).includes(code)),
  notTaxed: (facts: FilingFacts) =>
    parts(facts, 'income', ({ code }) => (outside.income as readonly string[]).includes(code)),
}

/** Each account in whole pesos, so that the box is the sum of its parts. */
function parts(
  { statement }: FilingFacts,
  as: 'income' | 'expense',
  isIn: (account: StatementAccount) => boolean,
): Part[] {
  return statement.filter(isIn).flatMap(({ code, name, amounts }) => {
    const moved = amounts[1] ?? 0n
    const base = pesos(as === 'income' ? -moved : moved)
    if (base === 0n) return []
    return { key: code, what: `${code} ${name}`, base, tax: 0n, day: null, document: null, party: null, line: null }
  })
}

// ── Boxes, shortly.

type More = Partial<Pick<Box, 'heading' | 'emphasis'>>

export const fromBooks = (no: string, label: string, own: Part[], rule: string, more: More = {}): Box => ({
  no,
  label,
  rule,
  columns: 'base',
  how: 'parts',
  parts: own,
  ...more,
})

export const amountSum = (no: string, label: string, plus: string[], minus: string[], more: More = {}): Box =>
  sumBox(no, label, plus, minus, { columns: 'base', ...more })

export const enteredAmount = (no: string, label: string, rule = 'Entered manually, with a reason.'): Box => ({
  no,
  label,
  rule,
  columns: 'base',
  how: 'entered',
})

type Formula = { from: string[]; rule: string; of: (box: Of) => Money }

export const taxFormula = (no: string, label: string, { from, rule, of }: Formula, more: More = {}): Box => ({
  no,
  label,
  rule,
  from,
  columns: 'tax',
  how: 'formula',
  of: (box) => ({ base: 0n, tax: of(box) }),
  ...more,
})

export const amountFormula = (no: string, label: string, { from, rule, of }: Formula, more: More = {}): Box => ({
  no,
  label,
  rule,
  from,
  columns: 'base',
  how: 'formula',
  of: (box) => ({ base: of(box), tax: 0n }),
  ...more,
})

export const carriedTax = (no: string, label: string, tax: Money, rule: string, more: More = {}): Box => ({
  no,
  label,
  rule,
  columns: 'tax',
  how: 'carried',
  figures: { base: 0n, tax: pesos(tax) },
  ...more,
})

export const carriedAmount = (no: string, label: string, base: Money, rule: string, more: More = {}): Box => ({
  no,
  label,
  rule,
  columns: 'base',
  how: 'carried',
  figures: { base: pesos(base), tax: 0n },
  ...more,
})

const headed = ([first, ...others]: Box[], heading: string): Box[] =>
  first === undefined ? [] : [{ ...first, heading }, ...others]

// ── Itemized deductions by kind, as Schedule I of 1702-RT and Schedule 4 of 1701 list them.

/** The item, its label, and the accounts of the standard chart that belong to it. Other accounts are in item 17d. */
const deductionItems: readonly (readonly [item: string, label: string, ...codes: string[]])[] = [
  ['1', 'Amortizations'],
  ['2', 'Bad debts', '6170'],
  ['3', 'Charitable and other contributions'],
  ['4', 'Depletion'],
  ['5', 'Depreciation', '6160'],
  ['6', 'Entertainment, amusement and recreation', '6100'],
  ['7', 'Fringe benefits'],
  ['8', 'Interest', '8010'],
  ['9', 'Losses'],
  ['10', 'Pension trusts'],
  ['11', 'Rental', '6050'],
  ['12', 'Research and development'],
  ['13', 'Salaries, wages and allowances', '6010', '6020'],
  ['14', 'SSS, GSIS, PhilHealth, HDMF and other contributions', '6030'],
  ['15', 'Taxes and licenses', '6240'],
  ['16', 'Transportation and travel', '6090'],
  ['17a', 'Janitorial and messengerial services'],
  ['17b', 'Professional fees', '6120'],
  ['17c', 'Security services'],
]

/** The ordinary itemized deductions (NIRC section 34) by kind, with their total in item 18. */
export function deductionSchedule(facts: FilingFacts, { prefix, heading }: { prefix: string; heading: string }): Box[] {
  const all = books.deductions(facts)
  const named = new Set(deductionItems.flatMap(([, , ...codes]) => codes))
  const boxes = [
    ...deductionItems.map(([item, label, ...codes]) =>
      codes.length === 0
        ? enteredAmount(`${prefix}.${item}`, label)
        : fromBooks(
            `${prefix}.${item}`,
            label,
            all.filter(({ key }) => codes.includes(key)),
            `${codes.length === 1 ? 'Account' : 'Accounts'} ${codes.join(' and ')}.`,
          ),
    ),
    fromBooks(
      `${prefix}.17d`,
      'Other deductions',
      all.filter(({ key }) => !named.has(key)),
      'The other expenses, excluding penalties, final tax and unrealized exchange losses.',
    ),
  ]
  const numbers = boxes.map(({ no }) => no)
  return headed(
    [
      ...boxes,
      amountSum(`${prefix}.18`, 'Total ordinary allowable itemized deductions', numbers, [], { emphasis: 'total' }),
    ],
    heading,
  )
}

// ── The taxable year.

/** The year of a taxable year is the one it ends in. */
export const taxYearOf = (day: Day, fiscalYearEnd: number): number =>
  Number(periodOf('ITR', day, fiscalYearEnd).to.slice(0, 4))

/** The earlier quarters of the same taxable year, the newest first. */
export function quartersBefore(period: Period, fiscalYearEnd: number): Period[] {
  const count = quarterNo(period, fiscalYearEnd) - 1
  return Array.from({ length: count }, (_, i) => shifted(period, -1 - i))
}

/** The return that a quarterly return continues: the previous quarter's, or the annual return of the previous year. */
export function beforeQuarter(form: '1702Q' | '1701Q', period: Period, profile: FilingProfile): Reference {
  const [quarter] = quartersBefore(period, profile.fiscalYearEnd)
  if (quarter !== undefined) return { form, period: quarter }
  return { form: profile.annualBefore, period: shifted(periodOf('ITR', period.to, profile.fiscalYearEnd), -1) }
}

/** The three quarters of a taxable year, the newest first. */
export const quartersOf = ({ to }: Period): Period[] => {
  const last = periodOf('1702Q', to, Number(to.slice(5, 7)))
  return [1, 2, 3].map((count) => shifted(last, -count))
}

export const readBefore = ({ others }: FilingFacts, { form, period }: Reference): Boxes | undefined =>
  others.get(referenceKey(form, period.to))

/** A figure by its box, or by its row in a return filed on the working lines that preceded the boxes. */
export const read = (boxes: Boxes | undefined, no: string, row?: string): Figures =>
  boxes?.get(no) ?? (row === undefined ? undefined : boxes?.get(row)) ?? { base: 0n, tax: 0n }

/** The sales of a quarter in its return; on working lines, row A is the year to date. */
export const salesOf = (boxes: Boxes, earlier: Boxes | undefined): Money =>
  (boxes.get('S2.1') ?? boxes.get('36') ?? boxes.get('47'))?.base ?? read(boxes, 'A').base - read(earlier, 'A').base

/** The excess of the previous year that a first quarter deducts (NIRC section 76), or what the previous quarter had. */
export function excessBefore(before: Boxes | undefined, { form }: Reference, no: string): Money {
  if (isAnnual(form)) return carriedFrom(form, before)
  return read(before, no, 'L').tax
}

export const annualForms = ['1702-RT', '1701', '1701A'] as const
export type AnnualForm = (typeof annualForms)[number]
export const isAnnual = (form: WorksheetForm): form is AnnualForm => (annualForms as readonly string[]).includes(form)

// ── Net operating loss carry-over, by the year of the loss.

/**
 * The last taxable year in which a net operating loss is deducted: the third after it (NIRC section 34(D)(3)), and the
 * fifth for losses of 2020 and 2021 (RA 11494 section 4(bbbb); RR 25-2020, which counts fiscal years that end by
 * June as taxable years of the year before).
 */
export function lastYearOfLoss(year: number, fiscalYearEnd: number): number {
  const taxable = fiscalYearEnd <= 6 ? year - 1 : year
  return year + (taxable === 2020 || taxable === 2021 ? 5 : 3)
}

/** The years whose losses can still be deducted in a year, the oldest first (RR 14-2001: first in, first out). */
export const lossYears = (year: number, fiscalYearEnd: number): number[] =>
  [5, 4, 3, 2, 1].map((ago) => year - ago).filter((ago) => lastYearOfLoss(ago, fiscalYearEnd) >= year)

const lossRow = (year: number, column: string) => `N${year}${column}`
const creditRow = (year: number, column: string) => `M${year}${column}`

type Carrying = { facts: FilingFacts; before: Boxes | undefined }

/** Rows are shown for entry where no earlier return has them, and in the first quarter of each year; else if not zero. */
const isShown = ({ facts, before }: Carrying, rows: readonly string[]): boolean =>
  before === undefined ||
  !before.has('N0') ||
  quarterNo(facts.period, facts.profile.fiscalYearEnd) === 1 ||
  rows.some((no) => facts.entries.has(no) || [read(before, no).base, read(before, no).tax].some((own) => own !== 0n))

const fromReturn = 'From the previous return. Enter the amount for a year that is not in these books.'

const shownLosses = (carrying: Carrying): { year: number; boxes: Box[] }[] => {
  const { facts, before } = carrying
  const { fiscalYearEnd } = facts.profile
  return lossYears(taxYearOf(facts.period.to, fiscalYearEnd), fiscalYearEnd).flatMap((year) => {
    const row = (column: string) => lossRow(year, column)
    if (!isShown(carrying, ['A', 'B', 'D'].map(row))) return []
    const used = read(before, row('B')).base + read(before, row('D')).base
    return {
      year,
      boxes: [
        carriedAmount(row('A'), `Loss of ${year}: amount`, read(before, row('A')).base, fromReturn),
        carriedAmount(row('B'), `Loss of ${year}: applied in previous years`, used, fromReturn),
      ],
    }
  })
}

/** The rows of a quarterly return: what is left of earlier losses. `N0` is what earlier quarters of the year deducted. */
export function lossesOfQuarter(
  carrying: Carrying,
  { schedule, deducted }: { schedule: string; deducted: string },
): { boxes: Box[]; left: (box: Of) => Money; from: string[] } {
  const { facts, before } = carrying
  const shown = shownLosses(carrying)
  const isFirst = quarterNo(facts.period, facts.profile.fiscalYearEnd) === 1
  const already = isFirst ? 0n : read(before, 'N0').base + read(before, deducted).base
  return {
    boxes: [
      carriedAmount(
        'N0',
        'NOLCO deducted in previous quarters of the year',
        already,
        `Rows N0 and ${deducted} of the previous quarter.`,
        { heading: `Losses of earlier years (NOLCO), ${schedule}` },
      ),
      ...shown.flatMap(({ boxes }) => boxes),
    ],
    left: (box) => sum(shown.map(({ year }) => positive(box(lossRow(year, 'A')).base - box(lossRow(year, 'B')).base))),
    from: shown.flatMap(({ year }) => [lossRow(year, 'A'), lossRow(year, 'B')]),
  }
}

/**
 * The schedule of an annual return: the loss of each year, applied first in, first out against `income`, expired or
 * unapplied. The last row is the loss of this year.
 */
export function lossSchedule(
  carrying: Carrying,
  names: { schedule: string; total: string; income: Formula; loss: Formula },
): Box[] {
  const { period, profile } = carrying.facts
  const { fiscalYearEnd } = profile
  const year = taxYearOf(period.to, fiscalYearEnd)
  const shown = shownLosses(carrying)
  const rows = shown.flatMap(({ year: of, boxes }, at): Box[] => {
    const row = (column: string) => lossRow(of, column)
    const earlier = shown.slice(0, at).map((one) => lossRow(one.year, 'D'))
    const isLast = lastYearOfLoss(of, fiscalYearEnd) === year
    return [
      ...boxes,
      amountFormula(row('C'), `Loss of ${of}: expired`, {
        from: [row('A'), row('B'), row('D')],
        rule: isLast
          ? `The part not applied by the end of ${year}, the last year of this loss.`
          : `Deductible until ${lastYearOfLoss(of, fiscalYearEnd)}.`,
        of: (box) => (isLast ? box(row('A')).base - box(row('B')).base - box(row('D')).base : 0n),
      }),
      amountFormula(row('D'), `Loss of ${of}: applied this year`, {
        from: [row('A'), row('B'), ...names.income.from, ...earlier],
        rule: 'The oldest loss first, up to the income before NOLCO.',
        of: (box) =>
          lower(
            positive(box(row('A')).base - box(row('B')).base),
            positive(names.income.of(box) - sum(earlier.map((no) => box(no).base))),
          ),
      }),
      amountSum(row('E'), `Loss of ${of}: unapplied`, [row('A')], [row('B'), row('C'), row('D')]),
    ]
  })
  return [
    ...headed(
      [...rows, amountFormula(lossRow(year, 'A'), `Loss of ${year}: amount`, names.loss)],
      `${names.schedule}: available NOLCO, by year incurred`,
    ),
    amountSum(
      names.total,
      'Total NOLCO applied this year',
      shown.map(({ year: of }) => lossRow(of, 'D')),
      [],
      { emphasis: 'subtotal' },
    ),
  ]
}

// ── Excess minimum corporate income tax, by year.

/** The minimum tax applies from the fourth taxable year after operations began (NIRC section 27(E)(1)), a date in the settings. */
export const isMinimumTaxed = ({ profile, period }: Pick<FilingFacts, 'profile' | 'period'>): boolean =>
  profile.minimumTaxFrom !== null && profile.minimumTaxFrom <= period.to

/** The excess of the minimum tax is credited in the three following years (NIRC section 27(E)(2)). */
const creditYears = (year: number): number[] => [3, 2, 1].map((ago) => year - ago)

const shownCredits = (carrying: Carrying): { year: number; boxes: Box[] }[] => {
  const { facts, before } = carrying
  if (!isMinimumTaxed(facts)) return []
  return creditYears(taxYearOf(facts.period.to, facts.profile.fiscalYearEnd)).flatMap((year) => {
    const row = (column: string) => creditRow(year, column)
    if (!isShown(carrying, ['C', 'D', 'F'].map(row))) return []
    return {
      year,
      boxes: [
        carriedTax(row('C'), `Excess MCIT of ${year}: amount`, read(before, row('C')).tax, fromReturn),
        carriedTax(
          row('D'),
          `Excess MCIT of ${year}: applied in previous years`,
          read(before, row('D')).tax + read(before, row('F')).tax,
          fromReturn,
        ),
      ],
    }
  })
}

/** The rows of a quarterly return, and what is left of the earlier excess. */
export function creditsOfQuarter(carrying: Carrying): { boxes: Box[]; left: (box: Of) => Money; from: string[] } {
  const shown = shownCredits(carrying)
  return {
    boxes: headed(
      shown.flatMap(({ boxes }) => boxes),
      'Excess MCIT of earlier years, for the annual return',
    ),
    left: (box) =>
      sum(shown.map(({ year }) => positive(box(creditRow(year, 'C')).tax - box(creditRow(year, 'D')).tax))),
    from: shown.flatMap(({ year }) => [creditRow(year, 'C'), creditRow(year, 'D')]),
  }
}

/**
 * Schedule IV of 1702-RT: the excess of each year, applied first in, first out up to the normal tax of a year in which it
 * is higher than the minimum tax (NIRC section 27(E)(2); RR 9-98). The last rows are the excess of this year.
 */
export function creditSchedule(carrying: Carrying, boxes: { normal: string; minimum: string; total: string }): Box[] {
  const year = taxYearOf(carrying.facts.period.to, carrying.facts.profile.fiscalYearEnd)
  const shown = shownCredits(carrying)
  const { normal, minimum } = boxes
  const rows = shown.flatMap(({ year: of, boxes: own }, at): Box[] => {
    const row = (column: string) => creditRow(of, column)
    const earlier = shown.slice(0, at).map((one) => creditRow(one.year, 'F'))
    return [
      ...own,
      taxFormula(row('E'), `Excess MCIT of ${of}: expired`, {
        from: [row('C'), row('D'), row('F')],
        rule: of === year - 3 ? `The part not applied by the end of ${year}.` : `Creditable until ${of + 3}.`,
        of: (box) => (of === year - 3 ? box(row('C')).tax - box(row('D')).tax - box(row('F')).tax : 0n),
      }),
      taxFormula(row('F'), `Excess MCIT of ${of}: applied this year`, {
        from: [row('C'), row('D'), normal, minimum, ...earlier],
        rule: `If box ${normal} is higher than box ${minimum}, the oldest excess first, up to box ${normal}.`,
        of: (box) =>
          box(normal).tax <= box(minimum).tax
            ? 0n
            : lower(
                positive(box(row('C')).tax - box(row('D')).tax),
                positive(box(normal).tax - sum(earlier.map((no) => box(no).tax))),
              ),
      }),
      sumBox(row('G'), `Excess MCIT of ${of}: balance`, [row('C')], [row('D'), row('E'), row('F')]),
    ]
  })
  return [
    taxFormula(
      creditRow(year, 'A'),
      `${year}: normal income tax`,
      { from: [normal], rule: `Box ${normal}.`, of: (box) => box(normal).tax },
      { heading: 'Schedule IV: excess MCIT over the normal income tax, by year' },
    ),
    taxFormula(creditRow(year, 'B'), `${year}: MCIT`, {
      from: [minimum],
      rule: `Box ${minimum}.`,
      of: (box) => box(minimum).tax,
    }),
    taxFormula(creditRow(year, 'C'), `Excess MCIT of ${year}: amount`, {
      from: [normal, minimum],
      rule: `Excess of box ${minimum} over box ${normal}. It can be credited in the next three years.`,
      of: (box) => positive(box(minimum).tax - box(normal).tax),
    }),
    ...rows,
    sumBox(
      boxes.total,
      'Total excess MCIT applied this year',
      shown.map(({ year: of }) => creditRow(of, 'F')),
      [],
      { emphasis: 'subtotal' },
    ),
  ]
}

// ── Notes.

export const incomeNotes = (facts: FilingFacts, before: Boxes | undefined): string[] => [
  'Tax withheld by customers is credited only if you have received the certificate (form 2307).',
  'Income tax returns are in whole pesos. Each account is rounded to the nearest peso, and 0.50 is rounded up.',
  ...(before === undefined
    ? [
        'The previous income tax return is not in these books. Enter the excess credits, losses and excess MCIT carried over from it.',
      ]
    : []),
  ...(facts.statement.some(({ code }) => code === '6100') && facts.profile.deduction === 'itemized'
    ? [
        'Representation and entertainment is deductible up to 0.5% of net sales of goods or 1% of net revenue from services (RR 10-2002). Enter the excess in the itemized deductions with a minus sign.',
      ]
    : []),
  ...(['7010', '8010'].every((code) => facts.statement.some((account) => account.code === code)) &&
  facts.profile.deduction === 'itemized'
    ? [
        'Interest income subject to final tax reduces the interest expense that is deductible (NIRC section 34(B)(1)). Enter the reduction in the itemized deductions with a minus sign.',
      ]
    : []),
]
