// Explains a term of accounting, the BIR or banks. A small button next to a heading shows the meaning on hover, focus
// or click. The meanings load after the page.
import type { entryOf, Term as TermName } from '@talaan/contract/glossary.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import classes from './Term.module.css'

const margin = 8

export function Term({ name }: { name: TermName }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [entry, setEntry] = useState<ReturnType<typeof entryOf>>()

  useEffect(() => {
    import('@talaan/contract/glossary.ts')
      .then((glossary) => setEntry(glossary.entryOf(name)))
      // If loading fails, the term has no explanation.
      .catch(() => undefined)
  }, [name])

  useEffect(() => {
    if (!isOpen || entry === undefined || tip.current === null || button.current === null) return
    const shown = tip.current
    shown.showPopover()
    place(shown, button.current.getBoundingClientRect())
    const close = () => setOpen(false)
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    window.addEventListener('keydown', onKey)
    window.addEventListener('scroll', close, { capture: true, passive: true })
    window.addEventListener('resize', close)
    return () => {
      shown.hidePopover()
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('scroll', close, { capture: true })
      window.removeEventListener('resize', close)
    }
  }, [isOpen, entry])

  return (
    <span className={classes.term} onMouseEnter={() => setOpen(true)} onMouseLeave={() => setOpen(false)}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={`${name}: meaning`}
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
      >
        <Icon name="help" size={16} />
      </button>
      <span ref={tip} id={id} role="tooltip" popover="manual" className={classes.tip}>
        <strong>{name}</strong>
        {entry?.official !== undefined && <> ({entry.official})</>}
        {': '}
        {entry?.meaning}
      </span>
    </span>
  )
}

/** Below the button, or above it if there is no space; never beyond the edge of the window. */
function place(tip: HTMLElement, button: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect()
  const below = button.bottom + height < innerHeight
  tip.style.left = `${Math.max(margin, Math.min(button.left, document.documentElement.clientWidth - width - margin))}px`
  tip.style.top = `${below ? button.bottom : Math.max(margin, button.top - height)}px`
}
