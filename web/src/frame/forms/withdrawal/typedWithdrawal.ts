// The input of the withdrawal, and its conversion to the document's fields.
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import type { PartyRow } from '@talaan/contract/parties.ts'
import { parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { withdrawalFields } from '@talaan/ledger/documents/withdrawal/fields.ts'
import { withdrawalFigures } from '@talaan/ledger/documents/withdrawal/figures.ts'
import { purchaseCategories, purchaseCategoryWords, type VatRate } from '@talaan/ledger/tax/vat.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { amountOf, isForeign, pesoRate, rateOf } from '../../fields/typedMoney.ts'
import {
  accountField,
  amountField,
  choiceField,
  codeField,
  documentDay,
  memoField,
  textField,
  type TypedOf,
} from '../../runtime/field.ts'
import { grid, gridField } from '../../runtime/grid.ts'
import { suggestedFields, type Last } from '../../runtime/last.ts'
import { formModel } from '../../runtime/formModel.ts'
import { arrived, mailed, partyFields, withParty } from '../../runtime/documentParty.ts'

/** 'none' if there is no VAT invoice, otherwise the type of purchase. */
export const taxWords = { none: 'No VAT invoice', ...purchaseCategoryWords }

const taxed = (tax: keyof typeof taxWords) =>
  tax === 'none'
    ? ({ vatClass: 'not_subject', category: 'services' } as const)
    : ({ vatClass: 'vatable', category: tax } as const)

const taxOf = (vatClass: unknown, category: unknown): keyof typeof taxWords =>
  vatClass === 'vatable' ? (purchaseCategories.find((each) => each === category) ?? 'none') : 'none'

export const purposes = grid(
  {
    description: textField(),
    account: textField(),
    tax: choiceField(taxWords, { sentAs: null }),
    amount: amountField(),
  },
  {
    readRow: ({ tax }) => taxed(tax),
    names: { vatClass: 'tax', category: 'tax' },
    fromRecorded: ({ vatClass, category }) => ({ tax: taxOf(vatClass, category) }),
  },
)
export type TypedPurpose = ReturnType<typeof purposes.empty>

const table = {
  // The receipt is for the company's own files, so the next document uses the same address.
  ...mailed({ counts: false, carriedOver: true }),
  account: accountField({
    label: 'Withdrawn from',
    hint: 'The bank account or e-wallet on the slip',
    carriedOver: true,
  }),
  day: documentDay(),
  reference: codeField({
    label: 'Reference number (optional)',
    hint: 'From the slip or the bank’s message',
    onCopy: 'clear',
  }),
  rate: pesoRate,
  lines: gridField(purposes),
  ...partyFields(null),
  memo: memoField(),
  ...suggestedFields,
}
export type TypedWithdrawal = TypedOf<typeof table>

export const withdrawalModel = formModel(withdrawalFields, table)

export type WithdrawalReferenceData = { money: readonly MoneyAccount[]; vatRates: readonly VatRate[] }

/** The receipt of a withdrawal is for the company's own files, not for the supplier. */
const ownReceipt = (typed: TypedWithdrawal, changed: TypedWithdrawal): TypedWithdrawal => ({
  ...changed,
  email: typed.email,
  emailFrom: '',
})
export const supplierPicked = (typed: TypedWithdrawal, party: PartyRow) => ownReceipt(typed, withParty(typed, party))
export const supplierArrived = (typed: TypedWithdrawal, party: PartyRow) => ownReceipt(typed, arrived(typed, party))

export const withoutLast = (typed: TypedWithdrawal, partyId: string): TypedWithdrawal => ({
  ...typed,
  suggestedFor: partyId,
  suggestedFrom: '',
})

const lastFields = z.object({
  lines: z.array(z.object({ account: z.string(), category: z.string() })).check(z.minLength(1)),
})

/**
 * The supplier is chosen last. Lines with a VAT invoice but no account then get the account of the supplier's last
 * withdrawal.
 */
export function withLast(typed: TypedWithdrawal, last: Last): TypedWithdrawal {
  const read = lastFields.safeParse(last.fields)
  const lacks = ({ tax, account }: TypedPurpose) => tax !== 'none' && account.trim() === ''
  if (!read.success || !typed.lines.some(lacks)) return typed
  const { lines } = read.data
  const accountFor = (tax: string) => (lines.find(({ category }) => category === tax) ?? lines[0])?.account ?? ''
  return {
    ...typed,
    lines: typed.lines.map((line) => (lacks(line) ? { ...line, account: accountFor(line.tax) } : line)),
    suggestedFrom: last.number,
  }
}

/** Whether a line has a VAT invoice, so that a supplier is required. */
export const needsSupplier = ({ lines }: TypedWithdrawal): boolean =>
  lines.some((line) => line.tax !== 'none' && !purposes.isEmpty(line))

export function fieldsOf(typed: TypedWithdrawal, today: Day, { money }: Pick<WithdrawalReferenceData, 'money'>) {
  const account = money.find(({ code }) => code === typed.account)
  return withdrawalModel.check(typed, today, () => ({
    ...(needsSupplier(typed) ? {} : { partyId: null }),
    ...(isForeign(account) ? {} : { rate: null }),
  }))
}

/** The figures of the withdrawal, as far as they can be read, with the balances in `money`. */
export function figuresOf(typed: TypedWithdrawal, today: Day, { money, vatRates }: WithdrawalReferenceData) {
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
