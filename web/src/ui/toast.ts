// Toasts are notifications at the bottom right, with the newest at the bottom. Past toasts can be read again. They are
// only in memory: signing out reloads the page and clears the list.
export type ToastTone = 'good' | 'bad' | 'plain'
export type Toast = { id: number; at: number; title: string; message?: string; tone: ToastTone }

type Limits = { atMost: number }

/** Older toasts are rarely read, and a screen that stays open for days must not grow. */
export const maxRemembered = 100

let toasts: readonly Toast[] = []
let past: readonly Toast[] = []
let lastId = 0
let limits: Limits = { atMost: 5 }
const listeners = new Set<() => void>()

export function limitToasts(newLimits: Limits): void {
  limits = newLimits
}

export function toast(said: { title: string; message?: string; tone?: ToastTone }): void {
  lastId += 1
  const next: Toast = { tone: 'plain', ...said, id: lastId, at: Date.now() }
  past = [next, ...past].slice(0, maxRemembered)
  show([...toasts, next].slice(-limits.atMost))
}

export function dismiss(id: number): void {
  show(toasts.filter((each) => each.id !== id))
}

/** Clears the toasts of the previous screen or user. */
export function dismissAll(): void {
  past = []
  show([])
}

export const currentToasts = (): readonly Toast[] => toasts

/** All notifications since signing in, newest first. */
export const pastToasts = (): readonly Toast[] => past

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
