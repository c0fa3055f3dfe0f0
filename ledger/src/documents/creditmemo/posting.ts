// A credit memo reverses a sale or a part of it: it debits sales returns and output VAT and credits the customer. The
// excess over the open amount of its invoice becomes a customer credit.
import { accounts, takesReturns } from '../../accounts/chart.ts'
import { credit, debit, entry, reversal } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { statutoryDiscount } from '../../tax/statutory-discount.ts'
import { dayMistakes, dayWarnings, missingAccounts, partyMistakes } from '../common/posting.ts'
import { computeSale, saleTotals } from '../sale-lines/figures.ts'
import type { Computed } from '../sale-lines/figures.ts'
import { incomeLines, saleMistakes, vatRateMistakes } from '../sale-lines/posting.ts'
import { details, effects, linksTo, opens, settles } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import { itemKey } from '../facts.ts'
import type { FactRequest, Facts, OpenItem } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields, Total } from '../type.ts'
import type { CreditMemoFields, creditMemoFields } from './fields.ts'

export type CreditMemoFacts = Facts<'items' | 'credited'>

export const creditMemoFacts = ({
  partyId,
  externalNo,
  day: of,
  creditOf,
}: CreditMemoFields): FactRequest<'items' | 'credited'> => ({
  partyId,
  externalNo,
  day: of,
  items: creditOf === null ? [] : [creditOf],
  credited: creditOf,
})

export const creditMemoStated = ({ creditOf, email }: StoredFields<typeof creditMemoFields>): StatedEffect[] => [
  ...linksTo('credit_of', creditOf),
  ...details({ email }),
]

export function postCreditMemo(fields: CreditMemoFields, facts: CreditMemoFacts): PostingResult {
  const computed = creditedSale(fields, facts)
  const mistakes = [...headMistakes(fields, facts), ...lineMistakes(fields, facts, computed)]
  if (mistakes.length > 0) return { ok: false, mistakes }

  const { total, vat, statutory } = computed
  const { partyId, externalNo } = fields
  const { settled, excess } = partsOf(total, creditedItem(fields, facts))
  const memoLine = fields.memo === '' ? `Credit memo no. ${externalNo}: ${fields.reason}` : fields.memo
  // Posted like the sale, then reversed: the taxes on its lines are frozen as negative amounts.
  const sale = entry(
    'SJ',
    fields.day,
    memoLine,
    debit(accounts.receivables, settled, { partyId }),
    debit(accounts.customerAdvances, excess, { partyId }),
    debit(accounts.statutoryDiscounts, statutory, { partyId }),
    ...incomeLines(fields, computed.splits),
    credit(accounts.outputVat, vat, { partyId }),
  )
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId,
      externalNo,
      dueDay: null,
      memo: fields.memo,
      total,
      entry: reversal(sale, fields.day, memoLine),
      effects: effects(
        fields.creditOf === null ? null : settles(fields.creditOf, accounts.receivables, partyId, settled),
        opens(accounts.customerAdvances, partyId, excess),
      ),
      totals: creditMemoTotals(computed, settled),
      warnings: warnings(fields, facts, computed),
    },
  }
}

/**
 * The credited lines with the statutory discount of their invoice, which the customer did not pay (RR 7-2010, section 10).
 * It is rounded together with the credit memos before, so that the last one credits the rest of the discount.
 */
export function creditedSale(fields: CreditMemoFields, { vatRates, credited: before }: CreditMemoFacts): Computed {
  const computed = computeSale({ ...fields, discountFor: before.discountFor }, { vatRates })
  if (before.discountFor === '') return computed
  const net = sum(computed.splits.map((split) => split.net))
  const statutory = statutoryDiscount(before.total - before.vat + before.statutory + net) - before.statutory
  return { ...computed, statutory, total: net + computed.vat - statutory }
}

export const creditedItem = ({ creditOf }: CreditMemoFields, { items }: CreditMemoFacts): OpenItem | undefined =>
  creditOf === null ? undefined : items.get(itemKey(creditOf, accounts.receivables))

/** The part applied to the invoice, and the rest for later ones. */
function partsOf(total: Money, about: OpenItem | undefined): { settled: Money; excess: Money } {
  const open = about?.open ?? 0n
  const settled = total < open ? total : open
  return { settled, excess: total - settled }
}

function creditMemoTotals(computed: Computed, settled: Money): Total[] {
  const excess = computed.total - settled
  const totals = saleTotals(computed)
  if (settled === 0n || excess === 0n) return totals
  return [...totals, { label: 'Applied to the invoice', amount: settled }, { label: 'Customer credit', amount: excess }]
}

function headMistakes(fields: CreditMemoFields, facts: CreditMemoFacts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const mistake = (name: keyof CreditMemoFields, message: string) => mistakes.push({ path: [name], message })
  const { sameExternalNo } = facts

  mistakes.push(...partyMistakes(fields.partyId, facts, 'customer'), ...dayMistakes(fields.day, facts))
  if (sameExternalNo !== undefined) {
    mistake(
      'externalNo',
      `Credit memo no. ${fields.externalNo} is already recorded as ${sameExternalNo.number}. Void that document first, or correct the number.`,
    )
  }
  mistakes.push(...vatRateMistakes(fields, facts))
  if (fields.creditOf === null) return mistakes
  const item = creditedItem(fields, facts)
  if (item === undefined) mistake('creditOf', 'This invoice is void or does not exist. Choose another one.')
  else if (item.partyId !== fields.partyId)
    mistake('creditOf', `${item.number} belongs to another customer. Choose an invoice of this customer.`)
  else if (fields.day < item.day)
    mistake('day', `${item.number} is dated ${formatDay(item.day)}. A credit memo cannot be dated before its invoice.`)
  return mistakes
}

function lineMistakes(fields: CreditMemoFields, facts: CreditMemoFacts, computed: Computed): FieldMistake[] {
  const { total, vat, statutory } = computed
  const mistakes = saleMistakes(fields, facts, computed, {
    noun: 'credit memo',
    takes: takesReturns,
    pick: 'choose account 4080 or a sales account',
    wrong: 'is not a sales account. Choose account 4080 or the account used on the invoice.',
  })
  const item = creditedItem(fields, facts)
  if (item !== undefined && mistakes.length === 0) {
    const { total: before, vat: vatBefore, by } = facts.credited
    const taken = before === 0n ? '' : `, of which ${formatMoney(before)} was credited by ${by.join(', ')}`
    if (total > item.opened - before) {
      const message = `The total of ${item.number} is ${formatMoney(item.opened)}${taken}. This memo credits ${formatMoney(total)}, which is too much. Lower the quantities or prices.`
      mistakes.push({ path: ['lines'], message })
    } else if (item.kind === 'invoice' && vat > item.vat - vatBefore) {
      const message = `The VAT on ${item.number} is ${formatMoney(item.vat)}${vatBefore === 0n ? '' : `, of which ${formatMoney(vatBefore)} was credited by ${by.join(', ')}`}. This memo credits ${formatMoney(vat)} of VAT, which is too much. Check the VAT of each line.`
      mistakes.push({ path: ['lines'], message })
    }
  }
  const { settled, excess } = partsOf(total, item)
  const needed = [
    ...(settled > 0n ? [accounts.receivables] : []),
    ...(excess > 0n ? [accounts.customerAdvances] : []),
    ...(vat > 0n ? [accounts.outputVat] : []),
    ...(statutory > 0n ? [accounts.statutoryDiscounts] : []),
  ]
  return [...mistakes, ...missingAccounts('Credit memos', needed, facts)]
}

function warnings(fields: CreditMemoFields, facts: CreditMemoFacts, { total }: Computed): string[] {
  const found = dayWarnings('The credit memo', fields.day, facts.today)
  const about = creditedItem(fields, facts)
  const { excess } = partsOf(total, about)
  if (about === undefined) found.push('No invoice is chosen. The whole amount becomes a customer credit.')
  else if (excess > 0n) {
    const open = about.open === 0n ? 'is fully paid' : `has an open balance of ${formatMoney(about.open)}`
    found.push(`${about.number} ${open}. ${formatMoney(excess)} of this memo becomes a customer credit.`)
  }
  return found
}
