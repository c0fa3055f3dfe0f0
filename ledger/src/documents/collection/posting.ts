// A collection receipt debits the money and the expected tax certificates, and credits the customer.
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import { sum } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import { inCurrency, missingAccounts } from '../common/posting.ts'
import type { SettlingFields, settlingFields } from '../settling/fields.ts'
import { collecting, settlementOf, withheldInAll } from '../settling/figures.ts'
import type { Settlement } from '../settling/figures.ts'
import {
  businessTaxesWithheld,
  moneyMoved,
  postingDay,
  settlingMistakes,
  settlingItems,
  settlingWarnings,
  taxesWithheld,
} from '../settling/posting.ts'
import { details, effects, opens } from '../effects.ts'
import type { StatedEffect } from '../effects.ts'
import type { FactRequest, Facts } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields } from '../type.ts'
import { collectionTotals } from './figures.ts'

export type CollectionFacts = Facts<'money' | 'items'>

export const collectionFacts = (fields: SettlingFields): FactRequest<'money' | 'items'> => ({
  partyId: fields.partyId,
  externalNo: null,
  ...(fields.receiptNo !== '' && { receiptNo: fields.receiptNo }),
  day: postingDay(fields),
  money: fields.account === null ? [] : [fields.account],
  items: [...fields.rows, ...fields.credits, ...fields.refunds].map(({ documentId }) => documentId),
})

export const collectionStated = ({ email, receiptNo }: StoredFields<typeof settlingFields>): StatedEffect[] =>
  details({ email, receiptNo })

export function postCollection(fields: SettlingFields, facts: CollectionFacts): PostingResult {
  const settlement = settlementOf(fields, facts, collecting)
  const mistakes = mistakesOf(fields, facts, settlement)
  if (mistakes.length > 0) return { ok: false, mistakes }

  const { settled, credits, refunds, credited, cash } = settlement
  const { partyId } = fields
  const refunded = sum(refunds.map((back) => back.amount))
  const account = fields.account === null ? undefined : facts.money.get(fields.account)
  const { moved, worth } = moneyMoved(fields, account, cash, collecting)
  const gain = worth - cash
  const day = postingDay(fields)
  const reduction = sum(settled.map((one) => one.reduction))
  const withheld = withheldInAll(fields, settlement)
  const name = facts.party === undefined ? '' : displayName(facts.party)
  return {
    ok: true,
    posting: {
      day: fields.day,
      partyId,
      externalNo: fields.reference === '' ? null : fields.reference,
      dueDay: null,
      memo: fields.memo,
      total: reduction + credited + refunded,
      entry: entry(
        'CRJ',
        day,
        fields.memo === '' ? `Collection from ${name}` : fields.memo,
        ...(account ? [debit(account.code, worth, { partyId, ...inCurrency(account, moved) })] : []),
        debit(accounts.bankCharges, fields.charge),
        ...taxesWithheld(fields, facts, settlement, collecting).map((one) =>
          debit(accounts.withheldAwaitingCertificate, one.tax, { partyId, withheld: one }),
        ),
        ...businessTaxesWithheld(fields, facts, settlement).map((one) =>
          debit(accounts.vatWithheld, one.tax, { partyId, ...(one.atc !== '' && { withheld: one }) }),
        ),
        debit(accounts.salesDiscounts, sum(settled.map(({ row }) => row.discount)), { partyId }),
        debit(accounts.customerAdvances, sum(credits.map((used) => used.amount)), { partyId }),
        debit(accounts.fxLoss, gain < 0n ? -gain : 0n),
        credit(accounts.receivables, reduction, { partyId }),
        credit(accounts.customerAdvances, credited, { partyId }),
        credit(accounts.supplierAdvances, refunded, { partyId }),
        credit(accounts.fxGain, gain > 0n ? gain : 0n),
      ),
      effects: effects(
        ...settlingItems(settlement, collecting, partyId),
        opens(accounts.withheldAwaitingCertificate, partyId, withheld),
        opens(accounts.vatWithheld, partyId, sum(settled.map(({ row }) => row.vatWithheld))),
        account?.code === accounts.undeposited ? opens(accounts.undeposited, partyId, worth) : null,
      ),
      totals: collectionTotals(fields, settlement, facts.company),
      warnings: warningsOf(fields, facts, settlement),
    },
  }
}

function mistakesOf(fields: SettlingFields, facts: CollectionFacts, settlement: Settlement): FieldMistake[] {
  const mistakes = settlingMistakes(fields, facts, collecting, settlement)
  // A supplier who refunds an advance pays us, without becoming a customer.
  const onlyGivesBack = fields.refunds.length > 0 && fields.rows.length === 0 && fields.advance === 0n
  if (facts.party !== undefined && !facts.party.customer && !onlyGivesBack) {
    const message = `${displayName(facts.party)} is registered only as a supplier. Register it as a customer first.`
    mistakes.push({ path: ['partyId'], message })
  }
  const { sameExternalNo } = facts
  if (sameExternalNo !== undefined) {
    const message = `Receipt no. ${fields.receiptNo} is already recorded as ${sameExternalNo.number}. Void that document first, or correct the number.`
    mistakes.push({ path: ['receiptNo'], message })
  }
  if (mistakes.length > 0) return mistakes
  const any = (of: 'vatWithheld' | 'discount') => fields.rows.some((row) => row[of] > 0n)
  const needed = [
    accounts.receivables,
    ...(settlement.credited > 0n || settlement.credits.length > 0 ? [accounts.customerAdvances] : []),
    ...(settlement.refunds.length > 0 ? [accounts.supplierAdvances] : []),
    ...(withheldInAll(fields, settlement) > 0n ? [accounts.withheldAwaitingCertificate] : []),
    ...(any('vatWithheld') ? [accounts.vatWithheld] : []),
    ...(any('discount') ? [accounts.salesDiscounts] : []),
    ...(fields.charge > 0n ? [accounts.bankCharges] : []),
  ]
  return missingAccounts('Collection receipts', needed, facts)
}

function warningsOf(fields: SettlingFields, facts: CollectionFacts, settlement: Settlement): string[] {
  const found = settlingWarnings(fields, facts, collecting, settlement)
  const { party } = facts
  if (party !== undefined && !party.government && fields.rows.some(({ vatWithheld }) => vatWithheld > 0n))
    found.push(
      `Only government offices withhold ${facts.company.vatRegistered ? 'VAT' : 'percentage tax'}, and ${displayName(party)} is not registered as one.`,
    )
  return found
}
