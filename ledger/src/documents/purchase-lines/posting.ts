// The accounts a purchase is posted to, the checks of its lines and the warnings about them.
import { accounts, takesPurchases } from '../../accounts/chart.ts'
import { buyerPaysVatFrom, localSalesAtc, usualTaxes } from '../../accounts/expense-types.ts'
import { credit, debit } from '../../accounts/journal.ts'
import type { Line } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { formatMoney, largestMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import type { Party } from '../../core/party.ts'
import type { PurchaseCategory } from '../../tax/vat.ts'
import { isTopAgent, isWithheldVat, nonResidentCodes, suitsResidence, withholdingOn } from '../../tax/withholding.ts'
import type { AccountFact, CommonFacts, CompanyFacts } from '../facts.ts'
import type { FieldMistake } from '../type.ts'
import type { PurchaseLine } from './fields.ts'
import { computePurchase, isExempt, vatTolerance, withinTolerance } from './figures.ts'
import type { Bought, Computed, Priced, PriceFacts } from './figures.ts'

/**
 * The debits: one for each account, VAT class and category in the order of the lines, and input VAT. Non-creditable VAT
 * is part of the cost; so is all VAT of a company without VAT registration. Purchases from abroad are in no box and no
 * list of domestic purchases. Payments to an exempt supplier keep the withholding code, with zero tax.
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
    const isAbroad = payee?.noTin === 'foreign' && chosen !== 'importation' && !isWithheldVat(named)
    const category = isAbroad || (vatClass === 'vatable' && !company.vatRegistered) ? 'not_creditable' : chosen
    const atc = isExempt({ party: payee }) && !isWithheldVat(named) ? named : null
    const key = `${account} ${vatClass} ${category} ${atc ?? ''}`
    const group = groups.get(key) ?? { account, vatClass, category, atc, base: 0n, vat: 0n }
    const { net, vat } = splits[i] ?? { net: 0n, vat: 0n }
    groups.set(key, { ...group, base: group.base + net, vat: group.vat + vat })
  })
  // A price of one centavo may have no net and a centavo of VAT. An entry has no zero lines, so it becomes cost.
  const lines = [...groups.values()].map((group) =>
    group.base === 0n ? { ...group, category: 'not_creditable' as const } : group,
  )
  const creditable = sum(lines.filter(({ category }) => category !== 'not_creditable').map(({ vat }) => vat))
  return [
    ...lines.map(({ account, category, atc, ...tax }) =>
      debit(account, category === 'not_creditable' ? tax.base + tax.vat : tax.base, {
        ...party,
        // A dividend is no purchase.
        ...(account !== accounts.dividends && { tax: { ...tax, category } }),
        ...(atc !== null && { withheld: { atc, rate: '0', base: tax.base, tax: 0n } }),
      }),
    ),
    debit(accounts.inputVat, creditable, party),
  ]
}

/** The cost of each line: its net and non-creditable VAT. Minor units. */
export function purchaseCosts(fields: Bought, facts: PriceFacts): Money[] {
  const { splits } = computePurchase(fields, facts, false)
  return fields.lines.map(({ category, vatClass }, i) => {
    const { net, vat } = splits[i] ?? { net: 0n, vat: 0n }
    const isCredited = category !== 'not_creditable' && (vatClass !== 'vatable' || facts.company.vatRegistered)
    return isCredited && net !== 0n ? net : net + vat
  })
}

/** The tax withheld by code, as a liability to the BIR. */
export const withheldCredits = (
  { withheld }: Computed,
  partyId: string | null,
  facts: Pick<CommonFacts, 'withholdingCodes'>,
): Line[] =>
  withheld.map((tax) => credit(accountOf(tax, facts), tax.tax, { ...(partyId !== null && { partyId }), withheld: tax }))

function accountOf({ atc }: { atc: string }, { withholdingCodes }: Pick<CommonFacts, 'withholdingCodes'>): string {
  if (isWithheldVat(atc)) return accounts.vatWithheldPayable
  return isFinal(atc, withholdingCodes) ? accounts.finalTaxPayable : accounts.ewtPayable
}

const isFinal = (atc: string, codes: CommonFacts['withholdingCodes']): boolean =>
  codes.some(({ code, tax }) => code === atc && tax === 'final')

/** Lines for expenses and assets, and dividends whose final tax is withheld. */
export const takesBill = (account: AccountFact): boolean =>
  takesPurchases(account) || account.code === accounts.dividends

/** Errors of the lines; `name` is the name of the document. */
export function purchaseMistakes(
  fields: Bought,
  facts: CommonFacts,
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
      at(
        i,
        'account',
        `Account ${line.account} is missing or inactive in the chart of accounts. Choose another account, or activate this one.`,
      )
    } else if (!takes(account)) {
      const why = account.control
        ? 'cannot be used here, because other types of documents post to it. Choose an expense account.'
        : 'is not used for purchases. Choose an expense, cost or asset account.'
      at(i, 'account', `${account.code} ${account.name} ${why}`)
    }
    if (line.expenseType !== null && !facts.expenseTypes.some(({ code }) => code === line.expenseType)) {
      const message = `There is no active type of expense '${line.expenseType}'. Choose one from the list, or clear it.`
      at(i, 'expenseType', message)
    }
    if (account?.code === accounts.dividends && line.vatClass !== 'not_subject')
      at(i, 'vatClass', 'Dividends have no VAT. Choose Not subject to VAT.')
    const vat = vatMistake(line, party)
    if (vat !== null) at(i, 'vatClass', vat)
    const atc = atcMistake(line, fields.day, facts)
    if (atc !== null) at(i, 'atc', atc)
    const final = finalMistake(line, fields.day, facts)
    if (final !== null) at(i, 'finalAtc', final)

    const reached = running + (computed.splits[i]?.gross ?? 0n)
    if (reached > largestMoney && running <= largestMoney) {
      at(
        i,
        'amount',
        `With this line, the total of the ${name} is more than ${formatMoney(largestMoney)}. Check the amounts.`,
      )
    }
    running = reached
  })

  const printed = printedMistake(fields, computed)
  if (printed !== null) mistakes.push({ path: ['vatPrinted'], message: printed })
  if (fields.lines.some(({ vatClass }) => vatClass === 'vatable') && computed.rate === undefined) {
    mistakes.push({
      path: ['day'],
      message: `No VAT rate is in force on ${formatDay(fields.day)}. Check the date or add the rate in the company settings.`,
    })
  }
  const needed = [
    ...(computed.vat > 0n && facts.company.vatRegistered ? [accounts.inputVat] : []),
    ...new Set(computed.withheld.map((tax) => accountOf(tax, facts))),
  ]
  for (const code of needed.filter((wanted) => !facts.accounts.has(wanted))) {
    mistakes.push({
      path: [],
      message: `This document posts to account ${code}, which is inactive. Activate it in the chart of accounts.`,
    })
  }
  return mistakes
}

function vatMistake({ vatClass, category, atc }: PurchaseLine, party: Party | undefined): string | null {
  if (vatClass !== 'vatable' && vatClass !== 'zero_rated') {
    return category === 'importation' && vatClass === 'not_subject'
      ? 'Choose Vatable or VAT-exempt for an importation.'
      : null
  }
  if (party === undefined) return 'Input VAT can be recorded only with a supplier. Choose a supplier, or choose No VAT.'
  // Customs collects the VAT on imports, and the buyer pays withheld VAT, so the seller's status does not matter.
  if (category === 'importation' || isWithheldVat(atc)) return null
  if (party.tin9 === null)
    return `${displayName(party)} has no TIN, so there is no input VAT to claim. Choose VAT-exempt or Not subject to VAT.`
  if (party.vatStatus !== 'non_vat') return null
  return `${displayName(party)} is not VAT-registered. Choose VAT-exempt or Not subject to VAT.`
}

function atcMistake(
  { atc, vatClass, category }: PurchaseLine,
  day: Day,
  { party, company, withholdingCodes }: CommonFacts,
): string | null {
  if (atc === null) return null
  if (party === undefined)
    return 'Tax can be withheld only from a registered supplier. Choose a supplier, or clear the ATC.'
  if (party.tin9 === null && !(party.noTin === 'foreign' && nonResidentCodes.includes(atc))) {
    const other =
      party.noTin === 'foreign'
        ? 'Clear the ATC and choose a final tax, or choose WV080 for digital services.'
        : 'Clear the ATC, or register the TIN.'
    return `${displayName(party)} has no TIN, so no creditable tax can be withheld and no form 2307 issued. ${other}`
  }
  const row = withholdingOn(day, party.kind, atc, withholdingCodes)
  if (row === undefined) {
    const payee = party.kind === 'individual' ? 'an individual' : 'a company'
    const payees = withholdingCodes.flatMap((one) => (one.code === atc ? [one.payee] : []))
    return payees.length > 0 && !payees.includes(party.kind)
      ? `${atc} is not for ${payee}. Choose an ATC that starts with ${party.kind === 'individual' ? 'WI' : 'WC'}.`
      : `${atc} is not in force on ${formatDay(day)}. Check the date or choose another ATC.`
  }
  if (row.tax === 'ewt' && row.withheldBy === 'government')
    return `Only government offices withhold tax under ${atc}. Choose another ATC or clear it.`
  if (row.tax === 'vat' && row.withheldBy !== 'government')
    return vatClass === 'vatable' && category !== 'importation'
      ? null
      : `${atc} is for withholding VAT, but this line has no VAT to withhold. Choose Vatable, or choose another ATC.`
  if (row.tax === 'final') return `${atc} is a final tax. Choose it under Final tax.`
  if (row.tax !== 'ewt') return `${atc} is withheld only by government offices. Choose another ATC or clear it.`
  if (row.withheldBy === 'top_agent' && !isTopAgent(day, company.topAgentFrom)) {
    return company.topAgentFrom === null
      ? `Only a top withholding agent withholds tax under ${atc}. Clear the ATC, or enter the start date in the company settings.`
      : `${company.name} is a top withholding agent from ${formatDay(company.topAgentFrom)}. Clear the ATC for dates before that.`
  }
  return null
}

function finalMistake(
  { atc, finalAtc }: PurchaseLine,
  day: Day,
  { party, withholdingCodes }: CommonFacts,
): string | null {
  if (finalAtc === null) return null
  if (party === undefined)
    return 'Final tax can be withheld only from a registered payee. Choose the payee, or clear the final tax.'
  const row = withholdingOn(day, party.kind, finalAtc, withholdingCodes)
  if (row === undefined) {
    const payee = party.kind === 'individual' ? 'an individual' : 'a company'
    return withholdingCodes.some(({ code, payee: other }) => code === finalAtc && other !== party.kind)
      ? `${finalAtc} is not for ${payee}. Choose a code that starts with ${party.kind === 'individual' ? 'WI' : 'WC'}.`
      : `${finalAtc} is not in force on ${formatDay(day)}. Check the date or choose another code.`
  }
  if (row.tax !== 'final') return `${finalAtc} is not a final tax. Choose it under Withheld.`
  if (isExempt({ party }))
    return `${displayName(party)} is exempt from withholding: ${party.withholdingExempt}. Clear the final tax.`
  if (party.noTin === 'foreign' && !suitsResidence(finalAtc, true))
    return `${finalAtc} is for payees in the Philippines. Choose a code for payees abroad.`
  if (party.tin9 === null && party.noTin !== 'foreign')
    return `${displayName(party)} has no TIN, so the tax can't be listed. Register the TIN first.`
  return atc === null || isWithheldVat(atc)
    ? null
    : `The income tax withheld is either creditable or final. Clear ${atc}, or clear the final tax.`
}

function printedMistake({ vatPrinted: printed }: Priced, { computedVat, splits }: Computed): string | null {
  if (printed === null) return null
  // With a price of a few centavos, even VAT within the tolerance may be more than the price.
  if (splits.some(({ net, gross }) => net < 0n && gross >= 0n))
    return `The invoice shows VAT of ${formatMoney(printed)}, which is more than the VAT-inclusive price. Check the amounts and the VAT.`
  if (withinTolerance(printed, computedVat)) return null
  return computedVat === 0n
    ? 'No line is vatable. Clear the VAT, or choose Vatable on the lines.'
    : `The calculated VAT is ${formatMoney(computedVat)}, but the invoice shows ${formatMoney(printed)}. The difference is more than ` +
        `${formatMoney(vatTolerance)}. Check the amounts and the VAT of each line.`
}

export function purchaseWarnings(
  fields: Bought,
  { party, company, expenseTypes }: CommonFacts,
  computed: Computed,
): string[] {
  const found: string[] = []
  if (party?.vatStatus === 'unknown' && computed.vat > computed.importVat) {
    found.push(
      `The VAT status of ${displayName(party)} is not known. Input VAT can be claimed only with a VAT invoice.`,
    )
  }
  if (fields.vatPrinted !== null && fields.vatPrinted !== computed.computedVat) {
    found.push(
      `The VAT on the invoice, ${formatMoney(fields.vatPrinted)}, is recorded. The calculated VAT is ${formatMoney(computed.computedVat)}.`,
    )
  }
  if (
    party?.noTin === 'foreign' &&
    fields.lines.some(
      ({ category, atc, finalAtc }) => category !== 'importation' && finalAtc === null && !isWithheldVat(atc),
    )
  ) {
    const services = company.vatRegistered ? ' and claims it in box 45 of form 2550Q' : ''
    found.push(
      `${displayName(party)} is not in the Philippines. For digital services used here, choose Vatable and the ATC WV080: your company withholds the VAT with form 1600-VT${services}. Income from sources in the Philippines is also subject to final tax: choose its code under Final tax.`,
    )
  }
  if (
    party?.registeredEnterprise &&
    fields.day >= buyerPaysVatFrom &&
    fields.lines.some(
      ({ vatClass, category, atc }) => vatClass === 'vatable' && category !== 'importation' && !isWithheldVat(atc),
    )
  ) {
    found.push(
      `${displayName(party)} is a registered business enterprise. Usually, your company remits the VAT on its purchases from this supplier to the BIR instead of paying it to the supplier: choose the ATC ${localSalesAtc}.`,
    )
  }
  if (
    fields.lines.some(({ atc, category }) => atc === localSalesAtc && ['goods', 'capital_goods'].includes(category))
  ) {
    found.push(
      'VAT on goods from an economic zone or freeport is paid with form 0605 for each purchase, before the goods are released. If you paid it this way, deduct it in row WV110 of form 1600-VT.',
    )
  }
  const named = [...new Set(fields.lines.flatMap(({ atc }) => (isWithheldVat(atc) ? [] : (atc ?? []))))]
  if (party !== undefined && isExempt({ party }) && named.length > 0) {
    found.push(`No tax is withheld under ${named.join(', ')}. Reason: ${party.withholdingExempt}.`)
  }
  for (const code of new Set(
    fields.lines.filter(({ atc, finalAtc }) => atc === null && finalAtc === null).map(({ expenseType }) => expenseType),
  )) {
    const type = expenseTypes.find((standard) => standard.code === code)
    if (type === undefined || party === undefined || party.government) continue
    if (party.noTin === 'foreign') continue
    const { atc } = usualTaxes(type, { day: fields.day, payee: { ...party, noTin: '' }, company })
    if (atc === null) continue
    const why = party.tin9 === null ? `${displayName(party)} has no TIN` : 'no ATC is chosen'
    found.push(`${type.name}: tax is usually withheld (${atc}), but ${why}.`)
  }
  return found
}
