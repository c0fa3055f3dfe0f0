// A document type is a value: its fields, its texts and its pure posting rule. The code that saves, reviews, records,
// numbers, mails, prints and voids is shared and asks the type for nothing else.
import type { z } from '../core/zod.ts'
import type { Entry } from '../accounts/journal.ts'
import type { Day } from '../core/date.ts'
import type { Money } from '../core/money.ts'
import type { Effect, StatedEffect } from './effects.ts'
import type { AnyFactRequest, AnyFacts, FactKey, FactRequest, Facts } from './facts.ts'
import type { DocumentWords } from './document-words.ts'
import type { Receipt } from './receipt.ts'
import type { DocumentTypeName } from './words.ts'

/**
 * An error with the path of its field, as in zod: ['lines', 0, 'quantity'], and the document whose recording corrects it,
 * if there is one.
 */
export type FieldMistake = { path: (string | number)[]; message: string; remedy?: 'deposit' }

export type Total = { label: string; amount: Money; emphasis?: 'grand' }

/** The effects of a document on the books and its open items: everything that recording stores. */
export type Posting = {
  day: Day
  partyId: string | null
  /** The name in lists for a document without a registered party. */
  payee?: string
  externalNo: string | null
  dueDay: Day | null
  memo: string
  /** The document's grand total. */
  total: Money
  /** May be later than the document date: a post-dated cheque is posted on the date of the cheque. */
  entry: Entry
  /** The effects besides the entry. Open items equal, per account, the movement of the entry. */
  effects: Effect[]
  totals: Total[]
  /** Warnings that do not block. */
  warnings: string[]
}

export type PostingResult = { ok: true; posting: Posting } | { ok: false; mistakes: FieldMistake[] }

/** Fields as stored and sent; those with a default may be missing, since they were added later. */
export type StoredFields<Schema extends z.ZodMiniType> = z.input<Schema>

export type DocumentType<
  Schema extends z.ZodMiniType = z.ZodMiniType,
  Keys extends FactKey = never,
> = DocumentWords<DocumentTypeName> & {
  fields: Schema
  /** The required facts, from the parsed fields. */
  facts(fields: z.output<Schema>): FactRequest<Keys>
  /** Validates the fields against the facts and returns the posting. Pure. */
  post(fields: z.output<Schema>, facts: Facts<Keys>): PostingResult
  /** Effects of the stored fields alone: links, and data for lists and returns. Verify recomputes them. */
  stated?(fields: StoredFields<Schema>): StatedEffect[]
  /** The document as printed, mailed and shown; `number` is null before it is recorded. */
  receipt(fields: z.output<Schema>, facts: Facts<Keys>, posting: Posting, number: string | null): Receipt
  /** The fields of a further document of the type, recorded in the same transaction; null if there is none. */
  follow?(fields: z.output<Schema>, number: string): z.input<Schema> | null
  /** Whether a void has the document's own date, because another date would move its amounts into another year. */
  isVoidedOnItsDay?: boolean
}

/** Any document type: all keys of facts optional. */
export type AnyDocumentType = Omit<DocumentType, 'facts' | 'post' | 'receipt'> & {
  facts(fields: unknown): AnyFactRequest
  post(fields: unknown, facts: AnyFacts): PostingResult
  receipt(fields: unknown, facts: AnyFacts, posting: Posting, number: string | null): Receipt
}
