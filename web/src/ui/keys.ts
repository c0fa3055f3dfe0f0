// Keys that work outside fields: strokes become names such as 'j', '?' or 'Ctrl K', two letters become a sequence such as
// 'g i', and a screen says which of them it answers.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** What a stroke is made of; a KeyboardEvent is one. */
export type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export type ScreenKey = {
  /** As they are shown: 'j', 'Ctrl Enter', '↓'. */
  keys: string
  does: string
  /** Left out where the screen listens itself, for instance in a field. */
  run?: () => void
}

/** The longest time between two letters of a sequence. */
export const sequenceMs = 1000

/** The name of a stroke, or undefined for what is no key of ours: a modifier alone, AltGr, a dead key. */
export function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Stroke): string | undefined {
  const command = ctrlKey || metaKey
  if (altKey || key === 'Dead' || (ctrlKey && metaKey)) return undefined
  if (key.length !== 1) return undefined
  if (command) return shiftKey ? undefined : `Ctrl ${key.toUpperCase()}`
  // A capital is no shortcut: with Shift or Caps Lock the person is typing text.
  return key === ' ' || key !== key.toLowerCase() ? undefined : key
}

/** Puts strokes together: answers the name of the stroke, or of the sequence that it ends; null while one is begun. */
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

/** Whether letters pressed here are text, or choose from a list or menu. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typing) !== null

export const dialogIsOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null

// ── What the screen answers.

let screens: { name: string; keys: readonly ScreenKey[] }[] = []
const listeners = new Set<() => void>()

function changed(next: typeof screens): void {
  screens = next
  for (const listener of listeners) listener()
}

/** The keys of a part of the screen, while it is there; the words are shown in the overlay under its name. */
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

/** By then a person who opened a form types into it, or has given up. */
export const typingAheadMs = 10_000

/** The person may type ahead into a page that is still opening: letters are no shortcuts until then. */
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

/** Whether the page that says from when on letters are keys is there; the address tells of it sooner. */
export const isHolderThere = (): boolean => holders > 0

/** Hears keys outside fields and dialogs; `onKeys` says whether they meant something. With Ctrl also inside fields. */
export function usePortalKeys(
  onKeys: (pressed: string) => boolean,
  isStarter: (name: string) => boolean,
  areHeld: () => boolean = () => false,
): void {
  const hear = useEffectEvent((event: KeyboardEvent, put: ReturnType<typeof sequencer>) => {
    const name = nameOf(event)
    const commands = name?.startsWith('Ctrl ')
    if (name === undefined || event.defaultPrevented || event.repeat || event.isComposing || dialogIsOpen())
      return put.forget()
    const isHeld = /^[a-z]$/.test(name) && (awaited > 0 || areHeld())
    if (!commands && (isTyping(event.target) || isHeld)) return put.forget()
    const pressed = put.take(name, event.timeStamp)
    if (pressed !== null && onKeys(pressed)) event.preventDefault()
  })
  useEffect(() => {
    const put = sequencer(isStarter)
    // On the window, after the handlers of the page itself.
    const listen = (event: KeyboardEvent) => {
      if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) hear(event, put)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what starts a sequence does not change
  }, [])
}
