// Form 2550Q, the quarterly VAT return. Boxes and labels follow the April 2024 (ENCS) revision; older revisions have
// other box numbers and are not calculated here.
import { divideRounded, formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { monthsOf, shifted } from '../calendar/forms.ts'
import type { Period } from '../calendar/forms.ts'
import { hasIn } from '../registrations.ts'
import { nonResidentCodes } from '../withholding.ts'
import {
  isVatWithheldByUs,
  isVatWithheldFromUs,
  lineKey,
  provedFor,
  purchaseBucket,
  purchaseFigures,
  saleBucket,
} from '../tax-line.ts'
import type { PurchaseBucket, SaleBucket, TaxLine } from '../tax-line.ts'
import { carriedFrom, excessRow } from './excess.ts'
import { claimed, recovered } from './uncollected.ts'
import { claimedParts, nothing, paidBefore, referenceKey, total } from './worksheet.ts'
import type { Box, Figures, FilingFacts, FormRevision } from './worksheet.ts'

export const vatReturn: FormRevision = {
  form: '2550Q',
  revision: 'April 2024 (ENCS)',
  layout: '2550Q 2024-04',
  source: 'NIRC section 114; RR 16-2005 as amended by RR 3-2024; boxes as on form 2550Q, April 2024 (ENCS).',
  asks: (period, profile) => [
    { form: '2550Q', period: shifted(period, -1) },
    ...vatMonths(period, profile).map((month) => ({ form: '1600-VT' as const, period: month })),
  ],
  boxes: (facts) => [...heading(facts), ...sales(facts), ...inputTax(facts), ...deductions(facts)],
  payable: '21',
  notes,
}

const heading = (facts: FilingFacts): Box[] => [
  sumBox('15', 'Net VAT payable, or excess input tax', ['61'], [], { heading: 'Tax payable' }),
  {
    ...tax(
      '16',
      'Creditable VAT withheld',
      'VAT withheld by government offices, from the certificates claimed in this return.',
    ),
    how: 'parts',
    parts: claimedParts('2550Q', facts.claims),
  },
  entered('17', 'Advance VAT payments'),
  {
    ...tax('18', 'VAT paid in return previously filed', 'Boxes 18 and 21 of the return being amended.'),
    how: 'carried',
    figures: paidBefore(facts, ['18', '21']),
  },
  {
    ...tax('19', 'Other credits', 'Excess credits of the previous quarter in box 21.1, and credits that you enter.'),
    how: 'carried',
    figures: {
      base: 0n,
      tax: carriedFrom('2550Q', facts.others.get(referenceKey('2550Q', shifted(facts.period, -1).to))),
    },
  },
  sumBox('20', 'Total credits', ['16', '17', '18', '19'], []),
  sumBox('21', 'Tax still payable, or excess', ['15'], ['20'], { emphasis: 'subtotal' }),
  excessRow('2550Q', facts.period, facts.excessUse),
  entered('22', 'Surcharge'),
  entered('23', 'Interest'),
  entered('24', 'Compromise'),
  sumBox('25', 'Total penalties', ['22', '23', '24'], []),
  sumBox('26', 'Total amount payable, or excess', ['21', '25'], [], { emphasis: 'total' }),
]

function sales({ period, uncollected, profile, rates }: FilingFacts): Box[] {
  const claimFacts = { before: shifted(period, -1), claimsFrom: profile.uncollectedFrom, rates }
  return [
    {
      ...both('31', 'Vatable sales', 'Vatable sales lines, including sales to government offices.'),
      how: 'lines',
      pick: saleIn('taxable'),
      heading: 'Sales and output tax',
    },
    { ...base('32', 'Zero-rated sales', 'Zero-rated sales lines.'), how: 'lines', pick: saleIn('zero_rated') },
    { ...base('33', 'Exempt sales', 'VAT-exempt sales lines.'), how: 'lines', pick: saleIn('exempt') },
    sumBox('34', 'Total sales and output tax', ['31', '32', '33'], [], { columns: 'both', emphasis: 'subtotal' }),
    {
      ...tax(
        '35',
        'Less: output VAT on uncollected receivables',
        'VAT included in the unpaid balance of invoices that became due in the previous quarter.',
      ),
      how: 'parts',
      parts: claimed(uncollected, claimFacts),
    },
    {
      ...tax(
        '36',
        'Add: output VAT on recovered uncollected receivables',
        'VAT included in collections of invoices whose VAT was deducted in an earlier quarter. Write-offs and discounts are not collections.',
      ),
      how: 'parts',
      parts: recovered(uncollected, claimFacts),
    },
    sumBox('37', 'Total adjusted output tax', ['34', '36'], ['35'], { emphasis: 'subtotal' }),
  ]
}

function inputTax({ period, profile, others, lines, otherLines }: FilingFacts): Box[] {
  const credited = creditedAbroad(lines)
  const months = vatMonths(period, profile)
  const withheld = [...lines, ...otherLines]
    .filter(({ day }) => months.some(({ from, to }) => from <= day && day <= to))
    .flatMap((line) => withheldAbroad(line) ?? [])
  const remitted = remittedForNonResidents(months, others)
  const notCredited = less(total(withheld), total([...credited.values()]))
  return [
    {
      ...tax(
        '38',
        'Input tax carried over from previous quarter',
        'Excess input tax in box 61 of the previous quarter.',
      ),
      how: 'carried',
      figures: carriedOver(others.get(referenceKey('2550Q', shifted(period, -1).to))?.get('61')),
      heading: 'Input tax',
    },
    entered('39', 'Input tax deferred on capital goods over 1 million from previous quarter'),
    entered('40', 'Transitional input tax'),
    entered('41', 'Presumptive input tax'),
    entered('42', 'Other input tax'),
    sumBox('43', 'Total of boxes 38 to 42', ['38', '39', '40', '41', '42'], []),
    {
      ...both(
        '44',
        'Domestic purchases',
        'Vatable goods, services and capital goods with input tax claimed, less services of non-residents in box 45.',
      ),
      how: 'lines',
      pick: (line) =>
        purchaseIn('goods', 'services', 'capital_goods')(line) ?? lessCredited(credited.get(lineKey(line))),
    },
    {
      ...both(
        '45',
        'Services rendered by non-residents',
        'VAT withheld from non-residents: rows WV080, WV090 and WV100 of form 1600-VT for the months with VAT registration, less VAT that cannot be claimed.',
      ),
      how: 'carried',
      figures: less(remitted, notCredited),
    },
    {
      ...both(
        '46',
        'Importations',
        'Importations whose VAT was paid to Customs in the period, according to their customs entries.',
      ),
      how: 'lines',
      pick: purchaseIn('importation'),
    },
    { ...both('47', 'Others', 'Input tax that does not belong in any other box.'), how: 'entered' },
    {
      ...base(
        '48',
        'Domestic purchases with no input tax',
        'Exempt and zero-rated purchases, purchases from non-VAT suppliers, and purchases with VAT that cannot be claimed.',
      ),
      how: 'lines',
      pick: purchaseIn('exempt', 'zero_rated'),
    },
    {
      ...base('49', 'VAT-exempt importations', 'VAT-exempt importations.'),
      how: 'lines',
      pick: purchaseIn('exempt_importation'),
    },
    sumBox('50', 'Total current purchases and input tax', ['44', '45', '46', '47', '48', '49'], [], {
      columns: 'both',
      emphasis: 'subtotal',
    }),
    sumBox('51', 'Total available input tax', ['43', '50'], []),
  ]
}

function deductions({ period, unpaid, profile, rates }: FilingFacts): Box[] {
  const asked = { before: shifted(period, -1), claimsFrom: profile.unpaidFrom, rates }
  return [
    {
      ...entered('52', 'Input tax on capital goods over 1 million deferred to the next quarter'),
      heading: 'Deductions from input tax',
    },
    {
      ...tax('53', 'Input tax attributable to exempt sales', 'Box 53.1 plus box 53.4.'),
      how: 'formula',
      from: ['53.1', '53.4'],
      of: (box) => ({ base: 0n, tax: box('53.1').tax + box('53.4').tax }),
    },
    entered('53.1', 'Directly attributable to exempt sales'),
    entered('53.2', 'Input tax directly attributable to taxable sales'),
    sumBox('53.3', 'Input tax common to all sales', ['50'], ['53.1', '53.2']),
    {
      ...tax(
        '53.4',
        'Common input tax allocated to exempt sales',
        'Box 53.3 × box 33 ÷ box 34, rounded to the centavo.',
      ),
      how: 'formula',
      from: ['53.3', '33', '34'],
      of: (box) => ({ base: 0n, tax: ratable(box('53.3').tax, box('33').base, box('34').base) }),
    },
    entered('54', 'VAT refund or tax credit certificate claimed'),
    {
      ...tax(
        '55',
        'Input VAT on unpaid payables',
        'VAT included in the unpaid balance of bills that became due in the previous quarter.',
      ),
      how: 'parts',
      parts: claimed(unpaid, asked),
    },
    entered('56', 'Other deductions'),
    sumBox('57', 'Total deductions', ['52', '53', '54', '55', '56'], []),
    {
      ...tax(
        '58',
        'Add: input VAT on settled unpaid payables previously deducted',
        'VAT included in payments of bills whose VAT was deducted in an earlier quarter, as a negative amount: it reduces the deductions.',
      ),
      how: 'parts',
      parts: recovered(unpaid, asked).map((part) => ({ ...part, base: -part.base, tax: -part.tax })),
    },
    sumBox('59', 'Adjusted deductions', ['57', '58'], []),
    sumBox('60', 'Total allowable input tax', ['51'], ['59'], { emphasis: 'subtotal' }),
    sumBox('61', 'Net VAT payable, or excess input tax', ['37'], ['60'], { emphasis: 'total' }),
  ]
}

/** The months with VAT registration: what form 1600-VT remits for the others is no input tax (NIRC section 110(A)(1)). */
const vatMonths = (period: Period, { history }: FilingFacts['profile']): Period[] =>
  monthsOf(period).filter((month) => hasIn(history, 'vat', 'yes', month))

const remittedForNonResidents = (months: readonly Period[], others: FilingFacts['others']): Figures =>
  total(
    months.flatMap(({ to }) =>
      nonResidentCodes.flatMap((code) => others.get(referenceKey('1600-VT', to))?.get(code) ?? []),
    ),
  )

const withheldAbroad = (line: TaxLine): Figures | null =>
  isVatWithheldByUs(line) && line.withheld !== null && nonResidentCodes.includes(line.withheld.atc)
    ? { base: line.withheld.base, tax: line.withheld.tax }
    : null

/**
 * The VAT withheld from non-residents that is input tax, by line: it is in box 45, so box 44 leaves it out. VAT of a
 * purchase that is not creditable, or made without VAT registration, is part of the cost and in neither box (NIRC
 * section 110(A)(1): only a VAT-registered person has input tax).
 */
function creditedAbroad(lines: readonly TaxLine[]): ReadonlyMap<string, Figures> {
  const credited = new Map<string, Figures>()
  for (const own of Map.groupBy(lines, ({ entryNo }) => entryNo).values()) {
    let left = total(own.flatMap((line) => purchaseIn('goods', 'services', 'capital_goods')(line) ?? []))
    for (const line of own) {
      const all = withheldAbroad(line)
      if (all === null) continue
      const part = { base: smaller(all.base, left.base), tax: smaller(all.tax, left.tax) }
      left = less(left, part)
      credited.set(lineKey(line), part)
    }
  }
  return credited
}

const lessCredited = (credited: Figures | undefined): Figures | null =>
  credited === undefined ? null : less(nothing, credited)

/** Of two amounts, the one nearer to zero; zero if one of them is. A reversal has negative amounts. */
const smaller = (one: Money, other: Money): Money =>
  (one < 0n ? -one : one) < (other < 0n ? -other : other) ? one : other

const less = (one: Figures, other: Figures): Figures => ({ base: one.base - other.base, tax: one.tax - other.tax })

/** An excess of input tax, which is a negative box 61, is available in the next quarter. */
const carriedOver = (before: Figures | undefined): Figures =>
  before === undefined || before.tax >= 0n ? nothing : { base: 0n, tax: -before.tax }

/** Common input tax in the proportion of exempt to all sales (RR 16-2005, section 4.110-4). None without sales. */
function ratable(common: Money, exempt: Money, all: Money): Money {
  return all <= 0n || exempt <= 0n ? 0n : divideRounded(common * exempt, all)
}

const saleIn =
  (bucket: SaleBucket) =>
  (line: TaxLine): Figures | null =>
    saleBucket(line) === bucket && line.tax !== null ? { base: line.tax.base, tax: line.tax.vat } : null

const purchaseIn =
  (...buckets: PurchaseBucket[]) =>
  (line: TaxLine): Figures | null => {
    const bucket = purchaseBucket(line)
    return bucket !== null && buckets.includes(bucket) ? purchaseFigures(line) : null
  }

/** Tax withheld by government offices in the collections of a period, whose certificates can be claimed. */
export const unprovedNote = (lines: readonly TaxLine[], claims: readonly TaxLine[], box: string): string[] => {
  const withheld = sum(lines.filter(isVatWithheldFromUs).map(({ moved }) => moved))
  const claimed = sum(claims.map((line) => line.withheld?.tax ?? 0n))
  return withheld <= claimed
    ? []
    : [
        `Government offices withheld ${formatMoney(withheld)} from collections of the quarter, but box ${box} includes only tax with a claimed certificate (form 2307).`,
      ]
}

function notes({ others, period, lines, claims, unclaimedImports }: FilingFacts): string[] {
  const before = others.get(referenceKey('2550Q', shifted(period, -1).to))
  return [
    ...(before === undefined
      ? ['The previous quarter is not in these books. Enter the input tax carried over from that quarter in box 38.']
      : []),
    ...unprovedNote(lines, provedFor('2550Q', claims), '16'),
    ...(unclaimedImports === 0n
      ? []
      : [
          `Input VAT of ${formatMoney(unclaimedImports)} on importations is not claimed, because their customs entries are missing. Enter them under Lists, Importations.`,
        ]),
    ...(lines.some(({ tax: its }) => its?.category === undefined && its?.vatClass === 'not_subject')
      ? ['Sales that are not subject to VAT are not reported on this return.']
      : []),
  ]
}

// ── Boxes, shortly.

type Start = Pick<Box, 'no' | 'label' | 'columns' | 'rule'>

function tax(no: string, label: string, rule: string): Start & { columns: 'tax' } {
  return { no, label, rule, columns: 'tax' }
}
function base(no: string, label: string, rule: string): Start & { columns: 'base' } {
  return { no, label, rule, columns: 'base' }
}
function both(no: string, label: string, rule: string): Start & { columns: 'both' } {
  return { no, label, rule, columns: 'both' }
}
export function entered(no: string, label: string): Box {
  return { no, label, columns: 'tax', rule: 'Entered manually, with a reason.', how: 'entered' }
}

/** A box calculated from other boxes, whose rule reads 'Box 16 + 17 - 18'. */
export function sumBox(
  no: string,
  label: string,
  plus: readonly string[],
  minus: readonly string[],
  more: { columns?: Box['columns']; emphasis?: 'subtotal' | 'total'; heading?: string } = {},
): Box {
  const rule = plus.length === 0 ? 'None.' : `Box ${plus.join(' + ')}${minus.map((other) => ` - ${other}`).join('')}.`
  return { no, label, columns: 'tax', rule, how: 'sum', plus, minus, ...more }
}
