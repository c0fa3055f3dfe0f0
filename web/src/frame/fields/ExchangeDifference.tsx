// What foreign money that leaves is worth more or less than it was carried at.
import { Text } from '@mantine/core'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'

/** `gain` below zero is a loss; null while it cannot be told. */
export function ExchangeDifference({ gain }: { gain: Money | null }) {
  if (gain === null || gain === 0n) return null
  return (
    <Text size="sm">
      {gain > 0n ? 'Realized exchange gain' : 'Realized exchange loss'}{' '}
      <strong>{formatMoney(gain > 0n ? gain : -gain)}</strong>, compared with its carrying amount in pesos.
    </Text>
  )
}
