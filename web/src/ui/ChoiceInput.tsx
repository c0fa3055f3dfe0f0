// A combobox: part of a code or name is enough, and the field then shows the full label. The list opens while the user
// types.
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { CloseButton, TextInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import { choice, matches, type Choice } from './choice.ts'
import css from './ChoiceInput.module.css'
import type { TypedInputProps } from './MoneyInput.tsx'
import { steady } from './steady.tsx'
import { useFullScreenList } from './useFullScreenList.ts'

export type { Choice } from './choice.ts'

type Props = TypedInputProps & {
  options: readonly Choice[]
  /** The values of the options to show first. */
  usual?: readonly string[] | undefined
  /** Shown while nothing is chosen. */
  none?: string | undefined
  /** The field shows the value of the chosen option instead of its label. */
  showsValue?: boolean
  /** The options are already the results for the text. */
  isSearched?: boolean
  /** The options are still the results for an earlier text, so none of them is chosen yet. */
  isWaiting?: boolean
  /** An arrow key opens the list; in a grid, it moves to another row instead. */
  arrowOpens?: boolean
}

const noValues: readonly string[] = []

/** The value of an option, or the typed text if no option matches it. */
export const ChoiceInput = steady(function ChoiceInput({
  value,
  onChange,
  options: all,
  usual = noValues,
  none,
  showsValue = false,
  isSearched = false,
  isWaiting = false,
  arrowOpens = false,
  onFocus,
  onBlur,
  onKeyDown,
  ...rest
}: Props) {
  const first = useMemo(() => usual.flatMap((code) => all.filter((option) => option.value === code)), [usual, all])
  const options = useMemo(() => [...first, ...all.filter((option) => !first.includes(option))], [first, all])
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [before, setBefore] = useState(value)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  useFullScreenList(box, isOpen)
  const label = showsValue ? value : (options.find((option) => option.value === value)?.label ?? value)
  const found = isOpen ? matches(isSearched ? null : typed, options) : []

  function open() {
    setOpen(true)
    setActive(matches(null, options).findIndex((option) => option.value === value))
  }

  function pick(option: Choice) {
    onChange(option.value)
    setTyped(null)
    setOpen(false)
  }

  /** Text that matches exactly one option chooses that option. */
  function settle() {
    if (typed !== null) onChange((isWaiting ? null : choice(typed, options)) ?? typed.trim())
    setTyped(null)
    setOpen(false)
  }

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    const arrow = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (arrow !== 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && (isOpen || event.altKey || arrowOpens)) {
      event.preventDefault()
      if (!isOpen) open()
      else if (found.length > 0) setActive((active + arrow + found.length) % found.length)
      return
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      onChange(before)
      setTyped(null)
      setOpen(false)
      return
    }
    // Not prevented, so that the form moves on to the next field.
    const option = found[active]
    if (event.key === 'Enter' && option && !event.ctrlKey && !event.metaKey) pick(option)
    else if (event.key === 'Enter') settle()
    onKeyDown?.(event)
  }

  return (
    <div className={css.box} ref={box}>
      {isOpen && (
        <div className={css.title}>
          <span aria-hidden="true">{rest['aria-label'] ?? rest.label}</span>
          <CloseButton aria-label="Close the list" onMouseDown={(event) => event.preventDefault()} onClick={settle} />
        </div>
      )}
      <TextInput
        {...rest}
        placeholder={none}
        value={typed ?? label}
        onChange={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          setOpen(true)
          // If the options come from a search, they may still belong to an earlier text.
          setActive(text.trim() === '' || isSearched ? -1 : 0)
          const named = isSearched ? undefined : options.find((option) => option.label === text)
          onChange(named?.value ?? text)
        }}
        onFocus={(event) => {
          event.currentTarget.select()
          setBefore(value)
          onFocus?.(event)
        }}
        onClick={() => isOpen || open()}
        onBlur={(event) => {
          // Switching to another window chooses nothing.
          if (document.hasFocus()) settle()
          onBlur?.(event)
        }}
        onKeyDown={onKey}
        role="combobox"
        aria-expanded={isOpen && found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 && active < found.length ? `${listId}-${active}` : undefined}
        // Escape closes the list, not the dialog around it.
        data-mantine-stop-propagation={isOpen || undefined}
        autoComplete="off"
        spellCheck={false}
      />
      {isOpen && found.length > 0 && (
        <List id={listId} options={found} active={active} first={typed === null ? first.length : 0} onPick={pick} />
      )}
    </div>
  )
})

type ListProps = {
  id: string
  options: readonly Choice[]
  active: number
  /** The number of usual options, which a line separates from the others. */
  first: number
  onPick: (option: Choice) => void
}

function List({ id, options, active, first, onPick }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  // The list opens above the field if there is no space below, and aligns with the end of the field if there is no
  // space on the right.
  const [isAbove, setAbove] = useState(false)
  const [endsWithField, setEndsWithField] = useState(false)
  useEffect(() => {
    const field = list.current?.parentElement?.getBoundingClientRect()
    if (!field) return
    setAbove(innerHeight - field.bottom < 260 && field.top > innerHeight - field.bottom)
    setEndsWithField(field.left + 420 > innerWidth && field.right > 420)
  }, [])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <ul
      ref={list}
      id={id}
      role="listbox"
      aria-label="Matches"
      className={css.list}
      data-above={isAbove || undefined}
      data-end={endsWithField || undefined}
      // Prevents the mouse from taking the focus out of the field before the click arrives.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
        <li
          key={option.value}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          data-active={at === active || undefined}
          data-apart={(at > 0 && at === first) || undefined}
          onClick={() => onPick(option)}
        >
          {option.label}
        </li>
      ))}
    </ul>
  )
}
