// Chooses the order of a list whose rows are cards, which have no headings to press.
import { NativeSelect } from '@mantine/core'
import { listOrders, type ListOrder } from '@talaan/contract/documents.ts'
import type { DataColumn, Sorted } from '../../ui/DataTable.tsx'

const orderWords = {
  recorded: ['Newest first', 'Oldest first'],
  day: ['Latest date first', 'Earliest date first'],
  due: ['Latest due first', 'Earliest due first'],
  total: ['Largest total first', 'Smallest total first'],
  party: ['Name, Z to A', 'Name, A to Z'],
  status: ['Status, open first', 'Status, open last'],
} as const satisfies Record<ListOrder, readonly [string, string]>

type Props<Row> = { columns: readonly DataColumn<Row>[]; sorted: Sorted; onSort: (sorted: Sorted) => void }

export function SortSelect<Row>({ columns, sorted: { order, ascending }, onSort }: Props<Row>) {
  const orders = listOrders.filter((by) => columns.some((column) => column.order === by))
  return (
    <NativeSelect
      size="sm"
      aria-label="Sort"
      value={`${order} ${ascending ? 1 : 0}`}
      onChange={(event) => {
        const [by = '', up] = event.currentTarget.value.split(' ')
        onSort({ order: by, ascending: up === '1' })
      }}
      data={orders.flatMap((by) => orderWords[by].map((label, up) => ({ value: `${by} ${up}`, label })))}
    />
  )
}
