// What stands on the two sides of a reconciliation: the bank's lines, the lines of our books on the same account, and
// documents that the bank may have settled before the books know of it.
import type { Day } from '../../core/date.ts'
import type { OpenItem, WithholdingCode } from '../../documents/facts.ts'
import type { DocumentTypeName } from '../../documents/words.ts'
import type { FilingRate } from '../../tax/rates.ts'
import type { Money } from '../../core/money.ts'
import type { StatementLine } from '../formats/statement.ts'
import type { RuleFields } from './rule.ts'

/** A line of a bank statement that has been stored. Money in is positive, money out negative, in the account's currency. */
export type BankLine = Pick<StatementLine, 'day' | 'amount' | 'description' | 'position'> & {
  id: string
  reference: string | null
  chequeNo: string | null
}

/** A line of our books on the account that no bank line was matched with yet; signs as those of bank lines. */
export type BookLine = {
  /** '1203/2' is the second line of entry 1203; an item from before the books has its id. */
  key: string
  day: Day
  amount: Money
  /** Null for what was outstanding already when reconciling began. */
  document: { id: string; kind: DocumentTypeName; number: string } | null
  /** The leaf of ours that it is paid with. */
  chequeNo: string | null
  /** Numbers that a bank may repeat: of slips, transfers, papers. */
  references: readonly string[]
  /** Whom it is about; '' where that is nobody. */
  party: string
  memo: string
  /** When the bank of the other side of a transfer booked it, where that is matched already. */
  otherSide: { account: string; day: Day } | null
}

/** A document whose balance the bank may have moved: an invoice that was paid in, a bill that was debited. */
export type OpenDocument = Pick<OpenItem, 'documentId' | 'number' | 'day' | 'dueDay' | 'open' | 'net' | 'vat'> & {
  side: 'receivable' | 'payable'
  partyId: string
  party: string
  /** Whether the payer withholds VAT as well (NIRC section 114(C)). */
  government: boolean
}

/** A line of the statement of another account of ours that is not matched yet: it may be the other end of a transfer. */
export type ElsewhereLine = Pick<BankLine, 'id' | 'day' | 'amount' | 'reference'> & { account: string; name: string }

/** What people decided on this account so far, which later suggestions lean on. */
export type Memory = {
  /** By `descriptionKey`: how often lines of such a text were matched with a party or recorded as an adjustment. */
  confirmed: ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Suggestions that were turned down for a line, as `refusalKey` says; they are never offered again. */
  refused: ReadonlySet<string>
}

export const nothingRemembered: Memory = { confirmed: new Map(), refused: new Set() }

/** By what others keep back of what we are paid, as dated rows: customers by codes, banks from interest. */
export type WithheldFromUs = {
  codes: readonly WithholdingCode[]
  rates: readonly FilingRate[]
  /** Whether government offices keep back VAT, or percentage tax. */
  vatRegistered: boolean
}

export type Sides = {
  account: { code: string; name: string; currency: string }
  bank: readonly BankLine[]
  books: readonly BookLine[]
  open: readonly OpenDocument[]
  elsewhere: readonly ElsewhereLine[]
  memory: Memory
  taxes: WithheldFromUs
  /** What accountants said of lines like some: rules that are not retired. */
  rules?: readonly RuleFields[]
}

/** A suggestion as it is refused: by the line, and by what it would be matched with or recorded as. */
export const refusalKey = (lineId: string, { books, record }: { books: readonly string[]; record: Recording | null }) =>
  `${lineId} ${[...books].toSorted().join('+')} ${record === null ? '' : `${record.kind}:${record.what}`}`

/** What has to be recorded before the lines can be matched: fields of a document, ready for its review. */
export type Recording = {
  kind: DocumentTypeName
  /** Names it among the recordings of a line: the type of the adjustment, or the documents that are settled. */
  what: string
  fields: Record<string, unknown>
}
