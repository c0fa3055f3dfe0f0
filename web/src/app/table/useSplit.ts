// A list with a document next to it, on wide screens: the document of the row with the focus.
import { type FocusEvent, type MouseEvent, useState, useSyncExternalStore } from 'react'

/** Also in split.module.css. */
const wide = '(min-width: 1400px)'

type List = { isSplit: boolean; split: (isSplit: boolean) => void }

export function useSplit<Row extends { id: string }>(list: List, rows: readonly Row[]) {
  const isWide = useSyncExternalStore(onWidth, () => matchMedia(wide).matches)
  const isSplit = isWide && list.isSplit
  const [focused, setFocused] = useState<string>()
  const shown = rows.find(({ id }) => id === focused) ?? rows[0]
  return {
    isWide,
    isSplit,
    toggle: () => list.split(!list.isSplit),
    shown: isSplit ? shown : undefined,
    isShown: (row: Row) => isSplit && row.id === shown?.id,
    /** For the element around the rows: a click shows the document, and Enter opens its page. */
    rows: isSplit &&
      shown !== undefined && {
        onFocus: ({ target }: FocusEvent) => {
          const row = rows[at(target)]
          if (row !== undefined) setFocused(row.id)
        },
        onClickCapture: (event: MouseEvent) => {
          const { target, detail, shiftKey, ctrlKey, metaKey, altKey } = event
          const isPlain = detail > 0 && !(shiftKey || ctrlKey || metaKey || altKey)
          if (!isPlain || Number.isNaN(at(target)) || target instanceof HTMLInputElement) return
          event.preventDefault()
          event.stopPropagation()
          if (target instanceof Element) target.closest('tr')?.querySelector('a')?.focus()
        },
      },
  }
}

const at = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest<HTMLElement>('tbody tr')?.dataset.at) : NaN

function onWidth(changed: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}
