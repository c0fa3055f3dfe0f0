// What was typed on the withdrawal, and how it becomes the fields that are judged and recorded.
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import type { PartyRow } from '@talaan/contract/parties.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { withdrawalFields } from '@talaan/ledger/documents/withdrawal/fields.ts'
import { withdrawalFigures } from '@talaan/ledger/documents/withdrawal/figures.ts'
import { functionalCurrency } from '@talaan/ledger/accounts/exchange.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { purchaseCategories, purchaseCategoryWords, type VatRate } from '@talaan/ledger/tax/vat.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { filledRows, withEmptyRow, type RowKind } from '../../runtime/rows.ts'
import { inOrder, judgeTyped, onSheet, readTyped, text } from '../../runtime/typed.ts'
import { amountOf, rateOf } from '../../fields/typedMoney.ts'
import { nothingProposed, proposedTyped, type Last } from '../../runtime/last.ts'
import { arrived, nobody, whomSet, whomTyped, withParty } from '../../runtime/whom.ts'

/** 'none' where there is no VAT invoice, else what was bought with it. */
const taxes = ['none', ...purchaseCategories] as const
export const taxWords: Record<(typeof taxes)[number], string> = { none: 'No VAT invoice', ...purchaseCategoryWords }

const typedPurpose = z.object({
  id: z.string(),
  description: text,
  account: text,
  tax: z.catch(z.enum(taxes), 'none'),
  amount: text,
})
export type TypedPurpose = z.output<typeof typedPurpose>

const typedWithdrawal = z.object({
  ...whomTyped,
  ...proposedTyped,
  day: text,
  account: text,
  reference: text,
  lines: z.catch(z.array(typedPurpose), []),
  /** Pesos for one unit, for an account in foreign money. */
  rate: text,
  memo: text,
})
export type TypedWithdrawal = z.output<typeof typedWithdrawal>

export type Given = { money: readonly MoneyAccount[]; vatRates: readonly VatRate[] }

export const purposeRows: RowKind<TypedPurpose> = {
  isEmpty: ({ description, account, amount }) => [description, account, amount].every((typed) => typed.trim() === ''),
  empty: (id) => ({ id, description: '', account: '', tax: 'none', amount: '' }),
}

export function emptyWithdrawal(
  today: Day,
  carried: Partial<Pick<TypedWithdrawal, 'email' | 'day' | 'account'>> = {},
): TypedWithdrawal {
  const { email = '', day = formatDay(today), account = '' } = carried
  const lines = [purposeRows.empty('1')]
  return { ...nobody, ...nothingProposed, email, day, account, reference: '', lines, rate: '', memo: '' }
}

export const carriedOver = ({ email, day, account }: TypedWithdrawal) => ({ email, day, account })

/** Nothing typed that would be missed; what the last withdrawal proposes is not. */
export function isBlank({ party, partySearch, reference, lines, memo }: TypedWithdrawal): boolean {
  const texts = [partySearch, reference, memo]
  return party === null && texts.every((typed) => typed.trim() === '') && lines.every(purposeRows.isEmpty)
}

export function restored(fields: Record<string, unknown>): TypedWithdrawal | null {
  const read = typedWithdrawal.safeParse(fields.typed)
  return read.success ? { ...read.data, lines: withEmptyRow(read.data.lines, purposeRows) } : null
}

/** A withdrawal like a recorded one, of today; the rate is that of its own day. */
export function like(fields: Record<string, unknown>, party: PartyRow | null, today: Day): TypedWithdrawal | null {
  const read = withdrawalFields.safeParse(fields)
  if (!read.success) return null
  const { email, account, lines, memo } = read.data
  const rows = lines.map(({ vatClass, category, amount, ...line }, at) => ({
    ...{ ...line, id: String(at + 1), amount: formatMoney(amount) },
    tax: vatClass === 'vatable' ? category : ('none' as const),
  }))
  const typed = { ...emptyWithdrawal(today, { email, account }), lines: withEmptyRow(rows, purposeRows), memo }
  return party === null ? typed : { ...supplierPicked(typed, party), proposedFor: party.id }
}

/** The receipt of a withdrawal is our own: it does not go to the supplier. */
const ownReceipt = (typed: TypedWithdrawal, changed: TypedWithdrawal): TypedWithdrawal => ({
  ...changed,
  email: typed.email,
  emailFrom: '',
})
export const supplierPicked = (typed: TypedWithdrawal, party: PartyRow) => ownReceipt(typed, withParty(typed, party))
export const supplierArrived = (typed: TypedWithdrawal, party: PartyRow) => ownReceipt(typed, arrived(typed, party))
export const set = whomSet<TypedWithdrawal>

export const withoutLast = (typed: TypedWithdrawal, partyId: string): TypedWithdrawal => ({
  ...typed,
  ...{ proposedFor: partyId, proposedFrom: '' },
})

const lastFields = z.object({
  lines: z.array(z.object({ account: z.string(), category: z.string() })).check(z.minLength(1)),
})

/** The supplier is named last: lines of a VAT invoice that have no account yet take that of the last withdrawal for them. */
export function withLast(typed: TypedWithdrawal, last: Last): TypedWithdrawal {
  const read = lastFields.safeParse(last.fields)
  const lacks = ({ tax, account }: TypedPurpose) => tax !== 'none' && account.trim() === ''
  if (!read.success || !typed.lines.some(lacks)) return typed
  const { lines } = read.data
  const accountFor = (tax: string) => (lines.find(({ category }) => category === tax) ?? lines[0])?.account ?? ''
  return {
    ...typed,
    lines: typed.lines.map((line) => (lacks(line) ? { ...line, account: accountFor(line.tax) } : line)),
    proposedFrom: last.number,
  }
}

/** Whether a VAT invoice is among the lines, whose supplier then has to be named. */
export const needsSupplier = ({ lines }: TypedWithdrawal): boolean =>
  lines.some((line) => line.tax !== 'none' && !purposeRows.isEmpty(line))

export const isForeign = (account: Pick<MoneyAccount, 'currency'> | undefined): boolean =>
  account !== undefined && account.currency !== functionalCurrency

const taxed = (tax: TypedPurpose['tax']) =>
  tax === 'none'
    ? ({ vatClass: 'not_subject', category: 'services' } as const)
    : ({ vatClass: 'vatable', category: tax } as const)

export function fieldsOf(typed: TypedWithdrawal, today: Day, { money }: Pick<Given, 'money'>) {
  const read = readTyped(today)
  const rows = filledRows(typed.lines, purposeRows)
  const account = money.find(({ code }) => code === typed.account)
  const fields = {
    email: typed.email.trim(),
    day: read.day(typed.day, ['day']),
    account: typed.account,
    reference: typed.reference,
    partyId: needsSupplier(typed) ? (typed.party?.id ?? null) : null,
    lines: rows.map((row, i) => {
      const line = typed.lines[row] as TypedPurpose
      return {
        description: line.description,
        account: line.account,
        amount: read.amount(line.amount, ['lines', i, 'amount']),
        ...taxed(line.tax),
      }
    }),
    rate: isForeign(account) && typed.rate.trim() !== '' ? typed.rate.replaceAll(',', '') : null,
    memo: typed.memo,
  }
  const names = { partyId: 'party', vatClass: 'tax', category: 'tax' }
  const placed = (mistakes: readonly FieldMistake[]) =>
    inOrder(onSheet(mistakes, { names, rows: { lines: rows } }), headOrder, cellOrder)
  return { fields, mistakes: placed(judgeTyped(withdrawalFields, fields, read.unread)), onSheet: placed }
}

const headOrder = ['email', 'account', 'day', 'reference', 'rate', 'lines', 'party', 'memo']
const cellOrder = ['description', 'account', 'tax', 'amount']

/** What the withdrawal comes to as far as it can be read, with the balances of `money`. */
export function figuresOf(typed: TypedWithdrawal, today: Day, { money, vatRates }: Given) {
  const { account, rate } = typed
  const read = parseTypedDay(typed.day, today)
  const found = money.find(({ code }) => code === account)
  const lines = typed.lines.flatMap((line) => {
    const amount = amountOf(line.amount)
    return amount !== null && amount > 0n ? [{ account: line.account, amount, ...taxed(line.tax) }] : []
  })
  const day = read.ok ? read.day : today
  return withdrawalFigures(
    { account, day, partyId: null, lines, rate: isForeign(found) ? rateOf(rate) : null },
    { money: new Map(money.map((each) => [each.code, each])), vatRates },
  )
}
