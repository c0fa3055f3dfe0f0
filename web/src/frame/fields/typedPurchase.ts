// The input of a bill or a petty cash voucher, exactly as typed. Both are one form with different types of expense, so
// that the input can move from one to the other.
import type { ExpenseTypeAnswer } from '@talaan/contract/purchases.ts'
import type { PartyRow } from '@talaan/contract/parties.ts'
import { parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Facts, WithholdingCode } from '@talaan/ledger/documents/facts.ts'
import type { Priced, PriceFacts } from '@talaan/ledger/documents/purchase-lines/figures.ts'
import { usualTaxes } from '@talaan/ledger/accounts/expense-types.ts'
import { formatMoney, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { registeredOn } from '@talaan/ledger/tax/registrations.ts'
import type { Registration } from '@talaan/ledger/tax/registrations.ts'
import { purchaseCategories, purchaseCategoryWords } from '@talaan/ledger/tax/vat.ts'
import type { PurchaseCategory, VatRate } from '@talaan/ledger/tax/vat.ts'
import {
  accountField,
  amountField,
  choiceField,
  codeField,
  documentDay,
  field,
  hiddenField,
  memoField,
  pickField,
  textField,
  typedAmount,
  type TypedOf,
} from '../runtime/field.ts'
import { grid, gridField, records } from '../runtime/grid.ts'
import { suggestedFields, type Last } from '../runtime/last.ts'
import { rowsChanged, withEmptyRow, type RowChange } from '../runtime/rows.ts'
import { sharingDraft } from '../runtime/formModel.ts'
import { mailed, partyFields } from '../runtime/documentParty.ts'
import { dueFields } from './due.ts'
import { priceMode } from './priceMode.ts'

/** The lines of either document. A suggested line is sent only once it has an amount. */
export const purchaseLines = grid(
  {
    expenseType: textField({ whenEmpty: null }),
    description: textField(),
    amount: amountField(),
    /** The VAT class and, for a class with VAT, the type of purchase: 'vatable.goods', 'exempt'. */
    vat: textField({ counts: false, sentAs: null }),
    /** The type of purchase, if the class does not determine it. */
    category: choiceField(purchaseCategoryWords, { default: 'services' }),
    atc: textField({ counts: false, whenEmpty: null }, { read: (typed) => typed.trim().toUpperCase() }),
    finalAtc: textField({ counts: false, whenEmpty: null }, { read: (typed) => typed.trim().toUpperCase() }),
    account: accountField(),
    /**
     * The number of the document from which the line was suggested; '' once the user changes anything except the
     * amount.
     */
    suggested: hiddenField(),
    /** The description copied from another document; '' if there is none. */
    copied: hiddenField(),
  },
  {
    isLeftOut: ({ suggested, amount }) => suggested !== '' && amount.trim() === '',
    readRow: ({ vat, category }) => vatOf(vat, category),
    names: { vatClass: 'vat', category: 'vat' },
    fromRecorded: ({ vatClass, category = 'services', description }) => ({
      vat: typeof vatClass === 'string' ? vatWord(vatClass, String(category)) : '',
      copied: typeof description === 'string' ? description : '',
    }),
  },
)
export type TypedLine = ReturnType<typeof purchaseLines.empty>

// The receipt is for the company's own files, so the next document uses the same address.
const head = {
  ...mailed({ counts: false, carriedOver: true }),
  suggestedFor: suggestedFields.suggestedFor,
  /** The document from which values were suggested, such as 'BL-2026-000007'. */
  suggestedFrom: hiddenField({ onCopy: 'clear' }),
}

const priced = {
  priceMode: priceMode('Amounts'),
  lines: gridField(purchaseLines),
  vatPrinted: amountField({ label: 'VAT on the invoice (optional)', whenEmpty: null, onCopy: 'clear' }),
}

const bill = {
  ...head,
  ...partyFields(),
  nature: choiceField(
    { invoice: 'Supplier’s invoice', credit: 'Supplier’s credit (return or overcharge)' },
    { label: 'Type of document', passed: true },
  ),
  creditOf: pickField({
    label: 'Bill credited',
    hint: 'Any amount above the open balance becomes a supplier advance.',
    onCopy: 'clear',
  }),
  externalNo: codeField({ label: "Supplier's invoice number", onCopy: 'clear' }),
  day: documentDay(),
  ...dueFields('Type +30 for 30 days after the bill date'),
  ...priced,
  /** The amounts used of each advance, by the document that created the advance. */
  advances: field<Record<string, string>>(
    { onCopy: 'clear' },
    {
      empty: () => ({}),
      restore: (saved) => {
        const amounts = typeof saved === 'object' && saved !== null ? Object.entries(saved) : []
        return Object.fromEntries(amounts.filter(([, amount]) => typeof amount === 'string'))
      },
      fromRecorded: (used) =>
        Object.fromEntries(records(used).map(({ documentId, amount }) => [String(documentId), typedAmount(amount)])),
    },
  ),
  memo: memoField(),
}

const voucher = {
  ...head,
  ...partyFields(null),
  handed: choiceField(
    { expense: 'Expense', advance: 'Cash advance (to be liquidated)' },
    { label: 'Type of voucher', sentAs: 'nature', passed: true },
  ),
  paidTo: textField({ label: 'Paid to', hint: 'The person who received the cash. Optional if you choose a supplier.' }),
  fund: accountField({ label: 'Petty cash fund', carriedOver: true, passed: true }),
  externalNo: codeField({ label: 'Receipt number (optional)', onCopy: 'clear' }),
  day: documentDay(),
  /** The cash advance that this voucher liquidates. */
  advance: pickField({
    label: 'Liquidates cash advance',
    hint: 'Unspent cash is returned to the fund.',
    onCopy: 'clear',
  }),
  /** Of a cash advance. */
  amount: amountField({ label: 'Amount' }),
  ...priced,
  memo: memoField(),
}

export const billTable = sharingDraft(bill, voucher)
export const voucherTable = sharingDraft(voucher, bill)
export type TypedPurchase = TypedOf<typeof billTable>

/** The input of calculations for both types of expense. */
export type PurchaseReferenceData = {
  types: readonly ExpenseTypeAnswer[]
  codes: readonly WithholdingCode[]
  vatRates: readonly VatRate[]
  registrations: readonly Registration[]
  withholdsFinalTax: boolean
}

/** A copy has no suggestions. */
export const withoutSuggestion = (typed: TypedPurchase): TypedPurchase => ({
  ...typed,
  lines: typed.lines.map((line) => ({ ...line, suggested: '', copied: line.description })),
})

/** Applies a change of the lines. A type of expense fills in its account and its usual taxes. */
export function linesChanged(
  typed: TypedPurchase,
  change: RowChange<TypedLine>,
  loaded: PurchaseReferenceData,
  today: Day,
): TypedPurchase {
  const lines = rowsChanged(typed.lines, change, purchaseLines)
  if (change.type !== 'line') {
    return {
      ...typed,
      lines: change.type === 'paste' ? lines.map((line) => completed(line, typed, loaded, today)) : lines,
    }
  }
  const own = change.field === 'amount' ? {} : { suggested: '' }
  return {
    ...typed,
    lines: lines.map((line) => {
      if (line.id !== change.id) return line
      const next = { ...line, ...own }
      return change.field === 'expenseType' ? ofType(next, typed, loaded, today) : next
    }),
  }
}

/** A line of a type of expense, with its defaults for this supplier. */
function ofType(line: TypedLine, typed: TypedPurchase, loaded: PurchaseReferenceData, today: Day): TypedLine {
  const type = loaded.types.find(({ code }) => code === line.expenseType)
  if (type === undefined) return line
  // A description that the user did not type belongs to the previous type of expense.
  const { description, copied } = line
  const named = ['', copied].includes(description.trim()) || loaded.types.some(({ name }) => name === description)
  return {
    ...line,
    ...usual(type, typed, loaded, today),
    description: named ? type.name : description,
    account: type.account,
  }
}

/** A pasted line gets the defaults for missing values. */
function completed(line: TypedLine, typed: TypedPurchase, loaded: PurchaseReferenceData, today: Day): TypedLine {
  const type = loaded.types.find(({ code }) => code === line.expenseType)
  if (type === undefined || line.account !== '' || line.vat !== '') return line
  return { ...ofType(line, typed, loaded, today), amount: line.amount, suggested: '' }
}

function usual(
  type: ExpenseTypeAnswer,
  { party, day }: Pick<TypedPurchase, 'party' | 'day'>,
  { registrations }: PurchaseReferenceData,
  today: Day,
): Pick<TypedLine, 'vat' | 'category' | 'atc'> {
  const read = parseTypedDay(day, today)
  const payee = party === null ? undefined : party
  const on = read.ok ? read.day : today
  const company = registeredOn(registrations, on)
  const { vatClass, category, atc } = usualTaxes(type, { day: on, payee, company })
  return { vat: vatWord(vatClass, category), category, atc: payee?.government ? '' : (atc ?? '') }
}

/** When the supplier changes, lines with default taxes get the new supplier's defaults. */
export function withSupplier(
  typed: TypedPurchase,
  before: PartyRow | null,
  loaded: PurchaseReferenceData,
  today: Day,
): TypedPurchase {
  return {
    ...typed,
    lines: typed.lines.map((line) => {
      const type = loaded.types.find(({ code }) => code === line.expenseType)
      if (type === undefined) return line
      const was = usual(type, { ...typed, party: before }, loaded, today)
      return line.vat === was.vat && line.atc === was.atc ? { ...line, ...usual(type, typed, loaded, today) } : line
    }),
  }
}

/** Suggests the supplier's last document if nothing has been typed yet. */
export function withLast(typed: TypedPurchase, { number, fields }: Last): TypedPurchase {
  if (!typed.lines.every(purchaseLines.isEmpty)) return typed
  const lines = purchaseLines.fromRecorded(fields.lines).map((line) => ({ ...line, amount: '', suggested: number }))
  return {
    ...typed,
    terms: typed.terms.trim() === '' ? bill.terms.fromRecorded(fields.terms) : typed.terms,
    priceMode: fields.priceMode === undefined ? typed.priceMode : bill.priceMode.fromRecorded(fields.priceMode),
    lines: withEmptyRow(lines, purchaseLines),
    suggestedFrom: number,
  }
}

/** Removes the suggestions. */
export function withoutLast(typed: TypedPurchase): TypedPurchase {
  const lines = typed.lines.filter(({ suggested }) => suggested === '')
  return { ...typed, suggestedFrom: '', terms: '', lines: withEmptyRow(lines, purchaseLines) }
}

/** 'vatable.goods' for a class with VAT, otherwise the class alone. */
const vatWord = (vatClass: string, category: string): string =>
  vatClass === 'vatable' ? `vatable.${category}` : vatClass

export function vatOf(vat: string, category: PurchaseCategory): { vatClass: string; category: PurchaseCategory } {
  const [vatClass = '', bought] = vat.split('.')
  return { vatClass, category: purchaseCategories.find((one) => one === bought) ?? category }
}

/** The tax options of a line, with their labels in the grid. */
export const vatChoices = [
  { value: 'vatable.goods', label: 'VAT, goods' },
  { value: 'vatable.services', label: 'VAT, services' },
  { value: 'vatable.capital_goods', label: 'VAT, capital goods' },
  { value: 'vatable.importation', label: 'VAT, importation' },
  { value: 'vatable.not_creditable', label: 'VAT, not creditable' },
  { value: 'zero_rated', label: 'Zero-rated' },
  { value: 'exempt', label: 'VAT-exempt' },
  { value: 'not_subject', label: 'No VAT' },
] as const

/** The figures that can be calculated from the current input. */
export function pricedOf(
  typed: TypedPurchase,
  loaded: PurchaseReferenceData,
  today: Day,
): { priced: Priced; facts: PriceFacts & Pick<Facts, 'company'> } {
  const read = parseTypedDay(typed.day, today)
  const day = read.ok ? read.day : today
  const printed = typed.vatPrinted.trim() === '' ? null : parseTypedAmount(typed.vatPrinted)
  const lines = typed.lines.flatMap((line) => {
    const amount = parseTypedAmount(line.amount)
    if (!amount.ok || amount.amount <= 0n) return []
    const { vatClass, category } = vatOf(line.vat, line.category)
    const known = vatClasses.find((one) => one === vatClass) ?? 'not_subject'
    return [
      { amount: amount.amount, vatClass: known, category, atc: line.atc || null, finalAtc: line.finalAtc || null },
    ]
  })
  const company = { ...emptyCompany, ...registeredOn(loaded.registrations, day) }
  return {
    priced: {
      day,
      priceMode: typed.priceMode,
      vatPrinted: printed?.ok && printed.amount >= 0n ? printed.amount : null,
      lines,
    },
    facts: {
      vatRates: loaded.vatRates,
      withholdingCodes: loaded.codes,
      company,
      party: typed.party ?? undefined,
    },
  }
}

const vatClasses = ['vatable', 'zero_rated', 'exempt', 'not_subject'] as const
const emptyCompany = { name: '', tin: null, branchCode: '', address: '' }

/** 'Silahis Supplies Corp., 1,120.00' */
export const begunFor = (typed: TypedPurchase, total: bigint): string =>
  `${typed.party?.name || typed.partySearch || typed.paidTo || 'no payee yet'}, ${formatMoney(total)}`
