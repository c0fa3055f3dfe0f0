// Toasts: what was done or went wrong, said once at the bottom right; the newest stand lowest.
export type ToastTone = 'good' | 'bad' | 'plain'
export type Toast = { id: number; title: string; message?: string; tone: ToastTone }

type Limits = { atMost: number }

let toasts: readonly Toast[] = []
let lastId = 0
let limits: Limits = { atMost: 5 }
const listeners = new Set<() => void>()

export function limitToasts(given: Limits): void {
  limits = given
}

export function toast(said: { title: string; message?: string; tone?: ToastTone }): void {
  lastId += 1
  const next: Toast = { tone: 'plain', ...said, id: lastId }
  show([...toasts, next].slice(-limits.atMost))
}

export function dismiss(id: number): void {
  show(toasts.filter((each) => each.id !== id))
}

/** What was said on the screen before is of no interest on the next. */
export const dismissAll = (): void => show([])

export const currentToasts = (): readonly Toast[] => toasts

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
