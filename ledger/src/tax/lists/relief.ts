// The summary lists of sales, purchases and importations as RELIEF reads them (RMC 24-2002, RR 1-2012): one header, a
// detail line for each customer or supplier of the month, no footer.
import type { Day, Month } from '../../core/date.ts'
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { amount, amountOrZero, datNames, datText, filled, lines, monthDigits, monthEnd, nameWidths } from './dat.ts'
import { quoted, slashed } from './dat.ts'
import type { DatFile } from './dat.ts'
import type { Filer, Listed, Taxpayer } from './taxpayer.ts'

/** The sales to one customer in a month, without VAT, in centavos. */
export type SalesRow = { taxpayer: Listed; exempt: Money; zeroRated: Money; taxable: Money; outputTax: Money }

/** The purchases from one supplier in a month, without VAT, in centavos. */
export type PurchasesRow = {
  taxpayer: Listed
  exempt: Money
  zeroRated: Money
  services: Money
  capitalGoods: Money
  otherGoods: Money
  inputTax: Money
  /** The non-creditable part of the input tax; only in the header. */
  notCreditable: Money
}

/** One entry of goods at customs. */
export type ImportationRow = {
  supplier: string
  entryNo: string
  /** The dates of assessment and release by customs, and of arrival. */
  released: Day
  imported: Day
  country: string
  dutiable: Money
  /** Charges before the release. */
  charges: Money
  exempt: Money
  taxable: Money
  vat: Money
  /** The customs receipt, with its leading zeros, and the payment date. */
  receiptNo: string
  paid: Day
}

type Monthly<Row> = { filer: Filer; month: Month; rows: readonly Row[] }

/** The address in RELIEF format: unit, street and barangay; city with its ZIP code. */
export function reliefAddress({ address: a }: Pick<Taxpayer, 'address'>): [string, string] {
  const joined = (...parts: string[]) => datText(parts.filter((part) => part !== '').join(' '), Infinity, 'kept')
  return [joined(a.substreet, a.street, a.barangay), joined(a.city, a.zip)]
}

/**
 * The list of sales, `{TIN}S{MMYYYY}.DAT`: header of 17 fields, details of 15. Amounts are in centavos, and the header has
 * the sums of the details.
 */
export function salesFile({ filer, month, rows }: Monthly<SalesRow>): DatFile {
  const of = (key: 'exempt' | 'zeroRated' | 'taxable' | 'outputTax') => amount(sum(rows.map((row) => row[key])))
  return file('S', filer, month, [
    [
      'H',
      'S',
      ...filerFields(filer),
      of('exempt'),
      of('zeroRated'),
      of('taxable'),
      of('outputTax'),
      ...end(filer, month),
    ],
    ...rows.map((row) => [
      ...['D', 'S', ...taxpayerFields(row.taxpayer)],
      ...[row.exempt, row.zeroRated, row.taxable, row.outputTax].map(amountOrZero),
      filer.tin9,
      monthEnd(month),
    ]),
  ])
}

/** The list of purchases, `{TIN}P{MMYYYY}.DAT`: header of 21 fields, details of 17. */
export function purchasesFile({ filer, month, rows }: Monthly<PurchasesRow>): DatFile {
  const of = (key: Exclude<keyof PurchasesRow, 'taxpayer'>) => sum(rows.map((row) => row[key]))
  const inputTax = of('inputTax')
  const notCreditable = of('notCreditable')
  return file('P', filer, month, [
    [
      ...['H', 'P', ...filerFields(filer)],
      ...[of('exempt'), of('zeroRated'), of('services'), of('capitalGoods'), of('otherGoods')].map(amount),
      ...[inputTax, inputTax - notCreditable, notCreditable].map(amount),
      ...end(filer, month),
    ],
    ...rows.map((row) => [
      ...['D', 'P', ...taxpayerFields(row.taxpayer)],
      ...[row.exempt, row.zeroRated, row.services, row.capitalGoods, row.otherGoods, row.inputTax].map(amountOrZero),
      filer.tin9,
      monthEnd(month),
    ]),
  ])
}

/** The list of importations, `{TIN}I{MMYYYY}.DAT`: header of 18 fields, details of 16. */
export function importationsFile({ filer, month, rows }: Monthly<ImportationRow>): DatFile {
  const of = (key: 'dutiable' | 'charges' | 'exempt' | 'taxable' | 'vat') => amount(sum(rows.map((row) => row[key])))
  const text = (given: string) => filled(datText(given, nameWidths.relief, 'kept'))
  return file('I', filer, month, [
    [
      ...['H', 'I', ...filerFields(filer)],
      ...[of('dutiable'), of('charges'), of('exempt'), of('taxable'), of('vat')],
      ...end(filer, month),
    ],
    ...rows.map((row) => [
      ...['D', 'I', text(row.entryNo), slashed(row.released), text(row.supplier), slashed(row.imported)],
      text(row.country),
      ...[row.dutiable, row.charges, row.exempt, row.taxable, row.vat].map(amountOrZero),
      ...[text(row.receiptNo), slashed(row.paid), filer.tin9, monthEnd(month)],
    ]),
  ])
}

const file = (list: 'S' | 'P' | 'I', { tin9 }: Filer, month: Month, rows: string[][]): DatFile => ({
  name: `${tin9}${list}${monthDigits(month)}.DAT`,
  text: lines(rows),
})

/** TIN, names, trade name and address of the company: always in quotes. */
function filerFields(filer: Filer): string[] {
  const { registered, last, first, middle } = datNames(filer, 'kept', nameWidths.relief)
  const tradeName = datText(filer.tradeName, nameWidths.relief, 'kept')
  return [filer.tin9, registered, last, first, middle, tradeName, ...reliefAddress(filer)].map(quoted)
}

/** TIN, names and address of a party: in quotes if not empty. */
function taxpayerFields(taxpayer: Taxpayer): string[] {
  const { registered, last, first, middle } = datNames(taxpayer, 'kept', nameWidths.relief)
  return [taxpayer.tin9, registered, last, first, middle, ...reliefAddress(taxpayer)].map(filled)
}

/** Sources differ on the last field: the VAT rate or the closing month of the fiscal year. Both are 12 for most. */
const end = ({ rdoCode, fiscalYearEnd }: Filer, month: Month): string[] => [
  rdoCode.padStart(3, '0'),
  monthEnd(month),
  String(fiscalYearEnd).padStart(2, '0'),
]
