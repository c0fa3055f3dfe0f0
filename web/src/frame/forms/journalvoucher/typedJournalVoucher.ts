// What was typed on a journal voucher, and how it becomes the fields that are judged and recorded. A draft may also hold
// the very fields of the rule, as pages that prepare an entry keep them.
import type { MoneyAccount } from '@talaan/contract/money-accounts.ts'
import type { PartyRow } from '@talaan/contract/parties.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { itemAccounts, itemSideOf } from '@talaan/ledger/accounts/chart.ts'
import { formatDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import { balanceSentence, journalVoucherFields } from '@talaan/ledger/documents/journalvoucher/fields.ts'
import type { JournalVoucherFields } from '@talaan/ledger/documents/journalvoucher/fields.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import { functionalCurrency } from '@talaan/ledger/accounts/exchange.ts'
import { formatMoney, sum } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { filledRows, withEmptyRow, type RowKind } from '../../runtime/rows.ts'
import { inOrder, judgeTyped, onSheet, readTyped, text } from '../../runtime/typed.ts'
import { amountOf } from '../../fields/typedMoney.ts'
import { isNobody, nobody, whomTyped, withParty } from '../../runtime/whom.ts'

const typedLine = z.object({
  id: text,
  account: text,
  debit: text,
  credit: text,
  memo: text,
  settles: text,
  foreign: text,
})
export type TypedLine = z.output<typeof typedLine>

const typedVoucher = z.object({
  ...whomTyped,
  day: text,
  reference: text,
  lines: z.catch(z.array(typedLine), []),
  /** 'yes' or ''. */
  reverse: text,
  /** The voucher that this one takes back, where a page has prepared it. */
  reverses: text,
  memo: text,
})
export type TypedVoucher = z.output<typeof typedVoucher>

export const voucherLines: RowKind<TypedLine> = {
  isEmpty: ({ account, debit, credit, memo, settles, foreign }) =>
    [account, debit, credit, memo, settles, foreign].every((typed) => typed.trim() === ''),
  empty: (id) => ({ id, account: '', debit: '', credit: '', memo: '', settles: '', foreign: '' }),
}

/** Entries of one evening have one day: the next voucher keeps it. */
export function emptyVoucher(today: Day, { day = formatDay(today) }: { day?: string } = {}): TypedVoucher {
  const lines = [voucherLines.empty('1'), voucherLines.empty('2')]
  return { ...nobody, day, reference: '', lines, reverse: '', reverses: '', memo: '' }
}

/** Nothing typed that would be missed. */
export function isBlank(typed: TypedVoucher): boolean {
  const { reference, memo, lines } = typed
  return isNobody(typed) && reference.trim() === '' && memo.trim() === '' && lines.every(voucherLines.isEmpty)
}

export function restored(fields: Record<string, unknown>): TypedVoucher | null {
  const prepared = journalVoucherFields.safeParse(fields)
  const read = typedVoucher.safeParse(prepared.success ? written(prepared.data) : fields.typed)
  if (!read.success) return null
  const lines = read.data.lines.map((line, at) => ({ ...line, id: String(at + 1) }))
  return { ...read.data, lines: withEmptyRow(lines, voucherLines) }
}

/** A voucher like a recorded one, of today; a reference is used once, and what it took back was taken back once. */
export function like(fields: Record<string, unknown>, party: PartyRow | null, today: Day): TypedVoucher | null {
  const read = journalVoucherFields.safeParse(fields)
  if (!read.success || read.data.revalues) return null
  const typed = { ...written(read.data), day: formatDay(today), reference: '', reverses: '' }
  const sheet = { ...typed, lines: withEmptyRow(typed.lines, voucherLines) }
  return party === null ? sheet : withParty(sheet, { ...party, email: null })
}

function written({ day, reference, lines, reverse, reverses, memo }: JournalVoucherFields): TypedVoucher {
  const figure = (amount: Money | null) => (amount === null || amount === 0n ? '' : formatMoney(amount))
  return {
    ...nobody,
    ...{ day: formatDay(day), reference, memo, reverse: reverse ? 'yes' : '', reverses: reverses ?? '' },
    lines: lines.map((line, at) => ({
      ...{ id: String(at + 1), account: line.account, memo: line.memo, settles: line.settles ?? '' },
      ...{ debit: figure(line.debit), credit: figure(line.credit), foreign: figure(line.foreign) },
    })),
  }
}

export function fieldsOf(typed: TypedVoucher, today: Day) {
  const read = readTyped(today)
  const rows = filledRows(typed.lines, voucherLines)
  const fields = {
    day: read.day(typed.day, ['day']),
    reference: typed.reference,
    partyId: typed.party?.id ?? null,
    lines: rows.map((row, i) => {
      const line = typed.lines[row] as TypedLine
      const side = (name: 'debit' | 'credit') =>
        line[name].trim() === '' ? '0' : read.amount(line[name], ['lines', i, name])
      return {
        account: line.account,
        debit: side('debit'),
        credit: side('credit'),
        memo: line.memo,
        settles: line.settles.trim() === '' ? null : line.settles,
        foreign: line.foreign.trim() === '' ? null : read.amount(line.foreign, ['lines', i, 'foreign']),
      }
    }),
    reverse: typed.reverse === 'yes',
    reverses: typed.reverses === '' ? null : typed.reverses,
    memo: typed.memo,
  }
  const placed = (mistakes: readonly FieldMistake[]) =>
    inOrder(onSheet(mistakes, { names: { partyId: 'party' }, rows: { lines: rows } }), headOrder, cellOrder)
  return { fields, mistakes: placed(judgeTyped(journalVoucherFields, fields, read.unread)), onSheet: placed }
}

const headOrder = ['day', 'reference', 'party', 'lines', 'reverse', 'memo']
const cellOrder = ['account', 'memo', 'settles', 'foreign', 'debit', 'credit']

/** Both sides as far as they can be read, and what they differ by. */
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
 * The sheet with the amount that balances it: in the line that is named, else in the first that has an account and no
 * amount, else in a new one. Nothing changes while it balances.
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

/** The accounts of open items whose lines settle something: those that stand on the other side than usual. */
export function settledAccounts({ lines }: Pick<TypedVoucher, 'lines'>): string[] {
  const settling = lines.filter(
    ({ account, debit, credit }) =>
      itemAccounts.includes(account) && (itemSideOf(account) === 'debit' ? credit !== '' : debit !== ''),
  )
  return [...new Set(settling.map(({ account }) => account))].toSorted()
}

export const movesForeign = ({ lines }: Pick<TypedVoucher, 'lines'>, money: readonly MoneyAccount[]): boolean =>
  lines.some(({ account }) => money.some(({ code, currency }) => code === account && currency !== functionalCurrency))
