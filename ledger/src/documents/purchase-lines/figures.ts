// The net, VAT and tax withheld of a purchase, shared by forms and posting.
import type { Withheld } from '../../accounts/journal.ts'
import type { Day } from '../../core/date.ts'
import { largestRemainder, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { Party } from '../../core/party.ts'
import { formatRate, rateOn, vatOfLines } from '../../tax/vat.ts'
import type { VatSplit } from '../../tax/vat.ts'
import { taxWithheld, withholdingOn } from '../../tax/withholding.ts'
import type { CommonFacts, CompanyFacts } from '../facts.ts'
import type { Total } from '../type.ts'
import { purchaseVatClasses } from './fields.ts'
import type { PurchaseLine, PurchaseVatClass } from './fields.ts'

/** The allowed difference between printed and computed VAT, for different rounding. */
export const vatTolerance: Money = 100n

/** The part of a document that its figures depend on. */
export type Priced = {
  day: Day
  priceMode: 'inclusive' | 'exclusive'
  vatPrinted: Money | null
  lines: readonly Pick<PurchaseLine, 'amount' | 'vatClass' | 'category' | 'atc' | 'finalAtc'>[]
}

/** The facts that the figures depend on. */
export type PriceFacts = Pick<CommonFacts, 'vatRates' | 'withholdingCodes'> & {
  company: Pick<CompanyFacts, 'vatRegistered'>
  party: Pick<Party, 'kind' | 'noTin' | 'withholdingExempt'> | undefined
}

export type Computed = {
  /** Each line's net, VAT and gross; together exact per document. */
  splits: VatSplit[]
  rate: string | undefined
  /** The computed VAT, and the booked VAT: as printed if given. */
  computedVat: Money
  vat: Money
  /** VAT on imports, owed to customs and not to the supplier. */
  importVat: Money
  gross: Money
  /** By code, in the order of the lines. */
  withheld: Withheld[]
  /** The amount payable to the supplier: without VAT on imports, less the tax withheld. */
  payable: Money
}

/** The totals of the lines. `withholds` is whether tax is withheld now, or later with the payment. */
export function computePurchase(fields: Priced, facts: PriceFacts, withholds: boolean): Computed {
  const rate = rateOn(fields.day, facts.vatRates)?.rate
  const splits: VatSplit[] = fields.lines.map(({ amount }) => ({ net: amount, vat: 0n, gross: amount }))
  const members = fields.lines.flatMap(({ vatClass }, i) => (vatClass === 'vatable' ? [i] : []))
  const taxed = vatOfLines(
    members.map((i) => fields.lines[i]?.amount ?? 0n),
    rate ?? '0',
    fields.priceMode,
  )
  const computedVat = sum(taxed.map(({ vat }) => vat))
  const booked = asPrinted(taxed, fields, computedVat)
  members.forEach((i, n) => (splits[i] = booked[n] ?? { net: 0n, vat: 0n, gross: 0n }))

  const gross = sum(splits.map(({ gross: whole }) => whole))
  const importVat = sum(splits.map(({ vat }, i) => (fields.lines[i]?.category === 'importation' ? vat : 0n)))
  const withheld = withheldFrom(fields, splits, facts, withholds)
  return {
    splits,
    rate,
    computedVat,
    vat: sum(splits.map(({ vat }) => vat)),
    importVat,
    gross,
    withheld,
    payable: gross - importVat - sum(withheld.map(({ tax }) => tax)),
  }
}

/**
 * The printed VAT, spread over the lines in proportion to the computed VAT. The total of the invoice does not change.
 */
function asPrinted(taxed: readonly VatSplit[], fields: Priced, computed: Money): VatSplit[] {
  const printed = fields.vatPrinted
  if (printed === null || computed === 0n || !withinTolerance(printed, computed)) return [...taxed]
  const vats = largestRemainder(
    printed,
    taxed.map(({ vat }) => vat),
  )
  return taxed.map(({ net, gross }, i) => {
    const vat = vats[i] ?? 0n
    return fields.priceMode === 'inclusive' ? { net: gross - vat, vat, gross } : { net, vat, gross: net + vat }
  })
}

export const withinTolerance = (printed: Money, computed: Money): boolean =>
  printed - computed <= vatTolerance && computed - printed <= vatTolerance

/**
 * Whether the supplier is exempt from withholding, whatever the codes of its lines: the alphalist has a schedule for
 * these.
 */
export const isExempt = ({ party }: Pick<PriceFacts, 'party'>): boolean =>
  party !== undefined && party.withholdingExempt !== ''

/**
 * Per document and code: the base is net of VAT if the supplier charges VAT, else the whole price. Withheld VAT is all
 * the VAT of its lines, never owed to the supplier (RR 9-2025; RA 12023), so it is withheld with the bill in any case. So
 * is final tax, which is due when the income becomes payable (NIRC section 58(A); RR 2-98, section 2.57.4).
 */
function withheldFrom(
  fields: Priced,
  splits: readonly VatSplit[],
  facts: PriceFacts,
  withholdsNow: boolean,
): Withheld[] {
  const found = new Map<string, { base: Money; vat: Money }>()
  fields.lines.forEach(({ atc, finalAtc }, i) => {
    for (const code of [atc, finalAtc]) {
      if (code === null) continue
      const { base, vat } = found.get(code) ?? { base: 0n, vat: 0n }
      found.set(code, { base: base + (splits[i]?.net ?? 0n), vat: vat + (splits[i]?.vat ?? 0n) })
    }
  })
  return [...found].flatMap(([atc, { base, vat }]) => {
    const row = facts.party && withholdingOn(fields.day, facts.party.kind, atc, facts.withholdingCodes)
    if (row === undefined) return []
    if (row.tax === 'vat') return [{ atc, rate: row.rate, base, tax: vat }]
    const isNow = row.tax === 'final' || withholdsNow
    return isExempt(facts) || !isNow ? [] : [{ atc, rate: row.rate, base, tax: taxWithheld(base, row.rate) }]
  })
}

export type Bought = Omit<Priced, 'lines'> & { lines: readonly PurchaseLine[] }

/** The totals on the receipt, down to the amount payable. */
export function purchaseTotals(fields: Priced, computed: Computed, payable: string): Total[] {
  const nets = purchaseVatClasses.flatMap((vatClass) => {
    const members = computed.splits.filter((_, i) => fields.lines[i]?.vatClass === vatClass)
    return members.length === 0 ? [] : [{ label: purchaseWords[vatClass], amount: sum(members.map(({ net }) => net)) }]
  })
  const taxed = fields.lines.some(({ vatClass }) => vatClass === 'vatable')
  const reduced = computed.importVat > 0n || computed.withheld.length > 0
  return [
    ...nets,
    ...(taxed ? [{ label: `VAT ${formatRate(computed.rate ?? '0')}`, amount: computed.vat }] : []),
    ...(reduced ? [{ label: 'Total', amount: computed.gross }] : []),
    ...(computed.importVat > 0n ? [{ label: 'VAT payable to Customs', amount: -computed.importVat }] : []),
    ...computed.withheld.map(({ atc, rate, tax }) => ({ label: `Withheld ${atc}, ${formatRate(rate)}`, amount: -tax })),
    { label: reduced ? payable : 'Total', amount: computed.payable, emphasis: 'grand' },
  ]
}

const purchaseWords = {
  vatable: 'Vatable purchases',
  zero_rated: 'Zero-rated purchases',
  exempt: 'VAT-exempt purchases',
  not_subject: 'Purchases not subject to VAT',
} satisfies Record<PurchaseVatClass, string>
