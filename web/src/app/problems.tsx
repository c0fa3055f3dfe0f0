// The loading and error states of a page: a skeleton, or a message with a button to try again.
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from './api.ts'
import { Late } from '../ui/Late.tsx'

type Props<Answer> = {
  query: UseQueryResult<Answer, Error>
  /** A skeleton of the final layout. */
  loading: ReactNode
  /** The class of the panel's content, for content that reaches its edges. */
  panel?: string
  children: (answer: Answer) => ReactNode
}

export function Answered<Answer>({ query, loading, panel, children }: Props<Answer>) {
  if (query.data !== undefined) return children(query.data)
  const instead = query.isError ? (
    <Failed error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
  ) : (
    <Late label="Loading">{loading}</Late>
  )
  return panel === undefined ? instead : <div className={panel}>{instead}</div>
}

export function Failed({ error, onRetry, busy = false }: { error: unknown; onRetry: () => void; busy?: boolean }) {
  return (
    <Alert color="red" role="alert" title="Something went wrong">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{sentenceOf(error)}</Text>
        <Button variant="default" size="sm" onClick={onRetry} loading={busy}>
          Try again
        </Button>
      </Stack>
    </Alert>
  )
}

/** The error page. It says that recorded data is safe; reloading usually helps. */
export function BrokenPage() {
  return (
    <Alert color="red" role="alert" title="This page could not be shown">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">Your recorded documents are safe. Talaan may have been updated. Reload the page.</Text>
        <Button variant="default" size="sm" onClick={() => location.reload()}>
          Reload page
        </Button>
      </Stack>
    </Alert>
  )
}

export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap={8}>
      {Array.from({ length: rows }, (_, at) => (
        <Group key={at} gap="md" wrap="nowrap" h={36}>
          <Skeleton h={14} w="15%" />
          <Skeleton h={14} w="45%" />
          <Skeleton h={14} w="20%" ml="auto" />
        </Group>
      ))}
    </Stack>
  )
}
