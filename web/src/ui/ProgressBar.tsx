import type { ComponentProps } from 'react'
import css from './ProgressBar.module.css'

/** How much of some work is done. `width` is that of its place unless given. */
export function ProgressBar({ width, ...bar }: Omit<ComponentProps<'progress'>, 'className' | 'style'>) {
  return <progress className={css.bar} style={{ width }} {...bar} />
}
