// The layout of a file as the user defines it: the role of each column, the row with the headings, and the date format.
import { plainTitle, rowWithTitles } from '@talaan/ledger/banking/formats/layout.ts'
import type { LayoutDraft, Table, TableDraft } from '@talaan/ledger/banking/formats/layout.ts'

/** The roles of a column, with their labels. */
export const columnRoles = {
  day: 'Date',
  valueDay: 'Value date',
  description: 'Description',
  reference: 'Reference',
  chequeNo: 'Cheque no.',
  out: 'Money out',
  in: 'Money in',
  amount: 'Amount',
  mark: 'Debit or credit',
  balance: 'Balance',
  currency: 'Currency',
} as const
export type ColumnRole = keyof typeof columnRoles

export type TypedLayout = {
  table: number
  /** The row with the headings, counted from 0; -1 if there are none. */
  titlesRow: number
  /** The role of each column; '' if it is not used. */
  roles: readonly (ColumnRole | '')[]
  outIsPositive: boolean
  dateOrder: '' | 'ymd' | 'dmy' | 'mdy'
  decimal: 'point' | 'comma'
  skip: string
  end: string
}

export function typedLayout(layout: TableDraft, rows: Table): TypedLayout {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const { amount } = layout
  const at: Partial<Record<ColumnRole, number | null>> = {
    day: layout.day,
    valueDay: layout.valueDay,
    reference: layout.reference,
    chequeNo: layout.chequeNo,
    balance: layout.balance,
    currency: layout.currency,
    ...(amount?.kind === 'columns' && { out: amount.out, in: amount.in }),
    ...(amount?.kind === 'signed' && { amount: amount.column }),
    ...(amount?.kind === 'marked' && { amount: amount.column, mark: amount.mark }),
  }
  const named = Object.entries(at) as [ColumnRole, number | null][]
  return {
    table: layout.table,
    titlesRow: layout.titles.length === 0 ? -1 : rowWithTitles(rows, layout.titles),
    roles: Array.from({ length: width }, (_, column) =>
      layout.description.includes(column) ? 'description' : (named.find(([, of]) => of === column)?.[0] ?? ''),
    ),
    outIsPositive: amount?.kind === 'signed' && amount.outIsPositive,
    dateOrder: layout.dateOrder ?? '',
    decimal: layout.decimal,
    skip: layout.skip.join(', '),
    end: layout.end,
  }
}

/** Only text can come from several columns. Any other role moves to the newly chosen column. */
export function withRole(typed: TypedLayout, column: number, role: ColumnRole | ''): TypedLayout {
  const roles = typed.roles.map((before, at) =>
    at === column ? role : role !== 'description' && before === role ? '' : before,
  )
  return { ...typed, roles }
}

/** The layout to send, or null if something is missing. */
export function draftOf(typed: TypedLayout, rows: Table): LayoutDraft {
  const at = (role: ColumnRole) => {
    const column = typed.roles.indexOf(role)
    return column < 0 ? null : column
  }
  const words = typed.skip
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return {
    kind: 'table',
    table: typed.table,
    titles: typed.titlesRow < 0 ? [] : (rows[typed.titlesRow] ?? []).map(plainTitle),
    day: at('day'),
    valueDay: at('valueDay'),
    description: typed.roles.flatMap((role, column) => (role === 'description' ? [column] : [])).slice(0, 6),
    reference: at('reference'),
    chequeNo: at('chequeNo'),
    currency: at('currency'),
    amount: amountOf(at, typed.outIsPositive),
    balance: at('balance'),
    dateOrder: typed.dateOrder === '' ? null : typed.dateOrder,
    decimal: typed.decimal,
    skip: words.slice(0, 10),
    end: typed.end.trim(),
  }
}

function amountOf(at: (role: ColumnRole) => number | null, outIsPositive: boolean): TableDraft['amount'] {
  const [out, into, column, mark] = [at('out'), at('in'), at('amount'), at('mark')]
  if (out !== null && into !== null) return { kind: 'columns', out, in: into }
  if (column !== null && mark !== null) return { kind: 'marked', column, mark }
  return column === null ? null : { kind: 'signed', column, outIsPositive }
}
