// A cheque credits the bank and debits its purpose: bills of a supplier, an expense, a debt, or an earlier stale
// cheque.
import { accounts, takesPurchases } from '../../accounts/chart.ts'
import { functionalCurrency } from '../../accounts/exchange.ts'
import { credit, debit, entry } from '../../accounts/journal.ts'
import { formatDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { formatMoney, sum } from '../../core/money.ts'
import { displayName } from '../../core/party.ts'
import {
  coverMistakes,
  dayMistakes,
  dayWarnings,
  missingAccounts,
  moneyAccount,
  partyMistakes,
} from '../common/posting.ts'
import { leafMistake, postPayment } from '../payment/posting.ts'
import { computePurchase, purchaseTotals } from '../purchase-lines/figures.ts'
import { purchaseDebits, purchaseMistakes, purchaseWarnings, withheldCredits } from '../purchase-lines/posting.ts'
import type { PurchaseLine } from '../purchase-lines/fields.ts'
import type { Computed } from '../purchase-lines/figures.ts'
import { settlingFields } from '../settling/fields.ts'
import { postingDay } from '../settling/posting.ts'
import type { SettlingFields } from '../settling/fields.ts'
import { chequeIn, details, effects, issuesCheque, settles } from '../effects.ts'
import type { Effect, StatedEffect } from '../effects.ts'
import { itemKey, leafKey } from '../facts.ts'
import type { FactRequest, Facts } from '../facts.ts'
import type { FieldMistake, PostingResult, Posting, StoredFields } from '../type.ts'
import { takesCheque } from './fields.ts'
import type { ChequeFields, chequeFields } from './fields.ts'

/** Rents are often paid by cheques for a whole year, issued at once. */
const furthestCheque = 400

export type ChequeFacts = Facts<'money' | 'items' | 'leaves'>

export const chequeFacts = (fields: ChequeFields): FactRequest<'money' | 'items' | 'leaves'> => ({
  partyId: fields.partyId,
  externalNo: null,
  day: ledgerDay(fields),
  money: [fields.account],
  items: fields.rows.map(({ documentId }) => documentId),
  leaves: [{ account: fields.account, no: fields.chequeNo }],
})

export const chequeStated = ({ email }: StoredFields<typeof chequeFields>): StatedEffect[] => details({ email })

export function postCheque(fields: ChequeFields, facts: ChequeFacts): PostingResult {
  const mistakes = headMistakes(fields, facts)
  if (mistakes.length > 0) return { ok: false, mistakes }
  const result = { bills: billsPaid, direct: directlyPaid, stale: writtenAgain }[fields.pays](fields, facts)
  if (!result.ok) return result
  const posting = { ...result.posting, warnings: [...result.posting.warnings, ...ownWarnings(fields, facts)] }
  return { ok: true, posting }
}

/** The date on the cheque. */
export const writtenDay = ({ day: of, chequeDay }: Pick<ChequeFields, 'day' | 'chequeDay'>): Day => chequeDay ?? of

/** A post-dated cheque is posted on its own date. */
export const ledgerDay = ({ day: of, chequeDay }: Pick<ChequeFields, 'day' | 'chequeDay'>): Day =>
  postingDay({ day: of, chequeDay, method: 'cheque' })

function headMistakes(fields: ChequeFields, facts: ChequeFacts): FieldMistake[] {
  const { account, mistakes } = moneyAccount(fields.account, facts, ['account'])
  const found: FieldMistake[] = [...dayMistakes(fields.day, facts), ...mistakes]
  const mistake = (path: string, message: string) => found.push({ path: [path], message })
  if (ledgerDay(fields) !== fields.day)
    found.push(...dayMistakes(ledgerDay(fields), facts, ['chequeDay'], furthestCheque))
  found.push(...partyMistakes(fields.partyId, facts, 'supplier'))
  if (account === undefined) return found
  if (account.kind !== 'bank') {
    mistake('account', `${account.name} has no cheque books. Choose the bank account that the cheque is drawn on.`)
  } else if (account.currency !== functionalCurrency) {
    mistake(
      'account',
      `${account.name} is in ${account.currency}. Record cheques drawn on it as bills payments, where you can enter the rate.`,
    )
  } else {
    const sentence = leafMistake(
      facts.leaves.get(leafKey(account.code, fields.chequeNo)),
      fields.chequeNo,
      account.name,
    )
    if (sentence !== undefined) mistake('chequeNo', sentence)
  }
  return found
}

/** A cheque for bills is a bills payment by cheque, made out to the typed name. */
function billsPaid(fields: ChequeFields, facts: ChequeFacts): PostingResult {
  const paid = asPayment(fields)
  const result = postPayment(paid, { ...facts, payeeAccount: null })
  if (!result.ok) {
    const names: Record<string, string> = { reference: 'chequeNo', method: 'account' }
    const mistakes = result.mistakes.map(({ path: [first, ...rest], message }) => ({
      path: first === undefined ? [] : [names[first] ?? first, ...rest],
      message,
    }))
    return { ok: false, mistakes }
  }
  const amount = chequeIn(result.posting.effects)?.amount ?? 0n
  if (amount === 0n)
    return {
      ok: false,
      mistakes: [{ path: ['rows'], message: 'The cheque has no amount. Enter an amount of more than zero.' }],
    }
  const totals = result.posting.totals.map((total) =>
    total.emphasis === 'grand' ? { ...total, label: 'Cheque amount' } : total,
  )
  const settled = result.posting.effects.filter(({ effect }) => effect !== 'cheque')
  return { ok: true, posting: { ...result.posting, ...issued(fields, amount, settled), totals } }
}

export function asPayment(fields: ChequeFields): SettlingFields {
  const { partyId, day: of, account, chequeNo, chequeDay, rows, email, memo: words } = fields
  const usual = settlingFields.parse({ partyId: partyId ?? '', day: of })
  return { ...usual, account, method: 'cheque', reference: chequeNo, chequeDay, rows, email, memo: words }
}

function directlyPaid(fields: ChequeFields, facts: ChequeFacts): PostingResult {
  const bought = { ...fields, vatPrinted: null }
  const computed = computePurchase(bought, facts, true)
  const amount = computed.payable
  const account = facts.money.get(fields.account)
  const mistakes = [
    ...purchaseMistakes(bought, facts, computed, 'cheque', takesCheque),
    ...lineMistakes(fields.lines, facts),
    ...(account ? coverMistakes(account, amount, ledgerDay(fields), ['account']) : []),
  ]
  if (mistakes.length > 0) return { ok: false, mistakes }
  return {
    ok: true,
    posting: {
      ...common(fields),
      ...issued(fields, amount, []),
      entry: entry(
        'CDJ',
        ledgerDay(fields),
        entryMemo(fields),
        ...directDebits(fields, computed, facts),
        ...withheldCredits(computed, fields.partyId, facts),
        credit(fields.account, amount, withParty(fields)),
      ),
      totals: purchaseTotals(bought, computed, 'Cheque amount').map((total) =>
        total.emphasis === 'grand' ? { ...total, label: 'Cheque amount' } : total,
      ),
      warnings: [
        ...dayWarnings('The cheque voucher', fields.day, facts.today),
        ...purchaseWarnings(bought, facts, computed),
        ...(computed.vat > 0n
          ? [
              'Record an expense with a VAT invoice as a bill and pay the bill, so that the expense appears in the purchases journal.',
            ]
          : []),
      ],
    },
  }
}

/** Only purchases have a VAT class, not payments of debts or to owners. */
function directDebits(fields: ChequeFields, computed: Computed, facts: ChequeFacts) {
  return purchaseDebits({ ...fields, vatPrinted: null }, computed, facts, fields.partyId).map(({ tax, ...line }) => {
    const account = facts.accounts.get(line.account)
    return tax && account && takesPurchases(account) ? { ...line, tax } : line
  })
}

function lineMistakes(lines: readonly PurchaseLine[], { accounts: chart }: ChequeFacts): FieldMistake[] {
  return lines.flatMap((line, i): FieldMistake[] => {
    const account = chart.get(line.account)
    if (line.category === 'importation')
      return [
        {
          path: ['lines', i, 'category'],
          message: 'Record an importation as a bill, which also records the VAT payable to Customs.',
        },
      ]
    if (account === undefined || takesPurchases(account) || !takesCheque(account)) return []
    if (line.vatClass !== 'not_subject')
      return [
        {
          path: ['lines', i, 'vatClass'],
          message: `Payments posted to ${account.code} ${account.name} have no VAT. Choose Not subject to VAT.`,
        },
      ]
    return line.atc === null
      ? []
      : [{ path: ['lines', i, 'atc'], message: `No tax is withheld on ${account.name}. Clear the ATC.` }]
  })
}

/** Stale cheques that are paid again, each in full. */
function writtenAgain(fields: ChequeFields, facts: ChequeFacts): PostingResult {
  const account = facts.money.get(fields.account)
  const mistakes: FieldMistake[] = fields.rows.flatMap((row, i) => {
    const at = (message: string): FieldMistake[] => [{ path: ['rows', i, 'pay'], message }]
    const found = facts.items.get(itemKey(row.documentId, accounts.staleCheques))
    if (found === undefined) return at('This stale cheque is void or was never written back. Deselect it.')
    const by = found.changedBy[0] === undefined ? '' : ` by ${found.changedBy[0]}`
    if (found.open === 0n) return at(`${found.number} is already paid${by}. Deselect it.`)
    if (row.pay <= 0n) return at('Enter the amount paid. It must be more than zero.')
    if (row.pay > found.open)
      return at(`${found.number} has an open balance of ${formatMoney(found.open)}. Enter at most that amount.`)
    if (row.withheld + row.vatWithheld + row.discount > 0n)
      return at('Tax withheld and discounts do not apply to stale cheques. Clear this field.')
    if (found.partyId !== fields.partyId) return at(`${found.number} belongs to another payee. Choose that payee.`)
    return found.day > fields.day
      ? at(`${found.number} is dated ${formatDay(found.day)}, after this date. Correct the date or deselect it.`)
      : []
  })
  const amount = sum(fields.rows.map(({ pay }) => pay))
  if (mistakes.length === 0 && account) mistakes.push(...coverMistakes(account, amount, ledgerDay(fields), ['account']))
  mistakes.push(...missingAccounts('Cheques', [accounts.staleCheques], facts))
  if (mistakes.length > 0) return { ok: false, mistakes }
  return {
    ok: true,
    posting: {
      ...common(fields),
      ...issued(
        fields,
        amount,
        fields.rows.map(({ documentId, pay }) => settles(documentId, accounts.staleCheques, fields.partyId, pay)),
      ),
      entry: entry(
        'CDJ',
        ledgerDay(fields),
        entryMemo(fields),
        debit(accounts.staleCheques, amount, withParty(fields)),
        credit(fields.account, amount, withParty(fields)),
      ),
      totals: [{ label: 'Cheque amount', amount, emphasis: 'grand' }],
      warnings: dayWarnings('The cheque voucher', fields.day, facts.today),
    },
  }
}

const withParty = ({ partyId }: ChequeFields) => (partyId === null ? {} : { partyId })

const entryMemo = ({ memo: words, payee, chequeNo }: ChequeFields) =>
  words === '' ? `Cheque ${chequeNo} to ${payee}` : words

const common = (fields: ChequeFields) => ({
  day: fields.day,
  partyId: fields.partyId,
  dueDay: null,
  memo: fields.memo,
})

/** The effects of a cheque: its leaf, number and amount, besides the items it settles. */
const issued = (
  fields: ChequeFields,
  amount: bigint,
  settled: readonly Effect[],
): Pick<Posting, 'payee' | 'externalNo' | 'total' | 'effects'> => {
  const { account, chequeNo: no, payee } = fields
  return {
    payee,
    externalNo: no,
    total: amount,
    effects: effects(...settled, issuesCheque({ account, no, payee, day: writtenDay(fields), amount })),
  }
}

function ownWarnings(fields: ChequeFields, { party, today }: ChequeFacts): string[] {
  const found: string[] = []
  if (ledgerDay(fields) !== fields.day && fields.pays !== 'bills')
    found.push(`The cheque is post-dated. Hold it until ${formatDay(ledgerDay(fields))}; Talaan posts it on that date.`)
  if (writtenDay(fields) < fields.day)
    found.push(`The cheque is dated ${formatDay(writtenDay(fields))}, before the voucher date.`)
  if (party && !sameName(fields.payee, displayName(party)))
    found.push(`The payee on the cheque, ${fields.payee}, is not the registered name: ${displayName(party)}`)
  if (party === undefined && today >= fields.day && fields.pays === 'direct')
    found.push(
      'No supplier is chosen, so the cheque will not appear in lists by TIN. Choose the supplier if there is one.',
    )
  return found
}

const sameName = (one: string, other: string) =>
  one
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() ===
  other
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
