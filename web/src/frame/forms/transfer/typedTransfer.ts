// The input of the fund transfer, and its conversion to the document's fields. Any two of amount, rate and amount
// received determine the third.
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import { transferFields, transferTypeWords } from '@talaan/ledger/documents/transfer/fields.ts'
import { transferFigures } from '@talaan/ledger/documents/transfer/figures.ts'
import type { TransferType } from '@talaan/ledger/documents/transfer/fields.ts'
import { convert, convertBack, functionalCurrency, inverseRate, rateBetween } from '@talaan/ledger/accounts/exchange.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { amountOf, rateOf } from '../../fields/typedMoney.ts'
import {
  accountField,
  amountField,
  choiceField,
  codeField,
  documentDay,
  memoField,
  type Reading,
  type TypedOf,
} from '../../runtime/field.ts'
import { formModel } from '../../runtime/formModel.ts'
import { receiptEmail } from '../../runtime/documentParty.ts'

// A copy for another date needs another rate and amount received. It counts as arrived unless the user says otherwise.
const table = {
  email: receiptEmail({ counts: false, carriedOver: true }),
  type: choiceField(transferTypeWords, { passed: true, label: 'Fund transfer type', carriedOver: true }),
  from: accountField({ label: 'From', hint: 'The source account', carriedOver: true }),
  to: accountField({ label: 'To', hint: 'The receiving account', carriedOver: true }),
  day: documentDay(),
  reference: codeField({
    label: 'Reference number (optional)',
    hint: 'From the bank’s advice',
    onCopy: 'clear',
  }),
  /** In the currency of the source account, without the fee. */
  amount: amountField({ label: 'Amount' }),
  /** Units of the receiving currency for one unit of the source currency. */
  rate: codeField({ hint: 'From the source account to the receiving account', onCopy: 'sameDay' }),
  /** The inverse rate, which some slips print. One of the two rates is empty. */
  inverse: codeField({ hint: 'If the slip shows the inverse rate', sentAs: null, onCopy: 'sameDay' }),
  received: amountField({
    hint: 'Amount on the bank slip, before the fee. Leave the exchange rate empty to calculate it from this amount.',
    whenEmpty: null,
    onCopy: 'sameDay',
  }),
  fee: amountField({ label: 'Fee (optional)', hint: 'Charged by the bank', whenEmpty: '0' }),
  feeFrom: choiceField(
    { source: 'Source account, added to the amount', received: 'Amount received' },
    { label: 'Fee charged to' },
  ),
  arrived: {
    ...choiceField({ yes: 'Received', no: 'In transit' }, { label: 'Status', onCopy: 'sameDay' }),
    fromRecorded: (arrived: unknown) => (arrived === false ? 'no' : 'yes'),
  },
  memo: memoField(),
}
export type TypedTransfer = TypedOf<typeof table>

export const transferModel = formModel(transferFields, table)

/** Typing one rate clears the other; accounts that no longer fit are cleared. */
export function changed(typed: TypedTransfer, patch: Partial<TypedTransfer>): TypedTransfer {
  const next = { ...typed, ...patch }
  if (patch.rate) next.inverse = ''
  if (patch.inverse) next.rate = ''
  if (patch.from && patch.from === typed.to) next.to = ''
  return next
}

/** A change of the type clears accounts that the new type does not allow. */
export function typeChosen(typed: TypedTransfer, type: TransferType, money: readonly MoneyAccount[]): TypedTransfer {
  const next = { ...typed, type }
  const from = sources(next, money).some(({ code }) => code === typed.from) ? typed.from : ''
  const to = targets({ ...next, from }, money).some(({ code }) => code === typed.to) ? typed.to : ''
  return { ...next, from, to }
}

/** The accounts that can send: banks and e-wallets; for a local transfer, only those in pesos. */
export function sources({ type }: Pick<TypedTransfer, 'type'>, money: readonly MoneyAccount[]): MoneyAccount[] {
  return money.filter(
    ({ kind, currency }) =>
      (kind === 'bank' || kind === 'ewallet') && (type === 'foreign' || currency === functionalCurrency),
  )
}

/**
 * The accounts that can receive: not the source account, and, for a foreign transfer, at least one of the two in a
 * foreign currency.
 */
export function targets(typed: Pick<TypedTransfer, 'type' | 'from'>, money: readonly MoneyAccount[]): MoneyAccount[] {
  const from = money.find(({ code }) => code === typed.from)
  return sources(typed, money).filter(
    ({ code, currency }) =>
      code !== typed.from &&
      (typed.type === 'local' ||
        from === undefined ||
        from.currency !== functionalCurrency ||
        currency !== functionalCurrency),
  )
}

const sidesOf = ({ from, to }: Pick<TypedTransfer, 'from' | 'to'>, money: readonly MoneyAccount[]) => {
  const side = (code: string) => money.find((account) => account.code === code)
  return { from: side(from), to: side(to) }
}

/** Whether the two accounts have different currencies, so that a rate is needed. */
export function hasRate(typed: Pick<TypedTransfer, 'from' | 'to'>, money: readonly MoneyAccount[]): boolean {
  const { from, to } = sidesOf(typed, money)
  return from !== undefined && to !== undefined && from.currency !== to.currency
}

type Three = { amount: Money | null; rate: string | null; received: Money | null }

/** The amount, rate and amount received as typed, with the third calculated from the other two. */
export function threeOf(typed: Pick<TypedTransfer, 'amount' | 'rate' | 'inverse' | 'received'>): Three {
  const [direct, inverse] = [rateOf(typed.rate), rateOf(typed.inverse)]
  const rate = direct ?? (inverse === null ? null : inverseRate(inverse))
  const [amount, received] = [positive(amountOf(typed.amount)), positive(amountOf(typed.received))]
  if (rate === null) return { amount, received, rate: amount && received ? rateBetween(amount, received) : null }
  // If the inverse rate is typed, it is used as typed.
  const arriving = (sent: Money) =>
    direct === null && inverse !== null ? convertBack(sent, inverse) : convert(sent, rate)
  const sent = (came: Money) => (direct === null && inverse !== null ? convert(came, inverse) : convertBack(came, rate))
  if (amount === null) return { amount: received === null ? null : positive(sent(received)), rate, received }
  return { amount, rate, received: received ?? arriving(amount) }
}

const positive = (amount: Money | null): Money | null => (amount !== null && amount > 0n ? amount : null)

export function fieldsOf(typed: TypedTransfer, today: Day, money: readonly MoneyAccount[]) {
  const withRate = hasRate(typed, money)
  const three = threeOf(typed)
  const typedRate = typed.rate.trim() || typed.inverse.trim() || null
  const names: Record<string, string> = typed.inverse.trim() === '' ? {} : { rate: 'inverse' }
  return transferModel.check(typed, today, otherwise, names)

  function otherwise(read: Reading) {
    const computed = typed.amount.trim() === '' && withRate ? three.amount : null
    return {
      ...(computed === null ? {} : { amount: computed.toString() }),
      rate: withRate ? (three.rate ?? typedRate) : null,
      received: withRate ? received(read) : null,
      arrived: typed.type === 'foreign' || typed.arrived === 'yes',
    }
  }

  function received(read: Reading): string | null {
    if (typed.received.trim() !== '') return read.amount(typed.received, ['received'])
    // Ten decimals of an inverse rate are not always exact to the centavo.
    return typed.inverse.trim() === '' ? null : (three.received?.toString() ?? null)
  }
}

export type Figures = {
  totals: Total[]
  /** The amounts out of the source account and into the receiving account, each in its currency; null if unknown. */
  out: Money | null
  arriving: Money | null
  gain: Money | null
}

/** The figures of the transfer, as far as they can be read, with the balances in `money`. */
export function figuresOf(typed: TypedTransfer, money: readonly MoneyAccount[]): Figures {
  const { from, to } = sidesOf(typed, money)
  const { amount, rate, received } = threeOf(typed)
  const fee = positive(amountOf(typed.fee)) ?? 0n
  const nothing: Figures = {
    totals: [{ label: 'Arrives', amount: 0n, emphasis: 'grand' }],
    out: null,
    arriving: null,
    gain: null,
  }
  if (amount === null || from === undefined) return nothing
  const out = amount + (typed.feeFrom === 'source' ? fee : 0n)
  const leaves: Total = { label: `Leaves ${unit(from)}`, amount: out }
  const same = to !== undefined && from.currency === to.currency
  if (to === undefined || (!same && rate === null))
    return { ...nothing, totals: [{ ...leaves, emphasis: 'grand' }], out }
  const loaded = { amount, rate: same ? null : rate, received: same ? null : received, fee, feeFrom: typed.feeFrom }
  const moved = transferFigures(loaded, from, to)
  const arriving = moved?.arriving ?? (same ? amount : (received ?? 0n)) - (typed.feeFrom === 'received' ? fee : 0n)
  return {
    totals: [
      leaves,
      ...(fee > 0n ? [{ label: `Fee ${unit(typed.feeFrom === 'source' ? from : to)}`, amount: fee }] : []),
      { label: `Arrives ${unit(to)}`, amount: arriving, emphasis: 'grand' },
    ],
    out,
    arriving,
    gain: moved?.gain ?? null,
  }
}

const unit = ({ currency }: MoneyAccount): string => (currency === functionalCurrency ? 'PHP' : currency)
