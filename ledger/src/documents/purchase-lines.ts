// What was bought, line by line, as bills and petty cash vouchers share it: the tax on it, the accounts it goes to.
import { z } from 'zod'
import { accounts, takesPurchases } from '../accounts/chart.ts'
import type { Day } from '../core/date.ts'
import { formatDay } from '../core/date.ts'
import { standardExpenseTypes, usualTaxes } from '../accounts/expense-types.ts'
import { accountCode, fieldSet, shortText } from '../core/fields.ts'
import { credit, debit } from '../accounts/journal.ts'
import type { Line, Withheld } from '../accounts/journal.ts'
import { formatMoney, largestMoney, largestRemainder, money, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { displayName } from '../core/party.ts'
import type { Party } from '../core/party.ts'
import type { ReceiptTable } from './receipt.ts'
import { formatRate, purchaseCategories, purchaseCategoryWords, rateOn, vatClassWords, vatOfLines } from '../tax/vat.ts'
import type { PurchaseCategory, VatSplit } from '../tax/vat.ts'
import { isTopAgent, taxWithheld, withholdingOn } from '../tax/withholding.ts'
import type { AccountFact, CompanyFacts, Facts, FieldMistake, Total } from './type.ts'

export const maximumPurchaseLines = 100

/** How a purchase may be taxed; a sale to government is none of ours. */
export const purchaseVatClasses = ['vatable', 'zero_rated', 'exempt', 'not_subject'] as const
export type PurchaseVatClass = (typeof purchaseVatClasses)[number]

/** The printed VAT may differ from the computed by this much, as suppliers round otherwise. */
export const vatTolerance: Money = 100n

const purchaseLine = fieldSet({
  /** The code of the expense type it was entered under; null where only the account was chosen. */
  expenseType: z
    .string('Pick a type of expense.')
    .regex(/^[a-z0-9_]{2,40}$/, 'Pick a type of expense from the list.')
    .nullable()
    .default(null),
  description: shortText('description', 200),
  /** In the price mode of the document. */
  amount: money.refine((amount) => amount > 0n, 'The amount must be more than zero; enter a return as its own credit.'),
  vatClass: z.enum(purchaseVatClasses, 'Choose how the line is taxed.'),
  category: z.enum(purchaseCategories, 'Choose what kind of purchase this is.'),
  /** The code by which tax is withheld from this line; null for none. */
  atc: z
    .string('Choose a withholding code or none.')
    .regex(/^[A-Z]{2}\d{3}$/, 'Pick a withholding code from the list.')
    .nullable()
    .default(null),
  account: accountCode,
})

export const purchaseLines = z
  .array(purchaseLine, 'Add at least one line.')
  .min(1, 'Add at least one line.')
  .max(maximumPurchaseLines, `At most ${maximumPurchaseLines} lines can be recorded at once; record the rest apart.`)

/** The VAT as it is printed on the supplier's invoice, where it is not what we compute; null takes what we compute. */
export const vatPrinted = money
  .refine((vat) => vat >= 0n, 'VAT is entered without a minus sign.')
  .nullable()
  .default(null)

export const priceMode = z.enum(['inclusive', 'exclusive'], 'Say whether the amounts include VAT.')

export type PurchaseLine = z.output<typeof purchaseLine>

/** As much of a document as its figures depend on. */
export type Priced = {
  day: Day
  priceMode: 'inclusive' | 'exclusive'
  vatPrinted: Money | null
  lines: readonly Pick<PurchaseLine, 'amount' | 'vatClass' | 'category' | 'atc'>[]
}

/** As many facts as the figures depend on. */
export type PriceFacts = Pick<Facts, 'vatRates' | 'withholdingCodes'> & {
  company: Pick<CompanyFacts, 'vatRegistered'>
  party: Pick<Party, 'kind' | 'withholdingExempt'> | undefined
}

export type Computed = {
  /** Each line's net, VAT and gross; together exact per document. */
  splits: VatSplit[]
  rate: string | undefined
  /** The VAT as we compute it, and as it is booked: as printed where that was given. */
  computedVat: Money
  vat: Money
  /** VAT on imports, owed to customs and not to the supplier. */
  importVat: Money
  gross: Money
  /** By code, in the order in which the lines name them. */
  withheld: Withheld[]
  /** What the supplier gets: without VAT on imports, less the tax withheld. */
  payable: Money
}

/** What the lines come to. `withholds` says whether the tax is withheld now, or later with the payment. */
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
  const withheld = withholds ? withheldFrom(fields, splits, facts) : []
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

/** The VAT as printed, spread over the lines in proportion to what we compute. What the paper charges in all stays. */
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

const withinTolerance = (printed: Money, computed: Money): boolean =>
  printed - computed <= vatTolerance && computed - printed <= vatTolerance

/** Whether nothing is withheld from the supplier, whatever code its lines name: the alphalist has a schedule of those. */
const isExempt = ({ party }: Pick<PriceFacts, 'party'>): boolean =>
  party !== undefined && party.withholdingExempt !== ''

/** Per document and code: the base is net of VAT where the supplier charges VAT, and the whole price where not. */
function withheldFrom(fields: Priced, splits: readonly VatSplit[], facts: PriceFacts): Withheld[] {
  if (isExempt(facts)) return []
  const bases = new Map<string, Money>()
  fields.lines.forEach(({ atc }, i) => {
    if (atc !== null) bases.set(atc, (bases.get(atc) ?? 0n) + (splits[i]?.net ?? 0n))
  })
  return [...bases].flatMap(([atc, base]) => {
    const row = facts.party && withholdingOn(fields.day, facts.party.kind, atc, facts.withholdingCodes)
    return row === undefined ? [] : [{ atc, rate: row.rate, base, tax: taxWithheld(base, row.rate) }]
  })
}

type Bought = Omit<Priced, 'lines'> & { lines: readonly PurchaseLine[] }

/**
 * The debits: one for each account, VAT class and category in the order the lines name them, and input VAT. VAT that
 * cannot be credited is part of the cost; so is all VAT of a company that is not VAT-registered itself. What an exempt
 * supplier is paid keeps the code that would have been withheld by, at nothing.
 */
export function purchaseDebits(
  fields: Bought,
  { splits }: Computed,
  { company, party: payee }: Pick<PriceFacts, 'party'> & { company: Pick<CompanyFacts, 'vatRegistered'> },
  partyId: string | null,
): Line[] {
  const party = partyId === null ? {} : { partyId }
  type Group = Pick<PurchaseLine, 'account' | 'vatClass' | 'atc'> & {
    category: PurchaseCategory
    base: Money
    vat: Money
  }
  const groups = new Map<string, Group>()
  fields.lines.forEach(({ account, vatClass, category: chosen, atc: named }, i) => {
    const category = vatClass === 'vatable' && !company.vatRegistered ? 'not_creditable' : chosen
    const atc = isExempt({ party: payee }) ? named : null
    const key = `${account} ${vatClass} ${category} ${atc ?? ''}`
    const group = groups.get(key) ?? { account, vatClass, category, atc, base: 0n, vat: 0n }
    const { net, vat } = splits[i] ?? { net: 0n, vat: 0n }
    groups.set(key, { ...group, base: group.base + net, vat: group.vat + vat })
  })
  // A price of one centavo may come to no net and a centavo of VAT. An entry has no line of zero, so it becomes cost.
  const lines = [...groups.values()].map((group) =>
    group.base === 0n ? { ...group, category: 'not_creditable' as const } : group,
  )
  const creditable = sum(lines.filter(({ category }) => category !== 'not_creditable').map(({ vat }) => vat))
  return [
    ...lines.map(({ account, category, atc, ...tax }) =>
      debit(account, category === 'not_creditable' ? tax.base + tax.vat : tax.base, {
        ...party,
        tax: { ...tax, category },
        ...(atc !== null && { withheld: { atc, rate: '0', base: tax.base, tax: 0n } }),
      }),
    ),
    debit(accounts.inputVat, creditable, party),
  ]
}

/** What each line cost: its net, and the VAT on it where that cannot be credited. Minor units. */
export function purchaseCosts(fields: Bought, facts: PriceFacts): Money[] {
  const { splits } = computePurchase(fields, facts, false)
  return fields.lines.map(({ category, vatClass }, i) => {
    const { net, vat } = splits[i] ?? { net: 0n, vat: 0n }
    const isCredited = category !== 'not_creditable' && (vatClass !== 'vatable' || facts.company.vatRegistered)
    return isCredited && net !== 0n ? net : net + vat
  })
}

/** What is withheld, by code, as it is owed to the tax office. */
export const withheldCredits = ({ withheld }: Computed, partyId: string | null): Line[] =>
  withheld.map((tax) => credit(accounts.ewtPayable, tax.tax, { ...(partyId !== null && { partyId }), withheld: tax }))

/** Mistakes of the lines; `name` is how the document calls itself. */
export function purchaseMistakes(
  fields: Bought,
  facts: Facts,
  computed: Computed,
  name: string,
  takes: (account: AccountFact) => boolean = takesPurchases,
): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const at = (i: number, field: keyof PurchaseLine, message: string) =>
    mistakes.push({ path: ['lines', i, field], message })
  const { party } = facts
  let running = 0n

  fields.lines.forEach((line, i) => {
    const account = facts.accounts.get(line.account)
    if (account === undefined) {
      at(i, 'account', `Account ${line.account} is not in the chart or not active; pick another or activate it.`)
    } else if (!takes(account)) {
      const why = account.control
        ? 'is kept by its own documents; pick an expense account.'
        : 'takes no purchases; pick an expense, cost or asset account.'
      at(i, 'account', `${account.code} ${account.name} ${why}`)
    }
    const vat = vatMistake(line, party)
    if (vat !== null) at(i, 'vatClass', vat)
    const atc = atcMistake(line, fields.day, facts)
    if (atc !== null) at(i, 'atc', atc)

    const reached = running + (computed.splits[i]?.gross ?? 0n)
    if (reached > largestMoney && running <= largestMoney) {
      at(i, 'amount', `With this line the ${name} is more than ${formatMoney(largestMoney)}; check the figures.`)
    }
    running = reached
  })

  const printed = printedMistake(fields, computed)
  if (printed !== null) mistakes.push({ path: ['vatPrinted'], message: printed })
  if (fields.lines.some(({ vatClass }) => vatClass === 'vatable') && computed.rate === undefined) {
    mistakes.push({
      path: ['day'],
      message: `No VAT rate is in force on ${formatDay(fields.day)}; check the day or add the rate in the company settings.`,
    })
  }
  const needed = [
    ...(computed.vat > 0n && facts.company.vatRegistered ? [accounts.inputVat] : []),
    ...(computed.withheld.length > 0 ? [accounts.ewtPayable] : []),
  ]
  for (const code of needed.filter((wanted) => !facts.accounts.has(wanted))) {
    mistakes.push({ path: [], message: `This needs account ${code}, which is not active; activate it in the chart.` })
  }
  return mistakes
}

function vatMistake({ vatClass, category }: PurchaseLine, party: Party | undefined): string | null {
  if (vatClass !== 'vatable' && vatClass !== 'zero_rated') {
    return category === 'importation' && vatClass === 'not_subject'
      ? 'An importation bears VAT or is exempt from it; choose Vatable or VAT-exempt.'
      : null
  }
  if (party === undefined) return 'Without a supplier there is no VAT to claim; pick one or choose Not subject to VAT.'
  // What is imported is taxed by customs, whoever sold it.
  if (party.vatStatus !== 'non_vat' || category === 'importation') return null
  return `${displayName(party)} is registered without VAT and charges none; choose VAT-exempt or Not subject to VAT.`
}

function atcMistake({ atc }: PurchaseLine, day: Day, { party, company, withholdingCodes }: Facts): string | null {
  if (atc === null) return null
  if (party === undefined) return 'Tax is withheld from a supplier in the register; pick one or choose no code.'
  const row = withholdingOn(day, party.kind, atc, withholdingCodes)
  if (row === undefined) {
    const payee = party.kind === 'individual' ? 'an individual' : 'a company'
    return withholdingCodes.some(({ code, payee: other }) => code === atc && other !== party.kind)
      ? `${atc} is not for ${payee}; pick the code that begins with ${party.kind === 'individual' ? 'WI' : 'WC'}.`
      : `${atc} is not in force on ${formatDay(day)}; check the day or pick another code.`
  }
  if (row.tax === 'ewt' && row.withheldBy === 'government')
    return `Only government offices withhold by ${atc}; choose another code or none.`
  if (row.tax !== 'ewt') return `${atc} is withheld by government offices; choose another code or none.`
  if (row.withheldBy === 'top_agent' && !isTopAgent(day, company.topAgentFrom)) {
    return company.topAgentFrom === null
      ? `Only a top withholding agent withholds by ${atc}; choose none, or say since when in the company settings.`
      : `${company.name} is a top withholding agent from ${formatDay(company.topAgentFrom)}; before that choose none.`
  }
  return null
}

function printedMistake({ vatPrinted: printed }: Priced, { computedVat }: Computed): string | null {
  if (printed === null || withinTolerance(printed, computedVat)) return null
  return computedVat === 0n
    ? 'No line is vatable, so there is no VAT to enter; clear it or choose Vatable on the lines.'
    : `The lines come to VAT of ${formatMoney(computedVat)}, the paper shows ${formatMoney(printed)}; more than ` +
        `${formatMoney(vatTolerance)} apart, so check the amounts and how each line is taxed.`
}

export function purchaseWarnings(fields: Bought, { party, company }: Facts, computed: Computed): string[] {
  const found: string[] = []
  if (party?.vatStatus === 'unknown' && computed.vat > computed.importVat) {
    found.push(
      `The register does not say whether ${displayName(party)} is VAT-registered; only a VAT invoice gives input VAT.`,
    )
  }
  if (fields.vatPrinted !== null && fields.vatPrinted !== computed.computedVat) {
    found.push(
      `VAT is booked as printed, ${formatMoney(fields.vatPrinted)}; we compute ${formatMoney(computed.computedVat)}.`,
    )
  }
  const named = [...new Set(fields.lines.flatMap(({ atc }) => atc ?? []))]
  if (party !== undefined && isExempt({ party }) && named.length > 0) {
    found.push(`Nothing is withheld under ${named.join(', ')}: ${party.withholdingExempt}.`)
  }
  for (const code of new Set(fields.lines.filter(({ atc }) => atc === null).map(({ expenseType }) => expenseType))) {
    const type = standardExpenseTypes.find((standard) => standard.code === code)
    if (type === undefined || party === undefined || party.government) continue
    const { atc } = usualTaxes(type, { day: fields.day, payee: party, company })
    if (atc !== null) found.push(`${type.name}: tax is usually withheld (${atc}), and no code is chosen.`)
  }
  return found
}

/** The totals as paper shows them, down to what is paid. */
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
    ...(computed.importVat > 0n ? [{ label: 'VAT owed to customs', amount: -computed.importVat }] : []),
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

/** The lines as they are printed. */
export function purchaseTable(fields: Bought, facts: Pick<Facts, 'accounts'>): ReceiptTable {
  const withheld = fields.lines.some(({ atc }) => atc !== null)
  return {
    title: 'Particulars',
    columns: [
      { label: 'Description', numeric: false },
      { label: 'Account', numeric: false },
      { label: 'VAT', numeric: false },
      ...(withheld ? [{ label: 'ATC', numeric: false }] : []),
      { label: 'Amount', numeric: true },
    ],
    rows: fields.lines.map((line) => [
      line.description,
      `${line.account} ${facts.accounts.get(line.account)?.name ?? ''}`.trim(),
      line.vatClass === 'vatable'
        ? `${vatClassWords.vatable}, ${purchaseCategoryWords[line.category].toLowerCase()}`
        : vatClassWords[line.vatClass],
      ...(withheld ? [line.atc ?? ''] : []),
      formatMoney(line.amount),
    ]),
  }
}
