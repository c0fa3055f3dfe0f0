// What was typed on the sheet of a petty cash fund: what is done with it, the count by denomination, and the amount.
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { formatDay, parseTypedDay } from '@talaan/ledger/core/date.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import {
  countedActs,
  denominations,
  fundActs,
  pettyCashFundFields,
} from '@talaan/ledger/documents/pettycashfund/fields.ts'
import { countedCash } from '@talaan/ledger/documents/pettycashfund/figures.ts'
import type { FundAct } from '@talaan/ledger/documents/pettycashfund/fields.ts'
import { parseTypedAmount } from '@talaan/ledger/core/money.ts'
import type { Money } from '@talaan/ledger/core/money.ts'
import { z } from '@talaan/ledger/core/zod.ts'
import { rowsChanged, type RowChange, type RowKind } from '../../runtime/rows.ts'
import { inOrder, judgeTyped, readTyped, text } from '../../runtime/typed.ts'

const typedPieces = z.object({ id: z.string(), pieces: text })
export type TypedPieces = z.output<typeof typedPieces>

export const typedFund = z.object({
  email: text,
  act: z.catch(z.enum(fundActs), 'replenish'),
  fund: text,
  day: text,
  count: z.array(typedPieces).check(z.length(denominations.length)),
  countedBy: text,
  witness: text,
  custodian: text,
  account: text,
  amount: text,
  chequeNo: text,
  reason: text,
  memo: text,
})
export type TypedFund = z.output<typeof typedFund>

/** What the books say of the fund as of the day. */
export type FundNow = { held: Money; float: Money; custodian: string }

export function emptyFund(
  today: Day,
  carried: Partial<Pick<TypedFund, 'email' | 'fund' | 'account' | 'countedBy' | 'act'>> = {},
): TypedFund {
  return {
    email: '',
    act: 'replenish',
    fund: '',
    day: formatDay(today),
    count: denominations.map((_, i) => ({ id: String(i + 1), pieces: '' })),
    countedBy: '',
    witness: '',
    custodian: '',
    account: '',
    amount: '',
    chequeNo: '',
    reason: '',
    memo: '',
    ...carried,
  }
}

export function restored(fields: Record<string, unknown>): TypedFund | null {
  const read = typedFund.safeParse(fields.typed)
  return read.success ? read.data : null
}

/** Nothing counted and nothing written. */
export function isBlank({ count, witness, amount, chequeNo, reason, memo }: TypedFund): boolean {
  const texts = [witness, amount, chequeNo, reason, memo, ...count.map(({ pieces }) => pieces)]
  return texts.every((one) => one.trim() === '')
}

/** The denominations are given. */
export const countRows: RowKind<TypedPieces> = {
  isEmpty: ({ pieces }) => pieces.trim() === '',
  empty: (id) => ({ id, pieces: '' }),
  fixed: true,
}

export const countChanged = (typed: TypedFund, change: RowChange<TypedPieces>): TypedFund => ({
  ...typed,
  count: rowsChanged(typed.count, change, countRows),
})

/** The pieces as far as they can be read; one left out is none. */
export const piecesOf = ({ count }: Pick<TypedFund, 'count'>): number[] =>
  count.map(({ pieces }) => (/^[\d,\s]{1,9}$/.test(pieces) ? Number(pieces.replace(/[,\s]/g, '')) : 0))

export const isCounted = ({ act, count }: Pick<TypedFund, 'act' | 'count'>): boolean =>
  countedActs.includes(act) && count.some(({ pieces }) => pieces.trim() !== '')

/** What is missing in the fund after the count: what a replenishment brings unless another amount is typed. */
export function missingOf(typed: TypedFund, { float }: Pick<FundNow, 'float'>): Money {
  const missing = float - countedCash(piecesOf(typed))
  return missing > 0n ? missing : 0n
}

export type FundFigures = {
  totals: Total[]
  counted: Money
  /** Counted less the books; null where nothing is counted. */
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
    close: 'Given back',
  }
  return {
    counted,
    difference,
    moves,
    totals: [
      ...(countedActs.includes(typed.act)
        ? [
            { label: 'In the books', amount: now.held },
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

/** The fields of the schema, and every mistake that can be seen without asking. */
export function fieldsOf(typed: TypedFund, { today, now }: { today: Day; now: FundNow }) {
  const read = readTyped(today)
  const { act } = typed
  const puts = act === 'establish' || act === 'replenish' || act === 'increase'
  const proposed = typed.amount.trim() === '' && act === 'replenish' && isCounted(typed)
  const fields = {
    email: typed.email.trim(),
    act,
    fund: typed.fund,
    day: read.day(typed.day, ['day']),
    count: isCounted(typed) ? typed.count.map(({ pieces }, i) => readPieces(pieces, i)) : null,
    countedBy: isCounted(typed) ? typed.countedBy : '',
    witness: isCounted(typed) ? typed.witness : '',
    custodian: typed.custodian,
    account: act === 'count' || typed.account === '' ? null : typed.account,
    amount: !puts
      ? null
      : proposed
        ? missingOf(typed, now).toString()
        : typed.amount.trim() === ''
          ? null
          : read.amount(typed.amount, ['amount']),
    chequeNo: puts ? typed.chequeNo : '',
    reason: isCounted(typed) ? typed.reason : '',
    memo: typed.memo,
  }
  const placed = (mistakes: readonly FieldMistake[]) =>
    mistakes.map((mistake) =>
      mistake.path[0] === 'count' && typeof mistake.path[1] === 'number'
        ? { ...mistake, path: ['count', mistake.path[1], 'pieces'] }
        : mistake,
    )
  return {
    fields,
    mistakes: inOrder(placed(judgeTyped(pettyCashFundFields, fields, read.unread)), order, ['pieces']),
    onSheet: placed,
  }

  function readPieces(pieces: string, i: number): number {
    const plain = pieces.replace(/[,\s]/g, '')
    if (plain === '') return 0
    if (/^\d{1,5}$/.test(plain)) return Number(plain)
    read.unread.push({
      path: ['count', i],
      message: `Enter a whole number of pieces, at most 99,999, not ${pieces.slice(0, 20)}.`,
    })
    return 0
  }
}

const order = [
  'act',
  'fund',
  'day',
  'count',
  'countedBy',
  'witness',
  'reason',
  'account',
  'amount',
  'chequeNo',
  'custodian',
  'email',
  'memo',
]

/** The day the sheet is about, as far as it can be read. */
export function dayOf(typed: Pick<TypedFund, 'day'>, today: Day): Day {
  const read = parseTypedDay(typed.day, today)
  return read.ok ? read.day : today
}

export const takesCount = (act: FundAct): boolean => countedActs.includes(act)
