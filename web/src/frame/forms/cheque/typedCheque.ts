// The input of a cheque disbursement, and its conversion to the document's fields.
import type { PartyRow } from '@talaan/contract/parties.ts'
import { chequeWords, withZeros } from '@talaan/ledger/banking/cheques.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { chequeFields, chequePurposeWords } from '@talaan/ledger/documents/cheque/fields.ts'
import { directFigures } from '@talaan/ledger/documents/cheque/figures.ts'
import type { WithholdingCode } from '@talaan/ledger/documents/facts.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import { formatMoney, parseTypedAmount, sum } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import type { Registration } from '@talaan/ledger/tax/registrations.ts'
import type { VatRate } from '@talaan/ledger/tax/vat.ts'
import { priceMode } from '../../fields/priceMode.ts'
import {
  accountField,
  amountField,
  choiceField,
  codeField,
  dayField,
  documentDay,
  field,
  hiddenField,
  memoField,
  textField,
  type TypedOf,
} from '../../runtime/field.ts'
import type { OpenedFor } from '../../runtime/openedFor.ts'
import { grid, gridField } from '../../runtime/grid.ts'
import { suggestedFields, type Last } from '../../runtime/last.ts'
import { withEmptyRow } from '../../runtime/rows.ts'
import { formModel } from '../../runtime/formModel.ts'
import { arrived as partyArrived, mailed, partyFields, partyChanged, withParty } from '../../runtime/documentParty.ts'

/** Only other programs fill this in; the confirmation page shows its effect. */
const notShown = () => textField({ counts: false, whenEmpty: null })
const taxNotShown = () => amountField({ counts: false, whenEmpty: '0' })

export const chequeLines = grid(
  {
    description: textField(),
    account: textField(),
    /** The VAT class and, for a class with VAT, the type of purchase: 'vatable.goods', 'exempt'. */
    vat: textField({ counts: false, sentAs: null }, { empty: () => 'not_subject' }),
    atc: textField({ counts: false, whenEmpty: null }),
    finalAtc: textField({ counts: false, whenEmpty: null }),
    amount: amountField(),
    expenseType: notShown(),
  },
  {
    readRow: ({ vat }) => vatOf(vat),
    names: { vatClass: 'vat', category: 'vat' },
    fromRecorded: ({ vatClass, category = 'services' }) =>
      typeof vatClass === 'string' ? { vat: vatClass === 'vatable' ? `vatable.${String(category)}` : vatClass } : {},
  },
)
export type TypedLine = ReturnType<typeof chequeLines.empty>

/** Bills or stale cheques, with the amount paid for each. */
export const paidRows = grid(
  {
    number: hiddenField(),
    externalNo: hiddenField(),
    day: hiddenField(),
    due: hiddenField(),
    /** Centavos. */
    open: hiddenField(),
    pay: amountField(),
    withheld: taxNotShown(),
    atc: notShown(),
    vatWithheld: taxNotShown(),
    discount: taxNotShown(),
  },
  {
    fixed: true,
    readRow: ({ id }) => ({ documentId: id }),
    fromRecorded: ({ documentId }) => ({ id: String(documentId) }),
  },
)
export type TypedRow = ReturnType<typeof paidRows.empty>
export type OpenRow = Pick<TypedRow, 'id' | 'number' | 'externalNo' | 'day' | 'due' | 'open'>

// A copy is for a similar cheque, such as next month's rent, with another leaf and the bills that are open then.
const table = {
  ...partyFields(null),
  payee: codeField(
    { label: 'Pay to the order of', hint: 'One name, or Cash, as written on the cheque', passed: true },
    { isBlank: (payee, { payeeFrom }) => payee.trim() === '' || payee === payeeFrom },
  ),
  /** The registered name of the payee, until the user types another name. */
  payeeFrom: hiddenField(),
  pays: choiceField(chequePurposeWords, { label: 'Payment for', carriedOver: true, passed: true }),
  account: accountField({
    label: 'Drawn on',
    hint: 'The bank account of the cheque book',
    carriedOver: true,
    passed: true,
  }),
  /** The account of the last cheque, which an empty form suggests. */
  usualAccount: hiddenField(),
  chequeNo: codeField(
    { label: 'Cheque number', onCopy: 'clear', passed: true },
    { isBlank: (chequeNo, { suggestedNo }) => chequeNo.trim() === '' || chequeNo === suggestedNo },
  ),
  /** The suggested leaf; below it, the number of digits in its book. */
  suggestedNo: hiddenField({ onCopy: 'clear' }),
  digits: field<number>(
    { sentAs: null },
    { empty: () => 0, restore: (digits) => (typeof digits === 'number' ? digits : 0) },
  ),
  day: documentDay(),
  chequeDay: dayField({
    label: 'Cheque date',
    hint: 'Leave empty if the dates are the same; type +30 for 30 days later',
    onCopy: 'clear',
  }),
  rows: gridField(paidRows, { onCopy: 'clear' }),
  priceMode: priceMode('Amounts'),
  lines: gridField(chequeLines),
  ...mailed({ label: 'Voucher e-mail (optional)' }),
  memo: memoField('Printed on the voucher'),
  ...suggestedFields,
}
export type TypedCheque = TypedOf<typeof table>

export const chequeModel = formModel(chequeFields, table)

/** The input of the form's calculations. */
export type ChequeReferenceData = {
  codes: readonly WithholdingCode[]
  vatRates: readonly VatRate[]
  registrations: readonly Registration[]
  withholdsFinalTax: boolean
}

export const vatChoices = [
  { value: 'not_subject', label: 'No VAT' },
  { value: 'vatable.goods', label: 'VAT, goods' },
  { value: 'vatable.services', label: 'VAT, services' },
  { value: 'vatable.capital_goods', label: 'VAT, capital goods' },
  { value: 'vatable.not_creditable', label: 'VAT, not creditable' },
  { value: 'zero_rated', label: 'Zero-rated' },
  { value: 'exempt', label: 'VAT-exempt' },
] as const

/** The next cheque pays bills, because a stale cheque is replaced only once. */
const withoutStale = <T extends { pays: TypedCheque['pays'] }>(typed: T): T =>
  typed.pays === 'stale' ? { ...typed, pays: 'bills' } : typed

export const next = (last: TypedCheque, context: { today: Day }): TypedCheque =>
  withoutStale(chequeModel.next(last, context))

/** A cheque like a recorded one, dated today, with the next leaf and the bills that are open now. */
export function like(
  recorded: Record<string, unknown>,
  party: PartyRow | null,
  context: { today: Day },
): TypedCheque | null {
  const typed = chequeModel.like(recorded, party, context)
  return typed && withoutStale({ ...typed, payeeFrom: typed.payee === party?.name ? typed.payee : '' })
}

/** A draft that another program prepared. The numbers and balances of its bills come from the open items. */
export function prepared(stored: Record<string, unknown>, party: PartyRow | null): Partial<TypedCheque> {
  const typed = chequeModel.prepared(stored, party)
  return { ...typed, ...(party && typed.payee === party.name && { payeeFrom: party.name }) }
}

/** The name on the cheque follows the chosen party, unless the user typed another name. */
const madeOutTo = (typed: TypedCheque, name: string): TypedCheque =>
  typed.payee.trim() === '' || typed.payee === typed.payeeFrom ? { ...typed, payee: name, payeeFrom: name } : typed

/** If the payee changes, the rows are cleared, because they belong to the previous payee. */
export const picked = (typed: TypedCheque, party: PartyRow): TypedCheque =>
  madeOutTo({ ...withParty(typed, party), rows: typed.party?.id === party.id ? typed.rows : [] }, party.name)

export const arrived = (typed: TypedCheque, party: PartyRow): TypedCheque =>
  madeOutTo({ ...partyArrived(typed, party), rows: [] }, party.name)

/** A cheque that pays one bill in full. */
export const opened = (typed: TypedCheque, bill: OpenedFor, party: PartyRow): TypedCheque => ({
  ...madeOutTo(withParty(typed, party), party.name),
  pays: 'bills',
  rows: [
    {
      ...paidRows.empty(bill.id),
      number: bill.number,
      externalNo: bill.externalNo ?? '',
      day: formatDay(bill.day),
      due: bill.dueDay === null ? '' : formatDay(bill.dueDay),
      open: bill.open.toString(),
      pay: formatMoney(bill.open),
    },
  ],
})

export function set(typed: TypedCheque, patch: Partial<TypedCheque>): TypedCheque {
  const next = partyChanged(typed, patch)
  const isAboutOthers = 'partySearch' in patch || ('pays' in patch && patch.pays !== typed.pays)
  return isAboutOthers ? { ...next, rows: [] } : next
}

/** Suggested lines have no amounts, and are cleared when the payee changes. */
const isSuggested = (typed: TypedCheque) =>
  typed.suggestedFrom !== '' && typed.lines.every(({ amount }) => amount.trim() === '')

export const withoutLast = (typed: TypedCheque, partyId: string): TypedCheque => ({
  ...typed,
  lines: isSuggested(typed) ? [chequeLines.empty('1')] : typed.lines,
  suggestedFor: partyId,
  suggestedFrom: '',
})

/**
 * Suggests the purpose and account of the payee's last cheque if nothing has been typed yet. Amounts and bills are new
 * each time.
 */
export function withLast(typed: TypedCheque, { number, fields }: Last): TypedCheque {
  const { pays } = fields
  const isTyped = !typed.lines.every(chequeLines.isEmpty) || !typed.rows.every(paidRows.isEmpty)
  if (isTyped || (pays !== 'bills' && pays !== 'direct')) return typed
  const lines = chequeLines.fromRecorded(fields.lines).map((line) => ({
    ...line,
    vat: vatChoices.find(({ value }) => value === line.vat)?.value ?? 'not_subject',
    amount: '',
  }))
  return {
    ...typed,
    pays,
    priceMode: table.priceMode.fromRecorded(fields.priceMode),
    account: ['', typed.usualAccount].includes(typed.account)
      ? table.account.fromRecorded(fields.account)
      : typed.account,
    rows: pays === typed.pays ? typed.rows : [],
    lines: pays === 'direct' ? withEmptyRow(lines, chequeLines) : typed.lines,
    suggestedFrom: number,
  }
}

/** The items that are open now, with the typed payments. For a stale cheque, the full amount is suggested. */
export function withOpen(typed: TypedCheque, open: readonly OpenRow[]): TypedCheque {
  const rows = open.map((row) => {
    const suggested = typed.pays === 'stale' ? formatMoney(BigInt(row.open)) : ''
    const before = typed.rows.find(({ id }) => id === row.id) ?? { ...paidRows.empty(row.id), pay: suggested }
    return { ...before, ...row }
  })
  return JSON.stringify(rows) === JSON.stringify(typed.rows) ? typed : { ...typed, rows }
}

/** Pays one open row in full, or every row. */
export const paidInFull = (typed: TypedCheque, only?: string): TypedCheque => ({
  ...typed,
  rows: typed.rows.map((row) =>
    only === undefined || row.id === only ? { ...row, pay: formatMoney(BigInt(row.open)) } : row,
  ),
})

/** Suggests the next leaf of the account, unless the user typed a number. */
export function withLeaf(typed: TypedCheque, leaf: { no: string | null; digits: number | null }): TypedCheque {
  if (typed.chequeNo.trim() !== '' && typed.chequeNo !== typed.suggestedNo)
    return { ...typed, digits: leaf.digits ?? 0 }
  const no = leaf.no ?? ''
  return { ...typed, chequeNo: no, suggestedNo: no, digits: leaf.digits ?? 0 }
}

export function fieldsOf(typed: TypedCheque, today: Day) {
  return chequeModel.check(typed, today, (read) => ({
    chequeNo: withZeros(typed.chequeNo, typed.digits),
    chequeDay: typed.chequeDay.trim() === '' ? null : read.day(typed.chequeDay, ['chequeDay'], dayOf(typed, today)),
    ...(typed.pays === 'direct' ? { rows: [] } : { lines: [] }),
  }))
}

const vatOf = (vat: string) => {
  const [vatClass = '', category = 'services'] = vat.split('.')
  return { vatClass, category }
}

/** The date of the document, if it can be read; the dates of the cheque are calculated from it. */
export function dayOf({ day }: Pick<TypedCheque, 'day'>, today: Day): Day {
  const read = parseTypedDay(day, today)
  return read.ok ? read.day : today
}

/** The date on the cheque, if it is later than the document's; the cheque is then posted on that date. */
export function postDatedTo(typed: TypedCheque, today: Day): Day | null {
  const day = dayOf(typed, today)
  const read = parseTypedDay(typed.chequeDay, day)
  return read.ok && read.day > day ? read.day : null
}

export type ChequeFigures = { totals: readonly Total[]; amount: Money; words: string }

/** The amount of the cheque, if it can be read. */
export function figuresOf(
  typed: TypedCheque,
  { today, loaded }: { today: Day; loaded: ChequeReferenceData },
): ChequeFigures {
  const { totals, amount } = typed.pays === 'direct' ? direct(typed, today, loaded) : settled(typed)
  return { totals, amount, words: amount > 0n ? chequeWords(amount) : '' }
}

function settled({ rows }: TypedCheque): Omit<ChequeFigures, 'words'> {
  const paid = rows.map((row) => ({ open: BigInt(row.open), pay: amountOf(row.pay) }))
  const amount = sum(paid.map(({ pay }) => pay))
  const beyond = sum(paid.map(({ open, pay }) => (pay > open ? pay - open : 0n)))
  return {
    amount,
    totals: [
      ...(beyond > 0n ? [{ label: 'Supplier advance', amount: beyond }] : []),
      { label: 'Cheque amount', amount, emphasis: 'grand' as const },
    ],
  }
}

function direct(typed: TypedCheque, today: Day, loaded: ChequeReferenceData): Omit<ChequeFigures, 'words'> {
  const lines = typed.lines.flatMap((line) => {
    const amount = amountOf(line.amount)
    const { vatClass, category } = vatOf(line.vat)
    const known = chequeFields.shape.lines.def.innerType.def.element.shape
    const read = { vatClass: known.vatClass.safeParse(vatClass), category: known.category.safeParse(category) }
    if (amount <= 0n || !read.vatClass.success || !read.category.success) return []
    const { atc, finalAtc } = line
    return [
      {
        amount,
        vatClass: read.vatClass.data,
        category: read.category.data,
        atc: atc || null,
        finalAtc: finalAtc || null,
      },
    ]
  })
  return directFigures(
    { day: dayOf(typed, today), priceMode: typed.priceMode, vatPrinted: null, lines },
    {
      vatRates: loaded.vatRates,
      withholdingCodes: loaded.codes,
      company: registeredOn(loaded.registrations, dayOf(typed, today)),
      party: typed.party ?? undefined,
    },
  )
}

const amountOf = (typed: string): Money => {
  const read = parseTypedAmount(typed)
  return read.ok && read.amount > 0n ? read.amount : 0n
}
