// Examples of rounding and VAT, computed by the functions of the ledger.
import {
  formatMoney,
  formatUnitPrice,
  lineAmount,
  parseTypedAmount,
  sum,
  type Money,
} from '@talaan/ledger/core/money.ts'
import { standardVatRates, vatExclusive, vatInclusive, vatOfLines } from '@talaan/ledger/tax/vat.ts'

const rate = standardVatRates[0]?.rate ?? '0'

/** The input, and the resulting amount or the reason it is refused. */
export const typedVectors = (): [typed: string, becomes: string][] =>
  ['1,234.56', '(500)', '500-', '1200+350', '5600/1.12', '=10000*2%', '1.234,56'].map((typed) => {
    const read = parseTypedAmount(typed)
    return [typed, read.ok ? formatMoney(read.amount) : `Refused. ${read.message}`]
  })

/** Quantity, unit price, and the amount of the line. */
export const lineVectors = (): [quantity: string, price: string, amount: string][] =>
  (
    [
      ['0.5', '1'],
      ['1.5', '333'],
      ['3.3333', '1005'],
      ['0.0001', '4999'],
      ['1250.5', '6175.3412'],
    ] as const
  ).map(([quantity, price]) => [quantity, formatUnitPrice(price), formatMoney(lineAmount(quantity, price))])

/** Net, VAT and gross of a price mode and amount. */
export function vatVectors(): string[][] {
  const inclusive = [100_000n, 99_999n, 123_456n, 10_000n, 11_200_000n, 10_080_000n]
  const exclusive = [1_769_717n, 10_691_071n]
  const hundred = vatOfLines(Array<Money>(100).fill(1n), rate, 'inclusive')
  return [
    ...inclusive.map((amount) => row('inclusive', formatMoney(amount), vatInclusive(amount, rate))),
    row('inclusive', '100 lines of 0.01', {
      net: sum(hundred.map(({ net }) => net)),
      vat: sum(hundred.map(({ vat }) => vat)),
      gross: sum(hundred.map(({ gross }) => gross)),
    }),
    ...exclusive.map((amount) => row('exclusive', formatMoney(amount), vatExclusive(amount, rate))),
  ]
}

const row = (given: string, amount: string, { net, vat, gross }: { net: Money; vat: Money; gross: Money }) => [
  given,
  amount,
  formatMoney(net),
  formatMoney(vat),
  formatMoney(gross),
]

/** Three lines of 10.04 before VAT: the VAT of their sum, and each line's share. */
export function spread(): { total: string; parts: string[]; lineByLine: string } {
  const lines = vatOfLines([1_004n, 1_004n, 1_004n], rate, 'exclusive')
  const alone = vatExclusive(1_004n, rate).vat
  return {
    total: formatMoney(sum(lines.map(({ vat }) => vat))),
    parts: lines.map(({ vat }) => formatMoney(vat)),
    lineByLine: formatMoney(alone * 3n),
  }
}
