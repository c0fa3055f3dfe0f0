// The input of a journal voucher, and its conversion to the document's fields.
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import type { PartyRow } from '@talaan/contract/parties.ts'
import { itemAccounts, itemSideOf } from '@talaan/ledger/accounts/chart.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { balanceSentence, journalVoucherFields } from '@talaan/ledger/documents/journalvoucher/fields.ts'
import { entryHints, type EntryHint } from '@talaan/ledger/documents/journalvoucher/difference-hints.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import { functionalCurrency } from '@talaan/ledger/accounts/exchange.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { amountOf } from '../../fields/typedMoney.ts'
import {
  amountField,
  codeField,
  dayField,
  documentDay,
  hiddenField,
  textField,
  tickField,
  type TypedOf,
} from '../../runtime/field.ts'
import { grid, gridField } from '../../runtime/grid.ts'
import { withEmptyRow } from '../../runtime/rows.ts'
import { formModel } from '../../runtime/formModel.ts'
import { partyFields } from '../../runtime/documentParty.ts'

export const voucherLines = grid({
  account: textField(),
  memo: textField(),
  settles: textField({ whenEmpty: null }),
  foreign: amountField({ whenEmpty: null }),
  debit: amountField({ whenEmpty: '0' }),
  credit: amountField({ whenEmpty: '0' }),
})
export type TypedLine = ReturnType<typeof voucherLines.empty>

// The next voucher usually has the same date. A reference is used once, and a voucher is reversed
// once.
const table = {
  day: documentDay(),
  reference: codeField({ label: 'Reference', hint: 'Your own reference; it must be unique', onCopy: 'clear' }),
  ...partyFields(null),
  lines: gridField(voucherLines, {}, { empty: () => [voucherLines.empty('1'), voucherLines.empty('2')] }),
  reverse: tickField(),
  reverseOn: dayField({
    label: 'Reversal date (optional)',
    hint: 'Leave empty for the first day of the next month',
    whenEmpty: null,
    counts: false,
    onCopy: 'clear',
  }),
  memo: textField({ label: 'Explanation', hint: 'Printed in the general journal' }),
  /** The voucher that this one reverses, if a page has prepared it. */
  reverses: textField({ counts: false, whenEmpty: null, onCopy: 'clear' }),
  /** It is not mailed. */
  email: hiddenField(),
  emailFrom: hiddenField(),
}
export type TypedVoucher = TypedOf<typeof table>

export const voucherModel = formModel(journalVoucherFields, table)

/** A line has one side: typing an amount on one clears the other. */
export const oneSided = (before: readonly TypedLine[], lines: readonly TypedLine[]): TypedLine[] =>
  lines.map((line) => {
    const was = before.find(({ id }) => id === line.id)
    const typed = (side: 'debit' | 'credit') => line[side].trim() !== '' && line[side] !== was?.[side]
    if (typed('debit')) return { ...line, credit: '' }
    return typed('credit') ? { ...line, debit: '' } : line
  })

/** Foreign money is revalued at the rate of its own day. */
export const like = (fields: Record<string, unknown>, party: PartyRow | null, context: { today: Day }) =>
  fields.revalues === true ? null : voucherModel.like(fields, party, context)

/** Both sides as far as they are readable, and their difference. */
export function figuresOf({ lines }: Pick<TypedVoucher, 'lines'>): {
  difference: Money
  sentence: string
  totals: Total[]
} {
  const of = (side: 'debit' | 'credit') => sum(lines.map((line) => amountOf(line[side]) ?? 0n))
  const [debits, credits] = [of('debit'), of('credit')]
  const difference = debits - credits
  return {
    difference,
    sentence: difference === 0n ? '' : balanceSentence(difference),
    totals: [
      { label: 'Debits', amount: debits },
      { label: 'Credits', amount: credits },
      { label: 'Difference', amount: difference < 0n ? -difference : difference, emphasis: 'grand' },
    ],
  }
}

/**
 * Fills in the balancing amount: in the given line, else in the first with an account and no
 * amount, else in a new one. Nothing changes if it balances.
 */
export function balanced(typed: TypedVoucher, named: number | null): TypedVoucher {
  const without = (at: number) => typed.lines.filter((_, other) => other !== at)
  const waiting = typed.lines.findIndex((line) => line.account !== '' && line.debit === '' && line.credit === '')
  const empty = typed.lines.findIndex(voucherLines.isEmpty)
  const at = named ?? (waiting === -1 ? empty : waiting)
  const line = typed.lines[at]
  if (line === undefined) return typed
  const { difference } = figuresOf({ lines: without(at) })
  if (difference === 0n) return typed
  const filled =
    difference > 0n
      ? { ...line, debit: '', credit: formatMoney(difference) }
      : { ...line, debit: formatMoney(-difference), credit: '' }
  const lines = typed.lines.map((each, other) => (other === at ? filled : each))
  return { ...typed, lines: withEmptyRow(lines, voucherLines) }
}

/** Why the sides are not equal. */
export const hintsOf = ({ lines }: Pick<TypedVoucher, 'lines'>): EntryHint[] =>
  entryHints(
    lines.map(({ account, debit, credit }) => ({
      account,
      debit: amountOf(debit) ?? 0n,
      credit: amountOf(credit) ?? 0n,
    })),
  )

/** With the remedy of a hint: other amounts on its line, or without the line. */
export function corrected(typed: TypedVoucher, { at, instead }: Pick<EntryHint, 'at' | 'instead'>): TypedVoucher {
  if (instead === undefined) return typed
  const { debit, credit } = instead
  const shown = (amount: Money) => (amount === 0n ? '' : formatMoney(amount))
  const lines =
    debit === credit
      ? typed.lines.toSpliced(at, 1)
      : typed.lines.map((line, other) =>
          other === at ? { ...line, debit: shown(debit), credit: shown(credit) } : line,
        )
  return { ...typed, lines: withEmptyRow(lines, voucherLines) }
}

/** The accounts of open items that lines settle: those on the opposite of their usual side. */
export function settledAccounts({ lines }: Pick<TypedVoucher, 'lines'>): string[] {
  const settling = lines.filter(
    ({ account, debit, credit }) =>
      itemAccounts.includes(account) && (itemSideOf(account) === 'debit' ? credit !== '' : debit !== ''),
  )
  return [...new Set(settling.map(({ account }) => account))].toSorted()
}

export const movesForeign = ({ lines }: Pick<TypedVoucher, 'lines'>, money: readonly MoneyAccount[]): boolean =>
  lines.some(({ account }) => money.some(({ code, currency }) => code === account && currency !== functionalCurrency))
