// Loading indicators show only after 100 ms, so that quick answers don't flicker.
import type { ReactNode } from 'react'
import classes from './Late.module.css'

export function Late({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.late} role="status" aria-label={label}>
      {children}
    </div>
  )
}
