// Posted lines become the rows of the lists: frozen amounts are summed, nothing is recomputed.
import { sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import {
  isExemptPayment,
  isFinalTaxByUs,
  isWithheldByUs,
  purchaseBucket,
  purchaseFigures,
  saleBucket,
} from '../tax-line.ts'
import type { PurchaseBucket, SaleBucket, TaxLine, TaxParty } from '../tax-line.ts'
import type { PayeeRow } from './alphalist.ts'
import { percent } from './dat.ts'
import type { PurchasesRow, SalesRow } from './relief.ts'
import { byName, listed, listedPayee, tinKey } from './taxpayer.ts'
import type { Listed } from './taxpayer.ts'

/** The document that posted a line. */
export type ListedDocument = TaxLine['document']

/** The rows of a list, and the number of documents in each. */
export type Summed<Row> = { rows: Row[]; documents: ReadonlyMap<Row, number> }

/** Sales by customer. Sales not subject to VAT are neither on the VAT return nor in a list. */
export function salesByCustomer(lines: readonly TaxLine[]): Summed<SalesRow> {
  return byTaxpayer(
    lines.filter((line) => saleBucket(line) !== null),
    (taxpayer, own) => ({ taxpayer, ...salesOf(own) }),
    (row) => [row.exempt, row.zeroRated, row.taxable, row.outputTax],
  )
}

/** Sales to customers without a TIN, who are in no list. */
export const salesWithoutTin = (lines: readonly TaxLine[]): Omit<SalesRow, 'taxpayer'> =>
  salesOf(lines.filter((line) => saleBucket(line) !== null && listed(line.party) === null))

function salesOf(own: readonly TaxLine[]): Omit<SalesRow, 'taxpayer'> {
  const base = (bucket: SaleBucket) =>
    sum(own.filter((line) => saleBucket(line) === bucket).map(({ tax }) => tax?.base ?? 0n))
  return {
    exempt: base('exempt'),
    zeroRated: base('zero_rated'),
    taxable: base('taxable'),
    outputTax: sum(own.map(({ tax }) => tax?.vat ?? 0n)),
  }
}

/** A purchase for the list of purchases; importations have a list of their own. */
export function isDomesticPurchase(line: TaxLine): boolean {
  const bucket = purchaseBucket(line)
  return bucket !== null && bucket !== 'importation' && bucket !== 'exempt_importation'
}

/**
 * Domestic purchases by supplier, in the buckets of the VAT return. Non-creditable VAT is part of the price, so that
 * the header of the list has no input tax to subtract.
 */
export function purchasesBySupplier(lines: readonly TaxLine[]): Summed<PurchasesRow> {
  return byTaxpayer(
    lines.filter(isDomesticPurchase),
    (taxpayer, own) => {
      const base = (bucket: PurchaseBucket) =>
        sum(own.filter((line) => purchaseBucket(line) === bucket).map((line) => purchaseFigures(line).base))
      return {
        taxpayer,
        exempt: base('exempt'),
        zeroRated: base('zero_rated'),
        services: base('services'),
        capitalGoods: base('capital_goods'),
        otherGoods: base('goods'),
        inputTax: sum(own.map((line) => purchaseFigures(line).tax)),
        notCreditable: 0n,
      }
    },
    (row) => [row.exempt, row.zeroRated, row.services, row.capitalGoods, row.otherGoods, row.inputTax],
  )
}

/** An importation of one bill, from the books. */
export type BookedImportation = {
  document: ListedDocument
  supplier: TaxParty | null
  exempt: Money
  taxable: Money
  vat: Money
}

/** Importations by bill, in the order of the books; those voided in the same period are left out. */
export function importationsByBill(lines: readonly TaxLine[]): BookedImportation[] {
  const imported = lines.filter((line) => ['importation', 'exempt_importation'].includes(purchaseBucket(line) ?? ''))
  return [...Map.groupBy(imported, ({ document }) => document.id).values()].flatMap((own): BookedImportation[] => {
    const [first] = own
    if (first === undefined) return []
    const base = (bucket: PurchaseBucket) =>
      sum(own.filter((line) => purchaseBucket(line) === bucket).map((line) => purchaseFigures(line).base))
    const vat = sum(own.map((line) => purchaseFigures(line).tax))
    const [exempt, taxable] = [base('exempt_importation'), base('importation')]
    if (exempt === 0n && taxable === 0n && vat === 0n) return []
    return [{ document: first.document, supplier: first.party, exempt, taxable, vat }]
  })
}

/**
 * Tax we withheld, by payee with branch, code and rate, sorted by name. Zero rows are left out; reversals above the
 * rest are negative.
 */
export function withheldByPayee(lines: readonly TaxLine[]): PayeeRow[] {
  const withheld = lines.filter(isWithheldByUs).flatMap(({ party, withheld: frozen }) => {
    const taxpayer = listed(party)
    return taxpayer === null || frozen === null ? [] : [{ taxpayer, ...frozen }]
  })
  return summedPayees(withheld)
}

/** Final tax we withheld, by payee, code and rate, sorted by name; payees abroad have no TIN. */
export function finalTaxByPayee(lines: readonly TaxLine[]): PayeeRow[] {
  const rows = lines.filter(isFinalTaxByUs).flatMap(({ party, withheld: frozen }): PayeeRow[] => {
    const taxpayer = listedPayee(party)
    return taxpayer === null || frozen === null ? [] : [{ taxpayer, ...frozen }]
  })
  return summedPayees(rows, ({ id }) => id)
}

/** Payments to payees exempt from withholding, by payee with branch and code, sorted by name. */
export function exemptByPayee(lines: readonly TaxLine[]): PayeeRow[] {
  const paid = lines.filter(isExemptPayment).flatMap(({ party, withheld: frozen }) => {
    const taxpayer = listed(party)
    return taxpayer === null || frozen === null ? [] : [{ taxpayer, ...frozen }]
  })
  return summedPayees(paid)
}

/** Rows of the same payee with branch, code and rate become one. */
export function summedPayees<Row extends PayeeRow>(
  rows: readonly Row[],
  keyOf: (payee: Listed) => string = tinKey,
): Row[] {
  const groups = Map.groupBy(rows, ({ taxpayer, atc, rate }) => `${keyOf(taxpayer)} ${atc} ${percent(rate)}`)
  return [...groups.values()]
    .flatMap((own): Row[] => {
      const [first] = own
      if (first === undefined) return []
      return [{ ...first, base: sum(own.map(({ base }) => base)), tax: sum(own.map(({ tax }) => tax)) }]
    })
    .filter(({ base, tax }) => base !== 0n || tax !== 0n)
    .toSorted((a, b) => byName(a.taxpayer, b.taxpayer) || (a.atc < b.atc ? -1 : a.atc > b.atc ? 1 : 0))
}

/**
 * RELIEF has no branches: the same nine digits are one row, under the name of the lowest branch. Zero rows are left
 * out, such as an invoice voided in its own month.
 */
function byTaxpayer<Row extends { taxpayer: Listed }>(
  lines: readonly TaxLine[],
  rowOf: (taxpayer: Listed, own: readonly TaxLine[]) => Row,
  figures: (row: Row) => readonly Money[],
): Summed<Row> {
  const groups = [...Map.groupBy(lines, ({ party }) => party?.tin9 ?? null)].filter(([tin9]) => tin9 !== null)
  const counted = groups.flatMap(([, own]): { row: Row; documents: number }[] => {
    const [taxpayer] = own
      .flatMap(({ party }) => listed(party) ?? [])
      .toSorted((a, b) => (a.branchCode < b.branchCode ? -1 : 1))
    if (taxpayer === undefined) return []
    return [{ row: rowOf(taxpayer, own), documents: new Set(own.map(({ document }) => document.id)).size }]
  })
  const kept = counted
    .filter(({ row }) => figures(row).some((figure) => figure !== 0n))
    .toSorted((a, b) => byName(a.row.taxpayer, b.row.taxpayer))
  return { rows: kept.map(({ row }) => row), documents: new Map(kept.map(({ row, documents }) => [row, documents])) }
}
