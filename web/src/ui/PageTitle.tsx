// The heading of a page. Its main action is always at the top right.
import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** An explanation next to the heading: a Term. */
  term?: ReactNode
  action?: ReactNode
}

export function PageTitle({ children, term, action }: Props) {
  return (
    <Group justify="space-between" align="center" gap="sm" mb="md" mih={36}>
      {term === undefined ? (
        <Title order={1}>{children}</Title>
      ) : (
        <Group gap={4} wrap="nowrap">
          <Title order={1}>{children}</Title>
          {term}
        </Group>
      )}
      {action}
    </Group>
  )
}
