// The input of a collection or a payment: open items with the amount for each, credits used and refunded, and taxes
// that follow the amounts. A draft stores { typed } with the open items as last loaded.
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import type { OpenItemAnswer } from '@talaan/contract/open-items.ts'
import type { PartyAnswer, PartyRow } from '@talaan/contract/parties.ts'
import { daysBetween, formatDay, parseTypedDay, type Day } from '@talaan/ledger/core/date.ts'
import { collectionFields } from '@talaan/ledger/documents/collection/fields.ts'
import { collectionTotals } from '@talaan/ledger/documents/collection/figures.ts'
import { itemKey, type OpenItem, type WithholdingCode } from '@talaan/ledger/documents/facts.ts'
import { type Total } from '@talaan/ledger/documents/type.ts'
import { paymentFields } from '@talaan/ledger/documents/payment/fields.ts'
import { paymentTotals } from '@talaan/ledger/documents/payment/figures.ts'
import { paymentMethodWords, settlingFields } from '@talaan/ledger/documents/settling/fields.ts'
import type { PaymentMethod } from '@talaan/ledger/documents/settling/fields.ts'
import { allocationHints, type AllocationHint } from '@talaan/ledger/documents/settling/difference-hints.ts'
import { collecting, paying, settledTo, settlementOf, spread } from '@talaan/ledger/documents/settling/figures.ts'
import type { Suggesting, Side } from '@talaan/ledger/documents/settling/figures.ts'
import { functionalCurrency } from '@talaan/ledger/accounts/exchange.ts'
import { formatMoney, sum, type Money } from '@talaan/ledger/core/money.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import type { Registration } from '@talaan/ledger/tax/registrations.ts'
import { businessTaxCode, incomeTaxCodes, withholdingOn } from '@talaan/ledger/tax/withholding.ts'
import { amountOf, isForeign, pesoRate } from '../../fields/typedMoney.ts'
import {
  accountField,
  amountField,
  choiceField,
  codeField,
  dayField,
  documentDay,
  hiddenField,
  memoField,
  pickField,
  textField,
  type TypedOf,
} from '../../runtime/field.ts'
import { grid, gridField } from '../../runtime/grid.ts'
import { pickedRow } from '../../runtime/pickedRow.ts'
import { rowsChanged, type RowChange } from '../../runtime/rows.ts'
import { formModel } from '../../runtime/formModel.ts'
import { mailed, partyFields } from '../../runtime/documentParty.ts'

/**
 * The open amount of each row's document is stored in centavos, so that a draft can be calculated before it is
 * reloaded.
 */
const known = {
  number: hiddenField(),
  externalNo: hiddenField(),
  day: hiddenField(),
  dueDay: hiddenField(),
  open: hiddenField(),
}
export const settledRows = grid(
  {
    ...known,
    net: hiddenField(),
    vat: hiddenField(),
    /** 'yes' or ''. */
    services: hiddenField(),
    tick: hiddenField(),
    pay: amountField({ whenEmpty: '0' }),
    atc: textField({ counts: false }),
    withheld: amountField({ whenEmpty: '0' }),
    vatWithheld: amountField({ whenEmpty: '0' }),
    discount: amountField({ whenEmpty: '0' }),
    /** 'yes' once the user has changed the tax; then it no longer follows the amount. */
    own: hiddenField(),
    /** 'yes' once the user has typed in the row or selected it; then a new total does not change it. */
    pinned: hiddenField(),
  },
  {
    fixed: true,
    readRow: ({ id, atc, withheld }) => ({
      documentId: id,
      atc: atc === '' || withheld.trim() === '' || amountOf(withheld) === 0n ? null : atc,
    }),
    fromRecorded: ({ documentId }) => ({ id: String(documentId), tick: 'yes', pinned: 'yes' }),
  },
)
export type TypedRow = ReturnType<typeof settledRows.empty>

export const creditRows = grid(
  { ...known, amount: amountField() },
  {
    fixed: true,
    readRow: ({ id }) => ({ documentId: id }),
    fromRecorded: ({ documentId }) => ({ id: String(documentId) }),
  },
)
export type TypedCredit = ReturnType<typeof creditRows.empty>

const boxWords = {
  receivable: {
    account: 'Received into',
    accountHint: 'Undeposited funds for cash and cheques; the bank or e-wallet for transfers',
    reference: 'From the transfer or deposit slip',
    advance: 'Customer advance (optional)',
    advanceHint: 'Money received before an invoice',
    chargeHint: 'Deducted by the bank',
  },
  payable: {
    account: 'Paid from',
    accountHint: 'The bank or e-wallet that pays',
    reference: 'From the transfer',
    advance: 'Supplier advance (optional)',
    advanceHint: 'Money paid before a bill',
    chargeHint: 'Added by the bank',
  },
}

const tableOf = (words: (typeof boxWords)['receivable']) => ({
  ...partyFields(),
  receiptNo: codeField({
    label: 'Receipt no. (optional)',
    hint: 'Printed on your official or collection receipt',
    counts: false,
    onCopy: 'clear',
  }),
  account: accountField({ label: words.account, hint: words.accountHint, whenEmpty: null }),
  method: choiceField(paymentMethodWords, { label: 'Payment method' }),
  reference: codeField({ label: 'Reference number', hint: words.reference }),
  day: documentDay(),
  chequeDay: dayField({
    label: 'Cheque date',
    hint: 'Leave empty if the dates are the same',
    whenEmpty: null,
  }),
  chequeBank: textField({ label: 'Cheque drawn on' }),
  payeeAccount: pickField({
    label: "Payee's bank account (optional)",
    hint: 'Printed on the voucher',
  }),
  moved: amountField({ whenEmpty: null }),
  rate: pesoRate,
  rows: gridField(settledRows),
  credits: gridField(creditRows),
  refunds: gridField(creditRows),
  advance: amountField({ label: words.advance, hint: words.advanceHint, whenEmpty: '0' }),
  advanceAtc: pickField({ label: 'ATC of the advance' }),
  advanceWithheld: amountField({ label: 'Tax withheld from the advance', whenEmpty: '0' }),
  charge: amountField({ label: 'Bank charge (optional)', hint: words.chargeHint, whenEmpty: '0' }),
  ...mailed({ label: 'Voucher e-mail (optional)' }),
  memo: memoField('Printed on the voucher'),
  /** The party's type, and whether it withholds tax when it pays: 'yes' or ''. */
  payee: choiceField({ non_individual: '', individual: '' }, { sentAs: null }),
  agent: hiddenField(),
  /** One total, allocated to the rows. */
  total: hiddenField(),
  /** The document from which values were suggested, or ''. */
  asIn: hiddenField(),
})
export type TypedSettling = TypedOf<ReturnType<typeof tableOf>>

export const settlingModels = {
  receivable: formModel(collectionFields, tableOf(boxWords.receivable)),
  payable: formModel(paymentFields, tableOf(boxWords.payable)),
}

/** The data that is loaded when the form opens. */
export type SettlingReferenceData = {
  side: 'receivable' | 'payable'
  money: readonly MoneyAccount[]
  withholdingCodes: readonly WithholdingCode[]
  registrations: readonly Registration[]
}

const sideOf = ({ side }: Pick<SettlingReferenceData, 'side'>): Side => (side === 'receivable' ? collecting : paying)

/** A draft that another program prepared. The numbers and balances of its rows come from the open items. */
export const prepared =
  (side: SettlingReferenceData['side']) =>
  (stored: Record<string, unknown>, party: PartyRow | null): Partial<TypedSettling> => ({
    ...settlingModels[side].prepared(stored, party),
    ...(party && { payee: party.kind }),
  })

/** The form counts as empty until a party is chosen. */
export const isBlank = ({ party }: Pick<TypedSettling, 'party'>): boolean => party === null

type OpenOfParty = {
  items: readonly OpenItemAnswer[]
  credits: readonly OpenItemAnswer[]
  refundable: readonly OpenItemAnswer[]
}
type Last = { number: string; fields: Record<string, unknown> } | null

/** The form for a newly chosen party, with suggestions from the party's last document. */
export function withPicked(
  typed: TypedSettling,
  { party, open, last, receiptNo }: { party: PartyAnswer; open: OpenOfParty; last: Last; receiptNo?: string | null },
  loaded: SettlingReferenceData,
): TypedSettling {
  const { fields } = party
  const before = settlingFields.safeParse(last?.fields)
  const held = before.success ? before.data : null
  const account = loaded.money.find(({ code }) => code === held?.account)?.code ?? ''
  const email = loaded.side === 'receivable' ? fields.email : (held?.email ?? '')
  const picked: TypedSettling = {
    ...typed,
    party: pickedRow(party),
    partySearch: party.name,
    receiptNo: typed.receiptNo.trim() === '' ? (receiptNo ?? '') : typed.receiptNo,
    payee: fields.kind,
    agent: fields.withholdingAgent || fields.government ? 'yes' : '',
    email,
    emailFrom: email !== '' && loaded.side === 'receivable' ? party.name : '',
    account,
    method: account === '' ? typed.method : (held?.method ?? typed.method),
    chequeBank: held?.chequeBank ?? '',
    payeeAccount: account === '' ? '' : (held?.payeeAccount ?? ''),
    asIn: account !== '' && last ? last.number : '',
    rows: [],
    credits: [],
    refunds: [],
  }
  const known_ = refreshed(picked, open)
  const code = held?.rows.findLast(({ atc }) => atc !== null)?.atc ?? null
  return { ...known_, rows: known_.rows.map((row) => ({ ...row, atc: suggestedCode(row, known_, loaded, code) })) }
}

/** The party's withholding code, if it can be determined. */
function suggestedCode(
  row: TypedRow,
  typed: TypedSettling,
  loaded: SettlingReferenceData,
  before: string | null,
): string {
  if (loaded.side === 'payable') return ''
  if (before !== null) return before
  if (typed.party?.government) return row.services === 'yes' ? 'WC157' : 'WC640'
  if (typed.agent === 'yes') return row.services === 'yes' ? 'WC160' : 'WC158'
  return ''
}

/** The same form with the items that are open now. Typed amounts stay; settled items without input are removed. */
export function refreshed(typed: TypedSettling, open: OpenOfParty): TypedSettling {
  const credits = (now: readonly OpenItemAnswer[], old: readonly TypedCredit[]): TypedCredit[] =>
    merged(now.map(creditOf), old, (row) => row.amount.trim() === '')
  const next = {
    ...typed,
    rows: merged(open.items.map(rowOf), typed.rows, settledRows.isEmpty),
    credits: credits(open.credits, typed.credits),
    refunds: credits(open.refundable, typed.refunds),
  }
  return JSON.stringify(next) === JSON.stringify(typed) ? typed : next
}

function merged<R extends { id: string; open: string }>(
  now: readonly R[],
  old: readonly R[],
  isEmpty: (row: R) => boolean,
): R[] {
  const before = new Map(old.map((row) => [row.id, row]))
  const here = new Set(now.map(({ id }) => id))
  const stay = now.map((row) => ({ ...row, ...before.get(row.id), ...booksIn(row) }))
  const gone = old.filter((row) => !here.has(row.id) && !isEmpty(row)).map((row) => ({ ...row, open: '0' }))
  return [...stay, ...gone]
}

/** The values that the books have for a row's document; everything else in the row is input. */
const booksIn = <R extends object>(row: R): Partial<R> =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => name in known || ['net', 'vat', 'services'].includes(name)),
  ) as Partial<R>

const knownOf = (item: OpenItemAnswer) => ({
  id: item.documentId,
  number: item.number,
  externalNo: item.externalNo ?? '',
  day: item.day,
  dueDay: item.dueDay ?? '',
  open: item.open.toString(),
})
const creditOf = (item: OpenItemAnswer): TypedCredit => ({ ...creditRows.empty(item.documentId), ...knownOf(item) })
const rowOf = (item: OpenItemAnswer): TypedRow => ({
  ...settledRows.empty(item.documentId),
  ...knownOf(item),
  net: item.net.toString(),
  vat: item.vat.toString(),
  services: item.services ? 'yes' : '',
})

// ── Taxes follow amounts.

export function rowsTyped(
  typed: TypedSettling,
  change: RowChange<TypedRow>,
  loaded: SettlingReferenceData,
  today: Day,
): TypedSettling {
  const rows = rowsChanged(typed.rows, change, settledRows)
  const next = rows.map((row, at) => {
    const before = typed.rows[at]
    if (before === undefined || before === row) return row
    const result = followed(row, before, typed, loaded, today)
    return { ...result, pinned: settledRows.isEmpty(result) ? '' : 'yes' }
  })
  return { ...typed, rows: next }
}

function followed(
  row: TypedRow,
  before: TypedRow,
  typed: TypedSettling,
  loaded: SettlingReferenceData,
  today: Day,
): TypedRow {
  const changed = (field: keyof TypedRow) => row[field] !== before[field]
  if (changed('tick')) return row.tick === 'yes' ? inFull(row, typed, loaded, today) : cleared(row)
  const ticked = { ...row, tick: settledRows.isEmpty(row) ? '' : 'yes' }
  if (changed('withheld') || changed('vatWithheld')) return { ...ticked, own: 'yes' }
  if (changed('atc')) {
    if (settledRows.isEmpty(before)) return ticked
    const whole = before.pay === inFull(before, typed, loaded, today).pay
    const fresh = { ...ticked, own: '' }
    return whole ? inFull(fresh, typed, loaded, today) : taxed(fresh, typed, loaded, today)
  }
  if (changed('discount') && before.tick === 'yes') {
    const off = amountOf(row.discount) ?? 0n
    const was = amountOf(before.discount) ?? 0n
    const pay = amountOf(before.pay)
    const settled = [before.withheld, before.vatWithheld].reduce(
      (all, tax) => all + (amountOf(tax) ?? 0n),
      (pay ?? 0n) + was,
    )
    // A discount reduces the amount of an item that is paid in full; an amount that the user typed stays.
    return pay === null || pay + was < off || settled < figuresOfItem(before).open
      ? ticked
      : { ...ticked, pay: formatMoney(pay + was - off) }
  }
  return changed('pay') ? taxed(ticked, typed, loaded, today) : ticked
}

/** Pays everything in full, with the taxes. */
function inFull(row: TypedRow, typed: TypedSettling, loaded: SettlingReferenceData, today: Day): TypedRow {
  const { open, ...item } = figuresOfItem(row)
  return filled(row, settledTo(item, open, suggesting(row, typed, loaded, today)))
}

/** Sets a typed amount and calculates its taxes. */
function taxed(row: TypedRow, typed: TypedSettling, loaded: SettlingReferenceData, today: Day): TypedRow {
  const pay = amountOf(row.pay)
  if (row.own === 'yes' || pay === null) return row
  if (pay === 0n) return { ...row, withheld: '', vatWithheld: '' }
  const [settled] = spread(pay, [{ ...figuresOfItem(row), ...suggesting(row, typed, loaded, today) }]).rows
  return settled ? { ...filled(row, settled), pay: row.pay } : row
}

const cleared = (row: TypedRow): TypedRow => ({
  ...row,
  tick: '',
  pay: '',
  withheld: '',
  vatWithheld: '',
  discount: '',
  own: '',
  pinned: '',
})

function filled(
  row: TypedRow,
  { pay, withheld, vatWithheld }: { pay: Money; withheld: Money; vatWithheld: Money },
): TypedRow {
  const shown = (amount: Money) => (amount === 0n ? '' : formatMoney(amount))
  return {
    ...row,
    tick: 'yes',
    pay: formatMoney(pay),
    withheld: shown(withheld),
    vatWithheld: shown(vatWithheld),
    discount: '',
    own: '',
  }
}

/** The date as typed, or today until the input is a date. */
export function dayOf({ day }: Pick<TypedSettling, 'day'>, today: Day): Day {
  const read = parseTypedDay(day, today)
  return read.ok ? read.day : today
}

/** The withholding rates of a row. */
function suggesting(row: TypedRow, typed: TypedSettling, loaded: SettlingReferenceData, today: Day): Suggesting {
  const day = dayOf(typed, today)
  const payee = loaded.side === 'receivable' ? ('either' as const) : typed.payee
  const code = row.atc === '' ? undefined : withholdingOn(day, payee, row.atc, loaded.withholdingCodes)
  const isGovernment = loaded.side === 'receivable' && typed.party?.government
  const { vatRegistered } = registeredOn(loaded.registrations, day)
  const search = { day, vatRegistered, incomeAtc: row.atc === '' ? null : row.atc }
  const business = isGovernment ? (businessTaxCode(search, loaded.withholdingCodes) ?? null) : null
  return { rate: code?.rate ?? null, business }
}

const figuresOfItem = (row: Pick<TypedRow, 'open' | 'net' | 'vat'>) => ({
  open: BigInt(row.open || '0'),
  net: BigInt(row.net || '0'),
  vat: BigInt(row.vat || '0'),
})

/** Pays everything in full. */
export function allFilled(typed: TypedSettling, loaded: SettlingReferenceData, today: Day): TypedSettling {
  const rows = typed.rows.map((row) => (row.open === '0' ? row : { ...inFull(row, typed, loaded, today), pinned: '' }))
  return { ...typed, total: '', advance: '', rows }
}

/**
 * The part of the total that is left for a row, at most its open amount. Without a total, it is the whole open amount.
 */
export function restTaken(typed: TypedSettling, id: string, loaded: SettlingReferenceData, today: Day): TypedSettling {
  const row = typed.rows.find((one) => one.id === id)
  if (row === undefined || row.open === '0') return typed
  const full = inFull(row, typed, loaded, today)
  const total = typed.total.trim() === '' ? null : amountOf(typed.total)
  const others = typed.rows.filter((one) => one.id !== id && one.pinned === 'yes')
  const rest = total === null ? null : total + fromCredits(typed) - paidIn(others)
  const isWhole = rest === null || rest >= (amountOf(full.pay) ?? 0n)
  const taken = isWhole
    ? full
    : rest <= 0n
      ? cleared(row)
      : taxed({ ...row, pay: formatMoney(rest), tick: 'yes', own: '' }, typed, loaded, today)
  const rows = typed.rows.map((one) => (one.id === id ? { ...taken, pinned: 'yes' } : one))
  return total === null ? { ...typed, rows } : totalSpread({ ...typed, rows }, typed.total, loaded, today)
}

/** Pays in full the document for which the form was opened. */
export const withChosen = (
  typed: TypedSettling,
  documentId: string,
  loaded: SettlingReferenceData,
  today: Day,
): TypedSettling => ({
  ...typed,
  rows: typed.rows.map((row) => (row.id === documentId && row.open !== '0' ? inFull(row, typed, loaded, today) : row)),
})

export const allCleared = (typed: TypedSettling): TypedSettling => ({
  ...typed,
  total: '',
  advance: '',
  rows: typed.rows.map(cleared),
})

/** Allocates a total to the rows without typed amounts, oldest due date first. Any excess is an advance. */
export function totalSpread(
  typed: TypedSettling,
  total: string,
  loaded: SettlingReferenceData,
  today: Day,
): TypedSettling {
  const cash = amountOf(total)
  if (cash === null || cash < 0n) return { ...typed, total }
  const kept = paidIn(typed.rows.filter(({ pinned }) => pinned === 'yes')) - fromCredits(typed)
  const free = typed.rows.filter(({ pinned }) => pinned !== 'yes')
  const items = free.map((row) => ({ ...figuresOfItem(row), ...suggesting(row, typed, loaded, today) }))
  const { rows, rest } = spread(cash > kept ? cash - kept : 0n, items)
  const settled = new Map(free.map(({ id }, at) => [id, rows[at] ?? null]))
  return {
    ...typed,
    total,
    rows: typed.rows.map((row) => {
      const found = settled.get(row.id)
      return found === undefined ? row : found === null ? cleared(row) : filled(row, found)
    }),
    advance: rest === 0n ? '' : formatMoney(rest),
  }
}

const paidIn = (rows: readonly TypedRow[]): Money => sum(rows.map(({ pay }) => amountOf(pay) ?? 0n))

/** Used credits add to the total that pays documents, and refunds reduce it. */
const fromCredits = ({ credits, refunds }: Pick<TypedSettling, 'credits' | 'refunds'>): Money =>
  sum(credits.map(({ amount }) => amountOf(amount) ?? 0n)) - sum(refunds.map(({ amount }) => amountOf(amount) ?? 0n))

/** The part of the typed total that is not applied yet; negative if more than the total is applied. */
export function leftOfTotal(typed: Pick<TypedSettling, 'total' | 'rows' | 'advance' | 'credits' | 'refunds'>): Money {
  const cash = typed.total.trim() === '' ? null : amountOf(typed.total)
  return cash === null ? 0n : cash + fromCredits(typed) - paidIn(typed.rows) - (amountOf(typed.advance) ?? 0n)
}

/** Possible reasons why the documents do not add up to the typed total, and documents that do. */
export function differenceHints(typed: TypedSettling, loaded: SettlingReferenceData, today: Day): AllocationHint[] {
  const total = typed.total.trim() === '' ? null : amountOf(typed.total)
  if (total === null) return []
  const rows = typed.rows.map((row) => ({
    id: row.id,
    number: row.number,
    pay: amountOf(row.pay) ?? 0n,
    full: row.open === '0' ? 0n : (amountOf(inFull(row, typed, loaded, today).pay) ?? 0n),
  }))
  return allocationHints({ total: total + fromCredits(typed), left: leftOfTotal(typed), rows })
}

/** The amount of a row follows the total again; without a total, the row becomes empty. */
export function freed(typed: TypedSettling, at: number, loaded: SettlingReferenceData, today: Day): TypedSettling {
  if (typed.rows[at]?.pinned !== 'yes') return typed
  const rows = typed.rows.map((row, other) => (other === at ? cleared(row) : row))
  return totalSpread({ ...typed, rows }, typed.total, loaded, today)
}

/** Pays these documents in full and no others. */
export function onlyPaid(
  typed: TypedSettling,
  ids: readonly string[],
  loaded: SettlingReferenceData,
  today: Day,
): TypedSettling {
  const rows = typed.rows.map((row) =>
    ids.includes(row.id) ? { ...inFull(row, typed, loaded, today), pinned: 'yes' } : cleared(row),
  )
  return { ...typed, rows, advance: '' }
}

/** Other changes caused by a keystroke in the head. */
export function setSettling(
  typed: TypedSettling,
  patch: Partial<TypedSettling>,
  money: SettlingReferenceData['money'],
): TypedSettling {
  const next = { ...typed, ...('email' in patch ? { emailFrom: '' } : {}), ...patch }
  if (patch.account === undefined || patch.account === typed.account) return next
  const account = money.find(({ code }) => code === patch.account)
  const rates = account !== undefined && account.currency === functionalCurrency ? { moved: '', rate: '' } : {}
  return { ...next, ...rates, method: methodFor(account, typed.method), asIn: '' }
}

/** The account's usual payment method, unless the chosen method is possible for the account. */
function methodFor(account: MoneyAccount | undefined, method: PaymentMethod): PaymentMethod {
  if (account === undefined) return method
  if (account.kind === 'ewallet') return 'ewallet'
  if (account.kind === 'bank' && (method === 'cash' || method === 'ewallet')) return 'transfer'
  if (account.kind === 'cash' && method !== 'cheque') return 'cash'
  return method
}

// ── Totals.

export function figuresOf(typed: TypedSettling, today: Day, loaded: SettlingReferenceData) {
  const side = sideOf(loaded)
  const at = (amount: string) => {
    const read = amountOf(amount)
    return read === null || read < 0n ? 0n : read
  }
  const credits = (rows: readonly TypedCredit[]) =>
    rows.filter(({ amount }) => at(amount) > 0n).map(({ id, amount }) => ({ documentId: id, amount: at(amount) }))
  const fields = {
    rows: typed.rows
      .filter((row) => !settledRows.isEmpty(row))
      .map((row) => ({
        documentId: row.id,
        pay: at(row.pay),
        withheld: at(row.withheld),
        atc: row.atc === '' ? null : row.atc,
        vatWithheld: at(row.vatWithheld),
        discount: at(row.discount),
      })),
    credits: credits(typed.credits),
    refunds: credits(typed.refunds),
    advance: at(typed.advance),
    advanceWithheld: at(typed.advanceWithheld),
    charge: at(typed.charge),
  }
  const item = (row: TypedRow | TypedCredit, account: string): [string, OpenItem] => [
    itemKey(row.id, account),
    {
      documentId: row.id,
      account,
      kind: side.incoming ? 'invoice' : 'bill',
      number: row.number,
      externalNo: null,
      day: row.day,
      dueDay: null,
      partyId: null,
      opened: BigInt(row.open || '0'),
      ...('net' in row ? figuresOfItem(row) : { open: BigInt(row.open || '0'), net: 0n, vat: 0n }),
      withheld: 0n,
      changedBy: [],
    },
  ]
  const items = new Map([
    ...typed.rows.map((row) => item(row, side.owed)),
    ...typed.credits.map((row) => item(row, side.credit)),
    ...typed.refunds.map((row) => item(row, side.refunded)),
  ])
  const settlement = settlementOf(fields, { items }, side)
  const totals: Total[] = side.incoming
    ? collectionTotals(fields, settlement, registeredOn(loaded.registrations, dayOf(typed, today)))
    : paymentTotals(fields, settlement)
  const left = new Map(settlement.settled.map((one) => [one.item.documentId, one.item.open - one.reduction]))
  return {
    totals,
    cash: settlement.cash,
    credited: settlement.credited,
    open: sum(typed.rows.map((row) => BigInt(row.open || '0'))),
    ticked: settlement.settled.length,
    left,
    day: parseTypedDay(typed.day, today),
  }
}

/** The codes that are possible on a row, usual ones first. */
export function codesFor(
  typed: TypedSettling,
  loaded: SettlingReferenceData,
  today: Day,
): { value: string; label: string }[] {
  const day = dayOf(typed, today)
  const { withholdingCodes: codes, registrations } = loaded
  const percent = (code: WithholdingCode) => `${code.code} ${percentOf(code.rate)}`
  if (loaded.side === 'payable') {
    const { topAgentFrom } = registeredOn(registrations, day)
    return incomeTaxCodes({ day, payee: typed.payee, topAgentFrom }, codes).map((code) => ({
      value: code.code,
      label: percent(code),
    }))
  }
  const usual = typed.party?.government ? 'government' : 'top_agent'
  const named = codes.filter(({ tax, validFrom, validTo }) => {
    return tax === 'ewt' && validFrom <= day && (validTo === null || day <= validTo)
  })
  return [...new Map(named.map((code) => [code.code, code])).values()]
    .toSorted((a, b) => rank(a) - rank(b) || (a.code < b.code ? -1 : 1))
    .map((code) => ({ value: code.code, label: percent(code) }))

  function rank({ code, withheldBy }: WithholdingCode): number {
    return (withheldBy === usual ? 0 : 2) + (code.startsWith('WC') ? 0 : 1)
  }
}

/** '0.02' as '2%'. */
const percentOf = (rate: string): string => {
  const [whole = '0', decimals = ''] = rate.split('.')
  const digits = `${whole}${decimals.padEnd(2, '0')}`
  const at = digits.length - Math.max(decimals.length, 2) + 2
  const fraction = digits.slice(at).replace(/0+$/, '')
  return `${Number(digits.slice(0, at))}${fraction === '' ? '' : `.${fraction}`}%`
}

/** '12 Mar 2026, 4 days late' */
export function dueWords({ dueDay, day }: Pick<TypedRow, 'dueDay' | 'day'>, today: Day): string {
  const due = dueDay === '' ? day : dueDay
  if (due === '') return ''
  const late = daysBetween(due, today)
  return late > 0 ? `${formatDay(due)}\n${late} ${late === 1 ? 'day' : 'days'} late` : formatDay(due)
}

// ── Conversion for sending.

export function fieldsOf(typed: TypedSettling, today: Day, loaded: SettlingReferenceData) {
  const { cash } = figuresOf(typed, today, loaded)
  const cheque = typed.method === 'cheque'
  const left = leftOfTotal(typed)
  const checked = settlingModels[loaded.side].check(typed, today, () => ({
    // If credits pay for everything, no money moves, even if an account is suggested.
    ...(cash === 0n && { account: null }),
    ...(!cheque && { chequeDay: null }),
    ...(!(cheque && loaded.side === 'receivable') && { chequeBank: '' }),
    ...(!isForeign(loaded.money.find(({ code }) => code === typed.account)) && { moved: null, rate: null }),
  }))
  if (left === 0n) return checked
  return { ...checked, mistakes: [{ path: ['total'], message: totalWords(left) }, ...checked.mistakes] }
}

const totalWords = (left: Money): string =>
  left > 0n
    ? `${formatMoney(left)} of this total is not applied to a document. Apply it, or change the total.`
    : `The documents add up to ${formatMoney(-left)} more than this total. Change an amount or the total.`
