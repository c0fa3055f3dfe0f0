// A field of a sheet is a value: what its box says, how it begins, what drafts, the next sheet and copies take over, and how it is
// read. The kinds of fields are functions; a field unlike the others overrides what it does otherwise.
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { formatDay, type Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { below } from './below.ts'
import type { readTyped } from './typed.ts'

export type Path = FieldMistake['path']
export type Reading = ReturnType<typeof readTyped>

/** What a box is handed besides its value. */
export type Box = {
  label: string
  /** Of a day or an account: help while nothing is entered. */
  hint?: string
  /** Of a select. */
  data?: { value: string; label: string }[]
  size?: 'md'
  spellCheck?: false
} & Partial<ReturnType<typeof below>>

// Methods rather than functions, so that a Field<string> is a Field<unknown>.
export type Field<V> = {
  box: Box
  empty(today: Day): V
  /** The value a draft saved; anything else counts as nothing typed. */
  restore(saved: unknown): V
  /** Nothing is typed that would be missed. */
  isBlank(value: V, typed: Readonly<Record<string, unknown>>): boolean
  /** The next document begins with it. */
  carriedOver: boolean
  /** A copy keeps it, keeps it only while it is a copy of the same day, or clears it. */
  onCopy: 'keep' | 'sameDay' | 'clear'
  /** The name of the document's field, if it is another one; null when only the screen needs it. */
  sentAs?: string | null
  /** The document's field; what cannot be read is reported to `read` with its path. */
  read(value: V, read: Reading, path: Path): unknown
  /** The field of a recorded document as it would be typed. */
  fromRecorded(recorded: unknown): V
  /** Of rows: where mistakes about them stand. */
  rows?: { names: Readonly<Record<string, string>>; cells: readonly string[]; sentRows(value: V): number[] }
}

/** Fields by name, in the order of the sheet. */
export type Table = Readonly<Record<string, Field<unknown>>>
/** What is typed into the fields of a table. */
export type TypedOf<F extends Table> = { -readonly [K in keyof F]: ReturnType<F[K]['empty']> }

export type FieldOptions = Partial<Pick<Field<unknown>, 'carriedOver' | 'onCopy' | 'sentAs'>> & {
  label?: string
  /** Help below the box. */
  hint?: string
  /** False where the sheet is blank even with something here. */
  counts?: boolean
  /** What is sent while nothing is typed. */
  whenEmpty?: null | '0'
}

/** A field of any value, sent as it is; it counts only where `isBlank` says so. */
export function field<V>(
  options: FieldOptions,
  overrides: Pick<Field<V>, 'empty' | 'restore'> & Partial<Field<V>>,
): Field<V> {
  const { label = '', hint, carriedOver = false, onCopy = 'keep', sentAs } = options
  return {
    box: hint === undefined ? { label } : { label, ...below(hint) },
    carriedOver,
    onCopy,
    sentAs,
    isBlank: () => true,
    read: (value) => value,
    fromRecorded: overrides.restore,
    ...overrides,
  }
}

export function textField(options: FieldOptions = {}, overrides: Partial<Field<string>> = {}): Field<string> {
  const { counts = true, whenEmpty } = options
  const { read = (typed: string) => typed, ...others } = overrides
  return field(options, {
    empty: () => '',
    restore: (saved) => (typeof saved === 'string' ? saved : ''),
    isBlank: (typed) => !counts || typed.trim() === '',
    read: (typed, reading, path) =>
      whenEmpty !== undefined && typed.trim() === '' ? whenEmpty : read(typed, reading, path),
    ...others,
  })
}

/** A number or a name, which no spelling checker knows. */
export function codeField(options: FieldOptions = {}, overrides: Partial<Field<string>> = {}): Field<string> {
  const code = textField(options, overrides)
  return { ...code, box: { ...code.box, spellCheck: false } }
}

export const memoField = (hint = 'Printed on the receipt') => textField({ label: 'Memo (optional)', hint })

/** An amount, sent in minor units. */
export const amountField = (options: FieldOptions = {}) =>
  textField(options, {
    read: (typed, read, path) => read.amount(typed, path),
    fromRecorded: (amount) => (typeof amount === 'bigint' && amount !== 0n ? formatMoney(amount) : ''),
  })

/** A day as it is typed: '3-15', '+30'. */
export function dayField(options: FieldOptions, overrides: Partial<Field<string>> = {}): Field<string> {
  const { label = '', hint } = options
  return textField(options, { box: { label, hint }, read: (typed, read, path) => read.day(typed, path), ...overrides })
}

/** The day of the document: today, or that of the document before. */
export const documentDay = (options: FieldOptions = {}) =>
  dayField(
    { label: 'Date', carriedOver: true, onCopy: 'sameDay', counts: false, ...options },
    { empty: (today) => formatDay(today) },
  )

/** An account, picked from those that the form lists. */
export function accountField(options: FieldOptions = {}): Field<string> {
  const { label = '', hint } = options
  return textField({ counts: false, ...options }, { box: { label, hint } })
}

/** One of a list that the form loads, or none. */
export function pickField(options: FieldOptions): Field<string> {
  const pick = textField({ counts: false, whenEmpty: null, ...options })
  return { ...pick, box: { ...pick.box, size: 'md' } }
}

/** One of a few values, by their words; the first unless another one is the default. */
export function choiceField<V extends string>(
  words: Readonly<Record<V, string>>,
  options: FieldOptions & { default?: NoInfer<V> } = {},
): Field<V> {
  const values = Object.keys(words) as V[]
  const chosen = options.default ?? (values[0] as V)
  const choice = field<V>(options, {
    empty: () => chosen,
    restore: (saved) => values.find((value) => value === saved) ?? chosen,
  })
  const data = values.map((value) => ({ value, label: words[value] }))
  return { ...choice, box: { ...choice.box, data, size: 'md' } }
}

/** A box to tick: 'yes' or ''. */
export const tickField = () =>
  textField({ counts: false }, { read: (typed) => typed === 'yes', fromRecorded: (is) => (is === true ? 'yes' : '') })

/** What the sheet remembers, and nobody types. */
export const hiddenField = (options: FieldOptions = {}) => textField({ counts: false, sentAs: null, ...options })
