// The gain or loss on foreign currency paid out, compared with its carrying amount.
import { Text } from '@mantine/core'
import { formatMoney, type Money } from '@talaan/ledger/core/money.ts'

/** A negative `gain` is a loss; null if unknown. */
export function ExchangeDifference({ gain }: { gain: Money | null }) {
  if (gain === null || gain === 0n) return null
  return (
    <Text size="sm">
      {gain > 0n ? 'Realized exchange gain' : 'Realized exchange loss'}{' '}
      <strong>{formatMoney(gain > 0n ? gain : -gain)}</strong>, compared with its carrying amount in pesos.
    </Text>
  )
}
