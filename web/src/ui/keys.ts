// Keys that work outside fields. Keystrokes get names such as 'j', '?' or 'Ctrl K', two letters form a sequence such as
// 'g i', and a screen declares which of them it handles.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** The properties of a keystroke; a KeyboardEvent has them. */
export type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export type ScreenKey = {
  /** The keys as shown: 'j', 'Ctrl Enter', '↓'. */
  keys: string
  does: string
  /** Undefined if the screen handles the key itself, for instance in a field. */
  run?: () => void
}

/** The longest time between two letters of a sequence. */
export const sequenceMs = 1000

/** The name of a keystroke; undefined if it is not a shortcut but a modifier alone, AltGr, or a dead key. */
export function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Stroke): string | undefined {
  const command = ctrlKey || metaKey
  if (altKey || key === 'Dead' || (ctrlKey && metaKey)) return undefined
  if (key.length !== 1) return undefined
  if (command) return shiftKey ? undefined : `Ctrl ${key.toUpperCase()}`
  // A capital letter is not a shortcut: with Shift or Caps Lock, the user is typing text.
  return key === ' ' || key !== key.toLowerCase() ? undefined : key
}

/**
 * Combines keystrokes. Returns the name of the keystroke or of the sequence that it completes, or null if it starts a
 * sequence.
 */
export function sequencer(isStarter: (name: string) => boolean) {
  let begun: { name: string; at: number } | undefined
  return {
    take(name: string, atMs: number): string | null {
      const first = begun !== undefined && atMs - begun.at <= sequenceMs ? begun.name : undefined
      begun = undefined
      if (first !== undefined && name.length === 1) return `${first} ${name}`
      if (!isStarter(name)) return name
      begun = { name, at: atMs }
      return null
    },
    forget: () => void (begun = undefined),
  }
}

const typing =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=file]), textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=listbox], [role=menu]'

/** Whether letters typed here are text, or select from a list or menu. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typing) !== null

export const dialogIsOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null

// ── Keys of the screen.

let screens: { name: string; keys: readonly ScreenKey[] }[] = []
const listeners = new Set<() => void>()

function changed(next: typeof screens): void {
  screens = next
  for (const listener of listeners) listener()
}

/** Registers the keys of a part of the screen while it is mounted. The list of shortcuts shows them under its name. */
export function useScreenKeys(name: string, keys: readonly ScreenKey[]): void {
  const run = useEffectEvent((pressed: string) => keys.find((each) => each.keys === pressed)?.run?.())
  const words = JSON.stringify(keys.map((each) => [each.keys, each.does, each.run !== undefined]))
  useEffect(() => {
    const said = JSON.parse(words) as [string, string, boolean][]
    const screen = {
      name,
      keys: said.map(([keys, does, runs]) => ({ keys, does, ...(runs && { run: () => run(keys) }) })),
    }
    changed([...screens, screen])
    return () => changed(screens.filter((each) => each !== screen))
  }, [name, words])
}

export const screenKeyFor = (pressed: string): (() => void) | undefined =>
  screens.flatMap(({ keys }) => keys).findLast(({ keys, run }) => keys === pressed && run !== undefined)?.run

export const useKeysOnScreen = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => screens,
  )

/** After this time, a user who opened a form is typing in it or has given up. */
export const typingAheadMs = 10_000

/** Users may type ahead into a page that is still opening. Until it has opened, letters are not shortcuts. */
let awaited = 0
let holders = 0
export function useLettersHeld(held: boolean): void {
  useEffect(() => {
    holders++
    return () => void holders--
  }, [])
  useEffect(() => {
    if (!held) return
    awaited++
    return () => void awaited--
  }, [held])
}

/** Whether a page is mounted that holds letters itself; the address changes before the page does. */
export const isTypingPageMounted = (): boolean => holders > 0

/** In a field, this key undoes typing. */
const undoKeys = 'Ctrl Z'

/**
 * Listens outside fields and dialogs, and for keys with Ctrl also inside fields. `onKeys` returns whether it handled
 * the keys.
 */
export function usePortalKeys(
  onKeys: (pressed: string) => boolean,
  isStarter: (name: string) => boolean,
  areHeld: () => boolean = () => false,
): void {
  const hear = useEffectEvent((event: KeyboardEvent, put: ReturnType<typeof sequencer>) => {
    const name = nameOf(event)
    const commands = name?.startsWith('Ctrl ') && name !== undoKeys
    if (name === undefined || event.defaultPrevented || event.repeat || event.isComposing || dialogIsOpen())
      return put.forget()
    const isHeld = /^[a-z]$/.test(name) && (awaited > 0 || areHeld())
    if (!commands && (isTyping(event.target) || isHeld)) return put.forget()
    const pressed = put.take(name, event.timeStamp)
    if (pressed !== null && onKeys(pressed)) event.preventDefault()
  })
  useEffect(() => {
    const put = sequencer(isStarter)
    // On the window, so that it runs after the handlers of the page.
    const listen = (event: KeyboardEvent) => {
      if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) hear(event, put)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the start of a sequence does not change
  }, [])
}
