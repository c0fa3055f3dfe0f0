// Price, discount and VAT of a sale, shared by forms and posting.
import type { Day } from '../../core/date.ts'
import { divideRounded, lineAmount, parseDecimal, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { beneficiaryWords, statutoryDiscount } from '../../tax/statutory-discount.ts'
import type { DiscountReason } from '../../tax/statutory-discount.ts'
import { bearsVat, formatRate, rateOn, vatClasses, vatOfLines } from '../../tax/vat.ts'
import type { VatClass, VatSplit } from '../../tax/vat.ts'
import type { CommonFacts } from '../facts.ts'
import type { Total } from '../type.ts'
import type { SaleLine } from './fields.ts'

/**
 * The amounts and totals of the lines as far as they are filled in, with the arithmetic of the posting, so that the
 * form shows what will be recorded.
 */
export function saleFigures(
  fields: Priced,
  facts: Pick<CommonFacts, 'vatRates'>,
): { amounts: Money[]; totals: Total[]; total: Money } {
  const computed = computeSale(fields, facts)
  return { amounts: computed.amounts.map(({ amount }) => amount), totals: saleTotals(computed), total: computed.total }
}

type PricedLine = Pick<SaleLine, 'quantity' | 'unitPrice' | 'discountPercent' | 'discountAmount' | 'vatClass'>

/** The part of a document that its figures depend on. */
export type Priced = {
  day: Day
  priceMode: 'inclusive' | 'exclusive'
  lines: readonly PricedLine[]
  /** A sale to a senior citizen or a person with disability. */
  discountFor?: DiscountReason
}

export type Computed = {
  /** Each line before and after its discount, in the price mode of the document. */
  amounts: { before: Money; discount: Money; amount: Money }[]
  /** Each line's net, VAT and gross; together exact per class. */
  splits: VatSplit[]
  rate: string | undefined
  total: Money
  vat: Money
  /** Net per class, for the classes the document has. */
  nets: Map<VatClass, Money>
  /** For a statutory discount: whose it is, the VAT taken out of the prices, and the discount. */
  discountFor: DiscountReason
  vatFree: Money
  statutory: Money
}

/** The totals of the lines, by class and overall. Minor units. */
export function computeSale(fields: Priced, facts: Pick<CommonFacts, 'vatRates'>): Computed {
  const rate = rateOn(fields.day, facts.vatRates)?.rate
  const amounts = fields.lines.map((line) => {
    const before = lineAmount(line.quantity, line.unitPrice)
    const discount = discountOf(line, before)
    return { before, discount, amount: discount > before ? 0n : before - discount }
  })

  const splits = amounts.map(({ amount }) => ({ net: amount, vat: 0n, gross: amount }))
  for (const vatClass of vatClasses.filter(bearsVat)) {
    const members = fields.lines.flatMap((line, i) => (line.vatClass === vatClass ? [i] : []))
    const split = vatOfLines(
      members.map((i) => amounts[i]?.amount ?? 0n),
      rate ?? '0',
      fields.priceMode,
    )
    members.forEach((i, n) => (splits[i] = split[n] ?? { net: 0n, vat: 0n, gross: 0n }))
  }

  const discountFor = fields.discountFor ?? ''
  const vatFree = discountFor === '' ? 0n : takeVatOut(fields, { amounts, splits, rate })

  const nets = new Map<VatClass, Money>()
  fields.lines.forEach((line, i) => nets.set(line.vatClass, (nets.get(line.vatClass) ?? 0n) + (splits[i]?.net ?? 0n)))
  const statutory = discountFor === '' ? 0n : statutoryDiscount(sum(splits.map(({ net }) => net)))
  return {
    amounts,
    splits,
    rate,
    nets,
    discountFor,
    vatFree,
    statutory,
    total: sum(splits.map(({ gross }) => gross)) - statutory,
    vat: sum(splits.map(({ vat }) => vat)),
  }
}

/**
 * A price with VAT is reduced to the price without it, as the exempt buyer pays (RR 7-2010, section 10). Returns the
 * VAT taken out.
 */
function takeVatOut(fields: Priced, { amounts, splits, rate }: Pick<Computed, 'amounts' | 'splits' | 'rate'>): Money {
  if (fields.priceMode === 'exclusive' || rate === undefined) return 0n
  const members = fields.lines.flatMap((line, i) => (line.vatClass === 'exempt' ? [i] : []))
  const parts = vatOfLines(
    members.map((i) => amounts[i]?.amount ?? 0n),
    rate,
    'inclusive',
  )
  members.forEach((i, n) => {
    const net = parts[n]?.net ?? 0n
    splits[i] = { net, vat: 0n, gross: net }
  })
  return sum(parts.map(({ vat }) => vat))
}

function discountOf(line: PricedLine, before: Money): Money {
  if (line.discountAmount !== null) return line.discountAmount
  if (line.discountPercent === null) return 0n
  const { units, scale } = parseDecimal(line.discountPercent)
  return divideRounded(before * units, scale * 100n)
}

/** The totals on the receipt. */
export function saleTotals({ amounts, nets, rate, vat, total, discountFor, vatFree, statutory }: Computed): Total[] {
  const discount = sum(amounts.map((line) => line.discount))
  const sales = (Object.keys(salesWords) as VatClass[]).flatMap((vatClass) => {
    const amount = nets.get(vatClass)
    return amount === undefined ? [] : [{ label: salesWords[vatClass], amount }]
  })
  const taxed = [...nets.keys()].some(bearsVat)
  return [
    ...(discount === 0n
      ? []
      : [
          { label: 'Before discount', amount: sum(amounts.map((line) => line.before)) },
          { label: 'Discount', amount: -discount },
        ]),
    ...(vatFree === 0n
      ? []
      : [
          { label: 'Prices with VAT', amount: sum(amounts.map((line) => line.amount)) },
          { label: 'Less VAT, exempt sale', amount: -vatFree },
        ]),
    ...sales,
    ...(discountFor === '' ? [] : [{ label: `${beneficiaryWords[discountFor]} discount, 20%`, amount: -statutory }]),
    ...(taxed ? [{ label: `VAT ${formatRate(rate ?? '0')}`, amount: vat }] : []),
    { label: 'Total', amount: total, emphasis: 'grand' },
  ]
}

const salesWords = {
  vatable: 'Vatable sales',
  govt_vatable: 'Vatable sales to government',
  zero_rated: 'Zero-rated sales',
  exempt: 'VAT-exempt sales',
  not_subject: 'Sales not subject to VAT',
} satisfies Record<VatClass, string>
