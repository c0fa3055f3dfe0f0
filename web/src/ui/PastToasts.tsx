// The bell: all notifications since the user signed in, newest first.
import { dayInManila } from '@talaan/ledger/core/date.ts'
import { type ReactNode, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'
import classes from './PastToasts.module.css'
import { onToasts, pastToasts, type ToastTone } from './toast.ts'

const kinds: Record<ToastTone, { mark: string; word: string }> = {
  good: { mark: '✓', word: 'Done' },
  bad: { mark: '!', word: 'Failed' },
  plain: { mark: 'i', word: 'Note' },
}

type Props = {
  className?: string
  /** The number of unread stored notifications. */
  unread?: number
  /** Whether there are any. */
  hasStored?: boolean
  /** Stored notifications, shown above those of this screen. */
  stored?: (close: () => void) => ReactNode
}

export function PastToasts({ className, unread = 0, hasStored = false, stored }: Props) {
  const past = useSyncExternalStore(onToasts, pastToasts)
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (!open) return
    panel.current?.focus()
    const onPress = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false)
    }
    const onFocus = (event: FocusEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  }, [open])

  return (
    <div className={classes.whole} ref={whole}>
      <button
        type="button"
        ref={button}
        className={className}
        aria-label="Notifications"
        title="Notifications"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-describedby={unread > 0 ? `${id}-unread` : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="bell" />
      </button>
      {unread > 0 && (
        <>
          <span className={classes.badge} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
          <span id={`${id}-unread`} hidden>
            {unread} unread
          </span>
        </>
      )}
      {open && (
        <div className={classes.panel} id={id} ref={panel} role="dialog" aria-labelledby={`${id}-title`} tabIndex={-1}>
          <h2 className={classes.heading} id={`${id}-title`}>
            Notifications
          </h2>
          {stored?.(() => setOpen(false))}
          {past.length === 0 ? (
            !hasStored && <p className={classes.none}>No notifications since you logged in or loaded this page.</p>
          ) : (
            <ol className={classes.list}>
              {past.map(({ id: which, at, title, message, tone }) => (
                <li key={which} className={classes.item} data-tone={tone}>
                  <span className={classes.mark} aria-hidden="true">
                    {kinds[tone].mark}
                  </span>
                  <div className={classes.said}>
                    <div className={classes.title}>{title}</div>
                    {message && <div className={classes.message}>{message}</div>}
                    <div className={classes.when}>
                      {kinds[tone].word}, <time dateTime={new Date(at).toISOString()}>{clockTime(at)}</time>
                    </div>
                  </div>
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
    </div>
  )
}

const timeZone = 'Asia/Manila'
const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

const clockTime = (at: number): string => (dayInManila(at) === dayInManila(Date.now()) ? clock : dayAndClock).format(at)
