// A field of a form is a value: its input properties, its initial value, what drafts, the next form and copies keep of
// it, and its parser. Functions create the types of fields; a special field overrides their behavior.
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { dayMistake, formatDay, type Day } from '@talaan/ledger/core/date.ts'
import { formatMoney } from '@talaan/ledger/core/money.ts'
import { below } from './below.ts'
import type { readTyped } from './typed.ts'

export type Path = FieldMistake['path']
export type Reading = ReturnType<typeof readTyped>

/** Properties of an input besides its value. */
export type Box = {
  label: string
  /** For a date or an account: the hint while nothing is entered. */
  hint?: string
  /** Of a select. */
  data?: { value: string; label: string }[]
  size?: 'md'
  spellCheck?: false
} & Partial<typeof requiredBox> &
  Partial<typeof passedBox> &
  Partial<ReturnType<typeof below>>

/** Marks a field that is required in an empty form. One object is used, so that fields render only when they change. */
export const requiredBox = { labelProps: { 'data-required': true }, 'aria-required': true } as const

/** Enter skips the field once it has a value. */
export const passedBox = { 'data-pass': 'filled' } as const

// Methods instead of function properties, so that a Field<string> is a Field<unknown>.
export type Field<V> = {
  box: Box
  empty(today: Day): V
  /** The value in a draft; anything else counts as empty. */
  restore(saved: unknown): V
  /** There is no input that would be lost. */
  isBlank(value: V, typed: Readonly<Record<string, unknown>>): boolean
  /** The next document starts with this value. */
  carriedOver: boolean
  /** Whether a copy keeps the value, keeps it only on the same date, or clears it. */
  onCopy: 'keep' | 'sameDay' | 'clear'
  /** The name of the document's field, if it differs; null if only the screen needs the field. */
  sentAs?: string | null
  /** The value of the document's field; input that can't be read is reported to `read` with its path. */
  read(value: V, read: Reading, path: Path): unknown
  /** The input for a document's field, as it was recorded or as another program stored it in a draft. */
  fromRecorded(recorded: unknown): V
  /** For rows: where their mistakes are shown. */
  rows?: { names: Readonly<Record<string, string>>; cells: readonly string[]; sentRows(value: V): number[] }
}

/** Fields by name, in the order of the form. */
export type Table = Readonly<Record<string, Field<unknown>>>
/** The input for the fields of a table. */
export type TypedOf<F extends Table> = { -readonly [K in keyof F]: ReturnType<F[K]['empty']> }

export type FieldOptions = Partial<Pick<Field<unknown>, 'carriedOver' | 'onCopy' | 'sentAs'>> & {
  label?: string
  /** The hint below the field. */
  hint?: string
  /** False if the form counts as blank even with a value here. */
  counts?: boolean
  /** Enter skips the field once it has a value; Tab stops at it. */
  passed?: boolean
  /** The value to send if nothing is typed. */
  whenEmpty?: null | '0'
}

/** A field of any value, which is sent unchanged. It counts as input only if `isBlank` says so. */
export function field<V>(
  options: FieldOptions,
  overrides: Pick<Field<V>, 'empty' | 'restore'> & Partial<Field<V>>,
): Field<V> {
  const { label = '', hint, carriedOver = false, onCopy = 'keep', sentAs, passed } = options
  return {
    box: { label, ...(hint !== undefined && below(hint)), ...(passed && passedBox) },
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

/** A number or a name, without spell checking. */
export function codeField(options: FieldOptions = {}, overrides: Partial<Field<string>> = {}): Field<string> {
  const code = textField(options, overrides)
  return { ...code, box: { ...code.box, spellCheck: false } }
}

export const memoField = (hint = 'Printed on the receipt') => textField({ label: 'Memo (optional)', hint })

/** An amount, sent in minor units. */
export const amountField = (options: FieldOptions = {}) =>
  textField(options, {
    read: (typed, read, path) => read.amount(typed, path),
    fromRecorded: typedAmount,
  })

/** An amount of a document as input; drafts store minor units as text. */
export function typedAmount(recorded: unknown): string {
  const amount = typeof recorded === 'string' && /^-?\d+$/.test(recorded) ? BigInt(recorded) : recorded
  return typeof amount === 'bigint' && amount !== 0n ? formatMoney(amount) : ''
}

/** A typed date: '3-15', '+30'. */
export function dayField(options: FieldOptions, overrides: Partial<Field<string>> = {}): Field<string> {
  const { label = '', hint, passed } = options
  const box = { label, hint, ...(passed && passedBox) }
  return textField(options, {
    box,
    read: (typed, read, path) => read.day(typed, path),
    fromRecorded: (day) => (typeof day !== 'string' ? '' : dayMistake(day) === null ? formatDay(day) : day),
    ...overrides,
  })
}

/** The date of the document: today, or the date of the previous document. */
export const documentDay = (options: FieldOptions = {}) =>
  dayField(
    { label: 'Date', carriedOver: true, onCopy: 'sameDay', counts: false, ...options },
    { empty: (today) => formatDay(today) },
  )

/** An account, chosen from the form's list. */
export function accountField(options: FieldOptions = {}): Field<string> {
  const { label = '', hint, passed } = options
  return textField({ counts: false, ...options }, { box: { label, hint, ...(passed && passedBox) } })
}

/** An item of a loaded list, or none. */
export function pickField(options: FieldOptions): Field<string> {
  const pick = textField({ counts: false, whenEmpty: null, ...options })
  return { ...pick, box: { ...pick.box, size: 'md' } }
}

/** One of a few values, shown with their labels. The first value is the default unless another one is given. */
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

/** A checkbox: 'yes' or ''. */
export const tickField = () =>
  textField({ counts: false }, { read: (typed) => typed === 'yes', fromRecorded: (is) => (is === true ? 'yes' : '') })

/** A value that is stored, but that users don't type. */
export const hiddenField = (options: FieldOptions = {}) => textField({ counts: false, sentAs: null, ...options })
