// The bell with the stored notifications: the number of unread ones, and the newest ones.
import { listNotifications, readNotifications } from '@talaan/contract/notifications.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { moment } from '../../ui/moment.ts'
import { PastToasts } from '../../ui/PastToasts.tsx'
import { call, useCall } from '../api.ts'
import { paths } from '../paths.ts'
import { recordOf } from '../notifications.ts'
import { useSession } from '../session/session.ts'
import classes from './NotificationBell.module.css'

/** Loaded again this often, because the user may have read notifications on another device. */
const refreshMs = 120_000
const shown = 5

export function NotificationBell({ className }: { className?: string }) {
  const { passwordDue, role } = useSession()
  const queries = useQueryClient()
  const { data } = useCall(listNotifications, {}, { enabled: !passwordDue, refetchInterval: refreshMs })
  const read = useMutation({
    mutationFn: (id: string) => call(readNotifications, { body: { ids: [id], read: true } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [listNotifications.name] }),
  })
  const { notifications = [], unread = 0 } = data ?? {}
  return (
    <PastToasts
      {...(className !== undefined && { className })}
      unread={unread}
      hasStored={notifications.length > 0}
      stored={(close) => (
        <>
          {notifications.length > 0 && (
            <ul className={classes.list}>
              {notifications.slice(0, shown).map((one) => (
                <li key={one.id} data-unread={!one.read || undefined}>
                  <Link
                    to={recordOf(one, role)}
                    onClick={() => {
                      if (!one.read) read.mutate(one.id)
                      close()
                    }}
                  >
                    {one.title}
                  </Link>
                  <span>
                    {one.read ? '' : 'Unread, '}
                    {moment(one.at)}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <div className={classes.all}>
            <Link to={paths.notifications} onClick={close}>
              All notifications and settings
            </Link>
          </div>
        </>
      )}
    />
  )
}
