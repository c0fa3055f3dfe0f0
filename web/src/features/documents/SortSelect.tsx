// The order of a list, where its rows are cards without headings to press.
import { NativeSelect } from '@mantine/core'
import type { Sorted } from '../../ui/DataTable.tsx'

const orderWords = {
  recorded: ['Newest first', 'Oldest first'],
  day: ['Latest date first', 'Earliest date first'],
  due: ['Latest due first', 'Earliest due first'],
  total: ['Largest total first', 'Smallest total first'],
} as const
type Order = keyof typeof orderWords
type SortProps = { orders: readonly Order[]; sorted: Sorted; onSort: (sorted: Sorted) => void }

export function SortSelect({ orders, sorted: { order, ascending }, onSort }: SortProps) {
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
