// The heading of a page, with its main action always in the same place: top right.
import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function PageTitle({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Group justify="space-between" align="center" gap="sm" mb="md" mih={36}>
      <Title order={1}>{children}</Title>
      {action}
    </Group>
  )
}
