// A sales invoice debits the customer with its total, credits income net of VAT and discount, and credits output VAT.
import { z } from 'zod'
import { accounts, takesIncome } from '../chart.ts'
import { day, formatDay } from '../day.ts'
import { accountCode, email, fieldSet, memo, optionalText, percent, quantity, shortText } from '../fields.ts'
import { credit, debit, entry } from '../journal.ts'
import type { Line } from '../journal.ts'
import {
  amountInWords,
  divideRounded,
  formatMoney,
  largestMoney,
  lineAmount,
  money,
  parseDecimal,
  sum,
} from '../money.ts'
import type { Money } from '../money.ts'
import { addressLine, displayName } from '../party.ts'
import { bearsVat, formatRate, rateOn, vatClasses, vatClassWords, vatOfLines } from '../tax.ts'
import type { VatClass, VatSplit } from '../tax.ts'
import { companyHeading, dayMistakes, dayWarnings, journalOf, missingAccounts, partyHeading } from './common.ts'
import type { DocumentKind, Facts, FieldMistake, Total } from './kind.ts'

export const maximumInvoiceLines = 200

const invoiceLine = fieldSet({
  description: shortText('description', 200),
  quantity,
  /** Minor units, in the price mode of the invoice. */
  unitPrice: money.refine((price) => price >= 0n, 'The unit price cannot be negative; use a discount instead.'),
  /** A percentage or an amount off the line, in the price mode of the invoice; not both. */
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

export const invoiceFields = fieldSet({
  /** Where the receipt is mailed. */
  email,
  partyId: z.uuid('Pick a customer from the list.').toLowerCase(),
  /** The serial printed on the authorised paper. */
  externalNo: z
    .string('Enter the invoice number printed on the paper.')
    .trim()
    .toUpperCase()
    .min(1, 'Enter the invoice number printed on the paper.')
    .max(30, 'An invoice number has at most 30 characters; check it.')
    .regex(/^[0-9A-Z/-]*$/, 'An invoice number has digits, letters, - and / only; check it.'),
  day,
  dueDay: day.nullable().default(null),
  terms: optionalText('terms', 100),
  priceMode: z.enum(['inclusive', 'exclusive'], 'Say whether the prices include VAT.'),
  lines: z
    .array(invoiceLine, 'Add at least one line.')
    .min(1, 'Add at least one line.')
    .max(
      maximumInvoiceLines,
      `An invoice has at most ${maximumInvoiceLines} lines; record the rest as another invoice.`,
    ),
  memo,
}).refine((fields) => fields.dueDay === null || fields.dueDay >= fields.day, {
  path: ['dueDay'],
  error: 'The due day is before the day of the invoice; correct one of them.',
})

export type InvoiceFields = z.output<typeof invoiceFields>
export type InvoiceLine = InvoiceFields['lines'][number]

export const invoice: DocumentKind<typeof invoiceFields> = {
  kind: 'invoice',
  series: 'SI',
  journal: 'SJ',
  words: {
    title: 'Sales Invoice',
    plural: 'Invoices',
    externalNo: 'Invoice no.',
    party: 'Customer',
    recorded: 'Invoice recorded',
    printNote: 'Internal copy - not an invoice',
  },
  fields: invoiceFields,
  mentions: ({ partyId, externalNo, day: of }) => ({ partyId, externalNo, day: of, withholding: false }),

  post(fields, facts) {
    const computed = compute(fields, facts)
    const mistakes = [...headMistakes(fields, facts), ...lineMistakes(fields, facts, computed)]
    if (mistakes.length > 0) return { ok: false, mistakes }

    const { total, vat } = computed
    const { partyId, externalNo, dueDay } = fields
    const memoLine = fields.memo === '' ? `Invoice no. ${externalNo}` : fields.memo
    return {
      ok: true,
      posting: {
        day: fields.day,
        partyId,
        externalNo,
        dueDay,
        memo: fields.memo,
        total,
        items: [{ settles: 'itself', account: accounts.receivables, partyId, amount: total }],
        cheque: null,
        entry: entry(
          'SJ',
          fields.day,
          memoLine,
          debit(accounts.receivables, total, { partyId }),
          ...incomeLines(fields, computed.splits),
          credit(accounts.outputVat, vat, { partyId }),
        ),
        totals: totals(computed),
        warnings: warnings(fields, facts, computed),
        receiptTo: fields.email,
      },
    }
  },

  receipt(fields, facts, posting, number) {
    const { company, party } = facts
    const { amounts } = compute(fields, facts)
    const taxed = fields.lines.some((line) => bearsVat(line.vatClass))
    return {
      title: 'Sales Invoice',
      number,
      status: number === null ? 'review' : 'recorded',
      day: fields.day,
      note: 'Internal copy - not an invoice',
      company: companyHeading(company),
      party: partyHeading('Customer', party),
      facts: [
        { label: 'Invoice no.', value: fields.externalNo },
        ...(fields.terms === '' ? [] : [{ label: 'Terms', value: fields.terms }]),
        ...(fields.dueDay === null ? [] : [{ label: 'Due', value: formatDay(fields.dueDay) }]),
        ...(taxed
          ? [{ label: 'Prices', value: fields.priceMode === 'inclusive' ? 'VAT-inclusive' : 'VAT-exclusive' }]
          : []),
      ],
      lines: fields.lines.map((line, i) => ({
        description: line.description,
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        vatClass: vatClassWords[line.vatClass],
        amount: amounts[i]?.amount ?? 0n,
      })),
      totals: posting.totals,
      amountInWords: amountInWords(posting.total),
      memo: fields.memo,
      journal: journalOf(posting.entry, facts),
      attachments: facts.attachments.map(({ name }) => name),
    }
  },
}

/**
 * What the lines come to as far as they are filled in: each line's amount and the totals, by the arithmetic that posts
 * them. A form shows this while one types, so that what is seen is what will be recorded.
 */
export function invoiceFigures(
  fields: Priced,
  facts: Pick<Facts, 'vatRates'>,
): { amounts: Money[]; totals: Total[]; total: Money } {
  const computed = compute(fields, facts)
  return { amounts: computed.amounts.map(({ amount }) => amount), totals: totals(computed), total: computed.total }
}

type PricedLine = Pick<InvoiceLine, 'quantity' | 'unitPrice' | 'discountPercent' | 'discountAmount' | 'vatClass'>
type Priced = Pick<InvoiceFields, 'day' | 'priceMode'> & { lines: readonly PricedLine[] }

type Computed = {
  /** Each line before and after its discount, in the price mode of the invoice. */
  amounts: { before: Money; discount: Money; amount: Money }[]
  /** Each line's net, VAT and gross; together exact per class. */
  splits: VatSplit[]
  rate: string | undefined
  total: Money
  vat: Money
  /** Net per class, for the classes the invoice has. */
  nets: Map<VatClass, Money>
}

function compute(fields: Priced, facts: Pick<Facts, 'vatRates'>): Computed {
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
 * One credit for each income account and VAT class, in the order the invoice names them, with the class, its base and
 * its VAT frozen on it. Two hundred lines of goods are one line in the sales journal, as an accountant would write it.
 */
function incomeLines(fields: InvoiceFields, splits: readonly VatSplit[]): Line[] {
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

function headMistakes(fields: InvoiceFields, facts: Facts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const mistake = (name: keyof InvoiceFields, message: string) => mistakes.push({ path: [name], message })
  const { party, sameExternalNo } = facts

  if (party === undefined) {
    mistake('partyId', 'This customer is no longer in the register; pick another or register the customer again.')
  } else if (!party.customer) {
    mistake('partyId', `${displayName(party)} is registered as a supplier only; register it as a customer first.`)
  }
  mistakes.push(...dayMistakes(fields.day, facts))
  if (sameExternalNo !== undefined) {
    const { number } = sameExternalNo
    mistake(
      'externalNo',
      `Invoice no. ${fields.externalNo} is already recorded as ${number}; void that one first or correct the number.`,
    )
  }
  if (fields.lines.some((line) => bearsVat(line.vatClass)) && rateOn(fields.day, facts.vatRates) === undefined) {
    mistake(
      'day',
      `No VAT rate is in force on ${formatDay(fields.day)}; check the day or add the rate in the company settings.`,
    )
  }
  return mistakes
}

function lineMistakes(fields: InvoiceFields, facts: Facts, { amounts, splits, total, vat }: Computed): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const at = (i: number, name: keyof InvoiceLine, message: string) =>
    mistakes.push({ path: ['lines', i, name], message })
  const { company, party } = facts
  let running = 0n

  fields.lines.forEach((line, i) => {
    const account = facts.accounts.get(line.account)
    if (account === undefined) {
      at(i, 'account', `Account ${line.account} is not in the chart or not active; pick another or activate it.`)
    } else if (account.control) {
      at(i, 'account', `${account.code} ${account.name} is kept by its own documents; pick an income account.`)
    } else if (!takesIncome(account)) {
      at(
        i,
        'account',
        `${account.code} ${account.name} is not an income account; pick one that earns, such as 4010 or 4020.`,
      )
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
        `With this line the invoice is more than ${formatMoney(largestMoney)}; check the figures or split it.`,
      )
    }
    running = reached
  })

  if (total === 0n && mistakes.length === 0) {
    mistakes.push({
      path: ['lines'],
      message: 'The invoice comes to 0.00, so there is nothing to record; check the prices and discounts.',
    })
  }
  mistakes.push(
    ...missingAccounts('Invoices', [accounts.receivables, ...(vat > 0n ? [accounts.outputVat] : [])], facts),
  )
  return mistakes
}

function totals({ amounts, nets, rate, vat, total }: Computed): Total[] {
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

function warnings(fields: InvoiceFields, { company, party, today }: Facts, { total }: Computed): string[] {
  const found: string[] = []
  found.push(...dayWarnings('The invoice', fields.day, today))
  if (fields.dueDay !== null && fields.dueDay < today) {
    found.push(`The due day, ${formatDay(fields.dueDay)}, has passed already.`)
  }
  // An invoice of 1,000.00 and more to a VAT-registered buyer shows the buyer's name, TIN and address (RMC 77-2024).
  if (company.vatRegistered && party?.vatStatus === 'vat' && total >= 100_000n) {
    const lacking = [party.tin9 === null ? 'TIN' : '', addressLine(party) === '' ? 'address' : ''].filter(
      (word) => word !== '',
    )
    if (lacking.length > 0) {
      found.push(
        `${displayName(party)} is VAT-registered and buys for 1,000.00 or more, ` +
          `but the register has no ${lacking.join(' and no ')}.`,
      )
    }
  }
  if (party?.government && fields.lines.some((line) => line.vatClass === 'vatable')) {
    found.push(`${displayName(party)} is a government office; its lines are usually 'Vatable, sale to government'.`)
  }
  if (total >= unusualTotal)
    found.push(`The total of ${formatMoney(total)} is unusually large; compare it with the paper.`)
  return found
}

/** 10,000,000.00 */
const unusualTotal: Money = 1_000_000_000n
