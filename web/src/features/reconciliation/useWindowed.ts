// Of a long list only what is in sight is drawn, so that ten thousand lines scroll like ten. Rows are of one height.
import { type RefObject, useEffect, useState } from 'react'

/** Drawn above and below what is in sight. */
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
  /** Brings a row into sight without moving more than it must. */
  const reveal = (at: number) => {
    const element = box.current
    if (element === null) return
    const [top, bottom] = [at * rowHeight, (at + 1) * rowHeight]
    if (top < element.scrollTop) element.scrollTo({ top })
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTo({ top: bottom - element.clientHeight })
  }
  return { from, to, above: from * rowHeight, below: (count - to) * rowHeight, reveal }
}
