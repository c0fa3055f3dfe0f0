// The amounts of an invoice: candidates by their labels, and the equations that prove them. An amount without printed centavos
// proves nothing: if the point of every amount is lost, everything still adds up.
import type { Money } from '../core/money.ts'
import { labelsIn } from './labels.ts'
import type { Label } from './labels.ts'
import { wordsWithin } from './rows.ts'
import type { Row, Word } from './rows.ts'

export type AmountRole =
  | 'vatable'
  | 'vat'
  | 'exempt'
  | 'zeroRated'
  | 'total'
  | 'withheld'
  | 'discount'
  | 'due'
  | 'cash'
  | 'change'
  // In a row without a label.
  | 'item'

/** Other labels end the search for an amount, so that a blank row stays blank. */
const labels: readonly Label<AmountRole>[] = [
  ...of('vatable', 1, 'vatable sales', 'vatable sale', 'vat sales', 'taxable sales', 'total vatable sales'),
  ...of('vatable', 0.8, 'vatable amount', 'vatable'),
  ...of('vatable', 0.6, 'amount net of vat', 'net of vat', 'amount before vat', 'subtotal net of vat'),
  ...of('vat', 1, 'vat amount', 'value added tax', 'vat amt'),
  ...of(
    'vat',
    0.9,
    'less vat',
    'add vat',
    '12% vat',
    'vat 12%',
    'vat (12%)',
    'output vat',
    'input vat',
    'less 12% vat',
    'add 12% vat',
  ),
  ...of(
    'exempt',
    1,
    'vat exempt sales',
    'vat exempt sale',
    'vat exempt',
    'exempt sales',
    'vat-exempt sales',
    'non vat sales',
  ),
  ...of(
    'zeroRated',
    1,
    'zero rated sales',
    'zero-rated sales',
    'zero rated sale',
    'zero rated',
    'vat zero rated sales',
    'vat zero rated',
  ),
  ...of(
    'total',
    1,
    'total sales (vat inclusive)',
    'total sales vat inclusive',
    'total amount vat inclusive',
    'vat inclusive total',
  ),
  ...of('total', 0.9, 'total sales', 'invoice total', 'total invoice amount', 'grand total'),
  ...of('total', 0.7, 'total amount', 'total'),
  ...of('due', 0.5, 'total amount due', 'amount due', 'balance due', 'amount payable', 'net amount due', 'please pay'),
  ...of(
    'withheld',
    1,
    'less withholding tax',
    'withholding tax',
    'less withholding',
    'less ewt',
    'less w/tax',
    'creditable withholding tax',
  ),
  ...of(
    'discount',
    1,
    'less discount',
    'less sc/pwd discount',
    'senior citizen discount',
    'sc/pwd discount',
    'less sc discount',
    'discount',
  ),
  ...of('cash', 1, 'cash', 'cash tendered', 'amount tendered', 'tendered', 'cash received'),
  ...of('change', 1, 'change', 'change due'),
]

function of(role: AmountRole, weight: number, ...words: string[]): Label<AmountRole>[] {
  return words.map((each) => ({ words: each, role, weight }))
}

export type Candidate = {
  role: AmountRole
  /** Null if it can't be read. */
  amount: Money | null
  weight: number
  hasCentavos: boolean
  words: readonly Word[]
}
/** `isDerived`: there is an amount at its label that can't be read, and it follows from the others. */
type Readable = Candidate & { amount: Money; isDerived?: boolean }

const printedAmount = /(?<![\w.,-])(?:₱|PHP|P)?\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d{2})?(?![\w%,]|\.\d|-\d|\/\d)/gi
/** Of a picture, with points that were read as commas, or the other way round: '5.004.08'. */
const looseAmount = /(?<![\w.,:;-])\d{1,3}(?:[.,:;]{1,2}\d{3})+[.,:;]{1,2}\d{2}(?![\w%,]|[.:;]\d|-\d|\/\d)/g

type Printed = { amount: Money; hasCentavos: boolean; from: number; to: number }

/** The amounts printed in a text; whole numbers only with thousands or after a peso sign. */
export function amountsIn(text: string): Printed[] {
  const usual = text.replace(looseAmount, (all) =>
    `${all
      .slice(0, -2)
      .replace(/[^\d]+(?=\d)/g, ',')
      .replace(/[^\d]+$/, '.')}${all.slice(-2)}`.padStart(all.length),
  )
  return [...usual.matchAll(printedAmount)].flatMap((match): Printed[] => {
    const [all, pesos = '', centavos] = match
    if (pesos.replaceAll(',', '').length > 12) return []
    if (centavos === undefined && !pesos.includes(',') && !/^(₱|PHP|P)/i.test(all)) return []
    const amount = BigInt(pesos.replaceAll(',', '')) * 100n + BigInt((centavos ?? '.00').slice(1))
    return [{ amount, hasCentavos: centavos !== undefined, from: match.index, to: match.index + all.length }]
  })
}

/**
 * The last amount to the right of each label, before the next label, and those in rows without a label. What is there but can't be
 * read has no amount.
 */
export function candidatesIn(rows: readonly Row[]): Candidate[] {
  return rows.flatMap((row) => {
    const found = labelsIn(row, labels)
    const amounts = amountsIn(row.text)
    if (found.length === 0)
      return amounts.map(({ amount, hasCentavos, from, to }) => {
        const words = wordsWithin(row, from, to)
        return { role: 'item', weight: 0, amount: isCut(row, words) ? null : amount, hasCentavos, words }
      })
    return found.flatMap(({ role, weight, to }, at): Candidate[] => {
      const end = found[at + 1]?.from ?? row.text.length
      const printed = amounts.findLast((one) => one.from >= to && one.to <= end)
      const after = printed === undefined ? [] : wordsWithin(row, printed.from, printed.to)
      if (printed !== undefined && !isCut(row, after))
        return [{ role, weight, amount: printed.amount, hasCentavos: printed.hasCentavos, words: after }]
      const words = wordsWithin(row, to + 1, end).filter(({ text }) => /\d/.test(text))
      return words.length === 0 ? [] : [{ role, weight, amount: null, hasCentavos: false, words }]
    })
  })
}

/**
 * A part of an amount: what is right before it is a digit or a comma, as in 'L0 711.22' for '10,711.22', or two digits are after it,
 * as in '58,217 50'.
 */
function isCut({ words }: Row, amount: readonly Word[]): boolean {
  const [first, last] = [amount[0], amount.at(-1)]
  const after = last && words[words.indexOf(last) + 1]
  if (last && after && /^\D*\d{1,3}(,\d{3})+$/.test(last.text) && /^\d{2}$/.test(after.text)) return true
  const before = first && words[words.indexOf(first) - 1]
  if (first === undefined || before === undefined || !/[\d,;:]$/.test(before.text)) return false
  return first.x0 - before.x1 < 1.5 * ((first.x1 - first.x0) / first.text.length)
}

export type Solved = {
  /** What each amount was read as; undefined if it is not printed or blank. */
  chosen: Partial<Record<AmountRole, Readable>>
  /** Its parts add up to the total, and the VAT is that of the net amount. */
  isProved: boolean
  /** They don't add up, or different ones are printed and nothing says which one is right. */
  asked: ReadonlySet<AmountRole>
}

/** Whether it may be withheld of an amount: 1, 2, 5, 10 or 15 percent of it, within a peso. */
export const isUsualWithholding = (withheld: Money, base: Money): boolean =>
  [1n, 2n, 5n, 10n, 15n].some((percent) => near(withheld * 100n, base * percent, 10_000n))

/** VAT is rounded once for the invoice or once for each line. */
const rounding = 2n

/** `percent` is the rate of VAT; null if there is none, so that nothing is proved by it. */
export function solve(candidates: readonly Candidate[], percent: bigint | null): Solved {
  const having = (role: AmountRole) =>
    candidates
      .filter((one) => one.role === role)
      .filter((one): one is Readable => one.amount !== null)
      .toSorted((a, b) => b.weight - a.weight)
  const unread = (role: AmountRole) => candidates.find((one) => one.role === role && one.amount === null)
  const derived = (role: AmountRole, amount: Money): Readable | undefined => {
    const one = unread(role)
    return one && amount > 0n ? { ...one, amount, isDerived: true } : undefined
  }
  const best = (role: AmountRole) => having(role)[0]
  const isVat = (vat: Money, net: Money) => percent !== null && near(vat * 100n, net * percent, rounding * 100n)
  const totals = [...having('total'), ...having('due')]
  const rest = { exempt: best('exempt'), zeroRated: best('zeroRated') }
  const free = (rest.exempt?.amount ?? 0n) + (rest.zeroRated?.amount ?? 0n)
  const [withheld, discount, cash, change] = [best('withheld'), best('discount'), best('cash'), best('change')]
  const others = { ...rest, withheld, discount, cash, change, due: best('due') }
  const result = (chosen: Solved['chosen'], isProved: boolean, asked: readonly AmountRole[] = []): Solved => ({
    chosen: Object.fromEntries(Object.entries({ ...others, ...chosen }).filter(([, one]) => one !== undefined)),
    isProved,
    asked: new Set(asked),
  })
  const leastTotal = ((best('vatable')?.amount ?? 0n) * 8n) / 10n
  const proves = (...used: (Candidate | undefined)[]) => used.every((one) => one === undefined || one.hasCentavos)

  for (const total of totals)
    for (const vatable of having('vatable'))
      for (const vat of having('vat'))
        if (vat.amount > 0n && vatable.amount + vat.amount + free === total.amount && isVat(vat.amount, vatable.amount))
          return result({ total, vatable, vat }, proves(total, vatable, vat, rest.exempt, rest.zeroRated))
  // Two of the three are enough if one is the VAT of the other.
  for (const total of totals) {
    for (const vat of having('vat'))
      if (vat.amount > 0n && having('vatable').length === 0 && isVat(vat.amount, total.amount - vat.amount - free))
        return result(
          { total, vat, vatable: derived('vatable', total.amount - vat.amount - free) },
          proves(total, vat, rest.exempt, rest.zeroRated),
        )
    for (const vatable of having('vatable'))
      if (having('vat').length === 0 && isVat(total.amount - vatable.amount - free, vatable.amount))
        return result(
          { total, vatable, vat: derived('vat', total.amount - vatable.amount - free) },
          proves(total, vatable, rest.exempt, rest.zeroRated),
        )
  }
  // The exempt part is what is left.
  if (rest.exempt === undefined)
    for (const total of totals)
      for (const vatable of having('vatable'))
        for (const vat of having('vat')) {
          const exempt = derived('exempt', total.amount - vatable.amount - vat.amount - free)
          if (exempt && vat.amount > 0n && isVat(vat.amount, vatable.amount))
            return result({ total, vatable, vat, exempt }, false)
        }
  // The total is covered or cut, and what was sold amounts to it.
  if (totals.every(({ amount }) => amount < leastTotal) && !unread('exempt') && !unread('zeroRated'))
    for (const vatable of having('vatable'))
      for (const vat of having('vat')) {
        const sum = vatable.amount + vat.amount + free
        const total = having('item').find(({ amount, hasCentavos }) => hasCentavos && amount === sum)
        const isLabelled = candidates.some(({ role }) => role === 'total' || role === 'due')
        if (total && isLabelled && vat.amount > 0n && isVat(vat.amount, vatable.amount))
          return result({ total, vatable, vat }, false)
      }
  // Without VAT, the parts are the total, or the cash less the change is.
  for (const total of totals) {
    const noVat =
      unread('vat') === undefined &&
      unread('vatable') === undefined &&
      having('vat').every(({ amount }) => amount === 0n) &&
      having('vatable').every(({ amount }) => amount === 0n)
    if (noVat && free > 0n && free === total.amount)
      return result({ total, vat: undefined, vatable: undefined }, proves(total, rest.exempt, rest.zeroRated))
    if (
      noVat &&
      cash !== undefined &&
      change !== undefined &&
      cash.amount - change.amount === total.amount &&
      change.amount > 0n
    )
      return result({ total }, proves(total, cash, change))
  }
  const [total] = totals
  const isUnclear = totals.some(
    (one) =>
      total !== undefined &&
      (total.amount < leastTotal || (one.amount !== total.amount && total.weight - one.weight < 0.3)),
  )
  const [vatable, vat] = [best('vatable'), best('vat')]
  const [net, tax] = [vatable?.amount ?? 0n, vat?.amount ?? 0n]
  const isPair = isVat(tax, net)
  const less = [0n, discount?.amount ?? 0n, withheld?.amount ?? 0n]
  const isSum = isPair && total !== undefined && less.some((one) => net + tax + free - one === total.amount)
  const isWrongSum = percent !== null && total !== undefined && net + tax > 0n && !isSum
  const isWrongPair = percent !== null && !isPair && (isWrongSum || (net > 0n && tax > 0n))
  return result({ total, vatable, vat }, false, [
    ...(isUnclear || isWrongSum ? (['total'] as const) : []),
    ...(isWrongSum ? (['exempt', 'zeroRated'] as const) : []),
    ...(isWrongPair ? (['vatable', 'vat'] as const) : []),
  ])
}

const near = (a: bigint, b: bigint, within: bigint): boolean => (a > b ? a - b : b - a) <= within
