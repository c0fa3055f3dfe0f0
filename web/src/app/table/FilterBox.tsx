// The filter of a list: it narrows the rows while the user types. The portal's search is in the navigation and under
// Ctrl K.
import { CloseButton, TextInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import { type KeyboardEvent, type Ref, useEffect, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import classes from './FilterBox.module.css'

/** The list is filtered after this pause in typing. */
const typingPauseMs = 200

type Props = {
  ref: Ref<HTMLInputElement>
  label: string
  placeholder?: string
  value: string
  onFilter: (typed: string) => void
  /** Called on the Down arrow, which moves from the field into the list. */
  onDown: () => void
}

export function FilterBox({ ref, label, placeholder = 'Filter list', value, onFilter, onDown }: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // The address can change without the field: by a link, or 'Clear filters'.
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onFilter(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') onDown()
    else if (event.key === 'Enter') onFilter(typed.trim())
    else if (event.key === 'Escape' && typed !== '') {
      setTyped('')
      onFilter('')
    } else return
    event.preventDefault()
  }
  return (
    <TextInput
      ref={ref}
      size="sm"
      className={classes.box ?? ''}
      aria-label={label}
      title="Number, name, TIN or amount"
      placeholder={placeholder}
      maxLength={100}
      leftSection={<Icon name="funnel" size={16} />}
      rightSection={
        typed === '' ? (
          <KeyCaps keys="/" />
        ) : (
          <CloseButton size="sm" aria-label="Clear the filter text" onClick={() => onFilter('')} />
        )
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
