// A worked example in the documentation, with the entry that the posting rules produce.
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

/** The output of scripts/examples.ts: examples of rounding and VAT, and entries by type of document. */
export type PostedExamples = {
  /** Typed text, and the resulting amount or the reason why it is refused. */
  typed: [typed: string, becomes: string][]
  /** Quantity, unit price, and the amount of the line. */
  lines: [quantity: string, price: string, amount: string][]
  /** The price mode and the amount; then net, VAT and gross. */
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
