// Month-end entries: accruals, prepayments, recurring entries, and depreciation. Each becomes one journal voucher per
// month, identified by its reference.
import { z } from '../core/zod.ts'
import { accounts } from './chart.ts'
import { addMonths, endOfMonth, formatMonth, monthOf } from '../core/date.ts'
import type { Day, Month } from '../core/date.ts'
import { day, month } from '../core/date.ts'
import { balanceSentence, differenceOf, maximumVoucherLines } from '../documents/journalvoucher/fields.ts'
import type { JournalVoucherFields } from '../documents/journalvoucher/fields.ts'
import { accountCode, fieldSet, optionalText, shortText } from '../core/fields.ts'
import { divideRounded, formatMoney, money, multiplyRate, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'

export const recurringKinds = ['accrual', 'prepayment', 'standing'] as const
export type RecurringKind = (typeof recurringKinds)[number]
export const recurringKindWords = {
  accrual: 'Accrual, reversed next month',
  prepayment: 'Prepayment, spread over months',
  standing: 'Fixed monthly entry',
} satisfies Record<RecurringKind, string>

const moreThanNothing = (what: string) =>
  money.check(z.refine((amount) => amount > 0n, `Enter ${what}. It must be more than zero.`))
const notBelowZero = (what: string) => money.check(z.refine((amount) => amount >= 0n, `${what} cannot be negative.`))

const recurringLine = fieldSet({
  account: accountCode,
  memo: optionalText('explanation of the line', 200),
  /** Centavos per month; for a prepayment the total. */
  debit: z._default(notBelowZero('The debit'), 0n),
  credit: z._default(notBelowZero('The credit'), 0n),
}).check(
  z.refine((line) => (line.debit === 0n) !== (line.credit === 0n), {
    path: ['debit'],
    error: 'Enter either a debit or a credit.',
  }),
)
export type RecurringLine = z.output<typeof recurringLine>

export const recurringFields = fieldSet({
  name: shortText('name', 100),
  kind: z.enum(recurringKinds, 'Choose the type of recurring entry.'),
  /** The customer or supplier of the lines. */
  partyId: z._default(z.nullable(z.uuid('Choose a customer or supplier from the list.').check(z.toLowerCase())), null),
  lines: z.array(recurringLine, 'Enter the lines of the entry.').check(
    z.minLength(2, 'An entry needs at least two lines. Add a line.'),
    z.maxLength(maximumVoucherLines, `A recurring entry can have at most ${maximumVoucherLines} lines.`),
    z.refine((lines) => differenceOf(lines) === 0n, {
      when: ({ value }) => areRead(value),
      error: ({ input }) => balanceSentence(differenceOf(input as readonly RecurringLine[])),
    }),
  ),
  firstMonth: month,
  /** Null has no end. */
  lastMonth: z._default(z.nullable(month), null),
}).check(
  z.superRefine(({ lines }, context) => {
    lines.forEach(({ account, credit }, i) => {
      if (credit > 0n && lines.some((other) => other.account === account && other.debit > 0n))
        context.addIssue({
          code: 'custom',
          path: ['lines', i, 'account'],
          message: 'The debit and credit accounts are the same. Choose another account to credit.',
        })
    })
  }),
  z.refine(({ firstMonth, lastMonth }) => lastMonth === null || lastMonth >= firstMonth, {
    path: ['lastMonth'],
    error: 'The last month is before the first month. Correct one of them.',
  }),
  z.refine(({ kind, lastMonth }) => kind !== 'prepayment' || lastMonth !== null, {
    path: ['lastMonth'],
    error: 'Enter the last month of the prepayment.',
  }),
)
const areRead = (lines: unknown): lines is RecurringLine[] =>
  Array.isArray(lines) &&
  lines.every(
    (line: Partial<RecurringLine> | null) => typeof line?.debit === 'bigint' && typeof line.credit === 'bigint',
  )

export type RecurringFields = z.output<typeof recurringFields>
export type Recurring = RecurringFields & { no: number }

export const assetFields = fieldSet({
  name: shortText('name of the asset', 100),
  acquiredOn: day,
  /** Centavos, without creditable VAT. */
  cost: moreThanNothing('the cost'),
  /** The residual value. */
  salvage: z._default(notBelowZero('The residual value'), 0n),
  /** Depreciation recorded in earlier books. */
  writtenOff: z._default(notBelowZero('The depreciation already recorded'), 0n),
  lifeMonths: z
    .int('Enter the useful life as a whole number of months.')
    .check(
      z.minimum(1, 'Enter a useful life of at least one month.'),
      z.maximum(1200, 'Enter a useful life of at most 1,200 months.'),
    ),
  /** The first month depreciated in these books. */
  firstMonth: month,
  accumulatedAccount: accountCode,
  expenseAccount: accountCode,
  /** For a disposed asset: the last month of depreciation. */
  lastMonth: z._default(z.nullable(month), null),
}).check(
  z.refine(({ cost, salvage, writtenOff }) => cost > salvage + writtenOff, {
    path: ['salvage'],
    error: 'Nothing is left to depreciate. Correct the cost, the residual value or the depreciation already recorded.',
  }),
  z.refine(({ acquiredOn, firstMonth }) => firstMonth >= monthOf(acquiredOn), {
    path: ['firstMonth'],
    error: 'Depreciation cannot start before the month of acquisition. Choose that month or a later one.',
  }),
)
export type AssetFields = z.output<typeof assetFields>
/** With the disposal date, if any. */
export type Asset = AssetFields & { no: number; disposedOn?: Day | null }

/** 'FA-7', the asset number in the register. */
export const assetNumber = ({ no }: Pick<Asset, 'no'>): string => `FA-${no}`

/**
 * Depreciation of a month in centavos, straight line (PFRS for SMEs 17.22; NIRC section 34(F)): the depreciable amount,
 * cost less residual value less earlier depreciation, is spread evenly over the life from the first month, whole months
 * only. Rounded so that the months add up exactly. Zero before and after, and from the disposal.
 */
export function depreciationIn(asset: AssetFields, of: Month): Money {
  const { cost, salvage, writtenOff, lifeMonths, firstMonth, lastMonth } = asset
  const nth = monthsFrom(firstMonth, of)
  if (nth < 1 || nth > lifeMonths || (lastMonth !== null && of > lastMonth)) return 0n
  return share(cost - salvage - writtenOff, nth, lifeMonths)
}

/** Accumulated depreciation at the end of a month, including earlier books; centavos. */
export function writtenOffBy(asset: AssetFields, of: Month): Money {
  const { cost, salvage, writtenOff, lifeMonths, firstMonth, lastMonth } = asset
  const until = lastMonth !== null && lastMonth < of ? lastMonth : of
  const months = Math.max(0, Math.min(monthsFrom(firstMonth, until), lifeMonths))
  return writtenOff + divideRounded((cost - salvage - writtenOff) * BigInt(months), BigInt(lifeMonths))
}

/** The total debits of an entry: of each month, or of the whole prepayment. */
export const recurringAmount = ({ lines }: Pick<RecurringFields, 'lines'>): Money =>
  sum(lines.map(({ debit }) => debit))

/**
 * The lines of an entry in a month; none outside its months. Each line of a prepayment is spread evenly, to the
 * centavo, over the months; the largest credit takes the centavos by which the rounded lines of a month differ.
 */
export function recurringIn({ kind, lines, firstMonth, lastMonth }: RecurringFields, of: Month): RecurringLine[] {
  if (of < firstMonth || (lastMonth !== null && of > lastMonth)) return []
  if (kind !== 'prepayment' || lastMonth === null) return lines
  const [nth, months] = [monthsFrom(firstMonth, of), monthsFrom(firstMonth, lastMonth)]
  const spread = lines.map((line) => ({
    ...line,
    debit: share(line.debit, nth, months),
    credit: share(line.credit, nth, months),
  }))
  const largest = lines.reduce((most, { credit }, i) => (credit > (lines[most]?.credit ?? 0n) ? i : most), 0)
  const odd = differenceOf(spread)
  return spread
    .map((line, i) => (i === largest ? { ...line, credit: line.credit + odd } : line))
    .filter(({ debit, credit }) => debit !== credit)
}

/** A document with a line on prepaid expenses, as a proposal of its prepayment: a year from its month; the expense is to be chosen. */
export function prepaymentOf({
  day,
  number,
  partyName,
  journal,
}: {
  day: Day
  number: string
  partyName: string | null
  journal: readonly { account: string; debit: Money; credit: Money }[]
}): Pick<RecurringFields, 'name' | 'kind' | 'firstMonth' | 'lastMonth' | 'lines'> | null {
  const amount = sum(journal.filter(({ account }) => account === accounts.prepaidExpenses).map(({ debit }) => debit))
  if (amount === 0n) return null
  const firstMonth = monthOf(day)
  return {
    name: [partyName, number].filter(Boolean).join(', ').slice(0, 100),
    kind: 'prepayment',
    firstMonth,
    lastMonth: addMonths(firstMonth, 11),
    lines: [
      { account: '', memo: '', debit: amount, credit: 0n },
      { account: accounts.prepaidExpenses, memo: '', debit: 0n, credit: amount },
    ],
  }
}

type Spread = Pick<RecurringFields, 'kind' | 'firstMonth' | 'lines'>

/** Whether an entry may spread the same document: as much from prepaid expenses, beginning in the same month. */
export function isSamePrepayment(one: Spread, other: Spread): boolean {
  const prepaid = ({ lines }: Spread) =>
    sum(lines.filter(({ account }) => account === accounts.prepaidExpenses).map(({ credit }) => credit))
  return one.kind === 'prepayment' && one.firstMonth === other.firstMonth && prepaid(one) === prepaid(other)
}

/** '11 months of 1,000.00 and 1 month of 1,000.04': the parts of a prepayment; '' for none. */
export function partsOfPrepayment(total: Money, firstMonth: Month, lastMonth: Month): string {
  const months = monthsFrom(firstMonth, lastMonth)
  // A month may still be missing.
  if (total <= 0n || !(months >= 1 && months <= 1200)) return ''
  const parts = Array.from({ length: months }, (_, at) => share(total, at + 1, months))
  return [...Map.groupBy(parts, (part) => part)]
    .map(([part, { length }]) => `${length} ${length === 1 ? 'month' : 'months'} of ${formatMoney(part)}`)
    .join(' and ')
}

/** A month-end journal voucher, ready to record. */
export type Suggestion = {
  reference: string
  title: string
  amount: Money
  fields: Pick<JournalVoucherFields, 'day' | 'reference' | 'memo' | 'reverse' | 'revalues'> & {
    partyId?: string | null
    lines: { account: string; debit: Money; credit: Money; memo: string }[]
  }
}

/** The vouchers of a month end, in the order of the registers; depreciation of all assets is one voucher. */
export function suggestionsFor(
  of: Month,
  {
    recurring,
    assets,
    foreign = [],
  }: { recurring: readonly Recurring[]; assets: readonly Asset[]; foreign?: readonly ForeignMoney[] },
): Suggestion[] {
  const day = endOfMonth(of)
  const entries = recurring.flatMap((entry): Suggestion[] => {
    const lines = recurringIn(entry, of)
    const amount = recurringAmount({ lines })
    if (amount === 0n) return []
    const reference = `R-${entry.no} ${of}`
    const memo = `${entry.name}, ${formatMonth(of)}`
    const { kind, partyId } = entry
    const fields = { day, reference, memo, reverse: kind === 'accrual', revalues: false, partyId, lines }
    return [{ reference, title: entry.name, amount, fields }]
  })
  const worn = assets.flatMap((asset) => {
    // The disposal voucher depreciates the month of the disposal to its date.
    const gone = asset.disposedOn != null && monthOf(asset.disposedOn) <= of
    const amount = gone ? 0n : depreciationIn(asset, of)
    return amount === 0n ? [] : [{ asset, amount }]
  })
  const valued = revaluationOf(of, foreign)
  if (worn.length === 0) return [...entries, ...valued]
  const reference = `DEP ${of}`
  const total = sum(worn.map(({ amount }) => amount))
  const memo = `Depreciation of ${formatMonth(of)}, ${worn.length === 1 ? 'one asset' : `${worn.length} assets`}`
  const lines = [
    ...[...Map.groupBy(worn, ({ asset }) => asset.expenseAccount)]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([account, of]) => ({ account, debit: sum(of.map(({ amount }) => amount)), credit: 0n, memo: '' })),
    ...worn.map(({ asset, amount }) => ({
      account: asset.accumulatedAccount,
      debit: 0n,
      credit: amount,
      memo: `${assetNumber(asset)} ${asset.name}`,
    })),
  ]
  const fields = { day, reference, memo, reverse: false, revalues: false, lines }
  return [...entries, { reference, title: 'Depreciation', amount: total, fields }, ...valued]
}

/** An account in foreign currency at the end of a month. */
export type ForeignMoney = {
  account: string
  name: string
  currency: string
  /** In minor units of its currency. */
  held: Money
  /** The carrying amount in centavos, before revaluation. */
  carried: Money
  /** Pesos for one unit at the end of the month; null until entered. */
  rate: string | null
}

/** 'FX 2026-11' */
export const revaluationReference = (of: Month): string => `FX ${of}`

/** The value at the closing rate less the carrying amount, centavos; zero without a rate. */
export const unrealisedOn = ({ held, carried, rate }: ForeignMoney): Money =>
  rate === null ? 0n : multiplyRate(held, rate) - carried

/**
 * The voucher that revalues foreign currency at the closing rate (PFRS for SMEs 30.9), gains to 7035 and losses to
 * 8025, reversed on the first day of the next month: unrealized differences are in the books only and never taxed (RMC
 * 12-2024), and the cost basis does not change. None if no account has a difference.
 */
function revaluationOf(of: Month, foreign: readonly ForeignMoney[]): Suggestion[] {
  const moved = foreign.map((one) => ({ ...one, by: unrealisedOn(one) })).filter(({ by }) => by !== 0n)
  if (moved.length === 0) return []
  const [day, reference] = [endOfMonth(of), revaluationReference(of)]
  const lines = moved.flatMap(({ account, currency, rate, by }) => {
    const size = by < 0n ? -by : by
    const memo = `${currency} at ${rate ?? ''}`
    const own = { account, debit: by > 0n ? size : 0n, credit: by > 0n ? 0n : size, memo }
    const result = by > 0n ? accounts.unrealisedGain : accounts.unrealisedLoss
    return [own, { account: result, debit: own.credit, credit: own.debit, memo }]
  })
  const memo = `Foreign currency revaluation at the closing rates of ${formatMonth(of)}`
  const fields = { day, reference, memo, reverse: true, revalues: true, lines }
  return [
    {
      reference,
      title: 'Foreign currency revaluation at closing rates',
      amount: sum(lines.map(({ debit }) => debit)),
      fields,
    },
  ]
}

/** 1 for the month itself, 2 for the next one; below 1 for earlier months. */
const monthsFrom = (first: Month, of: Month): number => {
  const count = (each: Month) => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7))
  return count(of) - count(first) + 1
}

/** The nth of several equal shares, which add up exactly. */
const share = (whole: Money, nth: number, of: number): Money =>
  divideRounded(whole * BigInt(nth), BigInt(of)) - divideRounded(whole * BigInt(nth - 1), BigInt(of))
