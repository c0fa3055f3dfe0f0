// A bills payment debits the supplier with the settled amount and credits the paying account, the tax withheld and the
// discount.
import { accounts } from '../../accounts/chart.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import { sum } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import { inCurrency, missingAccounts } from '../common/posting.ts'
import type { SettlingFields, settlingFields } from '../settling/fields.ts'
import { paying, settlementOf, withheldInAll } from '../settling/figures.ts'
import type { Settlement } from '../settling/figures.ts'
import {
  moneyMoved,
  postingDay,
  settlingMistakes,
  settlingItems,
  settlingWarnings,
  taxesWithheld,
} from '../settling/posting.ts'
import { details, effects, issuesCheque } from '../effects.ts'
import type { ChequeEffect, StatedEffect } from '../effects.ts'
import { leafKey } from '../facts.ts'
import type { FactRequest, Facts, LeafFact } from '../facts.ts'
import type { FieldMistake, PostingResult, StoredFields } from '../type.ts'
import { payeeAccountMistake, payeeAccountWarnings } from './payee-account.ts'
import { paymentTotals } from './figures.ts'

export type PaymentFacts = Facts<'money' | 'items' | 'leaves' | 'payeeAccount'>

export const paymentFacts = (fields: SettlingFields): FactRequest<'money' | 'items' | 'leaves' | 'payeeAccount'> => ({
  partyId: fields.partyId,
  externalNo: null,
  day: postingDay(fields),
  money: fields.account === null ? [] : [fields.account],
  items: [...fields.rows, ...fields.credits, ...fields.refunds].map(({ documentId }) => documentId),
  leaves: paysByCheque(fields) ? [{ account: fields.account, no: fields.reference }] : [],
  payeeAccount: fields.payeeAccount,
})

export const paymentStated = ({ email }: StoredFields<typeof settlingFields>): StatedEffect[] => details({ email })

export function postPayment(fields: SettlingFields, facts: PaymentFacts): PostingResult {
  const settlement = settlementOf(fields, facts, paying)
  const mistakes = mistakesOf(fields, facts, settlement)
  if (mistakes.length > 0) return { ok: false, mistakes }

  const { settled, credits, refunds, credited, cash } = settlement
  const { partyId } = fields
  const refunded = sum(refunds.map((back) => back.amount))
  const account = fields.account === null ? undefined : facts.money.get(fields.account)
  const { moved, worth, carried } = moneyMoved(fields, account, cash, paying)
  const day = postingDay(fields)
  const reduction = sum(settled.map((one) => one.reduction))
  const name = facts.party === undefined ? '' : displayName(facts.party)
  // Two differences: the bill's value now against its recorded value, and the carrying amount of the money paid.
  const onBill = cash - worth
  const onMoney = worth - carried
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
        'CDJ',
        day,
        fields.memo === '' ? `Payment to ${name}` : fields.memo,
        debit(accounts.payables, reduction, { partyId }),
        debit(accounts.supplierAdvances, credited, { partyId }),
        debit(accounts.customerAdvances, refunded, { partyId }),
        debit(accounts.bankCharges, fields.charge),
        debit(accounts.fxLoss, loss(onBill) + loss(onMoney)),
        ...taxesWithheld(fields, facts, settlement, paying).map((one) =>
          credit(accounts.ewtPayable, one.tax, { partyId, withheld: one }),
        ),
        credit(accounts.purchaseDiscounts, sum(settled.map(({ row }) => row.discount)), { partyId }),
        credit(accounts.supplierAdvances, sum(credits.map((used) => used.amount)), { partyId }),
        ...(account ? [credit(account.code, carried, { partyId, ...inCurrency(account, moved) })] : []),
        credit(accounts.fxGain, gain(onBill) + gain(onMoney)),
      ),
      effects: effects(...settlingItems(settlement, paying, partyId), chequeOf(fields, name, moved)),
      totals: paymentTotals(fields, settlement),
      warnings: [...settlingWarnings(fields, facts, paying, settlement), ...payeeAccountWarnings(facts)],
    },
  }
}

const gain = (difference: bigint) => (difference > 0n ? difference : 0n)

const loss = (difference: bigint) => (difference < 0n ? -difference : 0n)

function paysByCheque(fields: SettlingFields): fields is SettlingFields & { account: string } {
  return fields.method === 'cheque' && fields.account !== null
}

function chequeOf(fields: SettlingFields, payee: string, amount: bigint): ChequeEffect | null {
  if (!paysByCheque(fields)) return null
  const { account, reference: no, chequeDay, day } = fields
  return issuesCheque({ account, no, payee, day: chequeDay ?? day, amount })
}

/** Why a leaf cannot be used, at its field; undefined if it can. */
export function leafMistake(leaf: LeafFact | undefined, no: string, account: string): string | undefined {
  if (leaf === undefined)
    return `Cheque ${no} is not in a cheque book of ${account}. Check the number or register the cheque book.`
  if (leaf.usedBy !== null) return `Cheque ${no} was used for ${leaf.usedBy}. Use the next cheque.`
  if (leaf.state !== 'unused') return `Cheque ${no} is ${leaf.state}. Use the next cheque.`
  return undefined
}

function mistakesOf(fields: SettlingFields, facts: PaymentFacts, settlement: Settlement): FieldMistake[] {
  const mistakes = settlingMistakes(fields, facts, paying, settlement)
  const { party } = facts
  // A customer receives a refund without becoming a supplier.
  const onlyRefunds = fields.refunds.length > 0 && fields.rows.length === 0 && fields.advance === 0n
  if (party !== undefined && !party.supplier && !onlyRefunds) {
    const message = `${displayName(party)} is registered only as a customer. Register it as a supplier first.`
    mistakes.push({ path: ['partyId'], message })
  }
  const paidInto = payeeAccountMistake(fields, facts)
  if (paidInto !== undefined) mistakes.push({ path: ['payeeAccount'], message: paidInto })
  fields.rows.forEach(({ vatWithheld }, i) => {
    if (vatWithheld > 0n)
      mistakes.push({
        path: ['rows', i, 'vatWithheld'],
        message: 'VAT withheld applies only to collections from government offices. Clear this field.',
      })
  })
  const account = fields.account === null ? undefined : facts.money.get(fields.account)
  if (paysByCheque(fields) && account !== undefined) {
    if (account.kind !== 'bank') {
      mistakes.push({
        path: ['method'],
        message: `${account.name} has no cheque books. Choose another payment method.`,
      })
    } else if (fields.reference !== '') {
      const sentence = leafMistake(
        facts.leaves.get(leafKey(account.code, fields.reference)),
        fields.reference,
        account.name,
      )
      if (sentence !== undefined) mistakes.push({ path: ['reference'], message: sentence })
    }
  }
  // Undeposited funds contain receipts, each of which is deposited in full.
  if (account?.kind === 'cash') {
    const message = 'Undeposited receipts must be deposited in full. Pay from a bank, e-wallet or petty cash account.'
    mistakes.push({ path: ['account'], message })
  }
  if (mistakes.length > 0) return mistakes
  const discounted = fields.rows.some(({ discount }) => discount > 0n)
  const needed = [
    accounts.payables,
    ...(settlement.credited > 0n || settlement.credits.length > 0 ? [accounts.supplierAdvances] : []),
    ...(settlement.refunds.length > 0 ? [accounts.customerAdvances] : []),
    ...(withheldInAll(fields, settlement) > 0n ? [accounts.ewtPayable] : []),
    ...(discounted ? [accounts.purchaseDiscounts] : []),
    ...(fields.charge > 0n ? [accounts.bankCharges] : []),
  ]
  return missingAccounts('Bills payments', needed, facts)
}
