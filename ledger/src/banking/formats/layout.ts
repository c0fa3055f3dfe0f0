// How the files of an account are laid out that do not say it themselves: which row holds the titles, which column is
// what, how days, signs and centavos are written. Kept per account, and every change is a further version.
import { z } from 'zod'
import { dateOrders } from './figures.ts'

export const mostColumns = 60

const column = z
  .number('Choose a column.')
  .int()
  .min(0)
  .max(mostColumns - 1)

export const tableLayout = z.strictObject({
  kind: z.literal('table'),
  /** Which sheet of a workbook, from 0; of CSV and PDF there is one. */
  table: z.number().int().min(0).max(50),
  /** The titles as `plainTitle` writes them; none if the file has no titles. A file with others is laid out otherwise. */
  titles: z.array(z.string().max(100)).max(mostColumns),
  day: column,
  valueDay: column.nullable(),
  description: z.array(column).min(1, 'Choose the column that says what it was.').max(6),
  reference: column.nullable(),
  chequeNo: column.nullable(),
  currency: column.nullable(),
  amount: z.discriminatedUnion('kind', [
    /** Money out in one column, money in in another. */
    z.strictObject({ kind: z.literal('columns'), out: column, in: column }),
    /** One column with a sign; on cards what is spent is often positive. */
    z.strictObject({ kind: z.literal('signed'), column, outIsPositive: z.boolean() }),
    /** One column for the amount, another says debit or credit. */
    z.strictObject({ kind: z.literal('marked'), column, mark: column }),
  ]),
  balance: column.nullable(),
  dateOrder: z.enum(dateOrders, 'Choose the order of day, month and year.'),
  decimal: z.enum(['point', 'comma']),
  /** Rows that contain one of these are no movements. */
  skip: z.array(z.string().trim().min(1).max(60)).max(10),
  /** What stands below the last movement; empty where nothing does. */
  end: z.string().trim().max(60),
})
export type TableLayout = z.infer<typeof tableLayout>

export const qifLayout = z.strictObject({
  kind: z.literal('qif'),
  dateOrder: z.enum(dateOrders, 'Choose the order of day, month and year.'),
})
export type QifLayout = z.infer<typeof qifLayout>

export const statementLayout = z.discriminatedUnion('kind', [tableLayout, qifLayout])
export type StatementLayout = z.infer<typeof statementLayout>

/** A layout while a person decides: what is still open is null. */
export const layoutDraft = z.discriminatedUnion('kind', [
  tableLayout.extend({
    day: column.nullable(),
    description: z.array(column).max(6),
    amount: tableLayout.shape.amount.nullable(),
    dateOrder: z.enum(dateOrders).nullable(),
  }),
  qifLayout.extend({ dateOrder: z.enum(dateOrders).nullable() }),
])
export type LayoutDraft = z.infer<typeof layoutDraft>
export type TableDraft = Extract<LayoutDraft, { kind: 'table' }>

/** What is still to be decided, in the words of the screen. */
export function openQuestions(draft: LayoutDraft): string[] {
  const order = draft.dateOrder === null ? ['in which order day, month and year stand'] : []
  if (draft.kind === 'qif') return order
  return [
    ...(draft.day === null ? ['which column is the day'] : []),
    ...(draft.description.length === 0 ? ['which column says what it was'] : []),
    ...(draft.amount === null ? ['which columns are the amounts'] : []),
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
