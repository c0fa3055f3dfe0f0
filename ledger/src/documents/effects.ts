// What a document does beyond its entry, as values: open items, cheques, petty cash funds, links to other documents, and
// facts that lists and returns ask for later. The server knows for each effect how it is written, undone and verified.
import type { Day } from '../core/date.ts'
import type { Money } from '../core/money.ts'
import type { FundAction } from './pettycashfund/fields.ts'

/** Changes an open item: of the document itself, or of another one. */
export type ItemEffect = {
  effect: 'item'
  settles: 'itself' | (string & {})
  account: string
  partyId: string | null
  /** Positive opens, negative settles, on the account's normal side. Never zero. */
  amount: Money
}

/** Issues a cheque of ours. `no` has the leading zeros of its book; `day` is the date written on it. */
export type ChequeEffect = { effect: 'cheque'; account: string; no: string; payee: string; day: Day; amount: Money }

/** Changes the status of a cheque that another document issued. */
export type ChequeStatusEffect = { effect: 'chequeStatus'; account: string; no: string; state: 'stale'; day: Day }

/** Changes who keeps a petty cash fund, and what it should hold. */
export type FundEffect = { effect: 'fund'; account: string; custodian: string; float: Money }

export const relations = ['credit_of', 'debit_of', 'reversal_of', 'accounts_for'] as const
export type Relation = (typeof relations)[number]

/** Leads to another document; one that is named by its number need not be there. */
export type LinkEffect = { effect: 'link'; relation: Relation; to: { id: string } | { number: string } }

/** The terms that books print, and where a receipt is mailed; '' for none. */
export type DetailEffect = { effect: 'detail'; terms: string; receiptTo: string }

/** A certificate of tax that a customer withheld: received for a period, or written off. */
export type CertificateEffect = {
  effect: 'certificate'
  act: 'received' | 'written_off'
  account: string
  from: Day | null
  to: Day | null
}

/** What is done with a petty cash fund, and the count it rests on. */
export type FundActionEffect = {
  effect: 'fundAct'
  fund: string
  act: FundAction
  /** Pieces from the largest denomination, or null where nothing was counted. */
  count: readonly number[] | null
  countedBy: string
  witness: string
  custodian: string
}

/** What rules for bank lines learn from: the type of an adjustment with its other account, and both ends of a transfer. */
export type BankAdjustmentEffect = { effect: 'bankAdjustment'; type: string; counter: string | null }
export type TransferEffect = { effect: 'transfer'; from: string; to: string }

/** Effects that follow from the stored fields of a document alone, so that verify compares them with the fields. */
export type StatedEffect =
  | LinkEffect
  | DetailEffect
  | CertificateEffect
  | FundActionEffect
  | BankAdjustmentEffect
  | TransferEffect

export type Effect = ItemEffect | ChequeEffect | ChequeStatusEffect | FundEffect | StatedEffect

export type EffectName = Effect['effect']
export type EffectOf<Name extends EffectName> = Extract<Effect, { effect: Name }>

type Own<Name extends EffectName> = Omit<EffectOf<Name>, 'effect'>

/** Opens an item of the document's own. */
export const opens = (account: string, partyId: string | null, amount: Money): ItemEffect => ({
  effect: 'item',
  settles: 'itself',
  account,
  partyId,
  amount,
})

/** Takes an amount off an item of another document; a negative amount puts it back. */
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
  email,
}: {
  terms?: string | undefined
  email?: string | undefined
}): DetailEffect[] {
  return terms === '' && !email ? [] : [{ effect: 'detail', terms, receiptTo: email ?? '' }]
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

/** The effects of a document, without items that move nothing and without what is not there. */
export const effects = (...all: readonly (Effect | null)[]): Effect[] =>
  all.filter((one) => one !== null).filter((one) => one.effect !== 'item' || one.amount !== 0n)

/** The cheque that a document issues, if it does. */
export const chequeIn = (all: readonly Effect[]): ChequeEffect | undefined => all.find((one) => one.effect === 'cheque')

/** Where the receipt of a document is mailed, if one is asked for. */
export const receiptToIn = (all: readonly Effect[]): string | null =>
  all.find((one) => one.effect === 'detail')?.receiptTo || null
