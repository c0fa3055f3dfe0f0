// The remittances of final income tax withheld: 0619-F for the first two months of a quarter, and 1601-FQ for the quarter.
import { sum } from '../../core/money.ts'
import { monthsOf } from '../calendar/forms.ts'
import { isFinalTaxByUs } from '../tax-line.ts'
import type { TaxLine } from '../tax-line.ts'
import { codeBoxes, remittedWith } from './withholding-returns.ts'
import { entered, sumBox } from './vat-return.ts'
import { paidBefore, referenceKey } from './worksheet.ts'
import type { Box, Figures, FilingFacts, FormRevision } from './worksheet.ts'

const law = 'NIRC sections 57(A) and 58; RR 2-98 as amended by RR 11-2018'

const withheld = (line: TaxLine): Figures | null =>
  isFinalTaxByUs(line) && line.withheld !== null ? { base: line.withheld.base, tax: line.withheld.tax } : null

export const monthlyFinalTax: FormRevision = {
  form: '0619-F',
  revision: 'January 2018 (ENCS)',
  layout: '0619-F 2018-01',
  source: `${law}; RMC 73-2018.`,
  asks: () => [],
  payable: '17',
  boxes: (facts) => [
    entered('13', 'Final tax withheld on interest on deposits (ATC WMF10)'),
    {
      no: '14',
      label: 'Other final tax withheld (ATC WMF20)',
      columns: 'both',
      how: 'lines',
      pick: withheld,
      neverNegative: true,
      rule: 'Final tax withheld from payees in the month under all codes. If reversals exceed the tax withheld, nothing is remitted.',
    },
    sumBox('15', 'Total', ['13', '14'], [], { emphasis: 'subtotal' }),
    {
      no: '16',
      label: 'Less: remitted with the return previously filed',
      columns: 'tax',
      how: 'carried',
      figures: paidBefore(facts, ['15']),
      rule: 'Box 15 of the return being amended.',
    },
    sumBox('17', 'Net amount of remittance', ['15'], ['16'], { emphasis: 'subtotal' }),
    entered('18A', 'Surcharge'),
    entered('18B', 'Interest'),
    entered('18C', 'Compromise'),
    sumBox('18D', 'Total penalties', ['18A', '18B', '18C'], []),
    sumBox('19', 'Total amount of remittance', ['17', '18D'], [], { emphasis: 'total' }),
  ],
  notes: () => [],
}

/**
 * The form has no item for an over-remittance of the previous quarter (item 26 is the sum of items 23 to 25), unlike
 * 1601-EQ: it can only be refunded or claimed as a tax credit certificate.
 */
export const quarterlyFinalTax: FormRevision = {
  form: '1601-FQ',
  revision: 'January 2018 (ENCS)',
  layout: '1601-FQ 2018-01',
  source: `${law}; boxes as on form 1601-FQ, January 2018 (ENCS).`,
  asks: (period) =>
    monthsOf(period)
      .slice(0, 2)
      .map((month) => ({ form: '0619-F' as const, period: month })),
  payable: '27',
  boxes(facts) {
    const { lines } = facts
    const rows = codeBoxes(lines, { first: 14, counts: isFinalTaxByUs })
    const [first = 0n, second = 0n] = remittances(facts)
    const carried = (no: string, label: string, rule: string, tax: bigint): Box => ({
      no,
      label,
      rule,
      columns: 'tax',
      how: 'carried',
      figures: { base: 0n, tax },
    })
    const monthly = 'Box 15 of form 0619-F of the month, or box 16 if more was remitted before an amendment.'
    return [
      ...rows,
      sumBox(
        '20',
        'Taxes withheld at regular rates',
        rows.map(({ no }) => no),
        [],
        { columns: 'both', emphasis: 'subtotal', ...(rows.length === 0 && { heading: 'Taxes withheld' }) },
      ),
      {
        no: '21',
        label: 'Taxes withheld at tax treaty rates (schedule 1)',
        columns: 'both',
        how: 'entered',
        rule: 'Entered manually, with a reason. Tax withheld with a bill or cheque is at the regular rate.',
      },
      sumBox('22', 'Total taxes withheld for the quarter', ['20', '21'], [], { columns: 'both', emphasis: 'subtotal' }),
      carried('23', 'Less: remitted for the first month', monthly, first),
      carried('24', 'Less: remitted for the second month', monthly, second),
      carried(
        '25',
        'Tax remitted in return previously filed',
        'Boxes 25 and 27 of the return being amended.',
        paidBefore(facts, ['25', '27']).tax,
      ),
      sumBox('26', 'Total remittances made', ['23', '24', '25'], []),
      sumBox('27', 'Tax still due, or over-remittance', ['22'], ['26'], { emphasis: 'subtotal' }),
      entered('28', 'Surcharge'),
      entered('29', 'Interest'),
      entered('30', 'Compromise'),
      sumBox('31', 'Total penalties', ['28', '29', '30'], []),
      sumBox('32', 'Total amount still due, or over-remittance', ['27', '31'], [], { emphasis: 'total' }),
    ]
  },
  notes: (facts) => [
    ...(codeBoxes(facts.lines, { first: 14, counts: isFinalTaxByUs }).length > 6
      ? ['The form has six lines. Enter any further codes on a continuation sheet.']
      : []),
    ...(sum(remittances(facts)) > sum(facts.lines.map((line) => withheld(line)?.tax ?? 0n))
      ? [
          'More was remitted than withheld. The form has no line to carry this over to the next quarter. Claim a refund or a tax credit certificate.',
        ]
      : []),
  ],
}

/** The remittances of the first two months. */
const remittances = ({ period, others }: Pick<FilingFacts, 'period' | 'others'>): bigint[] =>
  monthsOf(period)
    .slice(0, 2)
    .map(({ to }) => remittedWith(others.get(referenceKey('0619-F', to)), { due: '15', before: '16' }).tax)
