// The effects of a document besides its entry, as values: open items, cheques, petty cash funds, links to other
// documents, and facts that lists and returns query later. The server defines for each effect how it is written,
// reversed and verified.
import type { Day } from '../core/date.ts'
import type { Money } from '../core/money.ts'
import type { PayrollFigures } from '../payroll/figures.ts'
import type { FundAction } from './pettycashfund/fields.ts'

/** Changes an open item of this or another document. */
export type ItemEffect = {
  effect: 'item'
  settles: 'itself' | (string & {})
  account: string
  partyId: string | null
  /** Positive opens, negative settles, on the account's normal side. Never zero. */
  amount: Money
}

/** Issues a cheque. `no` has the leading zeros of its book; `day` is the date on the cheque. */
export type ChequeEffect = { effect: 'cheque'; account: string; no: string; payee: string; day: Day; amount: Money }

/** Changes the status of a cheque that another document issued. */
export type ChequeStatusEffect = { effect: 'chequeStatus'; account: string; no: string; state: 'stale'; day: Day }

/** Changes the custodian or the target amount of a petty cash fund. */
export type FundEffect = { effect: 'fund'; account: string; custodian: string; float: Money }

export const relations = ['credit_of', 'debit_of', 'reversal_of', 'accounts_for', 'unapplies'] as const
export type Relation = (typeof relations)[number]

/** Links to another document; a link by number may have no target. */
export type LinkEffect = { effect: 'link'; relation: Relation; to: { id: string } | { number: string } }

/** The terms for printed books, the address for the receipt, and its printed serial number; '' for none. */
export type DetailEffect = { effect: 'detail'; terms: string; receiptTo: string; receiptNo: string }

/** A customer's certificate of tax withheld: received for a period, or written off. */
export type CertificateEffect = {
  effect: 'certificate'
  act: 'received' | 'written_off'
  account: string
  from: Day | null
  to: Day | null
}

/** An action on a petty cash fund, with its cash count. */
export type FundActionEffect = {
  effect: 'fundAct'
  fund: string
  act: FundAction
  /** Pieces from the largest denomination, or null without a count. */
  count: readonly number[] | null
  countedBy: string
  witness: string
  custodian: string
}

/** Data that bank rules learn from: the type of an adjustment with its other account, and both ends of a transfer. */
export type BankAdjustmentEffect = { effect: 'bankAdjustment'; type: string; counter: string | null }
export type TransferEffect = { effect: 'transfer'; from: string; to: string }

/** The pay of an employee in a payroll register. */
export type PayrollEffect = { effect: 'payroll'; employee: string; figures: PayrollFigures }

/** Effects that follow from the stored fields of a document alone, so that verify compares them with the fields. */
export type StatedEffect =
  | LinkEffect
  | DetailEffect
  | CertificateEffect
  | FundActionEffect
  | BankAdjustmentEffect
  | TransferEffect
  | PayrollEffect

export type Effect = ItemEffect | ChequeEffect | ChequeStatusEffect | FundEffect | StatedEffect

export type EffectName = Effect['effect']
export type EffectOf<Name extends EffectName> = Extract<Effect, { effect: Name }>

type Own<Name extends EffectName> = Omit<EffectOf<Name>, 'effect'>

/** Opens an item of this document. */
export const opens = (account: string, partyId: string | null, amount: Money): ItemEffect => ({
  effect: 'item',
  settles: 'itself',
  account,
  partyId,
  amount,
})

/** Settles an amount of another document's item; a negative amount reopens it. */
export const settles = (documentId: string, account: string, partyId: string | null, amount: Money): ItemEffect => ({
  effect: 'item',
  settles: documentId,
  account,
  partyId,
  amount: -amount,
})

export const issuesCheque = (cheque: Own<'cheque'>): ChequeEffect => ({ effect: 'cheque', ...cheque })

export const changesCheque = (change: Own<'chequeStatus'>): ChequeStatusEffect => ({
  effect: 'chequeStatus',
  ...change,
})

export const changesFund = (change: Own<'fund'>): FundEffect => ({ effect: 'fund', ...change })

/** Links to a document by its id; null links to none. */
export const linksTo = (relation: Relation, id: string | null | undefined): LinkEffect[] =>
  id === null || id === undefined ? [] : [{ effect: 'link', relation, to: { id } }]

/** Links to a document by its number; null links to none. */
export const linksToNumber = (relation: Relation, number: string | null | undefined): LinkEffect[] =>
  number === null || number === undefined ? [] : [{ effect: 'link', relation, to: { number } }]

export function details({
  terms = '',
  email = '',
  receiptNo = '',
}: {
  terms?: string | undefined
  email?: string | undefined
  receiptNo?: string | undefined
}): DetailEffect[] {
  return terms === '' && email === '' && receiptNo === ''
    ? []
    : [{ effect: 'detail', terms, receiptTo: email, receiptNo }]
}

export const certifies = (certificate: Own<'certificate'>): CertificateEffect => ({
  effect: 'certificate',
  ...certificate,
})

export const recordsFundAction = (act: Own<'fundAct'>): FundActionEffect => ({ effect: 'fundAct', ...act })

export const adjustsBank = (type: string, counter: string | null): BankAdjustmentEffect => ({
  effect: 'bankAdjustment',
  type,
  counter,
})

export const transfers = (from: string, to: string): TransferEffect => ({ effect: 'transfer', from, to })

/** The effects of a document, without zero items and absent effects. */
export const effects = (...all: readonly (Effect | null)[]): Effect[] =>
  all.filter((one) => one !== null).filter((one) => one.effect !== 'item' || one.amount !== 0n)

/** The cheque issued by a document, if any. */
export const chequeIn = (all: readonly Effect[]): ChequeEffect | undefined => all.find((one) => one.effect === 'cheque')

/** The address for the receipt of a document, if requested. */
export const receiptToIn = (all: readonly Effect[]): string | null =>
  all.find((one) => one.effect === 'detail')?.receiptTo || null
