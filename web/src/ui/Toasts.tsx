// Shows the toasts; one goes by itself after its time, but not while someone points at it or has the focus in it.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentToasts, dismiss, onToasts, type Toast } from './toast.ts'
import classes from './Toasts.module.css'

type Props = { autoCloseMs: number; width: number; zIndex: number }

export function Toasts({ autoCloseMs, width, zIndex }: Props) {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  return (
    <section className={classes.corner} style={{ width, zIndex }} aria-label="Notifications">
      {/* Both regions are there before anything is said, or screen readers would not hear the first toast. */}
      <div role="status">
        {toasts
          .filter((each) => each.tone !== 'bad')
          .map((each) => (
            <OneToast key={each.id} toast={each} autoCloseMs={autoCloseMs} />
          ))}
      </div>
      <div role="alert">
        {toasts
          .filter((each) => each.tone === 'bad')
          .map((each) => (
            <OneToast key={each.id} toast={each} autoCloseMs={autoCloseMs} />
          ))}
      </div>
    </section>
  )
}

const marks = { good: '✓', bad: '!', plain: 'i' } as const

function OneToast({ toast, autoCloseMs }: { toast: Toast; autoCloseMs: number }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(toast.id), autoCloseMs)
    return () => clearTimeout(timer)
  }, [held, toast.id, autoCloseMs])

  return (
    <div
      className={classes.toast}
      data-tone={toast.tone}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.mark} aria-hidden="true">
        {marks[toast.tone]}
      </span>
      <div className={classes.said}>
        <div className={classes.title}>{toast.title}</div>
        {toast.message && <div className={classes.message}>{toast.message}</div>}
      </div>
      <button type="button" className={classes.close} aria-label="Close notification" onClick={() => dismiss(toast.id)}>
        ×
      </button>
    </div>
  )
}
