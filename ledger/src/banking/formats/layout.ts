// The layout of files that do not describe themselves: title row, columns, and the notation of dates, signs and
// decimals. Stored per account; every change is a new version.
import { z } from '../../core/zod.ts'
import { dateOrders } from './figures.ts'

export const maxColumns = 60

const column = z.number('Choose a column.').check(z.int(), z.minimum(0), z.maximum(maxColumns - 1))

export const tableLayout = z.strictObject({
  kind: z.literal('table'),
  /** The sheet of a workbook, from 0; CSV and PDF have one. */
  table: z.int().check(z.minimum(0), z.maximum(50)),
  /** The titles as normalized by `plainTitle`; none if the file has no titles. Other titles mean another layout. */
  titles: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(maxColumns)),
  day: column,
  valueDay: z.nullable(column),
  description: z.array(column).check(z.minLength(1, 'Choose the description column.'), z.maxLength(6)),
  reference: z.nullable(column),
  chequeNo: z.nullable(column),
  currency: z.nullable(column),
  amount: z.discriminatedUnion('kind', [
    /** Separate columns for money out and money in. */
    z.strictObject({ kind: z.literal('columns'), out: column, in: column }),
    /** One signed column; card statements often show spending as positive. */
    z.strictObject({ kind: z.literal('signed'), column, outIsPositive: z.boolean() }),
    /** One amount column, with debit or credit in another. */
    z.strictObject({ kind: z.literal('marked'), column, mark: column }),
  ]),
  balance: z.nullable(column),
  dateOrder: z.enum(dateOrders, 'Choose the order of day, month and year.'),
  decimal: z.enum(['point', 'comma']),
  /** Rows that contain one of these texts are not movements. */
  skip: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))).check(z.maxLength(10)),
  /** The text below the last movement; empty if there is none. */
  end: z.string().check(z.trim(), z.maxLength(60)),
})
export type TableLayout = z.infer<typeof tableLayout>

export const qifLayout = z.strictObject({
  kind: z.literal('qif'),
  dateOrder: z.enum(dateOrders, 'Choose the order of day, month and year.'),
})

export const statementLayout = z.discriminatedUnion('kind', [tableLayout, qifLayout])
export type StatementLayout = z.infer<typeof statementLayout>

/** A layout being chosen: open choices are null. */
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

/** The open choices, with their screen labels. */
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

/** Rows of cells from CSV, a workbook sheet or PDF pages. */
export type Table = readonly (readonly string[])[]

/** A title without case, punctuation and the currency in brackets: 'Debit Amount (PHP)' is 'debit amount'. */
export const plainTitle = (title: string): string =>
  title
    .toLowerCase()
    .replace(/\((php|₱|usd|[a-z]{3})\)/g, ' ')
    .replace(/[^\p{L}\p{N}/#]+/gu, ' ')
    .trim()
    .slice(0, 100)

/** The row with exactly these titles; -1 if there is none. */
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
