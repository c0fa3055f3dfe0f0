// On touch screens: the keys that a phone's numeric keypad lacks, below the amount that has the focus.
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import css from './AmountKeys.module.css'
import { moveFrom } from './formKeys.ts'
import { typeText } from './typeText.ts'

const keys = [
  { shown: '+', name: 'Plus', text: '+' },
  { shown: '−', name: 'Minus', text: '-' },
  { shown: '×', name: 'Times', text: '*' },
  { shown: '÷', name: 'Divided by', text: '/' },
  { shown: '000', name: 'Three zeros', text: '000' },
] as const

export function AmountKeys() {
  const [field, setField] = useState<HTMLInputElement | null>(null)
  useEffect(() => {
    const show = (target: EventTarget | null) =>
      setField(target instanceof HTMLInputElement && target.dataset.amount !== undefined ? target : null)
    const onFocus = ({ target }: FocusEvent) => show(target)
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget === null) show(null)
    }
    show(document.activeElement)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onLeave)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onLeave)
    }
  }, [])
  if (field === null) return null

  /** The field shows the result, as it does when the user leaves it. */
  function calculate() {
    field?.blur()
    field?.focus()
  }
  return createPortal(
    <div
      role="toolbar"
      aria-label="Keys for amounts"
      className={css.keys}
      style={{ top: field.getBoundingClientRect().bottom + scrollY + 4 }}
      // The field keeps the focus, so the keypad stays open.
      onPointerDown={(event) => event.preventDefault()}
    >
      {keys.map(({ shown, name, text }) => (
        <button key={name} type="button" tabIndex={-1} aria-label={name} onClick={() => typeText(text)}>
          {shown}
        </button>
      ))}
      <button type="button" tabIndex={-1} aria-label="Result" onClick={calculate}>
        =
      </button>
      <button type="button" tabIndex={-1} onClick={() => moveFrom(field, 1)}>
        Next
      </button>
    </div>,
    document.body,
  )
}
