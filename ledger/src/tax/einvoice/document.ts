// A recorded sales document with the fields of the BIR's Electronic Invoicing System (EIS). Talaan issues no electronic
// invoices; this is an export of what was recorded.
import type { Day } from '../../core/date.ts'
import { divideRounded, parseDecimal, plainMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { SaleLine } from '../../documents/sale-lines/fields.ts'
import { computeSale } from '../../documents/sale-lines/figures.ts'
import type { DiscountReason } from '../statutory-discount.ts'
import { bearsVat } from '../vat.ts'
import type { VatClass, VatRate } from '../vat.ts'

/** The kinds of documents, with their EIS codes and their sign in the sales book. */
export const eisKinds = {
  invoice: { code: '01', words: 'Sales invoice', sign: 1n },
  debitmemo: { code: '02', words: 'Debit memo', sign: 1n },
  creditmemo: { code: '03', words: 'Credit memo', sign: -1n },
} as const
export type EisKind = keyof typeof eisKinds

type Taxpayer = { tin: string; branchCode: string; name: string; tradeName: string; email: string; address: string }

export type SalesDocument = {
  kind: EisKind
  /** The serial of the number in Talaan, and the number on the printed document. */
  serial: number
  externalNo: string
  day: Day
  /** For a cancellation: the date of the void. */
  voidedOn: Day | null
  reason: string
  fields: {
    priceMode: 'inclusive' | 'exclusive'
    lines: readonly SaleLine[]
    /** The statutory discount, of a credit memo that of its invoice. */
    discountFor?: DiscountReason
  }
  total: Money
  buyer: Taxpayer
}

export type EisFacts = { seller: Taxpayer & { vatRegistered: boolean }; permit: string; vatRates: readonly VatRate[] }

export type EisTotals = { net: Money; vat: Money; total: Money }

/**
 * The JSON fields of one document (RR 8-2022; field names as published by software vendors), with its totals in
 * centavos. Amounts of a credit memo are positive, as its type says what it is. A cancelled document is sent again with
 * correction code 04 and the identifier of the original.
 */
export function eisDocument(sale: SalesDocument, { seller, permit, vatRates }: EisFacts) {
  const computed = computeSale({ day: sale.day, ...sale.fields }, { vatRates })
  const items = sale.fields.lines.map((line, i) => {
    const { net } = computed.splits[i] ?? { net: 0n }
    const { amount, discount } = computed.amounts[i] ?? { amount: 0n, discount: 0n }
    // With prices that include VAT, the discount is reduced like the amount.
    const netDiscount = amount === 0n ? discount : divideRounded(discount * net, amount)
    return {
      Nm: line.description.slice(0, 100),
      Desc: line.description,
      Qty: Number(line.quantity),
      Unit: '',
      UnitCost: unitCost(net + netDiscount, line.quantity),
      SalesAmt: pesos(net + netDiscount),
      RegDscntAmt: pesos(netDiscount),
      SpeDscntAmt: 0,
      NetSales: pesos(net),
    }
  })
  const net = sum(computed.splits.map((split) => split.net))
  const statutory = (of: DiscountReason) => pesos(computed.discountFor === of ? net + computed.vat - sale.total : 0n)
  const ofClasses = (...classes: VatClass[]) => pesos(sum(classes.map((of) => computed.nets.get(of) ?? 0n)))
  const isVoid = sale.voidedOn !== null
  const id = uniqueId(sale.day, eisKinds[sale.kind].code, sale.serial)
  const json = {
    CompInvoiceId: sale.externalNo,
    IssueDtm: plainDay(sale.voidedOn ?? sale.day),
    EisUniqueId: isVoid
      ? uniqueId(sale.voidedOn ?? sale.day, `9${eisKinds[sale.kind].code.slice(1)}`, sale.serial)
      : id,
    DocType: eisKinds[sale.kind].code,
    TransClass: '01',
    CorrYN: isVoid ? 'Y' : 'N',
    CorrectionCd: isVoid ? '04' : '',
    PrevUniqueId: isVoid ? id : '',
    Rmk1: sale.reason,
    SellerInfo: { ...partyInfo(seller), Type: seller.vatRegistered ? 'VAT' : 'NON-VAT' },
    BuyerInfo: partyInfo(sale.buyer),
    ItemList: items,
    TotNetItemSales: pesos(net),
    Discount: { ScAmt: statutory('senior'), PwdAmt: statutory('pwd'), RegAmt: 0, SpeAmt: 0, Rmk2: '' },
    VatSales: pesos(sum([...computed.nets].map(([of, amount]) => (bearsVat(of) ? amount : 0n)))),
    ZeroSales: ofClasses('zero_rated'),
    ExemptSales: ofClasses('exempt', 'not_subject'),
    OtherTaxRev: 0,
    TotNetSalesAftDisct: pesos(sale.total - computed.vat),
    VATAmt: pesos(computed.vat),
    WithholdIncome: 0,
    WithholdBusVAT: 0,
    WithholdBusPT: 0,
    OtherNonTaxCharge: 0,
    NetAmtPay: pesos(sale.total),
    PtuNum: permit,
  }
  const sign = eisKinds[sale.kind].sign * (isVoid ? -1n : 1n)
  const totals: EisTotals = { net: sign * net, vat: sign * computed.vat, total: sign * sale.total }
  return { json, totals }
}

export type EisDocument = ReturnType<typeof eisDocument>['json']

const partyInfo = ({ tin, branchCode, name, tradeName, email, address }: Taxpayer) => ({
  Tin: tin,
  BranchCd: branchCode,
  RegNm: name,
  BusinessNm: tradeName || name,
  Email: email,
  RegAddr: address,
})

const plainDay = (day: Day): string => day.replaceAll('-', '')

/** 24 digits: the date, ten with the kind, and the serial of the document. */
const uniqueId = (day: Day, kind: string, serial: number): string =>
  `${plainDay(day)}${kind.padStart(8, '0')}${String(serial).padStart(8, '0')}`

/** JSON has numbers; every amount of the books is exact in one. */
const pesos = (amount: Money): number => Number(plainMoney(amount))

function unitCost(amount: Money, quantity: string): number {
  const { units, scale } = parseDecimal(quantity)
  return units === 0n ? 0 : Number(divideRounded(amount * scale * 100n, units)) / 10_000
}
