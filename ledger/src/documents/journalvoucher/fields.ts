// The fields of a journal voucher, filled in by a form and validated by the server.
import { z } from '../../core/zod.ts'
import { accounts } from '../../accounts/chart.ts'
import { addMonths, day, monthOf, startOfMonth } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { accountCode, fieldSet, memo, optionalText } from '../../core/fields.ts'
import { formatMoney, money, sum } from '../../core/money.ts'
import type { Money } from '../../core/money.ts'
import type { AccountFact } from '../facts.ts'

export const maximumVoucherLines = 200

const amount = money.check(
  z.refine((figure) => figure >= 0n, 'Enter the amount without a minus sign, as a debit or a credit.'),
)

const voucherLine = fieldSet({
  account: accountCode,
  debit: z._default(amount, 0n),
  credit: z._default(amount, 0n),
  memo: optionalText('explanation of the line', 200),
  /** On an open-item account: the document whose item this line settles; null opens an item of the voucher. */
  settles: z._default(z.nullable(z.uuid('Choose the document from the list.').check(z.toLowerCase())), null),
  /** The movement of a foreign account in its own minor units, on the side of the line. */
  foreign: z._default(
    z.nullable(
      money.check(
        z.refine((figure) => figure > 0n, 'Enter an amount of more than zero in the currency of the account.'),
      ),
    ),
    null,
  ),
}).check(
  z.refine((line) => (line.debit === 0n) !== (line.credit === 0n), {
    path: ['debit'],
    error: 'Enter either a debit or a credit.',
  }),
)

export const journalVoucherFields = fieldSet({
  day,
  /** Unique: a second voucher with the same reference is refused. */
  reference: optionalText('reference', 60),
  /** The party of an opened item. */
  partyId: z._default(z.nullable(z.uuid('Choose a customer or supplier from the list.').check(z.toLowerCase())), null),
  lines: z.array(voucherLine, 'Enter the lines of the entry.').check(
    z.minLength(2, 'An entry needs at least two lines. Add a line.'),
    z.maxLength(
      maximumVoucherLines,
      `A journal voucher can have at most ${maximumVoucherLines} lines. Enter the rest in another voucher.`,
    ),
    z.refine((lines) => differenceOf(lines) === 0n, {
      // An invalid amount is still text, and has its own message.
      when: ({ value }) => areRead(value),
      error: ({ input }) => balanceSentence(differenceOf(input as readonly Sides[])),
    }),
  ),
  /** Whether a reversing voucher follows. */
  reverse: z._default(z.boolean('Choose whether the entry is reversed.'), false),
  /** Its date; null for the first day of the next month. */
  reverseOn: z._default(z.nullable(day), null),
  /** Revalues foreign currency at a closing rate: the pesos change, but no foreign amount moves. */
  revalues: z._default(z.boolean('Choose whether the entry is only a revaluation of foreign currency.'), false),
  /** The number of the reversed voucher. */
  reverses: z._default(
    z.nullable(z.string().check(z.regex(/^JV-\d{4}-\d{6}$/, 'Enter a number such as JV-2026-000001.'))),
    null,
  ),
  memo: memo.check(z.refine((text) => text !== '', 'Enter an explanation; it is printed in the general journal.')),
})

export type JournalVoucherFields = z.output<typeof journalVoucherFields>

export type VoucherLine = JournalVoucherFields['lines'][number]

export type Sides = { debit: Money; credit: Money }

const areRead = (lines: unknown): lines is Sides[] =>
  Array.isArray(lines) &&
  lines.every((line: Partial<Sides> | null) => typeof line?.debit === 'bigint' && typeof line.credit === 'bigint')

/** Debits less credits, in centavos; zero when the lines balance. */
export const differenceOf = (lines: readonly Sides[]): Money => sum(lines.map((line) => line.debit - line.credit))

/** The message for lines out of balance by this amount. */
export function balanceSentence(difference: Money): string {
  const size = formatMoney(difference < 0n ? -difference : difference)
  const [more, less] = difference > 0n ? ['Debits', 'credits'] : ['Credits', 'debits']
  return `${more} exceed ${less} by ${size}. Correct a line, or add ${size} to the ${less}.`
}

/** Whether a line may use the account: not a fund, which moves by its counts, and no inactive account. */
export const takesVoucher = ({ code }: Pick<AccountFact, 'code'>): boolean => code !== accounts.pettyCash

/** The first day of the next month, the usual date of an accrual's reversal. */
export const reversalDay = (of: Day): Day => startOfMonth(addMonths(monthOf(of), 1))

export const reversedOn = ({ day: of, reverseOn }: { day: Day; reverseOn: Day | null }): Day =>
  reverseOn ?? reversalDay(of)
