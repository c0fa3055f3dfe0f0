// A sheet is the table of its fields, from its top to its end. What follows from the table is written here, once for all forms: the
// empty sheet, whether it is blank, drafts, the next document, copies, what is sent, and where mistakes stand.
import type { PartyRow } from '@talaan/contract/parties.ts'
import type { FieldMistake } from '@talaan/contract/problem.ts'
import type { Day } from '@talaan/ledger/core/date.ts'
import type { Field, Reading, Table, TypedOf } from './field.ts'
import { namesOnSheet, readFields, sentName } from './grid.ts'
import { inOrder, judgeTyped, onSheet, readTyped, type Schema } from './typed.ts'

export type Judged = {
  /** The input of the schema, in the shapes of the wire. */
  fields: Record<string, unknown>
  /** What is wrong as far as can be told without asking, by places of the sheet and in their order. */
  mistakes: FieldMistake[]
  /** Mistakes that the portal names by the fields sent, renamed by places of the sheet and in their order. */
  onSheet: (mistakes: readonly FieldMistake[]) => FieldMistake[]
}

type On = { today: Day }

/** What a form does with its fields unless it says otherwise: to spread into its FormDefinition. */
export type Sheet<T> = {
  table: Table
  empty: (on: On, begun?: Partial<T>) => T
  /** Nothing typed that would be missed. */
  isBlank: (typed: T) => boolean
  /** What a draft saved, or null when it holds something else. */
  restored: (draft: Record<string, unknown>) => T | null
  /** The sheet of the next document: what is carried over from the last one. */
  next: (last: T, on: On) => T
  /** The sheet of a like document, of the same day. */
  copied: (recorded: T) => T
  /** The sheet of a document like a recorded one, of today; null when its fields are not of this type. */
  like: (recorded: Record<string, unknown>, party: PartyRow | null, on: On) => T | null
  fieldsOf: (typed: T, on: On) => Judged
  /** Where the receipt goes, or '' for nowhere. */
  receiptTo: (typed: T) => string
}

type Judging<T> = {
  /**
   * What is sent, with what is wrong with it. `overrides` reads what a field alone does not tell, by the names that are sent;
   * undefined leaves a field out. `names` are fields that stand elsewhere on the sheet this time.
   */
  judge: (
    typed: T,
    today: Day,
    overrides?: (read: Reading) => Record<string, unknown>,
    names?: Readonly<Record<string, string>>,
  ) => Judged
}

export function sheet<F extends Table>(schema: Schema, table: F): Sheet<TypedOf<F>> & Judging<TypedOf<F>> {
  type T = TypedOf<F>
  const named = Object.entries(table)
  const each = (valueOf: (of: Field<unknown>, name: string) => unknown) =>
    Object.fromEntries(named.map(([name, of]) => [name, valueOf(of, name)])) as T

  const grids = named.flatMap(([name, { rows }]) => (rows ? [{ name, ...rows }] : []))
  const order = Object.fromEntries(named.map(([name, { rows }]) => [name, rows?.cells ?? []]))
  const usualNames = grids.reduce((names, rows) => ({ ...names, ...rows.names }), namesOnSheet(table))

  const judge: Judging<T>['judge'] = (typed, today, overrides, names) => {
    const read = readTyped(today)
    const already = overrides?.(read) ?? {}
    const all = { ...readFields(table, (name) => typed[name], read, [], already), ...already }
    const fields = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const rows = Object.fromEntries(grids.map(({ name, sentRows }) => [name, sentRows(typed[name])]))
    const placed = (mistakes: readonly FieldMistake[]) =>
      inOrder(onSheet(mistakes, { names: { ...usualNames, ...names }, rows }), order)
    return { fields, mistakes: placed(judgeTyped(schema, fields, read.unread)), onSheet: placed }
  }

  return {
    table,
    judge,
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
      if (party === null) return typed
      // Nothing of the last document with the party is suggested over a copy.
      return { ...typed, party, partySearch: party.name, ...('suggestedFor' in table && { suggestedFor: party.id }) }
    },
    fieldsOf: (typed, { today }) => judge(typed, today),
    receiptTo: ({ email }) => (typeof email === 'string' ? email.trim() : ''),
  }
}

/** A table whose drafts also keep what is typed on another sheet of the same draft. */
export function sharingDraft<F extends Table, G extends Table>(own: F, other: G): G & F {
  const saved = Object.entries(other).map(([name, of]) => [name, { ...of, sentAs: null, carriedOver: false }])
  // The order is that of the sheet's own fields.
  return { ...own, ...(Object.fromEntries(saved) as G), ...own }
}
