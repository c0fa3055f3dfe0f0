// A field for finding a customer or supplier by part of the name or TIN. Arrow keys move through the list.
import { CloseButton, Loader, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import css from './PartyPicker.module.css'
import { steady } from './steady.tsx'
import { useFullScreenList } from './useFullScreenList.ts'

/** `balance` is the party's open balance in words; '' if there is none or if it is unknown. */
export type PickerRow = { id: string; name: string; tin: string; address: string; badge: string; balance: string }

type Props = {
  label: string
  hint: string
  /** The text as typed, or the name once a party is chosen. */
  search: string
  onSearch: (typed: string) => void
  picked: PickerRow | null
  rows: readonly PickerRow[]
  searching: boolean
  /** Shown instead of results: nothing was found, or the search failed. */
  message: string | null
  onPick: (id: string) => void
  /** Called on Escape after the user typed over a choice; restores the choice. */
  onRestore: () => void
  /** The last entry of the list, which registers a party that was not found. */
  registerLabel: string
  onRegister: () => void
  onOpen: () => void
  /** After a choice by keyboard the focus moves to the next field. */
  onDone: () => void
  error?: ReactNode
  inputId?: string
  required?: boolean
}

const requiredLabel = { labelProps: { 'data-required': true }, 'aria-required': true } as const

export const PartyPicker = steady(function PartyPicker(props: Props) {
  const {
    label,
    hint,
    search,
    onSearch,
    picked,
    rows,
    searching,
    message,
    onPick,
    onRestore,
    registerLabel,
    onRegister,
    onOpen,
    onDone,
    error,
    inputId,
    required = false,
  } = props
  const [opened, setOpened] = useState(false)
  const [active, setActive] = useState(0)
  // Enter was pressed before the results arrived.
  const [hurried, setHurried] = useState(false)
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  useFullScreenList(box, opened)

  const count = rows.length + 1
  const current = Math.min(active, count - 1)

  function open() {
    if (opened) return
    setOpened(true)
    setActive(0)
    onOpen()
  }

  function moveTo(index: number) {
    setActive(index)
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }

  function choose(index: number, byKeyboard: boolean) {
    const row = rows[index]
    setOpened(false)
    if (row === undefined) {
      onRegister()
      return
    }
    onPick(row.id)
    if (byKeyboard) onDone()
  }

  // Enter chooses the only result; if there are several, the user has to choose.
  const onFound = useEffectEvent(() => {
    setHurried(false)
    if (rows.length !== 1) return
    // The values of the party are in their fields before the focus moves on, as they are after a key.
    queueMicrotask(() => {
      flushSync(() => choose(0, false))
      onDone()
    })
  })
  useEffect(() => {
    if (hurried && !searching) onFound()
  }, [hurried, searching])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey) return
    if (event.altKey && !event.shiftKey && event.code === 'KeyM') {
      event.preventDefault()
      onRegister()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!opened) open()
      else moveTo((current + (event.key === 'ArrowDown' ? 1 : count - 1)) % count)
    } else if (opened && (event.key === 'Home' || event.key === 'End') && search === '') {
      event.preventDefault()
      moveTo(event.key === 'Home' ? 0 : count - 1)
    } else if (event.key === 'Escape' && opened) {
      event.preventDefault()
      setOpened(false)
      onRestore()
    } else if (event.key === 'Enter' && opened && searching && search.trim() !== '') {
      event.preventDefault()
      setHurried(true)
    } else if (event.key === 'Enter' && opened && !searching && (search.trim() !== '' || current > 0)) {
      event.preventDefault()
      choose(current, true)
    } else if (
      event.key === 'Tab' &&
      !event.shiftKey &&
      opened &&
      !searching &&
      picked === null &&
      rows.length === 1 &&
      search.trim() !== ''
    ) {
      choose(0, false)
    }
  }

  return (
    <div
      className={css.box}
      ref={box}
      onBlur={(event) => {
        if (box.current?.contains(event.relatedTarget)) return
        setOpened(false)
        setHurried(false)
      }}
    >
      {opened && (
        <div className={css.close}>
          <CloseButton
            aria-label="Close the list"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setOpened(false)}
          />
        </div>
      )}
      <TextInput
        id={inputId}
        label={label}
        {...(required && requiredLabel)}
        error={error}
        placeholder={hint}
        value={search}
        onChange={(event) => {
          onSearch(event.currentTarget.value)
          setOpened(true)
          setActive(0)
          setHurried(false)
        }}
        onFocus={(event) => {
          event.currentTarget.select()
          // If a form opens with the focus here, no list covers its fields.
          if (picked === null && event.relatedTarget !== null) open()
        }}
        onClick={open}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={opened}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={opened ? `${listId}-${current}` : undefined}
        autoComplete="off"
        spellCheck={false}
        rightSection={searching && opened ? <Loader size="xs" aria-hidden="true" /> : null}
      />
      <div className={css.list} hidden={!opened}>
        {message !== null && <p className={css.message}>{message}</p>}
        {/* Prevents the mouse from taking the focus out of the field before the click arrives. */}
        <ul
          id={listId}
          role="listbox"
          aria-label="Matches"
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => {
            const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null
            if (option) choose([...event.currentTarget.children].indexOf(option), false)
          }}
          onKeyDown={onKeyDown}
        >
          {rows.map((row, index) => (
            <li
              key={row.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              data-active={index === current || undefined}
              className={css.option}
              onMouseMove={() => setActive(index)}
            >
              <span className={css.name}>{row.name}</span>
              <span className={css.badge}>{row.badge}</span>
              <span className={css.tin}>{row.tin}</span>
              <span className={css.address}>{row.address}</span>
              {row.balance !== '' && <span className={css.balance}>{row.balance}</span>}
            </li>
          ))}
          <li
            id={`${listId}-${rows.length}`}
            role="option"
            aria-selected={current === rows.length}
            data-active={current === rows.length || undefined}
            className={css.register}
            onMouseMove={() => setActive(rows.length)}
          >
            {registerLabel}
          </li>
        </ul>
      </div>
      <span className={css.spoken} role="status">
        {opened && !searching ? `${rows.length} found` : ''}
      </span>
    </div>
  )
})
