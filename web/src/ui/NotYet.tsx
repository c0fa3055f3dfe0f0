// Says plainly what of a place is not built yet, and what can be done meanwhile.
import { useId, type ReactNode } from 'react'
import classes from './NotYet.module.css'

export function NotYet({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.note} aria-labelledby={id}>
      <h2 className={classes.title} id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}
