// A document type is a value: its fields, its words and its pure posting rule. The machinery that saves, reviews,
// records, numbers, mails, prints and voids is written once and asks the type for nothing else.
import type { z } from '../core/zod.ts'
import type { Entry } from '../accounts/journal.ts'
import type { Day } from '../core/date.ts'
import type { Money } from '../core/money.ts'
import type { Effect, StatedEffect } from './effects.ts'
import type { AnyFactRequest, AnyFacts, FactKey, FactRequest, Facts } from './facts.ts'
import type { DocumentWords } from './document-words.ts'
import type { Receipt } from './receipt.ts'
import type { DocumentTypeName } from './words.ts'

/** A mistake that names its field by path, as zod does: ['lines', 0, 'quantity']. */
export type FieldMistake = { path: (string | number)[]; message: string }

export type Total = { label: string; amount: Money; emphasis?: 'grand' }

/** What a document does to the books and to its open items: everything that recording will store. */
export type Posting = {
  day: Day
  partyId: string | null
  /** Whom it names in lists when it names no party of the register. */
  payee?: string
  externalNo: string | null
  dueDay: Day | null
  memo: string
  /** The document's grand total. */
  total: Money
  /** Its day may be later than the document's: a post-dated cheque is posted on the day of the cheque. */
  entry: Entry
  /** What it does beyond the entry. Open items add up, per account, to what the entry moves there. */
  effects: Effect[]
  totals: Total[]
  /** Sentences that do not block but deserve a look. */
  warnings: string[]
}

export type PostingResult = { ok: true; posting: Posting } | { ok: false; mistakes: FieldMistake[] }

/** Fields as they are stored and sent; those with a default may not be there, since they were added later. */
export type StoredFields<Schema extends z.ZodMiniType> = z.input<Schema>

export type DocumentType<
  Schema extends z.ZodMiniType = z.ZodMiniType,
  Keys extends FactKey = never,
> = DocumentWords<DocumentTypeName> & {
  fields: Schema
  /** The facts to look up, read from the parsed fields. */
  facts(fields: z.output<Schema>): FactRequest<Keys>
  /** Judges the fields against the facts and says what would be posted. Pure. */
  post(fields: z.output<Schema>, facts: Facts<Keys>): PostingResult
  /** What follows from the stored fields alone: links, and what lists and returns look for. Verify asks again. */
  stated?(fields: StoredFields<Schema>): StatedEffect[]
  /** The document as it is printed, mailed and shown; `number` is null before it is recorded. */
  receipt(fields: z.output<Schema>, facts: Facts<Keys>, posting: Posting, number: string | null): Receipt
  /** The fields of a further document of the type that is recorded in the same transaction; null where there is none. */
  follow?(fields: z.output<Schema>, number: string): z.input<Schema> | null
  /** Whether a void has the document's own day, because another day would bring its amounts into another year. */
  isVoidedOnItsDay?: boolean
}

/** Some type of document: of the keys of facts it asks for those that it has. */
export type AnyDocumentType = Omit<DocumentType, 'facts' | 'post' | 'receipt'> & {
  facts(fields: unknown): AnyFactRequest
  post(fields: unknown, facts: AnyFacts): PostingResult
  receipt(fields: unknown, facts: AnyFacts, posting: Posting, number: string | null): Receipt
}
