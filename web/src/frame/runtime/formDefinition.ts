// A kind's form is a value: what is typed on it, how that becomes the fields that are judged, and how its sheet looks.
import type { ReactNode } from 'react'
import type { PartyRole, PartyRow } from '@talaan/contract/parties.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentWords } from '@talaan/ledger/documents/document-words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import type { Channel } from './channel.ts'
import type { Box } from './field.ts'
import type { Judged, Sheet } from './sheet.ts'

/** What is typed, as it is typed. A draft keeps { typed }. */
export type Typed = {
  day: string
  /** The party the form was opened with, on forms that name one. */
  arrivedWith?: string
}

/** What a sheet comes to as far as it can be read; the totals stand at its foot. */
export type Figures = { totals: readonly Total[] }

/** The day, and what the form asked the portal for when it opened. */
export type FormContext<Data> = { today: Day; given: Data }

/** A form spreads its sheet and says what it does otherwise. */
export type FormDefinition<T extends Typed, Data, F extends Figures> = Omit<Sheet<T>, 'empty' | 'next' | 'fieldsOf'> & {
  document: DocumentWords<DocumentTypeName>
  /** What the sheet needs before the first keystroke; the draft comes by itself. */
  load: (channel: Channel) => Promise<Data>
  empty: (asked: FormContext<Data>) => T
  /** The receipt is for one's own files: a new sheet suggests where the last one went. */
  ownReceipt?: boolean
  /** The sheet of the next document: what is carried over from the last one. */
  next: (last: T, asked: FormContext<Data>) => T
  /** Whether a like document is offered after recording, and opened from a recorded one. */
  copies: boolean
  /** With the party that was registered meanwhile. */
  arrived?: (typed: T, party: PartyRow) => T
  /** What else a keystroke changes. */
  set?: (typed: T, patch: Partial<T>, asked: FormContext<Data>) => T
  figures: (typed: T, asked: FormContext<Data>) => F
  fieldsOf: (typed: T, asked: FormContext<Data>) => Judged
  /** For each field, what also mends a mistake about it when it is typed. */
  fixedBy?: Readonly<Record<string, readonly (keyof T & string)[]>>
  /** 'Invoice for Metro Retail Corporation, 1,120.00': how an unfinished one is offered. */
  begunAs: (typed: T, figures: F) => string
  /** What stands before an empty sheet, where one starts with a button. */
  Start?: (props: { form: Form<T, Data, F>; onStart: () => void }) => ReactNode
  /** Whether the sheet still waits for what is chosen there; else it does while it has no draft. */
  waits?: (typed: T) => boolean
  /** The sheet between its head and the attachments. */
  Fields: (props: { form: Form<T, Data, F> }) => ReactNode
}

/** The fields of T that hold a text, the ones that boxes are for. */
export type TextField<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string

/** What fields are handed: what is typed, what is wrong with it, and how to change it. */
export type Form<T extends Typed, Data = unknown, F = unknown> = FormContext<Data> & {
  channel: Channel
  typed: T
  figures: F
  /** Sentences by their places: 'day', 'lines.0.quantity'. */
  mistakes: ReadonlyMap<string, string>
  set: (patch: Partial<T>) => void
  update: (change: (typed: T) => T) => void
  /** Properties of a box that tells of events: TextInput, Textarea, NativeSelect. What the table says of it is among them. */
  input: (field: TextField<T>) => Box & {
    id: string
    value: string
    error: string | undefined
    onChange: (event: { currentTarget: { value: string } }) => void
    autoComplete: string
  }
  /** Properties of a box that tells what was typed: DayInput, MoneyInput, QuantityInput. */
  typing: (field: TextField<T>) => Box & {
    id: string
    value: string
    error: string | undefined
    onChange: (typed: string) => void
  }
  /** Off to the registration of a customer or supplier, and back with the one registered. */
  register: (role: PartyRole, search: string) => void
}
