// A dialog without a library. The component that shows it makes the page behind it inert, except the notifications: the
// browser's own modal dialog would cover them and hide them from screen readers.
import { type KeyboardEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import classes from './LoginPage.module.css'

type Props = { opened: boolean; title: string; onClose: () => void; children: ReactNode }

export function PlainDialog({ opened, title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    if (!opened) return
    const before = document.activeElement
    // Puts the focus on the first control.
    dialog.current?.show()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [opened])

  if (!opened) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <div className={classes.shade}>
      <dialog ref={dialog} className={classes.dialog} aria-labelledby={titleId} onKeyDown={onKeyDown}>
        <h2 id={titleId} className={classes.dialogTitle}>
          {title}
        </h2>
        {children}
      </dialog>
    </div>
  )
}
