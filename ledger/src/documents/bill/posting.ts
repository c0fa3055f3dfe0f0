// A bill debits purchases and input VAT, and credits the supplier with the amount payable and the tax office with the
// tax withheld. A supplier credit is the reverse.
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry, reversal } from '../../accounts/journal.ts'
import type { Line } from '../../accounts/journal.ts'
import { formatMoney, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import { dayMistakes, dayWarnings, dueWarnings, missingAccounts, partyMistakes } from '../common/posting.ts'
import { computePurchase, purchaseTotals } from '../purchase-lines/figures.ts'
import {
  purchaseDebits,
  purchaseMistakes,
  purchaseWarnings,
  takesBill,
  withheldCredits,
} from '../purchase-lines/posting.ts'
import type { Computed } from '../purchase-lines/figures.ts'
import { details, effects, linksTo, opens, settles } from '../effects.ts'
import type { ItemEffect, StatedEffect } from '../effects.ts'
import { itemKey } from '../facts.ts'
import type { FactRequest, Facts, OpenItem } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields, Total } from '../type.ts'
import type { BillFields, billFields } from './fields.ts'
import { isCredit, withholdsNow } from './figures.ts'

export type BillFacts = Facts<'items'>

export const billFacts = ({ partyId, externalNo, day: of, advances, creditOf }: BillFields): FactRequest<'items'> => ({
  partyId,
  externalNo,
  externalNoPerParty: true,
  day: of,
  items: [...advances.map(({ documentId }) => documentId), ...(creditOf === null ? [] : [creditOf])],
})

export const billStated = ({ creditOf, terms, email }: StoredFields<typeof billFields>): StatedEffect[] => [
  ...linksTo('credit_of', creditOf),
  ...details({ terms, email }),
]

export function postBill(fields: BillFields, facts: BillFacts): PostingResult {
  const computed = computePurchase(fields, facts, withholdsNow(facts))
  const applied = sum(fields.advances.map(({ amount }) => amount))
  const mistakes = [
    ...headMistakes(fields, facts),
    ...purchaseMistakes(fields, facts, computed, 'bill', takesBill),
    ...advanceMistakes(fields, facts, computed.payable),
  ]
  if (mistakes.length > 0) return { ok: false, mistakes }

  const { partyId, externalNo } = fields
  const { lines, items } =
    fields.nature === 'credit' ? credited(fields, facts, computed) : billed(fields, facts, computed)
  const memoLine = fields.memo === '' ? `${isCredit(fields) ? 'Credit' : 'Invoice'} no. ${externalNo}` : fields.memo
  const made = entry('PJ', fields.day, memoLine, ...lines)
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId,
      externalNo,
      dueDay: fields.dueDay,
      memo: fields.memo,
      total: computed.payable,
      entry: isCredit(fields) ? reversal(made, fields.day, memoLine) : made,
      effects: effects(...items),
      totals: totals(fields, computed, applied),
      warnings: warnings(fields, facts, computed),
    },
  }
}

function billed(fields: BillFields, facts: BillFacts, computed: Computed): { lines: Line[]; items: ItemEffect[] } {
  const { partyId, advances } = fields
  const { payable, importVat } = computed
  const applied = sum(advances.map(({ amount }) => amount))
  return {
    lines: [
      ...purchased(fields, facts, computed),
      credit(accounts.payables, payable, { partyId }),
      credit(accounts.payablesOthers, importVat, { partyId }),
      debit(accounts.payables, applied, { partyId }),
      credit(accounts.supplierAdvances, applied, { partyId }),
    ],
    items: [
      opens(accounts.payables, partyId, payable - applied),
      ...advances.map(({ documentId, amount }) => settles(documentId, accounts.supplierAdvances, partyId, amount)),
    ],
  }
}

/** Posted like a bill, then reversed. The excess over its bill becomes an advance. */
function credited(fields: BillFields, facts: BillFacts, computed: Computed): { lines: Line[]; items: ItemEffect[] } {
  const { partyId } = fields
  const open = creditedItem(fields, facts)?.open ?? 0n
  const settled = computed.payable < open ? computed.payable : open
  const excess = computed.payable - settled
  return {
    lines: [
      ...purchased(fields, facts, computed),
      credit(accounts.payables, settled, { partyId }),
      credit(accounts.supplierAdvances, excess, { partyId }),
      credit(accounts.payablesOthers, computed.importVat, { partyId }),
    ],
    items: [
      ...(fields.creditOf === null ? [] : [settles(fields.creditOf, accounts.payables, partyId, settled)]),
      opens(accounts.supplierAdvances, partyId, excess),
    ],
  }
}

const purchased = (fields: BillFields, facts: BillFacts, computed: Computed): Line[] => [
  ...purchaseDebits(fields, computed, facts, fields.partyId),
  ...withheldCredits(computed, fields.partyId, facts),
]

export const creditedItem = ({ creditOf }: BillFields, { items }: BillFacts): OpenItem | undefined =>
  creditOf === null ? undefined : items.get(itemKey(creditOf, accounts.payables))

function headMistakes(fields: BillFields, facts: BillFacts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const mistake = (name: keyof BillFields, message: string) => mistakes.push({ path: [name], message })
  const { sameExternalNo } = facts

  mistakes.push(...partyMistakes(fields.partyId, facts, 'supplier'), ...dayMistakes(fields.day, facts))
  if (sameExternalNo !== undefined) {
    mistake(
      'externalNo',
      `Invoice no. ${fields.externalNo} of this supplier is already recorded as ${sameExternalNo.number}. Void that document first, or correct the number.`,
    )
  }
  if (fields.creditOf !== null) {
    const item = creditedItem(fields, facts)
    if (item === undefined) mistake('creditOf', 'This bill is no longer available. Choose another one.')
    else if (item.partyId !== fields.partyId)
      mistake('creditOf', `${item.number} belongs to another supplier. Choose a bill of this supplier.`)
  }
  mistakes.push(...missingAccounts('Bills', [accounts.payables], facts))
  return mistakes
}

function advanceMistakes({ advances, partyId }: BillFields, { items }: BillFacts, payable: Money): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  let rest = payable
  advances.forEach(({ documentId, amount }, i) => {
    const at = (message: string) => mistakes.push({ path: ['advances', i, 'amount'], message })
    const item = items.get(itemKey(documentId, accounts.supplierAdvances))
    rest -= amount
    if (item === undefined || item.partyId !== partyId) {
      at('This advance is no longer available. Remove it.')
    } else if (advances.findIndex((other) => other.documentId === documentId) !== i) {
      at(`${item.number} is used twice. Remove the duplicate.`)
    } else if (amount > item.open) {
      const by = item.changedBy[0] === undefined ? '' : ` after ${item.changedBy[0]}`
      at(`${item.number} has only ${formatMoney(item.open)} left${by}. Lower the amount.`)
    } else if (rest < 0n) {
      at(`The advances exceed the ${formatMoney(payable)} payable. Lower this amount.`)
    }
  })
  return mistakes
}

function totals(fields: BillFields, computed: Computed, applied: Money): Total[] {
  const label = isCredit(fields) ? 'Credited' : 'Amount payable'
  const shown = purchaseTotals(fields, computed, label)
  if (applied === 0n) return shown
  return [
    ...shown,
    { label: 'Advances used', amount: -applied },
    { label: 'Balance payable', amount: computed.payable - applied },
  ]
}

function warnings(fields: BillFields, facts: BillFacts, computed: Computed): string[] {
  const found = [
    ...dayWarnings(isCredit(fields) ? 'The credit' : 'The bill', fields.day, facts.today),
    ...purchaseWarnings(fields, facts, computed),
  ]
  if (!isCredit(fields)) found.push(...dueWarnings(fields.dueDay, facts.today))
  const about = creditedItem(fields, facts)
  if (about !== undefined && computed.payable > about.open) {
    const excess = formatMoney(computed.payable - about.open)
    found.push(
      `${about.number} has an open balance of ${formatMoney(about.open)}. The remaining ${excess} of this credit becomes a supplier advance for later bills.`,
    )
  }
  if (computed.payable >= unusualTotal) {
    found.push(`The total of ${formatMoney(computed.payable)} is unusually large. Compare it with the document.`)
  }
  return found
}

/** 10,000,000.00 */
const unusualTotal: Money = 1_000_000_000n
