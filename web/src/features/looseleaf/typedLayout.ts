// The layout of the books as typed, with accounts as one text, and its conversion to the server's format.
import type { FieldMistake } from '@talaan/contract/problem.ts'
import { bookLayout, type AccountColumn, type BookLayout } from '@talaan/ledger/looseleaf/layout.ts'

export type TypedColumn = { title: string; side: AccountColumn['side']; accounts: string }
export type TypedLayout = Omit<BookLayout, 'receipts' | 'disbursements'> & {
  receipts: TypedColumn[]
  disbursements: TypedColumn[]
}

const typedColumn = ({ accounts, ...column }: AccountColumn): TypedColumn => ({
  ...column,
  accounts: accounts.join(', '),
})

export const typedLayout = (layout: BookLayout): TypedLayout => ({
  ...layout,
  receipts: layout.receipts.map(typedColumn),
  disbursements: layout.disbursements.map(typedColumn),
})

const columnOf = ({ accounts, ...column }: TypedColumn) => ({
  ...column,
  accounts: accounts.split(/[\s,;]+/).filter((code) => code !== ''),
})

/** The layout, or its mistakes; an empty column is left out. */
export function layoutOf(typed: TypedLayout): { layout: BookLayout } | { mistakes: FieldMistake[] } {
  const filled = (columns: TypedColumn[]) =>
    columns.filter(({ title, accounts }) => title.trim() !== '' || accounts.trim() !== '').map(columnOf)
  const read = bookLayout.safeParse({
    ...typed,
    receipts: filled(typed.receipts),
    disbursements: filled(typed.disbursements),
  })
  if (read.success) return { layout: read.data }
  return {
    mistakes: read.error.issues.map(({ path, message }) => ({
      path: path.map((part) => (typeof part === 'symbol' ? part.toString() : part)),
      message,
    })),
  }
}
