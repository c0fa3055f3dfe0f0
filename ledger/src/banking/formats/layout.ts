// How the files of an account are laid out that do not say it themselves: which row holds the titles, which column is
// what, how days, signs and centavos are written. Kept per account, and every change is a further version.
import { z } from '../../core/zod.ts'
import { dateOrders } from './figures.ts'

export const maxColumns = 60

const column = z.number('Choose a column.').check(z.int(), z.minimum(0), z.maximum(maxColumns - 1))

export const tableLayout = z.strictObject({
  kind: z.literal('table'),
  /** Which sheet of a workbook, from 0; of CSV and PDF there is one. */
  table: z.int().check(z.minimum(0), z.maximum(50)),
  /** The titles as `plainTitle` writes them; none if the file has no titles. A file with others is laid out otherwise. */
  titles: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(maxColumns)),
  day: column,
  valueDay: z.nullable(column),
  description: z.array(column).check(z.minLength(1, 'Choose the description column.'), z.maxLength(6)),
  reference: z.nullable(column),
  chequeNo: z.nullable(column),
  currency: z.nullable(column),
  amount: z.discriminatedUnion('kind', [
    /** Money out in one column, money in in another. */
    z.strictObject({ kind: z.literal('columns'), out: column, in: column }),
    /** One column with a sign; on cards what is spent is often positive. */
    z.strictObject({ kind: z.literal('signed'), column, outIsPositive: z.boolean() }),
    /** One column for the amount, another says debit or credit. */
    z.strictObject({ kind: z.literal('marked'), column, mark: column }),
  ]),
  balance: z.nullable(column),
  dateOrder: z.enum(dateOrders, 'Choose the order of day, month and year.'),
  decimal: z.enum(['point', 'comma']),
  /** Rows that contain one of these are no movements. */
  skip: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))).check(z.maxLength(10)),
  /** What stands below the last movement; empty where nothing does. */
  end: z.string().check(z.trim(), z.maxLength(60)),
})
export type TableLayout = z.infer<typeof tableLayout>

export const qifLayout = z.strictObject({
  kind: z.literal('qif'),
  dateOrder: z.enum(dateOrders, 'Choose the order of day, month and year.'),
})

export const statementLayout = z.discriminatedUnion('kind', [tableLayout, qifLayout])
export type StatementLayout = z.infer<typeof statementLayout>

/** A layout while a person decides: what is still open is null. */
export const layoutDraft = z.discriminatedUnion('kind', [
  z.extend(tableLayout, {
    day: z.nullable(column),
    description: z.array(column).check(z.maxLength(6)),
    amount: z.nullable(tableLayout.shape.amount),
    dateOrder: z.nullable(z.enum(dateOrders)),
  }),
  z.extend(qifLayout, { dateOrder: z.nullable(z.enum(dateOrders)) }),
])
export type LayoutDraft = z.infer<typeof layoutDraft>
export type TableDraft = Extract<LayoutDraft, { kind: 'table' }>

/** What is still to be decided, in the words of the screen. */
export function openQuestions(draft: LayoutDraft): string[] {
  const order = draft.dateOrder === null ? ['the order of day, month and year'] : []
  if (draft.kind === 'qif') return order
  return [
    ...(draft.day === null ? ['the date column'] : []),
    ...(draft.description.length === 0 ? ['the description column'] : []),
    ...(draft.amount === null ? ['the amount columns'] : []),
    ...order,
  ]
}

/** Rows of cells, as CSV, a sheet of a workbook and the pages of a PDF give them. */
export type Table = readonly (readonly string[])[]

/** A title without case, marks and the currency in brackets: 'Debit Amount (PHP)' is 'debit amount'. */
export const plainTitle = (title: string): string =>
  title
    .toLowerCase()
    .replace(/\((php|₱|usd|[a-z]{3})\)/g, ' ')
    .replace(/[^\p{L}\p{N}/#]+/gu, ' ')
    .trim()
    .slice(0, 100)

/** The row that holds exactly these titles; -1 where none does. */
export function rowWithTitles(table: Table, titles: readonly string[]): number {
  const wanted = withoutEnd(titles)
  return table.findIndex((row) => {
    const found = withoutEnd(row.map(plainTitle))
    return found.length === wanted.length && wanted.every((title, at) => found[at] === title)
  })
}

function withoutEnd(titles: readonly string[]): readonly string[] {
  const last = titles.findLastIndex((title) => title !== '')
  return titles.slice(0, last + 1)
}
