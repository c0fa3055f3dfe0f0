// What the server knows of an effect of a document: how it is written, undone and verified.
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { EffectName, EffectOf, StatedEffect } from '@talaan/ledger/documents/effects.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Entry } from '@talaan/ledger/accounts/journal.ts'
import type { Receipt } from '@talaan/ledger/documents/receipt.ts'
import type { Part } from '../../platform/db/one-statement.ts'
import type { Tables } from '../../platform/db/tables.ts'

/** The document that is recorded. */
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

/** The document that is voided, and its entry as it was posted. */
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
   * Parts of the one statement that records. Also asked where the document has no such effect: the statement is the same
   * one however many items there are, so that the database prepares it once. Undefined where there is nothing to write.
   */
  write(effects: readonly EffectOf<Name>[], recording: Recording): Record<string, Part> | undefined
  /** Selects the `number` of each document, not void itself, that depends on the effect: these refuse the void. */
  dependants?(documentId: string): RawBuilder<{ number: string }>
  /** Throws what refuses the void for another reason. */
  assertCanBeVoided?(trx: Transaction<Tables>, documentId: string): Promise<void>
  /** Takes the effect back, where the document has it. */
  undo?(trx: Transaction<Tables>, voiding: Voiding): Promise<void>
  /** Questions of verify by their names, each selecting what is wrong as `problem`. */
  questions?: Record<string, Question>
}

export type StatedName = StatedEffect['effect']

/** Effects that the stored fields of a document state. */
export type Stated<Name extends StatedName> = { documentId: string; effects: readonly EffectOf<Name>[] }

export type StatedInBooks<Name extends StatedName> = EffectInBooks<Name> & {
  /** Reads the effects of documents back from their rows, so that verify can compare them with what the fields state. */
  stored(db: Kysely<Tables>, stated: readonly Stated<Name>[]): Promise<{ documentId: string; effect: EffectOf<Name> }[]>
}
