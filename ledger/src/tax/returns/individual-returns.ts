// The income tax returns of an individual, 1701Q, 1701 and 1701A, with the items of the January 2018 (ENCS) forms as
// boxes; the spouse's column is not filled. In 1701, items of a schedule or part begin with its number, as in S3.8 and
// P7.4. Rows N are the schedule of losses by year, and row W is a figure of ours for the accrual.
import { multiplyRate } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { quarterNo } from '../calendar/forms.ts'
import { formatRate } from '../vat.ts'
import { excessRow } from './excess.ts'
import {
  amountFormula,
  amountSum,
  beforeQuarter,
  books,
  carriedAmount,
  carriedTax,
  deductionSchedule,
  enteredAmount,
  excessBefore,
  fromBooks,
  graduatedTax,
  incomeNotes,
  limitAt,
  lossesOfQuarter,
  lossSchedule,
  lower,
  percentAt,
  pesos,
  positive,
  quartersOf,
  read,
  readBefore,
  taxFormula,
} from './income-tax.ts'
import type { Boxes } from './income-tax.ts'
import { entered, sumBox } from './vat-return.ts'
import { claimedParts, paidBefore } from './worksheet.ts'
import type { Box, FilingFacts, FormRevision } from './worksheet.ts'

type Election = 'eight_percent' | 'osd' | 'itemized'

const electionOf = ({ profile }: Pick<FilingFacts, 'profile'>): Election =>
  profile.incomeTax === 'eight_percent' ? 'eight_percent' : profile.deduction

/** NIRC section 24(A)(2) for the rates, section 34(L) for the standard deduction of gross sales. */
function ratesOf({ period, rates }: FilingFacts) {
  return {
    eight: percentAt(rates, 'eight_percent', period.to),
    standard: percentAt(rates, 'osd_individual', period.to),
    graduated: (income: Money) => graduatedTax(rates, period.to, income),
  }
}

/** The deduction is for purely self-employed individuals: with compensation, the graduated rates exempt that (RR 8-2018). */
const reduction = ({ period, rates, profile }: FilingFacts): Money =>
  profile.mixedIncome ? 0n : limitAt(rates, 'eight_percent_deduction', period.to)

const cost = (no: string, facts: FilingFacts, years: string): Box =>
  fromBooks(
    no,
    'Less: cost of sales and services',
    electionOf(facts) === 'itemized' ? books.cost(facts) : [],
    electionOf(facts) === 'itemized' ? `Cost accounts in ${years}.` : 'Only with itemized deductions.',
  )

const otherIncome = (no: string, label: string, facts: FilingFacts): Box =>
  fromBooks(
    no,
    label,
    books.otherIncome(facts),
    'Other income, excluding interest subject to final tax and unrealized exchange gains.',
  )

const standard = (no: string, facts: FilingFacts, from: string): Box => {
  const rate = ratesOf(facts).standard
  const isChosen = electionOf(facts) === 'osd'
  return amountFormula(no, `Optional standard deduction, ${formatRate(rate)} of box ${from}`, {
    from: [from],
    rule: isChosen ? `Box ${from} × ${formatRate(rate)}.` : 'Not chosen in the tax registrations.',
    of: (box) => (isChosen ? pesos(multiplyRate(positive(box(from).base), rate)) : 0n),
  })
}

const graduated = (no: string, label: string, facts: FilingFacts, from: string): Box =>
  taxFormula(
    no,
    label,
    {
      from: [from],
      rule: `The graduated rates in force on the last day of the period, on box ${from}.`,
      of: (box) => ratesOf(facts).graduated(box(from).base),
    },
    { emphasis: 'subtotal' },
  )

const atEightPercent = (no: string, facts: FilingFacts, from: string): Box => {
  const rate = ratesOf(facts).eight
  return taxFormula(
    no,
    `Tax due, ${formatRate(rate)} of box ${from}`,
    {
      from: [from],
      rule: `Box ${from} × ${formatRate(rate)}, or zero if it is negative.`,
      of: (box) => pesos(multiplyRate(positive(box(from).base), rate)),
    },
    { emphasis: 'subtotal' },
  )
}

const reductionBox = (no: string, facts: FilingFacts): Box =>
  carriedAmount(
    no,
    'Less: allowable reduction of purely self-employed individuals',
    reduction(facts),
    facts.profile.mixedIncome
      ? 'Not for individuals who also have compensation income.'
      : 'The annual deduction under the 8% income tax.',
  )

/** Excess credits, payments, tax withheld: the credits of a return, from the return before it. */
type Credits = { excess: Money; paid: Money; withheld: Money }

function creditsBefore(before: Boxes | undefined): Omit<Credits, 'excess'> {
  return {
    paid: read(before, '56', 'M').tax + positive(read(before, '63', 'S').tax) + positive(read(before, '59', 'P').tax),
    withheld: read(before, '57', 'N').tax + read(before, '58', 'O').tax,
  }
}

// ── 1701Q.

const quarterBefore = (facts: FilingFacts): Boxes | undefined =>
  readBefore(facts, beforeQuarter('1701Q', facts.period, facts.profile))
const isFirstQuarter = ({ period, profile }: FilingFacts): boolean => quarterNo(period, profile.fiscalYearEnd) === 1

export const individualQuarter: FormRevision = {
  form: '1701Q',
  revision: 'January 2018 (ENCS)',
  layout: '1701Q 2018-01',
  inPesos: true,
  source: 'NIRC sections 24, 34 and 74; RR 8-2018; items as on form 1701Q, January 2018 (ENCS).',
  asks: (period, profile) => [beforeQuarter('1701Q', period, profile)],
  payable: '28',
  boxes(facts) {
    const before = quarterBefore(facts)
    const election = electionOf(facts)
    return [
      ...payableOfQuarter(election),
      ...(election === 'eight_percent' ? eightPercentQuarter(facts, before) : graduatedQuarter(facts, before)),
      ...creditsOfQuarter(facts, before, election === 'eight_percent' ? '54' : '46'),
      carriedTax(
        'W',
        'Income tax due in the previous quarters',
        isFirstQuarter(facts) ? 0n : read(before, '26', 'K').tax,
        'Box 26 of the previous quarter. It is deducted in the journal entry for this quarter.',
        { heading: 'For the journal entry' },
      ),
    ]
  },
  notes: (facts) => [
    ...incomeNotes(facts, quarterBefore(facts)),
    ...electionNotes(facts),
    ...(electionOf(facts) !== 'eight_percent' && !isFirstQuarter(facts) && quarterBefore(facts)?.has('51')
      ? [
          'The previous quarter was at the 8% rate. Enter the taxable income of the earlier quarters in box 42 (RR 8-2018: graduated rates then apply to the whole year).',
        ]
      : []),
  ],
}

const payableOfQuarter = (election: Election): Box[] => [
  sumBox('26', 'Tax due', [election === 'eight_percent' ? '54' : '46'], [], {
    heading: 'Part III: total tax payable',
  }),
  sumBox('27', 'Less: tax credits and payments', ['62'], []),
  sumBox('28', 'Tax payable, or overpayment', ['26'], ['27'], { emphasis: 'subtotal' }),
  sumBox('29', 'Add: total penalties', ['67'], []),
  sumBox('30', 'Total amount payable, or overpayment', ['28', '29'], [], { emphasis: 'total' }),
]

function graduatedQuarter(facts: FilingFacts, before: Boxes | undefined): Box[] {
  const isItemized = electionOf(facts) === 'itemized'
  const losses = isItemized
    ? lossesOfQuarter({ facts, before }, { schedule: 'Schedule 6 of 1701', deducted: '39.2' })
    : undefined
  return [
    fromBooks(
      '36',
      'Sales, revenues, receipts and fees, net of returns and discounts',
      books.sales(facts),
      'Revenue accounts in this quarter.',
      { heading: 'Schedule I: graduated rates' },
    ),
    cost('37', facts, 'this quarter'),
    amountSum('38', 'Gross income from operations', ['36'], ['37'], { emphasis: 'subtotal' }),
    ...(losses === undefined
      ? []
      : [
          fromBooks(
            '39.1',
            'Itemized deductions',
            books.deductions(facts),
            'Operating, finance and other expenses, excluding penalties, final tax and unrealized exchange losses.',
          ),
          amountFormula('39.2', 'NOLCO', {
            from: ['38', '39.1', '42', '43', '44', 'N0', ...losses.from],
            rule: 'Losses of earlier years in the N rows, up to the taxable income of the year to date.',
            of: (box) => {
              const plus = ['38', '42', '43', '44', 'N0'].reduce((total, no) => total + box(no).base, 0n)
              return lower(losses.left(box), positive(plus - box('39.1').base)) - box('N0').base
            },
          }),
        ]),
    amountSum('39', 'Total allowable itemized deductions', losses === undefined ? [] : ['39.1', '39.2'], []),
    standard('40', facts, '36'),
    isItemized
      ? amountSum('41', 'Net income this quarter', ['38'], ['39'], { emphasis: 'subtotal' })
      : amountSum('41', 'Net income this quarter', ['38'], ['40'], { emphasis: 'subtotal' }),
    carriedAmount(
      '42',
      'Add: taxable income of previous quarters',
      isFirstQuarter(facts) ? 0n : read(before, '45', 'H').base,
      'Box 45 of the previous quarter.',
    ),
    otherIncome('43', 'Non-operating income', facts),
    enteredAmount('44', 'Share in the income of a general professional partnership'),
    amountSum('45', 'Total taxable income to date', ['41', '42', '43', '44'], [], { emphasis: 'subtotal' }),
    graduated('46', 'Tax due', facts, '45'),
    ...(losses?.boxes ?? []),
  ]
}

const eightPercentQuarter = (facts: FilingFacts, before: Boxes | undefined): Box[] => [
  fromBooks(
    '47',
    'Sales, revenues, receipts and fees, net of returns and discounts',
    books.sales(facts),
    'Revenue accounts in this quarter.',
    { heading: 'Schedule II: 8% rate' },
  ),
  otherIncome('48', 'Add: non-operating income', facts),
  amountSum('49', 'Total income of the quarter', ['47', '48'], [], { emphasis: 'subtotal' }),
  carriedAmount(
    '50',
    'Add: total income of previous quarters',
    isFirstQuarter(facts) ? 0n : (before?.get('51')?.base ?? read(before, 'A').base + read(before, 'D').base),
    'Box 51 of the previous quarter.',
  ),
  amountSum('51', 'Cumulative income as of this quarter', ['49', '50'], []),
  reductionBox('52', facts),
  amountSum('53', 'Taxable income to date', ['51'], ['52'], { emphasis: 'subtotal' }),
  atEightPercent('54', facts, '53'),
]

function creditsOfQuarter(facts: FilingFacts, before: Boxes | undefined, due: string): Box[] {
  const { paid, withheld } = isFirstQuarter(facts) ? { paid: 0n, withheld: 0n } : creditsBefore(before)
  return [
    carriedTax(
      '55',
      "Prior year's excess credits",
      excessBefore(before, beforeQuarter('1701Q', facts.period, facts.profile), '55'),
      "The overpayment of the previous year's return, if it is carried over.",
      { heading: 'Schedule III: tax credits and payments' },
    ),
    carriedTax('56', 'Tax paid for previous quarters', paid, 'Boxes 56, 59 and 63 of the previous quarter.'),
    carriedTax(
      '57',
      'Creditable tax withheld in previous quarters',
      withheld,
      'Boxes 57 and 58 of the previous quarter.',
    ),
    {
      no: '58',
      label: 'Creditable tax withheld per form 2307, this quarter',
      columns: 'both',
      how: 'parts',
      whole: true,
      rule: 'Income tax withheld by customers, from the certificates claimed in this return.',
      parts: claimedParts('1701Q', facts.claims),
    },
    carriedTax(
      '59',
      'Tax paid in return previously filed',
      paidBefore(facts, ['59', '28']).tax,
      'Boxes 59 and 28 of the return being amended.',
    ),
    entered('60', 'Foreign tax credits'),
    entered('61', 'Other tax credits and payments'),
    sumBox('62', 'Total tax credits and payments', ['55', '56', '57', '58', '59', '60', '61'], [], {
      emphasis: 'subtotal',
    }),
    sumBox('63', 'Tax payable, or overpayment', [due], ['62'], { emphasis: 'subtotal' }),
    { ...entered('64', 'Surcharge'), heading: 'Schedule IV: penalties' },
    entered('65', 'Interest'),
    entered('66', 'Compromise'),
    sumBox('67', 'Total penalties', ['64', '65', '66'], []),
    sumBox('68', 'Total amount payable, or overpayment', ['63', '67'], [], { emphasis: 'total' }),
  ]
}

// ── The annual returns.

const thirdQuarter = (facts: FilingFacts): Boxes | undefined => {
  const [third] = quartersOf(facts.period)
  return third && readBefore(facts, { form: '1701Q', period: third })
}

const asksThirdQuarter: FormRevision['asks'] = (period) =>
  quartersOf(period)
    .slice(0, 1)
    .map((quarter) => ({ form: '1701Q', period: quarter }))

const yearNotes = (facts: FilingFacts): string[] => [
  ...incomeNotes(facts, thirdQuarter(facts)),
  ...electionNotes(facts),
  'If the tax due is above 2,000.00, half of it may be paid by 15 October (NIRC section 56(A)(2)).',
]

const electionNotes = ({ profile, rates, period }: FilingFacts): string[] => [
  ...(profile.incomeTax === 'eight_percent' && profile.mixedIncome
    ? ['With compensation income, the 8% rate applies to all sales: there is no deduction (RR 8-2018).']
    : []),
  ...(profile.incomeTax !== 'eight_percent' && percentAt(rates, 'graduated_rate_1', period.to) === '0'
    ? ['There are no graduated rates for the last day of the period. Add the rates in the tax return settings.']
    : []),
]

/** The credits of an annual return; `no` gives the number of each line of the list. */
function creditsOfYear(
  facts: FilingFacts,
  form: '1701' | '1701A',
  no: { excess: string; paid: string; withheld: string; fourth: string; filed: string; payable: string },
): { excess: Box; paid: Box; withheld: Box; fourth: Box; filed: Box } {
  const before = thirdQuarter(facts)
  const { paid, withheld } = creditsBefore(before)
  return {
    excess: carriedTax(
      no.excess,
      "Prior year's excess credits",
      read(before, '55', 'L').tax,
      'Box 55 of the third quarter.',
      { heading: 'Tax credits and payments' },
    ),
    paid: carriedTax(
      no.paid,
      'Tax payments for the first three quarters',
      paid,
      'Boxes 56, 59 and 63 of the third quarter.',
    ),
    withheld: carriedTax(
      no.withheld,
      'Creditable tax withheld for the first three quarters',
      withheld,
      'Boxes 57 and 58 of the third quarter.',
    ),
    fourth: {
      no: no.fourth,
      label: 'Creditable tax withheld per form 2307, 4th quarter',
      columns: 'both',
      how: 'parts',
      whole: true,
      rule: 'Income tax withheld by customers, from the certificates claimed in form 1701 for this year.',
      parts: claimedParts(form, facts.claims),
    },
    filed: carriedTax(
      no.filed,
      'Tax paid in return previously filed',
      paidBefore(facts, [no.filed, no.payable]).tax,
      `Boxes ${no.filed} and ${no.payable} of the return being amended.`,
    ),
  }
}

const accrued = (facts: FilingFacts): Box =>
  carriedTax(
    'W',
    'Income tax due in the previous quarters',
    read(thirdQuarter(facts), '26', 'K').tax,
    'Box 26 of the third quarter. It is deducted in the journal entry for the year.',
    { heading: 'For the journal entry' },
  )

// ── 1701A.

export const individualYearSimple: FormRevision = {
  form: '1701A',
  revision: 'January 2018',
  layout: '1701A 2018-01',
  inPesos: true,
  source: 'NIRC sections 24, 34(L), 51 and 74; RR 8-2018; items as on form 1701A, January 2018.',
  asks: asksThirdQuarter,
  payable: '22',
  boxes(facts) {
    const isEight = electionOf(facts) === 'eight_percent'
    const due = isEight ? '56' : '46'
    const credits = creditsOfYear(facts, '1701A', {
      excess: '57',
      paid: '58',
      withheld: '59',
      fourth: '60',
      filed: '61',
      payable: '22',
    })
    return [
      sumBox('20', 'Tax due', [due], [], { heading: 'Part II: total tax payable' }),
      sumBox('21', 'Less: total tax credits and payments', ['64'], []),
      sumBox('22', 'Net tax payable, or overpayment', ['20'], ['21'], { emphasis: 'subtotal' }),
      entered('23', 'Less: second installment, payable by 15 October'),
      sumBox('24', 'Amount of tax payable, or overpayment', ['22'], ['23']),
      entered('25', 'Surcharge'),
      entered('26', 'Interest'),
      entered('27', 'Compromise'),
      sumBox('28', 'Total penalties', ['25', '26', '27'], []),
      sumBox('29', 'Total amount payable, or overpayment', ['24', '28'], [], { emphasis: 'total' }),
      excessRow('1701A', facts.period, facts.excessUse),
      ...(isEight ? eightPercentYear(facts) : standardYear(facts)),
      credits.excess,
      credits.paid,
      credits.withheld,
      credits.fourth,
      credits.filed,
      entered('62', 'Foreign tax credits'),
      entered('63', 'Other tax credits and payments'),
      sumBox('64', 'Total tax credits and payments', ['57', '58', '59', '60', '61', '62', '63'], [], {
        emphasis: 'subtotal',
      }),
      sumBox('65', 'Net tax payable, or overpayment', [due], ['64'], { emphasis: 'total' }),
      accrued(facts),
    ]
  },
  notes: yearNotes,
}

const grossSales = (no: string, facts: FilingFacts, heading: string): Box =>
  fromBooks(
    no,
    'Sales, revenues, receipts and fees',
    books.grossSales(facts),
    'Revenue accounts in the taxable year.',
    { heading },
  )
const returned = (no: string, facts: FilingFacts): Box =>
  fromBooks(
    no,
    'Less: sales returns, allowances and discounts',
    books.returns(facts),
    'Sales return and discount accounts in the taxable year.',
  )

const standardYear = (facts: FilingFacts): Box[] => [
  grossSales('36', facts, 'Part IV.A: graduated rates with the standard deduction'),
  returned('37', facts),
  amountSum('38', 'Net sales, revenues, receipts and fees', ['36'], ['37'], { emphasis: 'subtotal' }),
  standard('39', facts, '38'),
  amountSum('40', 'Net income', ['38'], ['39'], { emphasis: 'subtotal' }),
  otherIncome('41', 'Other non-operating income', facts),
  enteredAmount('42', 'Other non-operating income'),
  enteredAmount('43', 'Share in the income of a general professional partnership'),
  amountSum('44', 'Total other income', ['41', '42', '43'], []),
  amountSum('45', 'Total taxable income', ['40', '44'], [], { emphasis: 'subtotal' }),
  graduated('46', 'Tax due', facts, '45'),
]

const eightPercentYear = (facts: FilingFacts): Box[] => [
  grossSales('47', facts, 'Part IV.B: 8% rate'),
  returned('48', facts),
  amountSum('49', 'Net sales, revenues, receipts and fees', ['47'], ['48'], { emphasis: 'subtotal' }),
  otherIncome('50', 'Other non-operating income', facts),
  enteredAmount('51', 'Other non-operating income'),
  amountSum('52', 'Total other non-operating income', ['50', '51'], []),
  amountSum('53', 'Total taxable income', ['49', '52'], []),
  reductionBox('54', facts),
  amountSum('55', 'Taxable income', ['53'], ['54'], { emphasis: 'subtotal' }),
  atEightPercent('56', facts, '55'),
]

// ── 1701.

export const individualYear: FormRevision = {
  form: '1701',
  revision: 'January 2018 (ENCS)',
  layout: '1701 2018-01',
  inPesos: true,
  source: 'NIRC sections 24, 34, 51 and 74; RR 8-2018; items as on form 1701, January 2018 (ENCS).',
  asks: asksThirdQuarter,
  payable: '24',
  boxes(facts) {
    const isEight = electionOf(facts) === 'eight_percent'
    const credits = creditsOfYear(facts, '1701', {
      excess: 'P7.1',
      paid: 'P7.2',
      withheld: 'P7.3',
      fourth: 'P7.4',
      filed: 'P7.6',
      payable: '24',
    })
    return [
      sumBox('22', 'Tax due', ['P6.5'], [], { heading: 'Part II: total tax payable' }),
      sumBox('23', 'Less: total tax credits and payments', ['P7.10'], []),
      sumBox('24', 'Tax payable, or overpayment', ['22'], ['23'], { emphasis: 'subtotal' }),
      entered('25', 'Less: second installment, payable by 15 October'),
      sumBox('26', 'Amount of tax payable, or overpayment', ['24'], ['25']),
      entered('27', 'Interest'),
      entered('28', 'Surcharge'),
      entered('29', 'Compromise'),
      sumBox('30', 'Total penalties', ['27', '28', '29'], []),
      sumBox('31', 'Total amount payable, or overpayment', ['26', '30'], [], { emphasis: 'total' }),
      excessRow('1701', facts.period, facts.excessUse),
      ...compensation(facts, isEight),
      ...(isEight ? eightPercentMixed(facts) : graduatedMixed(facts)),
      ...summary(isEight),
      credits.excess,
      credits.paid,
      credits.withheld,
      credits.fourth,
      entered('P7.5', 'Creditable tax withheld per form 2316'),
      credits.filed,
      entered('P7.7', 'Foreign tax credits'),
      entered('P7.8', 'Special tax credits'),
      entered('P7.9', 'Other tax credits and payments'),
      sumBox(
        'P7.10',
        'Total tax credits and payments',
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map((item) => `P7.${item}`),
        [],
        { emphasis: 'total' },
      ),
      accrued(facts),
    ]
  },
  notes: yearNotes,
}

const compensation = (facts: FilingFacts, isEight: boolean): Box[] => [
  {
    ...enteredAmount('S2.4', 'Gross compensation income', 'Entered from form 2316.'),
    heading: 'Schedule 2: compensation income',
  },
  enteredAmount('S2.5', 'Less: non-taxable compensation', 'Entered from form 2316.'),
  amountSum('S2.6', 'Taxable compensation income', ['S2.4'], ['S2.5'], { emphasis: 'subtotal' }),
  ...(isEight ? [graduated('S2.7', 'Tax due on compensation income', facts, 'S2.6')] : []),
]

const eightPercentMixed = (facts: FilingFacts): Box[] => [
  fromBooks(
    'S3.26',
    'Sales, revenues, receipts and fees, net of returns and discounts',
    books.sales(facts),
    'Revenue accounts in the taxable year.',
    { heading: 'Schedule 3.B: business income at the 8% rate' },
  ),
  otherIncome('S3.27', 'Add: other non-operating income', facts),
  amountSum('S3.28', 'Total income', ['S3.26', 'S3.27'], []),
  reductionBox('S3.29', facts),
  amountSum('S3.30', 'Taxable income', ['S3.28'], ['S3.29'], { emphasis: 'subtotal' }),
  atEightPercent('S3.31', facts, 'S3.30'),
  sumBox('S3.32', 'Total tax due, compensation and business income', ['S2.7', 'S3.31'], [], { emphasis: 'subtotal' }),
]

function graduatedMixed(facts: FilingFacts): Box[] {
  const isItemized = electionOf(facts) === 'itemized'
  return [
    grossSales('S3.8', facts, 'Schedule 3.A: business income at graduated rates'),
    returned('S3.9', facts),
    amountSum('S3.10', 'Net sales, revenues, receipts and fees', ['S3.8'], ['S3.9']),
    cost('S3.11', facts, 'the taxable year'),
    amountSum('S3.12', 'Gross income from operations', ['S3.10'], ['S3.11'], { emphasis: 'subtotal' }),
    amountSum('S3.13', 'Ordinary allowable itemized deductions', isItemized ? ['S4.18'] : [], []),
    enteredAmount('S3.14', 'Special allowable itemized deductions'),
    amountSum('S3.15', 'NOLCO', isItemized ? ['S6.8'] : [], []),
    amountSum('S3.16', 'Total allowable itemized deductions', ['S3.13', 'S3.14', 'S3.15'], []),
    standard('S3.17', facts, 'S3.10'),
    isItemized
      ? amountSum('S3.18', 'Net income', ['S3.12'], ['S3.16'], { emphasis: 'subtotal' })
      : amountSum('S3.18', 'Net income', ['S3.10'], ['S3.17'], { emphasis: 'subtotal' }),
    otherIncome('S3.19', 'Add: other non-operating income', facts),
    enteredAmount('S3.20', 'Other non-operating income'),
    enteredAmount('S3.21', 'Share in the income of a general professional partnership'),
    amountSum('S3.22', 'Total other non-operating income', ['S3.19', 'S3.20', 'S3.21'], []),
    amountSum('S3.23', 'Taxable income from business', ['S3.18', 'S3.22'], []),
    amountFormula(
      'S3.24',
      'Total taxable income, compensation and business',
      {
        from: ['S2.6', 'S3.23'],
        rule: 'Box S2.6 + S3.23. A business loss is not deducted from compensation income.',
        of: (box) => box('S2.6').base + positive(box('S3.23').base),
      },
      { emphasis: 'subtotal' },
    ),
    graduated('S3.25', 'Total tax due, compensation and business income', facts, 'S3.24'),
    ...(isItemized
      ? [
          ...deductionSchedule(facts, { prefix: 'S4', heading: 'Schedule 4: ordinary allowable itemized deductions' }),
          ...losses(facts),
        ]
      : []),
  ]
}

/** Schedule 6: a business loss is carried over (NIRC section 34(D)(3)); compensation has no deductions (section 34). */
const losses = (facts: FilingFacts): Box[] => [
  amountSum('S6.1', 'Gross income', ['S3.12', 'S3.22'], [], { heading: 'Schedule 6: net operating loss of this year' }),
  amountSum('S6.2', 'Less: ordinary allowable itemized deductions', ['S3.13'], []),
  amountSum('S6.3', 'Net operating loss, if negative', ['S6.1'], ['S6.2']),
  ...lossSchedule(
    { facts, before: thirdQuarter(facts) },
    {
      schedule: 'Schedule 6',
      total: 'S6.8',
      income: {
        from: ['S3.12', 'S3.22', 'S3.13', 'S3.14'],
        rule: '',
        of: (box) => box('S3.12').base + box('S3.22').base - box('S3.13').base - box('S3.14').base,
      },
      loss: {
        from: ['S6.3'],
        rule: 'A negative amount in box S6.3. It is deducted in later years.',
        of: (box) => positive(-box('S6.3').base),
      },
    },
  ),
]

const summary = (isEight: boolean): Box[] => [
  sumBox('P6.1', 'Income tax due, regular rate', [isEight ? 'S3.32' : 'S3.25'], [], {
    heading: 'Part VI: summary of income tax due',
  }),
  entered('P6.2', 'Income tax due, special rate'),
  entered('P6.3', 'Less: share of another government agency'),
  sumBox('P6.4', 'Net special rate income tax due', ['P6.2'], ['P6.3']),
  sumBox('P6.5', 'Total income tax due', ['P6.1', 'P6.4'], [], { emphasis: 'subtotal' }),
]
