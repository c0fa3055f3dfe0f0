// Says that the user changed where Enter stops in this form, and offers the usual order.
import { Button, Text } from '@mantine/core'

export function OwnEnterPath({ count, reset }: { count: number; reset: () => void }) {
  return (
    <Text size="sm" c="dimmed" data-keys>
      You changed where Enter stops, in {count === 1 ? 'one field' : `${count} fields`} of this form.{' '}
      <Button size="compact-sm" variant="default" onClick={reset}>
        Use the usual order
      </Button>
    </Text>
  )
}
