// The monthly return of tax withheld on compensation, form 1601-C, from the payroll registers of the month.
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { untaxedYearly } from '../../payroll/compensation.ts'
import type { DividedLine } from '../../payroll/year.ts'
import { entered, sumBox } from './vat-return.ts'
import { paidBefore } from './worksheet.ts'
import type { Box, FormRevision, Part, PaidEmployee } from './worksheet.ts'

export const compensationReturn: FormRevision = {
  form: '1601-C',
  revision: 'January 2018 (ENCS)',
  layout: '1601-C 2018-01',
  source: 'NIRC sections 79 to 83; RR 2-98 as amended by RR 11-2018; boxes as on form 1601-C, January 2018 (ENCS).',
  asks: () => [],
  payable: '31',
  boxes(facts) {
    const { payroll } = facts
    const untaxed = new Set(withoutTax(payroll))
    const of = (no: string, label: string, rule: string, amount: (line: PaidEmployee) => Money): Box => ({
      no,
      label,
      rule,
      columns: 'base',
      how: 'parts',
      parts: payroll.flatMap((line) => {
        const base = amount(line)
        return base === 0n ? [] : [part(line, { base, tax: 0n })]
      }),
    })
    const tax = (no: string, label: string, rule: string, counts: (withheld: Money) => boolean): Box => ({
      no,
      label,
      rule,
      columns: 'tax',
      how: 'parts',
      parts: payroll.flatMap((line) =>
        counts(line.figures.tax) ? [part(line, { base: 0n, tax: line.figures.tax })] : [],
      ),
    })
    return [
      {
        ...of(
          '14',
          'Total amount of compensation',
          'Gross pay in the payroll registers paid in the month.',
          ({ gross }) => gross,
        ),
        heading: 'Compensation',
      },
      of(
        '15',
        'Statutory minimum wage for minimum wage earners',
        'Basic pay of minimum wage earners less their contributions and union dues, which are in box 19.',
        ({ minimumWage }) => minimumWage,
      ),
      of(
        '16',
        'Holiday, overtime, night shift differential and hazard pay (minimum wage earners only)',
        'The premium pay of minimum wage earners.',
        ({ premiums }) => premiums,
      ),
      of(
        '17',
        '13th month pay and other benefits',
        'The part up to 90,000.00 a year, for each employee.',
        ({ exemptBenefits }) => exemptBenefits,
      ),
      of('18', 'De minimis benefits', 'De minimis benefits in the payroll registers.', ({ deMinimis }) => deMinimis),
      of(
        '19',
        "SSS, GSIS, PHIC, HDMF mandatory contributions and union dues (employee's share only)",
        "The employees' shares of contributions, and their union dues.",
        ({ contributions }) => contributions,
      ),
      of('20', 'Other non-taxable compensation', 'Non-taxable allowances.', ({ otherExempt }) => otherExempt),
      sumBox('21', 'Total non-taxable compensation', ['15', '16', '17', '18', '19', '20'], [], {
        columns: 'base',
        emphasis: 'subtotal',
      }),
      sumBox('22', 'Total taxable compensation', ['14'], ['21'], { columns: 'base', emphasis: 'subtotal' }),
      of(
        '23',
        'Less: taxable compensation not subject to withholding tax',
        'Taxable pay of employees who had no tax withheld in the month and whose pay is at most 250,000.00 a year (20,833.33 a month).',
        (line) => (untaxed.has(line.employee) ? line.taxable : 0n),
      ),
      sumBox('24', 'Net taxable compensation', ['22'], ['23'], { columns: 'base', emphasis: 'subtotal' }),
      {
        ...tax(
          '25',
          'Total taxes withheld',
          'Tax withheld in the payroll registers, without refunds.',
          (withheld) => withheld > 0n,
        ),
        heading: 'Tax',
      },
      tax(
        '26',
        'Add/(less): adjustment of taxes withheld from previous months',
        'Refunds of excess tax withheld, and manual entries.',
        (withheld) => withheld < 0n,
      ),
      sumBox('27', 'Taxes withheld for remittance', ['25', '26'], [], { emphasis: 'subtotal' }),
      {
        no: '28',
        label: 'Less: tax remitted in return previously filed',
        columns: 'tax',
        how: 'carried',
        figures: paidBefore(facts, ['28', '31']),
        rule: 'Boxes 28 and 31 of the return being amended.',
      },
      entered('29', 'Other remittances made'),
      sumBox('30', 'Total tax remittances made', ['28', '29'], []),
      sumBox('31', 'Tax still due, or over-remittance', ['27'], ['30'], { emphasis: 'subtotal' }),
      entered('32', 'Surcharge'),
      entered('33', 'Interest'),
      entered('34', 'Compromise'),
      sumBox('35', 'Total penalties', ['32', '33', '34'], []),
      sumBox('36', 'Total amount still due, or over-remittance', ['31', '35'], [], { emphasis: 'total' }),
    ]
  },
  notes: ({ payroll }) => {
    const missing = [...new Set(payroll.filter(({ tin }) => tin === '').map(({ name }) => name))]
    return missing.length === 0
      ? []
      : [`Employees without a TIN: ${missing.join('; ')}. The annual alphalist requires the TIN of every employee.`]
  },
}

/** Employees whose taxable pay of the month, in twelve months, is not above the untaxed amount, without tax. */
function withoutTax(payroll: readonly DividedLine[]): string[] {
  return [...Map.groupBy(payroll, ({ employee }) => employee)]
    .filter(
      ([, lines]) =>
        lines.every(({ figures, isMinimumWage }) => figures.tax === 0n && !isMinimumWage) &&
        sum(lines.map(({ taxable }) => taxable)) * 12n <= untaxedYearly,
    )
    .map(([employee]) => employee)
}

const part = (
  { document, day, employee, name, tin, entryNo }: PaidEmployee,
  figures: { base: Money; tax: Money },
): Part => ({
  ...figures,
  key: `${document.id} ${employee}`,
  what: '',
  day,
  document,
  party: { name, tin },
  line: { entryNo, position: 1 },
})
