// Renders only the visible rows of a long list, so that ten thousand lines scroll as smoothly as ten. All rows have the
// same height.
import { type RefObject, useEffect, useState } from 'react'

/** Rows rendered above and below the visible ones. */
const spare = 8

export function useWindowed(box: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [seen, setSeen] = useState({ top: 0, height: 640 })
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const look = () => setSeen({ top: element.scrollTop, height: element.clientHeight })
    look()
    element.addEventListener('scroll', look, { passive: true })
    const sized = new ResizeObserver(look)
    sized.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      sized.disconnect()
    }
  }, [box])
  const from = Math.max(0, Math.min(count, Math.floor(seen.top / rowHeight) - spare))
  const to = Math.min(count, Math.ceil((seen.top + seen.height) / rowHeight) + spare)
  /** Scrolls a row into view, no further than needed. */
  const reveal = (at: number) => {
    const element = box.current
    if (element === null) return
    const [top, bottom] = [at * rowHeight, (at + 1) * rowHeight]
    if (top < element.scrollTop) element.scrollTo({ top })
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTo({ top: bottom - element.clientHeight })
  }
  return { from, to, above: from * rowHeight, below: (count - to) * rowHeight, reveal }
}
