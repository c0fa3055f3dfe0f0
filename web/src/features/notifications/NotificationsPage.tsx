// All notifications of a user, newest first, and the settings for each kind.
import { Button, SegmentedControl, Text } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import {
  listNotifications,
  type Notification,
  notificationWords,
  readNotifications,
} from '@talaan/contract/notifications.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, sentenceOf, useCall } from '../../app/api.ts'
import { recordOf } from '../../app/notifications.ts'
import { Answered, SkeletonRows } from '../../app/problems.tsx'
import { useSession } from '../../app/session/session.ts'
import { moment } from '../../ui/moment.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './notifications.module.css'
import { Settings } from './Settings.tsx'

export function NotificationsPage() {
  const [unreadOnly, setUnreadOnly] = useState(false)
  // The cursors of the pages shown; the first page has none.
  const [pages, setPages] = useState<readonly (string | undefined)[]>([undefined])
  const queries = useQueryClient()
  const reading = useMutation({
    mutationFn: (body: { ids: string[] | null; read: boolean }) => call(readNotifications, { body }),
    onError: (error) => toast({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: [listNotifications.name] }),
  })
  const { data } = useCall(listNotifications)
  return (
    <>
      <PageTitle
        action={
          <Button
            variant="default"
            disabled={(data?.unread ?? 0) === 0}
            loading={reading.isPending && reading.variables.ids === null}
            onClick={() => reading.mutate({ ids: null, read: true })}
          >
            Mark all as read
          </Button>
        }
      >
        Notifications
      </PageTitle>
      <SegmentedControl
        mb="md"
        aria-label="Shown notifications"
        value={unreadOnly ? 'unread' : 'all'}
        onChange={(value) => {
          setUnreadOnly(value === 'unread')
          setPages([undefined])
        }}
        data={[
          { value: 'all', label: 'All' },
          { value: 'unread', label: data === undefined ? 'Unread' : `Unread (${data.unread})` },
        ]}
      />
      {pages.map((before, at) => (
        <Page
          key={before ?? ''}
          before={before}
          unreadOnly={unreadOnly}
          isLast={at === pages.length - 1}
          onRead={(ids, read) => reading.mutate({ ids, read })}
          onMore={(next) => setPages([...pages, next])}
        />
      ))}
      <Settings />
    </>
  )
}

type PageProps = {
  before: string | undefined
  unreadOnly: boolean
  isLast: boolean
  onRead: (ids: string[], read: boolean) => void
  onMore: (next: string) => void
}

function Page({ before, unreadOnly, isLast, onRead, onMore }: PageProps) {
  const query = useCall(listNotifications, {
    query: { ...(before !== undefined && { before }), ...(unreadOnly && { unread: 'yes' as const }) },
  })
  return (
    <Answered query={query} loading={<SkeletonRows rows={6} />}>
      {({ notifications, next }) =>
        notifications.length === 0 ? (
          <Text>{unreadOnly ? 'You have read all notifications.' : 'You have no notifications yet.'}</Text>
        ) : (
          <>
            <ul className={classes.list}>
              {notifications.map((one) => (
                <Row key={one.id} notification={one} onRead={(read) => onRead([one.id], read)} />
              ))}
            </ul>
            {isLast && next !== null && (
              <Button variant="default" mt="sm" onClick={() => onMore(next)}>
                Show older
              </Button>
            )}
          </>
        )
      }
    </Answered>
  )
}

function Row({ notification, onRead }: { notification: Notification; onRead: (read: boolean) => void }) {
  const { role } = useSession()
  const { kind, title, detail, at, read } = notification
  return (
    <li className={classes.row} data-unread={!read || undefined}>
      <div className={classes.said}>
        <Link className={classes.title} to={recordOf(notification, role)} onClick={() => !read && onRead(true)}>
          {title}
        </Link>
        {detail !== '' && <div className={classes.detail}>{detail}</div>}
        <div className={classes.detail}>
          {read ? '' : 'Unread. '}
          {notificationWords[kind].title}, {moment(at)}
        </div>
      </div>
      <Button
        variant="subtle"
        color="blue"
        size="compact-sm"
        aria-label={`${read ? 'Mark as unread' : 'Mark as read'}: ${title}`}
        onClick={() => onRead(!read)}
      >
        {read ? 'Mark as unread' : 'Mark as read'}
      </Button>
    </li>
  )
}
