// What was typed on a cheque disbursement, and how it becomes the fields that are judged and recorded.
import type { PartyRow } from '@talaan/contract/parties.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { chequeWords, withZeros } from '@talaan/ledger/banking/cheques.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { chequeFields, chequePurposes } from '@talaan/ledger/documents/cheque/fields.ts'
import { directFigures } from '@talaan/ledger/documents/cheque/figures.ts'
import type { CompanyFacts, WithholdingCode } from '@talaan/ledger/documents/facts.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import { formatMoney, parseTypedAmount, sum } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import type { VatRate } from '@talaan/ledger/tax/vat.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { filledRows, rowsChanged, withEmptyRow, type RowChange, type RowKind } from '../../runtime/rows.ts'
import { inOrder, judgeTyped, onSheet, readTyped, text } from '../../runtime/typed.ts'
import { nothingProposed, proposedTyped, type Last } from '../../runtime/last.ts'
import { arrived as whomArrived, isNobody, nobody, whomSet, whomTyped, withParty } from '../../runtime/whom.ts'

const typedLine = z.object({
  id: z.string(),
  description: text,
  account: text,
  /** VAT class and, where it bears VAT, what was bought: 'vatable.goods', 'exempt'. */
  vat: text,
  atc: text,
  amount: text,
})
export type TypedLine = z.output<typeof typedLine>

/** A bill, or a stale cheque, with what is paid of it. */
const typedRow = z.object({
  id: z.string(),
  number: text,
  externalNo: text,
  day: text,
  due: text,
  /** Centavos. */
  open: text,
  pay: text,
})
export type TypedRow = z.output<typeof typedRow>

const typedCheque = z.object({
  ...whomTyped,
  ...proposedTyped,
  payee: text,
  /** The payee as the register has it, while nobody typed another. */
  payeeFrom: text,
  pays: z.catch(z.enum(chequePurposes), 'bills'),
  account: text,
  chequeNo: text,
  /** The leaf that was proposed, and how many digits its book has. */
  proposedNo: text,
  digits: z.catch(z.number(), 0),
  day: text,
  chequeDay: text,
  rows: z.catch(z.array(typedRow), []),
  priceMode: z.catch(z.enum(['inclusive', 'exclusive']), 'inclusive'),
  lines: z.catch(z.array(typedLine), []),
  memo: text,
})
export type TypedCheque = z.output<typeof typedCheque>

/** What the sheet computes with. */
export type ChequeGiven = {
  codes: readonly WithholdingCode[]
  vatRates: readonly VatRate[]
  company: Pick<CompanyFacts, 'vatRegistered' | 'topAgentFrom'>
}

export const lineRows: RowKind<TypedLine> = {
  isEmpty: ({ description, account, amount }) => [description, account, amount].every((typed) => typed.trim() === ''),
  empty: (id) => ({ id, description: '', account: '', vat: 'not_subject', atc: '', amount: '' }),
}

export const paidRows: RowKind<TypedRow> = {
  isEmpty: ({ pay }) => pay.trim() === '',
  empty: (id) => ({ id, number: '', externalNo: '', day: '', due: '', open: '0', pay: '' }),
  fixed: true,
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

type CarriedOver = Partial<Pick<TypedCheque, 'day' | 'account' | 'pays' | 'priceMode'>>

export function emptyCheque(today: Day, carried: CarriedOver = {}): TypedCheque {
  const { day = formatDay(today), account = '', pays = 'bills', priceMode = 'inclusive' } = carried
  return {
    ...nobody,
    ...nothingProposed,
    payee: '',
    payeeFrom: '',
    pays,
    account,
    chequeNo: '',
    proposedNo: '',
    digits: 0,
    day,
    chequeDay: '',
    rows: [],
    priceMode,
    lines: [lineRows.empty('1')],
    memo: '',
  }
}

export const carriedOver = ({ day, account, pays, priceMode }: TypedCheque): CarriedOver => ({
  day,
  account,
  pays: pays === 'stale' ? 'bills' : pays,
  priceMode,
})

/** The same cheque again, as for the rent of the next month: another leaf, and whatever is open by then. */
export const copied = (typed: TypedCheque): TypedCheque => ({
  ...typed,
  chequeNo: '',
  proposedNo: '',
  chequeDay: '',
  rows: [],
})

/** A cheque like a recorded one, of today, on the next leaf; bills are those that are open by now. */
export function like(fields: Record<string, unknown>, party: PartyRow | null, today: Day): TypedCheque | null {
  const read = chequeFields.safeParse(fields)
  if (!read.success) return null
  const { email, payee, account, pays, priceMode, lines, memo } = read.data
  const rows = lines.map(({ description, account: code, vatClass, category, atc, amount }, at) => ({
    ...{ id: String(at + 1), description, account: code, atc: atc ?? '', amount: formatMoney(amount) },
    vat: vatClass === 'vatable' ? `${vatClass}.${category}` : vatClass,
  }))
  const typed = {
    ...emptyCheque(today, { account, pays: pays === 'stale' ? 'bills' : pays, priceMode }),
    ...{ email, payee, memo, lines: withEmptyRow(rows, lineRows) },
  }
  if (party === null) return typed
  const payeeFrom = payee === party.name ? payee : ''
  return { ...withParty(typed, party), email, emailFrom: '', payeeFrom, proposedFor: party.id }
}

/** Nothing typed that would be missed; what is only proposed is not. */
export function isBlank(typed: TypedCheque): boolean {
  const { payee, payeeFrom, chequeNo, proposedNo, chequeDay, rows, lines, memo } = typed
  const texts = [payee === payeeFrom ? '' : payee, chequeNo === proposedNo ? '' : chequeNo, chequeDay, memo]
  return (
    isNobody(typed) &&
    texts.every((one) => one.trim() === '') &&
    rows.every(paidRows.isEmpty) &&
    lines.every(lineRows.isEmpty)
  )
}

export function restored(fields: Record<string, unknown>): TypedCheque | null {
  const read = typedCheque.safeParse(fields.typed)
  return read.success ? { ...read.data, lines: withEmptyRow(read.data.lines, lineRows) } : null
}

/** Made out to whom is picked, unless another name was typed. */
const madeOutTo = (typed: TypedCheque, name: string): TypedCheque =>
  typed.payee.trim() === '' || typed.payee === typed.payeeFrom ? { ...typed, payee: name, payeeFrom: name } : typed

/** Somebody else's bills are none of this one's. */
export const picked = (typed: TypedCheque, party: PartyRow): TypedCheque =>
  madeOutTo({ ...withParty(typed, party), rows: typed.party?.id === party.id ? typed.rows : [] }, party.name)

export const arrived = (typed: TypedCheque, party: PartyRow): TypedCheque =>
  madeOutTo({ ...whomArrived(typed, party), rows: [] }, party.name)

export function set(typed: TypedCheque, patch: Partial<TypedCheque>): TypedCheque {
  const next = whomSet(typed, patch)
  const isAboutOthers = 'partySearch' in patch || ('pays' in patch && patch.pays !== typed.pays)
  return isAboutOthers ? { ...next, rows: [] } : next
}

const lastFields = z.object({
  pays: z.enum(chequePurposes),
  account: z.string(),
  priceMode: z.catch(z.enum(['inclusive', 'exclusive']), 'inclusive'),
  lines: z.catch(
    z.array(
      z.object({
        description: z.string(),
        account: z.string(),
        vatClass: z.string(),
        category: z.catch(z.string(), ''),
        atc: z.catch(z.nullable(z.string()), null),
      }),
    ),
    [],
  ),
})

/** Lines that were only proposed have no amount, and go with the payee they were proposed for. */
const isProposed = (typed: TypedCheque) =>
  typed.proposedFrom !== '' && typed.lines.every(({ amount }) => amount.trim() === '')

export const withoutLast = (typed: TypedCheque, partyId: string): TypedCheque => ({
  ...typed,
  lines: isProposed(typed) ? [lineRows.empty('1')] : typed.lines,
  ...{ proposedFor: partyId, proposedFrom: '' },
})

/** What the last cheque to this payee was for and drawn on, where nothing is typed yet; amounts and bills are new each time. */
export function withLast(typed: TypedCheque, last: Last): TypedCheque {
  const read = lastFields.safeParse(last.fields)
  const isTyped = !typed.lines.every(lineRows.isEmpty) || !typed.rows.every(paidRows.isEmpty)
  if (!read.success || isTyped || read.data.pays === 'stale') return typed
  const { pays, account, priceMode, lines } = read.data
  const proposed = lines.map((line, at): TypedLine => {
    const withKind = `${line.vatClass}.${line.category}`
    const vat = vatChoices.find(({ value }) => value === line.vatClass || value === withKind)?.value ?? 'not_subject'
    return { ...line, id: String(at + 1), vat, atc: line.atc ?? '', amount: '' }
  })
  return {
    ...typed,
    ...{ pays, priceMode, account: typed.account === '' ? account : typed.account, proposedFrom: last.number },
    rows: pays === typed.pays ? typed.rows : [],
    lines: pays === 'direct' ? withEmptyRow(proposed, lineRows) : typed.lines,
  }
}

/** What is open now, with what was typed to be paid of it; a stale cheque is proposed whole. */
export function withOpen(typed: TypedCheque, open: readonly Omit<TypedRow, 'pay'>[]): TypedCheque {
  const rows = open.map((row) => ({
    ...row,
    pay:
      typed.rows.find(({ id }) => id === row.id)?.pay ?? (typed.pays === 'stale' ? formatMoney(BigInt(row.open)) : ''),
  }))
  return JSON.stringify(rows) === JSON.stringify(typed.rows) ? typed : { ...typed, rows }
}

/** Every open row paid whole. */
export const paidInFull = (typed: TypedCheque): TypedCheque => ({
  ...typed,
  rows: typed.rows.map((row) => ({ ...row, pay: formatMoney(BigInt(row.open)) })),
})

/** The next leaf of the account, unless a number was typed. */
export function withLeaf(typed: TypedCheque, leaf: { no: string | null; digits: number | null }): TypedCheque {
  if (typed.chequeNo.trim() !== '' && typed.chequeNo !== typed.proposedNo) return { ...typed, digits: leaf.digits ?? 0 }
  const no = leaf.no ?? ''
  return { ...typed, chequeNo: no, proposedNo: no, digits: leaf.digits ?? 0 }
}

export const linesChanged = (typed: TypedCheque, change: RowChange<TypedLine>): TypedCheque => ({
  ...typed,
  lines: rowsChanged(typed.lines, change, lineRows),
})
export const rowsPaid = (typed: TypedCheque, change: RowChange<TypedRow>): TypedCheque => ({
  ...typed,
  rows: rowsChanged(typed.rows, change, paidRows),
})

export function fieldsOf(typed: TypedCheque, today: Day) {
  const read = readTyped(today)
  const paid = typed.pays === 'direct' ? [] : filledRows(typed.rows, paidRows)
  const lines = typed.pays === 'direct' ? filledRows(typed.lines, lineRows) : []
  const fields = {
    email: typed.email.trim(),
    partyId: typed.party?.id ?? null,
    payee: typed.payee,
    day: read.day(typed.day, ['day']),
    account: typed.account,
    chequeNo: withZeros(typed.chequeNo, typed.digits),
    chequeDay: typed.chequeDay.trim() === '' ? null : read.day(typed.chequeDay, ['chequeDay'], dayOf(typed, today)),
    pays: typed.pays,
    rows: paid.map((row, i) => ({
      documentId: typed.rows[row]?.id ?? '',
      pay: read.amount(typed.rows[row]?.pay ?? '', ['rows', i, 'pay']),
    })),
    priceMode: typed.priceMode,
    lines: lines.map((row, i) => {
      const line = typed.lines[row] as TypedLine
      return {
        description: line.description,
        amount: read.amount(line.amount, ['lines', i, 'amount']),
        ...vatOf(line.vat),
        atc: line.atc === '' ? null : line.atc,
        account: line.account,
      }
    }),
    memo: typed.memo,
  }
  const places = { names: { partyId: 'party', vatClass: 'vat', category: 'vat' }, rows: { rows: paid, lines } }
  const placed = (mistakes: readonly FieldMistake[]) => inOrder(onSheet(mistakes, places), headOrder, cellOrder)
  return { fields, mistakes: placed(judgeTyped(chequeFields, fields, read.unread)), onSheet: placed }
}

const headOrder = [
  'party',
  'payee',
  'pays',
  'account',
  'chequeNo',
  'day',
  'chequeDay',
  'rows',
  'priceMode',
  'lines',
  'email',
  'memo',
]
const cellOrder = ['description', 'account', 'vat', 'atc', 'amount', 'pay']

const vatOf = (vat: string) => {
  const [vatClass = '', category = 'services'] = vat.split('.')
  return { vatClass, category }
}

/** The day of the document as far as it can be read; days of the cheque count from it. */
export function dayOf({ day }: Pick<TypedCheque, 'day'>, today: Day): Day {
  const read = parseTypedDay(day, today)
  return read.ok ? read.day : today
}

/** The date on the cheque when it is later than the document's, and the books know of it only then. */
export function postDatedTo(typed: TypedCheque, today: Day): Day | null {
  const day = dayOf(typed, today)
  const read = parseTypedDay(typed.chequeDay, day)
  return read.ok && read.day > day ? read.day : null
}

export type ChequeFigures = { totals: readonly Total[]; amount: Money; words: string }

/** What the cheque comes to as far as it can be read. */
export function figuresOf(typed: TypedCheque, { today, given }: { today: Day; given: ChequeGiven }): ChequeFigures {
  const { totals, amount } = typed.pays === 'direct' ? direct(typed, today, given) : settled(typed)
  return { totals, amount, words: amount > 0n ? chequeWords(amount) : '' }
}

function settled({ rows }: TypedCheque): Omit<ChequeFigures, 'words'> {
  const paid = rows.map((row) => ({ open: BigInt(row.open), pay: amountOf(row.pay) }))
  const amount = sum(paid.map(({ pay }) => pay))
  const beyond = sum(paid.map(({ open, pay }) => (pay > open ? pay - open : 0n)))
  return {
    amount,
    totals: [
      ...(beyond > 0n ? [{ label: 'Kept as an advance', amount: beyond }] : []),
      { label: 'Amount of the cheque', amount, emphasis: 'grand' as const },
    ],
  }
}

function direct(typed: TypedCheque, today: Day, given: ChequeGiven): Omit<ChequeFigures, 'words'> {
  const lines = typed.lines.flatMap((line) => {
    const amount = amountOf(line.amount)
    const { vatClass, category } = vatOf(line.vat)
    const known = chequeFields.shape.lines.def.innerType.def.element.shape
    const read = { vatClass: known.vatClass.safeParse(vatClass), category: known.category.safeParse(category) }
    if (amount <= 0n || !read.vatClass.success || !read.category.success) return []
    return [{ amount, vatClass: read.vatClass.data, category: read.category.data, atc: line.atc || null }]
  })
  return directFigures(
    { day: dayOf(typed, today), priceMode: typed.priceMode, vatPrinted: null, lines },
    {
      vatRates: given.vatRates,
      withholdingCodes: given.codes,
      company: given.company,
      party: typed.party ?? undefined,
    },
  )
}

const amountOf = (typed: string): Money => {
  const read = parseTypedAmount(typed)
  return read.ok && read.amount > 0n ? read.amount : 0n
}
