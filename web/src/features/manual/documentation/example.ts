// What the documentation shows of a worked example: the entry that the rules post for it.
import type { Withheld } from '@talaan/ledger/accounts/journal.ts'
import type { Money } from '@talaan/ledger/core/money.ts'

export type EntryRow = {
  account: string
  name: string
  debit: Money
  credit: Money
  /** The amount in foreign currency. */
  foreign?: { currency: string; amount: Money } | undefined
  frozen: { words: string; base: Money; vat: Money } | null
  withheld: Withheld | null
}

export type Example = { title: string; text: string; rows: EntryRow[] }

/** All that scripts/examples.ts writes: rounding and VAT by examples, and entries by the documents that make them. */
export type PostedExamples = {
  /** What is typed, and the amount it becomes or why it is refused. */
  typed: [typed: string, becomes: string][]
  /** Quantity, unit price, and the amount of the line. */
  lines: [quantity: string, price: string, amount: string][]
  /** Given mode and amount: net, VAT and gross. */
  vat: string[][]
  spread: { total: string; parts: string[]; lineByLine: string }
} & Record<
  | 'invoices'
  | 'creditMemos'
  | 'bills'
  | 'pettyCash'
  | 'collections'
  | 'payments'
  | 'deposits'
  | 'withdrawals'
  | 'transfers'
  | 'cheques',
  Example[]
> & { voids: EntryRow[] }
