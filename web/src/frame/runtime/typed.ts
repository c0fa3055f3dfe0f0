// Shared by all forms: parses the input, collects what can't be read, and identifies mistakes by their paths.
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { parseTypedDay, type Day } from '@talaan/ledger/core/date.ts'
import { parseTypedQuantity } from '@talaan/ledger/core/fields.ts'
import { parseTypedAmount, parseTypedUnitPrice } from '@talaan/ledger/core/money.ts'
import type { z } from '@talaan/ledger/core/zod.ts'

type Path = FieldMistake['path']
export type Schema = z.ZodMiniType

/** Parses texts into wire format. Input that can't be read becomes '' and a mistake. */
export function readTyped(today: Day) {
  const unread: FieldMistake[] = []
  const no = (path: Path, message: string) => {
    unread.push({ path, message })
    return ''
  }
  return {
    unread,
    /** `from` is the date to which +30 adds thirty days. */
    day(typed: string, path: Path, from: Day = today): string {
      const read = parseTypedDay(typed, from)
      return read.ok ? read.day : no(path, read.message)
    },
    /** Minor units. */
    amount(typed: string, path: Path): string {
      const read = parseTypedAmount(typed)
      return read.ok ? read.amount.toString() : no(path, read.message)
    },
    unitPrice(typed: string, path: Path): string {
      const read = parseTypedUnitPrice(typed)
      return read.ok ? read.price : no(path, read.message)
    },
    quantity(typed: string, path: Path): string {
      const read = parseTypedQuantity(typed)
      return read.ok ? read.quantity : no(path, read.message)
    },
  }
}

/** Every mistake that can be found in the browser: input that can't be read first, then the schema's mistakes. */
export function schemaMistakes(schema: Schema, fields: unknown, unread: readonly FieldMistake[]): FieldMistake[] {
  const unreadPaths = new Set(unread.map(({ path }) => path.join('.')))
  const issues = (schema.safeParse(fields).error?.issues ?? []).map(({ path, message }) => ({
    path: path.filter((part) => typeof part !== 'symbol'),
    message,
  }))
  return [...unread, ...issues.filter(({ path }) => !unreadPaths.has(path.join('.')))]
}

/** Maps submitted fields to the form. */
export type Places = {
  /** Fields that have another name in the form: the party for its id, or one field for two types of discount. */
  names?: Readonly<Record<string, string>>
  /** For each grid, the positions of the rows that were sent; rows without input were not. */
  rows?: Readonly<Record<string, readonly number[]>>
}

/** Converts mistakes from the paths of sent fields to the paths of the form. */
export function onForm(mistakes: readonly FieldMistake[], { names = {}, rows = {} }: Places): FieldMistake[] {
  return mistakes.map(({ path, ...mistake }) => {
    const own = path[0] === 'fields' ? path.slice(1) : path
    const group = rows[String(own[0])]
    const placed = own.map((part, at) => {
      if (typeof part === 'string') return names[part] ?? part
      return group !== undefined && at === 1 ? (group[part] ?? 0) : part
    })
    return { ...mistake, path: placed }
  })
}

/**
 * Sorts mistakes in the order of the form, and row by row in a grid; `order` lists the fields, and the cells of grids.
 */
export function inOrder(
  mistakes: readonly FieldMistake[],
  order: Readonly<Record<string, readonly string[]>>,
): FieldMistake[] {
  const fields = Object.keys(order)
  const place = ({ path: [first, row, cell] }: FieldMistake) => {
    const cells = order[String(first)] ?? []
    return (
      fields.indexOf(String(first)) * 100_000 + (typeof row === 'number' ? row * 100 + cells.indexOf(String(cell)) : 0)
    )
  }
  return mistakes.toSorted((a, b) => place(a) - place(b))
}

/** The input at a path. For a row, it includes the id, because rows can move. */
export function typedAt(typed: unknown, path: Path): unknown {
  const [first, row, cell] = path
  const held = memberOf(typed, first)
  if (typeof row !== 'number' || !Array.isArray(held)) return held
  const line: unknown = held[row]
  return cell === undefined ? line : `${String(memberOf(line, 'id'))} ${String(memberOf(line, cell))}`
}

function memberOf(of: unknown, name: string | number | undefined): unknown {
  return typeof of === 'object' && of !== null && name !== undefined ? (of as Record<string, unknown>)[name] : undefined
}
