// A kind's form is a value: what is typed on it, how that becomes the fields that are judged, and how its sheet looks.
import type { ReactNode } from 'react'
import type { PartyRole, PartyRow } from '@talaan/contract/parties.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentWords, Total } from '@talaan/ledger/documents/type.ts'
import type { Channel } from './channel.ts'

/** What is typed, as it is typed. A draft keeps { typed }. */
export type Typed = {
  day: string
  /** The party the form was opened with, on forms that name one. */
  arrivedWith?: string
}

/** What a sheet comes to as far as it can be read; the totals stand at its foot. */
export type Figures = { totals: readonly Total[] }

/** The day, and what the form asked the portal for when it opened. */
export type Asked<Given> = { today: Day; given: Given }

export type Judged = {
  /** The input of the kind's schema, in the shapes of the wire. */
  fields: Record<string, unknown>
  /** What is wrong as far as can be told without asking, by places of the sheet and in their order. */
  mistakes: FieldMistake[]
  /** Mistakes that the portal names by the fields sent, renamed by places of the sheet. */
  onSheet: (mistakes: readonly FieldMistake[]) => FieldMistake[]
}

export type FormKind<T extends Typed, Given, F extends Figures> = {
  document: DocumentWords
  /** What the sheet needs before the first keystroke; the draft comes by itself. */
  load: (channel: Channel) => Promise<Given>
  empty: (asked: Asked<Given>) => T
  /** What a draft kept, or null when it holds something else. */
  restored: (fields: Record<string, unknown>) => T | null
  /** The receipt is for one's own files: a new sheet proposes where the last one went. */
  ownReceipt?: boolean
  /** Nothing typed that would be missed. */
  isBlank: (typed: T) => boolean
  /** The sheet of the next document: what is carried over from the last one. */
  next: (last: T, asked: Asked<Given>) => T
  /** The sheet of a like document, without its number; a form that has this offers it after recording. */
  copied?: (recorded: T, asked: Asked<Given>) => T
  /** The sheet of a document like a recorded one, by the fields it was recorded with; null when they are none of the kind. */
  like?: (fields: Record<string, unknown>, party: PartyRow | null, asked: Asked<Given>) => T | null
  /** With the party that was registered meanwhile. */
  arrived?: (typed: T, party: PartyRow) => T
  /** What else a keystroke changes. */
  set?: (typed: T, patch: Partial<T>) => T
  figures: (typed: T, asked: Asked<Given>) => F
  fieldsOf: (typed: T, asked: Asked<Given>) => Judged
  /** For each field, what also mends a mistake about it when it is typed. */
  mendedBy?: Readonly<Record<string, readonly (keyof T & string)[]>>
  /** 'Invoice for Metro Retail Corporation, 1,120.00': how an unfinished one is offered. */
  begunAs: (typed: T, figures: F) => string
  /** Where the receipt goes, or '' for nowhere. */
  receiptTo: (typed: T) => string
  /** What stands before an empty sheet, where one starts with a button. */
  Start?: (props: { form: Form<T, Given, F>; onStart: () => void }) => ReactNode
  /** Whether the sheet still waits for what is chosen there; else it does while it has no draft. */
  waits?: (typed: T) => boolean
  /** The sheet between its head and the attachments. */
  Fields: (props: { form: Form<T, Given, F> }) => ReactNode
}

/** The fields of T that hold a text, the ones that boxes are for. */
export type TextField<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string

/** What fields are handed: what is typed, what is wrong with it, and how to change it. */
export type Form<T extends Typed, Given = unknown, F = unknown> = Asked<Given> & {
  channel: Channel
  typed: T
  figures: F
  /** Sentences by their places: 'day', 'lines.0.quantity'. */
  mistakes: ReadonlyMap<string, string>
  set: (patch: Partial<T>) => void
  update: (change: (typed: T) => T) => void
  /** Properties of a box that tells of events: TextInput, Textarea, NativeSelect. */
  input: (field: TextField<T>) => {
    id: string
    value: string
    error: string | undefined
    onChange: (event: { currentTarget: { value: string } }) => void
    autoComplete: string
  }
  /** Properties of a box that tells what was typed: DayInput, MoneyInput, QuantityInput. */
  typing: (field: TextField<T>) => {
    id: string
    value: string
    error: string | undefined
    onChange: (typed: string) => void
  }
  /** Off to the registration of a customer or supplier, and back with the one registered. */
  register: (role: PartyRole, search: string) => void
}
