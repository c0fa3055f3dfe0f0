// The printed form of a document: one value for screen, PDF and e-mail.
import type { Day } from '../core/date.ts'
import type { Money, UnitPrice } from '../core/money.ts'

export type Receipt = {
  /** 'Sales Invoice' */
  title: string
  number: string | null
  status: 'review' | 'recorded' | 'void'
  day: Day
  /** Printed under the title, e.g. 'Internal copy - not an invoice'. */
  note: string
  company: { name: string; tinLine: string; address: string }
  party: { label: string; name: string; tinLine: string; address: string } | null
  /** Label and value pairs in printed order: invoice number, terms, due date. */
  facts: { label: string; value: string }[]
  /** The lines of the document. */
  lines: { description: string; quantity: string; unitPrice: UnitPrice; vatClass: string; amount: Money }[]
  /** Further tables besides or instead of the lines: the invoices settled by a receipt, the entry of a transfer. */
  tables?: ReceiptTable[] | undefined
  totals: { label: string; amount: Money; emphasis?: 'grand' }[]
  amountInWords: string
  memo: string
  /** The effect of the document on the books. */
  journal: { account: string; name: string; debit: Money; credit: Money }[]
  attachments: string[]
  /** The names under the signature lines; left out if there are none. */
  signatories?: { preparedBy: string; checkedBy: string; approvedBy: string } | undefined
}

/** Cells as printed; numeric columns are right-aligned. */
export type ReceiptTable = { title: string; columns: { label: string; numeric: boolean }[]; rows: string[][] }
