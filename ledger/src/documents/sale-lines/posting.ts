// The accounts that a sale is posted to, and the checks of its lines.
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import type { Entry, Line } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { formatMoney, largestMoney } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import { notVatRegistered } from '../../tax/registrations.ts'
import { bearsVat, rateOn } from '../../tax/vat.ts'
import type { VatClass, VatSplit } from '../../tax/vat.ts'
import type { AccountFact, CommonFacts } from '../facts.ts'
import type { FieldMistake } from '../type.ts'
import type { SaleLine } from './fields.ts'
import type { Computed } from './figures.ts'

/**
 * One credit for each income account and VAT class, in the order of the lines, with the class, its base and its VAT
 * frozen on it. Two hundred lines of goods are one line in the sales journal.
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
  // A price of one centavo may have no net and a centavo of VAT. An entry has no zero lines, so that centavo is frozen
  // on another line of its class; otherwise the tax reports would be less than the output VAT account.
  const kept = [...groups.values()].filter(({ base }) => base > 0n)
  for (const stray of [...groups.values()].filter(({ base }) => base === 0n)) {
    const home = kept.find(({ vatClass }) => vatClass === stray.vatClass)
    if (home) home.vat += stray.vat
  }
  return kept.map(({ account, ...tax }) => credit(account, tax.base, { partyId: fields.partyId, tax }))
}

/**
 * The entry of a sale: debits the customer with the total, credits income net of VAT and discount, and output VAT. A
 * statutory discount is a deduction: the income is the price before it (RR 7-2010, section 7).
 */
export const saleEntry = (
  fields: { partyId: string; day: Day; lines: readonly SaleLine[] },
  { total, vat, splits, statutory = 0n }: Pick<Computed, 'total' | 'vat' | 'splits'> & { statutory?: Money },
  memo: string,
): Entry =>
  entry(
    'SJ',
    fields.day,
    memo,
    debit(accounts.receivables, total, { partyId: fields.partyId }),
    debit(accounts.statutoryDiscounts, statutory, { partyId: fields.partyId }),
    ...incomeLines(fields, splits),
    credit(accounts.outputVat, vat, { partyId: fields.partyId }),
  )

/** Without a VAT rate on the date, vatable lines are refused. */
export const vatRateMistakes = (
  { day, lines }: { day: Day; lines: readonly SaleLine[] },
  { vatRates }: Pick<CommonFacts, 'vatRates'>,
): FieldMistake[] =>
  lines.some((line) => bearsVat(line.vatClass)) && rateOn(day, vatRates) === undefined
    ? [
        {
          path: ['day'],
          message: `No VAT rate is in force on ${formatDay(day)}. Check the date or add the rate in the company settings.`,
        },
      ]
    : []

/** Errors of the lines of a document called `noun`, with accounts allowed by `takes`. */
export function saleMistakes(
  fields: { lines: readonly SaleLine[] },
  facts: CommonFacts,
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
      at(
        i,
        'account',
        `Account ${line.account} is missing or inactive in the chart of accounts. Choose another account, or activate this one.`,
      )
    } else if (account.control) {
      at(
        i,
        'account',
        `${account.code} ${account.name} cannot be used here, because other types of documents post to it; ${pick}.`,
      )
    } else if (!takes(account)) {
      at(i, 'account', `${account.code} ${account.name} ${wrong}`)
    }

    if (!company.vatRegistered && (bearsVat(line.vatClass) || line.vatClass === 'zero_rated')) {
      at(i, 'vatClass', notVatRegistered(company))
    } else if (line.vatClass === 'govt_vatable' && party !== undefined && !party.government) {
      at(
        i,
        'vatClass',
        `${displayName(party)} is not registered as a government office. Choose Vatable, or correct the registration.`,
      )
    }

    const { before = 0n, discount = 0n } = amounts[i] ?? {}
    if (before > largestMoney) {
      at(
        i,
        'unitPrice',
        `The amount of this line is more than ${formatMoney(largestMoney)}. Check the quantity and the price.`,
      )
      return
    }
    if (discount > before) {
      at(
        i,
        'discountAmount',
        `The discount is more than the line amount of ${formatMoney(before)}. Lower the discount.`,
      )
    }
    const reached = running + (splits[i]?.gross ?? 0n)
    if (reached > largestMoney && running <= largestMoney) {
      at(
        i,
        'unitPrice',
        `With this line, the total of the ${noun} is more than ${formatMoney(largestMoney)}. Check the amounts.`,
      )
    }
    running = reached
  })

  if (total === 0n && mistakes.length === 0) {
    mistakes.push({
      path: ['lines'],
      message: `The ${noun} total is 0.00, so there is nothing to record. Check the prices and discounts.`,
    })
  }
  return mistakes
}
