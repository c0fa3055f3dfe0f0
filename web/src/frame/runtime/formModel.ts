// The table of a form's fields, from top to bottom, determines the behavior that all forms share: the empty form,
// whether it is blank, drafts, the next document, copies, the data to send, and the paths of mistakes.
import type { PartyRow } from '@talaan/contract/parties.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Field, Reading, Table, TypedOf } from './field.ts'
import { namesOnForm, readFields, sentName } from './grid.ts'
import { inOrder, schemaMistakes, onForm, readTyped, type Schema } from './typed.ts'

export type CheckedForm = {
  /** The input for the schema, in wire format. */
  fields: Record<string, unknown>
  /** Mistakes that can be found in the browser, by path and in the form's order. */
  mistakes: FieldMistake[]
  /** Mistakes from the portal, converted from submitted fields to the form's paths, in its order. */
  onForm: (mistakes: readonly FieldMistake[]) => FieldMistake[]
}

type On = { today: Day }

/** The default behavior of a form, which a FormDefinition spreads. */
export type FormModel<T> = {
  table: Table
  empty: (on: On, begun?: Partial<T>) => T
  /** There is no input that would be lost. */
  isBlank: (typed: T) => boolean
  /** The input in a draft, or null if the draft has another type. */
  restored: (draft: Record<string, unknown>) => T | null
  /** The form of the next document, with the values that are carried over. */
  next: (last: T, on: On) => T
  /** A copy with the same date. */
  copied: (recorded: T) => T
  /** A copy of a recorded document, dated today; null if its fields have another type. */
  like: (recorded: Record<string, unknown>, party: PartyRow | null, on: On) => T | null
  /** The input for a draft that another program prepared, with the mistakes in its fields. */
  prepared: (stored: Record<string, unknown>, party: PartyRow | null) => Partial<T>
  fieldsOf: (typed: T, on: On) => CheckedForm
  /** The receipt's e-mail address, or '' if there is none. */
  receiptTo: (typed: T) => string | null
}

type FormCheck<T> = {
  /**
   * The data to send, with its mistakes. `overrides` reads values that depend on several fields, by the names to send;
   * undefined leaves a field out. `names` maps fields that have a different path in this check.
   */
  check: (
    typed: T,
    today: Day,
    overrides?: (read: Reading) => Record<string, unknown>,
    names?: Readonly<Record<string, string>>,
  ) => CheckedForm
}

export function formModel<F extends Table>(schema: Schema, table: F): FormModel<TypedOf<F>> & FormCheck<TypedOf<F>> {
  type T = TypedOf<F>
  const named = Object.entries(table)
  const each = (valueOf: (of: Field<unknown>, name: string) => unknown) =>
    Object.fromEntries(named.map(([name, of]) => [name, valueOf(of, name)])) as T

  const grids = named.flatMap(([name, { rows }]) => (rows ? [{ name, ...rows }] : []))
  const order = Object.fromEntries(named.map(([name, { rows }]) => [name, rows?.cells ?? []]))
  const usualNames = grids.reduce((names, rows) => ({ ...names, ...rows.names }), namesOnForm(table))

  /** The party of a copy or a prepared draft, which gets no suggestions from the party's last document. */
  const withoutSuggestions = (party: PartyRow | null): Partial<T> => {
    const picked = party && {
      party,
      partySearch: party.name,
      ...('suggestedFor' in table && { suggestedFor: party.id }),
    }
    return (picked ?? {}) as Partial<T>
  }

  const check: FormCheck<T>['check'] = (typed, today, overrides, names) => {
    const read = readTyped(today)
    const already = overrides?.(read) ?? {}
    const all = { ...readFields(table, (name) => typed[name], read, [], already), ...already }
    const fields = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const rows = Object.fromEntries(grids.map(({ name, sentRows }) => [name, sentRows(typed[name])]))
    const placed = (mistakes: readonly FieldMistake[]) =>
      inOrder(onForm(mistakes, { names: { ...usualNames, ...names }, rows }), order)
    return { fields, mistakes: placed(schemaMistakes(schema, fields, read.unread)), onForm: placed }
  }

  return {
    table,
    check,
    empty: ({ today }, begun) => ({ ...each((of) => of.empty(today)), ...begun }),
    isBlank: (typed) => named.every(([name, of]) => of.isBlank(typed[name], typed)),
    restored({ typed }) {
      if (typeof typed !== 'object' || typed === null) return null
      return each((of, name) => of.restore((typed as Record<string, unknown>)[name]))
    },
    next: (last, { today }) => each((of, name) => (of.carriedOver ? last[name] : of.empty(today))),
    copied: (recorded) => each((of, name) => (of.onCopy === 'clear' ? of.empty('') : recorded[name])),
    like(recorded, party, { today }) {
      const read = schema.safeParse(recorded)
      if (!read.success) return null
      const fields = read.data as Record<string, unknown>
      const typed = each((of, name) => {
        const as = sentName(name, of)
        return as !== null && of.onCopy === 'keep' ? of.fromRecorded(fields[as]) : of.empty(today)
      })
      return { ...typed, ...withoutSuggestions(party) }
    },
    prepared: (stored, party) => ({
      ...(Object.fromEntries(
        named.flatMap(([name, of]) => {
          const as = sentName(name, of)
          return as === null || stored[as] === undefined ? [] : [[name, of.fromRecorded(stored[as])]]
        }),
      ) as Partial<T>),
      ...withoutSuggestions(party),
    }),
    fieldsOf: (typed, { today }) => check(typed, today),
    receiptTo: ({ email }) => (typeof email === 'string' ? email.trim() : null),
  }
}

/** The required fields: those with mistakes in an empty form. For rows, the whole list of rows counts as one field. */
export const requiredFields = ({ mistakes }: Pick<CheckedForm, 'mistakes'>): ReadonlySet<string> =>
  new Set(mistakes.flatMap(({ path: [field, ...within] }) => (within.length === 0 ? [String(field)] : [])))

/** A table whose drafts also store the input of another form that uses the same draft. */
export function sharingDraft<F extends Table, G extends Table>(own: F, other: G): G & F {
  const saved = Object.entries(other).map(([name, of]) => [name, { ...of, sentAs: null, carriedOver: false }])
  // The form's own fields come last, so that their order is kept.
  return { ...own, ...(Object.fromEntries(saved) as G), ...own }
}
