// An entry is a balanced set of debits and credits; an unbalanced one cannot be created.
import type { Day } from '../core/date.ts'
import { formatMoney, sum } from '../core/money.ts'
import type { Money } from '../core/money.ts'
import type { PurchaseCategory, VatClass } from '../tax/vat.ts'

/** The five journals; a loose-leaf book is a view of the entries of one of them. */
export type JournalCode = 'SJ' | 'PJ' | 'CRJ' | 'CDJ' | 'GJ'

/** VAT facts frozen on a line when it is posted; reports sum them and never recompute. */
export type LineTax = {
  vatClass: VatClass
  base: Money
  vat: Money
  /** The kind of purchase; sales have none. */
  category?: PurchaseCategory
}

/** Tax withheld at source, frozen on its line: the code, its rate, the base, the tax. */
export type Withheld = { atc: string; rate: string; base: Money; tax: Money }

/** The foreign amount of a line next to its pesos; minor units, on the side of the line. */
export type Foreign = { currency: string; amount: Money }

export type Line = {
  account: string
  debit: Money
  credit: Money
  memo?: string
  partyId?: string
  tax?: LineTax
  withheld?: Withheld
  foreign?: Foreign
}

export type Entry = {
  journal: JournalCode
  day: Day
  memo: string
  lines: Line[]
}

/** Optional details of a line besides its account and amount. */
export type LineExtras = Pick<Line, 'memo' | 'partyId' | 'tax' | 'withheld' | 'foreign'>

/**
 * A balanced entry. Zero lines are dropped, nothing is merged or reordered. Throws when the lines do not balance: a
 * posting rule that cannot balance is a bug, never a user error.
 */
export function entry(journal: JournalCode, day: Day, memo: string, ...lines: Line[]): Entry {
  const made = { journal, day, memo, lines: lines.filter((line) => line.debit !== 0n || line.credit !== 0n) }
  assertBalanced(made)
  return made
}

/** A debit of `amount` minor units. Throws on a negative amount: use a credit instead. */
export function debit(account: string, amount: Money, extras: LineExtras = {}): Line {
  return { account, debit: positive(amount), credit: 0n, ...extras }
}

/** A credit of `amount` minor units. Throws on a negative amount: use a debit instead. */
export function credit(account: string, amount: Money, extras: LineExtras = {}): Line {
  return { account, debit: 0n, credit: positive(amount), ...extras }
}

/** The reversal of an entry: sides swapped, frozen taxes negated, so that every balance and tax sum is restored. */
export function reversal(undone: Entry, day: Day, memo: string): Entry {
  const lines = undone.lines.map((line) => ({
    ...line,
    debit: line.credit,
    credit: line.debit,
    ...(line.tax && { tax: { ...line.tax, base: -line.tax.base, vat: -line.tax.vat } }),
    ...(line.withheld && { withheld: { ...line.withheld, base: -line.withheld.base, tax: -line.withheld.tax } }),
  }))
  return entry(undone.journal, day, memo, ...lines)
}

/** Throws unless debits equal credits, with at least two lines of one side each, and names the difference. */
export function assertBalanced({ lines, memo }: Entry): void {
  const debits = sum(lines.map((line) => line.debit))
  const credits = sum(lines.map((line) => line.credit))
  if (debits > credits) throw new Unbalanced(`Debits exceed credits by ${formatMoney(debits - credits)} in '${memo}'.`)
  if (credits > debits) throw new Unbalanced(`Credits exceed debits by ${formatMoney(credits - debits)} in '${memo}'.`)
  if (lines.length < 2) throw new Unbalanced(`The entry '${memo}' has no amount.`)
  const odd = lines.find((line) => line.debit < 0n || line.credit < 0n || (line.debit !== 0n && line.credit !== 0n))
  if (odd)
    throw new Unbalanced(
      `The line for account ${odd.account} in '${memo}' must have either a positive debit or a positive credit.`,
    )
}

/** An entry that does not balance. */
export class Unbalanced extends Error {
  override name = 'Unbalanced'
}

function positive(amount: Money): Money {
  if (amount < 0n) throw new RangeError(`A debit or credit cannot be negative: ${formatMoney(amount)}.`)
  return amount
}
