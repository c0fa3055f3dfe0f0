// The cells of one document, in any common notation; unreadable cells get an error.
import { parseTypedDay } from '../../core/date.ts'
import type { Day } from '../../core/date.ts'
import { parseTypedAmount, parseTypedUnitPrice } from '../../core/money.ts'
import type { DocumentTypeName } from '../words.ts'
import { plain } from './mapping.ts'
import type { Cell, CellMistake, ImportRow, NamedDocument, NamedParty, Names } from './mapping.ts'

/** Placeholders for a missing party or document; the cell already has an error. */
export const nobody = '00000000-0000-4000-8000-000000000000'

export type Cells = ReturnType<typeof cellsOf>

export function cellsOf(rows: readonly ImportRow[], names: Names) {
  const mistakes: CellMistake[] = []
  const say = (row: number, column: string, message: string) => void mistakes.push({ row, column, message })
  const text = (column: string, row = 0): string => rows[row]?.[column] ?? ''

  const day = (column: string, missing: string): Day => {
    const written = text(column)
    const read = parseTypedDay(written, names.today)
    if (!read.ok) say(0, column, written === '' ? missing : read.message)
    return read.ok ? read.day : names.today
  }

  const amount = (column: string, { row = 0, missing = '' }: { row?: number; missing?: string } = {}): string => {
    const written = text(column, row)
    if (written === '' && missing === '') return '0'
    const read = parseTypedAmount(written)
    if (!read.ok) say(row, column, written === '' ? missing : read.message)
    return read.ok ? read.amount.toString() : '0'
  }

  const unitPrice = (column: string, { row, missing }: { row: number; missing: string }): string => {
    const written = text(column, row)
    const read = parseTypedUnitPrice(written)
    if (!read.ok) say(row, column, written === '' ? missing : read.message)
    return read.ok ? read.price : '0'
  }

  /** One of several words, or the value itself; `usual` if empty. */
  function oneOf<T extends string>(
    column: string,
    words: Readonly<Record<T, string>>,
    { row = 0, usual }: { row?: number; usual: NoInfer<T> },
  ): T {
    const written = plain(text(column, row))
    if (written === '') return usual
    const values = Object.keys(words) as T[]
    const found = values.find((value) => [value, words[value]].some((word) => plain(word) === written))
    if (found === undefined) say(row, column, `Enter one of these: ${values.map((value) => words[value]).join(', ')}.`)
    return found ?? usual
  }

  return {
    mistakes,
    say,
    text,
    day,
    amount,
    unitPrice,
    oneOf,
    rows: rows.map((_, at) => at),

    dayIf: (column: string): Day | null => (text(column) === '' ? null : day(column, '')),
    amountIf: (column: string, row = 0): string | null => (text(column, row) === '' ? null : amount(column, { row })),

    yes: (column: string, { row = 0, usual }: { row?: number; usual: boolean }): boolean => {
      const written = plain(text(column, row))
      if (written === '') return usual
      if (['yes', 'y', 'true', '1', 'x', 'oo'].includes(written)) return true
      if (!['no', 'n', 'false', '0', 'hindi'].includes(written)) say(row, column, 'Enter yes or no.')
      return false
    },

    /** Cells for the whole document: a later row may leave them empty, but not contradict them. */
    same: (columns: readonly string[], what: string) => {
      for (const [at, row] of rows.entries()) {
        for (const column of columns) {
          const cell = row[column] ?? ''
          if (at > 0 && cell !== '' && cell !== text(column))
            say(at, column, `The first row of this ${what} has '${text(column)}'. Enter the same value in each row.`)
        }
      }
    },

    party: (column: string, missing: string): NamedParty | undefined => {
      const written = text(column)
      const found = written === '' ? { mistake: missing } : names.partyOf(written)
      if (!('mistake' in found)) return found
      if (found.mistake !== '') say(0, column, found.mistake)
      return undefined
    },

    /** The code of an account of the chart; the rule reports unknown codes. */
    account: (column: string, row = 0): string => {
      const written = text(column, row)
      const code = /^\d{4}\b/.exec(written)?.[0]
      if (code !== undefined || written === '') return code ?? ''
      const found = names.accounts.filter(({ name }) => plain(name) === plain(written))
      if (found.length !== 1) say(row, column, `There is no account '${written}'. Enter an account code, such as 6070.`)
      return found[0]?.code ?? ''
    },

    /** A money account, by code or name. */
    money: (column: string, missing: string): { code: string; currency: string } => {
      const written = text(column)
      const code = /^\d{4}\b/.exec(written)?.[0]
      const found = names.money.find((one) => one.code === code || plain(one.name) === plain(written))
      if (found !== undefined) return found
      const known = names.money.map(({ code: of, name }) => `${of} ${name}`).join(', ')
      say(
        0,
        column,
        written === '' ? missing : `'${written}' is not a cash, bank or e-wallet account. Choose one of: ${known}.`,
      )
      return { code: '', currency: 'PHP' }
    },

    /** A document by its number in Talaan, or by this party's number. */
    document: (
      column: string,
      row: number,
      { what, partyId = null, kinds }: { what: string; partyId?: string | null; kinds?: readonly DocumentTypeName[] },
    ): NamedDocument | undefined => {
      const written = text(column, row)
      const known = names.documentsOf(written).filter(({ kind }) => kinds === undefined || kinds.includes(kind))
      const own = known.filter(({ number }) => number.toLowerCase() === written.toLowerCase())
      const found = own.length > 0 ? own : known.filter((one) => partyId === null || one.partyId === partyId)
      const [only, ...more] = found
      if (only !== undefined && more.length === 0) return only
      const numbers = found.map(({ number }) => number).join(', ')
      say(
        row,
        column,
        only === undefined
          ? `No ${what} '${written}' is open for this customer or supplier. Enter the number it has in Talaan, or record it first.`
          : `'${written}' matches ${numbers}. Enter one of these numbers.`,
      )
      return undefined
    },
  }
}

/** Maps the errors of a rule to cells: header fields to their column, list fields to their row and column. */
export function cellsAt({
  head,
  lists = {},
  usual,
}: {
  head: Readonly<Record<string, string>>
  lists?: Readonly<
    Record<string, { rows: readonly number[]; columns: Readonly<Record<string, string>>; usual: string }>
  >
  usual: string
}): (path: readonly (string | number)[]) => Cell {
  return ([first, at, field]) => {
    const list = lists[String(first)]
    if (list !== undefined && typeof at === 'number')
      return { row: list.rows[at] ?? 0, column: list.columns[String(field)] ?? list.usual }
    return { row: 0, column: head[String(first)] ?? list?.usual ?? usual }
  }
}

/** Whether amounts include VAT, in words. */
export const pricesIn = (cells: Cells): 'inclusive' | 'exclusive' =>
  cells.oneOf('prices', { inclusive: 'VAT inclusive', exclusive: 'VAT exclusive' }, { usual: 'inclusive' })
