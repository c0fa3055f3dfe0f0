// The remittances of a withholding agent: 0619-E for the first two months of a quarter, 1601-EQ for the quarter, and
// 1600-VT for withheld VAT.
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { formatRate } from '../vat.ts'
import { monthsOf, shifted } from '../calendar/forms.ts'
import type { Period } from '../calendar/forms.ts'
import { isExemptPayment, isVatWithheldByUs, isWithheldByUs } from '../tax-line.ts'
import type { TaxLine } from '../tax-line.ts'
import { nonResidentCodes } from '../withholding.ts'
import { carriedFrom, excessRow } from './excess.ts'
import { entered, sumBox } from './vat-return.ts'
import { paidBefore, referenceKey } from './worksheet.ts'
import type { Box, Figures, FormRevision } from './worksheet.ts'

const withheld = (line: TaxLine): Figures | null =>
  isWithheldByUs(line) && line.withheld !== null ? { base: line.withheld.base, tax: line.withheld.tax } : null

const law = 'NIRC sections 57(B) and 58; RR 2-98 as amended by RR 11-2018 and RR 4-2024'

export const monthlyRemittance: FormRevision = {
  form: '0619-E',
  revision: 'January 2018 (ENCS)',
  layout: '0619-E 2018-01',
  source: `${law}; RMC 73-2018.`,
  asks: () => [],
  payable: '16',
  boxes: (facts) => [
    {
      no: '14',
      label: 'Amount of remittance',
      columns: 'both',
      how: 'lines',
      pick: withheld,
      neverNegative: true,
      rule: 'Income tax withheld from suppliers in the month under all ATCs, remitted as ATC WME10. If reversals exceed the tax withheld, nothing is remitted.',
    },
    {
      no: '15',
      label: 'Less: remitted with the return previously filed',
      columns: 'tax',
      how: 'carried',
      figures: paidBefore(facts, ['14']),
      rule: 'Box 14 of the return being amended.',
    },
    sumBox('16', 'Net amount of remittance', ['14'], ['15'], { emphasis: 'subtotal' }),
    entered('17A', 'Surcharge'),
    entered('17B', 'Interest'),
    entered('17C', 'Compromise'),
    sumBox('17D', 'Total penalties', ['17A', '17B', '17C'], []),
    sumBox('18', 'Total amount of remittance', ['16', '17D'], [], { emphasis: 'total' }),
  ],
  notes: () => [],
}

/**
 * The amount remitted for a month: never less than zero, and with a reduced amendment still the amount remitted before
 * (form 1601-EQ, items 20 and 21: remittances made).
 */
export const remittedWith = (
  boxes: ReadonlyMap<string, Figures> | undefined,
  { due, before }: { due: string; before: string },
): Figures => {
  const [now = 0n, then = 0n] = [due, before].map((no) => boxes?.get(no)?.tax ?? 0n)
  return { base: 0n, tax: [now, then].reduce((most, one) => (one > most ? one : most), 0n) }
}

const isSameYear = (one: Period, other: Period): boolean => one.to.slice(0, 4) === other.to.slice(0, 4)

const exemptNote = (paid: Money): string[] =>
  paid === 0n
    ? []
    : [
        `Payments to suppliers exempt from withholding were ${formatMoney(paid)}. They are listed in a separate schedule of the alphalist.`,
      ]

export const quarterlyWithholding: FormRevision = {
  form: '1601-EQ',
  revision: 'January 2018 (ENCS)',
  layout: '1601-EQ 2018-01',
  source: `${law}; boxes as on form 1601-EQ, January 2018 (ENCS).`,
  asks: (period) => [
    ...monthsOf(period)
      .slice(0, 2)
      .map((month) => ({ form: '0619-E' as const, period: month })),
    { form: '1601-EQ', period: shifted(period, -1) },
  ],
  payable: '25',
  boxes(facts) {
    const { period, others, lines } = facts
    const rows = codeRows(lines)
    const [first, second] = monthsOf(period).map(({ to }) =>
      remittedWith(others.get(referenceKey('0619-E', to)), { due: '14', before: '15' }),
    )
    const before = shifted(period, -1)
    const overRemitted = isSameYear(before, period)
      ? carriedFrom('1601-EQ', others.get(referenceKey('1601-EQ', before.to)))
      : 0n
    const carried = (no: string, label: string, rule: string, figures: Figures | undefined): Box => ({
      no,
      label,
      rule,
      columns: 'tax',
      how: 'carried',
      figures: { base: 0n, tax: figures?.tax ?? 0n },
    })
    return [
      ...rows,
      sumBox(
        '19',
        'Total taxes withheld for the quarter',
        rows.map(({ no }) => no),
        [],
        {
          columns: 'both',
          emphasis: 'subtotal',
          ...(rows.length === 0 && { heading: 'Taxes withheld' }),
        },
      ),
      carried(
        '20',
        'Less: remitted for the first month',
        'Box 14 of form 0619-E of the month, or box 15 if an amendment reduced the amount.',
        first,
      ),
      carried(
        '21',
        'Less: remitted for the second month',
        'Box 14 of form 0619-E of the month, or box 15 if an amendment reduced the amount.',
        second,
      ),
      carried(
        '22',
        'Tax remitted in return previously filed',
        'Boxes 22 and 25 of the return being amended.',
        paidBefore(facts, ['22', '25']),
      ),
      carried(
        '23',
        'Over-remittance from previous quarter',
        'Box 25.1 of the previous quarter of the same calendar year.',
        { base: 0n, tax: overRemitted },
      ),
      sumBox('24', 'Total remittances made', ['20', '21', '22', '23'], []),
      sumBox('25', 'Tax still due, or over-remittance', ['19'], ['24'], { emphasis: 'subtotal' }),
      excessRow('1601-EQ', period, facts.excessUse),
      entered('26', 'Surcharge'),
      entered('27', 'Interest'),
      entered('28', 'Compromise'),
      sumBox('29', 'Total penalties', ['26', '27', '28'], []),
      sumBox('30', 'Total amount still due, or over-remittance', ['25', '29'], [], { emphasis: 'total' }),
    ]
  },
  notes: ({ lines }) => [
    ...(codeRows(lines).length > 6 ? ['The form has six lines. Enter any further codes on a continuation sheet.'] : []),
    ...exemptNote(sum(lines.filter(isExemptPayment).map((line) => line.withheld?.base ?? 0n))),
  ],
}

/**
 * One box for each code and rate, in the order of the codes: six from the first, and from 'S1' if the form needs another
 * sheet.
 */
export function codeBoxes(
  lines: readonly TaxLine[],
  { first, counts }: { first: number; counts: (line: Pick<TaxLine, 'account' | 'withheld'>) => boolean },
): Box[] {
  const names = new Map<string, { atc: string; rate: string }>()
  for (const line of lines) {
    const { withheld: its } = line
    if (its !== null && counts(line)) names.set(`${its.atc} ${its.rate}`, { atc: its.atc, rate: its.rate })
  }
  const sorted = [...names.values()].toSorted((a, b) => (`${a.atc} ${a.rate}` < `${b.atc} ${b.rate}` ? -1 : 1))
  return sorted.map(({ atc, rate }, i) => ({
    no: i < 6 ? String(first + i) : `S${i - 5}`,
    label: `${atc}, ${formatRate(rate)}`,
    columns: 'both',
    rule: `Tax base and tax of the lines posted under ${atc} at ${formatRate(rate)}.`,
    how: 'lines',
    pick: (line) =>
      counts(line) && line.withheld?.atc === atc && line.withheld.rate === rate
        ? { base: line.withheld.base, tax: line.withheld.tax }
        : null,
    ...(i === 0 && { heading: 'Taxes withheld' }),
  }))
}

const codeRows = (lines: readonly TaxLine[]): Box[] => codeBoxes(lines, { first: 13, counts: isWithheldByUs })

/**
 * VAT withheld from suppliers in bills, by code (RMO 13-2025, RMO 27-2025), and manual amounts. The rows are named by
 * their codes; the box numbers are to be compared with the form in use.
 */
export const vatWithholding: FormRevision = {
  form: '1600-VT',
  revision: 'January 2018 (ENCS)',
  layout: '1600-VT 2018-01',
  source:
    'NIRC section 114(C) and section 108-A as added by RA 12023; RMO 13-2025; RR 9-2025. Rows are listed by code because the box numbers are not confirmed.',
  asks: () => [],
  payable: 'C',
  boxes: (facts) => [
    row('WV010', 'VAT withheld on purchases of goods by government offices'),
    row('WV020', 'VAT withheld on purchases of services by government offices'),
    row('WV080', 'VAT withheld on digital services of non-residents, private buyers'),
    row('WV090', 'VAT withheld on digital services of non-residents, government offices'),
    row('WV100', 'VAT withheld on digital services sold by non-residents on marketplaces'),
    row('WV110', 'VAT on local sales of registered business enterprises'),
    { no: 'Others', label: 'VAT withheld under other codes', columns: 'both', how: 'entered', rule: manual },
    sumBox('A', 'Total VAT withheld', [...vatCodes, 'Others'], [], { columns: 'both', emphasis: 'subtotal' }),
    {
      no: 'B',
      label: 'Less: remitted with the return previously filed',
      columns: 'tax',
      how: 'carried',
      figures: paidBefore(facts, ['A']),
      rule: 'The total of the return being amended.',
    },
    sumBox('C', 'Tax still due', ['A'], ['B'], { emphasis: 'subtotal' }),
    entered('D', 'Penalties'),
    sumBox('E', 'Total amount still due', ['C', 'D'], [], { emphasis: 'total' }),
  ],
  notes: ({ lines }) => {
    const codes = new Set(lines.filter(isVatWithheldByUs).map(({ withheld }) => withheld?.atc ?? ''))
    return [
      ...(nonResidentCodes.some((code) => codes.has(code))
        ? ['Issue form 2306 to each non-resident supplier, under Certificates for suppliers.']
        : []),
      ...(codes.has('WV110')
        ? [
            'VAT on goods from an economic zone or freeport is paid with form 0605 for each purchase, before the goods are released (RR 9-2025). Enter the amount that you paid this way in row WV110, with a minus sign and the date of the payment as the reason.',
          ]
        : []),
    ]
  },
}

const vatCodes = ['WV010', 'WV020', 'WV080', 'WV090', 'WV100', 'WV110'] as const
const manual = 'Entered manually, with a reason.'

const row = (atc: (typeof vatCodes)[number], label: string): Box => ({
  no: atc,
  label,
  columns: 'both',
  how: 'lines',
  rule: `Tax base and VAT of the bills under ${atc}, and manual entries.`,
  pick: (line) =>
    isVatWithheldByUs(line) && line.withheld?.atc === atc ? { base: line.withheld.base, tax: line.withheld.tax } : null,
})
