// The input of the deposit, and its conversion to the document's fields.
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import type { OpenItemAnswer } from '@talaan/contract/open-items.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { depositFields } from '@talaan/ledger/documents/deposit/fields.ts'
import { depositFigures } from '@talaan/ledger/documents/deposit/figures.ts'
import { itemKey } from '@talaan/ledger/documents/facts.ts'
import { amountOf, isForeign, pesoRate, rateOf } from '../../fields/typedMoney.ts'
import {
  accountField,
  amountField,
  codeField,
  documentDay,
  field,
  memoField,
  textField,
  type TypedOf,
} from '../../runtime/field.ts'
import { grid, gridField } from '../../runtime/grid.ts'
import { formModel } from '../../runtime/formModel.ts'
import { receiptEmail } from '../../runtime/documentParty.ts'

export const otherMoney = grid({ description: textField(), account: textField(), amount: amountField() })
export type TypedOther = ReturnType<typeof otherMoney.empty>

// The deposits of a day usually go to the same account, so the next deposit keeps the date, account and e-mail.
const table = {
  email: receiptEmail({ counts: false, carriedOver: true }),
  account: accountField({
    label: 'Deposited into',
    hint: 'The bank account or e-wallet on the slip',
    carriedOver: true,
  }),
  day: documentDay(),
  reference: codeField({
    label: 'Deposit slip number (optional)',
    hint: 'As printed on the slip',
    onCopy: 'clear',
  }),
  rate: pesoRate,
  /** The selected documents, in the order of selection. Each is deposited only once. */
  receipts: field<string[]>(
    { onCopy: 'clear' },
    {
      empty: () => [],
      restore: (ids) => (Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []),
      isBlank: (ids) => ids.length === 0,
    },
  ),
  others: gridField(otherMoney),
  /** Each deposit has its own slip. */
  charge: amountField({
    label: 'Bank charge deducted (optional)',
    hint: 'The fee the bank or card company deducted',
    whenEmpty: '0',
    onCopy: 'sameDay',
  }),
  memo: memoField(),
}
export type TypedDeposit = TypedOf<typeof table>

export const depositModel = formModel(depositFields, table)

export type DepositReferenceData = { money: readonly MoneyAccount[]; undeposited: readonly OpenItemAnswer[] }

/** Selects or deselects a receipt. */
export function ticked(typed: TypedDeposit, ids: readonly string[], on: boolean): TypedDeposit {
  const others = typed.receipts.filter((id) => !ids.includes(id))
  return { ...typed, receipts: on ? [...others, ...ids] : others }
}

export function fieldsOf(typed: TypedDeposit, today: Day, { money }: Pick<DepositReferenceData, 'money'>) {
  const account = money.find(({ code }) => code === typed.account)
  return depositModel.check(typed, today, () => (isForeign(account) ? {} : { rate: null }))
}

/** The totals of the deposit, as far as they can be calculated. */
export function figuresOf(
  { account, receipts, others, charge, rate }: TypedDeposit,
  { money, undeposited }: DepositReferenceData,
) {
  const found = money.find(({ code }) => code === account)
  const read = others.flatMap((line) => {
    const amount = amountOf(line.amount)
    return amount !== null && amount > 0n ? [{ account: line.account, amount }] : []
  })
  const charged = amountOf(charge)
  return depositFigures(
    {
      account,
      receipts,
      others: read,
      rate: isForeign(found) ? rateOf(rate) : null,
      charge: charged !== null && charged > 0n ? charged : 0n,
    },
    {
      money: new Map(money.map((each) => [each.code, each])),
      items: new Map(undeposited.map((item) => [itemKey(item.documentId, item.account), { ...item, changedBy: [] }])),
    },
  )
}
