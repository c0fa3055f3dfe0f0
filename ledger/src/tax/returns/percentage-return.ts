// Form 2551Q, the percentage tax of taxpayers not registered for VAT.
import { formatMoney, multiplyRate, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { formatRate } from '../vat.ts'
import { rateAt } from '../rates.ts'
import { isSale, provedFor } from '../tax-line.ts'
import type { TaxLine } from '../tax-line.ts'
import { entered, sumBox, unprovedNote } from './vat-return.ts'
import { claimedParts, paidBefore } from './worksheet.ts'
import type { FormRevision } from './worksheet.ts'

/**
 * Section 116 taxes sales that are exempt from VAT under section 109(CC) only: those of a seller who is not registered
 * for VAT because of the threshold. A sale that is VAT-exempt under another paragraph of section 109 is not taxed.
 */
export const isTaxed = (line: Pick<TaxLine, 'tax'>): boolean => isSale(line) && line.tax?.vatClass !== 'exempt'

const exemptNote = (exempt: Money): string[] =>
  exempt === 0n
    ? []
    : [
        `VAT-exempt sales of ${formatMoney(exempt)} are not taxed. If they are exempt only because you are not registered for VAT, enter them in row S2 with a minus sign, and record such sales as not subject to VAT.`,
      ]

export const percentageReturn: FormRevision = {
  form: '2551Q',
  revision: 'January 2018 (ENCS)',
  layout: '2551Q 2018-01',
  source: 'NIRC section 116; boxes as on form 2551Q, January 2018 (ENCS).',
  asks: () => [],
  payable: '19',
  boxes(facts) {
    const { period, rates } = facts
    const rate = rateAt(rates, 'percentage_tax', period.to)?.value ?? '0'
    return [
      {
        no: 'S1',
        label: 'Sales of the quarter',
        columns: 'base',
        how: 'lines',
        heading: 'Schedule 1',
        rule: 'Sales lines without VAT, net of discounts. VAT-exempt sales are not included.',
        pick: (line) => (isTaxed(line) && line.tax !== null ? { base: line.tax.base, tax: 0n } : null),
      },
      {
        no: 'S2',
        label: 'Less: sales not subject to percentage tax',
        columns: 'base',
        how: 'entered',
        rule: 'Entered manually, with a reason.',
      },
      {
        no: 'S3',
        label: `PT010, ${formatRate(rate)}: taxable amount and tax due`,
        columns: 'both',
        how: 'formula',
        from: ['S1', 'S2'],
        rule: `S1 less S2, multiplied by ${formatRate(rate)}.`,
        of: (box) => {
          const base = box('S1').base - box('S2').base
          return { base, tax: multiplyRate(base, rate) }
        },
      },
      sumBox('14', 'Total tax due', ['S3'], [], { heading: 'Tax payable', emphasis: 'subtotal' }),
      {
        no: '15',
        label: 'Creditable percentage tax withheld',
        columns: 'tax',
        how: 'parts',
        rule: 'Percentage tax withheld by government offices, from the certificates claimed in this return.',
        parts: claimedParts('2551Q', facts.claims),
      },
      {
        no: '16',
        label: 'Tax paid in return previously filed',
        columns: 'tax',
        how: 'carried',
        figures: paidBefore(facts, ['16', '19']),
        rule: 'Boxes 16 and 19 of the return being amended.',
      },
      entered('17', 'Other credits'),
      sumBox('18', 'Total credits', ['15', '16', '17'], []),
      sumBox('19', 'Tax still payable, or overpayment', ['14'], ['18'], { emphasis: 'subtotal' }),
      entered('20', 'Surcharge'),
      entered('21', 'Interest'),
      entered('22', 'Compromise'),
      sumBox('23', 'Total penalties', ['20', '21', '22'], []),
      sumBox('24', 'Total amount payable, or overpayment', ['19', '23'], [], { emphasis: 'total' }),
    ]
  },
  notes: ({ profile, period, rates, lines, claims }) => [
    ...unprovedNote(lines, provedFor('2551Q', claims), '15'),
    ...exemptNote(sum(lines.filter((line) => isSale(line) && !isTaxed(line)).map(({ tax }) => tax?.base ?? 0n))),
    ...(profile.taxpayer === 'individual' && profile.incomeTax === 'eight_percent'
      ? ['An individual who chose the 8% income tax rate does not file a percentage tax return.']
      : []),
    ...(rateAt(rates, 'percentage_tax', period.to) === undefined
      ? ['There is no percentage tax rate for the last day of the quarter. Add the rate in the tax return settings.']
      : []),
  ],
}
