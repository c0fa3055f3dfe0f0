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

// The next voucher usually has the same date. It needs another reference, and is not a reversal.
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
  /** The voucher that this voucher reverses, if a page has prepared the reversal. */
  reverses: textField({ counts: false, whenEmpty: null, onCopy: 'clear' }),
  /** It is not mailed. */
  email: hiddenField(),
  emailFrom: hiddenField(),
}
export type TypedVoucher = TypedOf<typeof table>

export const voucherModel = formModel(journalVoucherFields, table)

/** A line has one side, so typing an amount on one side clears the other. */
export const oneSided = (before: readonly TypedLine[], lines: readonly TypedLine[]): TypedLine[] =>
  lines.map((line) => {
    const was = before.find(({ id }) => id === line.id)
    const typed = (side: 'debit' | 'credit') => line[side].trim() !== '' && line[side] !== was?.[side]
    if (typed('debit')) return { ...line, credit: '' }
    return typed('credit') ? { ...line, debit: '' } : line
  })

/** Foreign currency is revalued at the rate of its date, so a copy with another date needs another rate. */
export const like = (fields: Record<string, unknown>, party: PartyRow | null, context: { today: Day }) =>
  fields.revalues === true ? null : voucherModel.like(fields, party, context)

/** The total debits and credits, as far as they can be read, and their difference. */
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
 * Fills in the balancing amount: on the given line, or else on the first line with an account but no amount, or else on
 * a new line. A balanced entry does not change.
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

/** Possible causes of a difference between debits and credits. */
export const hintsOf = ({ lines }: Pick<TypedVoucher, 'lines'>): EntryHint[] =>
  entryHints(
    lines.map(({ account, debit, credit }) => ({
      account,
      debit: amountOf(debit) ?? 0n,
      credit: amountOf(credit) ?? 0n,
    })),
  )

/** Applies the correction of a hint: other amounts on its line, or removing the line. */
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

/** The accounts with open items that lines settle, by posting on the side opposite to the normal one. */
export function settledAccounts({ lines }: Pick<TypedVoucher, 'lines'>): string[] {
  const settling = lines.filter(
    ({ account, debit, credit }) =>
      itemAccounts.includes(account) && (itemSideOf(account) === 'debit' ? credit !== '' : debit !== ''),
  )
  return [...new Set(settling.map(({ account }) => account))].toSorted()
}

export const movesForeign = ({ lines }: Pick<TypedVoucher, 'lines'>, money: readonly MoneyAccount[]): boolean =>
  lines.some(({ account }) => money.some(({ code, currency }) => code === account && currency !== functionalCurrency))
