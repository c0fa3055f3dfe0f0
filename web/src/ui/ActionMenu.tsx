// A button that opens a menu of actions. Arrow keys move; Escape or a click outside closes the menu and returns the
// focus.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { KeyCaps } from './KeyCaps.tsx'
import classes from './ActionMenu.module.css'

export type MenuAction = {
  label: string
  icon?: ReactNode
  /** The shortcut on this screen for the same action. */
  keys?: string
  onSelect: () => void
  /** Starts a new group of actions. */
  apart?: boolean
  /** The reason why the action is disabled. The action stays in the menu and shows the reason. */
  refused?: string
}

type Props = {
  label: string
  className?: string
  children: ReactNode
  heading?: ReactNode
  actions: readonly MenuAction[]
}

export function ActionMenu({ label, className, children, heading, actions }: Props) {
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()

  const items = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('[role=menuitem]') ?? [])]
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  useEffect(() => {
    if (!open) return
    list.current?.querySelector<HTMLButtonElement>('[role=menuitem]')?.focus()
    const onPress = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items()
    const at = all.findIndex((each) => each === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') return setOpen(false)
    else if (to !== undefined) all[(to + all.length) % all.length]?.focus()
    else return
    event.preventDefault()
  }

  return (
    <div className={classes.whole} ref={whole}>
      <button
        type="button"
        ref={button}
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <span className={classes.spoken}>{label}</span>
        {children}
      </button>
      {open && (
        <div className={classes.drop}>
          {heading}
          <div id={listId} ref={list} role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
            {actions.map((action, at) => (
              <button
                key={action.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={classes.item}
                data-apart={action.apart || undefined}
                aria-disabled={action.refused === undefined ? undefined : true}
                aria-describedby={action.refused === undefined ? undefined : `${listId}-${at}`}
                onClick={() => {
                  if (action.refused !== undefined) return
                  close()
                  action.onSelect()
                }}
              >
                {action.icon}
                {action.refused === undefined ? (
                  <>
                    {action.label}
                    {action.keys !== undefined && (
                      <span className={classes.keys}>
                        <KeyCaps keys={action.keys} />
                      </span>
                    )}
                  </>
                ) : (
                  <span>
                    {action.label}
                    <span className={classes.reason} id={`${listId}-${at}`}>
                      {action.refused}
                    </span>
                  </span>
                )}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
