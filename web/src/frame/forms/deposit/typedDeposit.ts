// What was typed and ticked on the deposit, and how it becomes the fields that are judged and recorded.
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import type { OpenItemAnswer } from '@talaan/contract/open-items.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { depositFields } from '@talaan/ledger/documents/deposit/fields.ts'
import { depositFigures } from '@talaan/ledger/documents/deposit/figures.ts'
import { itemKey } from '@talaan/ledger/documents/facts.ts'
import { functionalCurrency } from '@talaan/ledger/accounts/exchange.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { filledRows, withEmptyRow, type RowKind } from '../../runtime/rows.ts'
import { inOrder, judgeTyped, onSheet, readTyped, text } from '../../runtime/typed.ts'
import { amountOf, rateOf } from '../../fields/typedMoney.ts'

const typedOther = z.object({ id: z.string(), description: text, account: text, amount: text })
export type TypedOther = z.output<typeof typedOther>

const typedDeposit = z.object({
  email: text,
  day: text,
  account: text,
  reference: text,
  /** Documents that are ticked, in the order in which they were. */
  receipts: z.catch(z.array(z.string()), []),
  others: z.catch(z.array(typedOther), []),
  charge: text,
  /** Pesos for one unit, for an account in foreign money. */
  rate: text,
  memo: text,
})
export type TypedDeposit = z.output<typeof typedDeposit>

export type Given = { money: readonly MoneyAccount[]; undeposited: readonly OpenItemAnswer[] }

export const otherRows: RowKind<TypedOther> = {
  isEmpty: ({ description, account, amount }) => [description, account, amount].every((typed) => typed.trim() === ''),
  empty: (id) => ({ id, description: '', account: '', amount: '' }),
}

/** Slips of one morning go to one bank: the next deposit keeps day, account and e-mail. */
export function emptyDeposit(
  today: Day,
  carried: Partial<Pick<TypedDeposit, 'email' | 'day' | 'account'>> = {},
): TypedDeposit {
  const { email = '', day = formatDay(today), account = '' } = carried
  const others = [otherRows.empty('1')]
  return { email, day, account, reference: '', receipts: [], others, charge: '', rate: '', memo: '' }
}

export const carriedOver = ({ email, day, account }: TypedDeposit) => ({ email, day, account })

/** Nothing typed that would be missed; what the last deposit proposes is not. */
export function isBlank({ reference, receipts, others, charge, memo }: TypedDeposit): boolean {
  const texts = [reference, charge, memo]
  return texts.every((typed) => typed.trim() === '') && receipts.length === 0 && others.every(otherRows.isEmpty)
}

export function restored(fields: Record<string, unknown>): TypedDeposit | null {
  const read = typedDeposit.safeParse(fields.typed)
  return read.success ? { ...read.data, others: withEmptyRow(read.data.others, otherRows) } : null
}

/** A deposit like a recorded one, of today: receipts are deposited once, and a charge goes with its own slip. */
export function like(fields: Record<string, unknown>, today: Day): TypedDeposit | null {
  const read = depositFields.safeParse(fields)
  if (!read.success) return null
  const { email, account, others, memo } = read.data
  const rows = others.map(({ amount, ...line }, at) => ({ ...line, id: String(at + 1), amount: formatMoney(amount) }))
  return { ...emptyDeposit(today, { email, account }), others: withEmptyRow(rows, otherRows), memo }
}

/** Ticks a receipt, or takes its tick away. */
export function ticked(typed: TypedDeposit, ids: readonly string[], on: boolean): TypedDeposit {
  const others = typed.receipts.filter((id) => !ids.includes(id))
  return { ...typed, receipts: on ? [...others, ...ids] : others }
}

export const isForeign = (account: Pick<MoneyAccount, 'currency'> | undefined): boolean =>
  account !== undefined && account.currency !== functionalCurrency

export function fieldsOf(typed: TypedDeposit, today: Day, { money }: Pick<Given, 'money'>) {
  const read = readTyped(today)
  const rows = filledRows(typed.others, otherRows)
  const account = money.find(({ code }) => code === typed.account)
  const fields = {
    email: typed.email.trim(),
    day: read.day(typed.day, ['day']),
    account: typed.account,
    reference: typed.reference,
    receipts: typed.receipts,
    others: rows.map((row, i) => {
      const line = typed.others[row] as TypedOther
      const amount = read.amount(line.amount, ['others', i, 'amount'])
      return { description: line.description, account: line.account, amount }
    }),
    charge: typed.charge.trim() === '' ? '0' : read.amount(typed.charge, ['charge']),
    rate: isForeign(account) && typed.rate.trim() !== '' ? typed.rate.replaceAll(',', '') : null,
    memo: typed.memo,
  }
  const placed = (mistakes: readonly FieldMistake[]) =>
    inOrder(onSheet(mistakes, { rows: { others: rows } }), headOrder, cellOrder)
  return { fields, mistakes: placed(judgeTyped(depositFields, fields, read.unread)), onSheet: placed }
}

const headOrder = ['email', 'account', 'day', 'reference', 'rate', 'receipts', 'others', 'charge', 'memo']
const cellOrder = ['description', 'account', 'amount']

/** What the deposit comes to as far as it can be read. */
export function figuresOf({ account, receipts, others, charge, rate }: TypedDeposit, { money, undeposited }: Given) {
  const found = money.find(({ code }) => code === account)
  const read = others.flatMap((line) => {
    const amount = amountOf(line.amount)
    return amount !== null && amount > 0n ? [{ account: line.account, amount }] : []
  })
  const kept = amountOf(charge)
  return depositFigures(
    {
      ...{ account, receipts, others: read, rate: isForeign(found) ? rateOf(rate) : null },
      charge: kept !== null && kept > 0n ? kept : 0n,
    },
    {
      money: new Map(money.map((each) => [each.code, each])),
      items: new Map(undeposited.map((item) => [itemKey(item.documentId, item.account), { ...item, changedBy: [] }])),
    },
  )
}
