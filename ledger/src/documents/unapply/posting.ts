// Takes one allocation out of a receipt, a payment or a credit: the invoice or bill is open again, its discount and the
// tax withheld with it are reversed, and the amount becomes a credit that can be applied elsewhere or refunded.
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import type { Withheld } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import { businessTaxCode } from '../../tax/withholding.ts'
import { dayMistakes, dayWarnings, missingAccounts } from '../common/posting.ts'
import { effects, linksTo, opens, settles } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import { itemKey } from '../facts.ts'
import type { AllocationFact, FactRequest, Facts, OpenItem } from '../facts.ts'
import { baseOf, collecting, paying } from '../settling/figures.ts'
import type { Side } from '../settling/figures.ts'
import type { FieldMistake, PostingResult, StoredFields } from '../type.ts'
import type { UnapplyFields, unapplyFields } from './fields.ts'

export type UnapplyFacts = Facts<'items' | 'allocation'>

export const shortestReason = 5

export const unapplyFacts = ({
  partyId,
  documentId,
  itemId,
  day: of,
}: UnapplyFields): FactRequest<'items' | 'allocation'> => ({
  partyId,
  externalNo: null,
  day: of,
  items: [itemId, documentId],
  allocation: { documentId, itemId },
})

export const unapplyStated = ({ documentId }: StoredFields<typeof unapplyFields>): StatedEffect[] =>
  linksTo('unapplies', documentId)

/** The removed allocation and where its amount goes. */
export type Freed = {
  side: Side
  item: OpenItem
  allocation: AllocationFact
  /** The used credits that get their amounts back, and the rest, which becomes a credit of its own. */
  returned: { documentId: string; number: string; amount: Money }[]
  credited: Money
  taxes: FreedTax[]
}

/** Tax withheld with the allocation, and the code and base that were frozen with it; null without a code. */
type FreedTax = { account: string; amount: Money; frozen: Withheld | null }

export function freedBy(
  { itemId }: UnapplyFields,
  { items, allocation, withholdingCodes }: UnapplyFacts,
): Freed | undefined {
  if (allocation === null) return undefined
  const side = allocation.account === collecting.owed ? collecting : paying
  const item = items.get(itemKey(itemId, side.owed))
  if (item === undefined) return undefined
  const taxes = taxesOf(allocation, item, side, withholdingCodes)
  let rest = allocation.applied - allocation.discount - sum(taxes.map(({ amount }) => amount))
  const returned = allocation.credits.flatMap(({ amount: used, ...from }) => {
    const amount = used < rest ? used : rest
    rest -= amount
    return amount === 0n ? [] : [{ ...from, amount }]
  })
  return { side, item, allocation, returned, credited: rest, taxes }
}

/**
 * The tax withheld with the allocation. Its reversal has the code, the rate and the base of the tax: as with a void, it
 * counts in the returns and certificates of its own date (RR 2-98, section 2.58: what is remitted and certified for a
 * period is the tax withheld in it).
 */
function taxesOf(
  { withheld, atc, vatWithheld, day, applied, frozen }: AllocationFact,
  item: OpenItem,
  side: Side,
  codes: UnapplyFacts['withholdingCodes'],
): FreedTax[] {
  const base = baseOf(item, applied)
  const made = (account: string, amount: Money, isItsCode: (code: string) => boolean): FreedTax[] => {
    const own = frozen.filter((row) => row.account === account)
    const found = own.find((row) => isItsCode(row.atc)) ?? own[0]
    const reversed = found && { atc: found.atc, rate: found.rate, base: -base, tax: -amount }
    return amount === 0n ? [] : [{ account, amount, frozen: reversed ?? null }]
  }
  const business = [true, false].map((vatRegistered) => businessTaxCode({ day, vatRegistered, incomeAtc: atc }, codes))
  return [
    ...made(incomeTaxOf(side), withheld, (code) => code === atc),
    ...made(accounts.vatWithheld, vatWithheld, (code) => business.some((row) => row?.code === code)),
  ]
}

/** The account of income tax withheld: expected certificates of customers, or our own debt to the BIR. */
const incomeTaxOf = (side: Side): string => (side.incoming ? accounts.withheldAwaitingCertificate : accounts.ewtPayable)

export function postUnapply(fields: UnapplyFields, facts: UnapplyFacts): PostingResult {
  const freed = freedBy(fields, facts)
  const mistakes = mistakesOf(fields, facts, freed)
  if (mistakes.length > 0 || freed === undefined) return { ok: false, mistakes }
  const { partyId, itemId, documentId: from } = fields
  const { side, item, allocation, returned, credited, taxes } = freed
  const { applied, discount, number } = allocation
  const free = credited + sum(returned.map(({ amount }) => amount))
  const whose = { partyId }
  const discounts = side.incoming ? accounts.salesDiscounts : accounts.purchaseDiscounts
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId,
      externalNo: number,
      dueDay: null,
      memo: fields.memo,
      total: applied,
      entry: entry(
        'GJ',
        fields.day,
        `Allocation of ${number} to ${item.number} removed: ${fields.memo}`,
        ...(side.incoming
          ? [
              debit(side.owed, applied, whose),
              ...taxes.map(({ account, amount, frozen }) => credit(account, amount, taxed(whose, frozen))),
              credit(discounts, discount, whose),
              credit(side.credit, free, whose),
            ]
          : [
              ...taxes.map(({ account, amount, frozen }) => debit(account, amount, taxed(whose, frozen))),
              debit(side.credit, free, whose),
              debit(discounts, discount, whose),
              credit(side.owed, applied, whose),
            ]),
      ),
      effects: effects(
        settles(itemId, side.owed, partyId, -applied),
        ...returned.map(({ documentId, amount }) => settles(documentId, side.credit, partyId, -amount)),
        // The certificate is no longer expected; tax that we withhold has no open items.
        ...(side.incoming ? taxes.map(({ account, amount }) => settles(from, account, partyId, amount)) : []),
        opens(side.credit, partyId, credited),
      ),
      totals: [{ label: `${item.number} reopened by`, amount: applied, emphasis: 'grand' }],
      warnings: warningsOf(fields, facts, freed),
    },
  }
}

const taxed = (whose: { partyId: string }, withheld: Withheld | null) =>
  withheld === null ? whose : { ...whose, withheld }

function mistakesOf(fields: UnapplyFields, facts: UnapplyFacts, freed: Freed | undefined): FieldMistake[] {
  const mistakes: FieldMistake[] = [...dayMistakes(fields.day, facts)]
  const mistake = (path: keyof UnapplyFields, message: string) => mistakes.push({ path: [path], message })
  if (fields.memo.length < shortestReason) mistake('memo', 'Enter the reason for removing the allocation.')
  if (facts.allocation === null || freed === undefined) {
    mistake(
      'documentId',
      'These documents are not applied to each other. One of them may be void; reload the page and check.',
    )
    return mistakes
  }
  const { side, item, allocation, taxes } = freed
  const { number, applied, removedBy } = allocation
  if (item.partyId !== fields.partyId) mistake('partyId', `${item.number} belongs to another ${side.words.party}.`)
  else if (applied === 0n)
    mistake(
      'documentId',
      `The allocation of ${number} to ${item.number} was already removed${removedBy === null ? '' : ` by ${removedBy}`}.`,
    )
  else if (fields.day < allocation.day)
    mistake('day', `${number} was posted on ${formatDay(allocation.day)}. The date of the removal cannot be earlier.`)
  if (side.incoming && mistakes.length === 0)
    for (const { account, amount } of taxes) {
      const left = facts.items.get(itemKey(fields.documentId, account))
      if (left !== undefined && left.open >= amount) continue
      const by = left?.changedBy[0] === undefined ? 'its certificate' : left.changedBy[0]
      mistake(
        'documentId',
        `${formatMoney(amount - (left?.open ?? 0n))} of the ${formatMoney(amount)} withheld for ${item.number} with ${number} is already on a certificate. Void ${by} first.`,
      )
    }
  if (mistakes.length > 0) return mistakes
  const discounts = side.incoming ? accounts.salesDiscounts : accounts.purchaseDiscounts
  const needed = [
    side.owed,
    side.credit,
    ...taxes.map(({ account }) => account),
    ...(allocation.discount > 0n ? [discounts] : []),
  ]
  return missingAccounts('Removed allocations', needed, facts)
}

/** The consequences, in the order of the entry. */
function warningsOf(fields: UnapplyFields, facts: UnapplyFacts, { side, item, allocation, ...freed }: Freed): string[] {
  const { applied, discount } = allocation
  const name = facts.party === undefined ? `the ${side.words.party}` : displayName(facts.party)
  return [
    ...dayWarnings('The removal', fields.day, facts.today),
    `${item.number} will have an open balance of ${formatMoney(item.open + applied)}.`,
    ...(discount > 0n ? [`The discount of ${formatMoney(discount)} is reversed.`] : []),
    ...freed.taxes.map(({ account, amount, frozen }) =>
      taxWarning(fields, { allocation, account, amount, frozen, side, name }),
    ),
    ...freed.returned.map(
      ({ number, amount }) => `A credit of ${formatMoney(amount)} becomes available again on ${number}.`,
    ),
    ...(freed.credited > 0n
      ? [
          `${formatMoney(freed.credited)} becomes a credit of ${name}${name.endsWith('.') ? '' : '.'} Apply it to another ${side.words.document}, or refund it.`,
        ]
      : []),
  ]
}

function taxWarning(
  { day }: UnapplyFields,
  { allocation, account, amount, frozen, side, name }: FreedTax & Pick<Freed, 'allocation' | 'side'> & { name: string },
): string {
  const tax = `${formatMoney(amount)} of tax withheld${frozen === null ? '' : ` (${frozen.atc})`}`
  const reversed = `${tax} on ${formatDay(allocation.day)} is reversed on ${formatDay(day)}, and the returns for that date include the reversal. If one of them has already been filed, amend it.`
  if (!side.incoming) return `${reversed} If a form 2307 with this tax was issued to ${name}, issue a corrected one.`
  const which = account === accounts.vatWithheld ? 'VAT or percentage tax' : 'income tax'
  return `${reversed} The certificate of ${name} for this ${which} is no longer expected.`
}
