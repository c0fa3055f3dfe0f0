// What was typed on a bill or a petty cash voucher, keystroke for keystroke. Both are one sheet with another type of
// expense, so that what is typed can be taken over from one to the other.
import type { ExpenseTypeAnswer } from '@talaan/contract/purchases.ts'
import type { PartyRow } from '@talaan/contract/parties.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { CompanyFacts, Facts, WithholdingCode } from '@talaan/ledger/documents/facts.ts'
import type { Priced, PriceFacts } from '@talaan/ledger/documents/purchase-lines/figures.ts'
import { usualTaxes } from '@talaan/ledger/accounts/expense-types.ts'
import { formatMoney, money, parseTypedAmount } from '@talaan/ledger/core/money.ts'
import { purchaseCategories } from '@talaan/ledger/tax/vat.ts'
import type { PurchaseCategory, VatRate } from '@talaan/ledger/tax/vat.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { filledRows, rowsChanged, withEmptyRow, type RowChange, type RowKind } from '../runtime/rows.ts'
import { text, type readTyped } from '../runtime/typed.ts'
import { isNobody, nobody, whomTyped, withParty } from '../runtime/whom.ts'

const typedLine = z.object({
  /** Only to tell the rows of the screen apart. */
  id: z.string(),
  expenseType: text,
  description: text,
  amount: text,
  /** VAT class and, where it bears VAT, the kind of purchase: 'vatable.goods', 'exempt'. */
  vat: text,
  /** The kind of purchase where the class does not say it. */
  category: z.catch(z.enum(purchaseCategories), 'services'),
  atc: text,
  account: text,
  /** The number of the document it was proposed from; '' once something else than the amount is typed on it. */
  proposed: text,
})
export type TypedLine = z.output<typeof typedLine>

export const typedPurchase = z.object({
  ...whomTyped,
  /** The supplier whose usual taxes and last document were proposed already. */
  proposedFor: text,
  /** Where the proposals come from: 'BL-2026-000007'. */
  proposedFrom: text,
  externalNo: text,
  day: text,
  terms: text,
  dueDay: text,
  priceMode: z.catch(z.enum(['inclusive', 'exclusive']), 'inclusive'),
  vatPrinted: text,
  lines: z.catch(z.array(typedLine), []),
  memo: text,
  // Of a bill.
  nature: z.catch(z.enum(['invoice', 'credit']), 'invoice'),
  creditOf: text,
  /** Amounts of advances used, by the document that made the advance. */
  advances: z.catch(z.record(z.string(), z.string()), {}),
  // Of a petty cash voucher.
  handed: z.catch(z.enum(['expense', 'advance']), 'expense'),
  fund: text,
  paidTo: text,
  /** Of a cash advance. */
  amount: text,
  /** The cash advance that is accounted for. */
  advance: text,
})
export type TypedPurchase = z.output<typeof typedPurchase>

/** What the forms of both types of expense compute with. */
export type PurchaseGiven = {
  types: readonly ExpenseTypeAnswer[]
  codes: readonly WithholdingCode[]
  vatRates: readonly VatRate[]
  company: Pick<CompanyFacts, 'vatRegistered' | 'topAgentFrom' | 'withholdAt'>
}

/** What a document recorded after this one starts with. */
export type CarriedOver = Partial<Pick<TypedPurchase, 'email' | 'day' | 'priceMode' | 'fund'>>

export function emptyPurchase(today: Day, carried: CarriedOver = {}): TypedPurchase {
  const { email = '', day = formatDay(today), priceMode = 'inclusive', fund = '' } = carried
  return {
    ...nobody,
    email,
    proposedFor: '',
    proposedFrom: '',
    externalNo: '',
    day,
    terms: '',
    dueDay: '',
    priceMode,
    vatPrinted: '',
    lines: [purchaseRows.empty('1')],
    memo: '',
    nature: 'invoice',
    creditOf: '',
    advances: {},
    handed: 'expense',
    fund,
    paidTo: '',
    amount: '',
    advance: '',
  }
}

/** A like document: it has a paper, a due day and advances of its own. */
export const copied = (typed: TypedPurchase): TypedPurchase => ({
  ...typed,
  ...{ externalNo: '', dueDay: '', vatPrinted: '', creditOf: '', advances: {}, advance: '', proposedFrom: '' },
  lines: typed.lines.map((line) => ({ ...line, proposed: '' })),
})

/** What a recorded document of either type has for a copy. */
const recorded = z.object({
  ...{ email: text, terms: text, memo: text, fund: text, paidTo: text, nature: text },
  priceMode: z.catch(z.enum(['inclusive', 'exclusive']), 'inclusive'),
  lines: z.catch(
    z.array(
      z.object({
        ...{ expenseType: z.nullable(z.string()), description: text, atc: z.nullable(z.string()), account: text },
        ...{ amount: money, vatClass: z.string(), category: z.enum(purchaseCategories) },
      }),
    ),
    [],
  ),
  /** Of a cash advance. */
  amount: z.catch(z.nullable(money), null),
})
type Recorded = z.output<typeof recorded>

/** Recorded lines as they would be typed. */
const linesAgain = (lines: Recorded['lines']): TypedLine[] =>
  withEmptyRow(
    lines.map(({ expenseType, amount, vatClass, category, atc, ...line }, at) => ({
      ...{ ...line, id: String(at + 1), expenseType: expenseType ?? '', amount: formatMoney(amount) },
      vat: vatWord(vatClass, category),
      ...{ category, atc: atc ?? '', proposed: '' },
    })),
    purchaseRows,
  )

const ofSupplier = (typed: TypedPurchase, party: PartyRow | null): TypedPurchase =>
  party === null ? typed : { ...withParty(typed, { ...party, email: null }), email: typed.email, proposedFor: party.id }

/** A copy of a recorded bill, of today. */
export function like(fields: Record<string, unknown>, party: PartyRow | null, today: Day): TypedPurchase | null {
  const { lines, email, terms, memo, nature, priceMode } = recorded.parse(fields)
  if (lines.length === 0) return null
  const paper = nature === 'credit' ? 'credit' : 'invoice'
  const typed = { ...emptyPurchase(today, { email, priceMode }), terms, memo, nature: paper } as const
  return ofSupplier({ ...typed, lines: linesAgain(lines) }, party)
}

/** A copy of a recorded voucher, of today; an advance is accounted for once. */
export function likeVoucher(fields: Record<string, unknown>, party: PartyRow | null, today: Day): TypedPurchase | null {
  const { lines, amount, email, fund, paidTo, memo, priceMode } = recorded.parse(fields)
  const typed = { ...emptyPurchase(today, { email, fund, priceMode }), paidTo, memo }
  if (amount !== null) return { ...typed, handed: 'advance', amount: formatMoney(amount) }
  return lines.length === 0 ? null : ofSupplier({ ...typed, lines: linesAgain(lines) }, party)
}

/** What was typed as a draft kept it, or null when the draft holds something else. */
export function restored(fields: Record<string, unknown>): TypedPurchase | null {
  const read = typedPurchase.safeParse(fields.typed)
  return read.success ? { ...read.data, lines: withEmptyRow(read.data.lines, purchaseRows) } : null
}

/** Nothing typed that would be missed; an address that was carried over is not. */
export function isBlank(typed: TypedPurchase): boolean {
  const { externalNo, terms, dueDay, memo, lines, paidTo, amount, vatPrinted } = typed
  const texts = [externalNo, terms, dueDay, memo, paidTo, amount, vatPrinted]
  return (
    isNobody({ ...typed, email: '' }) && texts.every((one) => one.trim() === '') && lines.every(purchaseRows.isEmpty)
  )
}

export const purchaseRows: RowKind<TypedLine> = {
  isEmpty: ({ expenseType, description, amount }) =>
    [expenseType, description, amount].every((one) => one.trim() === ''),
  empty: (id) => ({
    id,
    expenseType: '',
    description: '',
    amount: '',
    vat: '',
    category: 'services',
    atc: '',
    account: '',
    proposed: '',
  }),
}

/** Rows somebody typed on; one that was only proposed counts once it has an amount. */
export const usedRows = (lines: readonly TypedLine[]): number[] =>
  filledRows(lines, {
    isEmpty: (line) => purchaseRows.isEmpty(line) || (line.proposed !== '' && line.amount.trim() === ''),
  })

/** What is typed after a change of the lines; a type of expense brings its account and its usual taxes. */
export function linesChanged(
  typed: TypedPurchase,
  change: RowChange<TypedLine>,
  given: PurchaseGiven,
  today: Day,
): TypedPurchase {
  const lines = rowsChanged(typed.lines, change, purchaseRows)
  if (change.type !== 'line') {
    return {
      ...typed,
      lines: change.type === 'paste' ? lines.map((line) => completed(line, typed, given, today)) : lines,
    }
  }
  const own = change.field === 'amount' ? {} : { proposed: '' }
  return {
    ...typed,
    lines: lines.map((line) => {
      if (line.id !== change.id) return line
      const next = { ...line, ...own }
      return change.field === 'expenseType' ? ofType(next, typed, given, today) : next
    }),
  }
}

/** A line of a type of expense, with what is usual for it and this supplier. */
function ofType(line: TypedLine, typed: TypedPurchase, given: PurchaseGiven, today: Day): TypedLine {
  const type = given.types.find(({ code }) => code === line.expenseType)
  if (type === undefined) return line
  const named = line.description.trim() === '' || given.types.some(({ name }) => name === line.description)
  return {
    ...line,
    ...usual(type, typed, given, today),
    description: named ? type.name : line.description,
    account: type.account,
  }
}

/** A pasted line: what it does not say is what is usual. */
function completed(line: TypedLine, typed: TypedPurchase, given: PurchaseGiven, today: Day): TypedLine {
  const type = given.types.find(({ code }) => code === line.expenseType)
  if (type === undefined || line.account !== '' || line.vat !== '') return line
  return { ...ofType(line, typed, given, today), amount: line.amount, proposed: '' }
}

function usual(
  type: ExpenseTypeAnswer,
  { party, day }: Pick<TypedPurchase, 'party' | 'day'>,
  { company }: PurchaseGiven,
  today: Day,
): Pick<TypedLine, 'vat' | 'category' | 'atc'> {
  const read = parseTypedDay(day, today)
  const payee = party === null ? undefined : party
  const { vatClass, category, atc } = usualTaxes(type, { day: read.ok ? read.day : today, payee, company })
  return { vat: vatWord(vatClass, category), category, atc: payee?.government ? '' : (atc ?? '') }
}

/** Another supplier: lines whose taxes were only what is usual take what is usual for this one. */
export function withSupplier(
  typed: TypedPurchase,
  before: PartyRow | null,
  given: PurchaseGiven,
  today: Day,
): TypedPurchase {
  return {
    ...typed,
    lines: typed.lines.map((line) => {
      const type = given.types.find(({ code }) => code === line.expenseType)
      if (type === undefined) return line
      const was = usual(type, { ...typed, party: before }, given, today)
      return line.vat === was.vat && line.atc === was.atc ? { ...line, ...usual(type, typed, given, today) } : line
    }),
  }
}

/** The fields of a recorded document, as far as a new one of the same supplier is likely to have them again. */
const lastFields = z.object({
  terms: z.catch(z.string(), ''),
  priceMode: z.catch(z.optional(z.enum(['inclusive', 'exclusive'])), undefined),
  lines: z.catch(
    z.array(
      z.object({
        expenseType: z.catch(z.nullable(z.string()), null),
        description: z.string(),
        vatClass: z.string(),
        category: z.enum(purchaseCategories),
        atc: z.catch(z.nullable(z.string()), null),
        account: z.string(),
      }),
    ),
    [],
  ),
})

/** Proposes what was recorded last for the supplier, where nothing is typed yet. */
export function withLast(typed: TypedPurchase, last: { number: string; fields: unknown }): TypedPurchase {
  const read = lastFields.safeParse(last.fields)
  if (!read.success || !typed.lines.every(purchaseRows.isEmpty)) return typed
  const { terms, priceMode, lines } = read.data
  const proposed = lines.map((line, at) => ({
    id: String(at + 1),
    expenseType: line.expenseType ?? '',
    description: line.description,
    amount: '',
    vat: vatWord(line.vatClass, line.category),
    category: line.category,
    atc: line.atc ?? '',
    account: line.account,
    proposed: last.number,
  }))
  return {
    ...typed,
    terms: typed.terms.trim() === '' ? terms : typed.terms,
    priceMode: priceMode ?? typed.priceMode,
    lines: withEmptyRow(proposed, purchaseRows),
    proposedFrom: last.number,
  }
}

/** Takes the proposals off again. */
export function withoutLast(typed: TypedPurchase): TypedPurchase {
  const lines = typed.lines.filter(({ proposed }) => proposed === '')
  return { ...typed, proposedFrom: '', terms: '', lines: withEmptyRow(lines, purchaseRows) }
}

/** 'vatable.goods' for what bears VAT, else the class. */
export const vatWord = (vatClass: string, category: string): string =>
  vatClass === 'vatable' ? `vatable.${category}` : vatClass

export function vatOf({ vat, category }: Pick<TypedLine, 'vat' | 'category'>): {
  vatClass: string
  category: PurchaseCategory
} {
  const [vatClass = '', bought] = vat.split('.')
  return { vatClass, category: purchaseCategories.find((one) => one === bought) ?? category }
}

/** How a line can be taxed, in the words of the grid. */
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

/** The lines as they are sent. */
export function linesOf(typed: TypedPurchase, rows: readonly number[], read: ReturnType<typeof readTyped>) {
  return rows.map((row, i) => {
    const line = typed.lines[row] as TypedLine
    return {
      expenseType: line.expenseType === '' ? null : line.expenseType,
      description: line.description,
      amount: read.amount(line.amount, ['lines', i, 'amount']),
      ...vatOf(line),
      atc: line.atc.trim() === '' ? null : line.atc.trim().toUpperCase(),
      account: line.account,
    }
  })
}

/** The VAT on the paper, or null where ours is taken. */
export const printedOf = (typed: TypedPurchase, read: ReturnType<typeof readTyped>): string | null =>
  typed.vatPrinted.trim() === '' ? null : read.amount(typed.vatPrinted, ['vatPrinted'])

/** As much as can be computed of what is typed so far. */
export function pricedOf(
  typed: TypedPurchase,
  given: PurchaseGiven,
  today: Day,
): { priced: Priced; facts: PriceFacts & Pick<Facts, 'company'> } {
  const day = parseTypedDay(typed.day, today)
  const printed = typed.vatPrinted.trim() === '' ? null : parseTypedAmount(typed.vatPrinted)
  const lines = typed.lines.flatMap((line) => {
    const amount = parseTypedAmount(line.amount)
    if (!amount.ok || amount.amount <= 0n) return []
    const { vatClass, category } = vatOf(line)
    const known = vatClasses.find((one) => one === vatClass) ?? 'not_subject'
    return [{ amount: amount.amount, vatClass: known, category, atc: line.atc === '' ? null : line.atc }]
  })
  const company = { ...nobodysCompany, ...given.company }
  return {
    priced: {
      day: day.ok ? day.day : today,
      priceMode: typed.priceMode,
      vatPrinted: printed?.ok && printed.amount >= 0n ? printed.amount : null,
      lines,
    },
    facts: {
      vatRates: given.vatRates,
      withholdingCodes: given.codes,
      company,
      party: typed.party ?? undefined,
    },
  }
}

const vatClasses = ['vatable', 'zero_rated', 'exempt', 'not_subject'] as const
const nobodysCompany = { name: '', tin: null, branchCode: '', address: '' }

export const amountOf = (typed: string): bigint | null => {
  const read = parseTypedAmount(typed)
  return read.ok ? read.amount : null
}

/** 'Silahis Supplies Corp., 1,120.00' */
export const begunFor = (typed: TypedPurchase, total: bigint): string =>
  `${typed.party?.name || typed.partySearch || typed.paidTo || 'nobody yet'}, ${formatMoney(total)}`
