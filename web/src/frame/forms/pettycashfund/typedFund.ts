// The input of the petty cash fund's form: action, count by denomination, and amount.
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import {
  actionsWithCount,
  denominations,
  fundActionWords,
  pettyCashFundFields,
} from '@talaan/ledger/documents/pettycashfund/fields.ts'
import { countedCash } from '@talaan/ledger/documents/pettycashfund/figures.ts'
import type { FundAction } from '@talaan/ledger/documents/pettycashfund/fields.ts'
import { parseTypedAmount } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import {
  accountField,
  amountField,
  choiceField,
  documentDay,
  memoField,
  textField,
  type Reading,
  type TypedOf,
} from '../../runtime/field.ts'
import { grid, gridField } from '../../runtime/grid.ts'
import { formModel, type CheckedForm } from '../../runtime/formModel.ts'
import { receiptEmail } from '../../runtime/documentParty.ts'

/** The denominations are fixed and are sent even if there are no pieces. */
export const pieceRows = grid({ pieces: textField() }, { fixed: true })
export type TypedPieces = ReturnType<typeof pieceRows.empty>
const piecesText = (pieces: unknown) => (typeof pieces === 'number' && pieces !== 0 ? String(pieces) : '')
const noPieces = () => denominations.map((_, i) => pieceRows.empty(String(i + 1)))

const table = {
  act: choiceField(fundActionWords, { label: 'Action', default: 'replenish' }),
  fund: accountField({ label: 'Petty cash fund', carriedOver: true }),
  day: documentDay({ carriedOver: false }),
  count: gridField(
    pieceRows,
    {},
    {
      empty: noPieces,
      restore: (rows) => {
        const restored = pieceRows.restore(rows)
        return restored.length === denominations.length ? restored : noPieces()
      },
      fromRecorded: (counted) =>
        Array.isArray(counted) ? noPieces().map((row, i) => ({ ...row, pieces: piecesText(counted[i]) })) : noPieces(),
      rows: { names: {}, cells: pieceRows.cells, sentRows: (rows) => [...rows.keys()] },
    },
  ),
  countedBy: textField({ label: 'Counted by', counts: false, carriedOver: true }),
  witness: textField({ label: 'Witness (optional)' }),
  reason: textField({ label: 'Reason for the difference' }),
  account: accountField({ label: 'Comes from', whenEmpty: null, carriedOver: true }),
  amount: amountField({ label: 'Amount', whenEmpty: null }),
  chequeNo: textField({ label: 'Cheque number (optional)' }),
  custodian: textField({ label: 'Custodian', hint: 'The person who holds the cash', counts: false }),
  email: receiptEmail({ counts: false, carriedOver: true }),
  memo: memoField(),
}
export type TypedFund = TypedOf<typeof table>

export const fundModel = formModel(pettyCashFundFields, table)

/** The book balance of the fund on the date. */
export type FundNow = { held: Money; float: Money; custodian: string }

/** The number of pieces, if it can be read; an empty field counts as none. */
export const piecesOf = ({ count }: Pick<TypedFund, 'count'>): number[] =>
  count.map(({ pieces }) => (/^[\d,\s]{1,9}$/.test(pieces) ? Number(pieces.replace(/[,\s]/g, '')) : 0))

const isCounted = ({ act, count }: Pick<TypedFund, 'act' | 'count'>): boolean =>
  actionsWithCount.includes(act) && count.some(({ pieces }) => pieces.trim() !== '')

/** The shortage of the fund according to the count, which is the default amount of a replenishment. */
export function missingOf(typed: TypedFund, { float }: Pick<FundNow, 'float'>): Money {
  const missing = float - countedCash(piecesOf(typed))
  return missing > 0n ? missing : 0n
}

export type FundFigures = {
  totals: Total[]
  counted: Money
  /** The counted cash less the book balance; null without a count. */
  difference: Money | null
  moves: Money
}

export function figuresOf(typed: TypedFund, now: FundNow): FundFigures {
  const counted = countedCash(piecesOf(typed))
  const difference = isCounted(typed) ? counted - now.held : null
  const moves = movesOf(typed, now)
  const label = {
    establish: 'Established with',
    increase: 'Increased by',
    replenish: 'Replenished with',
    close: 'Returned',
  }
  return {
    counted,
    difference,
    moves,
    totals: [
      ...(actionsWithCount.includes(typed.act)
        ? [
            { label: 'Balance per books', amount: now.held },
            { label: 'Counted', amount: counted },
          ]
        : []),
      ...(difference === null || difference === 0n
        ? []
        : [{ label: difference < 0n ? 'Short' : 'Over', amount: difference < 0n ? -difference : difference }]),
      ...(typed.act === 'count'
        ? []
        : [{ label: label[typed.act], amount: moves < 0n ? -moves : moves, emphasis: 'grand' as const }]),
    ],
  }
}

function movesOf(typed: TypedFund, now: FundNow): Money {
  if (typed.act === 'count') return 0n
  if (typed.act === 'close') return -countedCash(piecesOf(typed))
  if (typed.amount.trim() === '') return typed.act === 'replenish' && isCounted(typed) ? missingOf(typed, now) : 0n
  const read = parseTypedAmount(typed.amount)
  return read.ok ? read.amount : 0n
}

/** The fields of the schema, and every mistake that can be found in the browser. */
export function fieldsOf(typed: TypedFund, { today, now }: { today: Day; now: FundNow }): CheckedForm {
  const { act } = typed
  const counted = isCounted(typed)
  const puts = act === 'establish' || act === 'replenish' || act === 'increase'
  const suggested = typed.amount.trim() === '' && act === 'replenish' && counted
  const { fields, mistakes, onForm } = fundModel.check(typed, today, (read) => ({
    ...(counted
      ? { count: typed.count.map(({ pieces }, i) => readPieces(pieces, i, read)) }
      : { count: null, countedBy: '', witness: '', reason: '' }),
    ...(act === 'count' && { account: null }),
    ...(puts ? suggested && { amount: missingOf(typed, now).toString() } : { amount: null, chequeNo: '' }),
  }))
  // A row of the count has one field.
  const placed = (found: readonly FieldMistake[]) =>
    found.map(({ path, message }) =>
      path[0] === 'count' && typeof path[1] === 'number'
        ? { path: ['count', path[1], 'pieces'], message }
        : { path, message },
    )
  return { fields, mistakes: placed(mistakes), onForm: (found) => placed(onForm(found)) }
}

function readPieces(pieces: string, i: number, { unread }: Reading): number {
  const plain = pieces.replace(/[,\s]/g, '')
  if (plain === '') return 0
  if (/^\d{1,5}$/.test(plain)) return Number(plain)
  unread.push({
    path: ['count', i],
    message: `Enter a whole number of pieces, at most 99,999, not ${pieces.slice(0, 20)}.`,
  })
  return 0
}

/** The date of the form, if it can be read. */
export function dayOf(typed: Pick<TypedFund, 'day'>, today: Day): Day {
  const read = parseTypedDay(typed.day, today)
  return read.ok ? read.day : today
}

export const takesCount = (act: FundAction): boolean => actionsWithCount.includes(act)
