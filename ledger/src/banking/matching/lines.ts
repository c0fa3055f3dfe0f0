// The two sides of a reconciliation: the bank lines, the book lines of the same account, and documents that may have
// been paid before they were recorded as such.
import type { Day } from '../../core/date.ts'
import type { OpenItem, WithholdingCode } from '../../documents/facts.ts'
import type { DocumentTypeName } from '../../documents/words.ts'
import type { FilingRate } from '../../tax/rates.ts'
import type { Registration } from '../../tax/registrations.ts'
import type { Money } from '../../core/money.ts'
import type { StatementLine } from '../formats/statement.ts'
import type { RuleFields } from './rule.ts'

/** A stored bank statement line. Money in is positive, money out negative, in the account's currency. */
export type BankLine = Pick<StatementLine, 'day' | 'amount' | 'description' | 'position'> & {
  id: string
  reference: string | null
  chequeNo: string | null
}

/** An unmatched book line of the account; signs as for bank lines. */
export type BookLine = {
  /** '1203/2' is the second line of entry 1203; an item from before the books has its id. */
  key: string
  day: Day
  amount: Money
  /** Null for items outstanding when reconciling began. */
  document: { id: string; kind: DocumentTypeName; number: string } | null
  /** The leaf of the issued cheque. */
  chequeNo: string | null
  /** Numbers that a bank may repeat: of slips, transfers, documents. */
  references: readonly string[]
  /** The party; '' for none. */
  party: string
  memo: string
  /** The booking date at the other bank of a transfer, if matched there. */
  otherSide: { account: string; day: Day } | null
}

/** An open document that the bank line may settle: an invoice, or a bill paid by debit. */
export type OpenDocument = Pick<OpenItem, 'documentId' | 'number' | 'day' | 'dueDay' | 'open' | 'net' | 'vat'> & {
  side: 'receivable' | 'payable'
  partyId: string
  party: string
  /** Whether the payer also withholds VAT (NIRC section 114(C)). */
  government: boolean
}

/** An unmatched statement line of another account: it may be the other end of a transfer. */
export type ElsewhereLine = Pick<BankLine, 'id' | 'day' | 'amount' | 'reference'> & { account: string; name: string }

/** Earlier decisions on this account, used for later suggestions. */
export type Memory = {
  /** By `descriptionKey`: how often lines of such a text were matched with a party or recorded as an adjustment. */
  confirmed: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Rejected suggestions for a line, by `refusalKey`; they are never offered again. */
  refused: ReadonlySet<string>
}

export const nothingRemembered: Memory = { confirmed: new Map(), refused: new Set() }

/** Deductions by others from payments to us, as dated rows: customers by codes, banks from interest. */
export type WithheldFromUs = {
  codes: readonly WithholdingCode[]
  rates: readonly FilingRate[]
  /** They tell whether government offices withhold VAT, or percentage tax. */
  registrations: readonly Registration[]
}

export type Sides = {
  account: { code: string; name: string; currency: string }
  bank: readonly BankLine[]
  books: readonly BookLine[]
  open: readonly OpenDocument[]
  elsewhere: readonly ElsewhereLine[]
  memory: Memory
  taxes: WithheldFromUs
  /** Rules of accountants for similar lines, without retired ones. */
  rules?: readonly RuleFields[]
}

/** The key of a rejected suggestion: the line, and its match or recording. */
export const refusalKey = (lineId: string, { books, record }: { books: readonly string[]; record: Recording | null }) =>
  `${lineId} ${[...books].toSorted().join('+')} ${record === null ? '' : `${record.kind}:${record.what}`}`

/** A document to record before the lines can be matched: its fields, ready for review. */
export type Recording = {
  kind: DocumentTypeName
  /** Identifies it among the recordings of a line: the type of the adjustment, or the settled documents. */
  what: string
  fields: Record<string, unknown>
}
