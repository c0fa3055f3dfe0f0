// In recording forms, Enter moves to the next field to fill in, as bookkeepers expect, and skips the fields that the
// form has filled in; it waits for suggestions that are still loading. Tab stops at every field, and Shift+Enter moves
// to the previous one. A user's own Enter path takes precedence. Ctrl+Enter submits, Alt+L moves to the lines, and
// Alt+C to the control total and back. Alt+O opens the party, account or document at the cursor in another tab. In a
// memo that is not empty, Enter starts a new line. The form is the whole page of its frame, so the page listens for the
// keys.
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { enterRule } from './enterPath.ts'
import { opensIn, type Opens } from './opens.ts'
import { typeText } from './typeText.ts'

const fields = 'input:not([type="hidden"], [type="file"], [tabindex="-1"]), select, textarea, button[data-step]'

type FormKeys = { onDone: () => void; onOpen?: (what: Opens) => void }

export function useFormKeys({ onDone, onOpen }: FormKeys): void {
  const beforeTotal = useRef<HTMLElement | null>(null)
  /** Whether the key belongs to the form. */
  function onAltKey({ code, target }: KeyboardEvent): boolean {
    if (code === 'KeyL') focusOn(firstCell())
    else if (code === 'KeyC') {
      const total = document.querySelector<HTMLElement>('[data-control]')
      if (total === null) return false
      if (target !== total && target instanceof HTMLElement) beforeTotal.current = target
      focusOn(target === total ? beforeTotal.current : total)
    } else if (code === 'KeyO') {
      const opens = opensIn(target)
      if (opens === null || !onOpen) return false
      onOpen(opens)
    } else return false
    return true
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isAlt = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (isAlt && onAltKey(event)) event.preventDefault()
    if (event.key !== 'Enter' || event.altKey || event.defaultPrevented) return
    const { target } = event
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      if (!event.repeat) onDone()
    } else if (movesOn(target)) {
      event.preventDefault()
      if (event.shiftKey) moveFrom(target, -1)
      else if (awaited.size === 0) moveFrom(target, 1)
      else void moveOnceFilledIn(target)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Values that are still loading and that decide where Enter goes. */
const awaited = new Set<Promise<unknown>>()

/** Enter and the keys after it wait until the values have arrived or failed to load. */
export function filledInBy(values: Promise<unknown>): void {
  awaited.add(values)
  void values.finally(() => awaited.delete(values))
}

/** A user who types without looking gets the same result, however fast the values arrive. */
async function moveOnceFilledIn(field: HTMLElement): Promise<void> {
  const keys: KeyboardEvent[] = []
  const go = Promise.withResolvers<void>()
  const goOn = () => go.resolve()
  const keep = (event: KeyboardEvent) => {
    if (!event.isTrusted) return
    // Only letters and Enter can be repeated later; any other key ends the wait.
    if (event.key !== 'Enter' && !isTyped(event)) return goOn()
    event.preventDefault()
    event.stopImmediatePropagation()
    keys.push(event)
  }
  document.addEventListener('keydown', keep, { capture: true })
  // A click ends the wait before it moves the focus; otherwise text typed after it would be lost.
  document.addEventListener('pointerdown', goOn, { capture: true })
  await Promise.race([Promise.allSettled(awaited), go.promise])
  if (document.activeElement === field) {
    moveFrom(field, 1)
    for (const key of keys) {
      press(key)
      // The form renders before the next key is repeated.
      await Promise.resolve()
    }
  }
  document.removeEventListener('keydown', keep, { capture: true })
  document.removeEventListener('pointerdown', goOn, { capture: true })
}

const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

function press(event: KeyboardEvent): void {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event
  const again = new KeyboardEvent('keydown', {
    ...{ key, code, shiftKey, ctrlKey, metaKey, altKey },
    ...{ bubbles: true, cancelable: true },
  })
  const goesOn = document.activeElement?.dispatchEvent(again)
  if (goesOn && isTyped(event)) typeText(key)
}

function movesOn(target: EventTarget | null): target is HTMLElement {
  if (target instanceof HTMLTextAreaElement) return target.value === ''
  return target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type !== 'file')
}

/** Reports that the user left a field with a value by key. */
export function useLeaving(onLeave: (id: string) => void): void {
  const byKey = useRef(false)
  const onLeft = useEffectEvent(({ target, relatedTarget }: FocusEvent) => {
    if (byKey.current && relatedTarget !== null && target instanceof HTMLInputElement && target.value.trim() !== '')
      onLeave(target.id)
  })
  useEffect(() => {
    const pressed = () => void (byKey.current = true)
    const pointed = () => void (byKey.current = false)
    const left = (event: FocusEvent) => onLeft(event)
    document.addEventListener('keydown', pressed, { capture: true })
    document.addEventListener('pointerdown', pointed, { capture: true })
    document.addEventListener('focusout', left)
    return () => {
      document.removeEventListener('keydown', pressed, { capture: true })
      document.removeEventListener('pointerdown', pointed, { capture: true })
      document.removeEventListener('focusout', left)
    }
  }, [])
}

/** Alt+A pays all documents in full, in forms that pay documents. */
export function usePayAllKey(payAll: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyA') return
    event.preventDefault()
    payAll()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** The keys of a question, which work without modifiers, once. */
export function useAnswerKeys(answers: Record<string, () => void>, { disabled }: { disabled: boolean }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    if (disabled || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !Object.hasOwn(answers, key))
      return
    event.preventDefault()
    answers[key]?.()
  })
  // Before the question is painted, so that the key of a fast typist is not lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Focuses the next field to fill in, or the previous field. */
export function moveFrom(field: HTMLElement, step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(fields)].filter(
    (one) => one.offsetParent !== null && !one.matches(':disabled'),
  )
  const at = all.indexOf(field)
  focusOn(step === -1 ? all[at - 1] : all.slice(at + 1).find((one) => !isPassed(one)))
}

/** Focuses the field, or the next one to fill in if the form has already filled it in. */
export function startAt(field: HTMLElement | null, how: FocusOptions = {}): void {
  if (field !== null && isPassed(field)) moveFrom(field, 1)
  else focusOn(field, how)
}

/**
 * data-pass says when Enter skips a field: 'filled' once it shows a value or placeholder, 'chosen' once it has a value,
 * or 'always'.
 */
export function isPassed(field: HTMLElement): boolean {
  const rule = enterRule(field)
  // Enter stops at a field with a mistake.
  if (rule !== undefined) return rule === 'pass' && field.getAttribute('aria-invalid') !== 'true'
  const { pass } = field.dataset
  if (pass === 'chosen') return field instanceof HTMLInputElement && field.value !== ''
  if (pass !== 'filled') return pass === 'always'
  if (field instanceof HTMLInputElement) return field.value !== '' || field.placeholder !== ''
  return field instanceof HTMLSelectElement && field.value !== ''
}

/** Selects the text of the field, as Tab does, so that typing replaces it. */
export function focusOn(field: HTMLElement | null | undefined, how: FocusOptions = {}): void {
  field?.focus(how)
  if (field instanceof HTMLInputElement) field.select()
}

/** The next row to fill in, or the first of the fixed rows. */
const firstCell = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-lines] tr[data-empty] :is(input, select)') ??
  document.querySelector<HTMLElement>('[data-lines] tbody :is(input, select)')
