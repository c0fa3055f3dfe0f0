// Shows the toasts. Each disappears after a while, but not while the pointer or the focus is on the toasts.
import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent } from 'react'
import { currentToasts, dismiss, onToasts, type Toast } from './toast.ts'
import classes from './Toasts.module.css'

type Props = { autoCloseMs: number; width: number; zIndex: number }

/** The key that moves the focus to the toasts; a second press moves it back. */
const key = 'F8'
const tickMs = 250

export function Toasts({ autoCloseMs, width, zIndex }: Props) {
  const toasts = useSyncExternalStore(onToasts, currentToasts)
  const corner = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)

  const buttons = () => [...(corner.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])]
  const goBack = () => {
    if (cameFrom.current?.isConnected) cameFrom.current.focus()
    cameFrom.current = null
  }

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== key) return
      if (corner.current?.contains(document.activeElement)) return goBack()
      const newest = buttons().at(-1)
      if (newest === undefined) return
      event.preventDefault()
      cameFrom.current = document.activeElement as HTMLElement | null
      newest.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  const close = (id: number) => {
    const all = buttons()
    const at = all.findIndex((each) => each === document.activeElement)
    dismiss(id)
    // If a toast is closed by key, the focus moves to the next toast, and after the last one to its previous place.
    if (at === -1) return
    const next = all[at + 1] ?? all[at - 1]
    if (next === undefined) goBack()
    else next.focus()
  }

  const toastsOf = (bad: boolean) =>
    toasts
      .filter((each) => (each.tone === 'bad') === bad)
      .map((each) => <OneToast key={each.id} toast={each} autoCloseMs={autoCloseMs} onClose={() => close(each.id)} />)

  return (
    <section
      className={classes.corner}
      style={{ width, zIndex }}
      aria-label="Notifications"
      aria-keyshortcuts={key}
      ref={corner}
    >
      {/* Both regions exist before the first message; otherwise screen readers would miss the first toast. */}
      <div role="status">{toastsOf(false)}</div>
      <div role="alert">{toastsOf(true)}</div>
    </section>
  )
}

const marks = { good: '✓', bad: '!', plain: 'i' } as const

function OneToast({ toast, autoCloseMs, onClose }: { toast: Toast; autoCloseMs: number; onClose: () => void }) {
  const whole = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let left = autoCloseMs
    const ticking = setInterval(() => {
      // Checked at each tick, because a toast that is removed under the pointer fires no leave event.
      if (whole.current?.closest('section')?.matches(':hover, :focus-within')) return
      left -= tickMs
      if (left <= 0) dismiss(toast.id)
    }, tickMs)
    return () => clearInterval(ticking)
  }, [toast.id, autoCloseMs])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Delete') return
    event.stopPropagation()
    onClose()
  }

  return (
    <div className={classes.toast} data-tone={toast.tone} ref={whole}>
      <span className={classes.mark} aria-hidden="true">
        {marks[toast.tone]}
      </span>
      <div className={classes.said}>
        <div className={classes.title}>{toast.title}</div>
        {toast.message && <div className={classes.message}>{toast.message}</div>}
      </div>
      <button
        type="button"
        className={classes.close}
        aria-label="Close notification"
        onClick={onClose}
        onKeyDown={onKeyDown}
      >
        ×
      </button>
    </div>
  )
}
