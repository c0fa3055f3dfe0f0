// A notice in a box, with a title in bold.
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.notice} role="note" aria-label={title}>
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  )
}
