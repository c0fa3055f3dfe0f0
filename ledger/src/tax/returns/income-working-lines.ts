// The quarterly income tax returns as they were before the forms' own boxes: working lines with letters, from the
// statements of the taxable year to date. Returns filed on them are read and amended on them.
import { multiplyRate, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { StatementAccount } from '../../reports/statements.ts'
import { formatRate } from '../vat.ts'
import { rateAt } from '../rates.ts'
import { outside, pesos, positive, quartersBefore } from './income-tax.ts'
import { entered, sumBox } from './vat-return.ts'
import { claimedParts, paidBefore, referenceKey } from './worksheet.ts'
import type { Box, Figures, FilingFacts, FormRevision, Part } from './worksheet.ts'

const income = (form: '1702Q' | '1701Q', tax: (facts: FilingFacts) => Box[], source: string): FormRevision => ({
  form,
  revision: 'working lines',
  layout: `${form} working lines`,
  source,
  asks: (period, { fiscalYearEnd }) =>
    quartersBefore(period, fiscalYearEnd).map((quarter) => ({ form, period: quarter })),
  payable: 'S',
  boxes: (facts) => [...base(facts), ...tax(facts), ...credits(form, facts)],
  notes: () => [
    'Tax withheld by customers is credited only if you have received the certificate (form 2307).',
    'Income tax returns are in whole pesos. Amounts are rounded to the nearest peso, and 0.50 is rounded up.',
  ],
})

function base({ statement }: FilingFacts): Box[] {
  const of = (keeps: (account: StatementAccount) => boolean): Part[] =>
    statement.filter(keeps).map((account) => accountPart(account, account.amounts[0] ?? 0n))
  const earned = (keeps: (account: StatementAccount) => boolean): Part[] =>
    of(keeps).map((part) => ({ ...part, base: -part.base }))
  const isOther = ({ type }: StatementAccount, side: 'credit' | 'debit', normal: string) =>
    type === 'other' && normal === side
  return [
    {
      ...amount(
        'A',
        'Sales and revenues, net of returns and discounts',
        'Revenue accounts, from the start of the taxable year.',
      ),
      how: 'parts',
      parts: earned(({ type }) => type === 'revenue'),
      heading: 'Taxable income to date',
    },
    {
      ...amount('B', 'Cost of sales and services', 'Cost accounts, from the start of the taxable year.'),
      how: 'parts',
      parts: of(({ type }) => type === 'cost'),
    },
    baseSum('C', 'Gross income from operations', ['A'], ['B'], 'subtotal'),
    {
      ...amount(
        'D',
        'Other taxable income',
        'Other income, excluding interest subject to final tax and unrealized exchange gains.',
      ),
      how: 'parts',
      parts: earned(
        (account) =>
          isOther(account, 'credit', account.normal) && !(outside.income as readonly string[]).includes(account.code),
      ),
    },
    baseSum('E', 'Total gross income', ['C', 'D'], [], 'subtotal'),
    {
      ...amount(
        'F',
        'Deductions',
        'Operating, finance and other expenses, excluding penalties, final tax and unrealized exchange losses.',
      ),
      how: 'parts',
      parts: of(
        (account) =>
          (account.type === 'expense' || isOther(account, 'debit', account.normal)) &&
          !(outside.expense as readonly string[]).includes(account.code),
      ),
    },
    {
      ...amount(
        'G',
        'Add: non-deductible expenses',
        'Enter these expenses manually, for example representation expenses above the limit.',
      ),
      how: 'entered',
    },
    baseSum('H', 'Taxable income to date', ['E', 'G'], ['F'], 'subtotal'),
  ]
}

function corporationTax({ period, rates, profile }: FilingFacts): Box[] {
  const small = profile.incomeTax === 'small'
  const rate = rateAt(rates, small ? 'income_tax_small_corporation' : 'income_tax_corporation', period.to)?.value ?? '0'
  const minimum = rateAt(rates, 'minimum_corporate_income_tax', period.to)?.value ?? '0'
  const applies = profile.minimumTaxFrom !== null && profile.minimumTaxFrom <= period.to
  return [
    computed(
      'I',
      `Income tax, ${formatRate(rate)}`,
      ['H'],
      `Row H × ${formatRate(rate)}, or zero if there is a loss.`,
      (box) => pesos(multiplyRate(positive(box('H').base), rate)),
    ),
    computed(
      'J',
      `Minimum corporate income tax, ${formatRate(minimum)}`,
      ['E'],
      applies
        ? `Row E × ${formatRate(minimum)}.`
        : 'Not applicable yet. The start date is set in the company settings, under Tax returns.',
      (box) => (applies ? pesos(multiplyRate(positive(box('E').base), minimum)) : 0n),
    ),
    computed('K', 'Income tax due to date', ['I', 'J'], 'The higher of rows I and J.', (box) =>
      box('I').tax > box('J').tax ? box('I').tax : box('J').tax,
    ),
  ]
}

function individualTax({ period, rates, profile }: FilingFacts): Box[] {
  if (profile.incomeTax !== 'eight_percent') {
    const rule = 'Entered manually: the tax on row H at the current graduated rates.'
    return [{ no: 'K', label: 'Income tax due to date', columns: 'tax', how: 'entered', rule }]
  }
  const rate = rateAt(rates, 'eight_percent', period.to)?.value ?? '0'
  const deduction = BigInt(rateAt(rates, 'eight_percent_deduction', period.to)?.value.split('.')[0] ?? '0') * 100n
  return [
    computed(
      'K',
      `Income tax due to date, ${formatRate(rate)} of sales`,
      ['A', 'D'],
      `The total of rows A and D above ${deduction / 100n} pesos a year, multiplied by ${formatRate(rate)}.`,
      (box) => pesos(multiplyRate(positive(box('A').base + box('D').base - deduction), rate)),
    ),
  ]
}

function credits(form: '1702Q' | '1701Q', facts: FilingFacts): Box[] {
  const { period, others, profile, claims } = facts
  const before = quartersBefore(period, profile.fiscalYearEnd).map((quarter) =>
    others.get(referenceKey(form, quarter.to)),
  )
  const carried = (no: string, label: string, rule: string, tax: Money): Box => ({
    no,
    label,
    rule,
    columns: 'tax',
    how: 'carried',
    figures: { base: 0n, tax },
  })
  return [
    { ...entered('L', "Prior year's excess credits"), heading: 'Tax credits' },
    carried(
      'M',
      'Income tax paid for previous quarters',
      'Tax payable in rows P and S of earlier quarters of the taxable year.',
      sum(before.flatMap((boxes) => ['P', 'S'].map((row) => positive(boxes?.get(row)?.tax ?? 0n)))),
    ),
    carried(
      'N',
      'Tax withheld in previous quarters',
      'Row O of earlier quarters of the taxable year.',
      sum(before.map((boxes) => boxes?.get('O')?.tax ?? 0n)),
    ),
    {
      no: 'O',
      label: 'Tax withheld in this quarter',
      columns: 'both',
      how: 'parts',
      rule: 'Income tax withheld by customers, from the certificates claimed in this return.',
      parts: claimedParts(form, claims),
    },
    carried(
      'P',
      'Tax paid in return previously filed',
      'Rows P and S of the return being amended.',
      paidBefore(facts, ['P', 'S']).tax,
    ),
    entered('Q', 'Other credits'),
    sumBox('R', 'Total credits', ['L', 'M', 'N', 'O', 'P', 'Q'], [], { emphasis: 'subtotal' }),
    sumBox('S', 'Income tax payable, or overpayment', ['K'], ['R'], { emphasis: 'total' }),
  ]
}

export const corporationWorkingLines = income(
  '1702Q',
  corporationTax,
  'NIRC sections 27, 34 and 75; the tax base comes from the income statement in Talaan.',
)
export const individualWorkingLines = income(
  '1701Q',
  individualTax,
  'NIRC sections 24, 34 and 74; the tax base comes from the income statement in Talaan.',
)

const accountPart = ({ code, name }: StatementAccount, of: Money): Part => ({
  key: code,
  what: `${code} ${name}`,
  base: of,
  tax: 0n,
  day: null,
  document: null,
  party: null,
  line: null,
})

const amount = (no: string, label: string, rule: string) => ({ no, label, rule, columns: 'base' as const })

const baseSum = (no: string, label: string, plus: string[], minus: string[], emphasis: 'subtotal' | 'total'): Box => {
  const box = sumBox(no, label, plus, minus, { columns: 'base', emphasis })
  return { ...box, rule: box.rule.replace('Box', 'Row') }
}

const computed = (
  no: string,
  label: string,
  from: string[],
  rule: string,
  of: (box: (no: string) => Figures) => Money,
): Box => ({ no, label, rule, from, columns: 'tax', how: 'formula', of: (box) => ({ base: 0n, tax: of(box) }) })
