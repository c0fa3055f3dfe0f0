// What the summary lists, the alphalist and the certificates of a quarter come to, added up by party and code as those
// papers are, so that the returns can be compared with them.
import { sum } from '../money.ts'
import type { Money } from '../money.ts'
import { isSale, isWithheldByUs, isWithheldFromUs, purchaseBucket, purchaseFigures, saleBucket } from './tax-line.ts'
import type { TaxLine } from './tax-line.ts'
import type { Lists } from './ties.ts'

export function listsOf(lines: readonly TaxLine[]): Lists {
  const byParty = (keeps: (line: TaxLine) => boolean): TaxLine[][] => [
    ...Map.groupBy(lines.filter(keeps), ({ party }) => party?.id ?? '').values(),
  ]
  const sales = byParty(isSale)
  const purchases = byParty((line) => purchaseBucket(line) !== null)
  const payees = byParty(isWithheldByUs)
  const added = (groups: TaxLine[][], of: (line: TaxLine) => Money): Money =>
    sum(groups.map((group) => sum(group.map(of))))
  const inBucket = (bucket: ReturnType<typeof saleBucket>) => (line: TaxLine) =>
    saleBucket(line) === bucket ? (line.tax?.base ?? 0n) : 0n
  const imported = (line: TaxLine) => purchaseBucket(line) === 'importation'
  return {
    sales: {
      exempt: added(sales, inBucket('exempt')),
      zeroRated: added(sales, inBucket('zero_rated')),
      taxable: added(sales, inBucket('taxable')),
      outputTax: added(sales, (line) => (saleBucket(line) === 'taxable' ? (line.tax?.vat ?? 0n) : 0n)),
    },
    purchases: {
      inputTax: added(purchases, (line) => (imported(line) ? 0n : purchaseFigures(line).tax)),
      importTax: added(purchases, (line) => (imported(line) ? purchaseFigures(line).tax : 0n)),
    },
    payees: {
      base: added(payees, ({ withheld }) => withheld?.base ?? 0n),
      tax: added(payees, ({ withheld }) => withheld?.tax ?? 0n),
    },
    issued: added(payees, ({ withheld }) => withheld?.tax ?? 0n),
    awaited: added(byParty(isWithheldFromUs), ({ withheld }) => withheld?.tax ?? 0n),
  }
}
