// The income tax returns of a corporation, 1702Q and 1702-RT, with the items of the January 2018 (ENCS) forms as boxes.
// Items of a schedule begin with its number, as in S2.13. Rows N and M are the schedules of losses and excess MCIT by
// year, with the letters of their columns; row W is a figure of ours for the accrual.
import { multiplyRate, sum } from '../../core/money.ts'
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
  creditSchedule,
  creditsOfQuarter,
  deductionSchedule,
  enteredAmount,
  excessBefore,
  fromBooks,
  higher,
  incomeNotes,
  isMinimumTaxed,
  lossesOfQuarter,
  lossSchedule,
  lower,
  percentAt,
  pesos,
  positive,
  quartersBefore,
  quartersOf,
  read,
  readBefore,
  taxFormula,
} from './income-tax.ts'
import type { Boxes } from './income-tax.ts'
import { entered, sumBox } from './vat-return.ts'
import { claimedParts, paidBefore } from './worksheet.ts'
import type { Box, FilingFacts, FormRevision } from './worksheet.ts'

/** The rates of NIRC section 27(A) and (E) as amended by RA 11534 (CREATE), and of the standard deduction (section 34(L)). */
function ratesOf({ period, rates, profile }: FilingFacts) {
  const name = profile.incomeTax === 'small' ? 'income_tax_small_corporation' : 'income_tax_corporation'
  return {
    normal: percentAt(rates, name, period.to),
    minimum: percentAt(rates, 'minimum_corporate_income_tax', period.to),
    standard: percentAt(rates, 'osd_corporation', period.to),
    isStandard: profile.deduction === 'osd',
  }
}

const taxAt = (base: Money, rate: string): Money => pesos(multiplyRate(positive(base), rate))

// ── 1702Q.

const quarterBefore = (facts: FilingFacts): Boxes | undefined =>
  readBefore(facts, beforeQuarter('1702Q', facts.period, facts.profile))

/** The gross income of a quarter that was filed on the working lines: row E was the year to date. */
function grossIncomeOf(boxes: Boxes | undefined, earlier: Boxes | undefined): Money {
  const own = boxes?.get('S2.5')
  return own === undefined ? read(boxes, 'E').base - read(earlier, 'E').base : own.base
}

export const corporationQuarter: FormRevision = {
  form: '1702Q',
  revision: 'January 2018 (ENCS)',
  layout: '1702Q 2018-01',
  inPesos: true,
  source: 'NIRC sections 27, 34, 75 and 76; items as on form 1702Q, January 2018 (ENCS).',
  asks: (period, profile) => [
    ...quartersBefore(period, profile.fiscalYearEnd).map((quarter) => ({ form: '1702Q' as const, period: quarter })),
    ...(quarterNo(period, profile.fiscalYearEnd) === 1 ? [beforeQuarter('1702Q', period, profile)] : []),
  ],
  payable: '20',
  boxes(facts) {
    const before = quarterBefore(facts)
    const losses = lossesOfQuarter({ facts, before }, { schedule: 'Schedule IIIA of 1702-RT', deducted: 'S2.6.2' })
    const credits = creditsOfQuarter({ facts, before })
    const due = accruedBefore(facts, before)
    return [
      ...payableOfQuarter(facts, credits),
      ...incomeOfQuarter(facts, before, losses),
      ...minimumOfQuarter(facts),
      ...creditsAndPayments(facts, before),
      ...losses.boxes,
      ...credits.boxes,
      carriedTax(
        'W',
        'Income tax due in the previous quarters',
        due,
        'Box 16 of the previous quarter. It is deducted in the journal entry for this quarter.',
        { heading: 'For the journal entry' },
      ),
    ]
  },
  notes: (facts) => incomeNotes(facts, quarterBefore(facts)),
}

const isFirstQuarter = ({ period, profile }: FilingFacts): boolean => quarterNo(period, profile.fiscalYearEnd) === 1

const accruedBefore = (facts: FilingFacts, before: Boxes | undefined): Money =>
  isFirstQuarter(facts) ? 0n : read(before, '16', 'K').tax

type Left = ReturnType<typeof creditsOfQuarter>

const payableOfQuarter = (facts: FilingFacts, credits: Left): Box[] => [
  taxFormula(
    '14',
    'Income tax due, regular rate',
    { from: ['S2.13'], rule: 'Box S2.13.', of: (box) => box('S2.13').tax },
    { heading: 'Part II: total tax payable' },
  ),
  taxFormula('15', "Less: unexpired excess of prior years' MCIT over the regular tax", {
    from: ['S2.11', 'S2.12', ...credits.from],
    rule: 'The excess in the M rows, up to box 14, if box S2.11 is higher than box S2.12.',
    of: (box) => (box('S2.11').tax > box('S2.12').tax ? lower(credits.left(box), box('S2.13').tax) : 0n),
  }),
  sumBox('16', 'Balance of income tax still due, regular rate', ['14'], ['15']),
  entered('17', 'Add: income tax due, special rate'),
  sumBox('18', 'Aggregate income tax due', ['16', '17'], [], { emphasis: 'subtotal' }),
  sumBox('19', 'Less: total tax credits and payments', ['S4.7'], []),
  sumBox('20', 'Net tax payable, or overpayment', ['18'], ['19'], { emphasis: 'subtotal' }),
  entered('21', 'Surcharge'),
  entered('22', 'Interest'),
  entered('23', 'Compromise'),
  sumBox('24', 'Total penalties', ['21', '22', '23'], []),
  sumBox('25', 'Total amount payable, or overpayment', ['20', '24'], [], { emphasis: 'total' }),
]

function incomeOfQuarter(facts: FilingFacts, before: Boxes | undefined, losses: Left): Box[] {
  const { normal, standard, isStandard } = ratesOf(facts)
  return [
    fromBooks(
      'S2.1',
      'Sales, receipts, revenues and fees, net of returns and discounts',
      books.sales(facts),
      'Revenue accounts in this quarter.',
      { heading: 'Schedule 2: this quarter, regular rate' },
    ),
    fromBooks('S2.2', 'Less: cost of sales and services', books.cost(facts), 'Cost accounts in this quarter.'),
    amountSum('S2.3', 'Gross income from operations', ['S2.1'], ['S2.2'], { emphasis: 'subtotal' }),
    fromBooks(
      'S2.4',
      'Add: non-operating and other taxable income',
      books.otherIncome(facts),
      'Other income, excluding interest subject to final tax and unrealized exchange gains.',
    ),
    amountSum('S2.5', 'Total gross income', ['S2.3', 'S2.4'], [], { emphasis: 'subtotal' }),
    isStandard
      ? amountFormula('S2.6.1', `Optional standard deduction, ${formatRate(standard)} of gross income`, {
          from: ['S2.5'],
          rule: `Box S2.5 × ${formatRate(standard)}.`,
          of: (box) => pesos(multiplyRate(positive(box('S2.5').base), standard)),
        })
      : fromBooks(
          'S2.6.1',
          'Itemized deductions',
          books.deductions(facts),
          'Operating, finance and other expenses, excluding penalties, final tax and unrealized exchange losses.',
        ),
    amountFormula('S2.6.2', 'NOLCO', {
      from: ['S2.5', 'S2.6.1', 'S2.8', 'N0', ...losses.from],
      rule: isStandard
        ? 'Not deductible with the optional standard deduction.'
        : 'Losses of earlier years in the N rows, up to the taxable income of the year to date.',
      of: (box) => {
        if (isStandard) return 0n
        const income = box('S2.8').base + box('N0').base + box('S2.5').base - box('S2.6.1').base
        return lower(losses.left(box), positive(income)) - box('N0').base
      },
    }),
    amountSum('S2.6', 'Less: deductions', ['S2.6.1', 'S2.6.2'], []),
    amountSum('S2.7', 'Taxable income this quarter', ['S2.5'], ['S2.6'], { emphasis: 'subtotal' }),
    carriedAmount(
      'S2.8',
      'Add: taxable income of previous quarters',
      isFirstQuarter(facts) ? 0n : read(before, 'S2.9', 'H').base,
      'Box S2.9 of the previous quarter.',
    ),
    amountSum('S2.9', 'Total taxable income to date', ['S2.7', 'S2.8'], [], { emphasis: 'subtotal' }),
    taxFormula('S2.11', `Income tax due other than MCIT, ${formatRate(normal)} (item 10)`, {
      from: ['S2.9'],
      rule: `Box S2.9 × ${formatRate(normal)}, or zero if there is a loss.`,
      of: (box) => taxAt(box('S2.9').base, normal),
    }),
    sumBox('S2.12', 'MCIT', ['S3.6'], []),
    taxFormula(
      'S2.13',
      'Income tax due',
      {
        from: ['S2.11', 'S2.12'],
        rule: 'The higher of boxes S2.11 and S2.12.',
        of: (box) => higher(box('S2.11').tax, box('S2.12').tax),
      },
      { emphasis: 'total' },
    ),
  ]
}

function minimumOfQuarter(facts: FilingFacts): Box[] {
  const { period, profile } = facts
  const { minimum } = ratesOf(facts)
  const applies = isMinimumTaxed(facts)
  const earlier = quartersBefore(period, profile.fiscalYearEnd)
    .toReversed()
    .map((quarter) => readBefore(facts, { form: '1702Q', period: quarter }))
  const names = ['1st', '2nd', '3rd', '4th']
  const own = earlier.length + 1
  const numbers = names.slice(0, own).map((_, at) => `S3.${at === 3 ? '3a' : at + 1}`)
  return [
    ...earlier.map((boxes, at) =>
      carriedAmount(
        numbers[at] ?? '',
        `Gross income of the ${names[at]} quarter`,
        grossIncomeOf(boxes, earlier[at - 1]),
        'Box S2.5 of that quarter.',
        at === 0 ? { heading: 'Schedule 3: minimum corporate income tax' } : {},
      ),
    ),
    {
      ...amountSum(numbers[own - 1] ?? '', `Gross income of the ${names[own - 1]} quarter`, ['S2.5'], []),
      ...(own === 1 && { heading: 'Schedule 3: minimum corporate income tax' }),
    },
    amountSum('S3.4', 'Total gross income', numbers, []),
    taxFormula('S3.6', `Minimum corporate income tax, ${formatRate(minimum)} (item 5)`, {
      from: ['S3.4'],
      rule: applies
        ? `Box S3.4 × ${formatRate(minimum)}.`
        : 'Not applicable yet. The start date is set in the company settings, under Tax returns.',
      of: (box) => (applies ? taxAt(box('S3.4').base, minimum) : 0n),
    }),
  ]
}

/** What a quarter paid, and under which tax: its payable, and what an amended return had paid before. */
const paidIn = (boxes: Boxes | undefined): { normal: Money; minimum: Money } => {
  const paid = positive(read(boxes, '20', 'S').tax) + positive(read(boxes, 'S4.6', 'P').tax)
  const isMinimum = read(boxes, 'S2.12', 'J').tax > read(boxes, 'S2.11', 'I').tax
  return isMinimum ? { normal: 0n, minimum: paid } : { normal: paid, minimum: 0n }
}

function creditsAndPayments(facts: FilingFacts, before: Boxes | undefined): Box[] {
  const isFirst = isFirstQuarter(facts)
  const paid = isFirst ? { normal: 0n, minimum: 0n } : paidIn(before)
  const carried = isFirst
    ? { normal: 0n, minimum: 0n, withheld: 0n }
    : {
        normal: read(before, 'S4.2', 'M').tax,
        minimum: read(before, 'S4.3').tax,
        withheld: read(before, 'S4.4', 'N').tax + read(before, 'S4.5', 'O').tax,
      }
  return [
    carriedTax(
      'S4.1',
      "Prior year's excess credits",
      excessBefore(before, beforeQuarter('1702Q', facts.period, facts.profile), 'S4.1'),
      "The overpayment of the previous year's return, if it is carried over.",
      { heading: 'Schedule 4: tax credits and payments' },
    ),
    carriedTax(
      'S4.2',
      'Tax paid for previous quarters, other than MCIT',
      carried.normal + paid.normal,
      'Boxes 20 and S4.6 of earlier quarters of the taxable year.',
    ),
    carriedTax(
      'S4.3',
      'MCIT paid for previous quarters',
      carried.minimum + paid.minimum,
      'Boxes 20 and S4.6 of earlier quarters in which the MCIT was higher.',
    ),
    carriedTax(
      'S4.4',
      'Creditable tax withheld in previous quarters',
      carried.withheld,
      'Boxes S4.4 and S4.5 of the previous quarter.',
    ),
    {
      no: 'S4.5',
      label: 'Creditable tax withheld per form 2307, this quarter',
      columns: 'both',
      how: 'parts',
      whole: true,
      rule: 'Income tax withheld by customers, from the certificates claimed in this return.',
      parts: claimedParts('1702Q', facts.claims),
    },
    carriedTax(
      'S4.6',
      'Tax paid in return previously filed',
      paidBefore(facts, ['S4.6', '20']).tax,
      'Boxes S4.6 and 20 of the return being amended.',
    ),
    entered('S4.6a', 'Other tax credits and payments'),
    sumBox('S4.7', 'Total tax credits and payments', ['S4.1', 'S4.2', 'S4.3', 'S4.4', 'S4.5', 'S4.6', 'S4.6a'], [], {
      emphasis: 'subtotal',
    }),
  ]
}

// ── 1702-RT.

const thirdQuarter = (facts: FilingFacts): Boxes | undefined => {
  const [third] = quartersOf(facts.period)
  return third && readBefore(facts, { form: '1702Q', period: third })
}

export const corporationYear: FormRevision = {
  form: '1702-RT',
  revision: 'January 2018 (ENCS)',
  layout: '1702-RT 2018-01',
  inPesos: true,
  source: 'NIRC sections 27, 34, 76 and 77; items as on form 1702-RT, January 2018 (ENCS).',
  asks: (period) => quartersOf(period).map((quarter) => ({ form: '1702Q', period: quarter })),
  payable: '16',
  boxes(facts) {
    const before = thirdQuarter(facts)
    return [
      ...payableOfYear(facts),
      ...incomeOfYear(facts),
      ...creditsOfYear(facts, before),
      ...schedulesOfYear(facts, before),
      carriedTax(
        'W',
        'Income tax due in the previous quarters',
        read(before, '16', 'K').tax,
        'Box 16 of the third quarter. It is deducted in the journal entry for the year.',
        { heading: 'For the journal entry' },
      ),
    ]
  },
  notes: (facts) => [
    ...incomeNotes(facts, thirdQuarter(facts)),
    'File the financial statements with this return. You can find their amounts in the financial reports.',
  ],
}

const payableOfYear = (facts: FilingFacts): Box[] => [
  taxFormula(
    '14',
    'Tax due',
    { from: ['43'], rule: 'Box 43.', of: (box) => box('43').tax },
    { heading: 'Part II: total tax payable' },
  ),
  sumBox('15', 'Less: total tax credits and payments', ['55'], []),
  sumBox('16', 'Net tax payable, or overpayment', ['14'], ['15'], { emphasis: 'subtotal' }),
  entered('17', 'Surcharge'),
  entered('18', 'Interest'),
  entered('19', 'Compromise'),
  sumBox('20', 'Total penalties', ['17', '18', '19'], []),
  sumBox('21', 'Total amount payable, or overpayment', ['16', '20'], [], { emphasis: 'total' }),
  excessRow('1702-RT', facts.period, facts.excessUse),
]

function incomeOfYear(facts: FilingFacts): Box[] {
  const { normal, minimum, standard, isStandard } = ratesOf(facts)
  const applies = isMinimumTaxed(facts)
  return [
    fromBooks(
      '27',
      'Sales, receipts, revenues and fees',
      books.grossSales(facts),
      'Revenue accounts in the taxable year.',
      { heading: 'Part IV: computation of tax' },
    ),
    fromBooks(
      '28',
      'Less: sales returns, allowances and discounts',
      books.returns(facts),
      'Sales return and discount accounts in the taxable year.',
    ),
    amountSum('29', 'Net sales, receipts, revenues and fees', ['27'], ['28']),
    fromBooks('30', 'Less: cost of sales and services', books.cost(facts), 'Cost accounts in the taxable year.'),
    amountSum('31', 'Gross income from operations', ['29'], ['30'], { emphasis: 'subtotal' }),
    fromBooks(
      '32',
      'Add: other taxable income not subjected to final tax',
      books.otherIncome(facts),
      'Other income, excluding interest subject to final tax and unrealized exchange gains.',
    ),
    amountSum('33', 'Total taxable income', ['31', '32'], [], { emphasis: 'subtotal' }),
    amountSum('34', 'Ordinary allowable itemized deductions', isStandard ? [] : ['S1.18'], []),
    enteredAmount('35', 'Special allowable itemized deductions'),
    amountSum('36', 'NOLCO', ['S3A.8'], []),
    amountSum('37', 'Total deductions', ['34', '35', '36'], []),
    amountFormula('38', `Optional standard deduction, ${formatRate(standard)} of box 33`, {
      from: ['33'],
      rule: isStandard ? `Box 33 × ${formatRate(standard)}.` : 'Not chosen in the tax registrations.',
      of: (box) => (isStandard ? pesos(multiplyRate(positive(box('33').base), standard)) : 0n),
    }),
    amountSum('39', 'Net taxable income, or loss', ['33'], ['37', '38'], { emphasis: 'subtotal' }),
    taxFormula('41', `Income tax due other than MCIT, ${formatRate(normal)} (item 40)`, {
      from: ['39'],
      rule: `Box 39 × ${formatRate(normal)}, or zero if there is a loss.`,
      of: (box) => taxAt(box('39').base, normal),
    }),
    taxFormula('42', `MCIT due, ${formatRate(minimum)} of box 33`, {
      from: ['33'],
      rule: applies
        ? `Box 33 × ${formatRate(minimum)}.`
        : 'Not applicable yet. The start date is set in the company settings, under Tax returns.',
      of: (box) => (applies ? taxAt(box('33').base, minimum) : 0n),
    }),
    taxFormula(
      '43',
      'Tax due',
      {
        from: ['41', '42'],
        rule: 'The higher of boxes 41 and 42.',
        of: (box) => higher(box('41').tax, box('42').tax),
      },
      { emphasis: 'total' },
    ),
  ]
}

function creditsOfYear(facts: FilingFacts, before: Boxes | undefined): Box[] {
  const paid = paidIn(before)
  return [
    carriedTax(
      '44',
      "Prior year's excess credits other than MCIT",
      read(before, 'S4.1', 'L').tax,
      'Box S4.1 of the third quarter.',
      { heading: 'Tax credits and payments' },
    ),
    carriedTax(
      '45',
      'Income tax payment under MCIT from previous quarters',
      read(before, 'S4.3').tax + paid.minimum,
      'Box S4.3 of the third quarter and, if the MCIT was higher, its box 20.',
    ),
    carriedTax(
      '46',
      'Income tax payment under the regular rate from previous quarters',
      read(before, 'S4.2', 'M').tax + paid.normal,
      'Box S4.2 of the third quarter and, if the regular tax was higher, its box 20.',
    ),
    sumBox('47', 'Excess MCIT applied this taxable year', ['S4.4'], []),
    carriedTax(
      '48',
      'Creditable tax withheld from previous quarters',
      read(before, 'S4.4', 'N').tax + read(before, 'S4.5', 'O').tax,
      'Boxes S4.4 and S4.5 of the third quarter.',
    ),
    {
      no: '49',
      label: 'Creditable tax withheld per form 2307, 4th quarter',
      columns: 'both',
      how: 'parts',
      whole: true,
      rule: 'Income tax withheld by customers, from the certificates claimed in form 1702 for this year.',
      parts: claimedParts('1702-RT', facts.claims),
    },
    entered('50', 'Foreign tax credits'),
    carriedTax(
      '51',
      'Tax paid in return previously filed',
      paidBefore(facts, ['51', '16']).tax,
      'Boxes 51 and 16 of the return being amended.',
    ),
    entered('52', 'Special tax credits'),
    entered('53', 'Other tax credits and payments'),
    entered('54', 'Other tax credits and payments'),
    sumBox(
      '55',
      'Total tax credits and payments',
      ['44', '45', '46', '47', '48', '49', '50', '51', '52', '53', '54'],
      [],
      { emphasis: 'subtotal' },
    ),
    sumBox('56', 'Net tax payable, or overpayment', ['43'], ['55'], { emphasis: 'total' }),
  ]
}

function schedulesOfYear(facts: FilingFacts, before: Boxes | undefined): Box[] {
  const { isStandard } = ratesOf(facts)
  return [
    ...(isStandard
      ? []
      : deductionSchedule(facts, { prefix: 'S1', heading: 'Schedule I: ordinary allowable itemized deductions' })),
    amountSum('S3.1', 'Gross income', ['33'], [], { heading: 'Schedule III: net operating loss of this year' }),
    amountSum('S3.2', 'Less: ordinary allowable itemized deductions', ['34'], []),
    amountSum('S3.3', 'Net operating loss, if negative', ['S3.1'], ['S3.2']),
    ...lossSchedule(
      { facts, before },
      {
        schedule: 'Schedule IIIA',
        total: 'S3A.8',
        income: {
          from: ['33', '34', '35'],
          rule: '',
          of: (box) => (isStandard ? 0n : box('33').base - box('34').base - box('35').base),
        },
        loss: {
          from: ['S3.3'],
          rule: isStandard
            ? 'No loss is carried over with the optional standard deduction.'
            : 'The loss in box S3.3. It can be deducted in later years as NOLCO.',
          of: (box) => (isStandard ? 0n : positive(-box('S3.3').base)),
        },
      },
    ),
    ...(isMinimumTaxed(facts)
      ? creditSchedule({ facts, before }, { normal: '41', minimum: '42', total: 'S4.4' })
      : [sumBox('S4.4', 'Total excess MCIT applied this year', [], [], { heading: 'Schedule IV: excess MCIT' })]),
    ...reconciliation(facts),
  ]
}

/** Schedule V: from the profit before income tax in the books to the taxable income. */
function reconciliation(facts: FilingFacts): Box[] {
  const byHand = (no: string): Money => facts.entries.get(no)?.base ?? 0n
  const { isStandard } = ratesOf(facts)
  const deductions = [...facts.entries.keys()].filter((no) => !isStandard && no.startsWith('S1.')).map(byHand)
  const manual = byHand('27') - byHand('28') - byHand('30') + byHand('32') - sum(deductions)
  return [
    fromBooks(
      'S5.1',
      'Net income per books, before income tax',
      books.netIncome(facts),
      'All income and expense accounts in the taxable year, before income tax.',
      { heading: 'Schedule V: net income per books against taxable income' },
    ),
    fromBooks(
      'S5.2',
      'Add: non-deductible expenses',
      books.nonDeductible(facts),
      'Penalties, final tax and unrealized exchange losses.',
    ),
    amountFormula('S5.3', 'Add: manual entries, and expenses replaced by the standard deduction', {
      from: [],
      rule: 'Amounts entered manually in boxes 27 to 32 and S1.1 to S1.17d, and the itemized deductions if the standard deduction is chosen.',
      of: () => (isStandard ? manual + sum(books.deductions(facts).map(({ base }) => base)) : manual),
    }),
    amountSum('S5.4', 'Total', ['S5.1', 'S5.2', 'S5.3'], []),
    fromBooks(
      'S5.5',
      'Less: non-taxable income and income subjected to final tax',
      books.notTaxed(facts),
      'Interest subject to final tax and unrealized exchange gains.',
    ),
    amountSum('S5.7', 'Less: special and other allowable deductions', ['35', '36', '38'], []),
    amountSum('S5.9', 'Total', ['S5.5', 'S5.7'], []),
    amountSum('S5.10', 'Net taxable income, or loss', ['S5.4'], ['S5.9'], { emphasis: 'total' }),
  ]
}
