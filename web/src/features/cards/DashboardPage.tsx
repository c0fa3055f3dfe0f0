// The dashboard: the user's bookmarked cards, followed by panels that render later.
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { bookmarkWords } from '@talaan/contract/bookmarks.ts'
import { cardsFor } from '@talaan/contract/cards.ts'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Failed } from '../../app/problems.tsx'
import { paths } from '../../app/paths.ts'
import { useSession } from '../../app/session/session.ts'
import { Late } from '../../ui/Late.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { useBookmarks } from './bookmarks.ts'
import classes from './cards.module.css'
import { PortalCard } from './PortalCard.tsx'

type Props = {
  /** The panels render when the browser is idle, so that the cards do not wait for them. */
  children: ReactNode
}

export function DashboardPage({ children }: Props) {
  const isDrawn = useIdle()
  const bookmarks = useBookmarks()
  const { role } = useSession()
  return (
    <>
      <PageTitle>{bookmarkWords.title}</PageTitle>
      {bookmarks.list === undefined ? (
        bookmarks.failed ? (
          <Failed error={undefined} onRetry={bookmarks.refetch} />
        ) : (
          <Late label="Loading bookmarks">
            <div className={classes.cards}>
              <Skeleton h={148} />
              <Skeleton h={148} />
              <Skeleton h={148} />
            </div>
          </Late>
        )
      ) : bookmarks.list.length === 0 ? (
        <Stack align="flex-start" gap="sm">
          <Text>{bookmarkWords.none}</Text>
          <Text size="sm" c="dimmed">
            Star a card to add it here.
          </Text>
          <Button component={Link} to={paths.category(cardsFor(role)[0]?.category ?? 'Invoice')}>
            Choose a card
          </Button>
        </Stack>
      ) : (
        <div className={classes.cards}>
          {bookmarks.list.map((mark) => (
            <PortalCard key={mark.cardId} card={{ ...mark, id: mark.cardId }} bookmarks={bookmarks} heading={2} />
          ))}
        </div>
      )}
      {isDrawn && <Suspense fallback={null}>{children}</Suspense>}
    </>
  )
}

/** True once the browser is idle. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 1_000)
      return () => clearTimeout(timer)
    }
    const waiting = requestIdleCallback(() => setIdle(true), { timeout: 3_000 })
    return () => cancelIdleCallback(waiting)
  }, [])
  return isIdle
}
