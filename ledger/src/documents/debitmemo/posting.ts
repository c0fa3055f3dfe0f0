// A debit memo adds a charge to an invoiced sale: it debits the customer and credits income and output VAT like an
// invoice, and is collected like one.
import { accounts, takesIncome } from '../../accounts/chart.ts'
import { formatDay } from '../../core/date.ts'
import { formatMoney } from '../../core/money.ts'
import { dayMistakes, dayWarnings, dueWarnings, missingAccounts, partyMistakes } from '../common/posting.ts'
import { details, effects, linksTo, opens } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import { itemKey } from '../facts.ts'
import type { FactRequest, Facts, OpenItem } from '../facts.ts'
import { computeSale, saleTotals } from '../sale-lines/figures.ts'
import type { Computed } from '../sale-lines/figures.ts'
import { saleEntry, saleMistakes, vatRateMistakes } from '../sale-lines/posting.ts'
import type { FieldMistake, PostingResult, StoredFields } from '../type.ts'
import type { DebitMemoFields, debitMemoFields } from './fields.ts'

export type DebitMemoFacts = Facts<'items'>

export const debitMemoFacts = ({ partyId, externalNo, day, debitOf }: DebitMemoFields): FactRequest<'items'> => ({
  partyId,
  externalNo,
  day,
  items: [debitOf],
})

export const debitMemoStated = ({ debitOf, terms, email }: StoredFields<typeof debitMemoFields>): StatedEffect[] => [
  ...linksTo('debit_of', debitOf),
  ...details({ terms, email }),
]

export function postDebitMemo(fields: DebitMemoFields, facts: DebitMemoFacts): PostingResult {
  const computed = computeSale(fields, facts)
  const mistakes = [...headMistakes(fields, facts), ...lineMistakes(fields, facts, computed)]
  if (mistakes.length > 0) return { ok: false, mistakes }

  const { total } = computed
  const { partyId, externalNo, day, dueDay } = fields
  return {
    ok: true,
    posting: {
      day,
      partyId,
      externalNo,
      dueDay,
      memo: fields.memo,
      total,
      entry: saleEntry(
        fields,
        computed,
        fields.memo === '' ? `Debit memo no. ${externalNo}: ${fields.reason}` : fields.memo,
      ),
      effects: effects(opens(accounts.receivables, partyId, total)),
      totals: saleTotals(computed),
      warnings: warnings(fields, facts, computed),
    },
  }
}

export const debitedItem = ({ debitOf }: DebitMemoFields, { items }: DebitMemoFacts): OpenItem | undefined =>
  items.get(itemKey(debitOf, accounts.receivables))

function headMistakes(fields: DebitMemoFields, facts: DebitMemoFacts): FieldMistake[] {
  const mistakes: FieldMistake[] = []
  const mistake = (name: keyof DebitMemoFields, message: string) => mistakes.push({ path: [name], message })
  const { sameExternalNo } = facts

  mistakes.push(...partyMistakes(fields.partyId, facts, 'customer'), ...dayMistakes(fields.day, facts))
  if (sameExternalNo !== undefined) {
    mistake(
      'externalNo',
      `Debit memo no. ${fields.externalNo} is already recorded as ${sameExternalNo.number}. Void that document first, or correct the number.`,
    )
  }
  mistakes.push(...vatRateMistakes(fields, facts))
  const item = debitedItem(fields, facts)
  if (item === undefined) mistake('debitOf', 'This invoice is void or does not exist. Choose another one.')
  else if (item.partyId !== fields.partyId)
    mistake('debitOf', `${item.number} belongs to another customer. Choose an invoice of this customer.`)
  else if (item.kind !== 'invoice' && item.kind !== 'opening')
    mistake('debitOf', `${item.number} is not an invoice. Choose the invoice to debit.`)
  else if (fields.day < item.day)
    mistake('day', `${item.number} is dated ${formatDay(item.day)}. A debit memo cannot be dated before its invoice.`)
  return mistakes
}

function lineMistakes(fields: DebitMemoFields, facts: DebitMemoFacts, computed: Computed): FieldMistake[] {
  return [
    ...saleMistakes(fields, facts, computed, {
      noun: 'debit memo',
      takes: takesIncome,
      pick: 'choose an income account',
      wrong: 'is not an income account. Choose one such as 4010 or 4020.',
    }),
    ...missingAccounts(
      'Debit memos',
      [accounts.receivables, ...(computed.vat > 0n ? [accounts.outputVat] : [])],
      facts,
    ),
  ]
}

function warnings(fields: DebitMemoFields, facts: DebitMemoFacts, { total, vat }: Computed): string[] {
  const found = [...dayWarnings('The debit memo', fields.day, facts.today), ...dueWarnings(fields.dueDay, facts.today)]
  const item = debitedItem(fields, facts)
  if (item === undefined) return found
  if (total > item.opened)
    found.push(
      `The memo is for ${formatMoney(total)}, which is more than the total of ${item.number} (${formatMoney(item.opened)}).`,
    )
  if (item.kind === 'invoice' && item.vat === 0n && vat > 0n)
    found.push(`${item.number} has no VAT, but this memo does. Check the VAT of each line.`)
  return found
}
