// Filters the portal cards by title; arrow keys select, Enter opens, Escape clears.
import { TextInput } from '@mantine/core'
import { cardsFor, cardTarget, opensNewTab, type Card } from '@talaan/contract/cards.ts'
import type { Role } from '@talaan/contract/roles.ts'
import { useId, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import classes from './Shell.module.css'

export function CardSearch({ role }: { role: Role }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const go = useNavigate()
  const listId = useId()
  const found = cardsFound(typed, role)
  const chosen = found[Math.min(at, found.length - 1)]
  const open = typed.trim() !== ''

  const select = (card: Card) => {
    const target = cardTarget(card)
    setTyped('')
    setAt(0)
    if (opensNewTab(target)) window.open(target, '_blank', 'noopener')
    else void go(target)
  }

  const step = (by: number) => {
    const next = (Math.min(at, found.length - 1) + by + found.length) % found.length
    const card = found[next]
    if (card === undefined) return
    setAt(next)
    document.getElementById(`${listId}-${card.id}`)?.scrollIntoView({ block: 'nearest' })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setTyped('')
    } else if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && open && chosen) select(chosen)
    else return
    event.preventDefault()
  }

  return (
    <div className={classes.search} role="search">
      <TextInput
        size="sm"
        aria-label="Search cards"
        placeholder="Search cards"
        leftSection={<Icon name="search" size={16} />}
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={open && found.length > 0}
        aria-controls={listId}
        aria-activedescendant={open && chosen ? `${listId}-${chosen.id}` : undefined}
      />
      <ul
        className={classes.results}
        id={listId}
        role="listbox"
        aria-label="Cards"
        hidden={!open || found.length === 0}
      >
        {open &&
          found.map((card) => (
            <li
              key={card.id}
              id={`${listId}-${card.id}`}
              role="option"
              aria-selected={card === chosen}
              className={classes.result}
              // The field keeps the focus, as in a combobox, so the choice is made on mouse down.
              onMouseDown={(event) => {
                event.preventDefault()
                if (event.button === 0) select(card)
              }}
            >
              {card.title}
              <small>{card.description}</small>
            </li>
          ))}
      </ul>
      <div role="status">
        {open && found.length === 0 && <p className={classes.none}>No cards match.</p>}
        {open && found.length > 0 && <span className={classes.spoken}>{found.length} found</span>}
      </div>
    </div>
  )
}

function cardsFound(typed: string, role: Role): Card[] {
  const wanted = typed.trim().toLowerCase()
  return wanted === '' ? [] : cardsFor(role).filter((card) => card.title.toLowerCase().includes(wanted))
}
