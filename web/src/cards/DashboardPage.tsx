// The dashboard: a person's favourite cards.
import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { bookmarkWords } from '@talaan/contract/bookmarks.ts'
import { cardsFor } from '@talaan/contract/cards.ts'
import { Link } from 'react-router'
import { Failed } from '../problems.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Late } from '../ui/Late.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useBookmarks } from './bookmarks.ts'
import classes from './cards.module.css'
import { PortalCard } from './PortalCard.tsx'

export function DashboardPage() {
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
            Mark a card with its star and it stands here, one click away.
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
    </>
  )
}
