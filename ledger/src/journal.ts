// An entry is a balanced set of debits and credits; what cannot balance cannot be made.
import type { Day } from './day.ts'
import type { Money } from './money.ts'
import type { VatClass } from './tax.ts'

/** The five journals; a loose-leaf book is a view of the entries of one of them. */
export type JournalCode = 'SJ' | 'PJ' | 'CRJ' | 'CDJ' | 'GJ'

/** Tax facts resolved and frozen on a line when it is posted; reports sum them and never recompute. */
export type LineTax = {
  vatClass: VatClass
  base: Money
  vat: Money
  atc?: string
  ewtBase?: Money
  ewt?: Money
}

export type Line = {
  account: string
  debit: Money
  credit: Money
  memo?: string
  partyId?: string
  tax?: LineTax
}

export type Entry = {
  journal: JournalCode
  day: Day
  memo: string
  lines: Line[]
}
