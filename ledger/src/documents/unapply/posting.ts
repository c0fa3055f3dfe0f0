// Takes one allocation out of a receipt, a payment or a credit: the invoice or bill is open again, its discount is
// reversed, and the amount becomes a credit that can be applied elsewhere or refunded.
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import { dayMistakes, dayWarnings, missingAccounts } from '../common/posting.ts'
import { effects, linksTo, opens, settles } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import { itemKey } from '../facts.ts'
import type { AllocationFact, FactRequest, Facts, OpenItem } from '../facts.ts'
import { collecting, paying } from '../settling/figures.ts'
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
  items: [itemId],
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
}

export function freedBy({ itemId }: UnapplyFields, { items, allocation }: UnapplyFacts): Freed | undefined {
  if (allocation === null) return undefined
  const side = allocation.account === collecting.owed ? collecting : paying
  const item = items.get(itemKey(itemId, side.owed))
  if (item === undefined) return undefined
  let rest = allocation.applied - allocation.discount
  const returned = allocation.credits.flatMap(({ amount: used, ...from }) => {
    const amount = used < rest ? used : rest
    rest -= amount
    return amount === 0n ? [] : [{ ...from, amount }]
  })
  return { side, item, allocation, returned, credited: rest }
}

export function postUnapply(fields: UnapplyFields, facts: UnapplyFacts): PostingResult {
  const freed = freedBy(fields, facts)
  const mistakes = mistakesOf(fields, facts, freed)
  if (mistakes.length > 0 || freed === undefined) return { ok: false, mistakes }
  const { partyId, itemId } = fields
  const { side, item, allocation, returned, credited } = freed
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
          ? [debit(side.owed, applied, whose), credit(discounts, discount, whose), credit(side.credit, free, whose)]
          : [debit(side.credit, free, whose), debit(discounts, discount, whose), credit(side.owed, applied, whose)]),
      ),
      effects: effects(
        settles(itemId, side.owed, partyId, -applied),
        ...returned.map(({ documentId, amount }) => settles(documentId, side.credit, partyId, -amount)),
        opens(side.credit, partyId, credited),
      ),
      totals: [{ label: `${item.number} reopened by`, amount: applied, emphasis: 'grand' }],
      warnings: warningsOf(fields, facts, freed),
    },
  }
}

function mistakesOf(fields: UnapplyFields, facts: UnapplyFacts, freed: Freed | undefined): FieldMistake[] {
  const mistakes: FieldMistake[] = [...dayMistakes(fields.day, facts)]
  const mistake = (path: keyof UnapplyFields, message: string) => mistakes.push({ path: [path], message })
  if (fields.memo.length < shortestReason) mistake('memo', 'Enter the reason for removing the allocation.')
  if (facts.allocation === null || freed === undefined) {
    mistake(
      'documentId',
      'These documents are not applied to each other. One of them may be void; refresh the page and check.',
    )
    return mistakes
  }
  const { side, item, allocation } = freed
  const { number, applied, withheld, removedBy } = allocation
  if (item.partyId !== fields.partyId) mistake('partyId', `${item.number} belongs to another ${side.words.party}.`)
  else if (applied === 0n)
    mistake(
      'documentId',
      `The allocation of ${number} to ${item.number} was already removed${removedBy === null ? '' : ` by ${removedBy}`}.`,
    )
  else if (withheld > 0n)
    mistake(
      'documentId',
      `${number} includes ${formatMoney(withheld)} of tax withheld for ${item.number}. The tax belongs to this ${side.words.document}, its return and its certificate, so this part can't be removed alone. Void ${number} and record it again.`,
    )
  else if (fields.day < allocation.day)
    mistake('day', `${number} was posted on ${formatDay(allocation.day)}. The date of the removal cannot be earlier.`)
  if (mistakes.length > 0) return mistakes
  const discounts = side.incoming ? accounts.salesDiscounts : accounts.purchaseDiscounts
  const needed = [side.owed, side.credit, ...(allocation.discount > 0n ? [discounts] : [])]
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
    ...freed.returned.map(({ number, amount }) => `${formatMoney(amount)} of credit returns to ${number}.`),
    ...(freed.credited > 0n
      ? [
          `${formatMoney(freed.credited)} becomes a credit of ${name}${name.endsWith('.') ? '' : '.'} Apply it to another ${side.words.document}, or refund it.`,
        ]
      : []),
  ]
}
