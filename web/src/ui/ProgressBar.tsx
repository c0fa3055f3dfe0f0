import type { ComponentProps } from 'react'
import css from './ProgressBar.module.css'

type Bar = Omit<ComponentProps<'progress'>, 'className' | 'style'> & { width?: number }

/** How much of some work is done. Without `width` (in pixels), the bar fills its place. */
export function ProgressBar({ width, ...bar }: Bar) {
  return <progress className={css.bar} style={{ width }} {...bar} />
}
