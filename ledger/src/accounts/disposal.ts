// Disposal of an asset by sale, scrapping or loss: one voucher depreciates it to the date, removes it from the books,
// and posts the carrying amount against the invoice to the buyer.
import { z } from '../core/zod.ts'
import { accounts } from './chart.ts'
import { addMonths, day, endOfMonth, formatDay, formatMonth, monthOf } from '../core/date.ts'
import type { Day, Month } from '../core/date.ts'
import { isClosed } from './closing.ts'
import type { FieldMistake } from '../documents/type.ts'
import { accountCode, fieldSet } from '../core/fields.ts'
import { divideRounded } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import { assetNumber, depreciationIn, writtenOffBy } from './month-end.ts'
import type { Asset, AssetFields, Suggestion } from './month-end.ts'

export const disposalReasons = ['sold', 'scrapped', 'lost'] as const
export type DisposalReason = (typeof disposalReasons)[number]
export const disposalWords = { sold: 'Sold', scrapped: 'Scrapped', lost: 'Lost' } satisfies Record<
  DisposalReason,
  string
>

export const disposalFields = fieldSet({
  day,
  reason: z.enum(disposalReasons, 'Choose whether the asset was sold, scrapped or lost.'),
  /** The sales invoice to the buyer, with its VAT; only for a sale. */
  invoiceId: z._default(z.nullable(z.uuid('Choose the sales invoice from the list.').check(z.toLowerCase())), null),
  /** The account of its cost. */
  costAccount: accountCode,
}).check(
  z.refine(({ reason, invoiceId }) => reason !== 'sold' || invoiceId !== null, {
    path: ['invoiceId'],
    error: `Choose the sales invoice issued to the buyer. It must have a line on account ${accounts.disposals}.`,
  }),
  z.refine(({ reason, invoiceId }) => reason === 'sold' || invoiceId === null, {
    path: ['invoiceId'],
    error: 'A sales invoice can be chosen only if the asset was sold. Clear this field.',
  }),
)
export type DisposalFields = z.output<typeof disposalFields>

/** A disposal with its number in the register and the number of the buyer's invoice. */
export type Disposal = DisposalFields & { no: number; invoiceNumber: string | null }

/** 'DIS-2', the reference of a disposal voucher. */
export const disposalReference = ({ no }: Pick<Disposal, 'no'>): string => `DIS-${no}`

/** The cost account of an accumulated depreciation account: 1550 for 1551. */
export const costAccountOf = (accumulatedAccount: string): string =>
  /^\d{3}1$/.test(accumulatedAccount) ? `${accumulatedAccount.slice(0, 3)}0` : ''

/**
 * The figures of an asset at disposal, in centavos: the depreciation of its last month up to and including the date, by
 * days of the month (PFRS for SMEs 17.20: it ends when the asset is derecognized), the accumulated depreciation, and
 * the carrying amount, which is never negative.
 */
export function disposalFigures(asset: AssetFields, of: Day): { worn: Money; writtenOff: Money; carried: Money } {
  const month = monthOf(of)
  const days = (each: Day) => BigInt(Number(each.slice(8)))
  const worn = divideRounded(depreciationIn(asset, month) * days(of), days(endOfMonth(month)))
  const writtenOff = writtenOffBy(asset, addMonths(month, -1)) + worn
  return { worn, writtenOff, carried: asset.cost - writtenOff }
}

/**
 * The voucher of a disposal (PFRS for SMEs 17.27 to 17.30): depreciation to the date, cost and accumulated depreciation
 * removed, and the carrying amount posted to 7040, which also has the buyer's invoice without VAT: together they are
 * the gain or loss. Its amount is the total of each side, in centavos.
 */
export function disposalSuggestion(asset: Asset, disposal: Disposal): Suggestion {
  const { worn, writtenOff, carried } = disposalFigures(asset, disposal.day)
  const memo = `${assetNumber(asset)} ${asset.name}`
  const side = (account: string, debit: Money, credit: Money) => ({ account, debit, credit, memo })
  const lines = [
    side(asset.expenseAccount, worn, 0n),
    side(asset.accumulatedAccount, 0n, worn),
    side(asset.accumulatedAccount, writtenOff, 0n),
    side(accounts.disposals, carried, 0n),
    side(disposal.costAccount, 0n, asset.cost),
  ].filter(({ debit, credit }) => debit + credit > 0n)
  const sold = disposal.invoiceNumber === null ? '' : ` with ${disposal.invoiceNumber}`
  return {
    reference: disposalReference(disposal),
    title: `Disposal of ${asset.name}`,
    amount: worn + asset.cost,
    fields: {
      day: disposal.day,
      reference: disposalReference(disposal),
      memo: `${memo}: ${disposalWords[disposal.reason].toLowerCase()}${sold}`,
      reverse: false,
      revalues: false,
      lines,
    },
  }
}

type Known = {
  today: Day
  closedMonths: ReadonlySet<Month>
  /** The months with recorded depreciation of the asset. */
  recorded: readonly Month[]
  /** The voucher of its disposal, if any. */
  voucher: string | null
}

/** Errors of a disposal with their fields; empty when it is allowed. */
export function disposalMistakes(
  asset: Asset,
  { day: of }: Pick<DisposalFields, 'day'>,
  { today, closedMonths, recorded, voucher }: Known,
): FieldMistake[] {
  const named = `${assetNumber(asset)} ${asset.name}`
  const last = recorded.toSorted().at(-1)
  const message =
    voucher !== null
      ? `${named} was already disposed of in ${voucher}. Void that voucher first.`
      : of < asset.acquiredOn
        ? `${named} was acquired on ${formatDay(asset.acquiredOn)}. Enter that date or a later one.`
        : of > today
          ? 'The disposal date is in the future. Enter today or an earlier date.'
          : isClosed(monthOf(of), closedMonths)
            ? `${formatMonth(monthOf(of))} is closed. Choose a date in an open month.`
            : last !== undefined && last >= monthOf(of)
              ? `Depreciation of ${named} is recorded up to ${formatMonth(last)}. Void the depreciation from ${formatMonth(monthOf(of))} on (DEP ${monthOf(of)}), or choose a later date.`
              : null
  return message === null ? [] : [{ path: ['day'], message }]
}
