// Columns shared by several lists of settings: the dates of a rate, the status of the row, and the button to change it.
import { Button, Text } from '@mantine/core'
import { formatDay, type Day } from '@talaan/ledger/core/date.ts'
import type { DataColumn } from '../../ui/DataTable.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

type Row = { code: string; settings: { name: string; active: boolean } }
type Words<T> = Pick<DataColumn<T>, 'card'> & { nameOf: (row: T) => string }

const usual: Words<Row> = {
  card: 'bare',
  nameOf: ({ code, settings: { name } }) => `${code} ${name}`,
}

/** The start date of a rate, with its last date below it if there is one. */
export const ratePeriod: DataColumn<{ validFrom: Day; validTo: Day | null }> = {
  key: 'from',
  title: 'From',
  nowrap: true,
  cell: ({ validFrom, validTo }) => (
    <>
      {formatDay(validFrom)}
      {validTo !== null && (
        <Text size="xs" c="dimmed">
          to {formatDay(validTo)}
        </Text>
      )}
    </>
  ),
}

export function stateAndChange<T extends Row>(
  onChange: (row: T) => void,
  { card, nameOf }: Words<T> = usual,
): DataColumn<T>[] {
  return [
    {
      key: 'active',
      title: 'Status',
      card,
      nowrap: true,
      cell: ({ settings: { active } }) => (
        <StatusBadge tone={active ? 'good' : 'plain'}>{active ? 'Active' : 'Inactive'}</StatusBadge>
      ),
    },
    {
      key: 'edit',
      title: 'Change',
      card: 'action',
      cell: (row) => (
        <Button variant="default" size="compact-sm" aria-label={`Change ${nameOf(row)}`} onClick={() => onChange(row)}>
          Change
        </Button>
      ),
    },
  ]
}
