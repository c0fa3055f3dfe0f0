// What was sold, line by line, as invoices and the credit memos that take them back share it: price, discount, VAT, accounts.
import { z } from 'zod'
import type { Day } from '../core/date.ts'
import { accountCode, fieldSet, percent, quantity, shortText } from '../core/fields.ts'
import { credit } from '../accounts/journal.ts'
import type { Line } from '../accounts/journal.ts'
import { divideRounded, formatMoney, largestMoney, lineAmount, money, parseDecimal, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { displayName } from '../core/party.ts'
import type { Receipt } from './receipt.ts'
import { bearsVat, formatRate, rateOn, vatClasses, vatClassWords, vatOfLines } from '../tax/vat.ts'
import type { VatClass, VatSplit } from '../tax/vat.ts'
import type { AccountFact, Facts, FieldMistake, Total } from './type.ts'

/** A line of a sale, or of a sale that is taken back. */
export const saleLine = fieldSet({
  description: shortText('description', 200),
  quantity,
  /** Minor units, in the price mode of the document. */
  unitPrice: money.refine((price) => price >= 0n, 'The unit price cannot be negative; use a discount instead.'),
  /** A percentage or an amount off the line, in the price mode of the document; not both. */
  discountPercent: percent.nullable().default(null),
  discountAmount: money
    .refine((amount) => amount >= 0n, 'A discount is entered without a minus sign.')
    .nullable()
    .default(null),
  vatClass: z.enum(vatClasses, 'Choose how the line is taxed.'),
  account: accountCode,
}).refine((line) => line.discountPercent === null || line.discountAmount === null, {
  path: ['discountAmount'],
  error: 'Give the discount as a percentage or as an amount, not both; clear one.',
})

/** The serial printed on an authorised paper, in capitals. */
export const printedSerial = (asked: string, named: string) =>
  z
    .string(`Enter ${asked}.`)
    .trim()
    .toUpperCase()
    .min(1, `Enter ${asked}.`)
    .max(30, `${named} has at most 30 characters; check it.`)
    .regex(/^[0-9A-Z/-]*$/, `${named} has digits, letters, - and / only; check it.`)

export type SaleLine = z.output<typeof saleLine>

/**
 * What the lines come to as far as they are filled in: each line's amount and the totals, by the arithmetic that posts
 * them. A form shows this while one types, so that what is seen is what will be recorded.
 */
export function saleFigures(
  fields: Priced,
  facts: Pick<Facts, 'vatRates'>,
): { amounts: Money[]; totals: Total[]; total: Money } {
  const computed = computeSale(fields, facts)
  return { amounts: computed.amounts.map(({ amount }) => amount), totals: saleTotals(computed), total: computed.total }
}

type PricedLine = Pick<SaleLine, 'quantity' | 'unitPrice' | 'discountPercent' | 'discountAmount' | 'vatClass'>
/** As much of a document as its figures depend on. */
export type Priced = { day: Day; priceMode: 'inclusive' | 'exclusive'; lines: readonly PricedLine[] }

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
}

/** What the lines come to, by class and in all. Minor units. */
export function computeSale(fields: Priced, facts: Pick<Facts, 'vatRates'>): Computed {
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

  const nets = new Map<VatClass, Money>()
  fields.lines.forEach((line, i) => nets.set(line.vatClass, (nets.get(line.vatClass) ?? 0n) + (splits[i]?.net ?? 0n)))
  return {
    amounts,
    splits,
    rate,
    nets,
    total: sum(splits.map(({ gross }) => gross)),
    vat: sum(splits.map(({ vat }) => vat)),
  }
}

function discountOf(line: PricedLine, before: Money): Money {
  if (line.discountAmount !== null) return line.discountAmount
  if (line.discountPercent === null) return 0n
  const { units, scale } = parseDecimal(line.discountPercent)
  return divideRounded(before * units, scale * 100n)
}

/**
 * One credit for each income account and VAT class, in the order the document names them, with the class, its base and
 * its VAT frozen on it. Two hundred lines of goods are one line in the sales journal, as an accountant would write it.
 */
export function incomeLines(
  fields: { partyId: string; lines: readonly SaleLine[] },
  splits: readonly VatSplit[],
): Line[] {
  const groups = new Map<string, { account: string; vatClass: VatClass; base: Money; vat: Money }>()
  fields.lines.forEach(({ account, vatClass }, i) => {
    const group = groups.get(`${account} ${vatClass}`) ?? { account, vatClass, base: 0n, vat: 0n }
    const split = splits[i]
    groups.set(`${account} ${vatClass}`, {
      ...group,
      base: group.base + (split?.net ?? 0n),
      vat: group.vat + (split?.vat ?? 0n),
    })
  })
  // A price of one centavo may come to no net and a centavo of VAT. An entry has no line of zero, so that centavo is
  // frozen on another line of its class, lest the tax reports fall short of the output VAT account.
  const kept = [...groups.values()].filter(({ base }) => base > 0n)
  for (const stray of [...groups.values()].filter(({ base }) => base === 0n)) {
    const home = kept.find(({ vatClass }) => vatClass === stray.vatClass)
    if (home) home.vat += stray.vat
  }
  return kept.map(({ account, ...tax }) => credit(account, tax.base, { partyId: fields.partyId, tax }))
}

/** What is wrong with the lines of a document that calls itself `noun`, and whose lines go to accounts that `takes` lets in. */
export function saleMistakes(
  fields: { lines: readonly SaleLine[] },
  facts: Facts,
  { amounts, splits, total }: Computed,
  { noun, takes, pick, wrong }: { noun: string; takes: (account: AccountFact) => boolean; pick: string; wrong: string },
): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const at = (i: number, name: keyof SaleLine, message: string) => mistakes.push({ path: ['lines', i, name], message })
  const { company, party } = facts
  let running = 0n

  fields.lines.forEach((line, i) => {
    const account = facts.accounts.get(line.account)
    if (account === undefined) {
      at(i, 'account', `Account ${line.account} is not in the chart or not active; pick another or activate it.`)
    } else if (account.control) {
      at(i, 'account', `${account.code} ${account.name} is kept by its own documents; ${pick}.`)
    } else if (!takes(account)) {
      at(i, 'account', `${account.code} ${account.name} ${wrong}`)
    }

    if (!company.vatRegistered && (bearsVat(line.vatClass) || line.vatClass === 'zero_rated')) {
      at(
        i,
        'vatClass',
        `${company.name} is not VAT-registered and charges no VAT; choose VAT-exempt or Not subject to VAT.`,
      )
    } else if (line.vatClass === 'govt_vatable' && party !== undefined && !party.government) {
      at(
        i,
        'vatClass',
        `${displayName(party)} is not registered as a government office; choose Vatable, or correct the register.`,
      )
    }

    const { before = 0n, discount = 0n } = amounts[i] ?? {}
    if (before > largestMoney) {
      at(i, 'unitPrice', `This line comes to more than ${formatMoney(largestMoney)}; check the quantity and the price.`)
      return
    }
    if (discount > before) {
      at(i, 'discountAmount', `The discount is more than the line's ${formatMoney(before)}; lower it.`)
    }
    const reached = running + (splits[i]?.gross ?? 0n)
    if (reached > largestMoney && running <= largestMoney) {
      at(
        i,
        'unitPrice',
        `With this line the ${noun} is more than ${formatMoney(largestMoney)}; check the figures or split it.`,
      )
    }
    running = reached
  })

  if (total === 0n && mistakes.length === 0) {
    mistakes.push({
      path: ['lines'],
      message: `The ${noun} comes to 0.00, so there is nothing to record; check the prices and discounts.`,
    })
  }
  return mistakes
}

/** The totals as paper shows them. */
export function saleTotals({ amounts, nets, rate, vat, total }: Computed): Total[] {
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
    ...sales,
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

/** The lines as they are printed. */
export function printedLines(lines: readonly SaleLine[], { amounts }: Pick<Computed, 'amounts'>): Receipt['lines'] {
  return lines.map((line, i) => ({
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    vatClass: vatClassWords[line.vatClass],
    amount: amounts[i]?.amount ?? 0n,
  }))
}
