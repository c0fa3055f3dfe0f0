// The form of a type of document is a value: its input, the conversion to the document's fields, and its layout.
import type { ReactNode } from 'react'
import type { PartyRole, PartyRow } from '@talaan/contract/parties.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { DocumentWords } from '@talaan/ledger/documents/document-words.ts'
import type { DocumentTypeName } from '@talaan/ledger/documents/words.ts'
import type { Total } from '@talaan/ledger/documents/type.ts'
import type { Channel } from './channel.ts'
import type { Box } from './field.ts'
import type { OpenedFor } from './openedFor.ts'
import type { CheckedForm, FormModel } from './formModel.ts'

/** The input as typed. A draft stores { typed }. */
export type Typed = {
  day: string
  /** The party with which the form was opened, in forms that have a party. */
  arrivedWith?: string
}

/** The totals, as far as they can be read, shown at the bottom of the form. */
export type Figures = { totals: readonly Total[] }

/** The date, and the data loaded when the form opened. */
export type FormContext<Data> = { today: Day; loaded: Data }

/** For the date of the document: the first date after the closed months. */
type OpenFrom = { openFrom?: Day | null }

/** A form spreads these defaults and overrides what is different. */
export type FormDefinition<T extends Typed, Data, F extends Figures> = Omit<
  FormModel<T>,
  'empty' | 'next' | 'fieldsOf'
> & {
  document: DocumentWords<DocumentTypeName>
  /** Loads what the form needs before the first keystroke; the draft is loaded separately. */
  load: (channel: Channel) => Promise<Data>
  empty: (context: FormContext<Data>) => T
  /** The empty form without its suggestions, whose mistakes show which fields are required; by default the empty form. */
  bare?: (context: FormContext<Data>) => T
  /** The receipt is for the company's own files, so a new form suggests the last address. */
  ownReceipt?: boolean
  /** The form of the next document, with the values that are carried over. */
  next: (last: T, context: FormContext<Data>) => T
  /** Whether the user can copy the document, after recording or later. */
  copies: boolean
  /** The selector of the field that gets the focus; the first one by default. */
  startsAt?: string
  /** Fills in the form if the portal opened it for a document of another type, such as the bill that a cheque pays. */
  opened?: (typed: T, document: OpenedFor, party: PartyRow) => T
  /** The same for documents that may have no party, such as the transfer received by a deposit. */
  openedFor?: (typed: T, document: OpenedFor, context: FormContext<Data>) => T
  /** Fills in the party that was registered in the meantime. */
  arrived?: (typed: T, party: PartyRow) => T
  /** Other changes caused by a keystroke. */
  set?: (typed: T, patch: Partial<T>, context: FormContext<Data>) => T
  figures: (typed: T, context: FormContext<Data>) => F
  fieldsOf: (typed: T, context: FormContext<Data>) => CheckedForm
  /** For each field, the other fields whose mistakes are cleared when it changes. */
  fixedBy?: Readonly<Record<string, readonly (keyof T & string)[]>>
  /** The name of a draft: 'Invoice for Metro Retail Corporation, 1,120.00'. */
  begunAs: (typed: T, figures: F) => string
  /** The page before an empty form, if it starts with a button. */
  Start?: (props: { form: Form<T, Data, F>; onStart: () => void }) => ReactNode
  /** Whether that page is still needed; by default, as long as there is no draft. */
  waits?: (typed: T) => boolean
  /** The part of the form between its heading and the attachments. */
  Fields: (props: { form: Form<T, Data, F> }) => ReactNode
}

/** The fields of T that contain a text, for inputs. */
export type TextField<T> = { [K in keyof T]: T[K] extends string ? K : never }[keyof T] & string

/** Passed to fields: the input, its mistakes, and functions that change it. */
export type Form<T extends Typed, Data = unknown, F = unknown> = FormContext<Data> & {
  channel: Channel
  typed: T
  figures: F
  /** Messages by path: 'day', 'lines.0.quantity'. */
  mistakes: ReadonlyMap<string, string>
  set: (patch: Partial<T>) => void
  update: (change: (typed: T) => T) => void
  /** Properties of an input with events: TextInput, Textarea, NativeSelect. Includes those from the table of fields. */
  input: (field: TextField<T>) => Box & {
    id: string
    value: string
    error: string | undefined
    onChange: (event: { currentTarget: { value: string } }) => void
    autoComplete: string
  }
  /** Properties of an input with values: DayInput, MoneyInput, QuantityInput. */
  typing: (field: TextField<T>) => Box &
    OpenFrom & {
      id: string
      value: string
      error: string | undefined
      onChange: (typed: string) => void
    }
  /** Opens the registration of a customer or supplier, and returns with the registered one. */
  register: (role: PartyRole, search: string) => void
}
