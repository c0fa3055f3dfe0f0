// What was typed on the fund transfer, and how it becomes the fields that are judged and recorded. Of amount, rate and
// what arrived, any two give the third.
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
import { sheet } from '../../runtime/sheet.ts'
import { receiptEmail } from '../../runtime/whom.ts'

// A copy of another day has another rate, another amount arrives by it, and it has arrived unless one says otherwise.
const table = {
  email: receiptEmail({ counts: false, carriedOver: true }),
  type: choiceField(transferTypeWords, { label: 'Fund transfer type', carriedOver: true }),
  from: accountField({ label: 'From', hint: 'The source account', carriedOver: true }),
  to: accountField({ label: 'To', hint: 'The receiving account', carriedOver: true }),
  day: documentDay(),
  reference: codeField({
    label: 'Reference number (optional)',
    hint: 'From the bank’s advice',
    onCopy: 'clear',
  }),
  /** In the source account's currency, without the fee. */
  amount: amountField({ label: 'Amount' }),
  /** Units of the receiving currency for one of the source. */
  rate: codeField({ hint: 'From the source account to the receiving account', onCopy: 'sameDay' }),
  /** The rate as slips say it that have it the other way round; one of the two is empty. */
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
  arrived: choiceField({ yes: 'Received', no: 'In transit' }, { label: 'Status', onCopy: 'sameDay' }),
  memo: memoField(),
}
export type TypedTransfer = TypedOf<typeof table>

export const transferSheet = sheet(transferFields, table)

/** A rate is typed one way round or the other; accounts that no longer fit are let go of. */
export function changed(typed: TypedTransfer, patch: Partial<TypedTransfer>): TypedTransfer {
  const next = { ...typed, ...patch }
  if (patch.rate) next.inverse = ''
  if (patch.inverse) next.rate = ''
  if (patch.from && patch.from === typed.to) next.to = ''
  return next
}

/** Another type, with accounts that it cannot have let go of. */
export function typeChosen(typed: TypedTransfer, type: TransferType, money: readonly MoneyAccount[]): TypedTransfer {
  const next = { ...typed, type }
  const from = sources(next, money).some(({ code }) => code === typed.from) ? typed.from : ''
  const to = targets({ ...next, from }, money).some(({ code }) => code === typed.to) ? typed.to : ''
  return { ...next, from, to }
}

/** Accounts money can be transferred from: banks and wallets, for a local transfer those in pesos. */
export function sources({ type }: Pick<TypedTransfer, 'type'>, money: readonly MoneyAccount[]): MoneyAccount[] {
  return money.filter(
    ({ kind, currency }) =>
      (kind === 'bank' || kind === 'ewallet') && (type === 'foreign' || currency === functionalCurrency),
  )
}

/** Where it can go from there: not to itself, and abroad or from abroad if the transfer is foreign. */
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

/** Whether the two accounts are in different money, so that a rate lies between them. */
export function hasRate(typed: Pick<TypedTransfer, 'from' | 'to'>, money: readonly MoneyAccount[]): boolean {
  const { from, to } = sidesOf(typed, money)
  return from !== undefined && to !== undefined && from.currency !== to.currency
}

type Three = { amount: Money | null; rate: string | null; received: Money | null }

/** Amount, rate and what arrived as far as they are typed, the third from the other two. */
export function threeOf(typed: Pick<TypedTransfer, 'amount' | 'rate' | 'inverse' | 'received'>): Three {
  const [direct, inverse] = [rateOf(typed.rate), rateOf(typed.inverse)]
  const rate = direct ?? (inverse === null ? null : inverseRate(inverse))
  const [amount, received] = [positive(amountOf(typed.amount)), positive(amountOf(typed.received))]
  if (rate === null) return { amount, received, rate: amount && received ? rateBetween(amount, received) : null }
  // A rate that was typed the other way round is used as it was typed.
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
  return transferSheet.judge(typed, today, otherwise, names)

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
    // Ten decimals of a turned rate are not always enough for the last centavo.
    return typed.inverse.trim() === '' ? null : (three.received?.toString() ?? null)
  }
}

export type Figures = {
  totals: Total[]
  /** Out of the source and into the receiving account, in their currencies; null while it cannot be told. */
  out: Money | null
  arriving: Money | null
  gain: Money | null
}

/** What the transfer comes to as far as it can be read, with the balances of `money`. */
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
  const given = { amount, rate: same ? null : rate, received: same ? null : received, fee, feeFrom: typed.feeFrom }
  const moved = transferFigures(given, from, to)
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
