// Drags a line of a grid by its handle, with the mouse, a pen or a finger.
import type { PointerEvent as ReactPointerEvent } from 'react'

/** A shorter movement, in pixels, counts as a click. */
const slack = 5

/** `onDrop` gets the new position of the line. */
export function dragLine(event: ReactPointerEvent<HTMLElement>, onDrop: (to: number) => void): void {
  const own = event.currentTarget.closest('tr')
  const table = event.currentTarget.closest('table')
  if (own === null || table === null || event.button !== 0) return
  const others = [...table.querySelectorAll<HTMLElement>('tr[data-line]')].filter((row) => row !== own)
  const startY = event.clientY
  let to: number | null = null
  const listening = new AbortController()
  const listen = { signal: listening.signal }

  const mark = (at: number | null) => {
    for (const [i, row] of others.entries()) {
      if (at === i) row.dataset.drop = 'above'
      else if (at === others.length && i === at - 1) row.dataset.drop = 'below'
      else delete row.dataset.drop
    }
    own.toggleAttribute('data-dragged', at !== null)
  }
  const end = (dropped: boolean) => {
    listening.abort()
    mark(null)
    if (dropped && to !== null) onDrop(to)
  }
  window.addEventListener(
    'pointermove',
    ({ clientY }) => {
      if (to === null && Math.abs(clientY - startY) < slack) return
      const middle = (row: HTMLElement) => row.getBoundingClientRect().top + row.offsetHeight / 2
      to = others.filter((row) => middle(row) < clientY).length
      mark(to)
    },
    listen,
  )
  window.addEventListener('pointerup', () => end(true), listen)
  window.addEventListener('pointercancel', () => end(false), listen)
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), listen)
}
