// A warning or an error, shown with text, mark and color.
import type { ReactNode } from 'react'
import css from './Notice.module.css'

type Props = {
  tone: 'look' | 'bad'
  title: string
  /** Screen readers read an alert immediately, and a status at the next pause. */
  urgent?: boolean
  children?: ReactNode
}

export function Notice({ tone, title, urgent = false, children }: Props) {
  return (
    <div className={css.notice} data-tone={tone} role={urgent ? 'alert' : 'status'}>
      <p className={css.title}>
        <span aria-hidden="true">{tone === 'bad' ? '✕' : '!'}</span> {title}
      </p>
      {children && <div>{children}</div>}
    </div>
  )
}
