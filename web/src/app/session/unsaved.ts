// Whether a form or dialog has unsaved input; navigation asks before it leaves.
import { useEffect, useSyncExternalStore } from 'react'

type Question = { proceed: () => void } | null

let unsavedCount = 0
let question: Question = null
const listeners = new Set<() => void>()

/** Once the user has agreed to leave, the question is not asked again while the next page loads. */
const leavingMs = 10_000
let leavingSince = -Infinity

export const isUnsaved = (): boolean => unsavedCount > 0 && performance.now() - leavingSince > leavingMs

/** Runs the action immediately, or after the user has agreed to lose unsaved input. */
export function unlessUnsaved(act: () => void): void {
  if (!isUnsaved()) return act()
  ask({ proceed: act })
}

export const useUnsavedQuestion = (): Question =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => question,
  )

export function answerUnsaved(leave: boolean): void {
  const answered = question
  ask(null)
  if (!leave) return
  leavingSince = performance.now()
  answered?.proceed()
}

/** While `unsaved` is true, leaving asks for confirmation. */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    unsavedCount += 1
    leavingSince = -Infinity
    return () => {
      unsavedCount -= 1
    }
  }, [unsaved])
}

function ask(next: Question): void {
  question = next
  for (const listener of listeners) listener()
}
