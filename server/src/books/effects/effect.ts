// The server's part of a document effect: how it is written, reversed and verified.
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { EffectName, EffectOf, StatedEffect } from '@talaan/ledger/documents/effects.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Entry } from '@talaan/ledger/accounts/journal.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import type { Part } from '../../platform/db/one-statement.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The document being recorded. */
export type Recording = {
  documentId: string
  entry: Entry
  receipt: Receipt
  recordedBy: string
  /** ISO, UTC, milliseconds; and the same moment in milliseconds. */
  at: string
  now: number
  mailFrom: string
}

/** The voided document, and its posted entry. */
export type Voiding = {
  documentId: string
  entry: Entry
  day: Day
  reason: string
  voidedBy: string
  at: string
}

export type Question = RawBuilder<{ problem: string }>

export type EffectInBooks<Name extends EffectName> = {
  /**
   * Parts of the single recording statement. Included even if the document has no such effect: the statement is the
   * same for any number of items, so that the database prepares it once. Undefined if there is nothing to write.
   */
  write(effects: readonly EffectOf<Name>[], recording: Recording): Record<string, Part> | undefined
  /** Selects the `number` of each document, not void itself, that depends on the effect: these block the void. */
  dependants?(documentId: string): RawBuilder<{ number: string }>
  /** Throws any other reason to refuse the void. */
  assertCanBeVoided?(trx: Transaction<Tables>, documentId: string): Promise<void>
  /** Reverses the effect, if the document has it. */
  undo?(trx: Transaction<Tables>, voiding: Voiding): Promise<void>
  /** The verify queries by name, each selecting the fault as `problem`. */
  questions?: Record<string, Question>
}

export type StatedName = StatedEffect['effect']

/** The effects stated by the stored fields of a document. */
export type Stated<Name extends StatedName> = { documentId: string; effects: readonly EffectOf<Name>[] }

export type StatedInBooks<Name extends StatedName> = EffectInBooks<Name> & {
  /** Reads the effects of documents from their rows, so that verify can compare them with the fields. */
  stored(db: Kysely<Tables>, stated: readonly Stated<Name>[]): Promise<{ documentId: string; effect: EffectOf<Name> }[]>
}
