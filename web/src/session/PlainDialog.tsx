// The browser's own dialog: it holds the focus, closes by Escape and needs no library.
import { useEffect, useId, useRef, type ReactNode } from 'react'
import classes from './LoginPage.module.css'

type Props = { opened: boolean; title: string; onClose: () => void; children: ReactNode }

export function PlainDialog({ opened, title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (opened) dialog.current?.showModal()
    else dialog.current?.close()
  }, [opened])

  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={titleId} onClose={onClose}>
      {opened && (
        <>
          <h2 id={titleId} className={classes.dialogTitle}>
            {title}
          </h2>
          {children}
        </>
      )}
    </dialog>
  )
}
